//! Proves a solution by computing the index of every subset of every mask.
//!
//! The loops here are independent of the search, so that a mistake in the search is found here.

use std::fmt;

use super::{Hash, OneTable, Solution, Width};
use magicgen_board::{Bitboard, MOST_RELEVANT, Problem, subsets};

/// The most index bits of a square: the most relevant squares of any mask, and two that a search may add.
pub const MOST_BITS: u8 = MOST_RELEVANT as u8 + ADDED_BITS;

/// The number of index bits that a search may add to a square's usual number. A lock accepts no more either.
pub const ADDED_BITS: u8 = 2;

/// Why a solution is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// Two occupancies of one square with different attack sets and one index.
    Destructive {
        /// The slider's bit index.
        bit: u8,
        /// The occupancy that had the index first.
        first: Bitboard,
        /// The first occupancy, in the order of the carry-rippler, whose index has another attack set already.
        second: Bitboard,
        /// The index of both.
        index: usize,
    },
    /// A shift that leaves no index bits, or more than any mask needs.
    Shift {
        /// The slider's bit index.
        bit: u8,
        /// The shift.
        shift: u8,
    },
    /// A square without a factor, or a factor without a square.
    Squares {
        /// The bit index of the square or factor.
        bit: u8,
    },
    /// A square's shift differs from the shift of the squares before it, although the method has one shift for all
    /// squares.
    Unequal {
        /// The slider's bit index.
        bit: u8,
        /// The shift.
        shift: u8,
        /// The shift of the squares before.
        others: u8,
    },
    /// A square that gets a wrong attack set from a table that all squares share, because of another square's attack
    /// sets.
    Crowded {
        /// The slider's bit index.
        bit: u8,
    },
}

impl Clash {
    /// The bit index of the square that is wrong.
    #[must_use]
    pub const fn bit(&self) -> u8 {
        match self {
            Self::Destructive { bit, .. }
            | Self::Shift { bit, .. }
            | Self::Squares { bit }
            | Self::Unequal { bit, .. }
            | Self::Crowded { bit } => *bit,
        }
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Destructive { bit, first, second, index } => write!(
                f,
                "at bit {bit} the occupancies {first:#018x} and {second:#018x} have different attack \
                 sets but one index, {index}"
            ),
            Self::Shift { bit, shift } => {
                write!(f, "the shift {shift} at bit {bit} is out of range")
            }
            Self::Squares { bit } => {
                write!(f, "bit {bit} has a factor without a square, or a square without a factor")
            }
            Self::Unequal { bit, shift, others } => {
                write!(
                    f,
                    "the shift {shift} at bit {bit} is {others} elsewhere, and all squares have one"
                )
            }
            Self::Crowded { bit } => {
                write!(f, "at bit {bit} an occupancy finds another square's attack set")
            }
        }
    }
}

impl std::error::Error for Clash {}

/// Checks every subset of every mask: subsets with one index must have one attack set. Squares and shifts are checked
/// first.
pub fn prove(problem: &Problem, solution: &Solution) -> Result<(), Clash> {
    let hash = solution.method.hash;
    let squares = problem.squares();
    for at in 0..squares.len().max(solution.magics.len()) {
        let of_problem = squares.get(at).map(|square| square.bit);
        let of_solution = solution.magics.get(at).map(|(bit, _)| *bit);
        if of_problem != of_solution {
            let bit = of_problem.into_iter().chain(of_solution).min().unwrap_or_default();
            return Err(Clash::Squares { bit });
        }
    }
    let mut shifts = solution.magics.iter().map(|(bit, magic)| (*bit, magic.shift));
    if let Some((_, others)) = shifts.next().filter(|_| solution.method.width == Width::Equal)
        && let Some((bit, shift)) = shifts.find(|(_, shift)| *shift != others)
    {
        return Err(Clash::Unequal { bit, shift, others });
    }
    // For each index, the number of the subset that had it first. Subsets are numbered through all squares, so that
    // numbers left by earlier squares are lower than `start` and count as empty.
    let mut seen: Vec<u32> = Vec::new();
    let mut start = 1;
    for (square, (bit, magic)) in squares.iter().zip(&solution.magics) {
        let wrong = Clash::Shift { bit: *bit, shift: magic.shift };
        let width = hash.product_bits().checked_sub(magic.shift).ok_or(wrong)?;
        if width == 0 || width > MOST_BITS {
            return Err(wrong);
        }
        if seen.len() < 1 << width {
            seen.resize(1 << width, 0);
        }
        let attacks = problem.attacks(*square);
        for (subset, occupied) in subsets(square.mask).enumerate() {
            let index = hash.index(occupied, *magic);
            let there = &mut seen[index];
            if *there < start {
                *there = start + subset as u32;
            } else {
                let first = (*there - start) as usize;
                if attacks[first] != attacks[subset] {
                    let first = subsets(square.mask).nth(first).unwrap_or_default();
                    return Err(Clash::Destructive { bit: *bit, first, second: occupied, index });
                }
            }
        }
        // A square without relevant squares has a table of one entry, so its index must be 0. Its factor must be 0 too,
        // unless it holds other numbers, serves other squares as well, or is the square's place in a table of all
        // squares.
        let kind = solution.method.kind;
        let is_its_own = hash != Hash::Preshifted && !kind.is_in_factor() && !kind.is_group();
        if square.mask == 0 && magic.factor != 0 && is_its_own {
            return Err(Clash::Squares { bit: *bit });
        }
        start += square.subsets() as u32;
    }
    if solution.method.kind.is_group() {
        OneTable::of(solution).prove(problem).map_err(|bit| Clash::Crowded { bit })?;
    }
    Ok(())
}
