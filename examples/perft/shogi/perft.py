"""Counts the move sequences of shogi with generated lookups, and compares the counts with published ones.

magicgen && python3 perft.py 3 < positions.txt
"""

import sys

import shogi

# The kinds that have letters. The promoted ones follow in the same order.
LETTERS = "plnsbrgk"
PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING, PROMOTED = range(9)
KINDS = 14
BLACK, WHITE = range(2)


def squares(board):
    """The squares of a set."""
    while board:
        yield (board & -board).bit_length() - 1
        board &= board - 1


# Each kind's lookups for Black and White.
STEPS = [
    (shogi.pawn_attacks, shogi.white_pawn_attacks),
    (shogi.lance_up_attacks, shogi.lance_down_attacks),
    (shogi.knight_attacks, shogi.white_knight_attacks),
    (shogi.silver_attacks, shogi.white_silver_attacks),
    (shogi.bishop_attacks,) * 2,
    (shogi.rook_attacks,) * 2,
    (shogi.gold_attacks, shogi.white_gold_attacks),
    (shogi.king_attacks,) * 2,
]
ATTACKS = STEPS + [STEPS[GOLD]] * 4 + [(shogi.horse_attacks,) * 2, (shogi.dragon_attacks,) * 2]


def bit(number):
    """The bit of a square by its number, file by file. Bit 63 is no square."""
    return number + (number > 62)


def number(square):
    return square - (square > 63)


def rank(square, side):
    """The number of ranks before a square, seen by a side: 0 for the last rank that its pieces reach."""
    return 8 - number(square) % 9 if side else number(square) % 9


def is_stuck(kind, side, square):
    """Whether an unpromoted piece could never move from a square."""
    return kind <= KNIGHT and rank(square, side) < (2 if kind == KNIGHT else 1)


class Position:
    def __init__(self, pieces, hand, side):
        self.pieces, self.hand, self.side = pieces, hand, side

    @classmethod
    def read(cls, text):
        """Reads a position in SFEN: ranks from the top, files from the left, the side to move, pieces in hand."""
        board, side, in_hand = text.split()
        pieces, hand = [[0] * KINDS, [0] * KINDS], [[0] * 7, [0] * 7]
        for row_number, row in enumerate(board.split("/")):
            file, promoted = 9, 0
            for letter in row:
                if letter == "+":
                    promoted = PROMOTED
                elif letter.isdigit():
                    file -= int(letter)
                else:
                    file -= 1
                    kind = LETTERS.index(letter.lower()) + promoted
                    pieces[letter.islower()][kind] |= 1 << bit(file * 9 + row_number)
                    promoted = 0
        count = ""
        for letter in in_hand.strip("-"):
            if letter.isdigit():
                count += letter
            else:
                hand[letter.islower()][LETTERS.index(letter.lower())] = int(count or 1)
                count = ""
        return cls(pieces, hand, int(side == "w"))

    def occupied(self):
        return sum(self.pieces[0]) | sum(self.pieces[1])

    def in_check(self, side):
        """Whether the king of a side is attacked: a piece of that side would attack the attacker."""
        king = self.pieces[side][KING].bit_length() - 1
        occupied = self.occupied()
        others = enumerate(self.pieces[1 - side])
        return king >= 0 and any(
            board and ATTACKS[kind][side](king, occupied) & board for kind, board in others
        )

    def made(self, start, to, kind, becomes):
        """The position after a move; `None` if the own king is attacked then."""
        side = self.side
        next_position = Position([list(p) for p in self.pieces], [list(h) for h in self.hand], 1 - side)
        others, hand = next_position.pieces[1 - side], next_position.hand[side]
        for other in range(KINDS):
            if others[other] >> to & 1:
                others[other] ^= 1 << to
                if other != KING:
                    hand[other if other < KING else other - PROMOTED] += 1
        if start is None:
            hand[kind] -= 1
        else:
            next_position.pieces[side][kind] ^= 1 << start
        next_position.pieces[side][becomes] |= 1 << to
        return None if next_position.in_check(side) else next_position

    def moves(self):
        """All moves but for the safety of the king and mate by a pawn's drop: from, to, kind, what it becomes."""
        side, occupied = self.side, self.occupied()
        own = sum(self.pieces[side])
        for kind, board in enumerate(self.pieces[side]):
            for start in squares(board):
                for to in squares(ATTACKS[kind][side](start, occupied) & ~own):
                    if kind <= ROOK and (rank(start, side) < 3 or rank(to, side) < 3):
                        yield start, to, kind, kind + PROMOTED
                    if not is_stuck(kind, side, to):
                        yield start, to, kind, kind
        pawn_files = {number(square) // 9 for square in squares(self.pieces[side][PAWN])}
        for kind, count in enumerate(self.hand[side]):
            for place in range(81 if count else 0):
                to = bit(place)
                is_free = not occupied >> to & 1 and not is_stuck(kind, side, to)
                if is_free and not (kind == PAWN and place // 9 in pawn_files):
                    yield None, to, kind, kind

    def after(self, move):
        """The position after a legal move, or `None`. A pawn's drop mustn't mate."""
        next_position = self.made(*move)
        if next_position is None or move[0] is not None or move[2] != PAWN:
            return next_position
        is_mate = next_position.in_check(next_position.side) and not any(
            next_position.made(*reply) for reply in next_position.moves()
        )
        return None if is_mate else next_position

    def perft(self, depth):
        positions = filter(None, map(self.after, self.moves()))
        return sum(1 if depth == 1 else position.perft(depth - 1) for position in positions)


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for line in sys.stdin:
        text, *counts = line.strip().split("; ")
        position = Position.read(text)
        for depth, right in (part[1:].split() for part in counts):
            if int(depth) <= most:
                count = position.perft(int(depth))
                print(f"{text} depth {depth}: {count}")
                if count != int(right):
                    sys.exit(f"that should be {right}")


main()
