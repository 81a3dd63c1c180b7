-- The fancy lookup in Lua 5.4.
local magics = require("magics")
local ATTACKS = magics.ATTACKS
local ROOK_MASK, ROOK_MAGIC = magics.ROOK_MASKS, magics.ROOK_FACTORS
local ROOK_SHIFT, ROOK_OFFSET = magics.ROOK_SHIFTS, magics.ROOK_OFFSETS
local BISHOP_MASK, BISHOP_MAGIC = magics.BISHOP_MASKS, magics.BISHOP_FACTORS
local BISHOP_SHIFT, BISHOP_OFFSET = magics.BISHOP_SHIFTS, magics.BISHOP_OFFSETS

local function rook(sq, occ)
  return ATTACKS[ROOK_OFFSET[sq] + (((occ & ROOK_MASK[sq]) * ROOK_MAGIC[sq]) >> ROOK_SHIFT[sq])]
end

local function bishop(sq, occ)
  return ATTACKS[BISHOP_OFFSET[sq] + (((occ & BISHOP_MASK[sq]) * BISHOP_MAGIC[sq]) >> BISHOP_SHIFT[sq])]
end

return {
  rook = rook,
  queen = function(sq, occ)
    return rook(sq, occ) | bishop(sq, occ)
  end,
  xor = function(result, lookup, squares, boards)
    for turn = 1, #squares do
      result = result ~ lookup(squares[turn], boards[turn])
    end
    return result
  end,
  boards = function(count)
    local state, boards = 0x9e3779b97f4a7c15, {}
    for turn = 1, count do
      state = state ~ (state << 13)
      state = state ~ (state >> 7)
      state = state ~ (state << 17)
      boards[turn] = state
    end
    return boards
  end,
}
