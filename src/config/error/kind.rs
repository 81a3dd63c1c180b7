//! All errors in a configuration, as data.

use crate::axes::Clash;
use crate::geometry::{BoardError, MappingError, PieceError};
use crate::model::NameError;
use crate::render::OptionError;
use crate::text::Flaw;

/// The kind of an error, with its details.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigErrorKind {
    /// The text isn't TOML, or its reader refuses a value. Holds the message.
    Toml(String),
    /// A value doesn't have the type that its key needs.
    WrongType {
        /// The key; empty where it isn't known.
        key: String,
        /// The type that the value has.
        found: String,
        /// The type that the key needs.
        wanted: String,
    },
    /// A setting on the command line names a key inside a value that isn't a table.
    NotSettable {
        /// The key as given.
        key: String,
    },
    /// A key doesn't exist.
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that exist.
        known: Vec<String>,
    },
    /// A value doesn't exist.
    UnknownValue {
        /// The kind of value: `language`, `variant`, ...
        what: &'static str,
        /// The value.
        value: String,
        /// The values that exist.
        known: Vec<String>,
    },
    /// A text has a forbidden character or form.
    Text {
        /// The key of the text, or `path`.
        key: String,
        /// The flaw of the text.
        flaw: Flaw,
    },
    /// A key is missing.
    Missing {
        /// The key.
        key: &'static str,
        /// An example to type.
        example: String,
    },
    /// A number is beyond its range.
    OutOfRange {
        /// The key.
        key: &'static str,
        /// The number.
        value: String,
        /// The least number allowed.
        least: i128,
        /// The greatest number allowed.
        most: i128,
    },
    /// A config has too many items of a kind.
    TooLarge {
        /// The kind: `bytes`, `pieces`, `outputs`.
        what: &'static str,
        /// The number allowed.
        most: usize,
    },
    /// Two keys exclude each other.
    Clash {
        /// The first key.
        key: &'static str,
        /// The second key.
        other: &'static str,
    },
    /// Two choices about a lookup exclude each other.
    Axes(Clash),
    /// A constant shift differs from the shift that the widest mask needs.
    Shift {
        /// The piece.
        piece: String,
        /// The given shift.
        given: u8,
        /// The shift that the widest mask needs.
        wanted: u8,
        /// The number of relevant squares of the widest mask.
        bits: u8,
    },
    /// The two halves of the board aren't mirror images of one another.
    Fold {
        /// The piece.
        piece: String,
        /// A square whose attacks aren't mirrored; `None` if the board itself has no such halves.
        square: Option<String>,
    },
    /// Start-up code can't fill the tables of a variant.
    CannotFill {
        /// The variant.
        variant: &'static str,
    },
    /// The board is refused.
    Board(BoardError),
    /// The order of squares is refused.
    Mapping(MappingError),
    /// A square isn't a corner of the board.
    NotACorner {
        /// The square.
        square: String,
        /// The corners of the board.
        corners: Vec<String>,
    },
    /// A piece is refused.
    Piece(PieceError),
    /// Two pieces have one name, or a piece has the name of a built-in one.
    PieceTwice {
        /// The name.
        name: String,
    },
    /// The names of two pieces would become the same identifier.
    PiecesAlike {
        /// The later name.
        name: String,
        /// The earlier one.
        other: String,
    },
    /// A mask has too many subsets to enumerate.
    TooManyRelevant {
        /// The piece.
        piece: String,
        /// The square.
        square: String,
        /// The number of relevant squares.
        count: u32,
    },
    /// An identifier is refused.
    Name {
        /// The language.
        language: &'static str,
        /// The reason.
        error: NameError,
    },
    /// A text isn't an SPDX licence expression.
    Spdx {
        /// The text.
        text: String,
    },
    /// A text of the user would break the comment around it.
    BreaksComment {
        /// The key of the text.
        key: &'static str,
        /// The part of the text that a comment can't contain.
        text: &'static str,
        /// The language.
        language: &'static str,
    },
    /// A language doesn't support a feature.
    Unsupported {
        /// The language.
        language: &'static str,
        /// The feature, as in "c has no ...".
        what: String,
        /// Values that the language supports instead.
        instead: Vec<String>,
    },
    /// A variant doesn't have a part that `emit` asks for.
    NoSuchPart {
        /// The variant.
        variant: &'static str,
        /// The part.
        part: &'static str,
    },
    /// A companion function has no meaning here.
    Companion {
        /// The fault, as a clause that begins with a small letter.
        message: String,
        /// The advice.
        help: String,
    },
    /// Two outputs have the same path.
    PathTwice {
        /// The path.
        path: String,
        /// The output that had it first.
        other: String,
    },
    /// The paths of two outputs differ only in case or in the encoding of accented letters.
    PathCase {
        /// The path.
        path: String,
        /// The path of the other output.
        as_path: String,
        /// The other output.
        other: String,
    },
    /// A path needs a folder where another path has a file.
    PathInFile {
        /// The path.
        path: String,
        /// The file as a phrase, for example "`a` of output `b`" or "the lock".
        file: String,
    },
    /// A path names a file where another file needs a folder.
    PathAroundFile {
        /// The path.
        path: String,
        /// The file as a phrase.
        file: String,
    },
    /// A path to a file leads to a folder.
    PathOfFolder {
        /// The path.
        path: String,
    },
    /// A path leads out of the config's folder.
    Outside {
        /// The path.
        path: String,
    },
    /// A file would overwrite the config or the lock.
    PathOverwrites {
        /// The path.
        path: String,
        /// `config` or `lock`.
        what: &'static str,
    },
    /// The language or the system forbids a file name. Holds the reason, as a clause.
    FileName(String),
    /// The file of factors that `[search] given` names can't be used.
    Given {
        /// The path as written in the config.
        name: String,
        /// The reason, as the rest of a sentence about the file.
        why: String,
    },
    /// Two outputs have the same id.
    IdTwice {
        /// The id.
        id: String,
    },
    /// No output has this id.
    NoSuchId {
        /// The id.
        id: String,
        /// The ids that exist.
        known: Vec<String>,
    },
    /// A flag needs exactly one output.
    NeedsOneOutput {
        /// The flag.
        flag: &'static str,
        /// The number of outputs.
        outputs: usize,
    },
    /// Several files would go to standard output, a device or a pipe.
    ManyOnStream {
        /// The path or name of the stream.
        path: String,
        /// The number of files.
        files: usize,
    },
    /// A language refuses one of its own options.
    Option {
        /// The language.
        language: &'static str,
        /// The reason.
        error: OptionError,
    },
}

impl ConfigErrorKind {
    /// True for an unknown choice about the lookup, which the preset's choice replaces.
    pub(in crate::config) fn is_of_lookup(&self) -> bool {
        const LOOKUP: [&str; 7] =
            ["form of key", "factor", "cell", "placement", "shift", "offset", "way to combine"];
        matches!(self, Self::UnknownValue { what, .. } if LOOKUP.contains(what))
    }

    /// True for an error that may vanish on another board.
    pub(in crate::config) fn is_of_board(&self) -> bool {
        matches!(
            self,
            Self::TooManyRelevant { .. }
                | Self::Mapping(_)
                | Self::Shift { .. }
                | Self::Name { .. }
        )
    }

    /// True for an error that other tables can't cause.
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
            | Self::Fold { .. }
            | Self::NotACorner { .. }
            | Self::Piece(_)
            | Self::Name { .. }
            | Self::Spdx { .. }
            | Self::BreaksComment { .. }
            | Self::Unsupported { .. }
            | Self::NoSuchPart { .. }
            | Self::Companion { .. }
            | Self::FileName(_)
            | Self::Given { .. }
            | Self::Outside { .. }
            | Self::Option { .. } => true,
            _ => false,
        }
    }
}
