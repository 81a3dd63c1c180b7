//! Sets of squares of boards with up to 256 bit indices.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

use super::{Bitboard, bits};

/// The number of words of a [`SquareSet`].
const WORDS: usize = 4;

/// A set of squares: bit `i % 64` of word `i / 64` stands for the square with bit index `i`.
///
/// A [`Bitboard`] is the first word alone, which serves the boards of up to 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet {
    words: [u64; WORDS],
}

impl SquareSet {
    /// The set without a square.
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// The set of one square.
    #[must_use]
    pub const fn of(bit: u8) -> Self {
        let mut words = [0; WORDS];
        words[bit as usize / 64] = 1 << (bit % 64);
        Self { words }
    }

    /// The set with these words, the lowest first.
    #[must_use]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self { words }
    }

    /// All words, the lowest first.
    #[must_use]
    pub const fn words(self) -> [u64; WORDS] {
        self.words
    }

    /// The lowest word, which is the whole set on a board of up to 64 bits.
    #[must_use]
    pub const fn low(self) -> Bitboard {
        self.words[0]
    }

    /// True where a square is in the set.
    #[must_use]
    pub const fn has(self, bit: u8) -> bool {
        self.words[bit as usize / 64] >> (bit % 64) & 1 != 0
    }

    /// Adds a square.
    pub const fn insert(&mut self, bit: u8) {
        self.words[bit as usize / 64] |= 1 << (bit % 64);
    }

    /// The number of squares.
    #[must_use]
    pub fn len(self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// True for the set without a square.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The bit indices of the squares, ascending.
    pub fn bits(self) -> impl Iterator<Item = u8> {
        (0..WORDS as u8).flat_map(move |word| {
            bits(self.words[usize::from(word)]).map(move |bit| 64 * word + bit)
        })
    }

    /// The squares whose numbers are set in `packed`, where the squares of this set are numbered from the lowest.
    #[must_use]
    pub fn subset(self, packed: u64) -> Self {
        let numbered = self.bits().enumerate();
        numbered.filter(|(number, _)| packed >> number & 1 != 0).map(|(_, bit)| bit).collect()
    }

    /// The squares of `subset`, by their numbers in this set: what [`Self::subset`] takes.
    #[must_use]
    pub fn numbers(self, subset: Self) -> u64 {
        let numbered = self.bits().enumerate();
        let inside = numbered.filter(|(_, bit)| subset.has(*bit));
        inside.fold(0, |packed, (number, _)| packed | 1 << number)
    }

    /// Every subset, the empty one first, in the order of the carry-rippler: subset `k` is what [`Self::subset`] makes of
    /// `k`.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(Self::EMPTY);
        std::iter::from_fn(move || {
            let subset = next?;
            let (mut following, mut has_borrow) = (Self::EMPTY, false);
            for (at, mask) in self.words.into_iter().enumerate() {
                let (rest, is_below) = subset.words[at].overflowing_sub(mask);
                let (rest, is_below_one) = rest.overflowing_sub(u64::from(has_borrow));
                following.words[at] = rest & mask;
                has_borrow = is_below || is_below_one;
            }
            next = Some(following).filter(|set| !set.is_empty());
            Some(subset)
        })
    }

    fn by_word(self, other: Self, joined: impl Fn(u64, u64) -> u64) -> Self {
        Self { words: std::array::from_fn(|at| joined(self.words[at], other.words[at])) }
    }
}

impl From<Bitboard> for SquareSet {
    fn from(low: Bitboard) -> Self {
        Self { words: [low, 0, 0, 0] }
    }
}

impl FromIterator<u8> for SquareSet {
    fn from_iter<T: IntoIterator<Item = u8>>(bits: T) -> Self {
        let mut set = Self::EMPTY;
        bits.into_iter().for_each(|bit| set.insert(bit));
        set
    }
}

impl FromIterator<Self> for SquareSet {
    fn from_iter<T: IntoIterator<Item = Self>>(sets: T) -> Self {
        sets.into_iter().fold(Self::EMPTY, |all, set| all | set)
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.by_word(other, |a, b| a | b)
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.by_word(other, |a, b| a & b)
    }
}

impl BitXor for SquareSet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.by_word(other, |a, b| a ^ b)
    }
}

impl Not for SquareSet {
    type Output = Self;

    fn not(self) -> Self {
        self.by_word(Self::EMPTY, |word, _| !word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_in_the_word_of_its_bit_index() {
        let squares: SquareSet = [0, 63, 64, 127, 255].into_iter().collect();
        assert_eq!(squares.words(), [1 << 63 | 1, 1 << 63 | 1, 0, 1 << 63]);
        assert_eq!(squares.bits().collect::<Vec<_>>(), [0, 63, 64, 127, 255]);
        assert_eq!(squares.len(), 5);
        assert!(squares.has(127) && !squares.has(126));
        assert_eq!(squares.subset(0b10101), [0, 64, 255].into_iter().collect());
        assert_eq!(squares.numbers(squares.subset(0b10101)), 0b10101);
        let all: Vec<SquareSet> = squares.subsets().collect();
        assert_eq!(all, (0..32).map(|packed| squares.subset(packed)).collect::<Vec<_>>());
        assert_eq!(SquareSet::EMPTY.subsets().collect::<Vec<_>>(), [SquareSet::EMPTY]);
        assert_eq!(squares & SquareSet::of(64) | SquareSet::of(3), [3, 64].into_iter().collect());
        assert!((squares ^ squares).is_empty() && !(!squares).has(64));
    }
}
