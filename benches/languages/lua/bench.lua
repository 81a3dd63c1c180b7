-- Compares generated lookups with the fancy lookup as it is written by hand, in one program and run. Both read the
-- same masks, factors, shifts and attack sets. The minimum of interleaved rounds counts.
local magics = require("magics")
local reference = require("reference")
local name = arg[1]

local squares = {}
for turn = 1, 4096 do
  squares[turn] = (turn * 40503 - turn * 40503 % 32) / 32 % 64
  squares[turn] = squares[turn] - squares[turn] % 1
  squares[turn] = math.tointeger and math.tointeger(squares[turn]) or squares[turn]
end
local boards = reference.boards(4096)
-- As many turns a round as take some milliseconds.
local turns = name == "luajit" and 100 or 4

local function round(lookup)
  local result = boards[1]
  local start = os.clock()
  for _ = 1, turns do
    result = reference.xor(result, lookup, squares, boards)
  end
  return (os.clock() - start) * 1e9 / 4096 / turns, result
end

for _, piece in ipairs({ "rook", "queen" }) do
  local best, ours, other = { math.huge, math.huge }, nil, nil
  for _ = 1, 51 do
    local time
    time, ours = round(magics[piece .. "_attacks"])
    best[1] = math.min(best[1], time)
    time, other = round(reference[piece])
    best[2] = math.min(best[2], time)
    assert(ours == other)
  end
  io.stderr:write(tostring(ours), "\n")
  print(string.format("%s %s %.2f %.2f %.3f", name, piece, best[1], best[2], best[2] / best[1]))
end
