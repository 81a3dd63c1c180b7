use super::*;
use crate::model::{Part, Tables};
use crate::sample::{self, Board, Mapping, Order, Piece, Standard, configured};

fn files(options: &'static str, when: Tables, emit: &[Part]) -> Vec<Artifact> {
    let backend = configured(&CSHARP, options).unwrap();
    let standard = Standard::find("a1lsb").unwrap();
    let order = Order::Standard { standard, stride: 4 };
    let mapping = Mapping::new(Board::new(4, 4).unwrap(), order).unwrap();
    let pieces = [Piece::rook(), Piece::bishop()];
    let module = sample::module(&*backend, "fancy", &mapping, &pieces, when, emit);
    let files = backend.render(&module, "Magics.cs");
    assert_eq!(files.len(), backend.artifacts(emit));
    files
}

#[test]
fn only_what_overflows_is_unchecked() {
    let emit = [Part::Lookup];
    for (when, method) in [
        (Tables::Full, "public static ulong RookAttacks"),
        (Tables::Init, "private static uint RookIndex"),
    ] {
        let text = &files("", when, &emit)[0].text;
        let (_, body) = text.split_once(method).unwrap();
        let (_, body) = body.split_once("\n    {\n").unwrap();
        assert!(body.starts_with("        unchecked\n        {\n            ulong relevant = "));
        let inlined = format!("AggressiveInlining)]\n    {method}(");
        assert!(text.contains(&inlined), "{text}");
    }
    let text = &files("", Tables::Init, &emit)[0].text;
    let body = "    {\n        return Tables.AttackTable[RookIndex(square, occupied)];\n    }\n";
    assert!(text.contains(body));
    assert_eq!(text.matches("using ").count(), 1);
}

#[test]
fn a_test_stands_in_a_class_of_its_own() {
    let files = files("", Tables::Init, &[Part::Lookup, Part::SelfTest]);
    assert_eq!(files[1].name, "MagicsTest.cs");
    assert!(files[1].text.contains("\nusing System;\n"));
    assert!(files[1].text.contains(" sbyte[] RookSteps ="));
}

#[test]
fn what_uses_no_namespace_names_none() {
    let text = &files("", Tables::Full, &[Part::Squares])[0].text;
    assert!(!text.contains("using "));
}

#[test]
fn nonsense_is_refused_where_it_stands() {
    for (text, wrong, message) in [
        ("namespace = 'A.class'", "'A.class'", "not the name of a namespace"),
        ("namespace = ''", "''", "not the name of a namespace"),
        ("file-scoped = true", "true", "needs a name"),
        ("visibility = 'private'", "'private'", "unknown variant"),
        ("partial = true", "partial", "unknown field"),
    ] {
        let error = configured(&CSHARP, text).unwrap_err();
        assert_eq!(&text[error.span.clone().unwrap()], wrong, "{error:?}");
        assert!(error.message.contains(message), "{error:?}");
    }
}
