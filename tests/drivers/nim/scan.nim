## Compares bit scans with those of the library: all words of 8 and 16 bits,
## random ones of 32 and 64.

import std/bitops

import magics

proc same(what: string, word: uint64, found, wanted: int) =
  if found != wanted:
    quit(what & " of " & $word & " is " & $found & " instead of " & $wanted)

proc compare(word: uint64) =
  same("forward 64", word, bitScanForward64(word), countTrailingZeroBits(word))
  same("reverse 64", word, bitScanReverse64(word), fastLog2(word))
  let half = uint32(word shr 32)
  if half != 0:
    same("forward 32", half, bitScanForward32(half), countTrailingZeroBits(half))
    same("reverse 32", half, bitScanReverse32(half), fastLog2(half))

proc main() =
  for number in 1'u16 .. high(uint16):
    let first = countTrailingZeroBits(number)
    let last = fastLog2(number)
    if number < 1 shl 8:
      let byte = uint8(number)
      same("forward 8", byte, bitScanForward8(byte), first)
      same("reverse 8", byte, bitScanReverse8(byte), last)
    same("forward 16", number, bitScanForward16(number), first)
    same("reverse 16", number, bitScanReverse16(number), last)
  for place in 0 ..< 64:
    compare(1'u64 shl place)
  var word = 0x9e3779b97f4a7c15'u64
  for turn in 0 ..< 100_000:
    word = word xor (word shl 13)
    word = word xor (word shr 7)
    word = word xor (word shl 17)
    compare(word)
    compare((word or 1) shl (turn mod 64))
    compare((word or (1'u64 shl 63)) shr (turn mod 64))
  echo "magicgen-driver ok"

main()
