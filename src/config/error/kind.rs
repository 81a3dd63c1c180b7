//! Everything that can be wrong with a configuration, as data.

use crate::axes::Clash;
use crate::geometry::{BoardError, MappingError, PieceError};
use crate::model::NameError;
use crate::render::OptionError;
use crate::text::Flaw;

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigErrorKind {
    /// Not TOML, or a value of the wrong type.
    Toml(String),
    /// A value of another type than the key's.
    WrongType {
        /// The key; empty where it isn't known.
        key: String,
        /// What is there.
        found: String,
        /// What should be.
        wanted: String,
    },
    /// A setting of the command line that leads through something that is no table.
    NotSettable {
        /// As given.
        key: String,
    },
    /// A key that doesn't exist.
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that do.
        known: Vec<String>,
    },
    /// A value that doesn't exist.
    UnknownValue {
        /// `language`, `variant`, ...
        what: &'static str,
        /// The value.
        value: String,
        /// The values that do.
        known: Vec<String>,
    },
    /// A text that can't go on as it is.
    Text {
        /// The key that it is of, or `path`.
        key: String,
        /// What is wrong with it.
        flaw: Flaw,
    },
    /// A key that must be there.
    Missing {
        /// The key.
        key: &'static str,
        /// What to type.
        example: String,
    },
    /// A number beyond its range.
    OutOfRange {
        /// The key.
        key: &'static str,
        /// The number.
        value: String,
        /// The least.
        least: i128,
        /// The greatest.
        most: i128,
    },
    /// More of something than a config may have.
    TooLarge {
        /// `bytes`, `pieces`, `outputs`.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// Two keys that exclude each other.
    Clash {
        /// The one.
        key: &'static str,
        /// The other.
        other: &'static str,
    },
    /// Choices about a lookup that exclude each other.
    Axes(Clash),
    /// A constant shift that isn't what the widest mask needs.
    Shift {
        /// The piece.
        piece: String,
        /// The shift asked for.
        given: u8,
        /// The shift that there can be.
        wanted: u8,
        /// Relevant squares of the widest mask.
        bits: u8,
    },
    /// Tables that start-up code can't fill.
    CannotFill {
        /// The variant.
        variant: &'static str,
    },
    /// Something about the board.
    Board(BoardError),
    /// Something about the order of squares.
    Mapping(MappingError),
    /// A corner that the board doesn't have.
    NotACorner {
        /// The square.
        square: String,
        /// The corners.
        corners: Vec<String>,
    },
    /// Something about a piece.
    Piece(PieceError),
    /// A piece's name given twice, or a built-in one.
    PieceTwice {
        /// The name.
        name: String,
    },
    /// Two pieces whose names become one identifier.
    PiecesAlike {
        /// The later name.
        name: String,
        /// The earlier one.
        other: String,
    },
    /// A mask too large to enumerate.
    TooManyRelevant {
        /// The piece.
        piece: String,
        /// The square.
        square: String,
        /// Relevant squares.
        count: u32,
    },
    /// Something about an identifier.
    Name {
        /// The language.
        language: &'static str,
        /// What.
        error: NameError,
    },
    /// A text of the user's own that can't stand in a comment to the letter.
    BreaksComment {
        /// The key that it is of.
        key: &'static str,
        /// What of it can't.
        text: &'static str,
        /// The language.
        language: &'static str,
    },
    /// What a language can't express.
    Unsupported {
        /// The language.
        language: &'static str,
        /// What it lacks.
        what: String,
        /// What would do.
        instead: Vec<String>,
    },
    /// A part that a variant doesn't have.
    NoSuchPart {
        /// The variant.
        variant: &'static str,
        /// The part.
        part: &'static str,
    },
    /// One path for two outputs.
    PathTwice {
        /// The path.
        path: String,
        /// The other output.
        other: String,
    },
    /// Paths of two outputs that are one where capital and small letters are.
    PathCase {
        /// The path.
        path: String,
        /// The other path.
        as_path: String,
        /// The other output.
        other: String,
    },
    /// A path that leads out of the config's folder.
    Outside {
        /// The path.
        path: String,
    },
    /// A path that is the config's or the lock's own.
    PathOverwrites {
        /// The path.
        path: String,
        /// `config` or `lock`.
        what: &'static str,
    },
    /// A file name that the language doesn't allow.
    FileName(String),
    /// Two outputs with one id.
    IdTwice {
        /// The id.
        id: String,
    },
    /// No output has this id.
    NoSuchId {
        /// The id.
        id: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// A flag that needs exactly one output.
    NeedsOneOutput {
        /// The flag.
        flag: &'static str,
        /// How many there are.
        outputs: usize,
    },
    /// More than one file for standard output, a device or a pipe.
    ManyOnStream {
        /// Where they were to go.
        path: String,
        /// How many.
        files: usize,
    },
    /// A language's own option.
    Option {
        /// The language.
        language: &'static str,
        /// What.
        error: OptionError,
    },
}

impl ConfigErrorKind {
    /// True where a choice about the lookup isn't known for it, and another was taken.
    pub(in crate::config) fn is_of_lookup(&self) -> bool {
        const LOOKUP: [&str; 7] =
            ["form of key", "factor", "cell", "placement", "shift", "offset", "way to combine"];
        matches!(self, Self::UnknownValue { what, .. } if LOOKUP.contains(what))
    }

    /// True where it is wrong on this board, and perhaps not on another.
    pub(in crate::config) fn is_of_board(&self) -> bool {
        matches!(
            self,
            Self::TooManyRelevant { .. }
                | Self::Mapping(_)
                | Self::Shift { .. }
                | Self::Name { .. }
        )
    }

    /// True where it is wrong whatever other tables say.
    pub(in crate::config) fn stands_alone(&self) -> bool {
        match self {
            Self::UnknownValue { what, .. } => *what != "piece",
            Self::Missing { key, .. } => *key != "output",
            Self::Text { .. }
            | Self::OutOfRange { .. }
            | Self::TooLarge { .. }
            | Self::UnknownKey { .. }
            | Self::PieceTwice { .. }
            | Self::WrongType { .. }
            | Self::Clash { .. }
            | Self::Axes(_)
            | Self::CannotFill { .. }
            | Self::NotACorner { .. }
            | Self::Piece(_)
            | Self::Name { .. }
            | Self::BreaksComment { .. }
            | Self::Unsupported { .. }
            | Self::NoSuchPart { .. }
            | Self::FileName(_)
            | Self::Outside { .. }
            | Self::Option { .. } => true,
            _ => false,
        }
    }
}
