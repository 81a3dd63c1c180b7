//! Any text in; numbers, words and punctuation out, each with its line.
//!
//! The languages of chess programs agree well enough on how a number, a comment and a bracket look, so one
//! scanner reads them all. Quotation marks are passed over: `"0x12"` in a lock file is a number too.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number of at most 64 bits, signed or not.
    Number(i128),
    /// An identifier.
    Word,
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// Any other character.
    Sign(u8),
    /// Something with digits that is no whole number of 64 bits.
    Junk,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    /// What it is.
    pub(super) kind: Kind,
    /// As it stands there.
    pub(super) text: &'t str,
    /// Counted from 1.
    pub(super) line: usize,
    /// It stands in a comment.
    pub(super) comment: bool,
}

impl Token<'_> {
    /// The value of a number outside of comments.
    pub(super) fn value(&self) -> Option<i128> {
        match self.kind {
            Kind::Number(value) if !self.comment => Some(value),
            _ => None,
        }
    }

    /// True for this sign outside of comments.
    pub(super) fn is_sign(&self, sign: u8) -> bool {
        !self.comment && self.kind == Kind::Sign(sign)
    }

    /// True for a word outside of comments.
    pub(super) fn is_word(&self) -> bool {
        !self.comment && self.kind == Kind::Word
    }
}

/// Cuts a text into tokens.
pub(super) fn scan(text: &str) -> Vec<Token<'_>> {
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        at: 0,
        line: 1,
        comment: Comment::None,
        tokens: Vec::new(),
    };
    while scanner.at < scanner.bytes.len() {
        scanner.step();
    }
    scanner.tokens
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Comment {
    None,
    Line,
    /// Until this pair of characters.
    Block([u8; 2]),
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    line: usize,
    comment: Comment,
    tokens: Vec<Token<'t>>,
}

impl<'t> Scanner<'t> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn before(&self) -> u8 {
        self.at.checked_sub(1).map_or(b'\n', |at| self.bytes[at])
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let end = self.at + length;
        let text: &'t str = self.text.get(self.at..end).unwrap_or("");
        let comment = self.comment != Comment::None;
        self.tokens.push(Token { kind, text, line: self.line, comment });
        self.at = end;
    }

    fn step(&mut self) {
        let byte = self.peek(0);
        if byte == b'\n' {
            self.line += 1;
            self.at += 1;
            if self.comment == Comment::Line {
                self.comment = Comment::None;
            }
            return;
        }
        if self.comment == Comment::Block([byte, self.peek(1)]) {
            self.comment = Comment::None;
            self.at += 2;
            return;
        }
        if self.comment == Comment::None && self.starts_comment() {
            return;
        }
        match byte {
            b'0'..=b'9' => self.number(false),
            b'$' if self.peek(1).is_ascii_hexdigit() => self.number(false),
            b'-' | b'+' if self.peek(1).is_ascii_digit() && self.sign_is_of_number() => {
                self.number(byte == b'-');
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let length = self.run(0, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
                self.push(Kind::Word, length);
            }
            b'(' | b'[' | b'{' => self.push(Kind::Open, 1),
            b')' | b']' | b'}' => self.push(Kind::Close, 1),
            b'!'..=b'~' if !matches!(byte, b'"' | b'\'' | b'`') => self.push(Kind::Sign(byte), 1),
            _ => self.at += 1,
        }
    }

    /// Enters a comment if one begins here.
    fn starts_comment(&mut self) -> bool {
        let (byte, next) = (self.peek(0), self.peek(1));
        let (comment, length) = match (byte, next) {
            (b'/', b'/') => (Comment::Line, 2),
            (b'/', b'*') => (Comment::Block(*b"*/"), 2),
            (b'(', b'*') => (Comment::Block(*b"*)"), 2),
            (b'-', b'-') if !self.peek(2).is_ascii_digit() => (Comment::Line, 2),
            (b'#', _) if self.hash_is_comment(next) => (Comment::Line, 1),
            _ => return false,
        };
        self.comment = comment;
        self.at += length;
        true
    }

    /// Tells Python's and TOML's comments from Rust's attributes and JavaScript's private names.
    fn hash_is_comment(&self, next: u8) -> bool {
        let first_of_line = self.tokens.last().is_none_or(|token| token.line != self.line);
        match next {
            b'[' | b'!' => false,
            b'a'..=b'z' | b'A'..=b'Z' => {
                first_of_line || self.tokens.last().is_some_and(|token| token.kind != Kind::Word)
            }
            _ => true,
        }
    }

    /// `12 -5` and `{-5` are negative numbers, `64 - 12` and `64-12` are differences.
    fn sign_is_of_number(&self) -> bool {
        !matches!(self.before(), b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b')' | b']')
    }

    /// The length of the run that begins `from` here.
    fn run(&self, from: usize, belongs: impl Fn(u8) -> bool) -> usize {
        from + self.bytes[self.at + from..].iter().take_while(|byte| belongs(**byte)).count()
    }

    fn number(&mut self, negative: bool) {
        let mut from = usize::from(!self.peek(0).is_ascii_digit());
        let after_sign = from;
        let (radix, prefix) = match (self.peek(from - usize::from(from > 0)), self.peek(from)) {
            (b'$', _) => (16, 0),
            _ => match [self.peek(from), self.peek(from + 1) | 0x20] {
                [b'0', b'x'] => (16, 2),
                [b'0', b'b'] => (2, 2),
                [b'0', b'o'] => (8, 2),
                _ => (10, 0),
            },
        };
        from += prefix;
        let belongs = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let mut length = self.run(from, belongs);
        // C++ separates digits by apostrophes: 0x1234'5678.
        while self.peek(length) == b'\'' && self.peek(length + 1).is_ascii_hexdigit() {
            length = self.run(length + 1, belongs);
        }
        let decimal_point = self.peek(length) == b'.' && self.peek(length + 1).is_ascii_digit();
        let digits = &self.bytes[self.at + from..self.at + length];
        let kind = match parse(digits, radix) {
            Some(value) if !decimal_point => {
                let value = i128::from(value);
                Kind::Number(if negative { -value } else { value })
            }
            _ => Kind::Junk,
        };
        if decimal_point {
            length = self.run(length + 1, |byte| belongs(byte) || byte == b'.');
        }
        self.push(kind, length.max(after_sign + 1));
        self.fold_difference();
    }

    /// `64 - 12` is one number to whoever counts numbers.
    fn fold_difference(&mut self) {
        let [.., first, minus, second] = self.tokens.as_slice() else { return };
        if let (Kind::Number(a), Kind::Sign(b'-'), Kind::Number(b)) =
            (first.kind, minus.kind, second.kind)
            && first.comment == second.comment
            && first.line == second.line
        {
            let folded = Token { kind: Kind::Number(a - b), ..*first };
            self.tokens.truncate(self.tokens.len() - 3);
            self.tokens.push(folded);
        }
    }
}

/// Digits of a radix, separators and a suffix that names a type.
fn parse(digits: &[u8], radix: u32) -> Option<u64> {
    let mut value: u64 = 0;
    let mut count = 0;
    for (index, byte) in digits.iter().enumerate() {
        if matches!(byte, b'_' | b'\'') {
            if count > 0 && is_suffix(&digits[index + 1..]) {
                return Some(value);
            }
            continue;
        }
        match char::from(*byte).to_digit(radix) {
            Some(digit) => {
                value = value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))?;
                count += 1;
            }
            None => return (count > 0 && is_suffix(&digits[index..])).then_some(value),
        }
    }
    (count > 0).then_some(value)
}

/// `ULL`, `L`, `n`, `u64`, `i64`, `usize` and the like.
fn is_suffix(suffix: &[u8]) -> bool {
    const TYPES: [&[u8]; 9] =
        [b"u64", b"i64", b"u32", b"i32", b"u16", b"u8", b"usize", b"isize", b"ui64"];
    let letters = suffix.iter().all(|byte| b"uUlLnzZ".contains(byte));
    !suffix.is_empty() && (letters || TYPES.iter().any(|name| suffix.eq_ignore_ascii_case(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<i128> {
        scan(text).iter().filter_map(Token::value).collect()
    }

    #[test]
    fn numbers_of_many_languages_are_read() {
        let text =
            "0xFFULL, 0Xff_ffu64, 10L, 26_304, 7n, 0b101, 0xabUL, 0x1'0000, $1F, 9_u64, 0x7lu";
        assert_eq!(numbers(text), [255, 65535, 10, 26304, 7, 5, 171, 65536, 31, 9, 7]);
        assert_eq!(numbers("-9223372036854775808L, 12 -5"), [-(1 << 63), 12, -5]);
        assert_eq!(numbers("{64 - 12, 64-11, -3}"), [52, 53, -3]);
        assert_eq!(numbers("\"0x10\", C64(0x20), a1 b64"), [16, 32]);
        assert_eq!(numbers("1.5 3f 0x 0xg 99999999999999999999 5"), [5]);
    }

    #[test]
    fn comments_are_told_from_code() {
        assert_eq!(numbers("1 // 2\n3 /* 4\n5 */ 6 # 7\n-- 8\n#9\n10"), [1, 3, 6, 10]);
        assert_eq!(numbers("#[rustfmt::skip] [1, 2] #!x 3\nstatic #rook = [4]"), [1, 2, 3, 4]);
        assert_eq!(numbers("#define N 64\n 1, # a1\n 2"), [1, 2]);
        let tokens = scan("é 1\n\n// a1 = 0\n2");
        let lines: Vec<_> = tokens.iter().map(|token| (token.line, token.comment)).collect();
        assert_eq!(lines, [(1, false), (3, true), (3, true), (3, true), (4, false)]);
    }
}
