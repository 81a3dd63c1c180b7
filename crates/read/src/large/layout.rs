//! The boards that a number of rows may belong to, and the bit index of each row.

use std::fmt;

use magicgen_board::{Board, Corner, Major, Mapping, Order, Standard};
use schemars::JsonSchema;
use serde::Serialize;

/// The lengths of files and ranks of the boards that are tried.
const SIDES: std::ops::RangeInclusive<usize> = 7..=16;

/// The bit that is no square in the order of apery and `YaneuraOu`.
const GAP: u8 = 63;

/// A board of 65 to 127 squares, and its order of squares: rank by rank.
///
/// Pieces are the same from all corners, so that this order stands for all others that go rank by rank. A board whose
/// squares go file by file is the same as the one with as many files as it has ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct LargeLayout {
    /// The squares from bit 0 on that are a rank, if squares go rank by rank.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// Whether bit 63 is no square, so that squares from the 64th on have one bit index more.
    pub gap: bool,
}

/// The widths of boards with this number of squares. 128 are the squares of two chess boards.
fn widths(squares: usize) -> impl Iterator<Item = usize> {
    let is_large = (65..128).contains(&squares);
    let fits = move |width: &usize| {
        is_large && squares.is_multiple_of(*width) && SIDES.contains(&(squares / width))
    };
    SIDES.filter(fits)
}

/// True if there are boards with this number of squares.
pub(super) fn is_board(squares: usize) -> bool {
    widths(squares).next().is_some()
}

impl LargeLayout {
    /// The boards and orders with this number of squares, the widest last.
    pub(super) fn all(squares: usize) -> Vec<Self> {
        let of_width = |width: usize| {
            [false, true].map(|gap| {
                let (width, height) = (width as u8, (squares / width) as u8);
                Self { width, height, gap }
            })
        };
        widths(squares).flat_map(of_width).collect()
    }

    /// The bit index of a row.
    pub(super) fn bit(self, row: usize) -> u8 {
        let row = row as u8;
        row + u8::from(self.gap && row >= GAP)
    }

    pub(super) fn squares(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// The squares with their bit indices.
    pub(super) fn mapping(self) -> Mapping {
        let board = Board::wide(self.width, self.height).expect("at most 127 squares");
        let order = if self.gap {
            Order::Permutation((0..self.squares()).map(|row| self.bit(row)).collect())
        } else {
            let standard = Standard::of(Corner::A1, Major::Rank);
            Order::Standard { standard, stride: self.width }
        };
        Mapping::wide(board, order, 2).expect("at most 128 bits")
    }
}

impl fmt::Display for LargeLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, gap } = self;
        let but = if *gap { ", one more from 63 on" } else { "" };
        write!(f, "{width}x{height}, bit = {width} * rank + file{but}")
    }
}
