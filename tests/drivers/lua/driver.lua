-- Compares rook, bishop and queen on the chess board with pieces walked over its files and ranks.
local magics = require("magics")
local words = require(jit and "words_jit" or "words_54")
local band, bor, bxor, bnot, shl, shr = words.band, words.bor, words.bxor, words.bnot, words.shl, words.shr
local ZERO = words.zero

local ROOK = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } }
local BISHOP = { { 1, 1 }, { 1, -1 }, { -1, -1 }, { -1, 1 } }
local QUEEN = { ROOK[1], ROOK[2], ROOK[3], ROOK[4], BISHOP[1], BISHOP[2], BISHOP[3], BISHOP[4] }

local width, height = tonumber(arg[1]), tonumber(arg[2])
local bits, places = {}, {}
for place = 0, width * height - 1 do
  local bit = tonumber(arg[3 + place])
  bits[place] = bit
  places[bit] = place
end

local function bit_at(file, rank)
  if file < 0 or file >= width or rank < 0 or rank >= height then
    return nil
  end
  return bits[rank * width + file]
end

-- The bits of every ray, as words, from a square outwards.
local function rays_of(steps, square)
  local place = places[square]
  local file, rank = place % width, (place - place % width) / width
  local rays = {}
  for _, step in ipairs(steps) do
    local ray = {}
    for count = 1, 7 do
      local bit = bit_at(file + count * step[1], rank + count * step[2])
      if not bit then
        break
      end
      ray[count] = words.bit(bit)
    end
    rays[#rays + 1] = ray
  end
  return rays
end

local function walk(rays, occupied)
  local attacks = ZERO
  for _, ray in ipairs(rays) do
    for _, bit in ipairs(ray) do
      attacks = bor(attacks, bit)
      if band(occupied, bit) ~= ZERO then
        break
      end
    end
  end
  return attacks
end

-- All squares of the rays behind which there is another.
local function mask_of(rays)
  local mask = ZERO
  for _, ray in ipairs(rays) do
    for count = 1, #ray - 1 do
      mask = bor(mask, ray[count])
    end
  end
  return mask
end

-- Marsaglia's xorshift, as tests/data/moves.py has it.
local state = words.seed
local function random()
  state = bxor(state, shl(state, 13))
  state = bxor(state, shr(state, 7))
  state = bxor(state, shl(state, 17))
  return state
end

local function check(name, square, occupied, found, attacks)
  if found ~= attacks then
    error(name .. " on " .. square .. ", occupied " .. words.hex(occupied) .. ": found " .. words.hex(found)
      .. ", walked " .. words.hex(attacks))
  end
end

local digest = words.basis
local byte = words.word(255)

local function compare_random(name, lookup, rays, square)
  for turn = 1, 100 do
    local occupied = random()
    for _ = 1, turn % 4 do
      occupied = band(occupied, random())
    end
    check(name, square, occupied, lookup(square, occupied), walk(rays, occupied))
  end
end

local function compare(name, lookup, steps)
  local count = 0
  for square = 0, 63 do
    local rays = rays_of(steps, square)
    local mask = mask_of(rays)
    local subset = ZERO
    repeat
      local attacks = walk(rays, subset)
      local found = lookup(square, subset)
      check(name, square, subset, found, attacks)
      local junk = bor(bor(subset, band(random(), bnot(mask))), words.bit(square))
      check(name, square, junk, lookup(square, junk), attacks)
      for index = 0, 7 do
        digest = bxor(digest, band(shr(found, 8 * index), byte)) * words.prime
      end
      count = count + 1
      subset = band(subset - mask, mask)
    until subset == ZERO
    compare_random(name, lookup, rays, square)
  end
  return count
end

-- Moves on random positions, as tests/data/moves.py counts them.
local function moves_of(lookups)
  state = words.seed
  local moves = 0
  for position = 0, 9999 do
    local both = band(random(), random())
    local white = band(both, random())
    local occupied, own = ZERO, ZERO
    for square = 0, 63 do
      local bit = words.bit(square)
      if band(both, bit) ~= ZERO then
        occupied = bor(occupied, words.bit(bits[square]))
        if band(white, bit) ~= ZERO then
          own = bor(own, words.bit(bits[square]))
        end
      end
    end
    for square = 0, 63 do
      if band(white, words.bit(square)) ~= ZERO then
        local targets = band(lookups[(square + position) % 3 + 1](bits[square], occupied), bnot(own))
        while targets ~= ZERO do
          targets = band(targets, targets - 1)
          moves = moves + 1
        end
      end
    end
  end
  return moves
end

for rank = 0, 7 do
  for file = 0, 7 do
    assert(magics.square(file, rank) == bit_at(file, rank))
  end
end
assert(magics.A1 == bit_at(0, 0) and magics.H1 == bit_at(7, 0))
assert(magics.A8 == bit_at(0, 7) and magics.H8 == bit_at(7, 7))
local rooks = compare("rook", magics.rook_attacks, ROOK)
local bishops = compare("bishop", magics.bishop_attacks, BISHOP)
for square = 0, 63 do
  compare_random("queen", magics.queen_attacks, rays_of(QUEEN, square), square)
end
local moves = moves_of({ magics.rook_attacks, magics.bishop_attacks, magics.queen_attacks })
print("magicgen-driver ok rook=" .. rooks .. " bishop=" .. bishops .. " digest=" .. words.hex(digest)
  .. " moves=" .. moves)
