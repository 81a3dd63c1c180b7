//! TOML text and settings in; [`Config`] out: what was asked, with places for messages, and nothing derived.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, ConfigErrorKind};
use super::identifiers::NamesTable;
use super::source::Source;
use super::strings;
use crate::render;

/// A whole configuration.
#[derive(Debug, Default)]
pub(super) struct Config<'a> {
    pub(super) board: BoardTable,
    pub(super) orientation: Orientation,
    pub(super) pieces: Vec<(PieceTable, Range<usize>)>,
    pub(super) search: SearchTable,
    pub(super) outputs: Vec<Output<'a>>,
}

/// One `[[output]]`.
#[derive(Clone, Debug)]
pub(super) struct Output<'a> {
    pub(super) table: OutputTable,
    /// Tables named after languages.
    pub(super) languages: BTreeMap<String, Spanned<DeValue<'a>>>,
    pub(super) span: Range<usize>,
}

/// `[board]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BoardTable {
    pub(super) width: Option<Spanned<i128>>,
    pub(super) height: Option<Spanned<i128>>,
    pub(super) stride: Option<Spanned<i128>>,
    #[serde(default)]
    pub(super) holes: Vec<Spanned<String>>,
    pub(super) word: Option<Spanned<i128>>,
}

/// `orientation`, in its forms.
#[derive(Debug, Default)]
pub(super) enum Orientation {
    #[default]
    Default,
    Name(Spanned<String>),
    Table(OrientationTable, Range<usize>),
}

/// `[orientation]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OrientationTable {
    pub(super) lsb: Option<Spanned<String>>,
    pub(super) major: Option<Spanned<String>>,
    pub(super) permutation: Option<Spanned<Vec<Spanned<i128>>>>,
}

/// `[[piece]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PieceTable {
    pub(super) name: Spanned<String>,
    pub(super) rays: Option<Rays>,
    pub(super) range: Option<Spanned<i128>>,
    pub(super) from: Option<Spanned<String>>,
}

/// Steps in files and ranks, each with its place. Lists, since a pair would let a third number pass.
pub(super) type Rays = Spanned<Vec<Spanned<Vec<i128>>>>;

/// `[search]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SearchTable {
    pub(super) seed: Option<Spanned<i128>>,
    pub(super) effort: Option<Spanned<i128>>,
    pub(super) known: Option<Vec<Spanned<String>>>,
    pub(super) denser: Option<bool>,
    pub(super) method: Option<Spanned<String>>,
}

/// The keys of `[[output]]`, less the tables named after languages.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OutputTable {
    pub(super) id: Option<Spanned<String>>,
    pub(super) lang: Option<Spanned<String>>,
    pub(super) name: Option<Spanned<String>>,
    pub(super) path: Option<Spanned<String>>,
    pub(super) orientation: Option<Spanned<String>>,
    pub(super) variant: Option<Spanned<String>>,
    pub(super) max_bytes: Option<Spanned<i128>>,
    pub(super) pieces: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) tables: Option<Spanned<String>>,
    pub(super) emit: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) doc: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) lookup: LookupTable,
    #[serde(default)]
    pub(super) names: NamesTable,
    #[serde(default)]
    pub(super) style: StyleTable,
}

/// `[output.lookup]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LookupTable {
    pub(super) key: Option<Spanned<String>>,
    pub(super) factor: Option<Spanned<String>>,
    pub(super) shift: Option<Spanned<Shifts>>,
    pub(super) offset: Option<Spanned<String>>,
    pub(super) cell: Option<Spanned<String>>,
    pub(super) placement: Option<Spanned<String>>,
    pub(super) post_mask: Option<Spanned<bool>>,
    pub(super) lines: Option<Spanned<bool>>,
    pub(super) combine: Option<Spanned<String>>,
    pub(super) bishop_multiplies: Option<Spanned<i128>>,
}

/// `shift`: a word, or a constant for each piece.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Shifts {
    Word(String),
    ByPiece(BTreeMap<String, i64>),
}

/// `[output.style]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StyleTable {
    pub(super) columns: Option<Spanned<Columns>>,
    pub(super) eol: Option<Spanned<String>>,
    pub(super) hex: Option<Spanned<String>>,
    pub(super) header: Option<Spanned<String>>,
    pub(super) fields: Option<Spanned<String>>,
    pub(super) version: Option<bool>,
}

/// `columns`
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Columns {
    Number(i64),
    Word(String),
}

/// Bytes of a config, many times what any has had to be.
const MOST_BYTES: usize = 256 << 10;

/// Pieces of a config.
const MOST_PIECES: usize = 64;

/// Outputs of a config.
const MOST_OUTPUTS: usize = 500;

/// Names in the longest key that can be set; the deepest that there is has four.
const MOST_KEYS: usize = 16;

/// The top level's keys.
const KEYS: [&str; 7] =
    ["version", "board", "orientation", "piece", "search", "defaults", "output"];

/// Reads a config; every table that can't be read gives an error of its own, and is left out.
pub(super) fn load(source: &Source) -> Result<(Config<'_>, Vec<ConfigError>), ConfigError> {
    if source.text.len() > MOST_BYTES {
        let kind = ConfigErrorKind::TooLarge { what: "bytes", most: MOST_BYTES };
        return Err(ConfigError::nowhere(kind));
    }
    let mut root = DeTable::parse(&source.text).map_err(|error| toml_error(&error))?.into_inner();
    let mut errors = Vec::new();
    version(&mut root, source, &mut errors);
    for (key, value) in source.values() {
        set(&mut root, key, value, &mut errors);
    }
    strings::check(&root, &mut errors);
    let mut config = Config::default();
    read(&mut root, "board", &mut config.board, &mut errors);
    read(&mut root, "search", &mut config.search, &mut errors);
    orientation(&mut root, &mut config.orientation, &mut errors);
    for piece in few(tables(&mut root, "piece", &mut errors), "pieces", MOST_PIECES, &mut errors) {
        let span = piece.span();
        match PieceTable::deserialize(toml::de::ValueDeserializer::from(piece)) {
            Ok(table) => config.pieces.push((table, span)),
            Err(error) => errors.push(toml_error(&error)),
        }
    }
    let defaults = table(&mut root, "defaults", &mut errors);
    for mut output in
        few(tables(&mut root, "output", &mut errors), "outputs", MOST_OUTPUTS, &mut errors)
    {
        let span = output.span();
        let DeValue::Table(table) = output.get_mut() else { continue };
        if let Some(defaults) = &defaults {
            let lang =
                table.get("lang").and_then(|lang| lang.get_ref().as_str().map(str::to_owned));
            inherit(table, defaults, lang.as_deref());
        }
        let mut languages = BTreeMap::new();
        for language in render::ALL {
            if let Some(options) = table.remove(language.id()) {
                languages.insert(language.id().to_owned(), options);
            }
        }
        match OutputTable::deserialize(toml::de::ValueDeserializer::from(output)) {
            Ok(table) => config.outputs.push(Output { table, languages, span }),
            Err(error) => errors.push(toml_error(&error)),
        }
    }
    for key in root.keys() {
        let known = KEYS.map(str::to_owned).to_vec();
        let kind = ConfigErrorKind::UnknownKey { key: key.get_ref().to_string(), known };
        errors.push(ConfigError::at(key.span(), kind));
    }
    Ok((config, errors))
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

/// Takes a key's table out.
fn table<'a>(
    root: &mut DeTable<'a>,
    key: &str,
    errors: &mut Vec<ConfigError>,
) -> Option<DeTable<'a>> {
    let value = root.remove(key)?;
    let (span, kind) = (value.span(), value.get_ref().type_str());
    if let DeValue::Table(table) = value.into_inner() {
        return Some(table);
    }
    errors.push(wrong_type(span, kind, "a table"));
    None
}

/// Takes a key's tables out.
fn tables<'a>(
    root: &mut DeTable<'a>,
    key: &str,
    errors: &mut Vec<ConfigError>,
) -> Vec<Spanned<DeValue<'a>>> {
    let Some(value) = root.remove(key) else { return Vec::new() };
    let (span, kind) = (value.span(), value.get_ref().type_str());
    let DeValue::Array(array) = value.into_inner() else {
        errors.push(wrong_type(span, kind, "an array of tables"));
        return Vec::new();
    };
    let (tables, others): (Vec<_>, Vec<_>) =
        array.into_iter().partition(|item| item.get_ref().is_table());
    let wrong =
        others.iter().map(|other| wrong_type(other.span(), other.get_ref().type_str(), "a table"));
    errors.extend(wrong);
    tables
}

/// The tables, if there aren't too many.
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

fn wrong_type(span: Range<usize>, found: &str, wanted: &str) -> ConfigError {
    ConfigError::at(
        span,
        ConfigErrorKind::Toml(format!("invalid type: {found}, expected {wanted}")),
    )
}

fn read<T: for<'de> Deserialize<'de>>(
    root: &mut DeTable<'_>,
    key: &str,
    into: &mut T,
    errors: &mut Vec<ConfigError>,
) {
    let Some(value) = root.remove(key) else { return };
    match T::deserialize(toml::de::ValueDeserializer::from(value)) {
        Ok(read) => *into = read,
        Err(error) => errors.push(toml_error(&error)),
    }
}

fn orientation(root: &mut DeTable<'_>, into: &mut Orientation, errors: &mut Vec<ConfigError>) {
    let Some(value) = root.remove("orientation") else { return };
    let span = value.span();
    let read = match value.get_ref() {
        DeValue::String(name) => Ok(Orientation::Name(Spanned::new(span, name.to_string()))),
        _ => OrientationTable::deserialize(toml::de::ValueDeserializer::from(value))
            .map(|table| Orientation::Table(table, span)),
    };
    match read {
        Ok(read) => *into = read,
        Err(error) => errors.push(toml_error(&error)),
    }
}

/// Sets a dotted key; `output.` reaches every output.
fn set<'a>(
    root: &mut DeTable<'a>,
    key: &str,
    value: Spanned<DeValue<'a>>,
    errors: &mut Vec<ConfigError>,
) {
    let span = value.span();
    let keys: Vec<&str> = key.split('.').collect();
    let done = match keys.as_slice() {
        keys if keys.len() > MOST_KEYS => false,
        ["output", rest @ ..] if !rest.is_empty() => {
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
        keys => insert(root, keys, value),
    };
    if !done {
        let message = format!("`{key}` is no key that can be set");
        errors.push(ConfigError::at(span, ConfigErrorKind::Toml(message)));
    }
}

fn insert<'a>(table: &mut DeTable<'a>, keys: &[&str], value: Spanned<DeValue<'a>>) -> bool {
    let span = value.span();
    let named = |key: &str| Spanned::new(span.clone(), std::borrow::Cow::Owned(key.to_owned()));
    match keys {
        [] | [""] => false,
        [key] => {
            table.remove(*key);
            table.insert(named(key), value);
            true
        }
        [key, rest @ ..] => {
            if !table.contains_key(*key) {
                table
                    .insert(named(key), Spanned::new(span.clone(), DeValue::Table(DeTable::new())));
            }
            match table.get_mut(*key).map(Spanned::get_mut) {
                Some(DeValue::Table(inner)) => insert(inner, rest, value),
                _ => false,
            }
        }
    }
}

/// Adds what `[defaults]` has and an output lacks; of the languages' tables only the output's own.
fn inherit<'a>(table: &mut DeTable<'a>, defaults: &DeTable<'a>, lang: Option<&str>) {
    let own = lang.and_then(render::find).map(super::super::render::Language::id);
    for (key, value) in defaults {
        let key_text: &str = key.get_ref();
        let is_language = render::ALL.iter().any(|language| language.id() == key_text);
        if is_language && own != Some(key_text) {
            continue;
        }
        // Either of the two decides the variant.
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

fn toml_error(error: &toml::de::Error) -> ConfigError {
    ConfigError { span: error.span(), also: None, kind: message_kind(error.message()) }
}

/// Turns the deserializer's sentence into data, where it is about a key or a value.
pub(super) fn message_kind(message: &str) -> ConfigErrorKind {
    let mut quoted = message.split('`').skip(1).step_by(2).map(str::to_owned);
    if message.starts_with("unknown field") {
        let key = quoted.next().unwrap_or_default();
        ConfigErrorKind::UnknownKey { key, known: quoted.collect() }
    } else if message.starts_with("unknown variant") {
        let value = quoted.next().unwrap_or_default();
        ConfigErrorKind::UnknownValue { what: "value", value, known: quoted.collect() }
    } else {
        ConfigErrorKind::Toml(message.lines().next().unwrap_or_default().to_owned())
    }
}
