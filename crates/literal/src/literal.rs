//! The formats of a number: hexadecimal, in halves, decimal.

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
        let begin = self.prefix.len();
        // Nearly all of a table's literals.
        let (fours, _) = values.as_chunks::<4>();
        let fours = if is_plain { fours } else { &[] };
        let mut done = 0;
        for four in fours {
            let digits = digits_of_four(four, self.has_upper);
            for digits in digits.as_flattened().as_chunks::<16>().0 {
                let text = text.get_mut(step * done + begin..).unwrap_or_default();
                text.first_chunk_mut().into_iter().for_each(|place| *place = *digits);
                done += 1;
            }
        }
        let rest = text.get_mut(step * done..).unwrap_or_default();
        for (text, value) in rest.chunks_mut(step).zip(&values[done..]) {
            self.overwrite(text, *value);
        }
    }
}

/// The sixteen hexadecimal digits of a word.
fn digits_of(value: u64, has_upper: bool) -> [u8; 16] {
    let digits = digits_of_four(&[value, 0, 0, 0], has_upper);
    digits.as_flattened().first_chunk().copied().unwrap_or_default()
}

/// The digits of four words, two for each byte. The loop over bytes in memory becomes vectors.
#[inline(never)]
fn digits_of_four(words: &[u64; 4], has_upper: bool) -> [[u8; 2]; 32] {
    let bytes = words.map(u64::to_be_bytes);
    let mut digits = [[0; 2]; 32];
    digits_of_bytes(&bytes, &mut digits, has_upper);
    digits
}

/// The digits of bytes. Each pair is computed in 16 bits, the first digit in the lower half.
#[inline(never)]
fn digits_of_bytes(bytes: &[[u8; 8]; 4], digits: &mut [[u8; 2]; 32], has_upper: bool) {
    // `A` is 7 places further than what would follow the digit 9, and `a` is 39 places further.
    let letters = if has_upper { 7 } else { 39 };
    for (pair, byte) in digits.iter_mut().zip(bytes.as_flattened()) {
        let both = u16::from(*byte) * 0x0101;
        let numbers = both >> 4 & 0x000f | both & 0x0f00;
        let is_letter = (numbers + 0x0606) >> 4 & 0x0101;
        *pair = (numbers + 0x3030 + is_letter * letters).to_le_bytes();
    }
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
            let mut digits = [b' '; 20];
            let (mut left, mut first) = (value, digits.len());
            while first == digits.len() || left != 0 {
                first -= 1;
                digits[first] = b'0' + (left % 10) as u8;
                left /= 10;
            }
            if self.width <= digits.len() {
                out.extend_from_slice(&digits[first.min(digits.len() - self.width)..]);
                return;
            }
            out.resize(out.len() + self.width - (digits.len() - first), b' ');
            out.extend_from_slice(&digits[first..]);
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
    fn plain_decimals_are_those_of_the_standard_library() {
        for value in [0, 7, 10, 99, 100, 65_535, u64::MAX] {
            for width in [0, 1, 3, 20, 21, 30] {
                let form = Decimal { width, form: Form::Plain };
                assert_eq!(form.text(value), format!("{value:>width$}"));
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
