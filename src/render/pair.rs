//! A header with a separate source file, for C and C++.

use crate::render::prelude::*;

/// The most bytes of tables in a header, which each file that includes it gets. Larger tables are defined in one file
/// of the program.
const MOST_IN_EACH: usize = 16 * 1024;

/// True if a header only declares its tables, unless the language has inline variables.
pub(super) fn is_for_one_file(page: &Page<'_>) -> bool {
    let bytes: usize =
        page.arrays.iter().map(|array| array.values.len() * array.storage.bytes()).sum();
    page.module.fills() || page.module.blob.is_some() || bytes > MOST_IN_EACH
}

choice! {
    /// Whether a second file holds the definitions.
    Layout {
        /// One header.
        #[default]
        Single = "single",
        /// A header and a source file.
        Pair = "pair",
    }
}

impl Layout {
    /// The number of files.
    pub(super) fn files(self) -> usize {
        if self == Self::Pair { 2 } else { 1 }
    }

    /// How a program gets the definitions: from the file `source`, or by the macro `implementation`.
    pub(super) fn usage(self, source: &str, implementation: &str) -> String {
        if self == Self::Pair {
            return format!("The tables are in {source}, which is compiled with the program.");
        }
        format!(
            "One file of the program, and only one, defines {implementation} before it includes this header, and so \
             gets the tables. Without it, the linker misses them."
        )
    }

    /// Fails if the header's name gives no name for the source file, since it has none of the `endings`, or if no
    /// `#include` can name it.
    pub(super) fn check_header(self, file_name: &str, endings: &[&str]) -> Result<(), String> {
        if self == Self::Single {
            return Ok(());
        }
        let has =
            |ending: &&str| file_name.strip_suffix(ending).is_some_and(|stem| !stem.is_empty());
        if !endings.iter().any(has) {
            let endings: Vec<String> = endings.iter().map(|ending| format!("`{ending}`")).collect();
            let endings = endings.join(" or ");
            return Err(format!("under `layout = \"pair\"` the header's name ends in {endings}"));
        }
        if file_name.contains(['"', '\\', '\n', '?']) {
            return Err("the name can't be used in an `#include` line".to_owned());
        }
        Ok(())
    }
}
