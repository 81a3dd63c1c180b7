//! The code of each error, for machines, and advice on what to type instead.

use super::{ConfigError, ConfigErrorKind};
use crate::axes::Clash;
use crate::config::budget::bytes;
use crate::config::nearest;
use crate::geometry::{BoardError, MappingError, PieceError};
use crate::text::shell_word;

impl ConfigError {
    /// The code of the error, for machines.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.kind {
            ConfigErrorKind::Toml(_) => "config::toml",
            ConfigErrorKind::WrongType { .. } => "config::wrong-type",
            ConfigErrorKind::NotSettable { .. } | ConfigErrorKind::UnknownKey { .. } => {
                "config::unknown-key"
            }
            ConfigErrorKind::UnknownValue { .. } => "config::unknown-value",
            ConfigErrorKind::Text { .. } | ConfigErrorKind::Spdx { .. } => "config::text",
            ConfigErrorKind::Missing { .. } => "config::missing-key",
            ConfigErrorKind::OutOfRange { .. } => "config::out-of-range",
            ConfigErrorKind::TooLarge { .. } => "config::too-large",
            ConfigErrorKind::Clash { .. } | ConfigErrorKind::Axes(_) => "config::clash",
            ConfigErrorKind::Shift { .. } => "config::shift",
            ConfigErrorKind::Board(_) => "config::board",
            ConfigErrorKind::Mapping(_) | ConfigErrorKind::NotACorner { .. } => {
                "config::orientation"
            }
            ConfigErrorKind::Piece(_)
            | ConfigErrorKind::PieceTwice { .. }
            | ConfigErrorKind::PiecesAlike { .. } => "config::piece",
            ConfigErrorKind::TooManyRelevant { .. } => "config::mask-too-large",
            ConfigErrorKind::Name { .. } => "config::name",
            ConfigErrorKind::BreaksComment { .. } => "config::licence",
            ConfigErrorKind::Unsupported { .. }
            | ConfigErrorKind::CannotFill { .. }
            | ConfigErrorKind::Fold { .. }
            | ConfigErrorKind::NoSuchPart { .. }
            | ConfigErrorKind::Companion { .. } => "config::unsupported",
            ConfigErrorKind::PathTwice { .. }
            | ConfigErrorKind::PathCase { .. }
            | ConfigErrorKind::PathOverwrites { .. }
            | ConfigErrorKind::PathInFile { .. }
            | ConfigErrorKind::PathAroundFile { .. }
            | ConfigErrorKind::PathOfFolder { .. }
            | ConfigErrorKind::Outside { .. }
            | ConfigErrorKind::FileName(_)
            | ConfigErrorKind::ManyOnStream { .. } => "config::path",
            ConfigErrorKind::Given { .. } => "config::given",
            ConfigErrorKind::IdTwice { .. }
            | ConfigErrorKind::NoSuchId { .. }
            | ConfigErrorKind::NeedsOneOutput { .. } => "config::id",
            ConfigErrorKind::Option { .. } => "config::option",
        }
    }

    /// Advice on what to type instead.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    pub fn help(&self) -> Option<String> {
        let list = |known: &[String]| {
            let quoted: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
            quoted.join(", ")
        };
        match &self.kind {
            ConfigErrorKind::UnknownKey { key, known } if is_of_output(key, known) => {
                Some(format!("did you mean `output.{key}`?"))
            }
            ConfigErrorKind::UnknownValue { what: "piece", value, .. } if is_leaper(value) => {
                // An error without a place is about a command's argument, which can't be removed.
                let removed = if self.span.is_some() { "remove it; " } else { "" };
                Some(format!("{removed}{LEAPERS}"))
            }
            ConfigErrorKind::UnknownKey { key: value, known }
            | ConfigErrorKind::UnknownValue { value, known, .. }
            | ConfigErrorKind::NoSuchId { id: value, known } => match nearest(value, known) {
                Some(nearest) => Some(format!("did you mean `{nearest}`?")),
                None if known.is_empty() => Some("remove it".to_owned()),
                None => Some(format!("use one of {}", list(known))),
            },
            ConfigErrorKind::Text { flaw, .. } => Some(flaw.help()),
            ConfigErrorKind::Missing { example, .. } => Some(format!("add `{example}`")),
            ConfigErrorKind::OutOfRange { key, least, most, .. } => {
                Some(format!("give `{key}` a number from {least} to {most}"))
            }
            ConfigErrorKind::TooLarge { .. } => {
                Some("split it into several configs, and use `--config FILE` for each".to_owned())
            }
            ConfigErrorKind::Clash { key, other } => Some(format!("remove `{key}` or `{other}`")),
            ConfigErrorKind::Axes(Clash { first, second, .. }) => {
                Some(format!("change {first} or {second}"))
            }
            ConfigErrorKind::Shift { piece, wanted, .. } => {
                Some(format!("use `shift = {{ {piece} = {wanted} }}`, or `shift = \"constant\"`"))
            }
            ConfigErrorKind::Fold { square: None, .. } => Some(
                "remove `fold`, or use a board with an even number of ranks of eight squares"
                    .to_owned(),
            ),
            ConfigErrorKind::Fold { .. } => {
                Some("remove `fold`, or use another value of it".to_owned())
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
                Some("give each square its own bit".to_owned())
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
                Some("give it a shorter `range`, or split its rays into two pieces".to_owned())
            }
            ConfigErrorKind::Name { .. }
            | ConfigErrorKind::PieceTwice { .. }
            | ConfigErrorKind::PiecesAlike { .. } => Some("choose another name".to_owned()),
            ConfigErrorKind::Spdx { .. } => Some(
                "write e.g. `GPL-3.0-or-later` or `MIT OR Apache-2.0`, or `\"\"` for none"
                    .to_owned(),
            ),
            ConfigErrorKind::BreaksComment { text, .. } => {
                Some(format!("write the text without {text:?}"))
            }
            ConfigErrorKind::Unsupported { instead, .. } if instead.is_empty() => {
                Some("remove it".to_owned())
            }
            ConfigErrorKind::Unsupported { instead, .. } if instead.len() > FEW => {
                Some(format!("use `{}`; `magicgen list variants` shows all variants", instead[0]))
            }
            ConfigErrorKind::Unsupported { instead, .. } => {
                Some(format!("use one of {}", list(instead)))
            }
            ConfigErrorKind::Companion { help, .. } => Some(help.clone()),
            ConfigErrorKind::NoSuchPart { part, .. } => {
                Some(format!("leave `{part}` out of `emit`"))
            }
            ConfigErrorKind::PathTwice { .. }
            | ConfigErrorKind::PathCase { .. }
            | ConfigErrorKind::PathOverwrites { .. }
            | ConfigErrorKind::PathInFile { .. }
            | ConfigErrorKind::PathAroundFile { .. } => Some("choose another path".to_owned()),
            ConfigErrorKind::PathOfFolder { path } => {
                Some(format!("choose another path, or write `{path}/` for a file in that folder"))
            }
            ConfigErrorKind::Outside { .. } => {
                Some("allow it with `--allow-outside`, if you trust this config".to_owned())
            }
            ConfigErrorKind::Given { name, .. } => Some(format!(
                "make it from a source with `magicgen verify --adopt -o {} SOURCE`",
                shell_word(name)
            )),
            ConfigErrorKind::IdTwice { id } => {
                Some(format!("give each output its own `id`, e.g. `id = \"{id}-2\"`"))
            }
            ConfigErrorKind::NeedsOneOutput { .. } => {
                Some("choose one with `--only ID`".to_owned())
            }
            ConfigErrorKind::ManyOnStream { .. } => Some("use `-o DIR/`".to_owned()),
            ConfigErrorKind::Option { error, .. } => {
                Some(error.help.clone().unwrap_or_else(|| syntax_help(&error.message)))
            }
            ConfigErrorKind::FileName(_) => {
                Some("rename the file, or choose another name with `--name`".to_owned())
            }
            ConfigErrorKind::Toml(message) => Some(syntax_help(message)),
            ConfigErrorKind::WrongType { key, .. } if key == "board" => {
                Some("write `board = { width = 7, height = 7 }`".to_owned())
            }
            ConfigErrorKind::WrongType { key, found, wanted } => {
                Some(type_help(key, found, wanted))
            }
            ConfigErrorKind::NotSettable { key } if key == "version" => {
                Some("leave it out; `version` belongs to the config file".to_owned())
            }
            ConfigErrorKind::NotSettable { .. } => {
                Some("name a key, e.g. `-D output.variant=plain`".to_owned())
            }
        }
    }
}

/// The most values in a list of advice.
const FEW: usize = 8;

/// Whether an unknown top-level key is a key of an output, or a language's table in one.
#[cfg(feature = "cli")]
fn is_of_output(key: &str, known: &[String]) -> bool {
    let is_top = known.iter().any(|known| known == "output");
    let is_its = || {
        let tables = crate::config::keys();
        let output = tables.iter().find(|table| table.table == "output");
        output.is_some_and(|table| table.keys.iter().any(|(name, _)| *name == key))
            || tables.iter().any(|table| table.table == format!("output.{key}"))
    };
    is_top && is_its()
}

/// The library alone has no list of keys.
#[cfg(not(feature = "cli"))]
fn is_of_output(_: &str, _: &[String]) -> bool {
    false
}

/// Advice for a piece without a lookup.
pub const LEAPERS: &str = "`emit = [\"leapers\"]` prints the attacks of knights, kings and pawns";

/// Whether a chess piece is a leaper, which has no lookup.
#[must_use]
pub fn is_leaper(piece: &str) -> bool {
    ["knight", "king", "pawn"].contains(&piece.to_lowercase().trim_end_matches('s'))
}

/// Advice for the place of a syntax error.
fn syntax_help(message: &str) -> String {
    let expected = message.split_once(", expected ").map(|(_, expected)| expected);
    match expected {
        _ if message.starts_with("this is JSON") => {
            "write TOML with the same keys; `magicgen init` writes an example".to_owned()
        }
        _ if message.starts_with("duplicate") => "remove one of the two".to_owned(),
        _ if message.contains("recurs") => "use fewer nested dots and brackets".to_owned(),
        Some(expected) if message.starts_with("invalid value") => format!("use {expected}"),
        Some("literal string") => "put the text in quotes: `\"...\"`".to_owned(),
        Some("nothing") => "remove it".to_owned(),
        Some(expected) => format!("put {expected} there"),
        None => "write `key = value` on a line of its own, with texts in quotes".to_owned(),
    }
}

/// Advice for a value of the wrong type.
fn type_help(key: &str, found: &str, wanted: &str) -> String {
    let key = if key.is_empty() { "key" } else { key };
    let text = found.strip_prefix("string ");
    match wanted {
        "a whole number" if key == "max-bytes" => {
            let number = text.and_then(|text| bytes(text.trim_matches('"')).ok());
            let number = number.unwrap_or(102_400);
            format!("write a number of bytes without quotes: `{key} = {number}`")
        }
        "a string" => format!("write a text in quotes: `{key} = \"...\"`"),
        "a boolean" => format!("write `{key} = true` or `{key} = false`"),
        "a whole number" => format!("write a whole number without quotes: `{key} = 1`"),
        "a list" => {
            format!("write a list in brackets: `{key} = [{}]`", text.unwrap_or("..."))
        }
        "a table" => format!("write its keys below `[{key}]`"),
        "an array of tables" => format!("write its keys below `[[{key}]]`"),
        other => format!("give `{key}` {other}"),
    }
}
