//! A text with comments and strings blanked. It keeps its length in bytes, so that places stay valid.

use magicgen_search::source::{SingleQuotes, SourceSyntax};

/// The text with comments and the insides of strings replaced by blanks. Line breaks stay.
pub(in crate::adopt) fn blanked(syntax: &SourceSyntax, text: &str) -> String {
    let quotes = quotes(syntax);
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let begins = |mark: &str| rest.starts_with(mark.as_bytes());
        // A block's mark may begin like a line's: Lua's `--[[`.
        let block = syntax.blocks.iter().find(|(open, ..)| begins(open));
        let (inside, end) = if let Some((open, close, _)) = block {
            let end = find(text, at + open.len(), close);
            (at..at, end.map_or(text.len(), |end| end + close.len()))
        } else if syntax.lines.iter().any(|mark| begins(mark)) {
            (at..at, find(text, at, "\n").unwrap_or(text.len()))
        } else if let Some(quote) = quotes.iter().find(|quote| begins(quote)) {
            let close = string_end(text, at + quote.len(), quote);
            (at + quote.len()..close, close + quote.len())
        } else if let Some(length) = character(rest) {
            (at + 1..at + length - 1, at + length)
        } else {
            at += 1;
            continue;
        };
        let end = end.min(text.len());
        let gone = if inside.is_empty() { at..end } else { inside };
        for byte in &mut bytes[gone] {
            if !matches!(*byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    // Each blanked range begins and ends at ASCII characters, so no character is split.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The delimiters of strings, longer ones first.
fn quotes(syntax: &SourceSyntax) -> Vec<&'static str> {
    let has_single = syntax.single == SingleQuotes::Strings;
    let all = [
        (syntax.triple, "\"\"\""),
        (syntax.triple && has_single, "'''"),
        (true, "\""),
        (has_single, "'"),
        (syntax.backticks, "`"),
    ];
    all.into_iter().filter_map(|(is_there, quote)| is_there.then_some(quote)).collect()
}

fn find(text: &str, from: usize, mark: &str) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    let at = rest.windows(mark.len()).position(|window| window == mark.as_bytes())?;
    Some(from + at)
}

/// The place of a string's closing quote, or of the line's end if a short string isn't closed.
fn string_end(text: &str, from: usize, quote: &str) -> usize {
    let bytes = text.as_bytes();
    let is_long = quote.len() > 1 || quote == "`";
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote != "`" => at += 1,
            b'\n' if !is_long => return at,
            _ if bytes[at..].starts_with(quote.as_bytes()) => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The length of a character literal such as `'a'` or `'\n'`; a lifetime has no second quote.
fn character(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'\'', b'\\', _, b'\'', ..] => Some(4),
        [b'\'', b, b'\'', ..] if b.is_ascii() => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::blanked;
    use crate::render::find;

    #[test]
    fn comments_and_strings_are_blank_and_places_stay() {
        for (lang, text, wanted) in [
            ("c", "a // b\nc /* d\n */ e", "a     \nc     \n    e"),
            ("c", "f(\"x // y\", '{') // é", "f(\"      \", ' ')      "),
            ("rust", "fn f<'a>(x: &'a u8) {} // 'b", "fn f<'a>(x: &'a u8) {}      "),
            ("python", "x = 'a # b' # c\n\"\"\"d\ne\"\"\"", "x = '     '    \n\"\"\" \n \"\"\""),
            ("go", "x := `a\nb` + 1", "x := ` \n ` + 1"),
        ] {
            assert_eq!(blanked(&find(lang).unwrap().source, text), wanted);
        }
    }
}
