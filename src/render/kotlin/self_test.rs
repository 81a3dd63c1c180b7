//! An page in; the object that tests its lookups out, which needs nothing but Kotlin itself.

use askama::Template;

use super::syntax::word;
use super::view::{ArrayView, WIDTH, WalkView, block, call, expression, numbers};
use crate::model::Case;
use crate::render::code::print::Style;
use crate::render::page::{Page, SelfTest, Walk, test_apart};
use crate::render::text::provenance::wrap;

/// The file.
#[derive(Template)]
#[template(path = "kotlin/test.kt", escape = "none")]
pub(super) struct TestView<'a> {
    header: &'a [String],
    licence: &'a [String],
    package: Option<&'a str>,
    doc: Vec<String>,
    /// The object's name.
    pub(super) name: String,
    /// A comparison of each public lookup.
    calls: Vec<Vec<String>>,
    /// The set of squares, where some index below the highest is none.
    squares: Option<String>,
    /// Functions that walk each piece's rays.
    walked: Vec<Vec<String>>,
    walk: WalkView,
    arrays: Vec<ArrayView>,
}

impl<'a> TestView<'a> {
    /// The object, where it was asked for.
    pub(super) fn new(page: &'a Page<'a>, package: Option<&'a str>) -> Option<Self> {
        let module = page.module;
        let (walk, test) = test_apart(module, super::CUSTOM)?;
        let object = &module.names.type_name;
        let summary = format!(
            "Compares every lookup of [{object}] with rays walked, under every subset of every mask."
        );
        Some(Self {
            header: &page.header,
            licence: &module.licence,
            package,
            doc: block(&wrap(&summary, WIDTH - 3)),
            name: format!("{object}Test"),
            calls: calls(object, &test),
            squares: walk.squares.map(|set| page.styled(Style::PLAIN).text(&word(set))),
            walked: walked(&test, &walk),
            walk: WalkView::new(&walk),
            arrays: test.arrays.iter().map(|one| numbers(one, page, "private ")).collect(),
        })
    }
}

/// The function that walks a piece.
fn walk_name(spoken: &str) -> String {
    Case::Camel.join(&["walk", spoken])
}

fn calls(object: &str, test: &SelfTest<'_>) -> Vec<Vec<String>> {
    let compare = |spoken: &str, lookup: &str, masks: &str| {
        let walked = format!("::{}", walk_name(spoken));
        let arguments =
            [format!("\"{spoken}\""), format!("{object}::{lookup}"), walked, masks.to_owned()];
        call("compare", &arguments, 8)
    };
    let pieces = test.pieces.iter().filter(|piece| piece.is_public);
    let mut calls: Vec<_> =
        pieces.map(|piece| compare(&piece.spoken, &piece.lookup, &piece.masks)).collect();
    for union in &test.unions {
        let masks = union.of.iter().map(|piece| &test.pieces[*piece].masks);
        calls.extend(masks.map(|masks| compare(&union.spoken, &union.lookup, masks)));
    }
    calls
}

fn walked(test: &SelfTest<'_>, walk: &Walk) -> Vec<Vec<String>> {
    let function = |spoken: &str, value: &str| {
        let before = format!("private fun {}", walk_name(spoken));
        expression(&before, &["square: Int", "occupied: Long"], "Long", value)
    };
    let pieces = test.pieces.iter().map(|piece| {
        let rays = &piece.rays;
        let range = if walk.has_range { format!("{}, ", rays.range) } else { String::new() };
        let (steps, from) = (&rays.steps, &rays.from);
        let value = format!("{}({steps}, {from}, {range}square, occupied)", walk.name);
        function(&piece.spoken, &value)
    });
    let unions = test.unions.iter().map(|union| {
        let of = union.of.iter().map(|piece| walk_name(&test.pieces[*piece].spoken));
        let calls: Vec<String> = of.map(|name| format!("{name}(square, occupied)")).collect();
        function(&union.spoken, &calls.join(" or "))
    });
    pieces.chain(unions).collect()
}
