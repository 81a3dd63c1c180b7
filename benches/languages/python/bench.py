"""Compares generated lookups with the fancy lookup as it is written by hand, in one program and run.

Both read the same masks, factors, shifts and attack sets. The minimum of interleaved rounds counts.
"""

import sys
import time

import magics
import magics_numpy
import numpy as np

M = (1 << 64) - 1
ATTACKS = magics.ATTACKS
ROOK_MASK, ROOK_MAGIC = magics.ROOK_MASKS, magics.ROOK_FACTORS
ROOK_SHIFT, ROOK_OFFSET = magics.ROOK_SHIFTS, magics.ROOK_OFFSETS
BISHOP_MASK, BISHOP_MAGIC = magics.BISHOP_MASKS, magics.BISHOP_FACTORS
BISHOP_SHIFT, BISHOP_OFFSET = magics.BISHOP_SHIFTS, magics.BISHOP_OFFSETS

ARRAY_ATTACKS = np.array(ATTACKS, dtype=np.uint64)
ARRAYS = [
    [np.array(values, dtype=kind) for values, kind in zip(of, (np.uint64, np.uint64, np.uint8, np.uint32))]
    for of in (
        (ROOK_MASK, ROOK_MAGIC, ROOK_SHIFT, ROOK_OFFSET),
        (BISHOP_MASK, BISHOP_MAGIC, BISHOP_SHIFT, BISHOP_OFFSET),
    )
]


def rook(sq, occ):
    return ATTACKS[ROOK_OFFSET[sq] + (((occ & ROOK_MASK[sq]) * ROOK_MAGIC[sq] & M) >> ROOK_SHIFT[sq])]


def bishop(sq, occ):
    return ATTACKS[BISHOP_OFFSET[sq] + (((occ & BISHOP_MASK[sq]) * BISHOP_MAGIC[sq] & M) >> BISHOP_SHIFT[sq])]


def queen(sq, occ):
    return rook(sq, occ) | bishop(sq, occ)


def array_of(masks, factors, shifts, offsets):
    def lookup(sq, occ):
        return ARRAY_ATTACKS[offsets[sq] + (((occ & masks[sq]) * factors[sq]) >> shifts[sq])]

    return lookup


array_rook, array_bishop = array_of(*ARRAYS[0]), array_of(*ARRAYS[1])


def array_queen(sq, occ):
    return array_rook(sq, occ) | array_bishop(sq, occ)


def each(lookup, squares, boards):
    result = 0
    for square, board in zip(squares, boards):
        result ^= lookup(square, board)
    return result


def whole(lookup, squares, boards):
    return int(np.bitwise_xor.reduce(lookup(squares, boards)))


state = 0x9E3779B97F4A7C15
boards = []
for _ in range(4096):
    state ^= state << 13 & M
    state ^= state >> 7
    state ^= state << 17 & M
    boards.append(state)
squares = [(turn * 0x9E37 >> 5) % 64 for turn in range(4096)]
arrays = np.array(squares), np.array(boards, dtype=np.uint64)

for name, run, generated, reference, data in [
    ("rook", each, magics.rook_attacks, rook, (squares, boards)),
    ("queen", each, magics.queen_attacks, queen, (squares, boards)),
    ("rook-numpy", whole, magics_numpy.rook_attacks, array_rook, arrays),
    ("queen-numpy", whole, magics_numpy.queen_attacks, array_queen, arrays),
]:
    best = [float("inf")] * 2
    xors = [None] * 2
    for turn in range(302):
        # Each begins every other round.
        for which in (0, 1) if turn % 2 else (1, 0):
            lookup = (generated, reference)[which]
            start = time.perf_counter_ns()
            xors[which] = run(lookup, *data)
            best[which] = min(best[which], (time.perf_counter_ns() - start) / 4096)
    assert xors[0] == xors[1], name
    print(f"{xors[0]:016x}", file=sys.stderr)
    print(f"python {name} {best[0]:.2f} {best[1]:.2f} {best[1] / best[0]:.3f}")
