use super::*;
use crate::sample::{self, printed};

fn text(options: &'static str, variant: &str) -> String {
    let emit = [Part::Lookup, Part::SelfTest];
    printed(&CPP, options, variant, Tables::Full, &emit).remove(0).text
}

#[test]
fn no_line_is_long_unless_it_is_fenced() {
    for variant in
        ["fancy", "split32", "hyperbola", "direction", "hyperbola-dual", "hyperbola-reverse"]
    {
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

/// Lookups that the compiler computes are computed on words, and need a compiler that can tell constant evaluation.
/// Other files don't ask it.
#[test]
fn what_the_compiler_computes_it_computes_on_words() {
    let all = |options| text(options, "hyperbola-dual");
    for (options, asked) in [
        ("", "if (!__builtin_is_constant_evaluated()) {\n"),
        ("std = \"c++20\"", "if (!std::is_constant_evaluated()) {\n"),
    ] {
        let text = all(options);
        assert_eq!(text.matches(&format!("#if defined(MAGICS_VECTORS)\n  {asked}")).count(), 2);
        assert_eq!(text.contains("__has_builtin"), options.is_empty(), "{text}");
        assert_eq!(text.contains("#include <type_traits>"), !options.is_empty(), "{text}");
        assert_eq!(text.matches("detail::load_of_4(").count(), 2, "{text}");
    }
    for options in ["std = \"c++11\"", "layout = \"pair\""] {
        let text = all(options);
        assert!(text.contains("#if defined(MAGICS_VECTORS)\n") && text.contains("\n#else\n"));
        assert!(!text.contains("is_constant_evaluated"), "{text}");
    }
}

/// An index stays as wide as an address where a compiler would widen it again.
#[test]
fn an_index_of_a_row_has_the_width_of_an_address() {
    let backend = sample::configured(&CPP, "").unwrap();
    for (variant, fields, is_wide) in [
        ("fancy", FieldStyle::Pointers, true),
        ("fancy", FieldStyle::SquarePointers, true),
        ("fancy", FieldStyle::Arrays, false),
        ("plain", FieldStyle::Pointers, false),
    ] {
        let mut module = sample::chess(&*backend, variant, Tables::Full, &[Part::Lookup]);
        module.fields = fields;
        let text = &backend.render(&module, "magics.hpp")[0].text;
        let indices = text.matches("const auto index = static_cast<std::size_t>(").count();
        assert_eq!(indices, if is_wide { 2 } else { 0 }, "{variant} {fields:?}");
        assert_eq!(text.contains("#include <cstddef>"), is_wide, "{variant} {fields:?}");
    }
}

#[test]
fn a_name_longer_than_a_line_breaks_nothing() {
    let head = "x".repeat(100);
    let parameters = ["int a".to_owned(), "int b".to_owned()];
    let lines = item::opening(&head, &parameters);
    let blank = " ".repeat(101);
    assert_eq!(lines, [format!("{head}(int a,"), format!("{blank}int b) noexcept {{")]);
}
