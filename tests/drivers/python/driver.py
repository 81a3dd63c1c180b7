"""Compares rook, bishop and queen on the chess board, one lookup at a time; first runs the module's own test, if there is one."""

import importlib.util
import sys
import unittest

import magics
import rays


def compare(name, lookup, cases):
    found = []
    for square, occupied, attacks in cases:
        result = lookup(square, occupied)
        if result != attacks:
            sys.exit(f"{name} on {square}, occupied {occupied:016x}: found {result:016x}, walked {attacks:016x}")
        found.append(result)
    return found


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
    lookups = [magics.rook_attacks, magics.bishop_attacks, magics.queen_attacks]
    moves = 0
    for movers, occupied, own in rays.positions(board, rays.random_words()):
        for kind, square in movers:
            moves += (lookups[kind](square, occupied) & ~own).bit_count()
    print(f"magicgen-driver ok {' '.join(counts)} digest={rays.digest(found):016x} moves={moves}")


if importlib.util.find_spec("test_magics"):
    tests = unittest.defaultTestLoader.loadTestsFromName("test_magics")
    if not unittest.TextTestRunner(verbosity=0).run(tests).wasSuccessful():
        sys.exit("the module's own test failed")
main()
