//! Configs with one key more, and what the reader says to a value that can't be right.

use std::fmt::Write as _;

use magicgen::config::{ConfigErrorKind, Request, Source, resolve};
use magicgen::shape::Shape;

use super::{Key, is_array};

/// What the reader answers to a wrong value: the words or the numbers that it would take.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) words: Vec<String>,
    pub(super) range: Option<[i128; 2]>,
}

/// A key with its table and its value.
struct Entry<'a> {
    table: &'a str,
    key: &'a str,
    value: &'a str,
}

/// A config in which a key has a value, beside what it needs; without a value, one that has what it needs alone.
pub(super) fn config(table: &str, key: &Key, value: Option<&str>) -> String {
    let lang =
        table.strip_prefix("output.").filter(|id| magicgen::render::find_output(id).is_some());
    let lang = format!("\"{}\"", lang.unwrap_or("c"));
    // No factor is searched for this variant, and its tables are small.
    let mut entries = vec![
        Entry { table: "", key: "version", value: "1" },
        Entry { table: "output", key: "lang", value: &lang },
        Entry { table: "output", key: "path", value: "\"out/\"" },
        Entry { table: "output", key: "variant", value: "\"hyperbola\"" },
    ];
    let with = key.with.iter().map(|[table, key, value]| Entry { table, key, value });
    let given = value.map(|value| Entry { table, key: &key.name, value });
    for entry in with.chain(given) {
        entries.retain(|other| (other.table, other.key) != (entry.table, entry.key));
        entries.push(entry);
    }
    entries.retain(|entry| {
        !key.without.iter().any(|[table, key]| (entry.table, entry.key) == (table, key))
    });
    let mut tables: Vec<&str> = entries.iter().map(|entry| entry.table).collect();
    tables.sort_unstable();
    tables.dedup();
    let mut text = String::new();
    for table in tables {
        match table {
            "" => {}
            table if is_array(table) => {
                let _ = writeln!(text, "[[{table}]]");
            }
            table => {
                let _ = writeln!(text, "[{table}]");
            }
        }
        for Entry { key, value, .. } in entries.iter().filter(|entry| entry.table == table) {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    text
}

/// The words or the numbers that a key takes, as the error for another one tells them.
pub(super) fn found(table: &str, key: &Key, shape: &Shape) -> Found {
    let wrong = match shape {
        Shape::Text | Shape::Words(_) => "\"no such word\"",
        Shape::List(of) if **of == Shape::Text => "[\"no such word\"]",
        // Larger than any word of 64 bits.
        Shape::Number => "20000000000000000000",
        Shape::Several if key.kind.is_some() => "\"no such word\"",
        _ => return Found::default(),
    };
    let text = config(table, key, Some(wrong));
    let source = Source::new("magicgen.toml", &text, Vec::new());
    let Err(errors) = resolve(&source, &Request::default()) else { return Found::default() };
    let mut found = Found::default();
    for error in errors {
        match error.kind {
            ConfigErrorKind::UnknownValue { known, .. } => found.words = known,
            ConfigErrorKind::OutOfRange { least, most, .. } => found.range = Some([least, most]),
            _ => {}
        }
    }
    found
}
