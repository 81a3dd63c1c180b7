//! A board's squares by file and rank, and values for each square, pair of squares or ray.

use super::table_of;
use magicgen_board::{Coordinate, Mapping, Piece, SquareSet, Walk};
use magicgen_ir::{Storage, Table, Type};

/// The steps of the eight directions as (files, ranks): clockwise from that towards higher ranks.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The same on hexagons: over edges and corners in turns.
const HEX_DIRECTIONS: [(i8, i8); 12] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (2, -1),
    (1, -1),
    (1, -2),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-2, 1),
    (-1, 1),
    (-1, 2),
];

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

    /// The type of a set of squares: a word, or several on boards of more than 64 bits.
    pub(super) fn set_type(self) -> Type {
        Type::of_sets(self.mapping.indices())
    }

    /// True on a board of hexagons.
    pub(super) fn is_hex(self) -> bool {
        self.mapping.board().is_hex
    }

    /// A companion's private table of sets under the name that these words make.
    pub(super) fn table(
        self,
        words: impl Into<String>,
        sentence: impl Into<String>,
        sets: &[SquareSet],
    ) -> Table {
        let kind = self.set_type();
        let storage = match kind {
            Type::Set(words) => Storage::Set(words),
            _ => Storage::Word,
        };
        let words_of = |set: &SquareSet| set.words().into_iter().take(kind.words().into());
        let entries = sets.iter().flat_map(words_of).collect();
        table_of(words, sentence, storage, entries)
    }

    /// The steps of all directions, clockwise from that towards higher ranks. A step of the second half is opposite to the
    /// step at the same place of the first half.
    pub(super) fn directions(self) -> &'static [(i8, i8)] {
        if self.is_hex() { &HEX_DIRECTIONS } else { &DIRECTIONS }
    }

    /// The opposite of a direction.
    pub(super) fn opposite(self, direction: usize) -> usize {
        let count = self.directions().len();
        (direction + count / 2) % count
    }

    /// The squares from `from` on in a direction, nearest first, up to the edge or a hole.
    pub(super) fn path(self, from: Coordinate, direction: usize) -> Vec<u8> {
        let step = self.directions()[direction];
        let next =
            |at: Coordinate| at.stepped(step).filter(|next| self.mapping.bit(*next).is_some());
        let path = std::iter::successors(next(from), |at| next(*at));
        path.filter_map(|at| self.mapping.bit(at)).collect()
    }

    /// A set for each bit index; the empty one where there is no square.
    pub(super) fn by_bit(self, set: impl Fn(Coordinate) -> SquareSet) -> Vec<SquareSet> {
        let of_bit = |bit| self.mapping.square(bit).map(&set).unwrap_or_default();
        self.mapping.bit_indices().map(of_bit).collect()
    }

    /// A value for each pair of squares, at the first one's bit index times the number of indices plus the second's.
    pub(super) fn by_pair(
        self,
        none: u64,
        value: impl Fn(Coordinate, Coordinate) -> u64,
    ) -> Vec<u64> {
        let width = self.indices();
        let mut values = vec![none; width * width];
        let squares: Vec<u8> = self.mapping.square_set().bits().collect();
        for (a, b) in squares.iter().flat_map(|a| squares.iter().map(move |b| (*a, *b))) {
            if let (Some(from), Some(to)) = (self.mapping.square(a), self.mapping.square(b)) {
                values[usize::from(a) * width + usize::from(b)] = value(from, to);
            }
        }
        values
    }

    /// A value for each pair of squares with the second on a ray of the first. `value` gets the ray, and the place of
    /// the second square on it.
    pub(super) fn by_ray<T: Copy>(
        self,
        none: T,
        value: impl Fn(Coordinate, usize, &[u8], usize) -> T,
    ) -> Vec<T> {
        let width = self.indices();
        let mut values = vec![none; width * width];
        for bit in self.mapping.square_set().bits() {
            let Some(from) = self.mapping.square(bit) else { continue };
            for direction in 0..self.directions().len() {
                let path = self.path(from, direction);
                for (at, to) in path.iter().enumerate() {
                    let place = usize::from(bit) * width + usize::from(*to);
                    values[place] = value(from, direction, &path, at);
                }
            }
        }
        values
    }

    /// Adds the second square to the set of each pair of squares.
    pub(super) fn with_seconds(self, sets: &mut [SquareSet]) {
        let width = self.indices();
        let squares: Vec<u8> = self.mapping.square_set().bits().collect();
        for (a, b) in squares.iter().flat_map(|a| squares.iter().map(move |b| (*a, *b))) {
            sets[usize::from(a) * width + usize::from(b)].insert(b);
        }
    }

    /// The squares that a piece attacks on the empty board, by bit index.
    pub(super) fn reaches(self, piece: &Piece) -> Vec<SquareSet> {
        let walk = Walk::new(piece, self.mapping);
        let squares = self.mapping.square_set();
        let reach = |bit: u8| {
            if squares.has(bit) { walk.attack_set(bit, SquareSet::EMPTY) } else { SquareSet::EMPTY }
        };
        self.mapping.bit_indices().map(reach).collect()
    }

    /// The squares of the board by a number that each has.
    pub(super) fn sorted(self, count: u8, number: impl Fn(Coordinate) -> u8) -> Vec<SquareSet> {
        let mut sets = vec![SquareSet::EMPTY; usize::from(count)];
        for bit in self.mapping.square_set().bits() {
            if let Some(at) = self.mapping.square(bit) {
                sets[usize::from(number(at))].insert(bit);
            }
        }
        sets
    }
}

/// The set of these squares.
pub(super) fn joined(squares: &[u8]) -> SquareSet {
    squares.iter().copied().collect()
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
