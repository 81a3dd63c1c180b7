use super::syntax::OPERATORS;
use super::*;
use crate::sample::{configured, printed};

/// The files of lookups and their test.
fn files(options: &str) -> Vec<Artifact> {
    printed(&PYTHON, options, "fancy", Tables::Init, &[Part::Lookup, Part::SelfTest])
}

#[test]
fn names_are_exported_in_the_order_of_linters() {
    let names = ["square", "rook_attacks", "A10", "A2", "ROOK_MASKS", "Board", "A1"];
    let line = lines::exports(names.into());
    let sorted = "\"A1\", \"A2\", \"A10\", \"ROOK_MASKS\", \"Board\", \"rook_attacks\", \"square\"";
    assert_eq!(line, [format!("__all__ = [{sorted}]")]);
}

#[test]
fn what_is_too_long_is_broken_up_as_formatters_do() {
    let name = "a".repeat(50);
    assert_eq!(
        lines::CALLS.lines("    ", "x = f", &[name.clone(), name.clone()], ""),
        ["    x = f(", &format!("        {name},"), &format!("        {name},"), "    )"]
    );
    let value = Expr::index(name.as_str(), "square".into());
    let value = Expr::binary(OPERATORS.and, value, name.as_str().into());
    assert_eq!(
        lines::broken("part", &value),
        ["part = (", &format!("    {name}[square]"), &format!("    & {name}"), ")"]
    );
    let sum = Expr::binary(OPERATORS.add, name.as_str().into(), "a".into());
    let value = Expr::binary(OPERATORS.and, sum, name.as_str().into());
    let lines = ["part = (", &format!("    {name} + a"), &format!(") & {name}")];
    assert_eq!(lines::compact("part", &value), lines);
}

#[test]
fn old_versions_get_no_strict_zip_and_annotations_that_nobody_reads() {
    let [old, new] = ["minimum = \"3.8\"", "package = \"chess\""].map(files);
    assert!(old[0].text.contains("\nfrom __future__ import annotations\n"));
    assert!(!old[0].text.contains("strict") && old[1].text.contains("\nimport magics\n"));
    assert!(!new[0].text.contains("__future__") && new[0].text.contains("strict=True"));
    assert!(new[1].text.contains("\nfrom chess import magics\n"));
}

#[test]
fn printed_tables_are_the_default_since_they_import_fast() {
    for options in ["", "word = \"numpy\""] {
        let can = configured(&PYTHON, options).unwrap().capabilities();
        assert_eq!(can.tables, [Tables::Full, Tables::Init, Tables::Blob]);
    }
}
