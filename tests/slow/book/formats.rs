//! The schemas of files for machines, and whether they say what the files say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use magicgen_lab::prove::ledger::Header;
use magicgen_search::Lock;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::book::printed::Files;
use crate::book::schemas::errors;
use crate::book::{root, text};

const DATA: &str = "docs/data/formats.toml";

/// A config whose lock has nearly every key, and one that leaves an orphan in it.
const CONFIGS: [&str; 2] = [
    "version = 1\n[board]\nwidth = 3\nheight = 3\n[defaults]\nlang = \"c\"\n\
     [[output]]\nid = \"a\"\npath = \"a.h\"\nvariant = \"constant\"\n\
     [[output]]\nid = \"b\"\npath = \"b.h\"\nvariant = \"shared-factor\"\n",
    "version = 1\n[board]\nwidth = 3\nheight = 3\n\
     [[output]]\nid = \"a\"\nlang = \"c\"\npath = \"a.h\"\nvariant = \"constant\"\n",
];

/// Words and digests as the schemas describe them.
pub(crate) const NUMBER: &str = "^0x[0-9a-f]{1,16}$";
pub(crate) const WORD: &str = "^0x[0-9a-f]{16}$";
pub(crate) const DIGEST: &str = "^blake3:[0-9a-f]{64}$";

/// What stands before the kind of a list's values.
const LIST: &str = "list of ";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct All {
    format: Vec<Format>,
}

/// A form of files.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Format {
    file: String,
    title: String,
    about: String,
    /// The objects of which a whole value is one.
    roots: Vec<String>,
    object: Vec<Object>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    name: String,
    about: String,
    key: Vec<Key>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Key {
    name: String,
    kind: String,
    about: String,
    #[serde(default)]
    absent: bool,
}

fn formats() -> Vec<Format> {
    let All { format } =
        toml::from_str(&text(Path::new(DATA))).unwrap_or_else(|error| panic!("{DATA}: {error}"));
    format
}

/// The schemas.
pub(crate) fn files() -> Files {
    let file = |format: &Format| {
        let mut text = serde_json::to_string_pretty(&schema(format)).expect("a schema is JSON");
        text.push('\n');
        (Path::new("config/schema").join(&format.file), text)
    };
    formats().iter().map(file).collect()
}

fn schema(format: &Format) -> Value {
    let reference = |name: &String| json!({ "$ref": format!("#/definitions/{name}") });
    let roots: Vec<Value> = format.roots.iter().map(reference).collect();
    let definitions: Map<String, Value> =
        format.object.iter().map(|of| (of.name.clone(), object(of, format))).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format.title,
        "description": format.about,
        "anyOf": roots,
        "definitions": definitions,
    })
}

fn object(object: &Object, format: &Format) -> Value {
    let property = |key: &Key| {
        let mut property = kind(&key.kind, format);
        // What stands beside a reference doesn't count, so that a description goes around it.
        if property.get("$ref").is_some() {
            property = json!({ "allOf": [property] });
        }
        property["description"] = json!(key.about);
        (key.name.clone(), property)
    };
    let properties: Map<String, Value> = object.key.iter().map(property).collect();
    let required: Vec<&String> =
        object.key.iter().filter(|key| !key.absent).map(|key| &key.name).collect();
    json!({
        "description": object.about,
        "type": "object",
        "additionalProperties": false,
        "required": required,
        "properties": properties,
    })
}

fn kind(kind: &str, format: &Format) -> Value {
    let word = json!({ "type": "string", "pattern": WORD });
    match kind {
        "number" => json!({ "type": "integer", "minimum": 0 }),
        "count" => json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, word] }),
        "seconds" => json!({ "type": "number", "minimum": 0 }),
        "text" => json!({ "type": "string" }),
        "word" => word,
        "digest" => json!({ "type": "string", "pattern": DIGEST }),
        "counts" => {
            json!({ "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } })
        }
        words if words.contains('|') => {
            json!({ "type": "string", "enum": words.split('|').collect::<Vec<_>>() })
        }
        list if list.starts_with(LIST) => {
            json!({ "type": "array", "items": self::kind(&list[LIST.len()..], format) })
        }
        name => {
            let is_object = format.object.iter().any(|object| object.name == name);
            assert!(is_object, "{DATA}: {} has no kind {name}", format.file);
            json!({ "$ref": format!("#/definitions/{name}") })
        }
    }
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("book::formats::locks_are_accepted", || accepted("lock.json", &locks()?)),
        Trial::test("book::formats::ledgers_are_accepted", || accepted("ledger.json", &ledgers()?)),
        Trial::test("book::formats::the_lock_s_reader_wants_the_same_keys", lock_keys),
        Trial::test("book::formats::the_ledger_s_reader_wants_the_same_keys", ledger_keys),
    ]
}

/// The files with this ending below a folder that is part of the project.
fn below(folder: &str, ending: &str) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|of| of == ending) {
                files.push(path);
            }
        }
    }
    Ok(files)
}

/// A small lock with every key but `known`, which boards of chess have.
fn small_lock() -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    for config in CONFIGS {
        std::fs::write(folder.path().join("magicgen.toml"), config)?;
        magicgen(folder.path(), &[])?;
    }
    Ok(std::fs::read_to_string(folder.path().join("magicgen.lock"))?)
}

/// A ledger whose answer is a published factor.
fn small_ledger() -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    magicgen(folder.path(), &["prove", "rook", "a1", "--bits", "12", "-o", "a1.jsonl"])?;
    Ok(std::fs::read_to_string(folder.path().join("a1.jsonl"))?)
}

fn magicgen(folder: &Path, arguments: &[&str]) -> Result<(), Failed> {
    let output = std::process::Command::new(crate::program())
        .args(arguments)
        .current_dir(folder)
        .output()?;
    let said = || String::from_utf8_lossy(&output.stderr).into_owned().into();
    if output.status.success() { Ok(()) } else { Err(said()) }
}

/// Every lock that ships, as JSON, that of other tests, and a small one.
fn locks() -> Result<Vec<Value>, Failed> {
    let mut files = Vec::new();
    for folder in ["config", "generated", "examples", "tests/data"] {
        files.extend(below(folder, "lock")?);
    }
    // Cargo and npm have locks of their own.
    files.retain(|path| path.file_name().is_some_and(|name| name == "magicgen.lock"));
    let mut texts = vec![small_lock()?];
    for path in files {
        texts.push(std::fs::read_to_string(path)?);
    }
    texts.iter().map(|text| Ok(toml::from_str(text)?)).collect()
}

/// Every line of every ledger that ships, and of a small one.
fn ledgers() -> Result<Vec<Value>, Failed> {
    let mut texts = vec![small_ledger()?];
    for path in below("config/known/ledgers", "jsonl")? {
        texts.push(std::fs::read_to_string(path)?);
    }
    texts.iter().flat_map(|text| text.lines()).map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// The schema accepts all values, and every one of its keys occurs in some of them.
fn accepted(file: &str, values: &[Value]) -> Result<(), Failed> {
    let formats = formats();
    let format =
        formats.iter().find(|format| format.file == file).ok_or("there is no such form")?;
    let schema = schema(format);
    let mut seen = BTreeSet::new();
    for value in values {
        if let Some(error) = errors(value, &schema).first() {
            return Err(error.clone().into());
        }
        keys(value, &mut seen);
    }
    let all = format.object.iter().flat_map(|object| &object.key);
    let never: Vec<&String> = all.map(|key| &key.name).filter(|key| !seen.contains(*key)).collect();
    if never.is_empty() { Ok(()) } else { Err(format!("no file has {never:?}").into()) }
}

fn keys(value: &Value, seen: &mut BTreeSet<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| keys(value, seen)),
        Value::Object(object) => {
            for (key, value) in object {
                seen.insert(key.clone());
                keys(value, seen);
            }
        }
        _ => {}
    }
}

/// A lock without one of its keys is refused exactly if the schema refuses it, and so is one with another key.
fn lock_keys() -> Result<(), Failed> {
    let whole = small_lock()?;
    let formats = formats();
    let format = formats.iter().find(|format| format.file == "lock.json").ok_or("no such form")?;
    let schema = schema(format);
    let agree = |text: &str| {
        let value: Value = toml::from_str(text).map_err(|error| format!("{error}\n{text}"))?;
        let is_valid = errors(&value, &schema).is_empty();
        let is_read = text.parse::<Lock>().is_ok();
        if is_valid == is_read {
            Ok(())
        } else {
            Err(format!("schema {is_valid}, reader {is_read}\n{text}"))
        }
    };
    agree(&whole)?;
    let lines: Vec<&str> = whole.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        if line.contains(" = ") {
            let long = if line.ends_with('[') {
                lines[at..].iter().position(|line| *line == "]")
            } else {
                Some(0)
            };
            let rest = &lines[at + long.unwrap_or(0) + 1..];
            agree(&[&lines[..at], rest].concat().join("\n"))?;
            agree(&[&lines[..at], &["another = 1"], &lines[at..]].concat().join("\n"))?;
        }
    }
    Ok(())
}

/// The same for the first line of a ledger.
fn ledger_keys() -> Result<(), Failed> {
    let formats = formats();
    let format =
        formats.iter().find(|format| format.file == "ledger.json").ok_or("no such form")?;
    let schema = schema(format);
    let first = ledgers()?.into_iter().find(|line| line.get("ledger").is_some());
    let first = first.and_then(|line| line.as_object().cloned()).ok_or("there is no ledger")?;
    let agree = |line: &Map<String, Value>| {
        let line = Value::Object(line.clone());
        let is_valid = errors(&line, &schema).is_empty();
        let is_read = Header::read(&format!("{line}\n")).is_ok();
        if is_valid == is_read {
            Ok(())
        } else {
            Err(format!("schema {is_valid}, reader {is_read}: {line}"))
        }
    };
    agree(&first)?;
    for key in first.keys() {
        let mut without = first.clone();
        without.remove(key);
        agree(&without)?;
    }
    let mut more = first.clone();
    more.insert("another".to_owned(), json!(1));
    Ok(agree(&more)?)
}
