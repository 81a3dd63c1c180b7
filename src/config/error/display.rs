//! The messages of errors, each of which is one clause.

use std::fmt;

use super::{ConfigError, ConfigErrorKind};
use crate::geometry::MOST_RELEVANT;
use crate::text::shown_line;

impl fmt::Display for ConfigError {
    /// Writes one line, without control characters from values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown_line(&self.kind.to_string()))
    }
}

impl fmt::Display for ConfigErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(message) => write!(f, "{message}"),
            Self::WrongType { found, wanted, .. } => {
                write!(f, "invalid type: {found}, expected {wanted}")
            }
            Self::NotSettable { key } => write!(f, "`{key}` can't be set"),
            Self::UnknownKey { key, .. } => write!(f, "unknown key `{key}`"),
            Self::UnknownValue { what, value, .. } => {
                write!(f, "unknown {what} `{value}`")
            }
            Self::Text { key, flaw } => write!(f, "the text of `{key}` {flaw}"),
            Self::Missing { key, .. } => write!(f, "`{key}` is missing"),
            Self::OutOfRange { key, value, least, most } => {
                write!(f, "{value} is outside of the range of `{key}`, {least} to {most}")
            }
            Self::TooLarge { what, most } => {
                write!(f, "the config has more than {most} {what}")
            }
            Self::Clash { key, other } => write!(f, "`{key}` and `{other}` exclude each other"),
            Self::Axes(clash) => write!(f, "{clash}"),
            Self::Shift { piece, given, bits, .. } => {
                write!(f, "a shift of {given} doesn't leave the {piece} its {bits} index bits")
            }
            Self::CannotFill { variant } => {
                write!(f, "start-up code can't fill the tables of `{variant}`")
            }
            Self::Fold { square: None, .. } => {
                f.write_str("`fold` needs a board that fills an even number of bytes")
            }
            Self::Fold { piece, square: Some(square) } => write!(
                f,
                "`fold` needs mirrored attacks, and the attacks of the {piece} on {square} aren't mirrored"
            ),
            Self::Board(error) => write!(f, "{error}"),
            Self::Mapping(error) => write!(f, "{error}"),
            Self::NotACorner { square, .. } => {
                write!(f, "{square} is not a corner of this board")
            }
            Self::Piece(error) => write!(f, "{error}"),
            Self::PieceTwice { name } => write!(f, "there are two pieces `{name}`"),
            Self::PiecesAlike { name, other } => {
                write!(f, "the pieces `{other}` and `{name}` have the same name in code")
            }
            Self::TooManyRelevant { piece, square, count } => write!(
                f,
                "the {piece} on {square} has {count} relevant squares, more than {MOST_RELEVANT}"
            ),
            Self::Name { language, error } => write!(f, "{error} in {language}"),
            Self::Spdx { text } => write!(f, "`{text}` isn't an SPDX licence expression"),
            Self::BreaksComment { key, text, language } => {
                let what = if *key == "header" { "licence text" } else { "text of `doc`" };
                write!(f, "{text:?} in the {what} would end its comment in {language}")
            }
            Self::Unsupported { language, what, .. } => {
                write!(f, "{language} has no {what}")
            }
            Self::NoSuchPart { variant, part } => {
                write!(f, "the variant `{variant}` has no {part}")
            }
            Self::Companion { message, .. } => f.write_str(message),
            Self::PathTwice { path, other } => {
                write!(f, "`{path}` is written by output `{other}` too")
            }
            Self::PathCase { path, as_path, other } => {
                let case = |path: &str| path.to_uppercase().to_lowercase();
                let how = if case(path) == case(as_path) {
                    "capital and small letters"
                } else {
                    "the encoding of accented letters"
                };
                write!(f, "`{path}` differs from `{as_path}` of output `{other}` only in {how}")
            }
            Self::PathInFile { path, file } => {
                write!(f, "`{path}` needs a folder, but {file} is there")
            }
            Self::PathAroundFile { path, file } => {
                write!(f, "`{path}` is a file, but {file} needs a folder there")
            }
            Self::PathOfFolder { path } => {
                write!(f, "`{path}` is a folder, but a path without a final `/` names a file")
            }
            Self::Outside { path } => {
                write!(f, "`{path}` leads out of the config's folder")
            }
            Self::PathOverwrites { path, what } => {
                write!(f, "`{path}` would overwrite the {what}")
            }
            Self::FileName(clause) => write!(f, "{clause}"),
            Self::Given { name, why } => write!(f, "`{name}` {why}"),
            Self::IdTwice { id } => write!(f, "there are two outputs `{id}`"),
            Self::NoSuchId { id, .. } => write!(f, "there is no output `{id}`"),
            Self::NeedsOneOutput { flag, outputs } => {
                write!(f, "{flag} needs exactly one output, but the config has {outputs}")
            }
            Self::ManyOnStream { path, files } => {
                write!(f, "{files} files can't all go to {path}")
            }
            Self::Option { error, .. } => write!(f, "{}", error.message),
        }
    }
}
