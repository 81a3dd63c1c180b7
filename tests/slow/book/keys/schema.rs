//! The JSON Schema of a config.

use std::path::PathBuf;

use magicgen::shape::Shape;
use serde_json::{Map, Value, json};

use super::{Key, Table, all, parsed};
use crate::book::printed::Files;

/// The keys that a table has to have. `lang` may be inherited.
const REQUIRED: [(&str, &str); 2] = [("", "version"), ("piece", "name")];

/// The file.
pub(crate) fn files() -> Files {
    let mut text = serde_json::to_string_pretty(&schema()).expect("a schema is JSON");
    text.push('\n');
    Files::from([(PathBuf::from("config/schema/magicgen.json"), text)])
}

fn schema() -> Value {
    let mut root = object(find(""));
    let properties = root["properties"].as_object_mut().expect("tables have properties");
    for name in ["board", "search"] {
        properties.insert(name.to_owned(), object(find(name)));
    }
    let name = properties["orientation"].take();
    let about = name["description"].clone();
    properties["orientation"] =
        json!({ "description": about, "anyOf": [name, object(find("orientation"))] });
    let array = |name: &str, of: Value| json!({ "description": find(name).about, "type": "array", "items": of });
    let mut piece = object(find("piece"));
    piece["properties"]["moves"] = array("piece.moves", object(find("piece.moves")));
    properties.insert("piece".to_owned(), array("piece", piece));
    let reference = json!({ "$ref": "#/definitions/output" });
    properties.insert("output".to_owned(), array("output", reference.clone()));
    properties.insert("defaults".to_owned(), reference);
    root["definitions"] = json!({ "output": output() });
    root["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    root["title"] = json!("magicgen.toml");
    root
}

/// An output with the tables in it.
fn output() -> Value {
    let mut output = object(find("output"));
    for table in all() {
        if let Some(name) = table.name.strip_prefix("output.") {
            output["properties"][name] = object(table);
        }
    }
    output
}

fn find(name: &str) -> &'static Table {
    all()
        .iter()
        .find(|table| table.name == name)
        .unwrap_or_else(|| panic!("there is no table [{name}]"))
}

fn object(table: &Table) -> Value {
    let mut properties = Map::new();
    for key in &table.key {
        for name in std::iter::once(&key.name).chain(&key.aliases) {
            properties.insert(name.clone(), property(key));
        }
    }
    let required: Vec<&str> =
        REQUIRED.iter().filter(|(name, _)| *name == table.name).map(|(_, key)| *key).collect();
    let mut object = json!({
        "description": table.about,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    });
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}

fn property(key: &Key) -> Value {
    let mut property = value(key, key.shape());
    property["description"] = json!(key.about);
    if let Some(default) = key.default.as_ref().filter(|_| key.otherwise.is_none()) {
        property["default"] = json!(parsed(default));
    }
    property
}

/// What a value of a key may be.
fn value(key: &Key, shape: &Shape) -> Value {
    match shape {
        Shape::Truth => json!({ "type": "boolean" }),
        Shape::Number => number(key),
        Shape::Text | Shape::Words(_) => text(key),
        Shape::List(of) => json!({ "type": "array", "items": value(key, of) }),
        Shape::Table(_) => json!({ "type": "object" }),
        Shape::Several => several(key),
    }
}

fn number(key: &Key) -> Value {
    let mut number = json!({ "type": "integer" });
    // The range is that of the key, not of the numbers in its lists. JSON's numbers have no more than 53 bits.
    if let (Some([least, most]), Shape::Number | Shape::Several) = (key.range(), key.shape()) {
        number["minimum"] = json!(least as i64);
        if most <= 1 << 53 {
            number["maximum"] = json!(most as i64);
        }
    }
    number
}

fn text(key: &Key) -> Value {
    let words = key.spellings();
    if words.is_empty() {
        json!({ "type": "string" })
    } else {
        json!({ "type": "string", "enum": words })
    }
}

/// A word; or, for those that take more, true or false, a number or numbers by piece.
fn several(key: &Key) -> Value {
    let mut kinds = Vec::new();
    if key.takes_truth() {
        kinds.push(json!({ "type": "boolean" }));
    }
    if !key.words().is_empty() {
        kinds.push(text(key));
    } else if let Some(word) = &key.default {
        kinds.push(json!({ "const": parsed(word) }));
    }
    if key.range().is_some() {
        kinds.push(number(key));
    }
    if key.open {
        kinds.push(json!({ "type": "object", "additionalProperties": { "type": "integer" } }));
    }
    kinds.extend(key.schema());
    match <[Value; 1]>::try_from(kinds) {
        Ok([only]) => only,
        Err(kinds) => json!({ "anyOf": kinds }),
    }
}
