//! Lines of literals.
//!
//! A table of 107,648 words is 2.5 MB of text. For speed, it is formatted into one buffer, sixteen digits at once, and
//! a template prints it as one text instead of looping over entries.

use crate::Literal;

/// The layout of literals in lines.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    /// The spaces or tabs at the begin of a line.
    pub indent: &'a str,
    /// The number of literals in a line.
    pub columns: usize,
    /// True if a comma follows the last literal too.
    pub trailing_comma: bool,
}

/// Formats `values` in lines, with LF between lines.
pub fn rows(values: &[u64], literal: &dyn Literal, lines: Lines<'_>) -> String {
    rows_with(values, literal, lines, &|_| None)
}

/// Formats `values` in lines. `comment` returns the comment at a line's end from the index of the line's first value.
pub fn rows_with(
    values: &[u64],
    literal: &dyn Literal,
    lines: Lines<'_>,
    comment: &dyn Fn(usize) -> Option<String>,
) -> String {
    rows_between(values, literal, lines, (lines.indent, ""), comment)
}

/// Formats `values` like [`rows_with`], with the text `open` instead of the first line's indentation, and the text
/// `close` behind the last literal.
pub fn rows_between(
    values: &[u64],
    literal: &dyn Literal,
    lines: Lines<'_>,
    (open, close): (&str, &str),
    comment: &dyn Fn(usize) -> Option<String>,
) -> String {
    let lines = Lines { columns: lines.columns.min(values.len()).max(1), ..lines };
    let stencil = values.first().map_or_else(Stencil::default, |first| {
        let mut one = Vec::new();
        literal.write(&mut one, *first);
        Stencil::new(&one, lines)
    });
    let is_fixed = values
        .first()
        .is_some_and(|first| literal.overwrite(&mut stencil.line.clone()[stencil.start..], *first));
    let last_line = values.len().div_ceil(lines.columns).saturating_sub(1);
    // All literals are about as long as the first.
    let mut out = Vec::with_capacity((last_line + 1) * stencil.line.len() + open.len() + 64);
    for (line, chunk) in values.chunks(lines.columns).enumerate() {
        let is_last = line == last_line;
        if is_fixed && line > 0 && !is_last {
            stencil.write(&mut out, literal, chunk);
        } else {
            if line > 0 {
                out.push(b'\n');
            }
            out.extend_from_slice(if line > 0 { lines.indent } else { open }.as_bytes());
            for (column, value) in chunk.iter().enumerate() {
                if column > 0 {
                    out.push(b' ');
                }
                literal.write(&mut out, *value);
                if lines.trailing_comma || !is_last || column + 1 < chunk.len() {
                    out.push(b',');
                }
            }
        }
        if is_last {
            out.extend_from_slice(close.as_bytes());
        }
        if let Some(comment) = comment(line * lines.columns) {
            out.extend_from_slice(comment.as_bytes());
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

/// A line between the first and the last. If literals differ only in their digits, the line is copied whole and then
/// gets its values' digits.
#[derive(Default)]
struct Stencil {
    line: Vec<u8>,
    /// The bytes before the first literal.
    start: usize,
    /// The bytes from the begin of a literal to the next literal's begin.
    step: usize,
}

impl Stencil {
    /// The line in which each value's literal is `one`.
    fn new(one: &[u8], lines: Lines<'_>) -> Self {
        let mut line = vec![b'\n'];
        line.extend_from_slice(lines.indent.as_bytes());
        let start = line.len();
        for column in 0..lines.columns {
            line.extend_from_slice(if column > 0 { b" " } else { b"" });
            line.extend_from_slice(one);
            line.push(b',');
        }
        Self { line, start, step: one.len() + 2 }
    }

    /// Appends the line of these values, one for each literal.
    fn write(&self, out: &mut Vec<u8>, literal: &dyn Literal, values: &[u64]) {
        let first = out.len() + self.start;
        out.extend_from_slice(&self.line);
        literal.overwrite_line(&mut out[first..], self.step, values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decimal, Halves, Hex};

    #[test]
    fn literals_are_padded_grouped_and_aligned() {
        let hex = Hex { grouped: true, ..Hex::new(16, "") };
        let lines = Lines { indent: "    ", columns: 2, trailing_comma: true };
        assert_eq!(
            rows_with(&[1, u64::MAX, 0xabc], &hex, lines, &|first| Some(format!(" // {first}"))),
            "    0x0000_0000_0000_0001, 0xffff_ffff_ffff_ffff, // 0\n    0x0000_0000_0000_0abc, // 2"
        );
        assert_eq!(rows(&[0xabc], &hex.cased(true), lines), "    0x0000_0000_0000_0ABC,");
        // Lines between the first and the last are made in another way.
        let many: Vec<u64> = (0..5).map(|value| value * 0x1111_1111_1111_1111).collect();
        let lines = Lines { indent: "\t", columns: 1, trailing_comma: false };
        for hex in [Hex::new(16, "ULL"), Hex { negative: Some("L"), ..Hex::new(16, "") }, hex] {
            for digits in [2, 4, 8, 16] {
                let hex = Hex { digits, ..hex };
                let all: Vec<String> =
                    many.iter().map(|value| format!("\t{}", hex.text(*value))).collect();
                assert_eq!(rows(&many, &hex, lines), all.join(",\n"));
            }
        }
        let half = Hex::new(8, "UL");
        let halves = Halves { open: "{", between: ", ", close: "}", half };
        let lines = Lines { indent: "", columns: 1, trailing_comma: false };
        assert_eq!(rows(&[0x1_0000_0002], &halves, lines), "{0x00000002UL, 0x00000001UL}");
        let all: Vec<String> = many.iter().map(|value| halves.text(*value)).collect();
        assert_eq!(rows(&many, &halves, lines), all.join(",\n"));
        let lines = Lines { indent: "", columns: 8, trailing_comma: false };
        let values = [5, 26_304, 1_000_000];
        assert_eq!(
            rows(&values, &Decimal::aligned(&values, Some('_')), lines),
            "        5,    26_304, 1_000_000"
        );
    }
}
