//! Boards of which one half of the squares is the mirror image of the other.
//!
//! Reversing the bytes of a word reverses the board's ranks, or its files where squares are counted by files. Where all
//! attack sets are mirrored with their squares, a lookup needs tables for one half only.

use std::fmt;

use super::{Bitboard, Problem, subsets};

/// The reversal of the bytes that a board's squares fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mirror {
    bytes: u8,
}

impl Mirror {
    /// The mirror of a board with so many bit indices; `None` unless they fill an even number of bytes.
    #[must_use]
    pub const fn new(indices: u8) -> Option<Self> {
        let bytes = indices.div_ceil(8);
        if bytes == 0 || !bytes.is_multiple_of(2) { None } else { Some(Self { bytes }) }
    }

    /// The number of bits by which a word with all its bytes reversed is shifted right.
    #[must_use]
    pub const fn shift(self) -> u8 {
        64 - 8 * self.bytes
    }

    /// The lowest bit index of the half that is stored.
    #[must_use]
    pub const fn middle(self) -> u8 {
        4 * self.bytes
    }

    /// The mirror image of a set.
    #[must_use]
    pub const fn set(self, set: Bitboard) -> Bitboard {
        set.swap_bytes() >> self.shift()
    }

    /// The mirror image of a square.
    #[must_use]
    pub const fn bit(self, bit: u8) -> u8 {
        8 * (self.bytes - 1 - bit / 8) + bit % 8
    }
}

/// The reason why a problem can't be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMirrored {
    /// The squares don't fill an even number of bytes.
    Board,
    /// The attack sets on a square aren't the mirror images of those on the other half.
    Square {
        /// The square's bit index.
        bit: u8,
    },
}

impl fmt::Display for NotMirrored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board => {
                f.write_str("the squares don't fill an even number of ranks of eight, or of files")
            }
            Self::Square { bit } => {
                write!(f, "attacks from bit {bit} aren't mirrored on the other half of the board")
            }
        }
    }
}

impl std::error::Error for NotMirrored {}

impl Problem {
    /// The upper half of the squares, if the lower half is its mirror image.
    pub fn folded(&self) -> Result<Self, NotMirrored> {
        let mirror = Mirror::new(self.indices).ok_or(NotMirrored::Board)?;
        let mut half = self.without_squares();
        for square in self.squares() {
            let wrong = NotMirrored::Square { bit: square.bit };
            let other = self.square(mirror.bit(square.bit)).ok_or(wrong)?;
            if square.bit < mirror.middle() {
                continue;
            }
            let is_alike = |(occupied, attacks): (Bitboard, &Bitboard)| {
                self.attacks_under(other, mirror.set(occupied)) == mirror.set(*attacks)
            };
            let pairs = subsets(square.mask).zip(self.attacks(*square));
            if other.mask != mirror.set(square.mask) || !{ pairs }.all(is_alike) {
                return Err(wrong);
            }
            half.push_square(*square, self.attacks(*square).iter().copied(), self.classes(*square));
        }
        Ok(half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board, Mapping, Order, Piece, Standard, Walk};

    fn problem(piece: &Piece, width: u8, height: u8) -> Problem {
        let board = Board::new(width, height).unwrap();
        let order = Order::Standard { standard: Standard::ALL[0], stride: width };
        let mapping = Mapping::new(board, order).unwrap();
        Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap()
    }

    #[test]
    fn a_half_has_the_problems_of_the_whole() {
        for (width, height) in [(8, 8), (8, 4), (8, 2)] {
            let whole = problem(&Piece::rook(), width, height);
            let half = whole.folded().unwrap();
            assert_eq!(half.indices, whole.indices);
            assert_eq!(half.squares().len(), whole.squares().len() / 2);
            for square in half.squares() {
                let same = whole.square(square.bit).unwrap();
                assert!(square.bit >= whole.indices / 2);
                assert_eq!(half.attacks(*square), whole.attacks(same));
                assert_eq!(half.classes(*square), whole.classes(same));
            }
        }
    }

    #[test]
    fn boards_and_pieces_without_the_symmetry_are_refused() {
        for (width, height) in [(8, 7), (5, 4), (8, 3)] {
            let refused = problem(&Piece::bishop(), width, height).folded().map(|_| ());
            assert_eq!(refused, Err(NotMirrored::Board), "{width} {height}");
        }
        // Two ranks of four squares in each byte: reversing bytes mirrors pairs of ranks.
        let pairs = problem(&Piece::rook(), 4, 8).folded().map(|_| ());
        assert_eq!(pairs, Err(NotMirrored::Square { bit: 16 }));
        let lance = Piece::new("lance", &[(0, 1)], 7).unwrap();
        let refused = problem(&lance, 8, 8).folded().map(|_| ());
        assert_eq!(refused, Err(NotMirrored::Square { bit: 32 }));
    }
}
