//! Attack sets as PDEP takes them: packed to the squares that the slider reaches on the empty board.
//!
//! PDEP spreads as many low bits as its mask has, and doesn't look at those above. So one number can serve squares of
//! any part of the board, as long as their packed attack sets agree on the bits that are read for both. That is the same
//! question as the one under a post-mask, about bits instead of squares.

use super::{Bitboard, Problem, SquareProblem, compress};

impl SquareProblem {
    /// The bits that PDEP reads.
    #[must_use]
    pub fn read_bits(&self) -> Bitboard {
        compress(self.reach, self.reach)
    }
}

impl Problem {
    /// Whether reaches are the lowest bits, as [`Self::packed`] has made them.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        self.squares().iter().all(|square| square.reach == square.read_bits())
    }

    /// The same masks, with every attack set packed as PDEP takes it. The reach of a square is the bits that are read.
    #[must_use]
    pub fn packed(&self) -> Self {
        let mut packed = self.without_squares();
        for square in self.squares() {
            let attacks = self.attacks(*square).iter().map(|set| compress(*set, square.reach));
            let mut read = *square;
            read.reach = square.read_bits();
            packed.push_square(read, attacks, self.classes(*square));
        }
        packed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mapping, Piece, Standard, Walk, expand};

    #[test]
    fn what_is_packed_spreads_to_the_attack_set_whatever_lies_above() {
        let mapping = Mapping::chess(Standard::ALL[0]);
        for piece in [Piece::rook(), Piece::bishop()] {
            let problem = Problem::new(&Walk::new(&piece, &mapping), mapping.squares()).unwrap();
            let packed = problem.packed();
            assert!(packed.is_packed() && !problem.is_packed());
            for (square, read) in problem.squares().iter().zip(packed.squares()) {
                assert_eq!((square.bit, square.mask), (read.bit, read.mask));
                assert_eq!(problem.classes(*square), packed.classes(*read));
                let both = problem.attacks(*square).iter().zip(packed.attacks(*read));
                for (attacks, bits) in both {
                    assert_eq!(bits & !read.reach, 0);
                    assert_eq!(expand(bits | !read.reach, square.reach), *attacks);
                }
            }
        }
    }
}
