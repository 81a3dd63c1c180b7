//! Writes numbers as string literals: their bytes in base 64, the lowest byte of a number first.
//!
//! A string takes at most 65,535 bytes in the class file, its line breaks and margins among them.

use crate::model::Storage;

/// Bytes of a line: 88 characters.
const LINE: usize = 66;

/// Lines of a literal.
const LINES: usize = 640;

/// Spaces before a line.
pub(super) const MARGIN: &str = "            ";

const _: () = assert!(LINES * (LINE / 3 * 4 + MARGIN.len() + 1) < 65_535);

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of each literal: lines with their margins, each ended by LF.
pub(super) fn literals(entries: &[u64], storage: Storage) -> Vec<String> {
    let width = storage.bytes();
    let bytes: Vec<u8> =
        entries.iter().flat_map(|entry| entry.to_le_bytes().into_iter().take(width)).collect();
    let line = |bytes: &[u8]| format!("{MARGIN}{}\n", base64(bytes));
    bytes.chunks(LINE * LINES).map(|text| text.chunks(LINE).map(line).collect()).collect()
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0_usize, |word, byte| word << 8 | usize::from(*byte));
        let word = word << (8 * (3 - three.len()));
        for digit in 0..4 {
            let is_there = digit <= three.len();
            let shown = DIGITS[word >> (18 - 6 * digit) & 63];
            text.push(if is_there { char::from(shown) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let known = [("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, wanted) in known {
            assert_eq!(base64(text.as_bytes()), wanted);
        }
    }

    #[test]
    fn only_the_last_literal_is_padded() {
        let literals = literals(&vec![u64::MAX; 10_000], Storage::Word);
        assert_eq!(literals.len(), 2);
        assert!(!literals[0].contains('=') && literals[1].ends_with("//8=\n"));
        assert!(literals[0].lines().all(|line| line.len() == 100));
        let bytes = super::literals(&[1, 255], Storage::Byte).concat();
        assert_eq!(bytes.trim(), "Af8=");
    }
}
