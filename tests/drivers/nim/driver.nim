## Compares rook, bishop and queen on the chess board with pieces walked over
## files and ranks.

import std/[os, strutils]

import magics

type
  Lookup = proc (square: int, occupied: uint64): uint64 {.nimcall, noSideEffect.}

  Ray = tuple[file, rank: int]

  ## A board as the arguments give it.
  Board = object
    width, height: int
    bits: seq[int] ## Of every place, rank by rank; -1 for a hole.
    state: uint64
    digest: uint64

const
  rook: seq[Ray] = @[(0, 1), (1, 0), (0, -1), (-1, 0)]
  bishop: seq[Ray] = @[(1, 1), (1, -1), (-1, -1), (-1, 1)]
  queen = rook & bishop

func rookLookup(square: int, occupied: uint64): uint64 =
  rookAttacks(square, occupied)

func bishopLookup(square: int, occupied: uint64): uint64 =
  bishopAttacks(square, occupied)

func queenLookup(square: int, occupied: uint64): uint64 =
  queenAttacks(square, occupied)

func bit(board: Board, file, rank: int): int =
  if file in 0 ..< board.width and rank in 0 ..< board.height:
    board.bits[rank * board.width + file]
  else:
    -1

func walk(board: Board, rays: seq[Ray], square: int, occupied: uint64,
    isMask: bool): uint64 =
  ## The squares attacked, or those of them behind which there is another.
  let place = board.bits.find(square)
  let (file, rank) = (place mod board.width, place div board.width)
  for ray in rays:
    for step in 1 ..< 8:
      let at = board.bit(file + step * ray.file, rank + step * ray.rank)
      if at < 0:
        break
      let behind = board.bit(file + (step + 1) * ray.file,
                             rank + (step + 1) * ray.rank)
      if not isMask or behind >= 0:
        result = result or (1'u64 shl at)
      if not isMask and ((occupied shr at) and 1) != 0:
        break

proc next(board: var Board): uint64 =
  ## Marsaglia's xorshift, as tests/data/moves.py has it.
  board.state = board.state xor (board.state shl 13)
  board.state = board.state xor (board.state shr 7)
  board.state = board.state xor (board.state shl 17)
  board.state

func hex(number: uint64): string =
  toLowerAscii(toHex(number))

proc check(name: string, square: int, occupied, found, attacks: uint64) =
  if found != attacks:
    quit(name & " on " & $square & ", occupied " & hex(occupied) & ": found " &
        hex(found) & ", walked " & hex(attacks))

proc same(what: string, found, wanted: int) =
  if found != wanted:
    quit(what & " is " & $found & " instead of " & $wanted)

proc compareRandom(board: var Board, name: string, lookup: Lookup,
    rays: seq[Ray], square: int) =
  for turn in 0 ..< 500:
    var occupied = board.next()
    for thinner in 0 ..< turn mod 4:
      occupied = occupied and board.next()
    let attacks = board.walk(rays, square, occupied, false)
    check(name, square, occupied, lookup(square, occupied), attacks)

proc compare(board: var Board, name: string, lookup: Lookup,
    rays: seq[Ray]): int =
  ## Compares a lookup over every square, every subset of its mask, and junk
  ## besides.
  for square in 0 ..< 64:
    if board.bits.find(square) < 0:
      continue
    let mask = board.walk(rays, square, 0, true)
    var subset = 0'u64
    while true:
      let attacks = board.walk(rays, square, subset, false)
      let found = lookup(square, subset)
      check(name, square, subset, found, attacks)
      let junk = subset or (board.next() and not mask) or (1'u64 shl square)
      check(name, square, junk, lookup(square, junk), attacks)
      for index in 0 ..< 8:
        let part = (found shr (8 * index)) and 0xff
        board.digest = (board.digest xor part) * 0x100000001b3'u64
      inc result
      subset = (subset - mask) and mask
      if subset == 0:
        break
    board.compareRandom(name, lookup, rays, square)

proc moves(board: var Board, positions: int, lookups: array[3, Lookup]): int =
  ## Moves on random positions, as tests/data/moves.py counts them.
  board.state = 0x9e3779b97f4a7c15'u64
  for position in 0 ..< positions:
    var both = board.next()
    both = both and board.next()
    let white = both and board.next()
    var occupied, own = 0'u64
    for square in 0 ..< 64:
      let at = board.bits[square]
      occupied = occupied or (((both shr square) and 1) shl at)
      own = own or (((white shr square) and 1) shl at)
    for square in 0 ..< 64:
      if ((white shr square) and 1) == 0:
        continue
      let lookup = lookups[(square + position) mod 3]
      var targets = lookup(board.bits[square], occupied) and not own
      while targets != 0:
        inc result
        targets = targets and (targets - 1)

proc main() =
  let arguments = commandLineParams()
  var board = Board(width: parseInt(arguments[0]),
                    height: parseInt(arguments[1]),
                    state: 0x9e3779b97f4a7c15'u64,
                    digest: 0xcbf29ce484222325'u64)
  for text in arguments[2 .. ^1]:
    board.bits.add(if text == "-": -1 else: parseInt(text))
  for rank in 0 ..< 8:
    for file in 0 ..< 8:
      same("square", square(file, rank), board.bit(file, rank))
  same("a1", a1, board.bit(0, 0))
  same("h1", h1, board.bit(7, 0))
  same("a8", a8, board.bit(0, 7))
  same("h8", h8, board.bit(7, 7))
  let rooks = board.compare("rook", rookLookup, rook)
  let bishops = board.compare("bishop", bishopLookup, bishop)
  for square in 0 ..< 64:
    board.compareRandom("queen", queenLookup, queen, square)
  let digest = board.digest
  let moves = board.moves(10_000, [Lookup(rookLookup), bishopLookup, queenLookup])
  echo "magicgen-driver ok rook=", rooks, " bishop=", bishops, " digest=",
      hex(digest), " moves=", moves

main()
