use super::*;
use crate::model::Part;
use crate::sample::{configured, small};

#[test]
fn options_shape_the_object() {
    let backend =
        configured(&KOTLIN, "package = \"org.example.value\"\nvisibility = \"internal\"").unwrap();
    let module = small(&*backend, "fancy", Tables::Init, &Part::DEFAULT);
    let text = backend.render(&module, "Magics.kt").remove(0).text;
    assert!(text.contains("\npackage org.example.value\n\n/**\n"), "{text}");
    assert!(text.contains("\ninternal object Magics {\n"), "{text}");
    assert!(!text.contains("public "), "{text}");
    let file = backend.default_file(&module.names);
    assert!(file.starts_with("org/example/value"), "{}", file.display());
}
