//! Lists of words in text files, such as a language's keywords. They are read when the program is compiled.

/// The words of a file in the folder of templates, in order. A `#` begins a comment.
macro_rules! words_of {
    ($file:literal) => {{
        use $crate::render::text::words::{count, split};
        const TEXT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $file));
        const WORDS: [&str; count(TEXT)] = split(TEXT);
        &WORDS
    }};
}

/// The number of words in a text.
pub(in crate::render) const fn count(text: &str) -> usize {
    let (mut rest, mut count) = (text, 0);
    while let Some((_, behind)) = next(rest) {
        (rest, count) = (behind, count + 1);
    }
    count
}

/// The words of a text with `N` words.
pub(in crate::render) const fn split<const N: usize>(text: &str) -> [&str; N] {
    let (mut words, mut rest, mut at) = ([""; N], text, 0);
    while let Some((word, behind)) = next(rest) {
        words[at] = word;
        (rest, at) = (behind, at + 1);
    }
    words
}

/// The first word of a text, and the rest of the text.
const fn next(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let (mut start, mut is_comment) = (0, false);
    while start < bytes.len() {
        is_comment = bytes[start] == b'#' || is_comment && bytes[start] != b'\n';
        if !is_comment && !bytes[start].is_ascii_whitespace() {
            break;
        }
        start += 1;
    }
    let mut end = start;
    while end < bytes.len() && !bytes[end].is_ascii_whitespace() {
        end += 1;
    }
    let (before, behind) = text.split_at(end);
    if start == end { None } else { Some((before.split_at(start).1, behind)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_ends_of_lines_are_no_words() {
        const TEXT: &str = "# of the grammar\nif else\n\nwhile # a loop\n#\n do";
        assert_eq!(split::<{ count(TEXT) }>(TEXT), ["if", "else", "while", "do"]);
        assert_eq!(count("# nothing"), 0);
    }
}
