//! Cuts a text into tokens, according to how its language writes comments and strings.

use super::constants::LONGEST;
use super::keep::{Longest, TokenKeeper};
use super::large::KeyFolds;
use super::lookup::{ComputedSteps, Reader, SourceLookup};
use super::marks;
use super::number::{self, NumberRead};
use super::orientation::Evidence;
use super::preprocessor::{LineConditions, LineKind};
use super::startup::Startup;
use super::token::{SourceToken, TokenKind};
use magicgen_search::source::SourceSyntax;

/// Facts about a text that are known when its end has been read.
#[derive(Debug)]
pub(super) struct Scanned {
    /// Statements about squares and bits.
    pub(super) evidence: Evidence,
    /// The longest run of numbers that was dropped for its length.
    pub(super) longest: Longest,
    /// Signs that the program searches its factors itself.
    pub(super) startup: Startup,
    /// The syntax by which the text was read.
    pub(super) syntax: SourceSyntax,
    /// The lookups in the text.
    pub(super) lookups: Vec<SourceLookup>,
    /// The steps between keys and their multiplication.
    pub(super) steps: ComputedSteps,
    /// True if the text has a type of unsigned words.
    pub(super) has_unsigned: bool,
    /// The shifts by which keys of two words may be folded into one.
    pub(super) folds: KeyFolds,
}

/// Cuts a text into tokens, and calls `chunk` with them. The chunks have all tokens that tables need, and no table is
/// spread over two chunks.
pub(super) fn scan<'t>(
    text: &'t str,
    syntax: &SourceSyntax,
    mut chunk: impl FnMut(&[SourceToken<'t>]),
) -> Scanned {
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        syntax: *syntax,
        at: 0,
        line: 1,
        comment: Comment::None,
        conditions: LineConditions::default(),
        previous: None,
        keeper: TokenKeeper::default(),
        evidence: Evidence::default(),
        startup: Startup::default(),
        lookups: Reader::default(),
        folds: KeyFolds::default(),
        data: Vec::new(),
        data_line: 1,
        digits: Vec::new(),
        directive: None,
        is_quoted: false,
        is_bare: false,
        window: usize::MAX,
        in_vain: 0,
    };
    while scanner.at < scanner.bytes.len() {
        let line = scanner.line;
        scanner.step();
        if scanner.line != line
            && let Some(tokens) = scanner.keeper.begin_line(scanner.line)
        {
            chunk(&tokens);
        }
        for tokens in scanner.keeper.extracted.drain(..) {
            chunk(&tokens);
        }
    }
    scanner.flush_data();
    scanner.flush_digits();
    chunk(&scanner.keeper.tokens);
    let (lookups, steps, has_unsigned) = scanner.lookups.finish();
    Scanned {
        syntax: *syntax,
        lookups,
        steps,
        has_unsigned,
        folds: scanner.folds,
        evidence: scanner.evidence,
        longest: scanner.keeper.longest,
        startup: scanner.startup,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comment {
    None,
    Line,
    /// A comment with a closing mark. `depth` counts the comments that are open, if comments nest.
    Block {
        open: &'static str,
        close: &'static str,
        nests: bool,
        depth: usize,
    },
}

pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) syntax: SourceSyntax,
    pub(super) at: usize,
    pub(super) line: u32,
    pub(super) comment: Comment,
    pub(super) conditions: LineConditions,
    /// The last token's kind and line.
    pub(super) previous: Option<(TokenKind, u32)>,
    pub(super) keeper: TokenKeeper<'t>,
    pub(super) evidence: Evidence,
    pub(super) startup: Startup,
    lookups: Reader<'t>,
    folds: KeyFolds,
    /// The bytes of successive strings that consist of escapes.
    pub(super) data: Vec<u8>,
    pub(super) data_line: u32,
    /// The words of successive strings that consist of hexadecimal digits, each with its line.
    pub(super) digits: Vec<(&'t str, u32)>,
    /// The tokens of the preprocessor directive in this line.
    directive: Option<Vec<SourceToken<'t>>>,
    /// True while a token is taken from the whole content of a string.
    pub(super) is_quoted: bool,
    /// True if the last token, apart from commas, was a number of hexadecimal digits without a prefix.
    is_bare: bool,
    /// The distance, in bytes, up to which the end of a string is searched. It is shortened once a string had no end,
    /// so that no text takes long.
    pub(super) window: usize,
    /// The number of bytes over which ends of strings were searched and not found.
    pub(super) in_vain: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn before(&self) -> u8 {
        self.at.checked_sub(1).map_or(b'\n', |at| self.bytes[at])
    }

    fn is_ahead(&self, text: &str) -> bool {
        self.bytes[self.at..].starts_with(text.as_bytes())
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let end = self.at + length;
        let text: &'t str = self.text.get(self.at..end).unwrap_or("");
        self.emit(kind, text, false);
        self.at = end;
    }

    pub(super) fn emit(&mut self, kind: TokenKind, text: &'t str, bare: bool) {
        let comment = self.comment != Comment::None;
        let line = self.line;
        let quoted = self.is_quoted;
        let branch = self.conditions.branch();
        let token = SourceToken { kind, text, line, comment, comma: false, bare, quoted, branch };
        self.folds.take(&token);
        // Concatenated strings are one string.
        if !matches!(kind, TokenKind::Sign(b'+' | b'.' | b'&' | b'\\')) || comment {
            self.flush_data();
            self.flush_digits();
        }
        self.is_bare = bare || self.is_bare && kind == TokenKind::Sign(b',');
        self.evidence.take(&token);
        self.startup.take(&token);
        match &mut self.directive {
            Some(tokens) if tokens.len() <= LONGEST + 3 => {
                tokens.push(SourceToken { comment: false, ..token });
            }
            Some(_) => {}
            None => self.lookups.take(&token),
        }
        let is_mark = kind == TokenKind::Word
            && (marks::square(text).is_some() || marks::piece(text).is_some());
        self.previous = Some((kind, line));
        self.keeper.push(token, is_mark);
    }

    fn step(&mut self) {
        let byte = self.peek(0);
        if byte == b'\n' {
            self.line += 1;
            self.at += 1;
            if self.comment == Comment::Line {
                self.comment = Comment::None;
            }
            if let Some(tokens) = self.directive.take() {
                self.lookups.constants.directive(&tokens);
            }
            if self.comment == Comment::None {
                self.begin_line();
            }
            return;
        }
        if self.at == 0 {
            self.begin_line();
            if self.at > 0 {
                return;
            }
        }
        match self.comment {
            Comment::Block { open, close, nests, depth } => {
                if self.is_ahead(close) {
                    self.comment = if depth == 1 {
                        Comment::None
                    } else {
                        Comment::Block { open, close, nests, depth: depth - 1 }
                    };
                    self.at += close.len();
                    return;
                }
                // In OCaml a string inside a comment may contain the mark that closes comments.
                if nests && open == "(*" && byte == b'"' {
                    let rest = self.bytes[self.at + 1..].iter().take(256);
                    let mut line = rest.take_while(|byte| **byte != b'\n');
                    self.at += line.position(|byte| *byte == b'"').map_or(1, |end| end + 2);
                    return;
                }
                if nests && self.is_ahead(open) {
                    self.comment = Comment::Block { open, close, nests, depth: depth + 1 };
                    self.at += open.len();
                    return;
                }
            }
            Comment::Line => {}
            Comment::None => {
                if self.starts_comment() || self.starts_string() {
                    return;
                }
            }
        }
        self.token(byte);
    }

    fn token(&mut self, byte: u8) {
        match byte {
            _ if self.syntax.bare_hex && byte.is_ascii_hexdigit() => self.hex(),
            b'@' if self.syntax.bare_hex => {
                let length = 1 + self.run(1, |byte| byte.is_ascii_hexdigit());
                self.at += length;
            }
            b'0'..=b'9' => self.number(0),
            b'$' | b'&' | b'#' | b'\'' if number::read(&self.bytes[self.at..], false).is_some() => {
                self.number(0);
            }
            b'-' | b'+'
                if (self.peek(1).is_ascii_digit() || self.peek(1) == b'$')
                    && self.sign_is_of_number() =>
            {
                self.number(1);
            }
            b'x' | b'X' | b'z' | b'Z'
                if matches!(self.peek(1), b'"' | b'\'')
                    && number::read(&self.bytes[self.at..], false).is_some() =>
            {
                self.number(0);
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'(' | b'[' | b'{' => self.push(TokenKind::Open, 1),
            b')' | b']' | b'}' => self.push(TokenKind::Close, 1),
            b'!'..=b'~' if !matches!(byte, b'"' | b'\'' | b'`') => {
                self.push(TokenKind::Sign(byte), 1);
            }
            _ => self.at += 1,
        }
    }

    /// Reads the beginning of a line, which may be a directive of the preprocessor or a string of a whole line.
    fn begin_line(&mut self) {
        let blanks = self.run(0, |byte| matches!(byte, b' ' | b'\t'));
        if self.syntax.preprocessor && self.peek(blanks) == b'#' || self.conditions.is_dead() {
            let rest = &self.bytes[self.at + blanks..];
            match self.conditions.line(rest) {
                LineKind::Code(length) => self.at += if length == 0 { 0 } else { blanks + length },
                LineKind::Comment => {
                    self.at += blanks;
                    self.comment = Comment::Line;
                    self.directive = Some(Vec::new());
                }
                LineKind::Dead => {
                    let rest = &self.bytes[self.at..];
                    let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    self.at += length;
                }
            }
        } else if self.syntax.backslash_lines && self.bytes[self.at + blanks..].starts_with(b"\\\\")
        {
            let rest = &self.bytes[self.at..];
            let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            self.string(self.at + blanks + 2, self.at + length, self.at + length);
        }
    }

    /// Enters a comment if one begins here.
    fn starts_comment(&mut self) -> bool {
        for (open, close, nests) in self.syntax.blocks {
            if self.is_ahead(open) && !(*open == "{" && self.peek(1) == b'$') {
                self.comment = Comment::Block { open, close, nests: *nests, depth: 1 };
                self.at += open.len();
                return true;
            }
        }
        let Some(open) = self.syntax.lines.iter().find(|open| self.is_ahead(open)) else {
            return false;
        };
        let is_comment = match *open {
            "--" if self.syntax.any => !self.peek(2).is_ascii_digit(),
            "#" if self.syntax.any => self.hash_is_comment(self.peek(1)),
            _ => true,
        };
        if is_comment {
            self.comment = Comment::Line;
            self.at += open.len();
        }
        is_comment
    }

    /// Whether `#` begins a comment in an unknown language, and not an attribute of Rust, a private name of
    /// JavaScript, or an array of Smalltalk or Lisp.
    fn hash_is_comment(&self, next: u8) -> bool {
        let before = self.previous.filter(|(_, line)| *line == self.line);
        match next {
            b'[' | b'!' | b'(' | b'{' => false,
            b'a'..=b'z' | b'A'..=b'Z' => before.is_none_or(|(kind, _)| kind != TokenKind::Word),
            _ => true,
        }
    }

    /// Whether a sign belongs to the number after it: `12 -5` and `{-5` have negative numbers, `64 - 12` and `64-12`
    /// are differences.
    fn sign_is_of_number(&self) -> bool {
        !matches!(self.before(), b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b')' | b']')
    }

    /// True if the last token, apart from commas, was a number of hexadecimal digits without a prefix.
    pub(super) fn follows_bare(&self) -> bool {
        self.is_bare
    }

    /// The length of a run of bytes that starts at the present byte: `from`, and the bytes after it for which `belongs`
    /// is true.
    pub(super) fn run(&self, from: usize, belongs: impl Fn(u8) -> bool) -> usize {
        from + self.bytes[self.at + from..].iter().take_while(|byte| belongs(**byte)).count()
    }

    fn number(&mut self, sign: usize) {
        let negative = sign > 0 && self.peek(0) == b'-';
        let octal = self.syntax.octal;
        let (value, length, bare) = match number::read(&self.bytes[self.at + sign..], octal) {
            Some(NumberRead::Whole(value, length)) => (Some(value), length, false),
            Some(NumberRead::Bare(value, length)) => (Some(value), length, true),
            Some(NumberRead::Junk(length)) => {
                let digits = &self.bytes[self.at + sign..self.at + sign + length];
                let short = if self.is_bare { number::short(digits) } else { None };
                (short, length, short.is_some())
            }
            None => (None, 1, false),
        };
        let kind = match value {
            Some(value) if negative => TokenKind::Negative(value),
            Some(value) => TokenKind::Number(value),
            None => TokenKind::Junk,
        };
        let end = self.at + sign + length;
        let text: &'t str = self.text.get(self.at..end).unwrap_or("");
        let is_long = kind == TokenKind::Junk && number::long(text.as_bytes()).is_some();
        let kind = if is_long { TokenKind::Long } else { kind };
        self.emit(kind, text, bare);
        self.at = end;
    }

    fn hex(&mut self) {
        let length = self.run(0, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let digits = &self.bytes[self.at..self.at + length];
        let kind = number::parse(digits, 16, false).map_or(TokenKind::Junk, TokenKind::Number);
        self.push(kind, length);
    }

    fn word(&mut self) {
        let length = self.run(0, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let word = &self.bytes[self.at..self.at + length];
        let short = if self.is_bare { number::short(word) } else { None };
        if let Some(value) = number::bare(word).or(short) {
            let text: &'t str = self.text.get(self.at..self.at + length).unwrap_or("");
            self.emit(TokenKind::Number(value), text, true);
            self.at += length;
            return;
        }
        let behind = (self.peek(length), self.peek(length + 1));
        let raw = self.comment == Comment::None
            && match behind {
                (b'"', _) => matches!(word, b"r" | b"br" | b"R" | b"LR" | b"uR" | b"UR" | b"u8R"),
                (b'#', b'"' | b'#') => matches!(word, b"r" | b"br" | b"cr"),
                _ => false,
            };
        if raw && self.raw_string(length) {
            return;
        }
        self.push(TokenKind::Word, length);
    }
}
