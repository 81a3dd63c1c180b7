//! Checks of single values, such as a number in its range or one of a few words, and the list of errors.

use std::ops::Range;

use toml::Spanned;

use super::error::{ConfigError, ConfigErrorKind};
use super::tables::OutputTable;
use crate::render::{Backend, LackOnWideBoards, Language};
use magicgen_lookup::model::Names;

/// A number, checked against its range; `None` if it isn't given.
pub(super) fn number(
    key: &'static str,
    given: Option<&Spanned<i128>>,
    least: i128,
    most: i128,
) -> Result<Option<i128>, ConfigError> {
    let Some(given) = given else { return Ok(None) };
    let value = *given.get_ref();
    if (least..=most).contains(&value) {
        return Ok(Some(value));
    }
    let kind = ConfigErrorKind::OutOfRange { key, value: value.to_string(), least, most };
    Err(ConfigError::at(given.span(), kind))
}

/// One of a few words as its value; `None` if it isn't given.
pub(super) fn choice<T: Clone>(
    what: &'static str,
    given: Option<&Spanned<String>>,
    all: &[(&str, T)],
) -> Result<Option<T>, ConfigError> {
    let Some(given) = given else { return Ok(None) };
    match all.iter().find(|(word, _)| word == given.get_ref()) {
        Some((_, value)) => Ok(Some(value.clone())),
        None => Err(unknown(what, given, all.iter().map(|(word, _)| (*word).to_owned()).collect())),
    }
}

/// The error for a word that isn't one of the few.
pub(super) fn unknown(
    what: &'static str,
    value: &Spanned<String>,
    known: Vec<String>,
) -> ConfigError {
    let kind = ConfigErrorKind::UnknownValue { what, value: value.get_ref().clone(), known };
    ConfigError::at(value.span(), kind)
}

/// True where an option of the language has a value.
pub(super) fn given(backend: &dyn Backend, names: &Names, key: &str) -> bool {
    let settings = backend.settings(names, "");
    settings.into_iter().any(|(other, value)| other == key && !value.is_empty())
}

/// The errors of an output, collected so that one run reports all of them.
#[derive(Default)]
pub(super) struct Errors {
    pub(super) all: Vec<ConfigError>,
    /// The option that limits the language's abilities.
    pub(super) option: Option<&'static str>,
}

impl Errors {
    pub(super) fn take<T>(&mut self, result: Result<T, ConfigError>) -> Option<T> {
        result.map_err(|error| self.all.push(error)).ok()
    }

    /// Adds an error for an unsupported feature, with the place where the language was chosen.
    pub(super) fn unsupported(
        &mut self,
        place: Range<usize>,
        table: &OutputTable,
        language: &'static Language,
        what: String,
        instead: Vec<String>,
    ) {
        let what = match self.option {
            Some(option) => format!("{what} under `{option}`"),
            None => what,
        };
        let kind = ConfigErrorKind::Unsupported { language: language.id, what, instead };
        let error = ConfigError::at(place, kind);
        self.all.push(match &table.lang {
            Some(lang) => error.with(lang.span(), "chosen here"),
            None => error,
        });
    }

    /// Refuses a board of more than 64 squares, at the language or at the output's table.
    pub(super) fn wide(
        &mut self,
        span: &Range<usize>,
        table: &OutputTable,
        language: &'static Language,
        lack: Option<LackOnWideBoards>,
    ) {
        let place = table.lang.as_ref().map_or(span.clone(), Spanned::span);
        if let Some(LackOnWideBoards { what, instead }) = lack {
            self.unsupported(place, table, language, what, instead);
        }
    }

    pub(super) fn at(&mut self, place: Range<usize>, kind: ConfigErrorKind) {
        self.all.push(ConfigError::at(place, kind));
    }
}
