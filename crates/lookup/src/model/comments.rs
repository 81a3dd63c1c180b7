//! Quotes texts so that they stay inside a language's comments.
//!
//! Every text in a [`Module`](super::Module) that somebody wrote is quoted here when it is put there. It has been
//! checked where it entered ([`text`](magicgen_search::text)), but quoting doesn't rely on that.

use magicgen_search::text::shown;

/// Texts that must not stand in a language's comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// Sequences of two or more characters that end a comment, begin another one in it, or have a meaning in it.
    pub breakers: &'static [&'static str],
    /// True where a backslash at the end of a line joins it to the next line.
    pub joins_lines: bool,
    /// Words at the beginning of a comment that compilers and other tools obey.
    pub orders: &'static [&'static str],
    /// True where strings are read within comments, too (OCaml): two apostrophes are printed for a quotation mark, and
    /// a blank behind the brace of `{id|`.
    pub reads_strings: bool,
}

impl Comments {
    /// Comments in which any text may stand.
    pub const NONE: Self =
        Self { breakers: &[], joins_lines: false, orders: &[], reads_strings: false };

    /// A sequence in the text that can't stay as it is when the text is printed line by line, if there is one.
    #[must_use]
    pub fn breaker(&self, text: &str) -> Option<&'static str> {
        let orders = text.lines().find_map(|line| self.order(line));
        let joins = text.lines().any(|line| self.joins(line)).then_some("\\\n");
        self.breakers.iter().copied().find(|breaker| text.contains(breaker)).or(joins).or(orders)
    }

    /// As [`Self::breaker`], for a text that may be broken into lines between any two words.
    #[must_use]
    pub fn breaker_of_words(&self, text: &str) -> Option<&'static str> {
        // A file puts something before a word that would be obeyed at the beginning of a line.
        Self { orders: &[], ..*self }
            .breaker(&text.split_whitespace().collect::<Vec<_>>().join("\n"))
    }

    /// The text as one line that doesn't break a comment: blanks come between the characters of sequences that would.
    #[must_use]
    pub fn quoted(&self, text: &str) -> String {
        let mut line = shown(text).replace(['\n', '\t', '\r'], " ");
        if self.reads_strings {
            line = without_strings(&line);
        }
        while let Some(breaker) = self.breakers.iter().find(|breaker| line.contains(**breaker)) {
            let mut letters = breaker.chars();
            let first: String = letters.by_ref().take(1).collect();
            line = line.replace(breaker, &format!("{first} {}", letters.as_str()));
        }
        if self.joins(&line) {
            line.push('.');
        }
        if self.order(&line).is_some() {
            line.insert_str(0, "| ");
        }
        line
    }

    /// Whether a line would be joined to the next one. Some compilers join lines though blanks follow the backslash.
    fn joins(&self, line: &str) -> bool {
        self.joins_lines && line.trim_end().ends_with('\\')
    }

    fn order(&self, line: &str) -> Option<&'static str> {
        self.orders.iter().copied().find(|order| line.trim_start().starts_with(order))
    }
}

/// A line in which no string begins: none in quotation marks, and none in braces as in `{id| string |id}`.
fn without_strings(line: &str) -> String {
    let begins_string = |rest: &str| {
        let is_of_id = |c: char| c.is_ascii_lowercase() || "_%. ".contains(c);
        !rest.starts_with(' ') && rest.trim_start_matches(is_of_id).starts_with('|')
    };
    let mut pieces = line.split('{');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push_str(if begins_string(piece) { "{ " } else { "{" });
        out.push_str(piece);
    }
    out.replace('"', "''")
}

#[cfg(test)]
mod tests {
    use super::*;

    const C: Comments = Comments {
        breakers: &["*/", "/*", "??/", "\\u"],
        joins_lines: true,
        orders: &["+build"],
        reads_strings: false,
    };

    #[test]
    fn nothing_ends_nests_or_goes_on_behind_a_comment() {
        for text in [
            "a*/b", "a/*b", "a*/*/b", "*//*/", "??/", "???/", "a\\", "a\\ ", "a\nb", "\\\\u000a",
            " +build x",
        ] {
            let line = C.quoted(text);
            assert_eq!(C.breaker(&line), None, "{text:?} became {line:?}");
            assert!(!line.contains('\n'), "{text:?} became {line:?}");
            assert_eq!(C.quoted(&line), line, "{text:?}");
        }
        assert_eq!(C.quoted("a\u{1b}[0m\u{202e}"), "a\\ u001b[0m\\ u202e");
        assert_eq!(C.quoted("regenerate: magicgen --only c"), "regenerate: magicgen --only c");
    }

    #[test]
    fn no_string_begins_in_a_comment() {
        let comments = Comments { reads_strings: true, ..Comments::NONE };
        for (text, quoted) in [
            ("\"AS IS\" {*", "''AS IS'' {*"),
            ("{|", "{ |"),
            ("{a}{id_|", "{a}{ id_|"),
            ("{%ext id|{A|", "{ %ext id|{A|"),
            ("{", "{"),
        ] {
            assert_eq!(comments.quoted(text), quoted);
            assert_eq!(comments.quoted(quoted), quoted);
        }
        assert_eq!(comments.breaker("\"AS IS\""), None);
    }

    #[test]
    fn what_would_be_changed_is_named() {
        assert_eq!(C.breaker("fine\nis this"), None);
        assert_eq!(C.breaker("x */ y"), Some("*/"));
        assert_eq!(C.breaker("x \\\ny"), Some("\\\n"));
        assert_eq!(C.breaker("x \\ y"), None);
        assert_eq!(C.breaker_of_words("x \\ y"), Some("\\\n"));
        assert_eq!(C.breaker("x\n +build y"), Some("+build"));
        assert_eq!(Comments::default().breaker("*/ \\"), None);
    }
}
