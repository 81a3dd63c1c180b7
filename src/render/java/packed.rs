//! Numbers as Java string constants: four characters for a word, the highest first; a character holds two bytes. Lines
//! are filled here, in bytes, and not by documents, since there are a hundred thousand escapes.
//!
//! The method of `PackEmitter` in `JFlex`. A constant has at most 65,535 bytes in the class file, where a character has
//! up to three; and google-java-format recurses once for each line of a constant.

use crate::render::others::jvm::WIDTH;
use crate::render::prelude::*;

/// Characters in a constant, so at most 24,576 bytes on 683 lines.
const UNITS: usize = 8192;

const _: () = assert!(UNITS * 3 <= 65_535);

/// The text between two lines of a constant.
const BREAK: &str = "\"\n          + \"";

/// The elements of a `String[]`, each in lines.
pub(super) fn literals(entries: &[u64], storage: Storage) -> Vec<String> {
    let (units, group) = units(entries, storage);
    // A line ends with a quote, the last one also with a comma.
    let room = WIDTH - (BREAK.len() - 2) - 2;
    let constant = |units: &[u16]| {
        let mut constant = Vec::with_capacity(units.len() * 7);
        constant.extend_from_slice(b"      \"");
        let (mut length, mut text) = (0, Vec::new());
        for entry in units.chunks(group) {
            text.clear();
            for unit in entry {
                escape(&mut text, *unit);
            }
            if length + text.len() > room {
                constant.extend_from_slice(BREAK.as_bytes());
                length = 0;
            }
            length += text.len();
            constant.extend_from_slice(&text);
        }
        constant.extend_from_slice(b"\",");
        String::from_utf8(constant).unwrap_or_default()
    };
    units.chunks(UNITS).map(constant).collect()
}

/// The characters of all entries, and the number of characters per entry.
fn units(entries: &[u64], storage: Storage) -> (Vec<u16>, usize) {
    let width = storage.bytes();
    let mut bytes = Vec::with_capacity(entries.len() * width);
    for entry in entries {
        bytes.extend_from_slice(&entry.to_be_bytes()[8 - width..]);
    }
    let unit = |pair: &[u8]| u16::from(pair[0]) << 8 | pair.get(1).map_or(0, |low| u16::from(*low));
    (bytes.chunks(2).map(unit).collect(), width.div_ceil(2))
}

/// Appends the escape of one character.
///
/// Unicode escapes are decoded before literals are recognised, so a decoded quote, backslash or end of line would break
/// the literal. These, and all others that fit, are octal. Another escape or the literal's end follows every escape,
/// never a digit.
fn escape(out: &mut Vec<u8>, unit: u16) {
    let digit = |shift: u32, mask: u16| b"0123456789abcdef"[usize::from(unit >> shift & mask)];
    if unit >= 0x100 {
        out.extend_from_slice(&[
            b'\\',
            b'u',
            digit(12, 15),
            digit(8, 15),
            digit(4, 15),
            digit(0, 15),
        ]);
        return;
    }
    out.push(b'\\');
    for shift in [6, 3, 0] {
        if shift == 0 || unit >> shift != 0 {
            out.push(digit(shift, 7));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_break_a_literal_is_octal() {
        let words = [0x000a_000d_0022_005c, 0x0000_0007_00ff_0100, u64::MAX];
        assert_eq!(
            literals(&words, Storage::Word),
            ["      \"\\12\\15\\42\\134\\0\\7\\377\\u0100\\uffff\\uffff\\uffff\\uffff\","]
        );
    }

    #[test]
    fn bytes_go_two_a_character_and_shorts_one() {
        let literal = |entries: &[u64], storage| literals(entries, storage).concat();
        let bytes = literal(&[0xff, 0x80, 0x12], Storage::Byte);
        assert_eq!(bytes.trim_start(), "\"\\uff80\\u1200\",");
        assert_eq!(literal(&[0xff80, 1], Storage::Short).trim_start(), "\"\\uff80\\1\",");
        assert_eq!(literal(&[0x0001_ff80], Storage::Half).trim_start(), "\"\\1\\uff80\",");
    }

    #[test]
    fn lines_and_constants_are_short_enough() {
        let literals = literals(&vec![u64::MAX; UNITS / 4 + 1], Storage::Word);
        assert_eq!(literals.len(), 2);
        assert!(literals.iter().flat_map(|literal| literal.lines()).all(|line| line.len() <= 100));
        assert_eq!(literals[0].lines().count(), (UNITS / 4).div_ceil(3));
    }
}
