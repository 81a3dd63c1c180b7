-- Words of 64 bits as Lua 5.4 has them.
return {
  zero = 0,
  word = function(number) return number end,
  bit = function(at) return 1 << at end,
  number = function(word) return word end,
  band = function(a, b) return a & b end,
  bor = function(a, b) return a | b end,
  bxor = function(a, b) return a ~ b end,
  bnot = function(a) return ~a end,
  shl = function(a, by) return a << by end,
  shr = function(a, by) return a >> by end,
  hex = function(word) return string.format("%016x", word) end,
  seed = 0x9e3779b97f4a7c15,
  basis = 0xcbf29ce484222325,
  prime = 0x100000001b3,
}
