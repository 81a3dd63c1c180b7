//! The table `[output.rust]` in; choices out.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use toml::Spanned;

use crate::render::{OptionError, read_options};

/// Choices of a Rust file.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The edition that the file is written for.
    pub(super) edition: Edition,
    /// What stands before public items.
    pub(super) visibility: String,
    /// True for text that is included, where `//!` is an error.
    pub(super) is_included: bool,
    /// True where the standard library is missing even for filling tables.
    pub(super) no_std: bool,
    /// True where attack tables are read without a check.
    pub(super) unchecked: bool,
}

/// An edition. A later one brings a later compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Edition {
    /// 2015
    E2015,
    /// 2018
    E2018,
    /// 2021
    E2021,
    /// 2024
    #[default]
    E2024,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    edition: Edition,
    visibility: Option<Spanned<String>>,
    storage: Storage,
    no_std: bool,
    unchecked: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Storage {
    #[default]
    Static,
    Include,
}

impl Options {
    /// Reads and checks them.
    pub(super) fn read(options: crate::render::Options) -> Result<Self, OptionError> {
        let keys: Keys = read_options(options)?;
        let visibility = match keys.visibility {
            None => "pub".to_owned(),
            Some(given) if is_visibility(given.get_ref()) => given.into_inner(),
            Some(given) => {
                return Err(OptionError {
                    message: format!("`{}` is not a visibility", given.get_ref()),
                    help: Some(
                        "one of `pub`, `pub(crate)`, `pub(super)`, `pub(in crate::path)`"
                            .to_owned(),
                    ),
                    span: Some(given.span()),
                });
            }
        };
        Ok(Self {
            edition: keys.edition,
            visibility,
            is_included: keys.storage == Storage::Include,
            no_std: keys.no_std,
            unchecked: keys.unchecked,
        })
    }

    /// An attribute for an item that a program may leave unused: a binary crate's compiler would call it dead.
    pub(super) fn unused(&self, reason: &str) -> Vec<String> {
        self.allow("dead_code", reason)
    }

    /// An attribute for a function whose name the user chose against the custom.
    pub(super) fn unusual_function(&self, name: &str) -> Vec<String> {
        if !name.contains("__") && name.to_lowercase() == name {
            return Vec::new();
        }
        self.allow("non_snake_case", "the name was asked for")
    }

    /// The same for a static.
    pub(super) fn unusual_static(&self, name: &str) -> Vec<String> {
        if name.to_uppercase() == name {
            return Vec::new();
        }
        self.allow("non_upper_case_globals", "the name was asked for")
    }

    /// An attribute that allows what a lint is against.
    pub(super) fn allow(&self, lint: &str, reason: &str) -> Vec<String> {
        if self.edition.is_modern() {
            vec![format!("#[allow({lint}, reason = \"{reason}\")]")]
        } else {
            vec![format!("// Allowed: {reason}."), format!("#[allow({lint})]")]
        }
    }
}

impl Edition {
    /// True where the compiler knows reasons of lints and constant functions that read statics.
    pub(super) fn is_modern(self) -> bool {
        self == Self::E2024
    }
}

impl<'de> Deserialize<'de> for Edition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EditionVisitor)
    }
}

struct EditionVisitor;

impl Visitor<'_> for EditionVisitor {
    type Value = Edition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an edition: \"2015\", \"2018\", \"2021\" or \"2024\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Edition, E> {
        match text {
            "2015" => Ok(Edition::E2015),
            "2018" => Ok(Edition::E2018),
            "2021" => Ok(Edition::E2021),
            "2024" => Ok(Edition::E2024),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
        }
    }

    // A year on the command line reads as a number.
    fn visit_i64<E: Error>(self, year: i64) -> Result<Edition, E> {
        self.visit_str(&year.to_string())
    }
}

fn is_visibility(text: &str) -> bool {
    if let Some(path) = text.strip_prefix("pub(in ").and_then(|rest| rest.strip_suffix(')')) {
        let mut parts = path.split("::");
        let first = parts.next().unwrap_or("");
        let is_name = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        return match first {
            "crate" => parts.all(|part| is_name(part) && !super::KEYWORDS.contains(&part)),
            "super" => parts.all(|part| part == "super"),
            _ => false,
        };
    }
    matches!(text, "pub" | "pub(crate)" | "pub(super)")
}
