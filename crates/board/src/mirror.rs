//! Boards on which one part of the squares mirrors all others.
//!
//! Reversing the bytes of a word reverses the board's ranks, or its files if squares are counted by files. Reversing
//! the bits of each byte reverses its files, or its ranks. If all attack sets are mirrored with their squares, a lookup
//! needs tables for only one half of the board, or for a quarter if both mirrors hold.

use std::fmt;

use super::{Bitboard, Problem, subsets};

/// The mirrors that leave a part of the squares; the others are looked up as mirror images of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// None: each square is looked up itself.
    #[default]
    None,
    /// The upper half of the bytes is left: of the ranks, where squares are counted by ranks.
    Ranks,
    /// The lower half of each byte is left: of the files, where squares are counted by ranks.
    Files,
    /// A quarter is left.
    Both,
}

impl Fold {
    /// Every value but none, with its word in a config.
    pub const ALL: &[(&'static str, Self)] =
        &[("ranks", Self::Ranks), ("files", Self::Files), ("both", Self::Both)];

    /// The word for this value in a config.
    #[must_use]
    pub fn id(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }

    /// The mirrors of a board with `indices` bit indices. Each mirror halves the squares that the mirror before it
    /// leaves.
    pub fn mirrors(self, indices: u8) -> impl Iterator<Item = Mirror> {
        let files = matches!(self, Self::Files | Self::Both).then_some(Mirror::Files);
        let bytes = indices.div_ceil(8);
        let ranks = matches!(self, Self::Ranks | Self::Both).then_some(Mirror::Ranks { bytes });
        files.into_iter().chain(ranks)
    }
}

/// A reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// Reverses the bytes that squares fill.
    Ranks {
        /// Their number.
        bytes: u8,
    },
    /// Reverses the bits of each byte.
    Files,
}

impl Mirror {
    /// True for a square of the half that is left. Of the bytes it is the upper half and of each byte the lower one:
    /// known factors use fewer slots there.
    #[must_use]
    pub const fn keeps(self, bit: u8) -> bool {
        match self {
            Self::Ranks { bytes } => bit >= 4 * bytes,
            Self::Files => bit % 8 < 4,
        }
    }

    /// The mirror image of a set.
    #[must_use]
    pub const fn set(self, set: Bitboard) -> Bitboard {
        match self {
            Self::Ranks { bytes } => set.swap_bytes() >> (64 - 8 * bytes),
            Self::Files => set.reverse_bits().swap_bytes(),
        }
    }

    /// The mirror image of a square.
    #[must_use]
    pub const fn bit(self, bit: u8) -> u8 {
        match self {
            Self::Ranks { bytes } => 8 * (bytes - 1 - bit / 8) + bit % 8,
            Self::Files => bit ^ 7,
        }
    }
}

/// The reason why a problem can't be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMirrored {
    /// The squares don't fill an even number of bytes.
    Board,
    /// The attack sets on a square don't mirror the attack sets on the other half.
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
    /// The squares that mirrors leave, if all others are their mirror images.
    pub fn folded(&self, fold: Fold) -> Result<Self, NotMirrored> {
        let mut mirrors = fold.mirrors(self.indices);
        mirrors.try_fold(self.clone(), |part, mirror| part.half(mirror))
    }

    /// One half of the squares, if the other half is its mirror image.
    fn half(&self, mirror: Mirror) -> Result<Self, NotMirrored> {
        if matches!(mirror, Mirror::Ranks { bytes } if bytes == 0 || !bytes.is_multiple_of(2)) {
            return Err(NotMirrored::Board);
        }
        let mut half = self.without_squares();
        for square in self.squares() {
            let wrong = NotMirrored::Square { bit: square.bit };
            let other = self.square(mirror.bit(square.bit)).ok_or(wrong)?;
            if !mirror.keeps(square.bit) {
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
    use crate::{Board, Mapping, Order, Piece, Standard, Walk};

    fn problem_on(board: Board, piece: &Piece, stride: u8) -> Problem {
        let order = Order::Standard { standard: Standard::ALL[0], stride };
        let mapping = Mapping::new(board, order).unwrap();
        Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap()
    }

    fn problem(piece: &Piece, width: u8, height: u8) -> Problem {
        problem_on(Board::new(width, height).unwrap(), piece, width)
    }

    #[test]
    fn a_part_has_the_problems_of_the_whole() {
        let boards = [
            (Fold::Ranks, &[(8, 8), (8, 4), (8, 2)][..]),
            (Fold::Files, &[(8, 8), (8, 5), (8, 1)]),
            (Fold::Both, &[(8, 8), (8, 4)]),
        ];
        for (fold, sizes) in boards {
            for (width, height) in sizes.iter().copied() {
                let whole = problem(&Piece::rook(), width, height);
                let part = whole.folded(fold).unwrap();
                assert_eq!(part.indices, whole.indices);
                let divisor = if fold == Fold::Both { 4 } else { 2 };
                assert_eq!(part.squares().len(), whole.squares().len() / divisor);
                for square in part.squares() {
                    let same = whole.square(square.bit).unwrap();
                    assert!(fold == Fold::Files || square.bit >= whole.indices / 2);
                    assert!(fold == Fold::Ranks || square.bit % 8 < 4);
                    assert_eq!(part.attacks(*square), whole.attacks(same));
                    assert_eq!(part.classes(*square), whole.classes(same));
                }
            }
        }
    }

    #[test]
    fn boards_and_pieces_without_the_symmetry_are_refused() {
        let refused = |problem: &Problem, fold| problem.folded(fold).err();
        let square = |bit| Some(NotMirrored::Square { bit });
        for (width, height) in [(8, 7), (5, 4), (8, 3)] {
            let odd = problem(&Piece::bishop(), width, height);
            for fold in [Fold::Ranks, Fold::Both] {
                let is_even = width == 8 || fold == Fold::Ranks;
                let why = if is_even { Some(NotMirrored::Board) } else { square(0) };
                assert_eq!(refused(&odd, fold), why, "{width} {height} {fold:?}");
            }
        }
        // Seven files, with and without a gap; two ranks of four squares in each byte, whose pairs are mirrored.
        for (width, height, stride) in [(7, 8, 8), (7, 8, 7), (4, 8, 8)] {
            let few = problem_on(Board::new(width, height).unwrap(), &Piece::rook(), stride);
            assert_eq!(refused(&few, Fold::Files), square(0), "{width} {height} {stride}");
        }
        let pairs = problem(&Piece::rook(), 4, 8);
        assert_eq!(refused(&pairs, Fold::Ranks), square(16));
        assert_eq!(refused(&pairs, Fold::Files), square(0));
    }

    /// A lance goes up alone: left and right are alike, up and down are not.
    #[test]
    fn a_piece_that_goes_one_way_is_mirrored_where_it_goes_straight() {
        let lance = problem(&Piece::new("lance", &[(0, 1)], 7).unwrap(), 8, 8);
        assert!(lance.folded(Fold::Files).is_ok());
        let wrong = |bit| NotMirrored::Square { bit };
        assert_eq!(lance.folded(Fold::Ranks).err(), Some(wrong(32)));
        assert_eq!(lance.folded(Fold::Both).err(), Some(wrong(32)));
    }

    #[test]
    fn holes_have_to_be_mirrored() {
        let with_holes = |holes: &[&str]| {
            let mut board = Board::new(8, 4).unwrap();
            board.holes = holes.iter().map(|hole| hole.parse().unwrap()).collect();
            problem_on(board, &Piece::rook(), 8)
        };
        let kept = [(Fold::Ranks, ["b1", "b4"]), (Fold::Files, ["h4", "a4"])];
        for (fold, holes) in kept {
            assert!(with_holes(&holes).folded(fold).is_ok());
            assert!(with_holes(&holes[..1]).folded(fold).is_err());
            assert!(with_holes(&holes).folded(Fold::Both).is_err());
        }
        assert!(with_holes(&["b1", "b4", "g1", "g4"]).folded(Fold::Both).is_ok());
    }
}
