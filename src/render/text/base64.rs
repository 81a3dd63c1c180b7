//! Bytes in base 64, as in RFC 4648.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes in base 64: four digits for every three bytes, the last four filled up with `=`.
pub fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0, |word, byte| word << 8 | usize::from(*byte));
        let word = word << (8 * (3 - three.len()));
        let digits = (0..=three.len()).map(|digit| DIGITS[word >> (18 - 6 * digit) & 63]);
        text.extend(digits.map(char::from));
        text.push_str(&"=="[three.len() - 1..]);
    }
    text
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
}
