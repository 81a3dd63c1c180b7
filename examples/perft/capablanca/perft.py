"""Counts the move sequences of Capablanca chess with generated lookups, and compares the counts with published ones.

magicgen && python3 perft.py 3 < positions.txt
"""

import sys

import capablanca

# The kinds in the order of their letters.
LETTERS = "pnbracqk"
PAWN, KNIGHT, BISHOP, ROOK, ARCHBISHOP, CHANCELLOR, QUEEN, KING = range(8)
WHITE, BLACK = range(2)

# The lookups of the kinds behind the pawn.
ATTACKS = [
    None, capablanca.knight_attacks, capablanca.bishop_attacks, capablanca.rook_attacks,
    capablanca.archbishop_attacks, capablanca.chancellor_attacks, capablanca.queen_attacks,
    capablanca.king_attacks,
]
STEPS = [capablanca.white_pawn_quiets, capablanca.black_pawn_quiets]
CAPTURES = [capablanca.white_pawn_captures, capablanca.black_pawn_captures]


def squares(board):
    """The squares of a set."""
    while board:
        yield (board & -board).bit_length() - 1
        board &= board - 1


class Position:
    """A position: the sets of each side by kind, and the side to move.

    `passed` is the square that a pawn passed by a double step, and `unmoved` are the kings and rooks that may still
    castle: both are sets.
    """

    def __init__(self, pieces, side, passed, unmoved):
        self.pieces, self.side, self.passed, self.unmoved = pieces, side, passed, unmoved
        self.all = [sum(pieces[WHITE]), sum(pieces[BLACK])]
        self.occupied = self.all[WHITE] | self.all[BLACK]

    @classmethod
    def read(cls, text):
        """Reads a position: ranks from the top, the side to move, and where the sides may castle."""
        board, side, castling = text.split()
        pieces = [[0] * 8, [0] * 8]
        for rank, row in zip(range(7, -1, -1), board.split("/")):
            file, free = 0, ""
            for letter in row:
                if letter.isdigit():
                    free += letter
                    continue
                file += int(free or 0)
                free = ""
                pieces[letter.islower()][LETTERS.index(letter.lower())] |= 1 << rank * 10 + file
                file += 1
        unmoved = 0
        for letter in castling.strip("-"):
            home = 75 if letter.islower() else 5
            unmoved |= 1 << home | 1 << (home + 4 if letter in "Kk" else home - 5)
        return cls(pieces, int(side == "b"), 0, unmoved)

    def is_attacked(self, side, square):
        """Whether the other side attacks a square, where a king of the given side stands or would stand."""
        by = self.pieces[1 - side]
        return bool(CAPTURES[side](square, by[PAWN])) or any(
            by[kind] and ATTACKS[kind](square, self.occupied) & by[kind] for kind in range(KNIGHT, KING + 1)
        )

    def castles(self):
        """The squares to which the king castles: three files to a side, out of no check and through none."""
        home = 5 if self.side == WHITE else 75
        found = 0
        for corner, step in (home - 5, -1), (home + 4, 1):
            both = 1 << home | 1 << corner
            if (
                self.unmoved & both == both
                and capablanca.rook_attacks(corner, self.occupied) >> home & 1
                and not any(self.is_attacked(self.side, home + step * steps) for steps in range(3))
            ):
                found |= 1 << home + step * 3
        return found

    def targets(self, kind, start):
        """The squares that a piece of the side to move may go to."""
        if kind == PAWN:
            others = self.all[1 - self.side] | self.passed
            return STEPS[self.side](start, self.occupied) | CAPTURES[self.side](start, others)
        attacks = ATTACKS[kind](start, self.occupied) & ~self.all[self.side]
        return attacks | self.castles() if kind == KING else attacks

    def moved(self, kind, start, to, becomes):
        """The position after a move; `None` if it isn't legal."""
        side = self.side
        captured = 1 << to
        if kind == PAWN and self.passed >> to & 1:
            captured |= 1 << (to - 10 if side == WHITE else to + 10)
        pieces = [None, None]
        pieces[side] = list(self.pieces[side])
        pieces[1 - side] = [each & ~captured for each in self.pieces[1 - side]]
        pieces[side][kind] ^= 1 << start
        pieces[side][becomes] |= 1 << to
        if kind == KING and to - start == 3:
            pieces[side][ROOK] ^= 1 << start + 4 | 1 << to - 1
        elif kind == KING and start - to == 3:
            pieces[side][ROOK] ^= 1 << start - 5 | 1 << to + 1
        is_double = kind == PAWN and abs(start - to) == 20
        passed = 1 << (start + to) // 2 if is_double else 0
        following = Position(pieces, 1 - side, passed, self.unmoved & ~(1 << start | 1 << to))
        king = pieces[side][KING].bit_length() - 1
        return None if following.is_attacked(side, king) else following

    def perft(self, depth):
        count = 0
        for kind, board in enumerate(self.pieces[self.side]):
            for start in squares(board):
                for to in squares(self.targets(kind, start)):
                    promotes = kind == PAWN and not 10 <= to < 70
                    for becomes in range(KNIGHT, KING) if promotes else (kind,):
                        following = self.moved(kind, start, to, becomes)
                        if following:
                            count += 1 if depth == 1 else following.perft(depth - 1)
        return count


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
