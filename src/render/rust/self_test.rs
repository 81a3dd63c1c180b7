//! The page's test as a module of tests, which stands at the file's end.

use super::Printer;
use super::functions::{PARAMETERS, docs};
use super::lines::{call, joined, signature};
use super::syntax::HEX;
use super::tables::Static;
use crate::model::Case;
use crate::render::page::{ArrayKind, Look, SelfTest, TestedPiece, Walk};
use crate::render::text::literal::{Hex, Literal as _};

/// The tests.
#[derive(Debug)]
pub(super) struct Tests<'a> {
    /// A test for each lookup: its name, and a comparison for each mask.
    pub(super) all: Vec<(String, Vec<String>)>,
    /// Functions of square and occupancy that walk rays instead: head and body.
    pub(super) walked: Vec<[String; 2]>,
    /// The head of the function that compares.
    pub(super) compare: String,
    /// How rays are walked.
    pub(super) walk: &'a Walk,
    /// The head of the function that walks.
    pub(super) walk_signature: String,
    /// The set of squares, where some index is none.
    pub(super) squares: Option<String>,
    pub(super) tables: Vec<Static>,
}

const LOOK: Look<Hex> = Look::usual(HEX, "        ");

impl<'a> Printer<'a> {
    /// The tests, where they were asked for.
    pub(super) fn self_test(&self) -> Option<Tests<'a>> {
        let (walk, test) = (self.page.walk.as_ref()?, self.page.self_test.as_ref()?);
        let mut parameters = vec!["rays: &[(isize, u64)]"];
        parameters.extend(walk.has_range.then_some("range: usize"));
        parameters.extend(PARAMETERS);
        let compared = [
            "piece: &str",
            "lookup: fn(usize, u64) -> u64",
            "walked: fn(usize, u64) -> u64",
            "masks: &[u64]",
        ];
        Some(Tests {
            all: tests(test),
            walked: walked(test, walk),
            compare: signature("    ", "fn compare", &compared, ""),
            walk,
            walk_signature: signature("    ", "fn walk", &parameters, " -> u64"),
            squares: walk.squares.map(|squares| self.hex().text(squares)),
            tables: self.test_tables(test),
        })
    }

    fn test_tables(&self, test: &SelfTest<'_>) -> Vec<Static> {
        let numbers = test.arrays.iter().filter(|array| array.kind != ArrayKind::Rays);
        let numbers = numbers.map(|array| {
            let kind = if array.kind == ArrayKind::Places { "u8" } else { "u64" };
            Static {
                docs: docs(&array.doc),
                head: format!("static {}: [{kind}; {}] = [", array.name, array.values.len()),
                rows: LOOK.rows(array, self.module),
                ..Static::default()
            }
        });
        let rays = test.pieces.iter().map(|piece| {
            let (rays, spoken) = (&piece.rays, &piece.spoken);
            let row = |(step, from): (&i8, &u64)| {
                format!("        ({step}, {}),", self.hex().text(*from))
            };
            let rows: Vec<String> =
                rays.step_values.iter().zip(&rays.from_values).map(row).collect();
            Static {
                docs: docs(&format!(
                    "Rays of the {spoken}: what a step adds, and from where it may be taken."
                )),
                head: format!("static {}: [(isize, u64); {}] = [", rays_name(piece), rays.count),
                rows: rows.join("\n"),
                ..Static::default()
            }
        });
        numbers.chain(rays).collect()
    }
}

fn rays_name(piece: &TestedPiece) -> String {
    Case::Shouty.join(&[&piece.spoken, "rays"])
}

fn walk_name(spoken: &str) -> String {
    Case::Snake.join(&["walk", spoken])
}

fn tests(test: &SelfTest<'_>) -> Vec<(String, Vec<String>)> {
    let pieces = test.pieces.iter().map(|piece| (&piece.spoken, &piece.lookup, vec![piece]));
    let unions = test.unions.iter().map(|union| {
        let of = union.of.iter().map(|piece| &test.pieces[*piece]);
        (&union.spoken, &union.lookup, of.collect())
    });
    let one = |(spoken, lookup, of): (&String, &String, Vec<&TestedPiece>)| {
        let compare = |piece: &&TestedPiece| {
            let lookup = format!("super::{lookup}");
            let masks = format!("&{}", piece.masks);
            call(
                "        ",
                "compare",
                &[format!("\"{spoken}\""), lookup, walk_name(spoken), masks],
            )
        };
        (Case::Snake.join(&[spoken, "agrees with rays"]), of.iter().map(compare).collect())
    };
    pieces.chain(unions).map(one).collect()
}

fn walked(test: &SelfTest<'_>, walk: &Walk) -> Vec<[String; 2]> {
    let head = |spoken: &str| {
        signature("    ", &format!("fn {}", walk_name(spoken)), &PARAMETERS, " -> u64")
    };
    let pieces = test.pieces.iter().map(|piece| {
        let range = if walk.has_range { format!("{}, ", piece.rays.range) } else { String::new() };
        let body = format!("        walk(&{}, {range}square, occupied)", rays_name(piece));
        [head(&piece.spoken), body]
    });
    let unions = test.unions.iter().map(|union| {
        let call =
            |piece: &usize| format!("{}(square, occupied)", walk_name(&test.pieces[*piece].spoken));
        let calls: Vec<String> = union.of.iter().map(call).collect();
        [head(&union.spoken), joined("        ", &calls, "|")]
    });
    pieces.chain(unions).collect()
}
