//! The schemas of `--format json`, made from the printed types. `just update` writes them to `config/schema/output`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::codes::Meaning;
use super::envelope::{Ended, Envelope, Payload};
use super::explain::Explained;
use super::languages::Described;
use super::list::{ListedOrder, ListedPiece, ListedVariant};
use super::magics::ListedMagic;
use super::prove::{Estimate, ProveResult, Rechecked};
use super::recommend::Recommended;
use super::report::RunReport;
use super::rows::List;
use super::search::Searched;
use super::shrink::ShrinkResult;
use super::verify::Verification;

/// A function that describes a type.
type Describe = fn(&mut SchemaGenerator) -> Schema;

/// An envelope around nothing.
#[derive(Serialize, JsonSchema)]
struct Nothing {}

/// The payloads of each kind, as functions that describe them.
struct Kinds {
    of: BTreeMap<&'static str, Vec<Describe>>,
}

impl Kinds {
    fn all() -> Self {
        let mut all = Self { of: BTreeMap::new() };
        all.add::<RunReport>();
        all.add::<Verification>();
        all.add::<Searched>();
        all.add::<ShrinkResult>();
        all.add::<ProveResult>();
        all.add::<Estimate>();
        all.add::<Rechecked>();
        all.add::<Explained>();
        all.add::<Meaning>();
        all.add::<Recommended>();
        all.add::<super::gather::GatherResult>();
        all.add::<super::bench::Measurement>();
        all.add::<List<Described>>();
        all.add::<List<ListedVariant>>();
        all.add::<List<ListedOrder>>();
        all.add::<List<ListedPiece>>();
        all.add::<List<ListedMagic>>();
        // A usage error has no payload, only the end of the run.
        all.of.insert(super::USAGE, Vec::new());
        all
    }

    fn add<T: Payload + JsonSchema>(&mut self) {
        self.of.entry(T::KIND).or_default().push(T::json_schema);
    }
}

/// The schema of a kind: one of its payloads, or the end of a run without any, each inside the envelope.
fn schema(kind: &str, contents: &[Describe]) -> Value {
    let mut generator = SchemaSettings::draft07().for_serialize().into_generator();
    let envelope = Envelope::<Nothing>::json_schema(&mut generator).to_value();
    let mut found = Vec::new();
    for content in contents {
        found.push(content(&mut generator).to_value());
    }
    found.push(Ended::json_schema(&mut generator).to_value());
    let mut definitions = Value::Object(generator.take_definitions(true));
    let whole = definitions.clone();
    found.iter_mut().chain([&mut definitions]).for_each(|schema| join(schema, &whole));
    let mut alternatives = Vec::new();
    for content in found {
        alternatives.extend(objects(content, &definitions));
    }
    for object in &mut alternatives {
        enclose(object, &envelope, kind);
    }
    let mut schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("{kind} of magicgen"),
        "description": format!("The line of `--format json` whose `kind` is `{kind}`."),
        "anyOf": alternatives,
    });
    let used = used(&schema, &definitions);
    if let Some(all) = definitions.as_object_mut() {
        all.retain(|name, _| used.contains(name));
        if !all.is_empty() {
            schema["definitions"] = definitions;
        }
    }
    tidy(&mut schema);
    schema
}

/// Merges a referenced object into the one that refers to it and adds an enum's tag.
fn join(schema: &mut Value, definitions: &Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(|value| join(value, definitions)),
        Value::Object(object) => {
            object.values_mut().for_each(|value| join(value, definitions));
            let referring = match object.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
                Some([only]) => &only["$ref"],
                _ => object.get("$ref").unwrap_or(&Value::Null),
            };
            let name = referring.as_str().map(|path| path.trim_start_matches("#/definitions/"));
            let other = name.and_then(|name| definitions.get(name)).cloned();
            let (Some(Value::Object(keys)), Some(other)) = (object.get_mut("properties"), other)
            else {
                return;
            };
            keys.extend(other["properties"].as_object().cloned().unwrap_or_default());
            if let (Some(Value::Array(required)), Value::Array(more)) =
                (object.get_mut("required"), &other["required"])
            {
                required.extend(more.iter().cloned());
            }
            object.remove("allOf");
            object.remove("$ref");
        }
        _ => {}
    }
}

/// The alternatives of a schema, each an object.
fn objects(schema: Value, definitions: &Value) -> Vec<Value> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches("#/definitions/");
        return objects(definitions[name].clone(), definitions);
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(Value::Array(choices)) = schema.get(several) {
            let each = choices.iter().cloned();
            return each.flat_map(|choice| objects(choice, definitions)).collect();
        }
    }
    assert!(schema["properties"].is_object(), "contents are objects: {schema}");
    vec![schema]
}

/// Adds the envelope's keys.
fn enclose(object: &mut Value, envelope: &Value, kind: &str) {
    let Some(keys) = envelope["properties"].as_object() else { return };
    for (key, value) in keys {
        object["properties"][key] = value.clone();
    }
    object["properties"]["kind"] =
        json!({ "const": kind, "description": keys["kind"]["description"] });
    let mut required: Vec<Value> = object["required"].as_array().cloned().unwrap_or_default();
    required.extend(envelope["required"].as_array().cloned().unwrap_or_default());
    object["required"] = Value::Array(required);
}

/// The names of all definitions that a schema refers to.
fn used(schema: &Value, definitions: &Value) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut ahead = vec![schema];
    while let Some(value) = ahead.pop() {
        match value {
            Value::Array(list) => ahead.extend(list),
            Value::Object(object) => {
                ahead.extend(object.values());
                if let Some(Value::String(path)) = object.get("$ref") {
                    let name = path.trim_start_matches("#/definitions/");
                    if used.insert(name.to_owned()) {
                        ahead.push(&definitions[name]);
                    }
                }
            }
            _ => {}
        }
    }
    used
}

/// Forbids other keys in objects, and drops keywords that no reader needs.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(tidy),
        Value::Object(object) => {
            // The widths of integers, not forms of texts.
            object.remove("format");
            let is_closed = object.contains_key("properties") && !is_open(object);
            if is_closed {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
            object.values_mut().for_each(tidy);
        }
        _ => {}
    }
}

/// Whether an object may have keys that aren't in its `properties`.
fn is_open(object: &Map<String, Value>) -> bool {
    ["additionalProperties", "anyOf", "oneOf", "allOf", "$ref"]
        .iter()
        .any(|key| object.contains_key(*key))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("config/schema/output")
}

#[test]
fn schemas_are_those_of_the_types() {
    let is_update = std::env::var_os("UPDATE").is_some();
    let mut wanted = BTreeMap::new();
    for (kind, contents) in Kinds::all().of {
        let text = serde_json::to_string_pretty(&schema(kind, &contents)).expect("it is JSON");
        wanted.insert(format!("{kind}.json"), text + "\n");
    }
    if is_update {
        std::fs::create_dir_all(folder()).expect("the folder can be made");
        for (name, text) in &wanted {
            std::fs::write(folder().join(name), text).expect("it can be written");
        }
    }
    let update = "`just update`";
    for entry in std::fs::read_dir(folder()).unwrap_or_else(|_| panic!("{update}")) {
        let name = entry.expect("it can be read").file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(folder().join(&name)).expect("it can be read");
        assert_eq!(wanted.remove(&name).as_deref(), Some(&*text), "{name}: {update}");
    }
    assert!(wanted.is_empty(), "{update}");
}
