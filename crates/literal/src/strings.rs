//! Strings of packed bytes.

/// The bytes of numbers of `width` bytes each, the lowest byte of each first.
pub fn little_endian(values: &[u64], width: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.len() * width);
    for value in values {
        bytes.extend_from_slice(&value.to_le_bytes()[..width]);
    }
    bytes
}

/// The bytes in base 64 (RFC 4648): four digits for every three bytes, the last four filled up with `=`.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0, |word, byte| word << 8 | usize::from(*byte));
        let word = word << (8 * (3 - three.len()));
        let mut digits = [18, 12, 6, 0].map(|shift| DIGITS[word >> shift & 63]);
        digits[three.len() + 1..].fill(b'=');
        text.extend_from_slice(&digits);
    }
    String::from_utf8(text).unwrap_or_default()
}

/// The bytes in base 85, as Python's `b85encode` writes them: five digits for every four bytes, and one digit more than
/// bytes for the last.
pub fn base85(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 85] =
        b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    let mut text = Vec::with_capacity(bytes.len() / 4 * 5 + 5);
    for group in bytes.chunks(4) {
        let mut number = [0; 4];
        number[..group.len()].copy_from_slice(group);
        let number = u32::from_be_bytes(number);
        let powers = [85 * 85 * 85 * 85, 85 * 85 * 85, 85 * 85, 85, 1];
        let digits = powers.map(|power| DIGITS[(number / power % 85) as usize]);
        text.extend_from_slice(&digits[..=group.len()]);
    }
    String::from_utf8(text).unwrap_or_default()
}

/// Each byte as a backslash and two hexadecimal digits.
pub fn hex_escapes(bytes: &[u8]) -> String {
    let digit = |value: u8| b"0123456789abcdef"[usize::from(value)];
    let mut text = Vec::with_capacity(3 * bytes.len());
    for byte in bytes {
        text.extend_from_slice(&[b'\\', digit(byte >> 4), digit(byte & 15)]);
    }
    String::from_utf8(text).unwrap_or_default()
}

/// A text in lines of `width` bytes, each after `open` and before `close`, with `between` from one line to the next.
pub fn in_lines(text: &str, width: usize, [open, between, close]: [&str; 3]) -> String {
    let each = width + open.len() + between.len() + close.len();
    let mut out = String::with_capacity(text.len().div_ceil(width) * each);
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = rest.split_at(width.min(rest.len()));
        out.extend([open, line, close, if after.is_empty() { "" } else { between }]);
        rest = after;
    }
    out
}

/// The layout of string constants with UTF-16 escapes.
#[derive(Clone, Copy, Debug)]
pub struct ConstantLines<'a> {
    /// The most characters of a constant.
    pub units: usize,
    /// The most bytes of escapes on a line.
    pub room: usize,
    /// The text before a constant.
    pub open: &'a str,
    /// The text between two lines of a constant.
    pub between: &'a str,
    /// The text behind a constant.
    pub close: &'a str,
}

/// Numbers of `width` bytes as string constants: a character holds two bytes, the highest bytes of a number are first.
/// A number stays on one line.
pub fn utf16_constants(values: &[u64], width: usize, look: ConstantLines<'_>) -> Vec<String> {
    let mut bytes = Vec::with_capacity(values.len() * width);
    for value in values {
        bytes.extend_from_slice(&value.to_be_bytes()[8 - width..]);
    }
    let unit = |pair: &[u8]| u16::from(pair[0]) << 8 | pair.get(1).map_or(0, |low| u16::from(*low));
    let units: Vec<u16> = bytes.chunks(2).map(unit).collect();
    let constant = |units: &[u16]| {
        let mut constant = String::with_capacity(units.len() * 7);
        constant.push_str(look.open);
        let (mut length, mut text) = (0, String::new());
        for number in units.chunks(width.div_ceil(2)) {
            text.clear();
            for unit in number {
                utf16_escape(&mut text, *unit);
            }
            if length + text.len() > look.room {
                constant.push_str(look.between);
                length = 0;
            }
            length += text.len();
            constant.push_str(&text);
        }
        constant + look.close
    };
    units.chunks(look.units).map(constant).collect()
}

/// Appends the escape of one character.
///
/// Java decodes Unicode escapes before it recognises literals, so a decoded quote, backslash or end of line would break
/// the literal. These, and all others that fit, are octal. Another escape or the literal's end follows every escape,
/// never a digit.
fn utf16_escape(out: &mut String, unit: u16) {
    let digit =
        |shift: u32, mask: u16| char::from(b"0123456789abcdef"[usize::from(unit >> shift & mask)]);
    if unit >= 0x100 {
        out.extend(['\\', 'u', digit(12, 15), digit(8, 15), digit(4, 15), digit(0, 15)]);
        return;
    }
    out.push('\\');
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
    fn lengths_that_are_no_multiple_of_three_are_filled_up() {
        let known = [("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, wanted) in known {
            assert_eq!(base64(text.as_bytes()), wanted);
        }
    }

    /// `base64.b85encode` of Python 3.11.
    #[test]
    fn a_group_in_base_85_has_a_digit_more_than_bytes() {
        let known = [("", ""), ("f", "W&"), ("fo", "W^V"), ("foo", "W^Zo"), ("foob", "W^Zp|")];
        for (text, wanted) in known {
            assert_eq!(base85(text.as_bytes()), wanted);
        }
    }

    #[test]
    fn a_number_in_bytes_begins_with_its_lowest() {
        assert_eq!(little_endian(&[0x0102, 0xff03], 2), [2, 1, 3, 0xff]);
        assert_eq!(hex_escapes(&[0, 0xaf]), "\\00\\af");
    }

    #[test]
    fn nothing_follows_the_last_line() {
        assert_eq!(in_lines("abcde", 2, ["<", "\n", ">"]), "<ab>\n<cd>\n<e>");
        assert_eq!(in_lines("ab", 2, ["<", "\n", ">"]), "<ab>");
    }

    const LOOK: ConstantLines<'static> =
        ConstantLines { units: 4, room: 24, open: "\"", between: "\"\n\"", close: "\"," };

    #[test]
    fn characters_that_break_a_literal_are_octal() {
        let words = [0x000a_000d_0022_005c, 0x0000_0007_00ff_0100, u64::MAX];
        assert_eq!(
            utf16_constants(&words, 8, LOOK),
            [
                "\"\\12\\15\\42\\134\",",
                "\"\\0\\7\\377\\u0100\",",
                "\"\\uffff\\uffff\\uffff\\uffff\","
            ]
        );
    }

    #[test]
    fn bytes_go_two_a_character_and_shorts_one() {
        let constant = |values: &[u64], width| utf16_constants(values, width, LOOK).concat();
        assert_eq!(constant(&[0xff, 0x80, 0x12], 1), "\"\\uff80\\u1200\",");
        assert_eq!(constant(&[0xff80, 1], 2), "\"\\uff80\\1\",");
        assert_eq!(constant(&[0x0001_ff80], 4), "\"\\1\\uff80\",");
        let narrow = ConstantLines { room: 12, ..LOOK };
        assert_eq!(utf16_constants(&[0xff80; 3], 2, narrow), ["\"\\uff80\\uff80\"\n\"\\uff80\","]);
    }
}
