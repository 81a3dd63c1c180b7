//! A board's squares by file and rank, and values for each square, pair of squares or ray.

use magicgen_board::{Bitboard, Coordinate, Mapping, Piece, Walk, bits};

/// The steps of the eight directions as (files, ranks): clockwise from that towards higher ranks.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The board on which companions are made.
#[derive(Clone, Copy)]
pub(super) struct Ground<'m> {
    pub(super) mapping: &'m Mapping,
}

impl Ground<'_> {
    /// The number of entries of a table with one for each square.
    pub(super) fn indices(self) -> usize {
        usize::from(self.mapping.indices())
    }

    /// The squares from `from` on in a direction, nearest first, up to the edge or a hole.
    pub(super) fn path(self, from: Coordinate, direction: usize) -> Vec<u8> {
        let next = |at: Coordinate| {
            at.stepped(DIRECTIONS[direction]).filter(|next| self.mapping.bit(*next).is_some())
        };
        let path = std::iter::successors(next(from), |at| next(*at));
        path.filter_map(|at| self.mapping.bit(at)).collect()
    }

    /// A value for each bit index; 0 where there is no square.
    pub(super) fn by_bit(self, value: impl Fn(Coordinate) -> u64) -> Vec<u64> {
        let mut values = vec![0; self.indices()];
        for bit in bits(self.mapping.squares()) {
            if let Some(at) = self.mapping.square(bit) {
                values[usize::from(bit)] = value(at);
            }
        }
        values
    }

    /// A value for each pair of squares, at the first one's bit index times the number of indices plus the second's.
    pub(super) fn by_pair(
        self,
        none: u64,
        value: impl Fn(Coordinate, Coordinate) -> u64,
    ) -> Vec<u64> {
        let width = self.indices();
        let mut values = vec![none; width * width];
        let squares: Vec<u8> = bits(self.mapping.squares()).collect();
        for (a, b) in squares.iter().flat_map(|a| squares.iter().map(move |b| (*a, *b))) {
            if let (Some(from), Some(to)) = (self.mapping.square(a), self.mapping.square(b)) {
                values[usize::from(a) * width + usize::from(b)] = value(from, to);
            }
        }
        values
    }

    /// A value for each pair of squares with the second on a ray of the first. `value` gets the ray, and the place of
    /// the second square on it.
    pub(super) fn by_ray(
        self,
        none: u64,
        value: impl Fn(Coordinate, usize, &[u8], usize) -> u64,
    ) -> Vec<u64> {
        let width = self.indices();
        let mut values = vec![none; width * width];
        for bit in bits(self.mapping.squares()) {
            let Some(from) = self.mapping.square(bit) else { continue };
            for direction in 0..DIRECTIONS.len() {
                let path = self.path(from, direction);
                for (at, to) in path.iter().enumerate() {
                    let place = usize::from(bit) * width + usize::from(*to);
                    values[place] = value(from, direction, &path, at);
                }
            }
        }
        values
    }

    /// The squares that a piece attacks on the empty board, by bit index.
    pub(super) fn reaches(self, piece: &Piece) -> Vec<Bitboard> {
        let walk = Walk::new(piece, self.mapping);
        let squares = self.mapping.squares();
        let reach = |bit: u8| if squares >> bit & 1 == 0 { 0 } else { walk.attacks(bit, 0) };
        self.mapping.bit_indices().map(reach).collect()
    }

    /// The squares of the board by a number that each has.
    pub(super) fn sorted(self, count: u8, number: impl Fn(Coordinate) -> u8) -> Vec<Bitboard> {
        let mut sets = vec![0; usize::from(count)];
        for bit in bits(self.mapping.squares()) {
            if let Some(at) = self.mapping.square(bit) {
                sets[usize::from(number(at))] |= 1 << bit;
            }
        }
        sets
    }
}

/// The set of these squares.
pub(super) fn joined(squares: &[u8]) -> Bitboard {
    squares.iter().fold(0, |set, bit| set | 1 << bit)
}

/// The words of a stream of random bytes, without end.
pub(super) fn random_words(source: &blake3::Hasher) -> impl FnMut() -> u64 + use<> {
    let mut stream = source.finalize_xof();
    move || {
        let mut bytes = [0; 8];
        stream.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }
}
