-- Words of 64 bits as LuaJIT has them.
local bit = require("bit")
return {
  zero = 0ULL,
  word = function(number) return 0ULL + number end,
  bit = function(at) return bit.lshift(1ULL, at) end,
  number = tonumber,
  band = bit.band,
  bor = bit.bor,
  bxor = bit.bxor,
  bnot = bit.bnot,
  shl = bit.lshift,
  shr = bit.rshift,
  hex = function(word) return bit.tohex(word) end,
  seed = 0x9e3779b97f4a7c15ULL,
  basis = 0xcbf29ce484222325ULL,
  prime = 0x100000001b3ULL,
}
