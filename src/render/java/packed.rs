//! Words in; Java string constants out, four characters a word, the highest first.
//!
//! The method is that of `PackEmitter` in `JFlex`. A constant may take 65,535 bytes in the class file, where a
//! character takes up to three; and google-java-format recurses once for each line of one.

/// Words in a constant: 8,192 characters, so at most 24,576 bytes on 683 lines.
const WORDS: usize = 2048;

const _: () = assert!(WORDS * 4 * 3 <= 65_535);

/// Elements of a `String[]`, each line but the last ended by LF.
pub(super) fn elements(words: &[u64], indent: usize) -> String {
    // Continuation lines are indented by four more and begin with `+ "`; a quote and a comma may follow.
    let room = super::doc::WIDTH - (indent + 4) - 3 - 2;
    let margin = " ".repeat(indent);
    let mut out = String::with_capacity(words.len() * 26);
    let mut word_text = String::new();
    for (index, constant) in words.chunks(WORDS).enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&margin);
        out.push('"');
        let mut line_length = 0;
        for word in constant {
            word_text.clear();
            for shift in [48, 32, 16, 0] {
                escape(&mut word_text, (word >> shift) as u16);
            }
            if line_length + word_text.len() > room {
                out.push_str("\"\n");
                out.push_str(&margin);
                out.push_str("    + \"");
                line_length = 0;
            }
            line_length += word_text.len();
            out.push_str(&word_text);
        }
        out.push_str("\",");
    }
    out
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
            elements(&words, 2),
            "  \"\\12\\15\\42\\134\\0\\7\\377\\u0100\\uffff\\uffff\\uffff\\uffff\","
        );
    }

    #[test]
    fn lines_and_constants_are_short_enough() {
        let text = elements(&vec![u64::MAX; WORDS + 1], 6);
        assert!(text.lines().all(|line| line.len() <= 100));
        assert_eq!(text.lines().filter(|line| line.starts_with("      \"")).count(), 2);
        assert_eq!(text.lines().count(), WORDS.div_ceil(3) + 1);
    }
}
