use super::*;
use crate::model::NameRules;
use crate::sample::small;

fn backend() -> Box<dyn Backend> {
    ZIG.configure(None).unwrap()
}

fn text(variant: &str, emit: &[Part], when: Tables) -> String {
    let backend = backend();
    let module = small(&*backend, variant, when, emit);
    backend.render(&module, "magics.zig").remove(0).text
}

#[test]
fn shifts_have_the_type_that_numbers_the_bits_of_what_is_shifted() {
    let fancy = text("fancy", &[Part::Shifts], Tables::Full);
    assert!(fancy.contains("pub const rook_shifts = [20]u6{"), "{fancy}");
    let split = text("split32", &[Part::Lookup], Tables::Full);
    assert!(split.contains("const rook_shifts = [20]u5{"), "{split}");
    assert!(split.contains(">> rook_shifts[sq];"), "{split}");
}

#[test]
fn operators_wrap_only_where_values_may() {
    let lookup = text("fancy", &[Part::Lookup], Tables::Full);
    assert!(lookup.contains("relevant *% rook_factors[sq]"), "{lookup}");
    assert!(lookup.contains("rook_offsets[sq] + index"), "{lookup}");
}

#[test]
fn a_public_table_is_filled_before_it_is_seen() {
    let tables = text("fancy", &[Part::Attacks], Tables::Init);
    assert!(tables.contains("pub fn attack_table() *const ["), "{tables}");
    assert!(tables.contains("\nvar attack_table_entries: ["), "{tables}");
    assert!(!tables.contains("pub var"), "{tables}");
}

#[test]
fn the_standard_library_is_imported_where_it_is_used() {
    for (emit, when, is_used) in [
        (&[Part::Lookup][..], Tables::Full, false),
        (&[Part::Lookup], Tables::Init, true),
        (&[Part::Lookup, Part::SelfTest], Tables::Full, true),
    ] {
        assert_eq!(text("fancy", emit, when).contains("@import(\"std\")"), is_used);
    }
}

#[test]
fn no_name_is_that_of_a_parameter() {
    let backend = backend();
    let rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
    let names = Names::new(backend.naming(), rules);
    for taken in ["sq", "occupied", "attacks", "std", "u64", "test"] {
        assert!(names.check_one(taken).is_err(), "{taken}");
    }
    assert!(names.check_one("a1").is_ok() && names.check_one("rookAttacks").is_ok());
    assert!(backend.check_file_name(&names, "magics.txt").is_err());
}
