//! What a report says of the tables of attack sets that offsets lay out.

use serde::Serialize;

use super::report::{Hex, Place};
use super::slider::Slider;

/// A table of attack sets that several squares share by means of offsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The findings whose squares it serves, as indices into [`Report::findings`](super::Report::findings).
    pub findings: Vec<usize>,
    /// Where each finding's offsets stand.
    pub offsets: Vec<Place>,
    /// How squares share slots.
    pub sharing: Sharing,
    /// The lowest slot that is used: 0, or what the offsets leave out.
    pub lowest: i64,
    /// The highest slot used minus the lowest, plus one: holes are counted.
    pub length: u64,
    /// Slots used.
    pub used: u64,
    /// Slots that more than one square uses.
    pub shared: u64,
    /// Offsets that don't work.
    pub clashes: Vec<TableClash>,
}

/// How squares share slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// Every slot holds one attack set.
    Whole,
    /// A slot may hold more than an attack set: the lookup intersects it with the attacks on the empty board.
    Masked,
}

/// Two squares that want different things in one slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableClash {
    /// The two; the first is the one that clashes with more of the others.
    pub squares: [TableSquare; 2],
    /// The slot.
    pub slot: i64,
    /// Other squares with which the first clashes.
    pub others: usize,
}

/// One side of a [`TableClash`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableSquare {
    /// The piece.
    pub piece: Slider,
    /// The bit.
    pub bit: u8,
    /// The square's name, where the text shows one orientation.
    pub square: Option<String>,
    /// The line of its offset.
    pub line: usize,
    /// Its offset.
    pub offset: i64,
    /// An occupancy that leads to the slot.
    pub occupied: Hex,
    /// Its attack set.
    pub attacks: Hex,
}
