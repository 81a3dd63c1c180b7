//! Reads numbers in the notations of many languages.

/// The result of reading something that looks like a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberRead {
    /// The value of a whole number of at most 64 bits, and its length in bytes.
    Whole(u64, usize),
    /// The value and the length of hexadecimal digits without any prefix.
    Bare(u64, usize),
    /// The length of a text with digits that is neither.
    Junk(usize),
}

/// The value of the whole number of at most 64 bits that begins a text, and its length in bytes. With `octal`, a leading 0
/// makes a number octal.
#[must_use]
pub fn leading_number(text: &str, octal: bool) -> Option<(u64, usize)> {
    match read(text.as_bytes(), octal)? {
        NumberRead::Whole(value, length) => Some((value, length)),
        NumberRead::Bare(..) | NumberRead::Junk(_) => None,
    }
}

/// The number of bytes at the beginning for which `belongs` is true.
fn run(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| belongs(**byte)).count()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Reads a number that begins with a digit or with a prefix for its radix. With `octal`, a leading 0 makes a number
/// octal.
pub(super) fn read(bytes: &[u8], octal: bool) -> Option<NumberRead> {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let lower = |index: usize| at(index).to_ascii_lowercase();
    let hex_behind = |prefix: usize| {
        let length =
            prefix + run(&bytes[prefix..], |byte| byte.is_ascii_hexdigit() || byte == b'_');
        let value = parse(&bytes[prefix..length], 16, false)?;
        (!is_word(at(length))).then_some((value, length))
    };
    match (at(0), lower(1)) {
        // `$1F` in Pascal and assemblers, `&H1F` in BASIC, `#x1F` in Lisp.
        (b'$', _) => return hex_behind(1).map(whole),
        (b'&' | b'\'', b'h') | (b'#', b'x') => return hex_behind(2).map(whole),
        // Fortran's Z'1F', VHDL's x"1F".
        (b'x' | b'X' | b'z' | b'Z', quote @ (b'"' | b'\'')) => {
            let length = 2 + run(&bytes[2..], |byte| byte.is_ascii_hexdigit() || byte == b'_');
            let value = parse(&bytes[2..length], 16, false)?;
            return (at(length) == quote).then_some(NumberRead::Whole(value, length + 1));
        }
        (b'0'..=b'9', _) => {}
        _ => return None,
    }
    let mut length = run(bytes, is_word);
    let radix_of = |digits: &[u8]| match digits {
        b"16" => Some(16),
        b"8" => Some(8),
        b"2" => Some(2),
        _ => None,
    };
    // Ada's 16#1F#, Erlang's 16#1F.
    if at(length) == b'#'
        && let Some(radix) = radix_of(&bytes[..length])
    {
        let from = length + 1;
        let end = from + run(&bytes[from..], is_word);
        let value = parse(&bytes[from..end], radix, false)?;
        return Some(NumberRead::Whole(value, end + usize::from(at(end) == b'#')));
    }
    // Mathematica's 16^^1F.
    if bytes[length..].starts_with(b"^^")
        && let Some(radix) = radix_of(&bytes[..length])
    {
        let end = length + 2 + run(&bytes[length + 2..], is_word);
        return parse(&bytes[length + 2..end], radix, false)
            .map(|value| NumberRead::Whole(value, end));
    }
    // Verilog's 64'h1F; Nim's 1'u64.
    if at(length) == b'\'' {
        let letter = lower(length + 1);
        let from = length + 2 + usize::from(letter == b's');
        let letter = if letter == b's' { lower(length + 2) } else { letter };
        let radix = match letter {
            b'h' => Some(16),
            b'd' => Some(10),
            b'o' => Some(8),
            b'b' if !at(from).is_ascii_hexdigit() || matches!(at(from), b'0' | b'1') => Some(2),
            _ => None,
        };
        if let Some(radix) = radix.filter(|_| bytes[..length].iter().all(u8::is_ascii_digit)) {
            let end = from + run(&bytes[from..], is_word);
            if let Some(value) = parse(&bytes[from..end], radix, false) {
                return Some(NumberRead::Whole(value, end));
            }
        }
    }
    // C++ separates digits by apostrophes: 0x1234'5678.
    while at(length) == b'\'' && at(length + 1).is_ascii_hexdigit() {
        length += 1 + run(&bytes[length + 1..], is_word);
    }
    if at(length) == b'\'' && (at(length + 1) | 0x20 == b'u' || at(length + 1) | 0x20 == b'i') {
        let suffix = run(&bytes[length + 1..], is_word);
        if is_suffix(&bytes[length + 1..=length + suffix]) {
            let value = parse_any(&bytes[..length], octal);
            length += 1 + suffix;
            return Some(
                value.map_or(NumberRead::Junk(length), |value| NumberRead::Whole(value, length)),
            );
        }
    }
    if at(length) == b'.' && at(length + 1).is_ascii_digit() {
        let end = length + 1 + run(&bytes[length + 1..], |byte| is_word(byte) || byte == b'.');
        return Some(NumberRead::Junk(end));
    }
    let text = &bytes[..length];
    if let Some(value) = parse_any(text, octal) {
        return Some(NumberRead::Whole(value, length));
    }
    if let Some(value) = after_radix(text) {
        return Some(NumberRead::Whole(value, length));
    }
    // 0A1Fh in assemblers.
    if let [digits @ .., b'h' | b'H'] = text
        && let Some(value) = parse(digits, 16, false)
    {
        return Some(NumberRead::Whole(value, length));
    }
    Some(bare(text).map_or(NumberRead::Junk(length), |value| NumberRead::Bare(value, length)))
}

/// The value of a number of 65 to 128 bits, in decimal or after a prefix for its radix.
pub(super) fn long(text: &[u8]) -> Option<u128> {
    let (digits, radix) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', b'b' | b'B', digits @ ..] => (digits, 2),
        [b'0', b'o' | b'O', digits @ ..] => (digits, 8),
        digits => (digits, 10),
    };
    let is_separator = |byte: u8| matches!(byte, b'_' | b'\'');
    let mut value: u128 = 0;
    for (index, byte) in digits.iter().enumerate().filter(|(_, byte)| !is_separator(**byte)) {
        let Some(digit) = char::from(*byte).to_digit(radix) else {
            if index > 0 && is_suffix(&digits[index..]) {
                break;
            }
            return None;
        };
        value = value.checked_mul(u128::from(radix))?.checked_add(u128::from(digit))?;
    }
    (value > u128::from(u64::MAX)).then_some(value)
}

fn whole((value, length): (u64, usize)) -> NumberRead {
    NumberRead::Whole(value, length)
}

/// The value of decimal digits, or of digits after a prefix for their radix, perhaps with a suffix.
fn parse_any(text: &[u8], octal: bool) -> Option<u64> {
    match text {
        [b'0', b'x' | b'X', digits @ ..] => parse(digits, 16, true),
        [b'0', b'b' | b'B', digits @ ..] => parse(digits, 2, true),
        [b'0', b'o' | b'O', digits @ ..] => parse(digits, 8, true),
        [b'0', digits @ ..] if octal && is_octal(digits) => parse(digits, 8, true),
        digits => parse(digits, 10, true),
    }
}

/// The value of Smalltalk's and Clojure's `16r1F`, whose radix stands before an `r`.
fn after_radix(text: &[u8]) -> Option<u64> {
    let at = text.iter().position(|byte| matches!(byte, b'r' | b'R'))?;
    let radix = parse(&text[..at], 10, false).and_then(|radix| u32::try_from(radix).ok())?;
    (2..=36).contains(&radix).then(|| parse(&text[at + 1..], radix, false)).flatten()
}

/// True if the first byte is a digit and none is 8 or 9.
fn is_octal(digits: &[u8]) -> bool {
    digits.first().is_some_and(u8::is_ascii_digit)
        && !digits.iter().any(|d| matches!(d, b'8' | b'9'))
}

/// The value of eight to sixteen hexadecimal digits that include both a letter and a decimal digit.
pub(super) fn bare(text: &[u8]) -> Option<u64> {
    let has_figure = text.iter().any(u8::is_ascii_digit);
    let has_letter = text.iter().any(u8::is_ascii_alphabetic);
    let fits = (8..=16).contains(&text.len()) && has_figure && has_letter;
    fits.then(|| parse(text, 16, false)).flatten()
}

/// The value of three to sixteen hexadecimal digits that include a decimal digit, for a number right behind another
/// without a prefix.
pub(super) fn short(text: &[u8]) -> Option<u64> {
    let fits = (3..=16).contains(&text.len()) && text.iter().any(u8::is_ascii_digit);
    (fits && text.iter().all(u8::is_ascii_hexdigit)).then(|| parse(text, 16, false)).flatten()
}

/// The value of digits of a radix, with separators and, if `suffix` is true, perhaps a suffix that names a type.
pub(super) fn parse(digits: &[u8], radix: u32, suffix: bool) -> Option<u64> {
    let mut value: u64 = 0;
    let mut count = 0;
    for (index, byte) in digits.iter().enumerate() {
        if matches!(byte, b'_' | b'\'') {
            if count > 0 && suffix && is_suffix(&digits[index + 1..]) {
                return Some(value);
            }
            continue;
        }
        match char::from(*byte).to_digit(radix) {
            Some(digit) => {
                value = value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))?;
                count += 1;
            }
            None => return (count > 0 && suffix && is_suffix(&digits[index..])).then_some(value),
        }
    }
    (count > 0).then_some(value)
}

/// True for a suffix that names a type: `ULL`, `L`, `n`, `u64`, `i64`, `usize` and the like.
fn is_suffix(suffix: &[u8]) -> bool {
    const TYPES: [&[u8]; 12] = [
        b"u64", b"i64", b"u32", b"i32", b"u16", b"u8", b"usize", b"isize", b"ui64", b"uy", b"u128",
        b"i128",
    ];
    let letters = suffix.iter().all(|byte| b"uUlLnzZsS".contains(byte));
    !suffix.is_empty() && (letters || TYPES.iter().any(|name| suffix.eq_ignore_ascii_case(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_languages_write_them() {
        for (text, value) in [
            ("0xFFull", 0xff),
            ("0x1'0000", 0x1_0000),
            ("16#80_ff#", 0x80ff),
            ("16r80fF", 0x80ff),
            ("2r101", 5),
            ("16^^80ff", 0x80ff),
            ("64'h8a_00", 0x8a00),
            ("8'd52", 52),
            ("0A1Fh", 0xa1f),
            ("$1F", 0x1f),
            ("&H1F", 0x1f),
            ("#x1f", 0x1f),
            ("x\"1f\"", 0x1f),
            ("Z'1F'", 0x1f),
            ("0x1f'u64", 0x1f),
            ("12'u8", 12),
            ("017", 15),
            ("09", 9),
            ("0", 0),
        ] {
            let Some(NumberRead::Whole(read, length)) = read(text.as_bytes(), text != "09") else {
                panic!("{text}")
            };
            assert_eq!((read, length), (value, text.len()), "{text}");
        }
        for (text, value) in [
            ("0x100804020100804FC", Some(0x1_0080_4020_1008_04fc)),
            ("0x1_0080_4020_1008_04fc_u128", Some(0x1_0080_4020_1008_04fc)),
            ("340282366920938463463374607431768211455", Some(u128::MAX)),
            ("340282366920938463463374607431768211456", None),
            ("0xffffffffffffffff", None),
            ("0x1008040201008O4FC", None),
        ] {
            assert_eq!(long(text.as_bytes()), value, "{text}");
        }
        assert_eq!(read(b"1.5", false), Some(NumberRead::Junk(3)));
        assert_eq!(
            read(b"0080001020a00080,", true),
            Some(NumberRead::Bare(0x80_0010_20a0_0080, 16))
        );
        assert_eq!(bare(b"a180022080400230"), Some(0xa180_0220_8040_0230));
        assert_eq!([bare(b"deadbeef"), bare(b"1234567890")], [None; 2]);
    }
}
