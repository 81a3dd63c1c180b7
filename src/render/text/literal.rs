//! Formats numbers as lines of literals.
//!
//! A table of 107,648 words is 2.5 MB of text. For speed, it is formatted into one buffer, sixteen digits at once, and
//! a template prints it as one text instead of looping over entries.

use std::io::Write as _;

/// A format of literals.
pub trait Literal: Clone {
    /// Appends the literal of `value`.
    fn write(&self, out: &mut Vec<u8>, value: u64);
    /// Overwrites another value's literal with the one of `value`. Returns false and changes nothing if literals may
    /// differ in more than their digits.
    fn overwrite(&self, _text: &mut [u8], _value: u64) -> bool {
        false
    }
    /// This format with hexadecimal digits in capital letters, if `has_upper` is true.
    fn cased(&self, _has_upper: bool) -> Self {
        self.clone()
    }
    /// The literal of a value.
    fn text(&self, value: u64) -> String {
        let mut out = Vec::new();
        self.write(&mut out, value);
        String::from_utf8(out).unwrap_or_default()
    }
}

/// A hexadecimal literal, zero-padded to 8 or 16 digits.
#[derive(Clone, Copy, Debug)]
pub struct Hex {
    /// The text before the digits, such as `0x`.
    pub prefix: &'static str,
    /// The text behind the digits, such as `ULL`.
    pub suffix: &'static str,
    /// The suffix of numbers with bit 63 set, in languages where it differs.
    pub negative: Option<&'static str>,
    /// The number of digits: 2, 4, 8 or 16; at least 4 where they are grouped.
    pub digits: usize,
    /// True if `_` stands between groups of four digits.
    pub grouped: bool,
    /// True if digits are capital letters.
    pub has_upper: bool,
}

impl Hex {
    /// A format with the prefix `0x`, and without groups.
    pub const fn new(digits: usize, suffix: &'static str) -> Self {
        Self { prefix: "0x", suffix, negative: None, digits, grouped: false, has_upper: false }
    }
}

impl Literal for Hex {
    fn cased(&self, has_upper: bool) -> Self {
        Self { has_upper: self.has_upper || has_upper, ..*self }
    }

    fn write(&self, out: &mut Vec<u8>, value: u64) {
        let digits = digits_of(value, self.has_upper);
        let digits = &digits[16 - self.digits..];
        out.extend_from_slice(self.prefix.as_bytes());
        if self.grouped {
            let mut grouped = [b'_'; 19];
            for (group, four) in grouped.chunks_mut(5).zip(digits.chunks_exact(4)) {
                group[..4].copy_from_slice(four);
            }
            out.extend_from_slice(&grouped[..self.digits + self.digits / 4 - 1]);
        } else {
            out.extend_from_slice(digits);
        }
        let negative = self.negative.filter(|_| value >> 63 != 0);
        out.extend_from_slice(negative.unwrap_or(self.suffix).as_bytes());
    }

    fn overwrite(&self, text: &mut [u8], value: u64) -> bool {
        if self.negative.is_some() {
            return false;
        }
        let digits = digits_of(value, self.has_upper);
        let text = &mut text[self.prefix.len()..];
        // A copy of a length known to the compiler is two instructions, not a call.
        match self.digits {
            16 if self.grouped => {
                let (groups, _) = digits.as_chunks::<4>();
                for (group, four) in groups.iter().enumerate() {
                    text[5 * group..][..4].copy_from_slice(four);
                }
            }
            _ if self.grouped => return false,
            16 => text[..16].copy_from_slice(&digits),
            8 => text[..8].copy_from_slice(&digits[8..]),
            count => text[..count].copy_from_slice(&digits[16 - count..]),
        }
        true
    }
}

/// The sixteen hexadecimal digits of a word, all computed at once, each in a byte of a 128-bit number.
fn digits_of(value: u64, has_upper: bool) -> [u8; 16] {
    const EACH: u128 = u128::MAX / 0xff;
    // Splits the word into halves, then these into halves, until each byte has four bits.
    let mut digits = u128::from(value);
    for (distance, kept) in [
        (32, u128::MAX / 0xffff_ffff_ffff_ffff * 0xffff_ffff),
        (16, u128::MAX / 0xffff_ffff * 0xffff),
        (8, u128::MAX / 0xffff * 0xff),
        (4, EACH * 0xf),
    ] {
        digits = (digits | digits << distance) & kept;
    }
    // Adding six to a digit of ten or more carries into the upper half of its byte.
    let letters = (digits + EACH * 6) >> 4 & EACH;
    let to_letter = if has_upper { b'A' } else { b'a' } - b'9' - 1;
    (digits + EACH * u128::from(b'0') + letters * u128::from(to_letter)).to_be_bytes()
}

/// A word as its two halves, each a literal of 8 digits.
#[derive(Clone, Copy, Debug)]
pub struct Halves {
    /// The text before the low half.
    pub open: &'static str,
    /// The text between the halves.
    pub between: &'static str,
    /// The text after the high half.
    pub close: &'static str,
    /// The format of a half.
    pub half: Hex,
}

impl Literal for Halves {
    fn cased(&self, has_upper: bool) -> Self {
        Self { half: self.half.cased(has_upper), ..*self }
    }

    fn write(&self, out: &mut Vec<u8>, value: u64) {
        out.extend_from_slice(self.open.as_bytes());
        self.half.write(out, value & u64::from(u32::MAX));
        out.extend_from_slice(self.between.as_bytes());
        self.half.write(out, value >> 32);
        out.extend_from_slice(self.close.as_bytes());
    }

    fn overwrite(&self, text: &mut [u8], value: u64) -> bool {
        let half = self.half.prefix.len() + self.half.digits + self.half.suffix.len();
        let (low, high) = text[self.open.len()..].split_at_mut(half + self.between.len());
        self.half.overwrite(low, value & u64::from(u32::MAX))
            && self.half.overwrite(high, value >> 32)
    }
}

/// A decimal literal, right-aligned in `width` columns.
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    /// The fewest columns.
    pub width: usize,
    /// The form of the digits.
    pub form: Form,
}

/// The form of a decimal literal's digits.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Digits alone.
    Plain,
    /// Digits in groups of three, with this character between groups.
    Grouped(char),
    /// Digits with a sign; values are in two's complement of 64 bits.
    Signed,
    /// Digits with this suffix if the number is 2^31 or greater.
    Marked(&'static str),
}

impl Decimal {
    /// A format without padding.
    pub const fn plain(group: Option<char>) -> Self {
        let form = match group {
            Some(separator) => Form::Grouped(separator),
            None => Form::Plain,
        };
        Self { width: 0, form }
    }

    /// A format in which each number is as wide as the widest of `values`.
    pub fn aligned(values: &[u64], group: Option<char>) -> Self {
        Self::formed(values, Self::plain(group).form)
    }

    /// A format of this form, in which each number is as wide as the widest of `values`.
    pub fn formed(values: &[u64], form: Form) -> Self {
        // Among numbers of one sign, the furthest from zero is the longest.
        let is_negative = |value: &&u64| matches!(form, Form::Signed) && **value >> 63 != 0;
        let negative = values.iter().filter(is_negative).min();
        let furthest = [negative, values.iter().filter(|value| !is_negative(value)).max()];
        let lengths = furthest.into_iter().flatten().map(|value| form.digits(*value).len());
        Self { width: lengths.max().unwrap_or(0), form }
    }
}

impl Form {
    fn digits(self, value: u64) -> String {
        let digits = value.to_string();
        match self {
            Self::Signed => (value as i64).to_string(),
            Self::Marked(mark) if value >> 31 != 0 => digits + mark,
            Self::Plain | Self::Marked(_) => digits,
            Self::Grouped(separator) => {
                let mut text = String::new();
                for (index, digit) in digits.chars().enumerate() {
                    if index > 0 && (digits.len() - index).is_multiple_of(3) {
                        text.push(separator);
                    }
                    text.push(digit);
                }
                text
            }
        }
    }
}

impl Literal for Decimal {
    fn write(&self, out: &mut Vec<u8>, value: u64) {
        if matches!(self.form, Form::Plain) {
            // No string is allocated per number: tables of bytes and of positions have a hundred thousand numbers.
            let _ = write!(out, "{value:>width$}", width = self.width);
            return;
        }
        let text = self.form.digits(value);
        out.resize(out.len() + self.width.saturating_sub(text.len()), b' ');
        out.extend_from_slice(text.as_bytes());
    }
}

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
pub fn rows(values: &[u64], literal: &impl Literal, lines: Lines<'_>) -> String {
    rows_with(values, literal, lines, |_| None)
}

/// Formats `values` in lines. `comment` returns the comment at a line's end from the index of the line's first value.
pub fn rows_with(
    values: &[u64],
    literal: &impl Literal,
    lines: Lines<'_>,
    comment: impl Fn(usize) -> Option<String>,
) -> String {
    rows_between(values, literal, lines, (lines.indent, ""), comment)
}

/// Formats `values` like [`rows_with`], with the text `open` instead of the first line's indentation, and the text
/// `close` behind the last literal.
pub fn rows_between(
    values: &[u64],
    literal: &impl Literal,
    lines: Lines<'_>,
    (open, close): (&str, &str),
    comment: impl Fn(usize) -> Option<String>,
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
    fn write(&self, out: &mut Vec<u8>, literal: &impl Literal, values: &[u64]) {
        let first = out.len() + self.start;
        out.extend_from_slice(&self.line);
        let mut text = &mut out[first..];
        for value in values {
            literal.overwrite(text, *value);
            text = text.split_at_mut(self.step.min(text.len())).1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_standard_library() {
        for shift in 0..64 {
            for value in [0x0123_4567_89ab_cdef_u64, u64::MAX, 0x9a9a_0909_f0f0_a0a0, 1] {
                let value = value.rotate_left(shift);
                assert_eq!(digits_of(value, false), *format!("{value:016x}").as_bytes());
                assert_eq!(digits_of(value, true), *format!("{value:016X}").as_bytes());
            }
        }
    }

    #[test]
    fn decimals_are_as_wide_as_the_longest_of_them() {
        let width = |values: &[i64], form| {
            let values: Vec<u64> = values.iter().map(|value| *value as u64).collect();
            Decimal::formed(&values, form).width
        };
        assert_eq!(width(&[], Form::Plain), 0);
        assert_eq!(width(&[7, 1000, 12], Form::Plain), 4);
        assert_eq!(width(&[-1, -10, 99], Form::Signed), 3);
        assert_eq!(width(&[-1, 0, 100], Form::Signed), 3);
        assert_eq!(width(&[i64::MIN, -1], Form::Signed), 20);
        assert_eq!(width(&[1 << 31, 1 << 30], Form::Marked("U")), 11);
        assert_eq!(width(&[999, 1000], Form::Grouped('_')), 5);
    }

    #[test]
    fn literals_are_padded_grouped_and_aligned() {
        let hex = Hex { grouped: true, ..Hex::new(16, "") };
        let lines = Lines { indent: "    ", columns: 2, trailing_comma: true };
        assert_eq!(
            rows_with(&[1, u64::MAX, 0xabc], &hex, lines, |first| Some(format!(" // {first}"))),
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
