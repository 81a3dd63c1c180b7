//! The choices of the table `[output.rust]`, checked.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use toml::Spanned;

use crate::render::{Bmi2, OptionError, check_name, is_identifier, read_options};

/// Choices of a Rust file.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Options {
    /// The edition that the file is written for.
    pub(super) edition: Edition,
    visibility: Option<Spanned<String>>,
    pub(super) storage: Storage,
    /// True where the standard library is missing even for filling tables.
    pub(super) no_std: bool,
    /// True where attack tables are read without a check.
    pub(super) unchecked: bool,
    /// What happens where the compiler may not use BMI2.
    pub(super) bmi2: Bmi2,
}

/// The year of an edition. A later one brings a later compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edition(pub(super) u16);

impl Default for Edition {
    fn default() -> Self {
        Self(2024)
    }
}

choice! {
    /// Where the text stands.
    Storage {
        /// In a file of its own.
        #[default]
        Static = "static",
        /// Where it is included, and `//!` is an error.
        Include = "include",
    }
}

impl Options {
    /// Reads and checks them.
    pub(super) fn read(options: crate::render::Options) -> Result<Self, OptionError> {
        let options: Self = read_options(options)?;
        let help = "one of `pub`, `pub(crate)`, `pub(super)`, `pub(in crate::path)`";
        check_name(options.visibility.as_ref(), is_visibility, "a visibility", help)?;
        Ok(options)
    }

    /// What stands before public items.
    pub(super) fn visibility(&self) -> &str {
        self.visibility.as_ref().map_or("pub", |visibility| visibility.get_ref())
    }

    /// True for text that is included.
    pub(super) fn is_included(&self) -> bool {
        self.storage == Storage::Include
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

    /// An attribute for a static whose name the user chose against the custom.
    pub(super) fn unusual_static(&self, name: &str) -> Vec<String> {
        if name.to_uppercase() == name {
            return Vec::new();
        }
        self.allow("non_upper_case_globals", "the name was asked for")
    }

    /// An attribute that turns a lint off for an item.
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
        self.0 >= 2024
    }
}

impl<'de> Deserialize<'de> for Edition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EditionVisitor)
    }
}

/// The years of all editions.
const YEARS: [u16; 4] = [2015, 2018, 2021, 2024];

struct EditionVisitor;

impl Visitor<'_> for EditionVisitor {
    type Value = Edition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an edition: \"2015\", \"2018\", \"2021\" or \"2024\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Edition, E> {
        let year = text.parse().ok().filter(|year| YEARS.contains(year) && text.len() == 4);
        let unknown = || E::invalid_value(serde::de::Unexpected::Str(text), &self);
        year.map(Edition).ok_or_else(unknown)
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
        return match first {
            "crate" => parts.all(|part| is_identifier(part, super::KEYWORDS)),
            "super" => parts.all(|part| part == "super"),
            _ => false,
        };
    }
    matches!(text, "pub" | "pub(crate)" | "pub(super)")
}
