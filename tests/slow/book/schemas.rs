//! The schemas accept what the program reads and writes, and nothing that is misspelt.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::book::blocks::blocks;
use crate::book::formats::{DIGEST, NUMBER, WORD};
use crate::book::{pages, root, text};

/// The schema of a config.
const CONFIG: &str = "config/schema/magicgen.json";

/// Folders with configs that ship.
const FOLDERS: [&str; 4] = ["config", "config/examples", "config/found", "generated"];

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let is_installed = Command::new("taplo").arg("--version").output().is_ok();
    let taplo = if is_installed {
        Trial::test("book::schemas::taplo_accepts_every_config", taplo_accepts)
    } else {
        Trial::test("book::schemas::taplo_accepts_every_config (not installed: taplo)", || Ok(()))
            .with_ignored_flag(true)
    };
    vec![
        Trial::test("book::schemas::configs_are_accepted", configs_are_accepted),
        Trial::test("book::schemas::misspelt_configs_are_refused", misspelt_configs_are_refused),
        Trial::test("book::schemas::init_names_the_schema_and_fits_it", init_fits),
        taplo,
    ]
}

fn schema(path: &str) -> Value {
    serde_json::from_str(&text(Path::new(path))).expect("a schema is JSON")
}

/// The configs that ship, and those in the book, with what they are.
fn configs() -> Result<Vec<(String, String)>, Failed> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in FOLDERS {
        for entry in std::fs::read_dir(root().join(folder))? {
            files.push(entry?.path());
        }
    }
    for entry in std::fs::read_dir(root().join("examples"))? {
        files.push(entry?.path().join("magicgen.toml"));
    }
    files.retain(|path| path.is_file() && path.extension().is_some_and(|ending| ending == "toml"));
    let mut configs = Vec::new();
    for path in files {
        configs.push((path.display().to_string(), std::fs::read_to_string(path)?));
    }
    for page in pages() {
        for block in blocks(&text(&page)) {
            if block.language == "toml" && block.file().is_some() {
                configs.push((format!("{}:{}", page.display(), block.line), block.text));
            }
        }
    }
    Ok(configs)
}

fn configs_are_accepted() -> Result<(), Failed> {
    let schema = schema(CONFIG);
    let mut wrong = Vec::new();
    for (name, text) in configs()? {
        let config: Value = toml::from_str(&text)?;
        wrong.extend(errors(&config, &schema).into_iter().map(|error| format!("{name}: {error}")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// What the reader refuses by its name, its kind or its range, the schema refuses too.
fn misspelt_configs_are_refused() -> Result<(), Failed> {
    let schema = schema(CONFIG);
    let wrong = [
        "[[output]]\nlang = \"c\"",
        "version = 1\n[bord]\nwidth = 8",
        "version = 1\n[board]\nwidth = 65",
        "version = 1\n[board]\nwidth = \"8\"",
        "version = 1\n[[output]]\nlang = \"cc\"",
        "version = 1\n[[output]]\nemit = [\"lookups\"]",
        "version = 1\n[[output]]\n[output.c]\nstd = \"c12\"",
        "version = 1\n[output]\nlang = \"c\"",
        "version = 1\norientation = \"a2lsb\"",
        "version = 1\n[[output]]\n[output.style]\ncolumns = \"no\"",
        "version = 1\n[defaults.rust]\nedition = \"2020\"",
        "version = 1\n[[piece]]\nrange = 1",
    ];
    for text in wrong {
        if errors(&toml::from_str(text)?, &schema).is_empty() {
            return Err(format!("accepted:\n{text}").into());
        }
    }
    Ok(())
}

/// The first line of what `magicgen init` writes leads to the schema of this version, which accepts the rest.
fn init_fits() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let init = || Command::new(crate::program());
    let output = init().arg("init").current_dir(folder.path()).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let text = std::fs::read_to_string(folder.path().join("magicgen.toml"))?;
    let first = text.lines().next().unwrap_or_default();
    let version = concat!("/v", env!("CARGO_PKG_VERSION"), "/");
    if !first.starts_with("#:schema https://")
        || !first.contains(version)
        || !first.ends_with(CONFIG)
    {
        return Err(format!("it begins with {first}").into());
    }
    let wrong = errors(&toml::from_str(&text)?, &schema(CONFIG));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn taplo_accepts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut files = Vec::new();
    for (number, (_, text)) in configs()?.into_iter().enumerate() {
        // A file's own directive would lead to a schema beside it.
        let text = text.replace("#:schema", "# schema");
        let path = folder.path().join(format!("{number}.toml"));
        std::fs::write(&path, text)?;
        files.push(path);
    }
    let schema = format!("file://{}", root().join(CONFIG).display());
    let output =
        Command::new("taplo").args(["check", "--schema", &schema]).args(&files).output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
}

/// What a schema has against a value, as far as the schemas here say something.
pub(crate) fn errors(value: &Value, schema: &Value) -> Vec<String> {
    let mut errors = Vec::new();
    check(value, schema, schema, "", &mut errors);
    errors
}

fn check(value: &Value, schema: &Value, root: &Value, place: &str, errors: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        let target = root.pointer(pointer).unwrap_or_else(|| panic!("{reference} leads nowhere"));
        return check(value, target, root, place, errors);
    }
    let mut wrong = |what: &str| errors.push(format!("{place}: {value} {what}"));
    let kinds =
        [&schema["type"]].into_iter().chain(schema["type"].as_array().into_iter().flatten());
    let kinds: Vec<&str> = kinds.filter_map(Value::as_str).collect();
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_of(value, kind)) {
        return wrong(&format!("isn't {}", schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        wrong("is none of the words");
    }
    if schema.get("const").is_some_and(|only| only != value) {
        wrong(&format!("isn't {}", schema["const"]));
    }
    if let (Some(pattern), Some(text)) = (schema["pattern"].as_str(), value.as_str())
        && !fits(text, pattern)
    {
        wrong("is of another form");
    }
    for all in schema["allOf"].as_array().into_iter().flatten() {
        check(value, all, root, place, errors);
    }
    let mut wrong = |what: &str| errors.push(format!("{place}: {value} {what}"));
    if let Some(number) = value.as_f64() {
        let is_less = schema["minimum"].as_f64().is_some_and(|least| number < least);
        let is_more = schema["maximum"].as_f64().is_some_and(|most| number > most);
        if is_less || is_more {
            wrong("is out of range");
        }
    }
    let fitting = |choices: &Value| {
        let fits = |choice: &&Value| {
            let mut errors = Vec::new();
            check(value, choice, root, place, &mut errors);
            errors.is_empty()
        };
        choices.as_array().map(|choices| choices.iter().filter(fits).count())
    };
    if fitting(&schema["anyOf"]) == Some(0) {
        wrong("is none of several kinds");
    }
    if fitting(&schema["oneOf"]).is_some_and(|count| count != 1) {
        wrong("isn't one of several kinds");
    }
    if let Some(list) = value.as_array() {
        let count = list.len() as u64;
        let is_short = schema["minItems"].as_u64().is_some_and(|least| count < least);
        if is_short || schema["maxItems"].as_u64().is_some_and(|most| count > most) {
            wrong("has another length");
        }
    }
    if let (Some(list), Some(items)) = (value.as_array(), schema.get("items")) {
        for (at, value) in list.iter().enumerate() {
            check(value, items, root, &format!("{place}/{at}"), errors);
        }
    }
    if let Some(object) = value.as_object() {
        check_object(object, schema, root, place, errors);
    }
}

/// Whether a text is of a form that the schemas here describe.
fn fits(text: &str, pattern: &str) -> bool {
    let is_hex = |digits: &str, count: usize| {
        digits.len() == count
            && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    };
    match pattern {
        NUMBER => {
            text.strip_prefix("0x").is_some_and(|digits| is_hex(digits, digits.len().clamp(1, 16)))
        }
        WORD => text.strip_prefix("0x").is_some_and(|digits| is_hex(digits, 16)),
        DIGEST => text.strip_prefix("blake3:").is_some_and(|digits| is_hex(digits, 64)),
        _ => panic!("no schema here has the form {pattern}"),
    }
}

fn check_object(
    object: &serde_json::Map<String, Value>,
    schema: &Value,
    root: &Value,
    place: &str,
    errors: &mut Vec<String>,
) {
    for required in schema["required"].as_array().into_iter().flatten() {
        if required.as_str().is_none_or(|key| !object.contains_key(key)) {
            errors.push(format!("{place}: lacks {required}"));
        }
    }
    let others = &schema["additionalProperties"];
    for (key, value) in object {
        let place = format!("{place}/{key}");
        match schema["properties"].get(key) {
            Some(property) => check(value, property, root, &place, errors),
            None if *others == json!(false) => errors.push(format!("{place}: is no key")),
            None if others.is_object() => check(value, others, root, &place, errors),
            None => {}
        }
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        kind => panic!("no schema here has the type {kind}"),
    }
}
