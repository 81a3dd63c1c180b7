use super::*;
use crate::model::Tables;
use crate::sample::small;

fn files(variant: &str, when: Tables, emit: &[Part]) -> Vec<Artifact> {
    let backend = ADA.configure(None).unwrap();
    let module = small(&*backend, variant, when, emit);
    backend.render(&module, "magics.ads")
}

/// A package that declares no subprogram must not have a body.
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
