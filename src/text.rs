//! Text from a config, a lock, a ledger or a command line in; whether it may go on, and how it is shown, out.
//!
//! Everything that somebody else wrote is checked here as it enters: a name is words, an id is a word, free text has
//! no character that can't be seen. What is shown on a terminal or to a shell is quoted here; what goes into the
//! comments of a generated file, by [`Comments`](crate::model::Comments).

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

/// Characters of a name of words, at most: identifiers are made of it.
pub const LONGEST_NAME: usize = 64;

/// Errors that are looked for and told of one file, at most.
pub const MOST_ERRORS: usize = 100;

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A line ends where there is one line only.
    LineEnd,
    /// A control character.
    Control(char),
    /// A character that nobody sees: it hides, joins or turns round what stands beside it.
    Hidden(char),
    /// Not words.
    NotWords,
    /// More characters than [`LONGEST_NAME`].
    TooLong,
    /// Not an id.
    NotAnId,
}

impl Flaw {
    /// What to type instead.
    #[must_use]
    pub fn help(self) -> String {
        match self {
            Self::LineEnd => "write it in one line".to_owned(),
            Self::Control('\t') => "write blanks for U+0009, the tab".to_owned(),
            Self::Control(c) | Self::Hidden(c) => format!("write it without {}", CodePoint(c)),
            Self::NotWords => {
                "letters of English, digits, and single `-`, `_` or blanks between words: `short-rook`"
                    .to_owned()
            }
            Self::TooLong => format!("use at most {LONGEST_NAME} characters"),
            Self::NotAnId => "letters of English, digits, `-`, `_`, `.` and `+`: `engine-c`".to_owned(),
        }
    }
}

impl fmt::Display for Flaw {
    /// What a text with the flaw does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineEnd => write!(f, "has more than one line"),
            Self::Control(c) => write!(f, "has the control character {}", CodePoint(*c)),
            Self::Hidden(c) => write!(f, "has the invisible character {}", CodePoint(*c)),
            Self::NotWords => write!(f, "is not words"),
            Self::TooLong => write!(f, "is too long"),
            Self::NotAnId => write!(f, "is not an id"),
        }
    }
}

/// `U+202E`
struct CodePoint(char);

impl fmt::Display for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", u32::from(self.0))
    }
}

/// Text of one or more lines, where a line ends in LF: no other control character, and none that is invisible.
pub fn check_lines(text: &str) -> Result<(), Flaw> {
    text.chars().try_for_each(|c| match c {
        '\n' => Ok(()),
        c if c.is_control() => Err(Flaw::Control(c)),
        c if is_hidden(c) => Err(Flaw::Hidden(c)),
        _ => Ok(()),
    })
}

/// Text of one line.
pub fn check_line(text: &str) -> Result<(), Flaw> {
    check_lines(text)?;
    if text.contains('\n') { Err(Flaw::LineEnd) } else { Ok(()) }
}

/// Words: letters and digits of ASCII, a letter first, with one `-`, `_` or blank between two words. What becomes
/// identifiers in every language.
pub fn check_words(text: &str) -> Result<(), Flaw> {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric());
    if !begins || !text.split(['-', '_', ' ']).all(is_word) {
        return Err(Flaw::NotWords);
    }
    if text.len() > LONGEST_NAME { Err(Flaw::TooLong) } else { Ok(()) }
}

/// What a name is, whichever case joins its words: two names that are alike here would be one identifier somewhere.
#[must_use]
pub fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// An id: one word for a command line, as in `--only engine-c`.
pub fn check_id(text: &str) -> Result<(), Flaw> {
    let begins = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    if begins && text.chars().all(is_plain) { Ok(()) } else { Err(Flaw::NotAnId) }
}

/// Letters, digits and underscores of ASCII, no digit first.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Characters that can stand in the name of a file that sources name too, in quotes or as a module: no quotes, no
/// escapes, nothing that a shell, a file system or an address of the web takes for something else.
#[must_use]
pub fn is_in_file_names(c: char) -> bool {
    !c.is_control() && !is_hidden(c) && !"\"'`\\/<>:|?*$%#;{}".contains(c)
}

/// Devices of Windows, which no file there can be called, whatever its ending.
const DEVICES: [&str; 6] = ["aux", "con", "conin$", "conout$", "nul", "prn"];

/// Why no folder on Windows has a file or folder of this name, so that a checkout there fails; `None` where one can.
#[must_use]
pub fn unheld_on_windows(name: &str) -> Option<&'static str> {
    if [".", ".."].contains(&name) {
        return None;
    }
    if name.ends_with(['.', ' ']) {
        return Some("ends in a dot or a blank, which Windows leaves out");
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let mut digits = port.unwrap_or_default().chars();
    let is_port = digits.next().is_some_and(|digit| "0123456789\u{b9}\u{b2}\u{b3}".contains(digit))
        && digits.next().is_none();
    (is_port || DEVICES.contains(&stem.as_str())).then_some("is a device on Windows")
}

/// The text as a terminal may show it, and as JSON has it: control characters but ends of lines and tabs, and
/// characters that nobody sees, by their numbers.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, |text| match text.as_bytes() {
        [b'\n' | b'\t', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    })
}

/// The same of one line, such as a path: it has no ends of lines.
#[must_use]
pub fn shown_line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| 0)
}

/// The same of a text that has colours of the program's own: what somebody else wrote into it is
/// [shown](shown()) already, as far as it goes for an escape character.
#[must_use]
pub fn shown_in_colour(text: &str) -> Cow<'_, str> {
    escaped(text, |text| {
        let Some(rest) = text.strip_prefix("\u{1b}[") else {
            return usize::from(text.starts_with(['\n', '\t']));
        };
        let numbers = rest.bytes().take_while(|byte| matches!(byte, b'0'..=b'9' | b';')).count();
        if rest[numbers..].starts_with('m') { numbers + 3 } else { 0 }
    })
}

/// Writes characters that may not pass by their numbers. `passes` says how many bytes of what begins with such a
/// character may.
fn escaped(text: &str, passes: impl Fn(&str) -> usize) -> Cow<'_, str> {
    let wrong = |c: char| c.is_control() || is_hidden(c);
    if !text.contains(wrong) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(wrong) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match passes(rest) {
            0 => {
                let c = rest.chars().next().unwrap_or_default();
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
                rest = &rest[c.len_utf8()..];
                continue;
            }
            length => length,
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// A word of a command line, in quotes where a shell would take something in it for its own.
#[must_use]
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "=.,:/_+-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', "'\\''")))
}

/// True for what has no shape of its own in a line of text: marks that turn its direction, end it, join or hide what
/// stands beside them, fill space unseen, or are no characters at all.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    ) || c as u32 & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_refused_wherever_it_stands() {
        for c in ['\u{1b}', '\0', '\r', '\t', '\u{7f}', '\u{85}', '\u{9b}'] {
            assert_eq!(check_lines(&format!("a{c}b")), Err(Flaw::Control(c)), "{c:?}");
        }
        let bidi = ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        let others =
            "\u{200e}\u{200f}\u{61c}\u{2028}\u{2029}\u{200b}\u{feff}\u{ad}\u{e0041}\u{ffff}";
        for c in bidi.chain(others.chars()) {
            assert_eq!(check_lines(&format!("{c}")), Err(Flaw::Hidden(c)), "{c:?}");
        }
        for text in ["", "Copyright © 2026 José\n\nAll rights  \u{3000}reserved: 王 \"'\\"] {
            assert_eq!(check_lines(text), Ok(()), "{text:?}");
        }
        assert_eq!(check_line("a\nb"), Err(Flaw::LineEnd));
    }

    #[test]
    fn words_are_words() {
        for text in ["rook", "short rook", "short-rook_2", "r", "Lance9 x"] {
            assert_eq!(check_words(text), Ok(()), "{text:?}");
        }
        for text in [
            "", " rook", "rook ", "a--b", "a- b", "2a", "-a", "a*/b", "a\nb", "tårn", "a.b",
            "a\u{200b}b",
        ] {
            assert_eq!(check_words(text), Err(Flaw::NotWords), "{text:?}");
        }
        assert_eq!(check_words(&"a".repeat(LONGEST_NAME + 1)), Err(Flaw::TooLong));
        assert_eq!(folded("Short-rook_2"), folded("shortROOK 2"));
        for text in ["c", "engine-c", "c++", "v1.2_x", "_"] {
            assert_eq!(check_id(text), Ok(()), "{text:?}");
        }
        for text in ["", "-c", "a b", "a;b", "$(x)", "a/b", "\u{1b}[0m"] {
            assert_eq!(check_id(text), Err(Flaw::NotAnId), "{text:?}");
        }
    }

    #[test]
    fn a_terminal_gets_nothing_to_obey() {
        let hostile = "a\u{1b}]0;x\u{7}\u{9b}31m\u{202e}b\u{e0041}\r\nc\td\r";
        let text = shown(hostile);
        assert_eq!(text, "a\\u001b]0;x\\u0007\\u009b31m\\u202eb\\udb40\\udc41\r\nc\td\\u000d");
        assert_eq!(shown("plain\ttext\r\n"), "plain\ttext\r\n");
        assert_eq!(shown_line("a\nb"), "a\\u000ab");
        let colours = "\u{1b}[1;31mred\u{1b}[0m\n\u{1b}]0;x\u{7} \u{1b}[2J \u{9b}m \u{1b}[1";
        let plain = "\u{1b}[1;31mred\u{1b}[0m\n\\u001b]0;x\\u0007 \\u001b[2J \\u009bm \\u001b[1";
        assert_eq!(shown_in_colour(colours), plain);
    }

    #[test]
    fn a_shell_gets_one_word() {
        assert_eq!(shell_word("output.variant=plain"), "output.variant=plain");
        assert_eq!(shell_word("a b"), "'a b'");
        assert_eq!(shell_word("it's"), "'it'\\''s'");
        assert_eq!(shell_word("$(x);y"), "'$(x);y'");
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn what_windows_keeps_for_itself_is_no_name() {
        for name in [
            "aux.h", "AUX.h", "nul", "Con.c", "prn.tar.gz", "com1.h", "LPT9", "com\u{b2}.h",
            "conin$.h", "aux .h", "m.h.", "m ", "m.",
        ] {
            assert!(unheld_on_windows(name).is_some(), "{name}");
        }
        for name in [
            "auxiliary.h", "com.h", "com10.h", "lpt.h", "m.aux", ".h", "..", ".", "null.c",
            "console.h",
        ] {
            assert_eq!(unheld_on_windows(name), None, "{name}");
        }
    }
}
