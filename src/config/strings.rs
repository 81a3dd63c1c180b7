//! The parsed config with its settings in; an error for each text in it that can't go on.
//!
//! This is the one place where a config's texts are checked for what they are made of. A key that isn't listed here
//! has one line of text that can be seen; a new key has that too.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, ConfigErrorKind};
use crate::text::{Flaw, check_id, check_line, check_lines, check_words};

/// Checks every text, in whichever table it stands.
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

/// What the text of a key must be.
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
