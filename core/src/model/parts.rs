//! The choices that every language offers: parts of a file, tables, arrangement of fields.

use serde::Deserialize;

/// A part of a file, which `emit` can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Magic factors by square.
    #[serde(alias = "magics")]
    Factors,
    /// Relevant occupancy masks by square.
    Masks,
    /// Right shifts by square.
    Shifts,
    /// The beginnings of index ranges by square.
    Offsets,
    /// Attack tables.
    Attacks,
    /// Every subset of every mask.
    Occupancies,
    /// The attack set under each subset of every mask.
    #[serde(alias = "occupancy-attacks")]
    AttackSets,
    /// Lookup functions.
    Lookup,
    /// Names of squares.
    Squares,
    /// Bit scans by de Bruijn multiplication, which find the lowest and the highest one bit.
    Bitscan,
    /// A self-test, which compares lookups with rays that are walked.
    SelfTest,
}

impl Part {
    /// All parts, in the order in which they stand in a file, each with its name in `--emit`.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Squares, "squares"),
        (Self::Masks, "masks"),
        (Self::Factors, "factors"),
        (Self::Shifts, "shifts"),
        (Self::Offsets, "offsets"),
        (Self::Occupancies, "occupancies"),
        (Self::AttackSets, "attack-sets"),
        (Self::Attacks, "attacks"),
        (Self::Lookup, "lookup"),
        (Self::Bitscan, "bitscan"),
        (Self::SelfTest, "self-test"),
    ];

    /// All parts, in the order in which they stand in a file.
    pub const EVERY: &'static [Self] = &[
        Self::Squares,
        Self::Masks,
        Self::Factors,
        Self::Shifts,
        Self::Offsets,
        Self::Occupancies,
        Self::AttackSets,
        Self::Attacks,
        Self::Lookup,
        Self::Bitscan,
        Self::SelfTest,
    ];

    /// The parts of a file for which nothing is asked.
    pub const DEFAULT: [Self; 2] = [Self::Squares, Self::Lookup];

    /// The name in `--emit`.
    #[must_use]
    pub fn id(self) -> &'static str {
        Self::ALL.iter().find(|(part, _)| *part == self).map_or("", |(_, id)| id)
    }
}

/// The way in which attack tables get their content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tables {
    /// The content is printed in the source.
    Full,
    /// Start-up code computes the content.
    Init,
}

impl Tables {
    /// The name in `--tables`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Init => "init",
        }
    }
}

/// The arrangement of a square's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldStyle {
    /// An array for each field.
    Arrays,
    /// A record for each square.
    Records,
    /// Pointers to the squares' rows of the attack table: in records, or in an array of their own.
    Pointers,
}

impl FieldStyle {
    /// The name in `[output.style]`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Arrays => "arrays",
            Self::Records => "records",
            Self::Pointers => "pointers",
        }
    }
}

/// The look of literals, as far as users can choose it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The number of words in a line of an attack table; `None` for the language's own.
    pub columns: Option<usize>,
    /// True where hexadecimal digits are in upper case.
    pub has_upper_hex: bool,
}
