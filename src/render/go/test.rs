//! The test file of a package.

use super::view::File;
use crate::render::prelude::*;

/// The file of tests.
#[derive(Template)]
#[template(path = "go/test.go", escape = "none")]
pub(super) struct Test<'a> {
    file: File<'a>,
    tested: Tested<'a>,
    /// The names of the test functions, one per compared lookup.
    names: Vec<String>,
    /// True if the file of lookups has no function that walks.
    has_walk: bool,
    /// The name of the function that compares.
    compare: String,
}

impl<'a> Test<'a> {
    /// The tests; `test` excludes arrays that the file of lookups has.
    pub(super) fn new(
        page: &'a Page<'a>,
        test: (&'a Walk, &'a SelfTest<'a>),
        package: &'a str,
    ) -> Self {
        let file = File::new(page, package, false);
        let mut taken = page.taken.clone();
        let tested = file.tested(test, Case::Camel, &mut taken);
        let mut name = |spoken: &str| taken.name(Case::Pascal.join(&["test", spoken, "attacks"]));
        Self {
            names: tested.compared.iter().map(|one| name(one.spoken)).collect(),
            tested,
            has_walk: !page.module.fills(),
            file,
            compare: taken.name("compareAttacks"),
        }
    }
}
