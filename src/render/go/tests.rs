use super::*;
use crate::sample::configured;

#[test]
fn a_package_is_one_word() {
    assert!(configured(&GO, "package = \"bitboard\"").is_ok());
    assert!(configured(&GO, "package = \"main\"").is_ok());
    for text in
        ["package = \"chess/board\"", "package = \"a.b\"", "package = \"go\"", "package = \"\""]
    {
        let error = configured(&GO, text).unwrap_err();
        assert!(error.message.ends_with("is not the name of a package"), "{}", error.message);
        assert!(error.span.is_some());
    }
}

#[test]
fn a_package_is_called_like_its_file() {
    let backend = configured(&GO, "").unwrap();
    let named = |name: &str| {
        let rules = crate::model::NameRules { name: name.to_owned(), ..Default::default() };
        Names::new(backend.naming(), rules)
    };
    let names = named("chess magics");
    assert_eq!(backend.default_file(&names), Path::new("chessmagics.go"));
    assert!(backend.check_file_name(&names, "bitboards/any.go").is_ok());
    for (name, file) in [
        ("magics", "magics"),
        ("magics", "magics_test.go"),
        ("magics", "_magics.go"),
        ("magics", "magics_arm64.go"),
        ("type", "magics.go"),
    ] {
        assert!(backend.check_file_name(&named(name), file).is_err(), "{name} in {file}");
    }
}
