//! Turns the bytes of a file into text, and recognises files that aren't texts.

/// The length of a file's beginning, in bytes, where a text has no zero byte.
const HEAD: usize = 1 << 13;

/// The length of the blocks, in bytes, in which zero bytes are counted.
const BLOCK: usize = 1 << 16;

/// The most zero bytes in a block that may be in a text by mistake.
const MOST_ZEROS: usize = 16;

/// The text of a file; `None` for a file that isn't a text, such as a program or a picture. Bytes of a text that aren't
/// UTF-8 are replaced, since numbers don't contain them.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> Option<String> {
    if let Some(unit) = wide(&bytes) {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let text = char::decode_utf16(units);
        return Some(text.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect());
    }
    if has_zeros(&bytes) {
        return None;
    }
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(String::from_utf8(bytes).unwrap_or_else(|error| lossy(error.as_bytes())))
}

/// True for a program or a picture, even one with a text before it.
fn has_zeros(bytes: &[u8]) -> bool {
    let zeros = |bytes: &[u8]| bytes.split(|byte| *byte == 0).count() - 1;
    bytes[..bytes.len().min(HEAD)].contains(&0)
        || bytes.chunks(BLOCK).any(|block| zeros(block) > MOST_ZEROS)
}

/// The byte order of UTF-16, as a function that reads two bytes. It follows from the byte order mark at the beginning,
/// or from zeros as nearly every second byte. `None` if the text isn't UTF-16.
fn wide(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    let head = &bytes[..bytes.len().min(HEAD / 2)];
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let most = |count: usize| head.len() >= 8 && count * 5 >= head.len() * 2;
    match bytes {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ if most(zeros(1)) && zeros(0) == 0 => Some(u16::from_le_bytes),
        _ if most(zeros(0)) && zeros(1) == 0 => Some(u16::from_be_bytes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_two_bytes_a_character_are_read() {
        let plain = "x = { 0x12, 'é' };\n";
        let little: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = plain.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big, plain.as_bytes().to_vec()] {
            assert_eq!(decode(bytes).as_deref(), Some(plain));
        }
        let marked: Vec<u8> =
            format!("\u{feff}{plain}").encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert!(decode(marked).is_some_and(|text| text.ends_with(plain)));
    }

    /// A file may begin with a script and go on with a program, and a source may contain a zero byte by mistake.
    #[test]
    fn a_text_is_one_to_its_end() {
        assert_eq!(decode(b"\x7fELF\0\0\0\x01\x02\x03".to_vec()), None);
        let mut text = b"int x = 5;\n".repeat(2000);
        text.push(0);
        assert!(decode(text.clone()).is_some());
        text.extend((0..40_000_u32).map(|n| (n.wrapping_mul(0x9e37_79b9) >> 24) as u8));
        assert_eq!(decode(text), None);
    }
}
