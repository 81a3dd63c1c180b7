//! The tests of a package, in a file of their own.

use askama::Template;

use super::view::File;
use crate::model::Case;
use crate::render::page::{
    Array, ArrayText, Compared, Manner, Page, Rays, SelfTest, Shared as _, TestedPiece, Walk,
    WalkText,
};

/// The file of tests.
#[derive(Template)]
#[template(path = "go/test.go", escape = "none")]
pub(super) struct Test<'a> {
    file: File<'a>,
    arrays: Vec<ArrayText>,
    /// Functions of tests, and what each compares.
    tests: Vec<(String, Compared<'a>)>,
    walk: WalkText<'a>,
    /// Whether the file itself has no function that walks.
    has_walk: bool,
    /// The function that compares, and the one that returns relevant squares.
    compare: String,
    relevant: &'a str,
}

impl<'a> Test<'a> {
    /// The tests; `test` comes from [`shared`].
    pub(super) fn new(
        page: &'a Page<'a>,
        (test, walk): (&'a SelfTest<'a>, &'a Walk),
        package: &'a str,
    ) -> Self {
        let file = File::new(page, package, false);
        let mut taken = page.taken.clone();
        let mut names = Vec::new();
        let mut name = |what: &str, spoken: &str| {
            if what == "walk" {
                names.push(taken.name(Case::Pascal.join(&["test", spoken, "attacks"])));
            }
            taken.name(Case::Camel.join(&[what, spoken]))
        };
        let compared = file.shared().compared(test, walk, &mut name);
        Self {
            arrays: test.arrays.iter().map(|one| file.array(one)).collect(),
            tests: names.into_iter().zip(compared).collect(),
            walk: file.walk(walk),
            has_walk: !page.module.fills(),
            file,
            compare: taken.name("compareAttacks"),
            relevant: &test.relevant,
        }
    }
}

/// The test without arrays that the file of lookups has under another name: both files are of one package.
pub(super) fn shared<'a>(page: &Page<'a>, test: &SelfTest<'a>) -> SelfTest<'a> {
    let same = |array: &Array<'_>| {
        let is_same = |other: &&Array<'_>| other.doc == array.doc && other.values == array.values;
        page.arrays.iter().find(is_same)
    };
    let shown = |name: &str| {
        let own = test.arrays.iter().find(|array| array.name == name);
        own.and_then(same).map_or(name, |array| &array.name).to_owned()
    };
    let piece = |piece: &TestedPiece| TestedPiece {
        rays: Rays {
            steps: shown(&piece.rays.steps),
            from: shown(&piece.rays.from),
            ..piece.rays.clone()
        },
        ..piece.clone()
    };
    SelfTest {
        arrays: test.arrays.iter().filter(|array| same(array).is_none()).cloned().collect(),
        pieces: test.pieces.iter().map(piece).collect(),
        ..test.clone()
    }
}
