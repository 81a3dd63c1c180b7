//! The tokens of a function's body.

use std::ops::Range;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::adopt) enum CodeTokenKind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// An operator or a bracket.
    Sign,
    /// A string.
    Text,
    /// A preprocessor line that begins, switches or ends a condition; its text is the first word.
    Condition,
}

/// A token with its place.
#[derive(Clone, Debug)]
pub(in crate::adopt) struct Token<'t> {
    pub(in crate::adopt) kind: CodeTokenKind,
    pub(in crate::adopt) text: &'t str,
    pub(in crate::adopt) span: Range<usize>,
    /// Whether it is the first token of its line.
    pub(in crate::adopt) begins_line: bool,
}

impl Token<'_> {
    /// Whether it is a word, a number or a sign.
    pub(in crate::adopt) fn is_code(&self) -> bool {
        !matches!(self.kind, CodeTokenKind::Text | CodeTokenKind::Condition)
    }
}

/// Signs of more than one character, the longest first.
const SIGNS: [&str; 37] = [
    ">>>=", ">>>", "===", "!==", ">>=", "<<=", "&^=", "*%=", "...", "..=", "..<", "..", "->", "=>",
    "::", ":=", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=", "&^", "*%", "<<", ">>", "**",
];

/// The tokens of a part of a text whose comments and strings are blanked.
pub(in crate::adopt) fn tokens(text: &str, part: Range<usize>) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut begins_line) = (part.start, true);
    while at < part.end {
        let rest = &text[at..part.end];
        let first = rest.chars().next().unwrap_or(' ');
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@');
        let length = |is: &dyn Fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        // A backslash continues a macro on the next line.
        let continues = first == '\\' && rest[1..].trim_start_matches('\r').starts_with('\n');
        if first.is_whitespace() || continues {
            begins_line |= first == '\n';
            at += first.len_utf8();
            continue;
        }
        if let Some(word) = condition(rest).filter(|_| begins_line) {
            let length = rest.find('\n').unwrap_or(rest.len());
            let span = at..at + length;
            found.push(Token { kind: CodeTokenKind::Condition, text: word, span, begins_line });
            at += length;
            continue;
        }
        let (kind, length) = if first.is_ascii_digit() {
            (CodeTokenKind::Number, length(&is_word))
        } else if is_word(first) {
            (CodeTokenKind::Word, length(&is_word))
        } else if matches!(first, '"' | '`') {
            (CodeTokenKind::Text, rest[1..].find(first).map_or(rest.len(), |end| end + 2))
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            (CodeTokenKind::Sign, sign.map_or(first.len_utf8(), |sign| sign.len()))
        };
        found.push(Token { kind, text: &rest[..length], span: at..at + length, begins_line });
        begins_line = false;
        at += length;
    }
    found
}

/// The keyword of a preprocessor condition that begins here.
fn condition(rest: &str) -> Option<&'static str> {
    let word = rest.strip_prefix('#')?.trim_start_matches([' ', '\t']);
    ["if", "elif", "else", "endif"].into_iter().find(|start| word.starts_with(start))
}
