"""Compares rook, bishop and queen on the chess board, whole arrays at a time; first runs the module's own test, if there is one."""

import importlib.util
import sys
import unittest

import magics
import numpy as np
import rays


def compare(name, lookup, cases):
    # Squares are of any type that indexes arrays.
    squares = np.array([square for square, _, _ in cases], dtype=np.uint8)
    occupied = np.array([occupied for _, occupied, _ in cases], dtype=np.uint64)
    attacks = np.array([attacks for _, _, attacks in cases], dtype=np.uint64)
    found = lookup(squares, occupied)
    assert found.dtype == np.uint64 and found.shape == squares.shape
    for at in np.flatnonzero(found != attacks).tolist():
        square, occupied, attacks = cases[at]
        sys.exit(f"{name} on {square}, occupied {occupied:016x}: found {found[at]:016x}, walked {attacks:016x}")
    return found.tolist()


def main():
    board = rays.Board(sys.argv[1:])
    rays.names(board, magics)
    random = rays.random_words()
    found, counts = [], []
    pieces = [("rook", magics.rook_attacks, rays.ROOK), ("bishop", magics.bishop_attacks, rays.BISHOP)]
    for name, lookup, steps in pieces:
        whole, others = rays.cases(board, steps, 7, random)
        found += compare(name, lookup, whole)
        compare(name, lookup, others)
        counts.append(f"{name}={len(whole)}")
    for square in board.squares:
        walked = board.rays(rays.QUEEN, 7, square)
        boards = [next(random) & next(random) for _ in range(100)]
        compare("queen", magics.queen_attacks, [(square, one, rays.walk(walked, one)) for one in boards])
    # One board for all squares, and a table of squares by boards: shapes are broadcast.
    squares = np.array(board.squares)
    boards = np.array([next(random) for _ in range(3)], dtype=np.uint64)
    table = magics.rook_attacks(squares[:, np.newaxis], boards)
    assert table.shape == (64, 3)
    for column in range(3):
        assert (table[:, column] == magics.rook_attacks(squares, boards[column])).all()
    lookups = [magics.rook_attacks, magics.bishop_attacks, magics.queen_attacks]
    asked = [([], [], []) for _ in lookups]
    for movers, occupied, own in rays.positions(board, rays.random_words()):
        for kind, square in movers:
            for values, value in zip(asked[kind], (square, occupied, own)):
                values.append(value)
    moves = 0
    for lookup, (squares, occupied, own) in zip(lookups, asked):
        targets = lookup(np.array(squares), np.array(occupied, dtype=np.uint64)) & ~np.array(own, dtype=np.uint64)
        moves += sum(target.bit_count() for target in targets.tolist())
    print(f"magicgen-driver ok {' '.join(counts)} digest={rays.digest(found):016x} moves={moves}")


if importlib.util.find_spec("test_magics"):
    tests = unittest.defaultTestLoader.loadTestsFromName("test_magics")
    if not unittest.TextTestRunner(verbosity=0).run(tests).wasSuccessful():
        sys.exit("the module's own test failed")
main()
