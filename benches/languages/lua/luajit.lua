-- The fancy lookup in LuaJIT.
local ffi = require("ffi")
local bit = require("bit")
local band, bor, bxor, lshift, rshift = bit.band, bit.bor, bit.bxor, bit.lshift, bit.rshift
local magics = require("magics")
local ATTACKS = magics.ATTACKS
local ROOK_MASK, ROOK_MAGIC = magics.ROOK_MASKS, magics.ROOK_FACTORS
local ROOK_SHIFT, ROOK_OFFSET = magics.ROOK_SHIFTS, magics.ROOK_OFFSETS
local BISHOP_MASK, BISHOP_MAGIC = magics.BISHOP_MASKS, magics.BISHOP_FACTORS
local BISHOP_SHIFT, BISHOP_OFFSET = magics.BISHOP_SHIFTS, magics.BISHOP_OFFSETS

local function rook(sq, occ)
  return ATTACKS[ROOK_OFFSET[sq] + rshift(band(occ, ROOK_MASK[sq]) * ROOK_MAGIC[sq], ROOK_SHIFT[sq])]
end

local function bishop(sq, occ)
  return ATTACKS[BISHOP_OFFSET[sq] + rshift(band(occ, BISHOP_MASK[sq]) * BISHOP_MAGIC[sq], BISHOP_SHIFT[sq])]
end

-- A loop for each lookup, so that neither is compiled for both: load(...) gives each its own.
local loops = {}
local source = [[
local bxor = require("bit").bxor
return function(result, lookup, squares, boards)
  for turn = 1, #squares do
    result = bxor(result, lookup(squares[turn], boards[turn]))
  end
  return result
end
]]

return {
  rook = rook,
  queen = function(sq, occ)
    return bor(rook(sq, occ), bishop(sq, occ))
  end,
  xor = function(result, lookup, squares, boards)
    loops[lookup] = loops[lookup] or assert(loadstring(source))()
    return loops[lookup](result, lookup, squares, boards)
  end,
  boards = function(count)
    local state, boards = 0x9e3779b97f4a7c15ULL, ffi.new("uint64_t[?]", count + 1)
    for turn = 1, count do
      state = bxor(state, lshift(state, 13))
      state = bxor(state, rshift(state, 7))
      state = bxor(state, lshift(state, 17))
      boards[turn] = state
    end
    return boards
  end,
}
