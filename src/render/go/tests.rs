use super::*;
use crate::model::{Part, Tables};
use crate::sample::{self, Board, Mapping, Order, Piece, Standard, configured};

fn rendered(backend: &dyn Backend, height: u8, emit: &[Part], when: Tables) -> Vec<Artifact> {
    let order = Order::Standard { standard: Standard::ALL[0], stride: 8 };
    let mapping = Mapping::new(Board::new(4, height).unwrap(), order).unwrap();
    let module = sample::module(backend, "fancy", &mapping, &[Piece::rook()], when, emit);
    backend.render(&module, "board.go")
}

#[test]
fn a_package_is_one_word() {
    assert!(configured(&GO, "package = \"bitboard\"").is_ok());
    assert!(configured(&GO, "package = \"main\"").is_ok());
    for text in ["package = \"chess/board\"", "package = \"go\"", "package = \"\""] {
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

#[test]
fn the_mark_of_generated_code_stands_alone_before_the_package() {
    let backend = configured(&GO, "package-comment = false").unwrap();
    for file in rendered(backend.as_ref(), 3, &[Part::Lookup, Part::SelfTest], Tables::Init) {
        let first = file.text.lines().next().unwrap();
        assert!(first.starts_with("// Code generated ") && first.ends_with(" DO NOT EDIT."));
        assert!(file.text.contains("\n\npackage magics\n"), "{}", file.name);
    }
}

#[test]
fn a_test_reads_what_the_package_has() {
    let backend = configured(&GO, "").unwrap();
    let emit = [Part::Lookup, Part::SelfTest];
    for (when, is_there) in [(Tables::Full, true), (Tables::Init, false)] {
        let files = rendered(backend.as_ref(), 3, &emit, when);
        assert_eq!(files[1].name, "board_test.go");
        assert!(!files[1].text.contains("var rookMasks"));
        assert_eq!(files[1].text.contains("var rookSteps"), is_there);
        assert_eq!(files[1].text.contains("\nfunc walk("), is_there);
    }
}

#[test]
fn squares_are_masked_on_a_board_of_64_only() {
    let backend = configured(&GO, "").unwrap();
    let emit = [Part::Lookup];
    let small = rendered(backend.as_ref(), 3, &emit, Tables::Full).remove(0);
    assert!(!small.text.contains("square &= 63"));
    let mapping = Mapping::chess(Standard::ALL[0]);
    let module = sample::module(
        backend.as_ref(),
        "hyperbola",
        &mapping,
        &[Piece::rook()],
        Tables::Full,
        &emit,
    );
    let whole = backend.render(&module, "magics.go").remove(0);
    assert_eq!(whole.text.matches("square &= 63").count(), 1);
    assert!(whole.text.contains("import \"math/bits\"\n"));
}
