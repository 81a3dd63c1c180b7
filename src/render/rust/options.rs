//! The choices of the table `[output.rust]`, checked.

use std::fmt;
use std::ops::Range;

use crate::render::prelude::*;
use crate::render::vectors::dispatch::DispatchBatches;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// The options of a Rust file.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Options {
    /// The edition for which the file is written.
    pub(super) edition: Edition,
    visibility: Option<Spanned<String>>,
    pub(super) storage: Storage,
    /// The type of a set of two words.
    word: Option<Spanned<Word>>,
    /// True if not even filling tables may use the standard library.
    pub(super) no_std: bool,
    /// True if attack tables are read without bounds checks.
    pub(super) unchecked: bool,
    /// True if lookups compute on vectors when the compiler may use them.
    pub(super) vectors: bool,
    pub(super) dispatch_batches: DispatchBatches,
    /// The fallback if the compiler may not use BMI2.
    pub(super) bmi2: Bmi2,
    /// The paths of the user's types, and the way to their numbers: a field, a method, or `as`.
    square_type: Option<Spanned<String>>,
    square_value: Option<Spanned<String>>,
    bitboard_type: Option<Spanned<String>>,
    bitboard_value: Option<Spanned<String>>,
    /// The path of the user's type of pieces.
    piece_type: Option<Spanned<String>>,
}

/// The default way from a square of the user's type to its number.
const SQUARE_VALUE: &str = "as";

/// The default way from a set of the user's type to its number.
const BITBOARD_VALUE: &str = "0";

/// The year of an edition. A later edition implies a later compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edition(pub(super) u16);

impl Default for Edition {
    fn default() -> Self {
        Self(2024)
    }
}

choice! {
    /// The place of the text.
    Storage {
        /// In a separate file.
        #[default]
        Static = "static",
        /// Included in another file, where `//!` is an error.
        Include = "include",
    }
}

choice! {
    /// The type of a set of two words.
    Word {
        /// A number, `u128`.
        #[default]
        Native = "native",
        /// An array of words.
        Pair = "pair",
    }
}

impl Options {
    /// Reads and checks the options.
    pub(super) fn read(options: crate::render::Options) -> Result<Self, OptionError> {
        let mut options: Self = read_options(options)?;
        let help = "use one of `pub`, `pub(crate)`, `pub(super)`, `pub(in crate::path)`";
        check_name(options.visibility.as_ref(), is_visibility, "a visibility", help)?;
        let help = "use the path of a type: `crate::Square`";
        for path in [&options.square_type, &options.bitboard_type, &options.piece_type] {
            check_name(path.as_ref(), is_type, "the path of a type", help)?;
        }
        let help = "use a field such as `0`, the name of a method, or `as`";
        for value in [&options.square_value, &options.bitboard_value] {
            check_name(value.as_ref(), is_value, "a field or a method", help)?;
        }
        let asks = &options.dispatch_batches;
        let message = "`dispatch-batches` needs `vectors = true`";
        let help = "add `vectors = true`, or leave `dispatch-batches` out";
        asks.refuse_if(!options.vectors, message, help)?;
        let message = "`dispatch-batches` asks the processor by the standard library";
        let help = "leave `no-std` or `dispatch-batches` out";
        asks.refuse_if(options.no_std, message, help)?;
        // In other languages only `index()` is a method.
        let values = [&mut options.square_value, &mut options.bitboard_value];
        for value in values.into_iter().flatten().map(Spanned::get_mut) {
            *value = value.trim_end_matches("()").to_owned();
        }
        let given = [
            (&options.square_value, &options.square_type, "square-type"),
            (&options.bitboard_value, &options.bitboard_type, "bitboard-type"),
        ];
        for (value, path, key) in given {
            check_has_type(value.as_ref(), path.is_some(), key)?;
        }
        let types = [&options.square_type, &options.bitboard_type, &options.piece_type];
        for (at, one) in types.iter().enumerate() {
            let Some(name) = one.as_ref().map(|one| last(one.get_ref())) else { continue };
            for other in types.iter().skip(at + 1) {
                let message = format!("both types are called `{name}`");
                let help = "rename one of the two with `type` or `use`";
                refuse(other.as_ref(), |other| last(other) == name, message, help)?;
            }
        }
        Ok(options)
    }

    /// The most words of a set that is a number. More are an array.
    pub(super) fn words_of_numbers(&self) -> u8 {
        if self.pair().is_some() { 1 } else { 2 }
    }

    /// The place of `word = "pair"`.
    pub(super) fn pair(&self) -> Option<Range<usize>> {
        let word = self.word.as_ref().filter(|word| *word.get_ref() == Word::Pair);
        word.map(Spanned::span)
    }

    /// The visibility modifier of public items.
    pub(super) fn visibility(&self) -> &str {
        self.visibility.as_ref().map_or("pub", |visibility| visibility.get_ref())
    }

    /// The settings of the user's types.
    pub(super) fn type_settings(&self) -> Vec<(&'static str, String)> {
        // An explicit default makes the same file as no option.
        let given = [
            ("square-type", &self.square_type, ""),
            ("square-value", &self.square_value, SQUARE_VALUE),
            ("bitboard-type", &self.bitboard_type, ""),
            ("bitboard-value", &self.bitboard_value, BITBOARD_VALUE),
            ("piece-type", &self.piece_type, ""),
        ];
        let setting = |(key, value, usual): (_, &Option<Spanned<String>>, _)| {
            let value = value.as_ref()?.get_ref();
            (value != usual).then(|| (key, value.clone()))
        };
        given.into_iter().filter_map(setting).collect()
    }

    /// The paths of the user's types, sorted.
    pub(super) fn types(&self) -> Vec<&str> {
        let all = [&self.bitboard_type, &self.piece_type, &self.square_type];
        let paths = all.into_iter().flatten();
        let mut paths: Vec<&str> = paths.map(|path| path.get_ref().as_str()).collect();
        paths.sort_unstable();
        paths
    }

    /// The user's type for this kind, or the usual type.
    pub(super) fn typed(&self, kind: TypedKind<'_>) -> String {
        match (kind, &self.square_type, &self.bitboard_type) {
            (TypedKind::Plain(Sort::Square), Some(path), _)
            | (TypedKind::Plain(Sort::Set), _, Some(path)) => last(path.get_ref()).to_owned(),
            (TypedKind::Plain(Sort::Set | Sort::Key), ..) => "u64".to_owned(),
            (TypedKind::Plain(Sort::Truth), ..) => "bool".to_owned(),
            (TypedKind::Plain(_), ..) => "usize".to_owned(),
            (TypedKind::Member(name), ..) => format!("super::{name}"),
        }
    }

    /// The user's type for a parameter, or the usual type.
    pub(super) fn of_parameter(&self, kind: TypedKind<'_>) -> String {
        match (kind, self.piece()) {
            (TypedKind::Member(_), Some(piece)) => piece.to_owned(),
            _ => self.typed(kind),
        }
    }

    /// The name of the user's type of pieces.
    pub(super) fn piece(&self) -> Option<&str> {
        self.piece_type.as_ref().map(|path| last(path.get_ref()))
    }

    /// The position of this type in the config.
    pub(super) fn piece_span(&self) -> Option<Range<usize>> {
        self.piece_type.as_ref().map(Spanned::span)
    }

    /// The number in a parameter of the user's type, if the user has one for its kind.
    pub(super) fn number(
        &self,
        TypedParameter { name, kind }: &TypedParameter<'_>,
    ) -> Option<String> {
        let (value, usual, number) = match kind {
            TypedKind::Plain(Sort::Square) => {
                self.square_type.as_ref()?;
                (&self.square_value, SQUARE_VALUE, "usize")
            }
            TypedKind::Plain(Sort::Set) => {
                self.bitboard_type.as_ref()?;
                (&self.bitboard_value, BITBOARD_VALUE, "u64")
            }
            _ => return None,
        };
        let is_square = number == "usize";
        let read = match value.as_ref().map_or(usual, |value| value.get_ref()) {
            "as" => return is_square.then(|| format!("{name} as {number}")),
            field if is_field(field) => format!("{name}.{field}"),
            method => format!("{name}.{method}()"),
        };
        // A square's number may have any integer type.
        Some(if is_square { format!("{read} as {number}") } else { read })
    }

    /// A set, converted to the user's type.
    pub(super) fn of_set(&self, set: &str) -> String {
        let is_alias = self.bitboard_value.as_ref().is_some_and(|value| value.get_ref() == "as");
        match &self.bitboard_type {
            Some(path) if !is_alias => format!("{}({set})", last(path.get_ref())),
            _ => set.to_owned(),
        }
    }

    /// True if no method call is needed for numbers, so that constant functions can read them.
    pub(super) fn reads_fields(&self) -> bool {
        let values = [&self.square_value, &self.bitboard_value].into_iter().flatten();
        values.map(Spanned::get_ref).all(|value| value == "as" || is_field(value))
    }

    /// True for text that is included.
    pub(super) fn is_included(&self) -> bool {
        self.storage == Storage::Include
    }

    /// An attribute for an item that a program may not use: in a binary crate the compiler would call it dead.
    pub(super) fn unused(&self, reason: &str) -> Vec<String> {
        self.allow("dead_code", reason)
    }

    /// An attribute for a function whose name breaks Rust's naming conventions.
    pub(super) fn unusual_function(&self, name: &str) -> Vec<String> {
        if !name.contains("__") && name.to_lowercase() == name {
            return Vec::new();
        }
        self.allow("non_snake_case", "the name was asked for")
    }

    /// An attribute for a static whose name breaks Rust's naming conventions.
    pub(super) fn unusual_static(&self, name: &str) -> Vec<String> {
        if name.to_uppercase() == name {
            return Vec::new();
        }
        self.allow("non_upper_case_globals", "the name was asked for")
    }

    /// An attribute for a type whose name breaks Rust's naming conventions.
    pub(super) fn unusual_type(&self, name: &str) -> Vec<String> {
        if !name.contains('_') && name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Vec::new();
        }
        self.allow("non_camel_case_types", "the name was asked for")
    }

    /// An attribute that disables a lint for an item.
    pub(super) fn allow(&self, lint: &str, reason: &str) -> Vec<String> {
        if self.edition.is_modern() {
            vec![format!("#[allow({lint}, reason = \"{reason}\")]")]
        } else {
            vec![format!("// Allowed: {reason}."), format!("#[allow({lint})]")]
        }
    }
}

impl Edition {
    /// True if the compiler has lint reasons, and constant functions that read statics.
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

    // On the command line, a year parses as a number.
    fn visit_i64<E: Error>(self, year: i64) -> Result<Edition, E> {
        self.visit_str(&year.to_string())
    }
}

/// The last name of a path.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn is_field(text: &str) -> bool {
    !text.is_empty() && text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_value(text: &str) -> bool {
    let method = text.strip_suffix("()").unwrap_or(text);
    text == "as" || is_field(text) || is_identifier(method, super::KEYWORDS)
}

/// True for a path of identifiers that aren't keywords, optionally after `crate`, `super` or `self`.
fn is_type(text: &str) -> bool {
    let mut parts = text.split("::").peekable();
    while parts.next_if(|part| matches!(*part, "crate" | "super" | "self")).is_some() {}
    parts.peek().is_some() && parts.all(|part| is_identifier(part, super::KEYWORDS))
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
