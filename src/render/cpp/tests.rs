use super::*;
use crate::model::Tables;
use crate::sample::printed;

fn text(options: &'static str, variant: &str) -> String {
    let emit = [Part::Lookup, Part::SelfTest];
    printed(&CPP, options, variant, Tables::Full, &emit).remove(0).text
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
