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
