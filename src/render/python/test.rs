//! The test of a module.

use askama::Template;

use super::arrays::{Constant, constant};
use super::functions::united;
use super::lines::{CALLS, WIDTH, call};
use super::options::{PythonOptions, Word};
use super::syntax::STYLE;
use super::view::{Function, Walker, gaps, squares_of};
use crate::model::Case;
use crate::render::code::calls::Calls;
use crate::render::code::expr::Expr;
use crate::render::page::{Page, SelfTest, TestedPiece, Walk};
use crate::render::text::provenance::facts_within;

/// A test beside its module.
#[derive(Template)]
#[template(path = "python/test.py", escape = "none")]
pub(super) struct File<'a> {
    header: Vec<String>,
    licence: &'a [String],
    imports: Vec<Vec<String>>,
    constants: Vec<Constant>,
    walker: Walker<'a>,
    /// The set of squares, where some index is none.
    squares: Option<String>,
    walked: Vec<Function>,
    difference: Vec<String>,
    class: String,
    tests: Vec<Test<'a>>,
}

/// A test of a lookup.
struct Test<'a> {
    head: Vec<String>,
    spoken: &'a str,
    loops: Vec<Loop>,
}

/// A comparison under the subsets of one piece's masks.
struct Loop {
    head: Vec<String>,
    found: Vec<String>,
    walked: Vec<String>,
    fail: Vec<String>,
}

impl<'a> File<'a> {
    pub(super) fn new(
        page: &'a Page<'a>,
        (test, walk): (&'a SelfTest<'a>, &'a Walk),
        stem: &str,
        options: &PythonOptions,
    ) -> Self {
        let module = page.module;
        let mut taken = page.taken.clone();
        let walker = Walker::new(walk, &mut taken, options);
        let difference = taken.name("_difference");
        // Squares and masks are taken one by one.
        let numbers = PythonOptions { word: Word::Int, ..options.clone() };
        let mut walked = Vec::new();
        let mut tests = Vec::new();
        let walk_name = |spoken: &str| format!("_{}", Case::Snake.join(&["walk", spoken]));
        let head = |name: &str| {
            options.head(name, &[("square", "int"), ("occupied", options.set())], options.set())
        };
        let method = |lookup: &str| {
            let tail = if options.is_typed { " -> None:" } else { ":" };
            call("    ", &format!("def test_{lookup}"), &["self".to_owned()], tail)
        };
        let one = |lookup: &str, spoken: &str, masks: &str| {
            let inner = if options.is_numpy() { "            " } else { "                " };
            let squares = if options.is_numpy() { "squares" } else { "square" };
            let line = |name: &str, function: String, square: &str| {
                let call = Expr::call_with(function, &[square, "occupied"]);
                CALLS.of(&STYLE, inner, &format!("{name} = "), &call, "")
            };
            let at = if options.is_numpy() { "[at]" } else { "" };
            let values = ["occupied", "found", "walked"].map(|name| format!("{name}{at}"));
            let [occupied, found, right] = values;
            let said = format!("\"{spoken}\"");
            let said = [said, "square".to_owned(), occupied, found, right];
            let margin = format!("{inner}    ");
            let mut fail = call(&margin, &format!("message = {difference}"), &said, "");
            fail.push(format!("{margin}self.fail(message)"));
            Loop {
                head: squares_of(masks, "        ", false),
                found: line("found", format!("{stem}.{lookup}"), squares),
                walked: line("walked", walk_name(spoken), "square"),
                fail,
            }
        };
        for piece in &test.pieces {
            let call = walk.call(&piece.rays, ["square", "occupied"]);
            let calls = Calls { width: WIDTH - "    ".len(), ..CALLS };
            walked.push(Function {
                head: head(&walk_name(&piece.spoken)),
                doc: Vec::new(),
                body: calls.of(&STYLE, "", "return ", &call, ""),
            });
            if piece.is_public {
                let (lookup, spoken) = (&piece.lookup, &piece.spoken);
                let loops = vec![one(lookup, spoken, &piece.masks)];
                tests.push(Test { head: method(lookup), spoken, loops });
            }
        }
        for union in &test.unions {
            let of = || union.of.iter().map(|at| &test.pieces[*at]);
            let set = |piece: &TestedPiece| {
                Expr::call_with(walk_name(&piece.spoken), &["square", "occupied"])
            };
            let sets: Vec<Expr> = of().map(set).collect();
            walked.push(Function {
                head: head(&walk_name(&union.spoken)),
                doc: Vec::new(),
                body: united(&sets),
            });
            let (lookup, spoken) = (&union.lookup, &union.spoken);
            let loops = of().map(|piece| one(lookup, spoken, &piece.masks)).collect();
            tests.push(Test { head: method(lookup), spoken, loops });
        }
        Self {
            header: facts_within(module, WIDTH - "# ".len()),
            licence: &module.licence,
            imports: imports(stem, options),
            constants: test.arrays.iter().map(|array| constant(array, module, &numbers)).collect(),
            walker,
            squares: gaps(walk),
            walked,
            difference: said(&difference, options),
            class: format!("Test{}", Case::Pascal.join(&[stem])),
            tests,
        }
    }
}

fn imports(stem: &str, options: &PythonOptions) -> Vec<Vec<String>> {
    let module = match &options.package {
        Some(package) => format!("from {package} import {stem}"),
        None => format!("import {stem}"),
    };
    let mut standard = vec!["import unittest"];
    standard.extend(options.is_typed.then_some("from typing import Final"));
    let mut groups = Vec::new();
    groups.extend(options.future());
    groups.push(standard);
    if options.is_numpy() {
        groups.push(options.numpy());
    }
    let owned = |group: Vec<&'static str>| group.into_iter().map(str::to_owned).collect();
    groups.into_iter().map(owned).chain([vec![module]]).collect()
}

/// The head of the function that says what differs.
fn said(name: &str, options: &PythonOptions) -> Vec<String> {
    let number = if options.is_numpy() { "np.uint64" } else { "int" };
    let numbers = ["occupied", "found", "walked"].map(|name| (name, number));
    let parameters = [("piece", "str"), ("square", "int")].into_iter().chain(numbers);
    options.head(name, &parameters.collect::<Vec<_>>(), "str")
}
