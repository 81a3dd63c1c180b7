//! The README stays short.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use magicgen_lookup::variant::ALL;

use crate::book::blocks::blocks;
use crate::book::text;

/// The most lines of the README.
const MOST_LINES: usize = 120;

/// The commands that set everything up, which come first.
const FIRST: [&str; 2] =
    ["$ cargo run --release -- --lang java --orientation h1lsb -o -\n", "$ cargo test\n"];

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("book::readme::is_short", is_short),
        Trial::test("book::readme::begins_with_what_sets_up", begins_with_what_sets_up),
        Trial::test("book::readme::counts_the_variants", counts_the_variants),
    ]
}

fn readme() -> String {
    text(Path::new("README.md"))
}

fn is_short() -> Result<(), Failed> {
    match readme().lines().count() {
        ..=MOST_LINES => Ok(()),
        count => Err(format!("{count} lines: move some to the book").into()),
    }
}

fn begins_with_what_sets_up() -> Result<(), Failed> {
    let first: Vec<String> =
        blocks(&readme()).into_iter().take(2).map(|block| block.text).collect();
    if first == FIRST { Ok(()) } else { Err(format!("it begins with {first:?}").into()) }
}

fn counts_the_variants() -> Result<(), Failed> {
    let count = ALL.len();
    for (page, words) in [
        ("README.md", format!("[{count} variants](docs/variants.md)")),
        ("docs/variants.md", format!("All {count} give the same sets")),
    ] {
        if !text(Path::new(page)).contains(&words) {
            return Err(format!("{page} doesn't say: {words}").into());
        }
    }
    Ok(())
}
