"""Counts moves of sliding pieces on random positions with python-chess, which shares no code with the generator.

    pip install chess && python3 tests/data/moves.py > tests/data/moves.txt

A position is three words w1, w2, w3 of a xorshift generator with the shifts 13, 7, 17 (Marsaglia, 2003), whose state
begins as 0x9e3779b97f4a7c15: occupied are w1 & w2, own pieces stand on w1 & w2 & w3, bit 8 * rank + file for each square.
The own piece on bit s of position i, both counted from 0, is a rook, a bishop or a queen for (s + i) % 3 = 0, 1, 2. Its
moves are the squares that it attacks but for those of own pieces. A line says how many moves so many positions have.
"""

import chess

BITS = (1 << 64) - 1
KINDS = (chess.ROOK, chess.BISHOP, chess.QUEEN)


def words():
    state = 0x9E3779B97F4A7C15
    while True:
        state ^= state << 13 & BITS
        state ^= state >> 7
        state ^= state << 17 & BITS
        yield state


def main():
    random = words()
    moves = 0
    for position in range(10_000):
        occupied = next(random) & next(random)
        own = occupied & next(random)
        board = chess.BaseBoard(None)
        for square in chess.scan_forward(occupied & ~own):
            board.set_piece_at(square, chess.Piece(chess.PAWN, chess.BLACK))
        for square in chess.scan_forward(own):
            kind = KINDS[(square + position) % 3]
            board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
        for square in chess.scan_forward(own):
            moves += (board.attacks_mask(square) & ~own).bit_count()
        if position + 1 in (10, 100, 1_000, 10_000):
            print(position + 1, moves)


main()
