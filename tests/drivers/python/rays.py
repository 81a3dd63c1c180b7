"""A board as a driver's arguments give it, and pieces walked over its files and ranks."""

ROOK = ((0, 1), (1, 0), (0, -1), (-1, 0))
BISHOP = ((1, 1), (1, -1), (-1, -1), (-1, 1))
QUEEN = ROOK + BISHOP
BITS = (1 << 64) - 1


class Board:
    """Width, height, then the bit index of every square, a dash for a hole."""

    def __init__(self, arguments):
        self.width, self.height = map(int, arguments[:2])
        self.bits = [None if bit == "-" else int(bit) for bit in arguments[2:]]
        self.squares = sorted(bit for bit in self.bits if bit is not None)

    def bit(self, file, rank):
        inside = 0 <= file < self.width and 0 <= rank < self.height
        return self.bits[rank * self.width + file] if inside else None

    def rays(self, steps, most, square):
        """The bits of every ray, as words, from a square outwards."""
        rank, file = divmod(self.bits.index(square), self.width)
        rays = []
        for files, ranks in steps:
            ray = []
            for step in range(1, most + 1):
                bit = self.bit(file + step * files, rank + step * ranks)
                if bit is None:
                    break
                ray.append(1 << bit)
            rays.append(ray)
        return rays


def walk(rays, occupied):
    attacks = 0
    for ray in rays:
        for bit in ray:
            attacks |= bit
            if occupied & bit:
                break
    return attacks


def mask(rays):
    """All squares of the rays behind which there is another."""
    return sum(bit for ray in rays for bit in ray[:-1])


def subsets(mask):
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if not subset:
            return


def random_words():
    """Marsaglia's xorshift, as tests/data/moves.py has it."""
    state = 0x9E3779B97F4A7C15
    while True:
        state ^= state << 13 & BITS
        state ^= state >> 7
        state ^= state << 17 & BITS
        yield state


def digest(sets):
    """FNV-1a of 64 bits, over the bytes of sets from the lowest on."""
    value = 0xCBF29CE484222325
    for attacks in sets:
        for byte in attacks.to_bytes(8, "little"):
            value = (value ^ byte) * 0x100000001B3 & BITS
    return value


def cases(board, steps, most, random):
    """Every subset of every mask, then boards of every density with junk off the mask."""
    whole, others = [], []
    for square in board.squares:
        rays = board.rays(steps, most, square)
        relevant = mask(rays)
        for subset in subsets(relevant):
            attacks = walk(rays, subset)
            whole.append((square, subset, attacks))
            junk = subset | next(random) & ~relevant | 1 << square
            others.append((square, junk, attacks))
        for turn in range(100):
            occupied = next(random)
            for _ in range(turn % 4):
                occupied &= next(random)
            others.append((square, occupied, walk(rays, occupied)))
    return whole, others


def positions(board, random):
    """Random positions, as tests/data/moves.py makes them: own pieces on bits, all, own."""
    for position in range(10_000):
        both = next(random) & next(random)
        white = both & next(random)
        occupied = own = 0
        for square, bit in enumerate(board.bits):
            occupied |= (both >> square & 1) << bit
            own |= (white >> square & 1) << bit
        movers = [((square + position) % 3, board.bits[square]) for square in range(64) if white >> square & 1]
        yield movers, occupied, own


def names(board, module):
    """Squares by name and by file and rank."""
    for rank in range(8):
        for file in range(8):
            assert module.square(file, rank) == board.bit(file, rank), (file, rank)
    corners = {"A1": (0, 0), "H1": (7, 0), "A8": (0, 7), "H8": (7, 7)}
    for name, place in corners.items():
        assert getattr(module, name) == board.bit(*place), name
