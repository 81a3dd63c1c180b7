## Times the generated lookups beside the fancy lookup written by hand, on the
## same masks, factors and table.

import std/[monotimes, strformat, times]

import magics

const
  count = 4096
  repeats = 63
  rounds = 41

var
  squares: array[count, int]
  occupancies: array[count, uint64]

proc rookByHand(square: int, occupied: uint64): uint64 {.inline.} =
  let relevant = occupied and rookMasks[square]
  let index = (relevant * rookFactors[square]) shr rookShifts[square]
  attackTable[rookOffsets[square] + uint32(index)]

proc bishopByHand(square: int, occupied: uint64): uint64 {.inline.} =
  let relevant = occupied and bishopMasks[square]
  let index = (relevant * bishopFactors[square]) shr bishopShifts[square]
  attackTable[bishopOffsets[square] + uint32(index)]

proc queenByHand(square: int, occupied: uint64): uint64 {.inline.} =
  rookByHand(square, occupied) or bishopByHand(square, occupied)

template time(best: var float, sum: var uint64, lookup: untyped) =
  ## The nanoseconds of a lookup; xor-s what it finds into a sum.
  var found = 0'u64
  let start = getMonoTime()
  for turn in 0 ..< repeats:
    for index in 0 ..< count:
      found = found xor lookup(squares[index], occupancies[index])
    # So that no turn is the same as the one before.
    occupancies[turn] = occupancies[turn] xor 1
  let taken = (getMonoTime() - start).inNanoseconds
  for turn in 0 ..< repeats:
    occupancies[turn] = occupancies[turn] xor 1
  sum = found
  best = min(best, float(taken) / float(repeats * count))

proc main() =
  var state = 0x9e3779b97f4a7c15'u64
  for index in 0 ..< count:
    state = state xor (state shl 13)
    state = state xor (state shr 7)
    state = state xor (state shl 17)
    occupancies[index] = state and (state shr 21)
    squares[index] = int((state shr 40) and 63)
  var rook, rookHand, queen, queenHand = 1e9
  var sums: array[4, uint64]
  for round in 0 ..< rounds:
    time(rook, sums[0], rookAttacks)
    time(rookHand, sums[1], rookByHand)
    time(queen, sums[2], queenAttacks)
    time(queenHand, sums[3], queenByHand)
  if sums[0] != sums[1] or sums[2] != sums[3]:
    quit(1)
  echo &"nim rook {rook:.3f} {rookHand:.3f} {rookHand / rook:.3f}"
  echo &"nim queen {queen:.3f} {queenHand:.3f} {queenHand / queen:.3f}"
  stderr.writeLine(&"{sums[0]:016x} {sums[2]:016x}")

main()
