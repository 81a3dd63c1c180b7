//! Checks every text in a parsed config, settings included.
//!
//! A config's texts are checked for their characters here and nowhere else. A key without an entry here, such as a new
//! one, must have one line of visible text.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, ConfigErrorKind};
use magicgen_search::text::{Flaw, check_id, check_line, check_lines, check_words};

/// Checks every text in every table.
pub(super) fn check(root: &DeTable<'_>, errors: &mut Vec<ConfigError>) {
    for (key, value) in root {
        let key: &str = key.get_ref();
        each(&[key], value, errors);
    }
}

fn each(path: &[&str], value: &Spanned<DeValue<'_>>, errors: &mut Vec<ConfigError>) {
    match value.get_ref() {
        DeValue::String(text) => {
            if let Err(flaw) = kind(path)(text) {
                let key = path.last().copied().unwrap_or_default().to_owned();
                errors.push(ConfigError::at(value.span(), ConfigErrorKind::Text { key, flaw }));
            }
        }
        DeValue::Array(values) => values.iter().for_each(|value| each(path, value, errors)),
        DeValue::Table(table) => {
            for (key, value) in table {
                each(&[path, &[key.get_ref()]].concat(), value, errors);
            }
        }
        _ => {}
    }
}

/// The check for the text of a key.
fn kind(path: &[&str]) -> fn(&str) -> Result<(), Flaw> {
    match path {
        ["piece" | "output" | "defaults", "name"] => check_words,
        ["output" | "defaults", "id"] => check_id,
        ["output" | "defaults", "doc"] | ["output" | "defaults", "style", "header"] => {
            |text| check_lines(&text.replace("\r\n", "\n"))
        }
        _ => check_line,
    }
}
