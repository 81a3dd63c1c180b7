//! The tests of a package, in a file of their own.

use askama::Template;

use super::view::File;
use crate::model::Case;
use crate::render::page::{
    ArrayText, Compared, Manner, Page, SelfTest, Shared as _, Walk, WalkText,
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
    /// The tests; `test` has no arrays that the file of lookups has.
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
