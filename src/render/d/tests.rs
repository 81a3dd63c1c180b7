use super::*;
use crate::model::NameRules;
use crate::model::Tables;
use crate::sample::{configured, small};

fn module(variant: &str, when: Tables, emit: &[Part]) -> String {
    let backend = D.configure(None).unwrap();
    let module = small(&*backend, variant, when, emit);
    backend.render(&module, "magics.d").remove(0).text
}

#[test]
fn a_module_is_in_the_file_of_its_last_name() {
    let backend = configured(&D, "module = \"chess.boards\"").unwrap();
    let names = Names::new(backend.naming(), NameRules::default());
    assert_eq!(backend.default_file(&names), PathBuf::from("boards.d"));
    let message = backend.check_file_name(&names, "magics.d").unwrap_err();
    assert!(message.contains("`chess.boards` must be in a file called `boards.d`"), "{message}");
    for wrong in ["module = \"chess.scope\"", "module = \"1\"", "module = \"a..b\""] {
        let error = configured(&D, wrong).unwrap_err();
        assert!(error.message.contains("is not the name of a module"), "{}", error.message);
    }
}

/// What only the test reads is compiled with it alone; what start-up code walks by as well, always.
#[test]
fn a_test_brings_what_only_it_reads() {
    let emit = [Part::Lookup, Part::SelfTest];
    let text = module("fancy", Tables::Full, &emit);
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} in {text}"));
    let apart = at("version (unittest):");
    assert!(at("rookMasks = [") < apart && apart < at("rookSteps = ["));
    assert!(apart < at("private ulong walk("));
    let text = module("fancy", Tables::Init, &emit);
    assert!(!text.contains("version (unittest)") && text.contains("shared static this()"));
    assert!(!module("fancy", Tables::Full, &[Part::Lookup]).contains("walk"));
}

#[test]
fn a_file_ends_in_one_end_of_line() {
    for emit in [&[Part::Squares][..], &[Part::Lookup], &[Part::Lookup, Part::SelfTest]] {
        for when in [Tables::Full, Tables::Init] {
            let text = module("fancy", when, emit);
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
            assert!(!text.contains("\n\n\n") && text.lines().all(|line| line.len() <= 100));
        }
    }
}

/// The runtime turns bytes round.
#[test]
fn the_runtime_is_imported_where_it_is_called() {
    let import = "import core.bitop : bswap;";
    assert!(module("hyperbola", Tables::Full, &[Part::Lookup]).contains(import));
    assert!(!module("hyperbola", Tables::Full, &[Part::Masks, Part::Squares]).contains("bswap"));
}
