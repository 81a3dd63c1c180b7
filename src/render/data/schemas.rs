//! The schema of the data, made from its types. `just update` writes it to `config/schema/data.json`.

use std::path::Path;

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::model::{Data, VERSION};

fn schema() -> Value {
    let generator = SchemaSettings::draft07().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Data>().to_value();
    schema["title"] = json!(format!("Data of magicgen, version {VERSION}"));
    schema["description"] = json!("A file of `lang = \"json\"`, and what templates read.");
    schema["properties"]["version"] =
        json!({ "const": VERSION, "description": "The version of this form." });
    close(&mut schema);
    schema
}

/// Refuses keys that the types don't have.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(close);
            if object.get("properties").is_some_and(Value::is_object)
                && object.get("type") == Some(&json!("object"))
            {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
            let is_format =
                |format: &Value| format.as_str().is_some_and(|text| text.contains("int"));
            if object.get("format").is_some_and(is_format) {
                object.remove("format");
            }
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

#[test]
fn schemas_of_data_are_those_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/schema/data.json");
    let wanted = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, wanted, "`just update` writes config/schema/data.json");
}
