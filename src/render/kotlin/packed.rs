//! Writes numbers as string literals: their bytes in base 64, the lowest byte of a number first.
//!
//! A string has at most 65,535 bytes in the class file, including its line breaks and margins.

use crate::render::prelude::*;
use magicgen_literal::{base64, in_lines};

/// Bytes of a line: 88 characters.
const LINE: usize = 66;

/// Lines of a literal.
const LINES: usize = 640;

/// Spaces before a line.
const MARGIN: &str = "            ";

const _: () = assert!(LINES * (LINE / 3 * 4 + MARGIN.len() + 1) < 65_535);

/// The text of each literal of an array: lines with their margins, each with an LF.
pub(super) fn literals(array: &Array<'_>) -> Vec<String> {
    let text = |bytes: &[u8]| in_lines(&base64(bytes), LINE / 3 * 4, [MARGIN, "", "\n"]);
    array.bytes().chunks(LINE * LINES).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::page::ArrayKind;
    use magicgen_ir::Storage;

    #[test]
    fn only_the_last_literal_is_padded() {
        let literals = |storage, values: &[u64]| {
            literals(&Array::new("", "", ArrayKind::Table, storage, values))
        };
        let words = literals(Storage::Word, &vec![u64::MAX; 10_000]);
        assert_eq!(words.len(), 2);
        assert!(!words[0].contains('=') && words[1].ends_with("//8=\n"));
        assert!(words[0].lines().all(|line| line.len() == 100));
        assert_eq!(literals(Storage::Byte, &[1, 255]).concat().trim(), "Af8=");
    }
}
