//! Turns TOML values into the types of the config's reader, and the deserializer's messages into errors.

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, ConfigErrorKind};
use super::settle::{Broken, settle};
use crate::render::{Backend, Language};
use magicgen_search::read::{ReadError, from_value};

/// A language with its options, as far as they can be read.
pub(super) fn configure(
    language: &'static Language,
    options: Option<Spanned<DeValue<'_>>>,
    errors: &mut Vec<ConfigError>,
    broken: &mut Broken,
) -> Option<Box<dyn Backend>> {
    let configure = |options| {
        language.configure(options).map_err(|error| {
            let span = error.span.clone().filter(|span| !span.is_empty());
            let kind = match message_kind(&error.message) {
                ConfigErrorKind::Toml(_) => {
                    ConfigErrorKind::Option { language: language.id, error }
                }
                kind => kind,
            };
            ConfigError { span, also: None, kind }
        })
    };
    match options {
        Some(options) => settle(options, errors, broken, |options| configure(Some(options))),
        None => configure(None).ok(),
    }
}

/// Renames aliases of roles in `names` to the usual names. A role with both is an error.
pub(super) fn one_name(output: &mut DeTable<'_>, errors: &mut Vec<ConfigError>) {
    let Some(DeValue::Table(names)) = output.get_mut("names").map(Spanned::get_mut) else { return };
    for (name, alias) in [("factors", "magics"), ("attack-sets", "occupancy-attacks")] {
        let Some((key, value)) = names.remove_entry(alias) else { continue };
        if let Some((other, _)) = names.get_key_value(name) {
            let kind = ConfigErrorKind::Clash { key: alias, other: name };
            errors.push(
                ConfigError::at(key.span(), kind).with(other.span(), "the same by another name"),
            );
            continue;
        }
        names.insert(Spanned::new(key.span(), name.into()), value);
    }
}

/// Turns CRLF in texts into LF, since a text's line ends only come from its file.
pub(super) fn unix_lines(value: &mut Spanned<DeValue<'_>>) {
    match value.get_mut() {
        DeValue::String(text) if text.contains("\r\n") => *text = text.replace("\r\n", "\n").into(),
        DeValue::Array(array) => array.iter_mut().for_each(unix_lines),
        DeValue::Table(table) => table.iter_mut().for_each(|(_, value)| unix_lines(value)),
        _ => {}
    }
}

pub(super) fn wrong_type(key: &str, value: &Spanned<DeValue<'_>>, wanted: &str) -> ConfigError {
    let (key, wanted) = (key.to_owned(), wanted.to_owned());
    let found = value.get_ref().type_str().to_owned();
    ConfigError::at(value.span(), ConfigErrorKind::WrongType { key, found, wanted })
}

pub(super) fn deserialize<T: for<'de> Deserialize<'de>>(
    value: Spanned<DeValue<'_>>,
) -> Result<T, ConfigError> {
    from_value(value).map_err(|error| toml_error(&error))
}

fn toml_error(error: &ReadError) -> ConfigError {
    ConfigError { span: error.span(), also: None, kind: message_kind(error.message()) }
}

/// Turns the deserializer's message into data, if it is about a key or a value.
fn message_kind(message: &str) -> ConfigErrorKind {
    let message = message.lines().next().unwrap_or_default();
    let mut quoted = message.split('`').skip(1).step_by(2).map(str::to_owned);
    let typed =
        message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "));
    if message.starts_with("unknown field") {
        let key = quoted.next().unwrap_or_default();
        ConfigErrorKind::UnknownKey { key, known: quoted.collect() }
    } else if message.starts_with("unknown variant") {
        let value = quoted.next().unwrap_or_default();
        ConfigErrorKind::UnknownValue { what: "value", value, known: quoted.collect() }
    } else if message.starts_with("a word or") {
        // The value may be of several kinds, and is of none of them.
        let (found, wanted) = ("another value".to_owned(), message.to_owned());
        ConfigErrorKind::WrongType { key: String::new(), found, wanted }
    } else if message == "wanted string or table" {
        let (found, wanted) = ("no text".to_owned(), "a string".to_owned());
        ConfigErrorKind::WrongType { key: String::new(), found, wanted }
    } else if let Some((found, wanted)) = typed {
        // The message names Rust types.
        let wanted = match wanted {
            "i128" | "i64" | "u64" | "u32" | "u8" => "a whole number",
            "a sequence" => "a list",
            wanted if wanted.starts_with("struct ") => "a table",
            wanted => wanted,
        };
        let found = if found == "map" { "table or date" } else { found };
        let (found, wanted) = (found.to_owned(), wanted.to_owned());
        ConfigErrorKind::WrongType { key: String::new(), found, wanted }
    } else {
        ConfigErrorKind::Toml(message.to_owned())
    }
}
