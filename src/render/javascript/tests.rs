use super::*;
use crate::sample::{configured, printed};

fn module(options: &str, emit: &[Part]) -> String {
    printed(&JAVASCRIPT, options, "split32", Tables::Init, emit).swap_remove(0).text
}

#[test]
fn public_tables_are_filled_before_anybody_reads_them() {
    let private = module("lazy = true", &[Part::Lookup]);
    assert!(private.contains("  if (!isFilled) {\n    fillTables();\n  }\n"));
    assert!(private.contains("The first lookup fills them."));
    let public = module("lazy = true", &[Part::Lookup, Part::Attacks]);
    assert!(!public.contains("isFilled"));
    assert!(public.contains("\nfill(ATTACKS, ROOK_MASKS, ROOK_STEPS, ROOK_FROM, rookIndex);\n"));
}

#[test]
fn only_a_late_filling_is_refused_where_tables_are_printed() {
    for language in [&JAVASCRIPT, &TYPESCRIPT] {
        let filling = |options| configured(language, options).unwrap().filling();
        assert!(filling("lazy = true").is_some());
        assert_eq!(filling("lazy = false").or(filling("")), None);
    }
}

#[test]
fn declarations_stand_where_typescript_looks_for_them() {
    for (module, declared) in [
        ("magics.mjs", "magics.d.mts"),
        ("magics.cjs", "magics.d.cts"),
        ("magics.js", "magics.d.ts"),
    ] {
        assert_eq!(declarations_of(module), declared);
    }
    let backend = configured(&JAVASCRIPT, "dts = 'src/magics.d.mts'").unwrap();
    assert_eq!(backend.check_folder(Path::new("src")), Ok(()));
    assert_eq!(backend.check_folder(Path::new("./src")), Ok(()));
    assert!(backend.check_folder(Path::new("")).is_err());
}

#[test]
fn bigints_are_filled_in_halves() {
    let text = module("word = \"bigint\"", &[Part::Lookup]);
    assert!(text.contains("fill(ATTACKS, halvesOf(ROOK_MASKS), ROOK_STEPS,"), "{text}");
    assert!(text.contains("      sets[2 * slot + low] = set.lo;\n"), "{text}");
    assert!(!text.contains("1n <<"), "{text}");
}

#[test]
fn results_go_into_an_array_where_they_are_halves() {
    for language in [&JAVASCRIPT, &TYPESCRIPT] {
        let given = |options| configured(language, options).map(|_| ());
        assert_eq!(given("result = \"out\""), Ok(()));
        let error = given("word = \"bigint\"\nresult = \"out\"").unwrap_err();
        assert_eq!(error.message, "a bigint is returned as it is");
    }
    let text = module("result = \"out\"", &[Part::Lookup]);
    assert!(text.contains("  out[0] |= set1Lo;\n  out[1] |= set1Hi;\n"), "{text}");
}
