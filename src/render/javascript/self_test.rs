//! The test of a module.

use super::lines::INNER_CALLS;
use super::options::Keys;
use super::view::File;
use crate::render::prelude::*;

/// The test of a module.
#[derive(Template)]
#[template(path = "javascript/test.js", escape = "none")]
pub(super) struct Test<'a> {
    js: File<'a>,
    /// The path by which the test imports the module.
    module: String,
    walk: &'a RayFunction,
    arrays: Vec<ArrayText>,
    compared: Vec<Compared<'a>>,
    /// The name of the function that returns relevant squares.
    relevant: &'a str,
    /// True if the module's functions write sets into an array.
    has_out: bool,
}

impl<'a> Test<'a> {
    /// The test, if the config asks for one, of a module imported for example as `./magics.js`.
    pub(super) fn new(
        page: &'a Page<'a>,
        keys: &'a Keys,
        module: String,
        has_out: bool,
    ) -> Option<Self> {
        let (test, walk) = (page.self_test.as_ref()?, page.walk.as_ref()?);
        let js = File::new(page, keys);
        let mut name = |what: &str, spoken: &str| Case::Camel.join(&[what, spoken]);
        let compared = js.compared((walk, test), &mut name);
        let arrays = test.arrays.iter().map(|array| js.array(array)).collect();
        Some(Self { js, module, walk, arrays, compared, relevant: &test.relevant, has_out })
    }

    /// The statements that compare a lookup.
    fn calls(&self, one: &Compared<'_>) -> Vec<String> {
        let lookup = format!("magics.{}", one.lookup);
        let lookup = if self.has_out { format!("returning({lookup})") } else { lookup };
        let call = |relevant: &String| {
            let piece = format!("\"{}\"", one.spoken);
            let given = [piece, lookup.clone(), one.walker.clone(), relevant.clone()];
            INNER_CALLS.lines("", "compare", &given, ";")
        };
        one.relevant.iter().flat_map(call).collect()
    }
}

/// The type of a function that returns squares.
fn squares_of(keys: &Keys) -> &'static str {
    if keys.has_words() { "(square: number) => bigint" } else { "(square: number) => Bits" }
}
