//! `verify` with what the languages know of sources, as the command line runs it.

use std::path::Path;

use magicgen::render::source_syntaxes;
use magicgen_read::Report;
use magicgen_search::Watch;

/// The report on a text whose language is guessed.
pub(crate) fn examine(text: &str) -> Report {
    magicgen_read::examine(text, &source_syntaxes())
}

/// The report on files that belong together.
pub(crate) fn examine_files(files: &[(&Path, &str)]) -> Report {
    magicgen_read::examine_files(files, &source_syntaxes(), &Watch::default())
}
