use super::*;
use crate::model::NameRules;
use crate::model::Tables;
use crate::sample::{configured, small};

fn files(variant: &str, when: Tables, emit: &[Part]) -> Vec<Artifact> {
    let backend = ADA.configure(None).unwrap();
    let module = small(&*backend, variant, when, emit);
    backend.render(&module, "magics.ads")
}

#[test]
fn a_package_is_in_the_file_of_its_name() {
    let backend = configured(&ADA, "parent = \"Chess.Tables\"").unwrap();
    let rules = NameRules { name: "rook magics".to_owned(), ..NameRules::default() };
    let names = Names::new(backend.naming(), rules);
    assert_eq!(backend.default_file(&names), PathBuf::from("chess-tables-rook_magics.ads"));
    let message = backend.check_file_name(&names, "rook_magics.ads").unwrap_err();
    assert!(message.contains("`Chess.Tables.Rook_Magics`"), "{message}");
}

#[test]
fn a_parent_is_a_package() {
    for wrong in ["parent = \"Chess__X\"", "parent = \"chess.body\"", "parent = \"\""] {
        let error = configured(&ADA, wrong).unwrap_err();
        assert!(error.message.contains("is not the name of a package"), "{}", error.message);
        assert!(error.span.is_some());
    }
}

/// Without a subprogram, a package may have no body.
#[test]
fn there_is_a_body_where_something_stands_in_it() {
    let names = |when, emit: &[Part]| -> Vec<String> {
        files("fancy", when, emit).into_iter().map(|file| file.name).collect()
    };
    assert_eq!(names(Tables::Full, &[Part::Factors]), ["magics.ads"]);
    assert_eq!(names(Tables::Full, &[Part::Attacks]), ["magics.ads"]);
    assert_eq!(names(Tables::Init, &[Part::Attacks]), ["magics.ads", "magics.adb"]);
    let all = names(Tables::Full, &[Part::Lookup, Part::SelfTest]);
    assert_eq!(all, ["magics.ads", "magics.adb", "magics_test.adb"]);
}

#[test]
fn lines_are_short_and_digits_are_capitals() {
    for variant in ["fancy", "direction", "hyperbola", "split32"] {
        for file in files(variant, Tables::Full, Part::EVERY) {
            for line in file.text.lines() {
                assert!(line.len() <= 79, "{}: {line}", file.name);
                assert_eq!(line, line.trim_end());
            }
            assert!(!file.text.contains("16#0000_0000_0000_000e#"));
            assert!(file.text.ends_with(";\n") && !file.text.contains("\n\n\n"), "{}", file.text);
        }
    }
}

/// A count that might be as large as the word would be compared with its size.
#[test]
fn shifts_are_taken_modulo_their_words() {
    let body = files("fancy", Tables::Full, &[Part::Lookup]).remove(1).text;
    assert!(body.contains("Natural (Rook_Shifts (Square) and 63)"), "{body}");
    let body = files("split32", Tables::Full, &[Part::Lookup]).remove(1).text;
    assert!(body.contains("Natural (Rook_Shifts (Square) and 31)"), "{body}");
}
