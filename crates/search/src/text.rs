//! Checks texts from a config, a lock, a ledger or a command line, and quotes them for display.
//!
//! Every text that somebody else wrote is checked as it enters: a name has words, an id is one word, and free text has
//! no invisible characters. Texts for a terminal or a shell are quoted here; those for comments of a generated file are
//! quoted by `Comments` in the package `lookup`.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

/// The most characters of a name, which identifiers are made from.
pub const LONGEST_NAME: usize = 64;

/// The most errors that are looked for and told about one file.
pub const MOST_ERRORS: usize = 100;

/// A reason why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It has a line end, but must be a single line.
    LineEnd,
    /// It has a control character.
    Control(char),
    /// It has an invisible character, which hides, joins or turns round the characters beside it.
    Hidden(char),
    /// It isn't made of words.
    NotWords,
    /// It has more characters than [`LONGEST_NAME`].
    TooLong,
    /// It isn't an id.
    NotAnId,
}

impl Flaw {
    /// Advice on what to type instead.
    #[must_use]
    pub fn help(self) -> String {
        match self {
            Self::LineEnd => "write it on one line".to_owned(),
            Self::Control('\t') => "replace each tab (U+0009) by blanks".to_owned(),
            Self::Control(c) | Self::Hidden(c) => format!("write it without {}", CodePoint(c)),
            Self::NotWords => {
                "begin with a letter; use English letters and digits, with single `-`, `_` or blanks between words: `short-rook`"
                    .to_owned()
            }
            Self::TooLong => format!("use at most {LONGEST_NAME} characters"),
            Self::NotAnId => "use English letters, digits, `-`, `_`, `.` and `+`: `engine-c`".to_owned(),
        }
    }
}

impl fmt::Display for Flaw {
    /// Writes the reason as the rest of a sentence about the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineEnd => write!(f, "has more than one line"),
            Self::Control(c) => write!(f, "has the control character {}", CodePoint(*c)),
            Self::Hidden(c) => write!(f, "has the invisible character {}", CodePoint(*c)),
            Self::NotWords => write!(f, "isn't made of words"),
            Self::TooLong => write!(f, "is too long"),
            Self::NotAnId => write!(f, "isn't an id"),
        }
    }
}

/// A character that is written by its number, such as `U+202E`.
struct CodePoint(char);

impl fmt::Display for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", u32::from(self.0))
    }
}

/// Checks a text of any number of lines, which end in LF: no other control character is allowed, and no invisible one.
pub fn check_lines(text: &str) -> Result<(), Flaw> {
    text.chars().try_for_each(|c| match c {
        '\n' => Ok(()),
        c if c.is_control() => Err(Flaw::Control(c)),
        c if is_hidden(c) => Err(Flaw::Hidden(c)),
        _ => Ok(()),
    })
}

/// Checks a text of one line.
pub fn check_line(text: &str) -> Result<(), Flaw> {
    check_lines(text)?;
    if text.contains('\n') { Err(Flaw::LineEnd) } else { Ok(()) }
}

/// Checks a name, from which identifiers are made in every language: words of ASCII letters and digits, a letter first,
/// with one `-`, `_` or blank between two words.
pub fn check_words(text: &str) -> Result<(), Flaw> {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric());
    if !begins || !text.split(['-', '_', ' ']).all(is_word) {
        return Err(Flaw::NotWords);
    }
    if text.len() > LONGEST_NAME { Err(Flaw::TooLong) } else { Ok(()) }
}

/// A name without case and separators. Two names that are equal in this form would be one identifier in some language.
#[must_use]
pub fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Checks an id, which is one word for a command line, as in `--only engine-c`.
pub fn check_id(text: &str) -> Result<(), Flaw> {
    let begins = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    if begins && text.chars().all(is_plain) { Ok(()) } else { Err(Flaw::NotAnId) }
}

/// Whether a text has only ASCII letters, digits and underscores, and doesn't begin with a digit.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a character can stand in the name of a file that sources name, in quotes or as a module: it must not be a
/// quote or an escape, nor mean anything to a shell, a file system or in a web address.
#[must_use]
pub fn is_in_file_names(c: char) -> bool {
    !c.is_control() && !is_hidden(c) && !"\"'`\\/<>:|?*$%#;{}".contains(c)
}

/// True if a text has a carriage return. Texts of megabytes are asked, so that whole blocks are looked at, not one byte after another.
#[must_use]
pub fn has_carriage_return(text: &str) -> bool {
    let found = |block: &[u8]| block.iter().fold(0, |all, byte| all | u8::from(*byte == b'\r'));
    text.as_bytes().chunks(4096).any(|block| found(block) != 0)
}

/// The devices of Windows, whose names no file there can have, whatever its extension is.
const DEVICES: [&str; 6] = ["aux", "con", "conin$", "conout$", "nul", "prn"];

/// The reason why a folder on Windows can't have a file or folder of this name, so that a checkout there fails; `None`
/// if it can.
#[must_use]
pub fn unheld_on_windows(name: &str) -> Option<&'static str> {
    if [".", ".."].contains(&name) {
        return None;
    }
    if name.ends_with(['.', ' ']) {
        return Some("ends in a dot or a blank, which Windows removes");
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let mut digits = port.unwrap_or_default().chars();
    let is_port = digits.next().is_some_and(|digit| "0123456789\u{b9}\u{b2}\u{b3}".contains(digit))
        && digits.next().is_none();
    (is_port || DEVICES.contains(&stem.as_str())).then_some("is the name of a device on Windows")
}

/// The text as a terminal may show it: control characters, except line ends and tabs, and invisible characters are
/// written by their numbers, as in JSON.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, |text| match text.as_bytes() {
        [b'\n' | b'\t', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    })
}

/// As [`shown()`], for a text of one line, such as a path: line ends and tabs are written by their numbers, too.
#[must_use]
pub fn shown_line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| 0)
}

/// As [`shown()`], for a text with this program's own colours, whose sequences are kept. No other text in it can have
/// such sequences, since it has passed through [`shown()`] already.
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

/// Writes control characters and invisible characters by their numbers. `passes` is called with the text from such a
/// character on, and returns the number of bytes to keep as they are.
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

/// A word of a command line, in quotes if it has characters that a shell would interpret.
#[must_use]
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "=.,:/_+-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', "'\\''")))
}

/// Shows a text as a basic string of TOML, quotes included. It is escaped here, since the TOML crate is built without its
/// writer.
#[derive(Clone, Copy, Debug)]
pub struct TomlText<'a>(pub &'a str);

impl std::fmt::Display for TomlText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("\"")?;
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                control if control.is_ascii_control() => write!(f, "\\u{:04X}", control as u32)?,
                other => write!(f, "{other}")?,
            }
        }
        f.write_str("\"")
    }
}

/// Whether a character has no shape in a line of text: it turns the line's direction, ends the line, joins or hides the
/// characters beside it, fills space invisibly, or isn't a character at all.
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
