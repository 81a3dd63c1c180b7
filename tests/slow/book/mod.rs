//! The README and the book: pages that are printed from the program's own data, commands and programs that are run, links
//! that lead somewhere.
//!
//! `just update` writes what is printed from data; look at the difference. What isn't run, for want
//! of a tool or because it would take long, is listed as `ignored`; with `MAGICGEN_REQUIRE=all` a missing tool fails.

mod blocks;
mod commands;
mod errors;
mod formats;
mod keys;
mod known;
mod languages;
mod links;
mod markdown;
mod outputs;
mod pictures;
mod printed;
mod readme;
mod rendered;
pub(crate) mod schemas;
mod summary;
mod trick;
mod variants;

use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

/// The package's folder.
fn root() -> PathBuf {
    PathBuf::from(crate::ROOT)
}

/// The pages: the README and all of the book, as paths from the package's folder.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![PathBuf::from("README.md")];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("the book is there") {
            let path = folder.join(entry.expect("its entries can be read").file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The text of a file of the package.
fn text(path: &Path) -> String {
    std::fs::read_to_string(root().join(path))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let groups = [
        printed::trials(),
        keys::trials(),
        formats::trials(),
        links::trials(),
        summary::trials(),
        readme::trials(),
        schemas::trials(),
        outputs::trials(),
        commands::trials(),
        rendered::trials(),
    ];
    groups.into_iter().flatten().collect()
}
