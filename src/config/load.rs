//! Reads TOML text and settings into a [`Config`], which has the values as given, with their places for messages.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::board::OrientationKey;
use super::error::{ConfigError, ConfigErrorKind};
use super::pieces::PieceTable;
use super::settle::{Broken, settle};
use super::source::Source;
use super::strings;
use super::syntax::MOST_BYTES;
use super::tables::{Config, Output, OutputTable};
use super::values::{configure, deserialize, one_name, unix_lines, wrong_type};
use crate::render::{self};

/// The most pieces that a config may have.
const MOST_PIECES: usize = 64;

/// The most outputs that a config may have.
const MOST_OUTPUTS: usize = 500;

/// The most parts of a dotted key that can be set. No existing key has more than four.
const MOST_KEYS: usize = 16;

/// The top-level keys.
pub(super) const KEYS: [&str; 7] =
    ["version", "board", "orientation", "piece", "search", "defaults", "output"];

/// Reads a config as far as possible. Also returns the errors in the rest.
pub(super) fn load(source: &Source) -> (Config<'_>, Vec<ConfigError>) {
    if source.text.len() > MOST_BYTES {
        let kind = ConfigErrorKind::TooLarge { what: "bytes", most: MOST_BYTES };
        return (Config::default(), vec![ConfigError::nowhere(kind)]);
    }
    let mut errors = Vec::new();
    let text = source.repaired.as_ref().map_or(&source.text, |repaired| &repaired.text);
    let mut root = DeTable::parse(text).map(Spanned::into_inner).unwrap_or_default();
    version(&mut root, source, &mut errors);
    for (keys, value) in source.values() {
        set(&mut root, &keys, value, &mut errors);
    }
    for (key, text) in source.defaults {
        let value = DeValue::String(Cow::Borrowed(*text));
        let keys: Vec<_> = key.split('.').map(|key| Spanned::new(0..0, key)).collect();
        fall_back(&mut root, &keys, Spanned::new(0..0, value));
    }
    let span = 0..0;
    let mut whole = Spanned::new(span, DeValue::Table(root));
    unix_lines(&mut whole);
    let DeValue::Table(mut root) = whole.into_inner() else { return Default::default() };
    strings::check(&root, &mut errors);
    let mut config = Config::default();
    read(&mut root, "board", &mut config.board, &mut errors, &mut config.broken_board);
    read(&mut root, "search", &mut config.search, &mut errors, &mut Broken::default());
    orientation(&mut root, &mut config.orientation, &mut errors, &mut config.broken_board);
    let before = errors.len();
    let pieces = tables(&mut root, "piece", &mut errors);
    let pieces = few(pieces, "pieces", MOST_PIECES, &mut errors);
    config.is_nameless = errors.len() > before;
    for piece in pieces {
        let span = piece.span();
        let mut broken = Broken::default();
        let read = settle(piece, &mut errors, &mut broken, deserialize::<PieceTable>);
        let read = read.map(|table| PieceTable { is_broken: broken.any(), ..table });
        config.is_nameless |= read.as_ref().is_none_or(|table| table.name.is_none());
        match read {
            Some(table) if table.name.is_some() => config.pieces.push((table, span)),
            Some(_) if !broken.has("name") => {
                let example = "name = \"lance\"".to_owned();
                let kind = ConfigErrorKind::Missing { key: "name", example };
                errors.push(ConfigError::at(span, kind));
            }
            _ => {}
        }
    }
    let defaults = defaults(&mut root, &mut errors);
    let outputs = tables(&mut root, "output", &mut errors);
    for mut output in few(outputs, "outputs", MOST_OUTPUTS, &mut errors) {
        let span = output.span();
        let DeValue::Table(table) = output.get_mut() else { continue };
        one_name(table, &mut errors);
        if let Some(defaults) = &defaults {
            let lang =
                table.get("lang").and_then(|lang| lang.get_ref().as_str().map(str::to_owned));
            inherit(table, defaults, lang.as_deref());
        }
        let languages = languages(table);
        let mut broken = Broken::default();
        let read = settle(output, &mut errors, &mut broken, deserialize::<OutputTable>);
        if let Some(table) = read {
            config.outputs.push(Output { table, languages, span, broken });
        }
    }
    for key in root.keys() {
        let known = KEYS.map(str::to_owned).to_vec();
        let kind = ConfigErrorKind::UnknownKey { key: key.get_ref().to_string(), known };
        errors.push(ConfigError::at(key.span(), kind));
    }
    (config, errors)
}

/// Removes `[defaults]`, and reports its errors even if no output inherits the wrong key.
fn defaults<'a>(root: &mut DeTable<'a>, errors: &mut Vec<ConfigError>) -> Option<DeTable<'a>> {
    let mut defaults = table(root, "defaults", errors)?;
    one_name(&mut defaults, errors);
    let mut table = defaults.clone();
    for (id, options) in languages(&mut table) {
        let Some(language) = render::find_output(&id) else { continue };
        configure(language, Some(options), errors, &mut Broken::default());
    }
    let value = Spanned::new(0..0, DeValue::Table(table));
    settle(value, errors, &mut Broken::default(), deserialize::<OutputTable>);
    Some(defaults)
}

/// Removes the languages' tables from a table.
fn languages<'a>(table: &mut DeTable<'a>) -> BTreeMap<String, Spanned<DeValue<'a>>> {
    render::tables().filter_map(|id| Some((id.to_owned(), table.remove(id)?))).collect()
}

fn version(root: &mut DeTable<'_>, source: &Source, errors: &mut Vec<ConfigError>) {
    match root.remove("version") {
        Some(version) => {
            match version.get_ref().as_integer().map(|integer| integer.as_str().to_owned()) {
                Some(number) if number == "1" => {}
                number => {
                    let value = number.unwrap_or_else(|| version.get_ref().type_str().to_owned());
                    let known = vec!["1".to_owned()];
                    let kind =
                        ConfigErrorKind::UnknownValue { what: "config version", value, known };
                    errors.push(ConfigError::at(version.span(), kind));
                }
            }
        }
        None if source.text.is_empty() => {}
        None => {
            let kind =
                ConfigErrorKind::Missing { key: "version", example: "version = 1".to_owned() };
            errors.push(ConfigError::at(0..0, kind));
        }
    }
}

/// Removes a table, with an error if the key has another value.
fn table<'a>(
    root: &mut DeTable<'a>,
    key: &str,
    errors: &mut Vec<ConfigError>,
) -> Option<DeTable<'a>> {
    let value = root.remove(key)?;
    if !value.get_ref().is_table() {
        errors.push(wrong_type(key, &value, "a table"));
    }
    match value.into_inner() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

/// Removes an array of tables, with errors if the key has other values.
fn tables<'a>(
    root: &mut DeTable<'a>,
    key: &str,
    errors: &mut Vec<ConfigError>,
) -> Vec<Spanned<DeValue<'a>>> {
    let Some(value) = root.remove(key) else { return Vec::new() };
    if !value.get_ref().is_array() {
        errors.push(wrong_type(key, &value, "an array of tables"));
    }
    let DeValue::Array(array) = value.into_inner() else { return Vec::new() };
    let (tables, others): (Vec<_>, Vec<_>) =
        array.into_iter().partition(|item| item.get_ref().is_table());
    errors.extend(others.iter().map(|other| wrong_type(key, other, "an array of tables")));
    tables
}

/// The tables, or none and an error if there are too many.
fn few<T>(
    tables: Vec<Spanned<T>>,
    what: &'static str,
    most: usize,
    errors: &mut Vec<ConfigError>,
) -> Vec<Spanned<T>> {
    let Some(first) = tables.get(most) else { return tables };
    errors.push(ConfigError::at(first.span(), ConfigErrorKind::TooLarge { what, most }));
    Vec::new()
}

fn read<T: for<'de> Deserialize<'de>>(
    root: &mut DeTable<'_>,
    key: &str,
    into: &mut T,
    errors: &mut Vec<ConfigError>,
    broken: &mut Broken,
) {
    let Some(value) = root.remove(key) else { return };
    let before = errors.len();
    let read = settle(value, errors, broken, deserialize);
    for error in &mut errors[before..] {
        if let ConfigErrorKind::WrongType { key: of, .. } = &mut error.kind
            && of.is_empty()
        {
            key.clone_into(of);
        }
    }
    match read {
        Some(read) => *into = read,
        None => broken.add(key),
    }
}

fn orientation(
    root: &mut DeTable<'_>,
    into: &mut OrientationKey,
    errors: &mut Vec<ConfigError>,
    broken: &mut Broken,
) {
    let Some(value) = root.remove("orientation") else { return };
    let span = value.span();
    if let DeValue::String(name) = value.get_ref() {
        *into = OrientationKey::Name(Spanned::new(span, name.to_string()));
        return;
    }
    if !value.get_ref().is_table() {
        errors.push(wrong_type("orientation", &value, "a string"));
        broken.add("orientation");
        return;
    }
    match settle(value, errors, broken, deserialize) {
        Some(table) => *into = OrientationKey::Table(table, span),
        None => broken.add("orientation"),
    }
}

/// Sets a dotted key. A key that begins with `output.` is set in every output.
fn set<'a>(
    root: &mut DeTable<'a>,
    keys: &[Spanned<&str>],
    value: Spanned<DeValue<'a>>,
    errors: &mut Vec<ConfigError>,
) {
    let names: Vec<&str> = keys.iter().map(|key| *key.get_ref()).collect();
    let done = match names.as_slice() {
        names if names.len() > MOST_KEYS => false,
        ["version"] => false,
        ["output", _, ..] => {
            let rest = &keys[1..];
            match root.get_mut("output").map(Spanned::get_mut) {
                Some(DeValue::Array(outputs)) => {
                    outputs.iter_mut().all(|output| match output.get_mut() {
                        DeValue::Table(table) => insert(table, rest, value.clone()),
                        _ => false,
                    })
                }
                _ => true,
            }
        }
        _ => insert(root, keys, value),
    };
    if !done {
        let span = keys[0].span().start..keys[keys.len() - 1].span().end;
        errors.push(ConfigError::at(span, ConfigErrorKind::NotSettable { key: names.join(".") }));
    }
}

/// Sets a missing dotted key. A value in place of one of its tables is reported elsewhere.
fn fall_back<'a>(table: &mut DeTable<'a>, keys: &[Spanned<&str>], value: Spanned<DeValue<'a>>) {
    let [key, rest @ ..] = keys else { return };
    match table.get_mut(*key.get_ref()).map(Spanned::get_mut) {
        None => {
            insert(table, keys, value);
        }
        Some(DeValue::Table(inner)) => fall_back(inner, rest, value),
        Some(_) => {}
    }
}

fn insert<'a>(
    table: &mut DeTable<'a>,
    keys: &[Spanned<&str>],
    value: Spanned<DeValue<'a>>,
) -> bool {
    let [key, rest @ ..] = keys else { return false };
    let name: &str = key.get_ref();
    let named = Spanned::new(key.span(), Cow::Owned(name.to_owned()));
    match rest {
        [] if name.is_empty() => false,
        [] => {
            table.remove(name);
            table.insert(named, value);
            true
        }
        _ => {
            if !table.contains_key(name) {
                let inner = DeValue::Table(DeTable::new());
                table.insert(named, Spanned::new(value.span(), inner));
            }
            match table.get_mut(name).map(Spanned::get_mut) {
                Some(DeValue::Table(inner)) => insert(inner, rest, value),
                _ => false,
            }
        }
    }
}

/// Adds the keys of `[defaults]` that an output lacks. Of the languages' tables, only its own language's is added.
fn inherit<'a>(table: &mut DeTable<'a>, defaults: &DeTable<'a>, lang: Option<&str>) {
    let own = lang.and_then(render::find_output).map(|language| language.id);
    for (key, value) in defaults {
        let key_text: &str = key.get_ref();
        let is_language = render::tables().any(|id| id == key_text);
        if is_language && own != Some(key_text) {
            continue;
        }
        // Both keys decide the variant, so an output with one of them inherits neither.
        let decides = |key: &str| ["variant", "max-bytes"].contains(&key);
        if decides(key_text) && table.keys().any(|key| decides(key.get_ref())) {
            continue;
        }
        match (table.get_mut(key_text).map(Spanned::get_mut), value.get_ref()) {
            (Some(DeValue::Table(inner)), DeValue::Table(defaults)) => {
                inherit(inner, defaults, None);
            }
            (Some(_), _) => {}
            (None, _) => {
                table.insert(key.clone(), value.clone());
            }
        }
    }
}
