use super::*;
use crate::model::Tables;
use crate::sample::{configured, small};

fn text(options: &'static str, variant: &str) -> String {
    let backend = configured(&CPP, options).unwrap();
    let module = small(&*backend, variant, Tables::Full, &[Part::Lookup, Part::SelfTest]);
    backend.render(&module, "magics.hpp").remove(0).text
}

#[test]
fn no_line_is_long_unless_it_is_fenced() {
    for variant in ["fancy", "split32", "hyperbola", "direction"] {
        let mut is_fenced = false;
        for line in text("", variant).lines() {
            is_fenced = line == "// clang-format off" || is_fenced && line != "// clang-format on";
            let most = if is_fenced { 100 } else { 80 };
            assert!(line.len() <= most || line.starts_with("//"), "{variant}: {line}");
        }
    }
}

#[test]
fn the_compiler_checks_nothing_where_it_is_told_to() {
    assert!(text("", "fancy").contains("static_assert"));
    assert!(!text("static-assert = false", "fancy").contains("static_assert"));
}

#[test]
fn a_name_longer_than_a_line_breaks_nothing() {
    let head = "x".repeat(100);
    let parameters = ["int a".to_owned(), "int b".to_owned()];
    let lines = item::opening(&head, &parameters);
    let blank = " ".repeat(101);
    assert_eq!(lines, [format!("{head}(int a,"), format!("{blank}int b) noexcept {{")]);
}
