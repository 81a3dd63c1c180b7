//! The choices that every language offers: parts of a file, tables, arrangement of fields.

use super::name_role::NameRole;
use magicgen_ir::Field;
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
    /// Attacks of pieces that take one step: knight, king, and the config's own.
    Leapers,
    /// Attacks and pushes of pawns.
    Pawns,
    /// Attacks on the empty board.
    Rays,
    /// The squares between two squares.
    Between,
    /// The line through two squares.
    Line,
    /// The squares beyond a square as seen from another.
    RayPass,
    /// The ray from a square through another.
    HalfRay,
    /// Whether one line has three squares.
    Aligned,
    /// The direction from a square to another.
    Directions,
    /// The distance between two squares.
    Distance,
    /// The squares of each file.
    Files,
    /// The squares of each rank.
    Ranks,
    /// The squares of each diagonal.
    Diagonals,
    /// The squares of each colour.
    Colours,
    /// The squares of each zone of the board.
    Zones,
    /// Attacks through first blockers.
    Xray,
    /// Pinned pieces.
    Pins,
    /// Attacks of all sliders of a set at once.
    Fills,
    /// The sets of rook and bishop at once.
    Pair,
    /// Attacks of a piece that is an argument.
    AttacksOf,
    /// Attacks of pieces on the empty board, by piece and square.
    PseudoAttacks,
    /// Lookups of many squares and occupancies in one call.
    Batch,
    /// Keys for hashing positions.
    Zobrist,
    /// Cuckoo tables of reversible moves.
    Cuckoo,
    /// A self-test, which compares lookups with rays that are walked.
    SelfTest,
}

impl Part {
    /// True for a part about files, ranks and the moves of chess.
    #[must_use]
    pub const fn has_geometry(self) -> bool {
        !self.is_of_lookups()
            && !matches!(self, Self::Bitscan | Self::Leapers | Self::AttacksOf | Self::Batch)
    }

    /// All parts, in the order in which they stand in a file.
    pub const ALL: [Self; 35] = [
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
        Self::Leapers,
        Self::Pawns,
        Self::Rays,
        Self::Between,
        Self::Line,
        Self::RayPass,
        Self::HalfRay,
        Self::Aligned,
        Self::Directions,
        Self::Distance,
        Self::Files,
        Self::Ranks,
        Self::Diagonals,
        Self::Colours,
        Self::Zones,
        Self::Xray,
        Self::Pins,
        Self::Fills,
        Self::Pair,
        Self::AttacksOf,
        Self::PseudoAttacks,
        Self::Batch,
        Self::Zobrist,
        Self::Cuckoo,
        Self::SelfTest,
    ];

    /// The parts of a file for which nothing is asked.
    pub const DEFAULT: [Self; 1] = [Self::Lookup];

    /// The part of `emit` that asks for a field; `None` for a field that only lookups need.
    #[must_use]
    pub fn of(field: Field) -> Option<Self> {
        NameRole::of(field.role).map(NameRole::part)
    }

    /// True where the part has anything of lookups: their functions, their fields or their tables.
    #[must_use]
    pub const fn is_of_lookups(self) -> bool {
        matches!(
            self,
            Self::Factors
                | Self::Masks
                | Self::Shifts
                | Self::Offsets
                | Self::Attacks
                | Self::Occupancies
                | Self::AttackSets
                | Self::Lookup
                | Self::SelfTest
        )
    }

    /// True where the part is tables of the board alone: sets of squares.
    #[must_use]
    pub const fn is_of_board(self) -> bool {
        matches!(self, Self::Files | Self::Ranks | Self::Diagonals | Self::Colours | Self::Zones)
    }

    /// True where the part needs lookups in every form.
    #[must_use]
    pub const fn calls_lookups(self) -> bool {
        matches!(
            self,
            Self::Xray | Self::Pins | Self::Pair | Self::AttacksOf | Self::Batch | Self::SelfTest
        )
    }

    /// The name in `--emit`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Masks => "masks",
            Self::Factors => "factors",
            Self::Shifts => "shifts",
            Self::Offsets => "offsets",
            Self::Occupancies => "occupancies",
            Self::AttackSets => "attack-sets",
            Self::Attacks => "attacks",
            Self::Lookup => "lookup",
            Self::Bitscan => "bitscan",
            Self::Leapers => "leapers",
            Self::Pawns => "pawns",
            Self::Rays => "rays",
            Self::Between => "between",
            Self::Line => "line",
            Self::RayPass => "ray-pass",
            Self::HalfRay => "half-ray",
            Self::Aligned => "aligned",
            Self::Directions => "directions",
            Self::Distance => "distance",
            Self::Files => "files",
            Self::Ranks => "ranks",
            Self::Diagonals => "diagonals",
            Self::Colours => "colours",
            Self::Zones => "zones",
            Self::Xray => "xray",
            Self::Pins => "pins",
            Self::Fills => "fills",
            Self::Pair => "pair",
            Self::AttacksOf => "attacks-of",
            Self::PseudoAttacks => "pseudo-attacks",
            Self::Batch => "batch",
            Self::Zobrist => "zobrist",
            Self::Cuckoo => "cuckoo",
            Self::SelfTest => "self-test",
        }
    }

    /// Brings parts into the order in which they stand in a file, each once.
    pub fn arrange(parts: &mut Vec<Self>) {
        let given = std::mem::take(parts);
        parts.extend(Self::ALL.into_iter().filter(|part| given.contains(part)));
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
    /// The content is in a binary file beside the source, which embeds or reads it.
    Blob,
}

impl Tables {
    /// The name in `--tables`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Init => "init",
            Self::Blob => "blob",
        }
    }
}

/// Whether functions look at the numbers that they are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checks {
    /// They don't: what happens to numbers out of range is up to the language.
    #[default]
    None,
    /// The language's assertions refuse squares and other small numbers that are out of range.
    Assert,
}

impl Checks {
    /// The name in a config.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Assert => "assert",
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
    /// Pointers to the squares' rows of the attack table: in records, or in a separate array.
    Pointers,
    /// One record for each square, with the fields of all pieces.
    SquareRecords,
    /// The same with pointers to the squares' rows of the attack table.
    SquarePointers,
    /// No fields in memory: each lookup has a case for each square, in which they are constants.
    Switch,
}

impl FieldStyle {
    /// The name in `[output.style]`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Arrays => "arrays",
            Self::Records => "records",
            Self::Pointers => "pointers",
            Self::SquareRecords => "square-records",
            Self::SquarePointers => "square-pointers",
            Self::Switch => "switch",
        }
    }

    /// True where squares have records without pointers.
    #[must_use]
    pub const fn is_records(self) -> bool {
        matches!(self, Self::Records | Self::SquareRecords)
    }

    /// True where lookups read their rows through pointers.
    #[must_use]
    pub const fn is_pointers(self) -> bool {
        matches!(self, Self::Pointers | Self::SquarePointers)
    }

    /// True where a square has one record for all pieces.
    #[must_use]
    pub const fn is_by_square(self) -> bool {
        matches!(self, Self::SquareRecords | Self::SquarePointers)
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
