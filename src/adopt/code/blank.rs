//! A text without its comments and strings, byte for byte as long as before, so that places stay what they are.

/// The marks of comments and strings of a language.
struct Marks {
    line: &'static str,
    block: Option<(&'static str, &'static str)>,
    quotes: &'static [&'static str],
}

fn marks(lang: &str) -> Marks {
    let block = Some(("/*", "*/"));
    match lang {
        "python" => Marks { line: "#", block: None, quotes: &["\"\"\"", "'''", "\"", "'"] },
        "typescript" | "javascript" => Marks { line: "//", block, quotes: &["\"", "'", "`"] },
        "go" => Marks { line: "//", block, quotes: &["\"", "`"] },
        "zig" => Marks { line: "//", block: None, quotes: &["\""] },
        "java" | "kotlin" | "csharp" => Marks { line: "//", block, quotes: &["\"\"\"", "\""] },
        _ => Marks { line: "//", block, quotes: &["\""] },
    }
}

/// The text with blanks where it has comments and the insides of strings. Line breaks stay.
pub(in crate::adopt) fn blanked(lang: &str, text: &str) -> String {
    let marks = marks(lang);
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let begins = |mark: &str| rest.starts_with(mark.as_bytes());
        let (inside, end) = if begins(marks.line) {
            (at..at, find(text, at, "\n").unwrap_or(text.len()))
        } else if let Some((_, close)) = marks.block.filter(|(open, _)| begins(open)) {
            (at..at, find(text, at + 2, close).map_or(text.len(), |end| end + close.len()))
        } else if let Some(quote) = marks.quotes.iter().find(|quote| begins(quote)) {
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
    // What was cut begins and ends at characters of ASCII, so that whole characters are gone.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn find(text: &str, from: usize, mark: &str) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    let at = rest.windows(mark.len()).position(|window| window == mark.as_bytes())?;
    Some(from + at)
}

/// The place of the mark that ends a string; of the line's end, where a short string has none.
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

/// The length of a character in single quotes, such as `'a'` or `'\n'`; lifetimes have no second quote.
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

    #[test]
    fn comments_and_strings_are_blank_and_places_stay() {
        for (lang, text, wanted) in [
            ("c", "a // b\nc /* d\n */ e", "a     \nc     \n    e"),
            ("c", "f(\"x // y\", '{') // é", "f(\"      \", ' ')      "),
            ("rust", "fn f<'a>(x: &'a u8) {} // 'b", "fn f<'a>(x: &'a u8) {}      "),
            ("python", "x = 'a # b' # c\n\"\"\"d\ne\"\"\"", "x = '     '    \n\"\"\" \n \"\"\""),
            ("go", "x := `a\nb` + 1", "x := ` \n ` + 1"),
        ] {
            assert_eq!(blanked(lang, text), wanted);
        }
    }
}
