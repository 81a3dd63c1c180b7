//! The formats of a number: hexadecimal, in halves, decimal.

use std::io::Write as _;

/// A format of literals.
pub trait Literal {
    /// Appends the literal of `value`.
    fn write(&self, out: &mut Vec<u8>, value: u64);
    /// Overwrites another value's literal with the one of `value`. Returns false and changes nothing if literals may
    /// differ in more than their digits.
    fn overwrite(&self, _text: &mut [u8], _value: u64) -> bool {
        false
    }
    /// Overwrites the literals of a line, one every `step` bytes, as [`overwrite`](Self::overwrite) does.
    fn overwrite_line(&self, _text: &mut [u8], _step: usize, _values: &[u64]) {}
    /// This format with hexadecimal digits in capital letters, if `has_upper` is true.
    #[must_use]
    fn cased(&self, _has_upper: bool) -> Self
    where
        Self: Clone,
    {
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

    fn overwrite_line(&self, text: &mut [u8], step: usize, values: &[u64]) {
        let is_plain = self.digits == 16 && !self.grouped;
        let (begin, pairs) = (self.prefix.len(), pairs(self.has_upper));
        for (text, value) in text.chunks_mut(step).zip(values) {
            // Nearly all of a table's literals.
            match text.get_mut(begin..begin + 16) {
                Some(digits) if is_plain => put_digits(digits, *value, pairs),
                _ => _ = self.overwrite(text, *value),
            }
        }
    }
}

/// The sixteen hexadecimal digits of a word.
fn digits_of(value: u64, has_upper: bool) -> [u8; 16] {
    let mut digits = [0; 16];
    put_digits(&mut digits, value, pairs(has_upper));
    digits
}

/// Writes the digits of a word into sixteen bytes.
#[inline]
fn put_digits(digits: &mut [u8], value: u64, pairs: &[[u8; 2]; 256]) {
    for (pair, byte) in digits.as_chunks_mut().0.iter_mut().zip(value.to_be_bytes()) {
        *pair = pairs[usize::from(byte)];
    }
}

/// The two digits of each byte.
fn pairs(has_upper: bool) -> &'static [[u8; 2]; 256] {
    if has_upper { &UPPER } else { &LOWER }
}

static LOWER: [[u8; 2]; 256] = digits_of_bytes(b"0123456789abcdef");
static UPPER: [[u8; 2]; 256] = digits_of_bytes(b"0123456789ABCDEF");

const fn digits_of_bytes(digits: &[u8; 16]) -> [[u8; 2]; 256] {
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        pairs[byte] = [digits[byte >> 4], digits[byte & 15]];
        byte += 1;
    }
    pairs
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

    fn overwrite_line(&self, text: &mut [u8], step: usize, values: &[u64]) {
        for (text, value) in text.chunks_mut(step).zip(values) {
            self.overwrite(text, *value);
        }
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
}
