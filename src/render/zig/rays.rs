//! What the template prints of fills and tests.

use super::syntax::OPERATORS;
use crate::render::code::calls::Calls;
use crate::render::code::expr::Expr;
use crate::render::code::print::Style;
use crate::render::page::{FillLoop, FilledTable, Page, Rays, SelfTest, joined};
use crate::render::text::taken::Taken;

/// A table that is filled.
pub(super) struct Filled<'a> {
    pub(super) doc: &'a str,
    /// The variable.
    pub(super) name: String,
    pub(super) length: usize,
    /// The function that shows it outside.
    pub(super) public: Option<&'a str>,
}

/// What is done once.
pub(super) struct Guard {
    /// The variable that says how far the tables are filled.
    pub(super) state: String,
    /// The function that fills them.
    pub(super) fill: String,
    /// Whether lookups call it; else whoever calls them has.
    pub(super) is_lazy: bool,
}

impl<'a> Filled<'a> {
    pub(super) fn new(table: &'a FilledTable, taken: &mut Taken) -> Self {
        let name = &table.name;
        let public = table.is_public.then_some(name.as_str());
        let name = public.map_or(name.clone(), |name| taken.name(format!("{name}_entries")));
        Self { doc: &table.doc, name, length: table.length, public }
    }
}

impl Guard {
    pub(super) fn new(page: &Page<'_>, is_lazy: bool, taken: &mut Taken) -> Self {
        let names = &page.module.names;
        Self {
            state: taken.name(names.constant(&["filling"])),
            fill: taken.name(names.function(&["fill", "tables"])),
            is_lazy,
        }
    }

    /// The lines before a filled table is read.
    pub(super) fn check(&self) -> Vec<String> {
        let Self { state, fill, is_lazy } = self;
        if *is_lazy {
            vec![format!("if ({state}.load(.acquire) != .done) {fill}();")]
        } else {
            // In a build without safety not even the load is left.
            let is_empty = format!("std.debug.runtime_safety and {state}.load(.acquire) != .done");
            let message = format!("    @panic(\"call {fill}() before the first lookup\");");
            vec![format!("if ({is_empty}) {{"), message, "}".to_owned()]
        }
    }
}

/// A loop that fills.
pub(super) struct Loop<'a> {
    pub(super) name: String,
    /// The variable that is filled.
    pub(super) table: String,
    pub(super) fill: &'a FillLoop,
    /// The statement that walks the rays.
    pub(super) walked: Vec<String>,
}

impl<'a> Loop<'a> {
    pub(super) fn new(
        page: &Page<'_>,
        fill: &'a FillLoop,
        table: &str,
        name: &mut impl FnMut(&str) -> String,
    ) -> Self {
        Self {
            name: name(&fill.words.join(" ")),
            table: table.to_owned(),
            fill,
            walked: walked(page, &fill.rays, "subset", ("            ", "const attacks = ")),
        }
    }
}

/// The test of a lookup.
pub(super) struct Test<'a> {
    pub(super) spoken: &'a str,
    pub(super) lookup: &'a str,
    /// The masks whose subsets are compared.
    pub(super) masks: Vec<&'a str>,
    /// The function that walks what the lookup is compared with.
    pub(super) walked: String,
    /// The statement of that function.
    pub(super) walk: Vec<String>,
}

/// Calls on several lines as zig fmt has them.
const CALLS: Calls = Calls { width: 100, indent: "    ", trailing_comma: true };

/// The statement that walks rays, on a line or on several; `before` the call stands what is done with it.
fn walked(
    page: &Page<'_>,
    rays: &Rays,
    occupied: &str,
    (margin, before): (&str, &str),
) -> Vec<String> {
    let Some(walk) = &page.walk else { return Vec::new() };
    let arguments = walk.arguments(rays, |array| Expr::unary("&", array.into()), ["sq", occupied]);
    let arguments: Vec<String> =
        arguments.iter().map(|argument| Style::PLAIN.text(argument)).collect();
    CALLS.lines(margin, &format!("{before}{}", walk.name), &arguments, ";")
}

/// The tests of all pieces, then those of unions.
pub(super) fn tests<'a>(
    page: &Page<'_>,
    test: &'a SelfTest<'_>,
    name: &mut impl FnMut(&str) -> String,
) -> Vec<Test<'a>> {
    let mut tests: Vec<Test<'_>> = Vec::new();
    for piece in &test.pieces {
        tests.push(Test {
            spoken: &piece.spoken,
            lookup: &piece.lookup,
            masks: vec![&piece.masks],
            walked: name(&format!("walk {}", piece.spoken)),
            walk: walked(page, &piece.rays, "occupied", ("    ", "return ")),
        });
    }
    for union in &test.unions {
        let call = |at: &usize| Expr::call_with(tests[*at].walked.as_str(), &["sq", "occupied"]);
        let value = joined(OPERATORS.or, union.of.iter().map(call).collect());
        tests.push(Test {
            spoken: &union.spoken,
            lookup: &union.lookup,
            masks: union.of.iter().map(|at| test.pieces[*at].masks.as_str()).collect(),
            walked: name(&format!("walk {}", union.spoken)),
            walk: vec![format!("    return {};", Style::PLAIN.text(&value))],
        });
    }
    tests
}
