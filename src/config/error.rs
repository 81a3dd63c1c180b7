//! What can be wrong with a configuration: data, a place and what to type instead.

use std::fmt;
use std::ops::Range;

use crate::geometry::{BoardError, MOST_RELEVANT, MappingError, PieceError};
use crate::model::NameError;
use crate::render::OptionError;
use crate::variant::Clash;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigError {
    /// Where, in the run of text of [`super::Source`].
    pub span: Option<Range<usize>>,
    /// Another place that has to do with it, and what it is.
    pub also: Option<(Range<usize>, &'static str)>,
    /// What.
    pub kind: ConfigErrorKind,
}

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
    /// Errors beside those that are told.
    More {
        /// How many.
        count: usize,
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
    /// A licence text that would end its comment.
    BreaksComment {
        /// The text that would.
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
    /// More than one file for standard output.
    ManyOnStdout {
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
    pub(super) fn is_of_lookup(&self) -> bool {
        const LOOKUP: [&str; 7] =
            ["form of key", "factor", "cell", "placement", "shift", "offset", "way to combine"];
        matches!(self, Self::UnknownValue { what, .. } if LOOKUP.contains(what))
    }

    /// True where it is wrong on this board, and perhaps not on another.
    pub(super) fn is_of_board(&self) -> bool {
        matches!(
            self,
            Self::TooManyRelevant { .. }
                | Self::Mapping(_)
                | Self::Shift { .. }
                | Self::Name { .. }
        )
    }

    /// True where it is wrong whatever other tables say.
    pub(super) fn stands_alone(&self) -> bool {
        match self {
            Self::UnknownValue { what, .. } => *what != "piece",
            Self::Missing { key, .. } => *key != "output",
            Self::OutOfRange { .. }
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
            | Self::Option { .. } => true,
            _ => false,
        }
    }
}

impl ConfigError {
    /// An error at a place.
    #[must_use]
    pub fn at(span: Range<usize>, kind: ConfigErrorKind) -> Self {
        Self { span: Some(span), also: None, kind }
    }

    /// An error without a place.
    #[must_use]
    pub fn nowhere(kind: ConfigErrorKind) -> Self {
        Self { span: None, also: None, kind }
    }

    /// Names another place.
    #[must_use]
    pub fn with(mut self, span: Range<usize>, label: &'static str) -> Self {
        self.also = Some((span, label));
        self
    }

    /// The code, for machines.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.kind {
            ConfigErrorKind::Toml(_) => "config::toml",
            ConfigErrorKind::WrongType { .. } => "config::wrong-type",
            ConfigErrorKind::More { .. } => "config::more",
            ConfigErrorKind::NotSettable { .. } | ConfigErrorKind::UnknownKey { .. } => {
                "config::unknown-key"
            }
            ConfigErrorKind::UnknownValue { .. } => "config::unknown-value",
            ConfigErrorKind::Missing { .. } => "config::missing-key",
            ConfigErrorKind::OutOfRange { .. } => "config::out-of-range",
            ConfigErrorKind::Clash { .. } | ConfigErrorKind::Axes(_) => "config::clash",
            ConfigErrorKind::Shift { .. } => "config::shift",
            ConfigErrorKind::Board(_) => "config::board",
            ConfigErrorKind::Mapping(_) | ConfigErrorKind::NotACorner { .. } => {
                "config::orientation"
            }
            ConfigErrorKind::Piece(_) | ConfigErrorKind::PieceTwice { .. } => "config::piece",
            ConfigErrorKind::TooManyRelevant { .. } => "config::mask-too-large",
            ConfigErrorKind::Name { .. } => "config::name",
            ConfigErrorKind::BreaksComment { .. } => "config::licence",
            ConfigErrorKind::Unsupported { .. }
            | ConfigErrorKind::CannotFill { .. }
            | ConfigErrorKind::NoSuchPart { .. } => "config::unsupported",
            ConfigErrorKind::PathTwice { .. }
            | ConfigErrorKind::PathOverwrites { .. }
            | ConfigErrorKind::FileName(_)
            | ConfigErrorKind::ManyOnStdout { .. } => "config::path",
            ConfigErrorKind::IdTwice { .. }
            | ConfigErrorKind::NoSuchId { .. }
            | ConfigErrorKind::NeedsOneOutput { .. } => "config::id",
            ConfigErrorKind::Option { .. } => "config::option",
        }
    }

    /// What to type instead.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let list = |known: &[String]| {
            let quoted: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
            quoted.join(", ")
        };
        match &self.kind {
            ConfigErrorKind::UnknownKey { key: value, known }
            | ConfigErrorKind::UnknownValue { value, known, .. }
            | ConfigErrorKind::NoSuchId { id: value, known } => {
                match super::nearest(value, known) {
                    Some(nearest) => Some(format!("did you mean `{nearest}`?")),
                    None if known.is_empty() => Some("remove it".to_owned()),
                    None => Some(format!("use one of {}", list(known))),
                }
            }
            ConfigErrorKind::Missing { example, .. } => Some(format!("add `{example}`")),
            ConfigErrorKind::OutOfRange { key, least, most, .. } => {
                Some(format!("give `{key}` a number from {least} to {most}"))
            }
            ConfigErrorKind::Clash { key, other } => Some(format!("remove `{key}` or `{other}`")),
            ConfigErrorKind::Axes(Clash { first, second, .. }) => {
                Some(format!("change {first} or {second}"))
            }
            ConfigErrorKind::Shift { piece, wanted, .. } => {
                Some(format!("use `shift = {{ {piece} = {wanted} }}`, or `shift = \"constant\"`"))
            }
            ConfigErrorKind::CannotFill { .. } => Some("use `tables = \"full\"`".to_owned()),
            ConfigErrorKind::Board(BoardError::NotASquare { .. }) => {
                Some("name a square by file and rank, as in `d4`".to_owned())
            }
            ConfigErrorKind::Board(_) => {
                Some("choose `width` and `height` with a product of at most 64".to_owned())
            }
            ConfigErrorKind::Mapping(MappingError::StrideTooSmall { least, .. }) => {
                Some(format!("use `stride = {least}` or more"))
            }
            ConfigErrorKind::Mapping(MappingError::BitTooLarge { .. }) => {
                Some("use a smaller stride or board, or bits from 0 to 63".to_owned())
            }
            ConfigErrorKind::Mapping(MappingError::WrongLength { wanted, .. }) => {
                Some(format!("list the bit of each square, a1, b1, ...: {wanted} numbers"))
            }
            ConfigErrorKind::Mapping(MappingError::Twice { .. }) => {
                Some("give each square a bit of its own".to_owned())
            }
            ConfigErrorKind::Mapping(MappingError::NoSquares) => Some("remove a hole".to_owned()),
            ConfigErrorKind::NotACorner { corners, .. } => {
                Some(format!("use one of {}", list(corners)))
            }
            ConfigErrorKind::Piece(PieceError::ZeroRange) => {
                Some("use `range = 1` or more".to_owned())
            }
            ConfigErrorKind::Piece(PieceError::Twice(_)) => {
                Some("remove one of the two".to_owned())
            }
            ConfigErrorKind::Piece(_) => {
                Some("give it steps, as in `rays = [[1, 0], [0, 1]]`".to_owned())
            }
            ConfigErrorKind::TooManyRelevant { .. } => {
                Some("give it a shorter `range`, or split its rays over two pieces".to_owned())
            }
            ConfigErrorKind::Name { .. } | ConfigErrorKind::PieceTwice { .. } => {
                Some("choose another name".to_owned())
            }
            ConfigErrorKind::BreaksComment { text, .. } => {
                Some(format!("write the text without {text:?}"))
            }
            ConfigErrorKind::Unsupported { instead, .. } if instead.is_empty() => {
                Some("remove it".to_owned())
            }
            ConfigErrorKind::Unsupported { instead, .. } => {
                Some(format!("use one of {}", list(instead)))
            }
            ConfigErrorKind::NoSuchPart { part, .. } => {
                Some(format!("leave `{part}` out of `emit`"))
            }
            ConfigErrorKind::PathTwice { .. } | ConfigErrorKind::PathOverwrites { .. } => {
                Some("choose another path".to_owned())
            }
            ConfigErrorKind::IdTwice { .. } => {
                Some("give each output an `id` of its own".to_owned())
            }
            ConfigErrorKind::NeedsOneOutput { .. } => {
                Some("choose one with `--only ID`".to_owned())
            }
            ConfigErrorKind::ManyOnStdout { .. } => Some("use `-o DIR/`".to_owned()),
            ConfigErrorKind::Option { error, .. } => {
                Some(error.help.clone().unwrap_or_else(|| syntax_help(&error.message)))
            }
            ConfigErrorKind::FileName(_) => {
                Some("rename the file, or name the output by `--name`".to_owned())
            }
            ConfigErrorKind::Toml(message) => Some(syntax_help(message)),
            ConfigErrorKind::WrongType { key, wanted, .. } => Some(type_help(key, wanted)),
            ConfigErrorKind::More { .. } => Some("correct those above, and run again".to_owned()),
            ConfigErrorKind::NotSettable { .. } => {
                Some("name a key as in `-D output.variant=plain`".to_owned())
            }
        }
    }
}

/// What to type where the parser stops.
fn syntax_help(message: &str) -> String {
    let expected = message.split_once(", expected ").map(|(_, expected)| expected);
    match expected {
        _ if message.starts_with("duplicate") => "remove one of the two".to_owned(),
        Some(expected) if message.starts_with("invalid value") => format!("use {expected}"),
        Some("literal string") => "put the text in quotes: `\"...\"`".to_owned(),
        Some("nothing") => "remove it".to_owned(),
        Some(expected) => format!("put {expected} there"),
        None => "write `key = value` on a line of its own, with texts in quotes".to_owned(),
    }
}

/// What to type instead of a value of the wrong type.
fn type_help(key: &str, wanted: &str) -> String {
    let key = if key.is_empty() { "key" } else { key };
    match wanted {
        "a string" => format!("write a text in quotes: `{key} = \"...\"`"),
        "a boolean" => format!("write `{key} = true` or `{key} = false`"),
        "a whole number" => format!("write a number without quotes and point: `{key} = 1`"),
        "a list" => format!("write a list in brackets: `{key} = [...]`"),
        "a table" => format!("write its keys below `[{key}]`"),
        "an array of tables" => format!("write its keys below `[[{key}]]`"),
        other => format!("give `{key}` {other}"),
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ConfigErrorKind::Toml(message) => write!(f, "{message}"),
            ConfigErrorKind::WrongType { found, wanted, .. } => {
                write!(f, "invalid type: {found}, expected {wanted}")
            }
            ConfigErrorKind::More { count } => write!(f, "{count} more errors in this file"),
            ConfigErrorKind::NotSettable { key } => write!(f, "`{key}` is no key that can be set"),
            ConfigErrorKind::UnknownKey { key, .. } => write!(f, "unknown key `{key}`"),
            ConfigErrorKind::UnknownValue { what, value, .. } => {
                write!(f, "unknown {what} `{value}`")
            }
            ConfigErrorKind::Missing { key, .. } => write!(f, "`{key}` is missing"),
            ConfigErrorKind::OutOfRange { key, value, least, most } => {
                write!(f, "{value} is beyond the range of `{key}`, {least} to {most}")
            }
            ConfigErrorKind::Clash { key, other } => write!(f, "`{key}` excludes `{other}`"),
            ConfigErrorKind::Axes(clash) => write!(f, "{clash}"),
            ConfigErrorKind::Shift { piece, given, bits, .. } => write!(
                f,
                "a shift of {given} doesn't leave the {bits} index bits that the {piece}'s widest mask needs"
            ),
            ConfigErrorKind::CannotFill { variant } => write!(
                f,
                "the tables of `{variant}` say where attack sets are, and start-up code can't fill those"
            ),
            ConfigErrorKind::Board(error) => write!(f, "{error}"),
            ConfigErrorKind::Mapping(error) => write!(f, "{error}"),
            ConfigErrorKind::NotACorner { square, .. } => {
                write!(f, "{square} is not a corner of this board")
            }
            ConfigErrorKind::Piece(error) => write!(f, "{error}"),
            ConfigErrorKind::PieceTwice { name } => write!(f, "there is a piece `{name}` already"),
            ConfigErrorKind::TooManyRelevant { piece, square, count } => write!(
                f,
                "the {piece} on {square} has {count} relevant squares, more than {MOST_RELEVANT}"
            ),
            ConfigErrorKind::Name { language, error } => write!(f, "{error} in {language}"),
            ConfigErrorKind::BreaksComment { text, language } => {
                write!(f, "the licence text would break its comment in {language} by {text:?}")
            }
            ConfigErrorKind::Unsupported { language, what, .. } => {
                write!(f, "{language} has no {what}")
            }
            ConfigErrorKind::NoSuchPart { variant, part } => {
                write!(f, "the variant `{variant}` has no {part}")
            }
            ConfigErrorKind::PathTwice { path, other } => {
                write!(f, "`{path}` is written by output `{other}` too")
            }
            ConfigErrorKind::PathOverwrites { path, what } => {
                write!(f, "`{path}` would overwrite the {what}")
            }
            ConfigErrorKind::FileName(clause) => write!(f, "{clause}"),
            ConfigErrorKind::IdTwice { id } => write!(f, "there is an output `{id}` already"),
            ConfigErrorKind::NoSuchId { id, .. } => write!(f, "no output is called `{id}`"),
            ConfigErrorKind::NeedsOneOutput { flag, outputs } => {
                write!(f, "{flag} needs exactly one output, but here are {outputs}")
            }
            ConfigErrorKind::ManyOnStdout { files } => {
                write!(f, "{files} files can't all go to standard output")
            }
            ConfigErrorKind::Option { error, .. } => write!(f, "{}", error.message),
        }
    }
}
