//! `[output.cpp]` in; checked options out.

use serde::Deserialize;
use toml::Spanned;

use super::keywords::{KEYWORDS, RESERVED};
use crate::model::Case;
use crate::render::{OptionError, Options, guard, read_options};

/// The keys as they are written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    std: Standard,
    namespace: Option<Spanned<String>>,
    case: NameCase,
    guard: Option<Spanned<String>>,
    static_assert: Option<bool>,
}

/// The language's standard.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
pub(super) enum Standard {
    #[default]
    #[serde(rename = "c++17", alias = "17")]
    Cpp17,
    #[serde(rename = "c++20", alias = "20")]
    Cpp20,
}

/// How functions and constants join words.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum NameCase {
    #[default]
    Snake,
    Camel,
}

/// The options, checked.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) standard: Standard,
    /// `chess::magics`; where none is given, it is the module's name.
    pub(super) namespace: Option<String>,
    pub(super) case: Case,
    /// The include guard, where the user names one.
    pub(super) guard: Option<String>,
    /// Whether the compiler checks tables and some lookups.
    pub(super) asserts: bool,
}

impl Settings {
    /// Reads and checks the options.
    pub(super) fn read(options: Options<'_>) -> Result<Self, OptionError> {
        let keys: Keys = read_options(options)?;
        if let Some(namespace) = &keys.namespace {
            let is_free = |part: &str| is_name(part) && !RESERVED.contains(&part);
            if !namespace.get_ref().split("::").all(is_free) {
                return Err(refusal(
                    namespace,
                    "the name of a namespace",
                    "identifiers that are no keywords, with `::` between: `chess::magics`",
                ));
            }
        }
        if let Some(guard) = &keys.guard {
            guard::check(guard, &[KEYWORDS, RESERVED], "MAGICS_HPP")?;
        }
        Ok(Self {
            standard: keys.std,
            namespace: keys.namespace.map(Spanned::into_inner),
            case: match keys.case {
                NameCase::Snake => Case::Snake,
                NameCase::Camel => Case::Camel,
            },
            guard: keys.guard.map(Spanned::into_inner),
            asserts: keys.static_assert.unwrap_or(true),
        })
    }
}

/// True for identifiers that neither the language nor its library reserves.
fn is_name(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_alphabetic())
        && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !part.contains("__")
        && !KEYWORDS.contains(&part)
}

fn refusal(of: &Spanned<String>, what: &str, help: &str) -> OptionError {
    OptionError {
        message: format!("`{}` is not {what}", of.get_ref().escape_debug()),
        help: Some(help.to_owned()),
        span: Some(of.span()),
    }
}
