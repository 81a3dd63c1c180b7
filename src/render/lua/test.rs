//! The test of a module.

use askama::Template;

use super::Runtime;
use super::arrays::ArrayView;
use super::view::{CALLS, WIDTH, Walker, libraries};
use crate::render::code::expr::Expr;
use crate::render::code::print::Style;
use crate::render::page::{Array, Page, SelfTest, TestedPiece, Walk};
use crate::render::text::provenance::lines_within;

/// A test beside its module.
#[derive(Template)]
#[template(path = "lua/test.lua", escape = "none")]
pub(super) struct File<'a> {
    style: Style,
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
        page: &'a Page<'a>,
        (test, walk): (&'a SelfTest<'a>, &'a Walk),
        module: String,
        runtime: Runtime,
    ) -> Self {
        let style = page.styled(Style::PLAIN);
        let walker = Walker::new(walk, runtime);
        let name = |spoken: &str| format!("walk_{}", spoken.replace([' ', '-'], "_"));
        let compare = |spoken: &str, lookup: &str, masks: &str| {
            let given =
                [format!("\"{spoken}\""), format!("lookups.{lookup}"), name(spoken), masks.into()];
            CALLS.lines("", "compare", &given, "")
        };
        let mut walked = Vec::new();
        let mut compared = Vec::new();
        for piece in &test.pieces {
            let call = walk.call(&piece.rays, ["square", "occupied"]);
            walked.push((name(&piece.spoken), CALLS.of(&style, "  ", "return ", &call, "")));
            if piece.is_public {
                compared.extend(compare(&piece.spoken, &piece.lookup, &piece.masks));
            }
        }
        for union in &test.unions {
            let of = || union.of.iter().map(|at| &test.pieces[*at]);
            let call =
                |piece: &TestedPiece| Expr::call_with(name(&piece.spoken), &["square", "occupied"]);
            let set = runtime.united(of().map(call).collect());
            walked.push((name(&union.spoken), vec![format!("  return {}", style.text(&set))]));
            for piece in of() {
                compared.extend(compare(&union.spoken, &union.lookup, &piece.masks));
            }
        }
        let array = |array: &Array<'_>| {
            ArrayView::new(array, "local ", array.name.clone(), page.module, runtime)
        };
        let arrays: Vec<ArrayView> = test.arrays.iter().map(array).collect();
        // Words are shown in messages.
        let hex = Expr::call("tohex", Vec::new());
        let code: Vec<&Expr> = walker.exprs().chain([&hex]).collect();
        let has_arrays = arrays.iter().any(|array| array.is_ffi);
        let libraries = libraries(runtime, has_arrays, &code);
        Self {
            style,
            header: lines_within(page.module, WIDTH - "-- ".len()),
            licence: &page.module.licence,
            libraries,
            module,
            arrays,
            walker,
            walked,
            compared,
        }
    }
}
