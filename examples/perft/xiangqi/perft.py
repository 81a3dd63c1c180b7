"""Counts the move sequences of xiangqi with generated lookups, and compares the counts with published ones.

magicgen && python3 perft.py 3 < positions.txt
"""

import sys

import xiangqi

KINDS = "kabnrcp"
KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(7)
RED, BLACK = range(2)


def squares(board):
    """The squares of a set."""
    while board:
        yield (board & -board).bit_length() - 1
        board &= board - 1


def cannon(square, occupied):
    return xiangqi.cannon_quiets(square, occupied) | xiangqi.cannon_captures(square, occupied)


ATTACKS = [
    xiangqi.king_attacks, xiangqi.advisor_attacks, xiangqi.elephant_attacks, xiangqi.horse_attacks,
    xiangqi.rook_attacks, cannon,
]
PAWNS = [xiangqi.red_pawn_attacks, xiangqi.black_pawn_attacks]
PAWNS_TO = [xiangqi.red_pawn_to_attacks, xiangqi.black_pawn_to_attacks]


def read(text):
    """The sets of each side by kind, and the side to move."""
    board, side = text.split()
    pieces = [[0] * 7, [0] * 7]
    for rank, row in zip(range(9, -1, -1), board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            pieces[letter.islower()][KINDS.index(letter.lower())] |= 1 << rank * 9 + file
            file += 1
    return pieces, int(side == "b")


def in_check(pieces, side):
    """Whether the king of a side is attacked. A king attacks the other one along an open file."""
    by = pieces[1 - side]
    occupied = sum(pieces[0]) | sum(pieces[1])
    king = pieces[side][KING].bit_length() - 1
    rook = xiangqi.rook_attacks(king, occupied)
    return bool(
        rook & by[ROOK]
        or rook & by[KING] and king % 9 == (by[KING].bit_length() - 1) % 9
        or xiangqi.cannon_captures(king, occupied) & by[CANNON]
        or xiangqi.horse_to_attacks(king, occupied) & by[HORSE]
        or PAWNS_TO[1 - side](king, occupied) & by[PAWN]
    )


def perft(pieces, side, depth):
    count = 0
    own, other = sum(pieces[side]), sum(pieces[1 - side])
    for kind, board in enumerate(pieces[side]):
        attacks = PAWNS[side] if kind == PAWN else ATTACKS[kind]
        for start in squares(board):
            for to in squares(attacks(start, own | other) & ~own):
                next_pieces = [list(pieces[0]), list(pieces[1])]
                next_pieces[side][kind] ^= 1 << start | 1 << to
                next_pieces[1 - side] = [each & ~(1 << to) for each in next_pieces[1 - side]]
                if not in_check(next_pieces, side):
                    count += 1 if depth == 1 else perft(next_pieces, 1 - side, depth - 1)
    return count


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for line in sys.stdin:
        text, *counts = line.strip().split("; ")
        pieces, side = read(text)
        for depth, right in (part[1:].split() for part in counts):
            if int(depth) <= most:
                count = perft(pieces, side, int(depth))
                print(f"{text} depth {depth}: {count}")
                if count != int(right):
                    sys.exit(f"that should be {right}")


main()
