use super::syntax::OPERATORS;
use super::*;
use crate::model::Part;
use crate::model::Tables;
use crate::render::code::expr::Expr;
use crate::sample::{self, configured};

/// The text of each file, for rook and bishop on 4 x 4 squares.
fn files(options: &str, variant: &str, when: Tables, emit: &[Part]) -> Vec<Artifact> {
    let backend = configured(&PYTHON, options).unwrap();
    let standard = sample::Standard::find("a1lsb").unwrap();
    let board = sample::Board::new(4, 4).unwrap();
    let order = sample::Order::Standard { standard, stride: 4 };
    let mapping = sample::Mapping::new(board, order).unwrap();
    let pieces = [sample::Piece::rook(), sample::Piece::bishop()];
    let module = sample::module(&*backend, variant, &mapping, &pieces, when, emit);
    backend.render(&module, "magics.py")
}

fn module(options: &str, variant: &str, when: Tables) -> String {
    files(options, variant, when, &[Part::Lookup, Part::Squares]).remove(0).text
}

#[test]
fn only_what_overflows_is_cut() {
    let fancy = module("", "fancy", Tables::Init);
    assert!(fancy.contains("(relevant * _ROOK_FACTORS[square]) & 0xFFFF_FFFF_FFFF_FFFF\n"));
    // The offset and what is added to it fit.
    assert!(fancy.contains("return _ATTACKS[_ROOK_OFFSETS[square] + (product >>"));
    let split = module("", "split32", Tables::Full);
    // Two products are cut together, and the relevant occupancy not at all.
    assert_eq!(split.matches("& 0xFFFF_FFFF\n").count(), 2);
    assert!(split.contains("low = relevant * _ROOK_FACTORS[square]\n"));
}

#[test]
fn names_are_exported_in_the_order_of_linters() {
    let names = ["square", "rook_attacks", "A10", "A2", "ROOK_MASKS", "Board", "A1"];
    let line = lines::exports(names.into());
    let sorted = "\"A1\", \"A2\", \"A10\", \"ROOK_MASKS\", \"Board\", \"rook_attacks\", \"square\"";
    assert_eq!(line, [format!("__all__ = [{sorted}]")]);
}

#[test]
fn what_is_too_long_is_broken_up_as_formatters_do() {
    let name = "a".repeat(50);
    assert_eq!(
        lines::CALLS.lines("    ", "x = f", &[name.clone(), name.clone()], ""),
        ["    x = f(", &format!("        {name},"), &format!("        {name},"), "    )"]
    );
    let value = Expr::index(name.as_str(), "square".into());
    let value = Expr::binary(OPERATORS.and, value, name.as_str().into());
    assert_eq!(
        lines::broken("part", &value),
        ["part = (", &format!("    {name}[square]"), &format!("    & {name}"), ")"]
    );
    let sum = Expr::binary(OPERATORS.add, name.as_str().into(), "a".into());
    let value = Expr::binary(OPERATORS.and, sum, name.as_str().into());
    let lines = ["part = (", &format!("    {name} + a"), &format!(") & {name}")];
    assert_eq!(lines::compact("part", &value), lines);
}

#[test]
fn old_versions_get_no_strict_zip_and_annotations_that_nobody_reads() {
    let old = module("minimum = \"3.8\"", "fancy", Tables::Init);
    assert!(old.contains("\nfrom __future__ import annotations\n") && !old.contains("strict"));
    let new = module("", "fancy", Tables::Init);
    assert!(!new.contains("__future__") && new.contains("strict=True"));
}

#[test]
fn bytes_are_swapped_where_the_machine_needs_it_and_only_then() {
    let words = module("storage = \"bytes\"", "fancy", Tables::Full);
    let swap = "if sys.byteorder == \"big\":\n    _ATTACKS.byteswap()\n";
    assert!(words.contains("_ATTACKS: Final = array(\"Q\", b85decode(\n") && words.contains(swap));
    let indices = module("storage = \"bytes\"", "bytes", Tables::Full);
    assert!(indices.contains("_ATTACK_INDICES: Final = b85decode(\n"));
    assert!(!indices.contains("_ATTACK_INDICES.byteswap"));
    let arrays = module("word = \"numpy\"", "fancy", Tables::Full);
    assert!(arrays.contains("), dtype=\"<u8\").astype(np.uint64)\n"));
}

#[test]
fn options_are_checked() {
    let message = |options: &str| configured(&PYTHON, options).unwrap_err().message;
    assert_eq!(
        message("minimum = \"2.7\""),
        "`2.7` is not a version of Python that files are made for"
    );
    assert_eq!(
        message("minimum = \"3.9\"\nword = \"numpy\""),
        "lookups on arrays of NumPy need Python 3.10"
    );
    assert_eq!(message("package = \"chess.class\""), "`chess.class` is not the name of a package");
    assert!(message("storag = \"bytes\"").contains("unknown field"));
}

#[test]
fn a_test_stands_beside_its_module() {
    let files =
        files("package = \"chess\"", "fancy", Tables::Full, &[Part::Lookup, Part::SelfTest]);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["magics.py", "test_magics.py"]);
    assert!(files[1].text.contains("\nfrom chess import magics\n"));
}
