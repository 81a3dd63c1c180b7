//! Reads a value as far as possible with a reader that stops at its first error, and collects all errors.
//!
//! The item with the error is removed from the value, and the rest is read again, so that readers needn't continue
//! after an error.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeValue};

use super::error::{ConfigError, ConfigErrorKind};
use magicgen_search::text::MOST_ERRORS;

/// The keys of a value that couldn't be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Broken {
    /// The keys, in the table and its nested tables, whose given value is unknown.
    keys: Vec<String>,
}

impl Broken {
    /// True if a key was given with an unknown value.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|broken| broken == key)
    }

    /// Adds a key.
    pub(super) fn add(&mut self, key: &str) {
        self.keys.push(key.to_owned());
    }

    /// True if any value is unknown.
    pub(super) fn any(&self) -> bool {
        !self.keys.is_empty()
    }

    /// True if one of these keys has an unknown value.
    pub(super) fn has_any(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.has(key))
    }
}

/// Reads a value as far as possible; `None` if nothing can be read. Errors and their keys are added.
pub(super) fn settle<'a, T>(
    mut value: Spanned<DeValue<'a>>,
    errors: &mut Vec<ConfigError>,
    broken: &mut Broken,
    read: impl Fn(Spanned<DeValue<'a>>) -> Result<T, ConfigError>,
) -> Option<T> {
    for _ in 0..MOST_ERRORS {
        let mut error = match read(value.clone()) {
            Ok(read) => return Some(read),
            Err(error) => error,
        };
        let mut path = Vec::new();
        let is_out = error.span.as_ref().is_some_and(|span| take_out(&mut value, span, &mut path));
        if error.span.is_none() {
            error.span = Some(value.span());
        }
        if let ConfigErrorKind::WrongType { key, .. } = &mut error.kind {
            *key = path.last().cloned().unwrap_or_default();
        }
        // A misspelt key's value is missing from the intended key.
        let meant = match &error.kind {
            ConfigErrorKind::UnknownKey { key, known } => super::nearest(key, known),
            _ => None,
        };
        broken.keys.extend(meant.map(str::to_owned));
        broken.keys.extend(path);
        errors.push(error);
        if !is_out {
            return None;
        }
    }
    None
}

/// Removes the innermost key or list item at a place. `path` gets the keys that lead there.
fn take_out(value: &mut Spanned<DeValue<'_>>, span: &Range<usize>, path: &mut Vec<String>) -> bool {
    let holds = |item: &Range<usize>| {
        item == span || item.start <= span.start && span.end <= item.end && !span.is_empty()
    };
    match value.get_mut() {
        DeValue::Table(table) => {
            let mut found = None;
            for (key, item) in table.iter_mut() {
                path.push(key.get_ref().to_string());
                if key.span() != *span && take_out(item, span, path) {
                    return true;
                }
                if key.span() == *span || holds(&item.span()) {
                    found = Some(key.get_ref().to_string());
                    break;
                }
                path.pop();
            }
            found.is_some_and(|key| table.remove(key.as_str()).is_some())
        }
        DeValue::Array(array) => {
            if array.iter_mut().any(|item| take_out(item, span, path)) {
                return true;
            }
            let Some(wrong) = array.iter().position(|item| holds(&item.span())) else {
                return false;
            };
            let mut others = DeArray::new();
            for (_, item) in array.iter().enumerate().filter(|(index, _)| *index != wrong) {
                others.push(item.clone());
            }
            *array = others;
            true
        }
        _ => false,
    }
}
