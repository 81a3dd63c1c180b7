//! The part of a report on tables of attack sets that offsets lay out.

use schemars::JsonSchema;
use serde::Serialize;

use super::report::{ReportWord, TextPlace};
use super::slider::Slider;

/// A table of attack sets that several squares share by means of offsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Table")]
pub struct SharedTable {
    /// The findings whose squares use the table, as indices into [`Report::findings`](super::Report::findings).
    pub findings: Vec<usize>,
    /// The place of each finding's offsets.
    pub offsets: Vec<TextPlace>,
    /// How squares share slots.
    pub sharing: SharedSlots,
    /// The lowest slot that is used: 0, or more if the offsets leave out slots at the beginning.
    pub lowest: i64,
    /// The length of the table, in slots, from the lowest to the highest used slot. Unused slots in between count.
    pub length: u64,
    /// The number of slots used.
    pub used: u64,
    /// The number of slots that more than one square uses.
    pub shared: u64,
    /// The clashes of squares because of wrong offsets.
    pub clashes: Vec<TableClash>,
}

/// How squares share slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Sharing")]
pub enum SharedSlots {
    /// Every slot holds one attack set.
    Whole,
    /// A slot may hold a union of attack sets: the lookup needs a post-mask, the attacks on the empty board.
    Masked,
}

/// Two squares that need different attack sets in one slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct TableClash {
    /// The two squares. The first clashes with more other squares than the second.
    pub squares: [TableSquare; 2],
    /// The slot.
    pub slot: i64,
    /// The number of other squares with which the first clashes.
    pub others: usize,
}

/// One side of a [`TableClash`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct TableSquare {
    /// The piece.
    pub piece: Slider,
    /// The bit index.
    pub bit: u8,
    /// The square's name, if the text shows one order of squares.
    pub square: Option<String>,
    /// The line of the offset.
    pub line: usize,
    /// The offset.
    pub offset: i64,
    /// An occupancy that leads to the slot.
    pub occupied: ReportWord,
    /// The attack set of this occupancy.
    pub attacks: ReportWord,
}
