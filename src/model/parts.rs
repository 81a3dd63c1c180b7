//! The choices that every language offers: parts, tables, field style.

use serde::Deserialize;

/// A part of `emit`.
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
    /// Beginnings of index ranges by square.
    Offsets,
    /// Attack tables.
    Attacks,
    /// Every subset of every mask.
    Occupancies,
    /// What each subset of every mask leads to.
    #[serde(alias = "occupancy-attacks")]
    AttackSets,
    /// Lookup functions.
    Lookup,
    /// Names of squares.
    Squares,
    /// Bit scans by de Bruijn multiplication.
    Bitscan,
    /// A comparison with rays walked.
    SelfTest,
}

impl Part {
    /// All parts, in the order of their standing in a file, with the name in `--emit`.
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

    /// Every part.
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

    /// What is printed where nothing is asked for.
    pub const DEFAULT: [Self; 2] = [Self::Squares, Self::Lookup];

    /// The name in `--emit`.
    #[must_use]
    pub fn id(self) -> &'static str {
        Self::ALL.iter().find(|(part, _)| *part == self).map_or("", |(_, id)| id)
    }
}

/// Where attack sets come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tables {
    /// They stand in the source.
    Full,
    /// They are filled at start-up.
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

/// How the fields of a square stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldStyle {
    /// An array a field.
    Arrays,
    /// A record a square.
    Records,
    /// With a pointer to the square's row of the attack table: in a record, or in an array of its own.
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

/// How literals look, where the user has a say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Words a line in attack tables; `None` for the language's own.
    pub columns: Option<usize>,
    /// True where hexadecimal digits are upper case.
    pub has_upper_hex: bool,
}
