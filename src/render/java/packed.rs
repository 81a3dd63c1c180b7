//! Numbers in; Java string constants out: four characters a word, the highest first, and two bytes a character.
//!
//! The method is that of `PackEmitter` in `JFlex`. A constant may take 65,535 bytes in the class file, where a
//! character takes up to three; and google-java-format recurses once for each line of one.

use crate::model::Storage;

/// Characters in a constant, so at most 24,576 bytes on 683 lines.
const UNITS: usize = 8192;

const _: () = assert!(UNITS * 3 <= 65_535);

/// Elements of a `String[]`, each line but the last ended by LF.
pub(super) fn elements(entries: &[u64], storage: Storage, indent: usize) -> String {
    let (units, group) = units(entries, storage);
    // Continuation lines are indented by four more and begin with `+ "`; a quote and a comma may follow.
    let room = crate::render::jvm::WIDTH - (indent + 4) - 3 - 2;
    let margin = " ".repeat(indent);
    let mut out = String::with_capacity(units.len() * 7);
    let mut text = String::new();
    for (index, constant) in units.chunks(UNITS).enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&margin);
        out.push('"');
        let mut line_length = 0;
        for entry in constant.chunks(group) {
            text.clear();
            for unit in entry {
                escape(&mut text, *unit);
            }
            if line_length + text.len() > room {
                out.push_str("\"\n");
                out.push_str(&margin);
                out.push_str("    + \"");
                line_length = 0;
            }
            line_length += text.len();
            out.push_str(&text);
        }
        out.push_str("\",");
    }
    out
}

/// Characters, and how many of them belong together.
fn units(entries: &[u64], storage: Storage) -> (Vec<u16>, usize) {
    let width = storage.bytes();
    let bytes: Vec<u8> =
        entries.iter().flat_map(|entry| entry.to_be_bytes().into_iter().skip(8 - width)).collect();
    let unit = |pair: &[u8]| u16::from(pair[0]) << 8 | pair.get(1).map_or(0, |low| u16::from(*low));
    (bytes.chunks(2).map(unit).collect(), width.div_ceil(2))
}

/// Appends an escape of one character.
///
/// Unicode escapes are decoded before literals are recognised, so that a quote, a backslash or an end of line would
/// break the literal: those, as all that fit, are octal. Every escape is followed by another or by the end of the
/// literal, never by a digit.
fn escape(out: &mut String, unit: u16) {
    let digit = |shift: u32, mask: u16| b"0123456789abcdef"[usize::from(unit >> shift & mask)];
    if unit >= 0x100 {
        out.push_str("\\u");
        out.extend([12, 8, 4, 0].map(|shift| char::from(digit(shift, 15))));
        return;
    }
    out.push('\\');
    for shift in [6, 3, 0] {
        if shift == 0 || unit >> shift != 0 {
            out.push(char::from(digit(shift, 7)));
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
            elements(&words, Storage::Word, 2),
            "  \"\\12\\15\\42\\134\\0\\7\\377\\u0100\\uffff\\uffff\\uffff\\uffff\","
        );
    }

    #[test]
    fn bytes_go_two_a_character_and_shorts_one() {
        let bytes = elements(&[0xff, 0x80, 0x12], Storage::Byte, 0);
        assert_eq!(bytes, "\"\\uff80\\u1200\",");
        assert_eq!(elements(&[0xff80, 1], Storage::Short, 0), "\"\\uff80\\1\",");
        assert_eq!(elements(&[0x0001_ff80], Storage::Half, 0), "\"\\1\\uff80\",");
    }

    #[test]
    fn lines_and_constants_are_short_enough() {
        let words = UNITS / 4;
        let text = elements(&vec![u64::MAX; words + 1], Storage::Word, 6);
        assert!(text.lines().all(|line| line.len() <= 100));
        assert_eq!(text.lines().filter(|line| line.starts_with("      \"")).count(), 2);
        assert_eq!(text.lines().count(), words.div_ceil(3) + 1);
    }
}
