//! The keys of a config: what the book tells of each, beside what the types and the reader know.

pub(crate) mod annotated;
mod attempt;
pub(crate) mod page;
pub(crate) mod schema;
mod tried;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};
use magicgen::config::keys;
use magicgen::shape::Shape;
use serde::Deserialize;

use crate::book::printed::Files;
use crate::book::text;
use attempt::{Found, found};

const DATA: &str = "docs/data/keys.toml";

/// What the book tells of all keys.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct All {
    table: Vec<Table>,
}

/// A table of the config.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    /// Its name with dots; empty for the top level.
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) key: Vec<Key>,
}

/// A key. `docs/data/keys.toml` says what each field is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) default: Option<String>,
    pub(crate) otherwise: Option<String>,
    example: Option<String>,
    #[serde(default)]
    pub(crate) aliases: Vec<String>,
    words: Option<Vec<String>>,
    kind: Option<String>,
    schema: Option<String>,
    range: Option<[i128; 2]>,
    #[serde(default)]
    spellings: Vec<String>,
    #[serde(default)]
    pub(crate) open: bool,
    #[serde(default)]
    with: Vec<[String; 3]>,
    #[serde(default)]
    without: Vec<[String; 2]>,
    #[serde(default)]
    pub(crate) shown: bool,
    /// What the type says, and what the reader answers to a wrong value.
    #[serde(skip)]
    known: Option<Known>,
}

#[derive(Debug)]
struct Known {
    shape: Shape,
    found: Found,
}

impl Key {
    /// The value that the book shows: the default, or else the example.
    pub(crate) fn example(&self) -> &str {
        let value = self.example.as_ref().or(self.default.as_ref());
        value.unwrap_or_else(|| panic!("{DATA}: {} has neither default nor example", self.name))
    }

    pub(crate) fn shape(&self) -> &Shape {
        self.known.as_ref().map_or(&Shape::Several, |known| &known.shape)
    }

    /// True for a key that takes words, and true and false beside them: its default is one of these.
    pub(crate) fn takes_truth(&self) -> bool {
        self.default.as_ref().is_some_and(|default| parsed(default).is_bool())
    }

    /// The schema of values other than words, where the type leaves it open.
    pub(crate) fn schema(&self) -> Option<serde_json::Value> {
        let text = self.schema.as_ref()?;
        let schema = serde_json::from_str(text);
        Some(schema.unwrap_or_else(|error| panic!("{DATA}: {}: {error}", self.name)))
    }

    /// The words that it takes, if these are few.
    pub(crate) fn words(&self) -> &[String] {
        let found = self.known.as_ref().map_or(&[][..], |known| &known.found.words);
        self.words.as_deref().unwrap_or(if self.open { &[] } else { found })
    }

    /// Spellings that the reader doesn't list.
    fn other_spellings(&self) -> impl Iterator<Item = &String> {
        self.spellings.iter()
    }

    /// All words that it takes, other spellings among them.
    pub(crate) fn spellings(&self) -> Vec<String> {
        let aliases = |word: &String| {
            let language = magicgen::render::find(word).filter(|_| self.name == "lang");
            language.map_or(&[][..], |language| language.aliases)
        };
        let aliases = self.words().iter().flat_map(aliases).map(|alias| (*alias).to_owned());
        self.words().iter().cloned().chain(self.spellings.clone()).chain(aliases).collect()
    }

    /// The least and the most number.
    pub(crate) fn range(&self) -> Option<[i128; 2]> {
        self.range.or(self.known.as_ref().and_then(|known| known.found.range))
    }
}

/// True for a table that may be repeated, as `[[output]]`.
pub(crate) fn is_array(table: &str) -> bool {
    keys().iter().any(|keys| keys.table == table && keys.is_array)
}

/// All tables with what is known of their keys. They are read once.
pub(crate) fn all() -> &'static [Table] {
    static ALL: OnceLock<Vec<Table>> = OnceLock::new();
    ALL.get_or_init(|| {
        let All { table: mut tables } = toml::from_str(&text(Path::new(DATA)))
            .unwrap_or_else(|error| panic!("{DATA}: {error}"));
        let types = keys();
        for table in &mut tables {
            let keys = types.iter().find(|keys| keys.table == table.name);
            for key in &mut table.key {
                let shape =
                    keys.and_then(|keys| keys.keys.iter().find(|(name, _)| *name == key.name));
                let Some((_, shape)) = shape else { continue };
                let found = found(&table.name, key, shape);
                key.known = Some(Known { shape: shape.clone(), found });
            }
        }
        tables
    })
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("book::keys::the_book_tells_of_every_key_of_the_types", every_key),
        Trial::test("book::keys::values_are_of_the_kind_that_the_types_say", right_kinds),
    ];
    trials.extend(tried::trials());
    trials
}

/// The book has the keys that the types have, and no others.
fn every_key() -> Result<(), Failed> {
    let mut types: Vec<String> = keys()
        .into_iter()
        .flat_map(|table| {
            let name = table.table;
            table
                .keys
                .into_iter()
                .map(move |(key, _)| format!("[{name}] {key}"))
                .collect::<Vec<_>>()
        })
        .collect();
    let of = |table: &Table| {
        let names = table.key.iter().flat_map(|key| std::iter::once(&key.name).chain(&key.aliases));
        names.map(|name| format!("[{}] {name}", table.name)).collect::<Vec<_>>()
    };
    let mut told: Vec<String> = all().iter().flat_map(of).collect();
    types.sort();
    told.sort();
    let missing: Vec<&String> = types.iter().filter(|key| !told.contains(key)).collect();
    let wrong: Vec<&String> = told.iter().filter(|key| !types.contains(key)).collect();
    if types == told {
        return Ok(());
    }
    Err(format!("{DATA} lacks {missing:?}, and no type has {wrong:?}").into())
}

/// A default and an example are numbers, texts and lists where the types want them.
fn right_kinds() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for table in all() {
        for key in &table.key {
            for value in [&key.default, &key.example].into_iter().flatten() {
                if !is_of(&parsed(value), key.shape()) {
                    wrong.push(format!(
                        "[{}] {} = {value} isn't {:?}",
                        table.name,
                        key.name,
                        key.shape()
                    ));
                }
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// A value as a config has it.
pub(crate) fn parsed(value: &str) -> toml::Value {
    let table: toml::Table = toml::from_str(&format!("value = {value}"))
        .unwrap_or_else(|error| panic!("{value}: {error}"));
    table["value"].clone()
}

fn is_of(value: &toml::Value, shape: &Shape) -> bool {
    match shape {
        Shape::Truth => value.is_bool(),
        Shape::Number => value.is_integer(),
        Shape::Text => value.is_str(),
        Shape::Words(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Shape::List(of) => {
            value.as_array().is_some_and(|list| list.iter().all(|value| is_of(value, of)))
        }
        Shape::Table(_) => value.is_table(),
        Shape::Several => true,
    }
}

/// The fuzzers' dictionary with every key, except for words so short that a fuzzer finds them by itself.
pub(crate) fn dictionary() -> Files {
    let path = Path::new("fuzz/dictionaries/config.dict");
    let keys = all().iter().flat_map(|table| &table.key);
    let keys = keys.flat_map(|key| key.aliases.iter().chain([&key.name]));
    let keys = keys.filter(|key| key.len() > 2).map(|key| format!("\"{key}\"\n"));
    let lines: BTreeSet<String> =
        text(path).lines().map(|line| format!("{line}\n")).chain(keys).collect();
    Files::from([(path.to_owned(), lines.into_iter().collect())])
}
