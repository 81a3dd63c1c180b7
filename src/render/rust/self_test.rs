//! A module in; the tests of its lookups out, which stand in a module of their own at the file's end.

use super::Printer;
use super::lines::{call, joined, signature};
use super::lookup::docs;
use super::syntax::{HEX, literal};
use crate::model::Case;
use crate::render::page::{
    Array, ArrayKind, Custom, Look, SelfTest, TestedPiece, Walk, test_apart,
};
use crate::render::text::literal::Hex;

/// The tests.
#[derive(Debug)]
pub(super) struct Tests {
    /// A test for each lookup.
    pub(super) all: Vec<Test>,
    /// A function for each piece that walks its rays.
    pub(super) walked: Vec<Walked>,
    /// The head of the function that compares.
    pub(super) compare: String,
    /// The head of the function that walks.
    pub(super) walk: String,
    /// The set of squares, where some index is none.
    pub(super) squares: Option<String>,
    pub(super) has_range: bool,
    /// The names of the ways to the grid and back, where rays are walked on one.
    pub(super) grid: Option<(String, String)>,
    pub(super) tables: Vec<Table>,
}

/// A test.
#[derive(Debug)]
pub(super) struct Test {
    /// `rook_agrees_with_rays`
    pub(super) name: String,
    /// Comparisons, one for each mask.
    pub(super) calls: Vec<String>,
}

/// A function of square and occupancy.
#[derive(Debug)]
pub(super) struct Walked {
    pub(super) head: String,
    pub(super) body: String,
}

/// Numbers.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) docs: Vec<String>,
    pub(super) head: String,
    pub(super) rows: String,
}

const CUSTOM: Custom =
    Custom { others: &[], private: |name| name, when_filled: "", tests_apart: true };

const LOOK: Look<Hex> = Look {
    word: HEX,
    margin: "        ",
    words: 4,
    numbers: 16,
    is_aligned: true,
    trailing_comma: true,
    comment: Some(" // "),
};

impl Printer<'_> {
    /// The tests, where they were asked for.
    pub(super) fn self_test(&self) -> Option<Tests> {
        let (walk, test) = test_apart(self.module, CUSTOM)?;
        let mut parameters = vec!["rays: &[(isize, u64)]"];
        parameters.extend(walk.has_range.then_some("range: usize"));
        parameters.extend(LOOKUP);
        let function = "fn(usize, u64) -> u64";
        let compared = [
            "piece: &str".to_owned(),
            format!("lookup: {function}"),
            format!("walked: {function}"),
            "masks: &[u64]".to_owned(),
        ];
        let numbers = test.arrays.iter().filter(|array| array.kind != ArrayKind::Rays);
        let mut tables: Vec<Table> = numbers.map(|array| self.test_table(array)).collect();
        tables.extend(test.pieces.iter().map(|piece| rays(piece, self.hex())));
        Some(Tests {
            all: tests(&test),
            walked: walked(&test, &walk),
            compare: signature("    fn compare", &compared, ""),
            walk: signature("    fn walk", &owned(&parameters), " -> u64"),
            squares: walk.squares.map(|squares| literal(&self.hex(), squares)),
            has_range: walk.has_range,
            grid: walk.grid.map(|grid| (grid.of_bit, grid.bit_of)),
            tables,
        })
    }

    fn test_table(&self, array: &Array<'_>) -> Table {
        let kind = if array.kind == ArrayKind::Places { "u8" } else { "u64" };
        Table {
            docs: docs(&array.doc),
            head: format!("static {}: [{kind}; {}] = [", array.name, array.values.len()),
            rows: LOOK.rows(array, self.module),
        }
    }
}

fn rays(piece: &TestedPiece, hex: Hex) -> Table {
    let rays = &piece.rays;
    let row = |(step, from): (&i8, &u64)| format!("        ({step}, {}),", literal(&hex, *from));
    let rows: Vec<String> = rays.step_values.iter().zip(&rays.from_values).map(row).collect();
    Table {
        docs: docs(&format!(
            "Rays of the {}: what a step adds, and from where it may be taken.",
            piece.spoken
        )),
        head: format!("static {}: [(isize, u64); {}] = [", rays_name(piece), rays.count),
        rows: rows.join("\n"),
    }
}

const LOOKUP: [&str; 2] = ["square: usize", "occupied: u64"];

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn rays_name(piece: &TestedPiece) -> String {
    Case::Shouty.join(&[&piece.spoken, "rays"])
}

fn walk_name(spoken: &str) -> String {
    Case::Snake.join(&["walk", spoken])
}

fn tests(test: &SelfTest<'_>) -> Vec<Test> {
    let compare = |spoken: &str, lookup: &str, masks: &str| {
        let arguments = [
            format!("\"{spoken}\""),
            format!("super::{lookup}"),
            walk_name(spoken),
            format!("&{masks}"),
        ];
        call("        ", "compare", &arguments)
    };
    let name = |spoken: &str| Case::Snake.join(&[spoken, "agrees with rays"]);
    let pieces = test.pieces.iter().map(|piece| Test {
        name: name(&piece.spoken),
        calls: vec![compare(&piece.spoken, &piece.lookup, &piece.masks)],
    });
    let unions = test.unions.iter().map(|union| {
        let masks = union.of.iter().map(|piece| &test.pieces[*piece].masks);
        Test {
            name: name(&union.spoken),
            calls: masks.map(|masks| compare(&union.spoken, &union.lookup, masks)).collect(),
        }
    });
    pieces.chain(unions).collect()
}

fn walked(test: &SelfTest<'_>, walk: &Walk) -> Vec<Walked> {
    let head = |spoken: &str| {
        let head = format!("    fn {}", walk_name(spoken));
        signature(&head, &owned(&LOOKUP), " -> u64")
    };
    let pieces = test.pieces.iter().map(|piece| {
        let range = if walk.has_range { format!("{}, ", piece.rays.range) } else { String::new() };
        Walked {
            head: head(&piece.spoken),
            body: format!("        walk(&{}, {range}square, occupied)", rays_name(piece)),
        }
    });
    let unions = test.unions.iter().map(|union| {
        let of = union.of.iter().map(|piece| &test.pieces[*piece].spoken);
        let calls: Vec<String> =
            of.map(|spoken| format!("{}(square, occupied)", walk_name(spoken))).collect();
        Walked { head: head(&union.spoken), body: joined("        ", &calls, "|") }
    });
    pieces.chain(unions).collect()
}
