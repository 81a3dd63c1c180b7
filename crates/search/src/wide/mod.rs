//! Finds how the words of a wide board's occupancy become an index, by construction: no subset is visited.
//!
//! [`find_wide_indices`] takes the masks of one piece, or of one of its lines, and looks for the cheapest form that
//! serves all squares with as many index bits as each has relevant squares:
//!
//! 1. One fold for all squares: the words are shifted by constants and joined to one, which a factor multiplies.
//! 2. A fold with shifts of the square's own.
//! 3. A product for each word; the products are added. A square that no such product serves gets up to four index bits
//!    more.
//!
//! The factors are found as [`gather`](crate::gather) finds them. Where no factor gives each relevant square one bit of
//! the index, it suffices that the lowest bit that a square changes is its own. H. G. Muller's generator in his fork of
//! Fairy-Stockfish places mask bits in an index without collisions, too, and verifies afterwards.

mod finder;
mod index;
mod shifts;
mod spread;
#[cfg(test)]
mod tests;

use std::fmt;

pub use finder::find_wide_indices;
pub use index::{MOST_PROVED, RowOfBits, WideIndex, WideProduct, WordShifts};
pub use spread::{SquareSets, WideSpread, WideSpreads, find_wide_spreads};

/// The indices of one piece or of one of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideIndices {
    /// The form that all squares have.
    pub form: WideForm,
    /// The bit index of each square, and its index.
    pub squares: Vec<(u8, WideIndex)>,
    /// The fold that serves most squares; `None` where one serves all, or where relevant bits meet in each.
    pub nearest: Option<NearestFold>,
}

/// The form of the indices of all squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideForm {
    /// [`WideProduct::Folded`] with these shifts.
    Fold(WordShifts),
    /// [`WideProduct::Folded`] with shifts of the square's own.
    FoldBySquare,
    /// [`WideProduct::Split`].
    Split,
}

/// The fold that serves most squares, but not all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestFold {
    /// The shifts.
    pub shifts: WordShifts,
    /// The bit indices of the squares that it doesn't serve.
    pub left: Vec<u8>,
}

/// No form serves all squares of a piece or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWideIndex {
    /// The bit indices of the squares that no form serves.
    pub squares: Vec<u8>,
    /// The fold that serves most squares.
    pub nearest: Option<NearestFold>,
}

impl fmt::Display for NoWideIndex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits: Vec<String> = self.squares.iter().map(u8::to_string).collect();
        let which = if bits.len() == 1 { "bit index" } else { "bit indices" };
        write!(
            out,
            "no factors were found for the squares with the {which} {}, with as many index bits as relevant squares; \
             look up each line of the piece alone, or choose a lookup without factors",
            bits.join(", ")
        )
    }
}

impl std::error::Error for NoWideIndex {}

impl WideIndices {
    /// True if a shift of the folded word gives each index, without a product.
    #[must_use]
    pub fn are_shifts(&self) -> bool {
        self.squares.iter().all(|(_, index)| index.net_shift().is_some())
    }
}
