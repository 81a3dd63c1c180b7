use super::*;
use crate::sample::{configured, printed, small};

#[test]
fn options_shape_the_object() {
    let options = "package = \"org.example.value\"\nvisibility = \"internal\"";
    let backend = configured(&KOTLIN, options).unwrap();
    let module = small(&*backend, "fancy", Tables::Init, &Part::DEFAULT);
    let text = backend.render(&module, "Magics.kt").remove(0).text;
    assert!(text.contains("\npackage org.example.value\n\n/**\n"), "{text}");
    assert!(text.contains("\ninternal object Magics {\n"), "{text}");
    assert!(!text.contains("public "), "{text}");
    let file = backend.default_file(&module.names);
    assert!(file.starts_with("org/example/value"), "{}", file.display());
}

#[test]
fn what_java_has_is_named_only_where_a_release_of_it_is() {
    let text = |options: &str| {
        printed(&KOTLIN, options, "hyperbola", Tables::Full, &Part::DEFAULT).remove(0).text
    };
    let (any, java) = (text(""), text("release = 17"));
    assert!(any.contains("private fun reverseBytes(word: Long): Long {\n"), "{any}");
    assert!(!any.contains("java") && !any.contains("Jvm"), "{any}");
    assert!(
        java.contains("java.lang.Long.reverseBytes(") && !java.contains("fun reverse"),
        "{java}"
    );
}
