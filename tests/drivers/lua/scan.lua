-- Scans all short words and random long ones, and compares with the place of ones found one by one.
local magics = require("magics")
local words = require(jit and "words_jit" or "words_54")
local state = words.seed

local function random()
  state = words.bxor(state, words.shl(state, 13))
  state = words.bxor(state, words.shr(state, 7))
  state = words.bxor(state, words.shl(state, 17))
  return state
end

local function ends(word)
  local lowest, highest
  for at = 0, 63 do
    if words.band(word, words.bit(at)) ~= words.zero then
      lowest, highest = lowest or at, at
    end
  end
  return lowest, highest
end

local function compare(width, word)
  local lowest, highest = ends(word)
  local given = width == 64 and word or words.number(word)
  local forward, reverse = magics["bit_scan_forward" .. width], magics["bit_scan_reverse" .. width]
  assert(forward(given) == lowest and reverse(given) == highest, width .. " " .. words.hex(word))
end

for word = 1, 255 do
  compare(8, words.word(word))
end
for word = 1, 65535 do
  compare(16, words.word(word))
end
for width = 32, 64, 32 do
  for at = 0, width - 1 do
    compare(width, words.bit(at))
  end
  for turn = 0, 4999 do
    local word = words.shr(words.shr(random(), 64 - width), turn % width)
    if word ~= words.zero then
      compare(width, word)
    end
  end
end
print("magicgen-driver ok")
