//! An page's test in; a `_test.go` of the same package out.

use askama::Template;

use super::syntax::STYLE;
use super::view::{ArrayView, WalkView, array, text, walked};
use crate::model::Case;
use crate::render::page::{Array, Page, SelfTest, TestedPiece};

/// The file of tests.
#[derive(Template)]
#[template(path = "go/test.go", escape = "none")]
pub(super) struct Test<'a> {
    header: &'a [String],
    licence: &'a [String],
    package: &'a str,
    tests: Vec<One<'a>>,
    /// A function for each piece that is walked, with what it returns.
    walks: Vec<(String, String)>,
    arrays: Vec<ArrayView>,
    /// How rays are walked, where the file itself doesn't.
    walk: Option<WalkView<'a>>,
    /// The set of squares, where some index is none.
    squares: Option<String>,
    /// The function that compares.
    compare: String,
}

/// The test of a lookup.
struct One<'a> {
    name: String,
    lookup: &'a str,
    walked: String,
    /// The masks whose subsets are compared, a call each.
    masks: Vec<String>,
}

impl<'a> Test<'a> {
    pub(super) fn text(&self) -> String {
        text(self)
    }

    pub(super) fn new(page: &'a Page<'a>, test: &'a SelfTest<'a>, package: &'a str) -> Self {
        let module = page.module;
        // What the file of lookups has by another name stands there: both files are of one package.
        let same = |array: &Array<'_>| {
            let is_same =
                |other: &&Array<'_>| other.doc == array.doc && other.values == array.values;
            page.arrays.iter().find(is_same)
        };
        let shown = |name: &str| {
            let own = test.arrays.iter().find(|array| array.name == name);
            own.and_then(same).map_or(name, |array| &array.name).to_owned()
        };
        let mut taken = page.taken.clone();
        let mut walks = Vec::new();
        let mut tests = Vec::new();
        let mut names = |spoken: &str| {
            (
                taken.name(Case::Pascal.join(&["test", spoken, "attacks"])),
                taken.name(Case::Camel.join(&["walk", spoken])),
            )
        };
        for piece in &test.pieces {
            let (name, walk) = names(&piece.spoken);
            let mut rays = piece.rays.clone();
            rays.steps = shown(&rays.steps);
            rays.from = shown(&rays.from);
            let call = page.walk.as_ref().map(|walk| walked(&rays, walk, "occupied"));
            tests.push(One {
                name,
                lookup: &piece.lookup,
                walked: walk.clone(),
                masks: vec![shown(&piece.masks)],
            });
            walks.push((walk, call.unwrap_or_default()));
        }
        for union in &test.unions {
            let (name, walk) = names(&union.spoken);
            let of: Vec<&TestedPiece> = union.of.iter().map(|at| &test.pieces[*at]).collect();
            let calls: Vec<String> =
                union.of.iter().map(|at| format!("{}(square, occupied)", walks[*at].0)).collect();
            tests.push(One {
                name,
                lookup: &union.lookup,
                walked: walk.clone(),
                masks: of.iter().map(|piece| shown(&piece.masks)).collect(),
            });
            walks.push((walk, calls.join(" | ")));
        }
        let walk = page.walk.as_ref();
        let style = page.styled(STYLE);
        let view = |walk| WalkView::new(walk, &style);
        let own = test.arrays.iter().filter(|array| same(array).is_none());
        Self {
            header: &page.header,
            licence: &module.licence,
            package,
            tests,
            walks,
            arrays: own.map(|one| array(one, module)).collect(),
            walk: walk.filter(|_| !module.fills()).map(view),
            squares: walk.and_then(|walk| view(walk).squares),
            compare: taken.name("compareAttacks"),
        }
    }
}
