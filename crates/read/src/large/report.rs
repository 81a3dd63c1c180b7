//! The part of a report on factors of boards with more than 64 squares.

use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::layout::LargeLayout;
use super::square::LargeProduct;
use crate::report::{Shift, TextPlace};

/// Factors of one piece on a board with more than 64 squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct LargeFinding {
    /// The place of the factors in the text.
    pub place: TextPlace,
    /// The piece.
    pub piece: String,
    /// Other pieces for which the same factors hold.
    pub also: Vec<String>,
    /// The board and its order of squares. Row 0 is for the lowest bit index.
    pub board: LargeLayout,
    /// The arithmetic.
    pub product: LargeProduct,
    /// The source of the number of index bits.
    pub shift: Shift,
    /// The masks in the text by which the factors were judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<TextPlace>,
    /// The starts of the index ranges in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offsets: Option<TextPlace>,
    /// The number of squares that work.
    pub good: usize,
    /// The number of index bits of each square.
    pub bits: Vec<u8>,
    /// The factor of each square.
    pub factors: Vec<LargeWord>,
    /// The lengths of all index ranges together, in attack sets.
    pub entries: u64,
    /// The number of slots that some occupancy reaches, summed over the squares that work.
    pub used: u64,
    /// The squares that don't work.
    pub failures: Vec<LargeFailure>,
}

/// A square that doesn't work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct LargeFailure {
    /// The bit index.
    pub bit: u8,
    /// The square's name, where bit 0 is a1.
    pub square: String,
    /// The line of the factor.
    pub line: usize,
    /// The factor.
    pub factor: LargeWord,
    /// The reason for the failure.
    pub problem: LargeFault,
}

/// Why a square doesn't work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "kind")]
pub enum LargeFault {
    /// Two occupancies with one index, but different attack sets.
    Clash {
        /// The index bits.
        bits: u8,
        /// The index.
        index: u64,
        /// The two occupancies.
        occupied: [LargeWord; 2],
        /// The attack sets of the two occupancies.
        attacks: [LargeWord; 2],
    },
    /// A number of index bits that doesn't suit the square, whose factor works with another one.
    Bits {
        /// The index bits.
        bits: i64,
        /// The number of squares in the mask.
        relevant: u8,
        /// The number in the text.
        value: i64,
        /// The line of the number.
        line: usize,
    },
    /// An index range that overlaps that of another square, which needs another attack set in some slot.
    Overlap {
        /// The start of the range.
        offset: i64,
        /// The line of the offset.
        line: usize,
        /// The bit index of the other square.
        other: u8,
        /// The slot.
        slot: i64,
    },
    /// An index range behind the table of all others, which has a gap for it.
    Displaced {
        /// The start of the range.
        offset: i64,
        /// The line of the offset.
        line: usize,
        /// The first slot of the gap.
        free: i64,
    },
}

/// A word of up to 128 bits, which is written to JSON as text, since JSON's numbers aren't exact for all words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LargeWord(pub u128);

impl fmt::Display for LargeWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

impl Serialize for LargeWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for LargeWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LongHex".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A word of up to 128 bits in hexadecimal.",
            "type": "string",
            "pattern": "^0x[0-9a-f]{1,32}$",
        })
    }
}

impl LargeFinding {
    /// Whether all squares work.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.failures.is_empty()
    }

    /// The formula of the index, for the numbers as the text gives them.
    #[must_use]
    pub fn formula(&self) -> String {
        let bits = self.product.bits();
        let shift = match &self.shift {
            Shift::Shift { .. } => "shift".to_owned(),
            _ => format!("({bits} - bits)"),
        };
        let (key, fold) = match self.product {
            LargeProduct::Whole => ("(occupied & mask)", String::new()),
            LargeProduct::Folded { shift } => (
                "fold(occupied & mask)",
                format!(", fold(key) = low 64 bits of key | key >> {shift}"),
            ),
            LargeProduct::Joined { shift } => {
                ("fold(occupied & mask)", format!(", fold(key) = low word | high word << {shift}"))
            }
        };
        format!("({key} * factor) >> {shift}, {bits}-bit (multiply){fold}")
    }

    /// Whether the squares work, in some words.
    pub(crate) fn verdict(&self) -> String {
        let squares = self.bits.len();
        if self.failures.is_empty() {
            return format!("holds, {squares} of {squares} squares");
        }
        let mut names: Vec<&str> =
            self.failures.iter().map(|failure| failure.square.as_str()).collect();
        let more = names.len().saturating_sub(4);
        names.truncate(4);
        let wrong = self.failures.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("WRONG on {wrong} of {squares} squares: {}{more}", names.join(", "))
    }

    fn shift_source(&self) -> String {
        match &self.shift {
            Shift::Bits(place) => format!("bits, from {place}"),
            Shift::Shift { out_of, place } => {
                format!("bits, from the shifts out of {out_of} in {place}")
            }
            _ => "bits, as many as squares in the mask".to_owned(),
        }
    }
}

impl fmt::Display for LargeFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} ({})", self.piece, self.verdict(), self.place)?;
        writeln!(f, "  board: {}", self.board)?;
        writeln!(f, "  index: {}", self.formula())?;
        let range = self.bits.iter().min().zip(self.bits.iter().max());
        let (least, most) = range.unwrap_or((&0, &0));
        writeln!(f, "  {}: {least} to {most}", self.shift_source())?;
        write!(f, "  sizes: {} entries as ranges, {} slots used", self.entries, self.used)?;
        if let Some(mask) = &self.mask {
            write!(f, "\n  mask: from {mask}")?;
        }
        if let Some(offsets) = &self.offsets {
            write!(f, "\n  offsets: from {offsets}")?;
        }
        if !self.also.is_empty() {
            write!(f, "\n  holds for the {}, too", self.also.join(", "))?;
        }
        self.failures.iter().try_for_each(|failure| write!(f, "\n  wrong: {failure}"))
    }
}

impl fmt::Display for LargeFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bit, square, line: at, factor, problem } = self;
        write!(f, "{square} (bit {bit}), ")?;
        match problem {
            LargeFault::Clash { bits, index, occupied, attacks } => write!(
                f,
                "factor {factor} in line {at}: occupied {} and {} share index {index} of {bits} bits, but attack {} and {}, which differ in {}",
                occupied[0],
                occupied[1],
                attacks[0],
                attacks[1],
                LargeWord(attacks[0].0 ^ attacks[1].0)
            ),
            LargeFault::Bits { bits, relevant, value, line } => write!(
                f,
                "{value} in line {line} leaves {bits} index bits for {relevant} squares in the mask; factor {factor} in line {at} works with {relevant}"
            ),
            LargeFault::Overlap { offset, line, other, slot } => write!(
                f,
                "offset {offset} in line {line}: slot {slot} has another attack set for bit {other}"
            ),
            LargeFault::Displaced { offset, line, free } => write!(
                f,
                "offset {offset} in line {line} lies behind the table of all other squares, where the slots from {free} on are free"
            ),
        }
    }
}
