//! A self-test in; what the template of its file prints out.

use askama::Template;

use super::Dialect;
use super::arrays::{ArrayView, view};
use super::view::{CALLS, WIDTH, Walker, libraries};
use crate::render::expr::Expr;
use crate::render::outline::{Outline, SelfTest, Walk};
use crate::render::provenance::lines_within;

/// A test beside its module.
#[derive(Template)]
#[template(path = "lua/test.lua", escape = "none")]
pub(super) struct File<'a> {
    header: Vec<String>,
    licence: &'a [String],
    libraries: Vec<String>,
    module: String,
    arrays: Vec<ArrayView>,
    walker: Walker<'a>,
    /// Functions that walk: name, and what each returns.
    walked: Vec<(String, Vec<String>)>,
    /// Calls that compare.
    compared: Vec<String>,
}

impl<'a> File<'a> {
    pub(super) fn new(
        outline: &'a Outline<'a>,
        (test, walk): (&'a SelfTest<'a>, &'a Walk),
        module: String,
        dialect: Dialect,
    ) -> Self {
        let walker = Walker::new(walk, dialect);
        let name = |spoken: &str| format!("walk_{}", spoken.replace([' ', '-'], "_"));
        let compare = |spoken: &str, lookup: &str, masks: &str| {
            let given =
                [format!("\"{spoken}\""), format!("lookups.{lookup}"), name(spoken), masks.into()];
            CALLS.lines("", "compare", &given, "")
        };
        let mut walked = Vec::new();
        let mut compared = Vec::new();
        for piece in &test.pieces {
            let value = walker.call("  ", "return ", &piece.rays, ["square", "occupied"]);
            walked.push((name(&piece.spoken), value));
            if piece.is_public {
                compared.extend(compare(&piece.spoken, &piece.lookup, &piece.masks));
            }
        }
        for union in &test.unions {
            let of = || union.of.iter().map(|at| &test.pieces[*at]);
            let call = |spoken: &str| Expr::atom(format!("{}(square, occupied)", name(spoken)));
            let both = of().map(|piece| call(&piece.spoken)).reduce(|a, b| dialect.or(&a, &b));
            let both = both.map(|both| both.text).unwrap_or_default();
            walked.push((name(&union.spoken), vec![format!("  return {both}")]));
            for piece in of() {
                compared.extend(compare(&union.spoken, &union.lookup, &piece.masks));
            }
        }
        let place = |name: &str| format!("local {name}");
        let arrays = test.arrays.iter();
        let arrays = arrays.map(|array| view(array, &place(&array.name), outline.module, dialect));
        let mut file = Self {
            header: lines_within(outline.module, WIDTH - "-- ".len()),
            licence: &outline.module.licence,
            libraries: Vec::new(),
            module,
            arrays: arrays.collect(),
            walker,
            walked,
            compared,
        };
        file.libraries = libraries(&file.render().unwrap_or_default(), dialect);
        file
    }
}
