//! The part of a report on squares that don't work.

use schemars::JsonSchema;
use serde::Serialize;

use super::report::ReportWord;

/// A square that doesn't work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Failure")]
pub struct SquareFailure {
    /// The bit index.
    pub bit: u8,
    /// The square's name, if the text shows one order of squares.
    pub square: Option<String>,
    /// The line of the factor.
    pub line: usize,
    /// The factor.
    pub factor: ReportWord,
    /// The reason for the failure.
    pub problem: FailureKind,
}

/// Why a square doesn't work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum FailureKind {
    /// Two occupancies with one index, but different attack sets.
    Clash {
        /// The index bits.
        bits: u8,
        /// The index.
        index: u64,
        /// The two occupancies, as subsets of the mask.
        occupied: [ReportWord; 2],
        /// The attack sets of the two occupancies.
        attacks: [ReportWord; 2],
        /// The squares that are in only one of the two attack sets.
        difference: ReportWord,
    },
    /// A shift that leaves fewer index bits than the factor needs, which works with those that fit its table.
    Narrow {
        /// The index bits.
        bits: u8,
        /// The fewest index bits with which the factor works.
        fewest: u8,
        /// The number in the text.
        value: i64,
        /// The line of the number.
        line: usize,
    },
    /// A shift that leaves more index bits than the square has relevant squares, so that indices lie beyond its table.
    Wide {
        /// The index bits.
        bits: u8,
        /// The number of relevant squares.
        relevant: u8,
        /// The number in the text.
        value: i64,
        /// The line of the number.
        line: usize,
    },
    /// A shift or a number of index bits that is out of range.
    Shift {
        /// The number in the text.
        value: i64,
        /// The line of the number.
        line: usize,
    },
}
