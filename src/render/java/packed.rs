//! Numbers as Java string constants: four characters for a word, the highest first; a character holds two bytes. Lines
//! are filled in bytes, and not by documents, since there are a hundred thousand escapes.
//!
//! The method of `PackEmitter` in `JFlex`. A constant has at most 65,535 bytes in the class file, where a character has
//! up to three; and google-java-format recurses once for each line of a constant.

use crate::render::others::jvm::WIDTH;
use crate::render::prelude::*;
use magicgen_literal::{ConstantLines, utf16_constants};

/// Characters in a constant, so at most 24,576 bytes on 683 lines.
const UNITS: usize = 8192;

const _: () = assert!(UNITS * 3 <= 65_535);

/// The text between two lines of a constant.
const BREAK: &str = "\"\n          + \"";

/// The elements of a `String[]`, each in lines.
pub(super) fn literals(entries: &[u64], storage: Storage) -> Vec<String> {
    // A line ends with a quote, the last one also with a comma.
    let room = WIDTH - (BREAK.len() - 2) - 2;
    let look = ConstantLines { units: UNITS, room, open: "      \"", between: BREAK, close: "\"," };
    utf16_constants(entries, storage.bytes(), look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_constants_are_short_enough() {
        let literals = literals(&vec![u64::MAX; UNITS / 4 + 1], Storage::Word);
        assert_eq!(literals.len(), 2);
        assert!(literals.iter().flat_map(|literal| literal.lines()).all(|line| line.len() <= 100));
        assert_eq!(literals[0].lines().count(), (UNITS / 4).div_ceil(3));
    }
}
