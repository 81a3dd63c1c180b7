//! Reads strings, and the numbers and words in them as tokens.

use super::number::{self, NumberRead};
use super::scan::Scanner;
use super::token::TokenKind;
use magicgen_search::source::SingleQuotes;

/// The fewest numbers in a string that count as a list.
const LIST: usize = 16;

/// Once a string had no end, the ends of strings are searched only up to this distance, in bytes.
const WINDOW: usize = 4096;

/// The distance after vain searches over a mebibyte plus [`IN_VAIN`] times the length of the text. Real texts stay far
/// below.
const SMALL_WINDOW: usize = 64;

/// See [`SMALL_WINDOW`].
const IN_VAIN: usize = 8;

impl<'t> Scanner<'t> {
    /// The position of the closing mark of a string that may have several lines.
    fn find(&mut self, from: usize, close: &str) -> Option<usize> {
        let rest = self.bytes.get(from..)?;
        let rest = &rest[..rest.len().min(self.window)];
        let mut at = 0;
        while let Some(next) = rest[at..].iter().position(|byte| *byte == close.as_bytes()[0]) {
            if rest[at + next..].starts_with(close.as_bytes()) {
                return Some(from + at + next);
            }
            at += next + 1;
        }
        let length = rest.len();
        self.window = self.window.min(WINDOW);
        self.searched_in_vain(length);
        None
    }

    /// Counts the bytes of a search for a string's end that found none.
    fn searched_in_vain(&mut self, length: usize) {
        self.in_vain += length;
        if self.in_vain > (1 << 20) + IN_VAIN * self.bytes.len() {
            self.window = SMALL_WINDOW;
        }
    }

    /// Reads a raw string: Rust's `r#"..."#`, C++'s `R"x(...)x"` or Python's `r"..."`. False if none begins here.
    pub(super) fn raw_string(&mut self, prefix: usize) -> bool {
        let hashes = self.run(prefix, |byte| byte == b'#') - prefix;
        let quote = self.at + prefix + hashes;
        if self.bytes.get(quote) != Some(&b'"') {
            return false;
        }
        let is_cpp = self.bytes[self.at + prefix - 1] == b'R';
        let (from, close) = if is_cpp {
            let name = self.bytes[quote + 1..].iter().take(16).take_while(|byte| **byte != b'(');
            let Some(name) = self.text.get(quote + 1..quote + 1 + name.count()) else {
                return false;
            };
            (quote + 2 + name.len(), format!("){name}\""))
        } else {
            (quote + 1, format!("\"{}", "#".repeat(hashes)))
        };
        let Some(end) = self.find(from, &close) else { return false };
        self.string(from, end, end + close.len());
        true
    }

    /// Reads a string if one begins here, else returns false.
    pub(super) fn starts_string(&mut self) -> bool {
        let quote = self.peek(0);
        let is_triple = |scanner: &Self| {
            scanner.syntax.triple && scanner.peek(1) == quote && scanner.peek(2) == quote
        };
        match quote {
            b'"' | b'\'' if is_triple(self) => {
                let from = self.at + 3;
                let close = if quote == b'"' { "\"\"\"" } else { "'''" };
                let Some(end) = self.find(from, close) else { return false };
                self.string(from, end, end + 3);
                true
            }
            b'\'' if self.syntax.single == SingleQuotes::Characters => self.character(),
            b'"' | b'\'' => self.quoted(quote, self.syntax.long_strings),
            b'`' if self.syntax.backticks => self.quoted(quote, true),
            _ => false,
        }
    }

    fn quoted(&mut self, quote: u8, over_lines: bool) -> bool {
        let from = self.at + 1;
        // In backticks a backslash escapes in JavaScript, but not in Go and D.
        let escapes = self.syntax.escapes && (quote != b'`' || !self.syntax.octal);
        let verbatim = self.before() == b'@';
        let mut end = from;
        loop {
            match self.bytes.get(end).filter(|_| end - from < self.window) {
                None => {
                    self.window = self.window.min(WINDOW);
                    self.searched_in_vain(end - from);
                    return false;
                }
                Some(b'\n') if !over_lines && !verbatim => {
                    self.searched_in_vain(end - from);
                    return false;
                }
                Some(b'\\') if escapes && !verbatim => end += 2,
                Some(byte) if *byte == quote => break,
                Some(_) => end += 1,
            }
        }
        self.string(from, end, end + 1);
        true
    }

    /// Passes over a character such as `'{'` or `'\''`. False for an apostrophe with another meaning.
    fn character(&mut self) -> bool {
        let length = match (self.peek(1), self.peek(2)) {
            (b'\\', _) => {
                // A text may end behind the backslash.
                let rest = self.bytes.get(self.at + 3..).unwrap_or_default();
                rest.iter().take(10).position(|byte| *byte == b'\'').map(|at| at + 4)
            }
            (b'\'' | b'\n', _) => None,
            (byte, b'\'') if !(self.syntax.any && byte.is_ascii_alphanumeric()) => Some(3),
            _ => None,
        };
        self.at += length.unwrap_or(0);
        length.is_some()
    }

    /// Reads the content of a string as a number, a list of numbers, bytes of data, or words. The content lies between
    /// `from` and `end`, and reading goes on at `next`.
    pub(super) fn string(&mut self, from: usize, end: usize, next: usize) {
        let content: &'t str = self.text.get(from..end).unwrap_or("");
        let bytes = content.trim().as_bytes();
        let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
        let whole = match number::read(digits, false) {
            Some(NumberRead::Whole(value, length)) if length == digits.len() => {
                Some((value, false))
            }
            Some(NumberRead::Bare(value, length)) if length == digits.len() => Some((value, true)),
            _ => number::bare(digits).map(|value| (value, true)),
        };
        if let Some((value, bare)) = whole {
            let negative = digits.len() < bytes.len();
            let kind = if negative { TokenKind::Negative(value) } else { TokenKind::Number(value) };
            self.is_quoted = true;
            self.emit(kind, content.trim(), bare);
            self.is_quoted = false;
        } else if is_short_hex(digits) {
            self.is_quoted = true;
            let short = if self.follows_bare() { number::short(digits) } else { None };
            let kind = short.map_or(TokenKind::Junk, TokenKind::Number);
            self.emit(kind, content.trim(), short.is_some());
            self.is_quoted = false;
        } else if self.take_digits(content) {
        } else if let Some(data) = data(content) {
            if self.data.is_empty() {
                self.data_line = self.line;
            }
            self.data.extend(data);
        } else {
            self.pieces(content);
        }
        self.line += lines_in(&self.bytes[self.at..next]);
        self.at = next;
    }

    /// Reads the content of a string as a list of numbers, or as words.
    fn pieces(&mut self, content: &'t str) {
        let pieces = || content.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        let value = |piece: &str| match number::read(piece.as_bytes(), false) {
            Some(NumberRead::Whole(value, length)) if length == piece.len() => Some(value),
            _ => None,
        };
        let is_hex = |piece: &str| {
            piece.len() <= 16 && !piece.is_empty() && piece.bytes().all(|b| b.is_ascii_hexdigit())
        };
        // If one number has hexadecimal digits without a prefix, all others are hexadecimal too.
        let are_hex = pieces().any(|piece| number::bare(piece.as_bytes()).is_some())
            && pieces().all(|piece| is_hex(piece) || value(piece).is_none());
        let value = |piece: &str| match are_hex {
            true if is_hex(piece) => number::parse(piece.as_bytes(), 16, false),
            true => None,
            false => value(piece),
        };
        let is_list = pieces().filter(|piece| value(piece).is_some()).count() >= LIST;
        if is_list {
            self.emit(TokenKind::Open, "{", false);
        }
        let first_line = self.line;
        let mut counted = 0;
        for piece in pieces().filter(|piece| !piece.is_empty()) {
            let offset = piece.as_ptr() as usize - content.as_ptr() as usize;
            if is_list {
                self.line += lines_in(&content.as_bytes()[counted..offset]);
                counted = offset;
            }
            match value(piece) {
                Some(value) if is_list => self.emit(TokenKind::Number(value), piece, are_hex),
                None if piece.len() <= 32 => self.emit(TokenKind::Word, piece, false),
                _ => {}
            }
        }
        self.line = first_line;
        if is_list {
            self.emit(TokenKind::Close, "}", false);
        }
    }

    /// Emits the bytes of data collected so far as numbers, whose width follows from the number of bytes: 64 numbers,
    /// or 128 of 64 bits.
    pub(super) fn flush_data(&mut self) {
        if self.data.is_empty() {
            return;
        }
        let data = std::mem::take(&mut self.data);
        let width = match data.len() {
            64 => 1,
            128 => 2,
            256 => 4,
            512 | 1024 => 8,
            _ => 0,
        };
        let line = std::mem::replace(&mut self.line, self.data_line);
        if width > 0 {
            self.words_of_data(&data, width);
        }
        // The data may also be a few words that squares share.
        if width < 8 && data.len().is_multiple_of(8) && data.len() < 512 {
            self.words_of_data(&data, 8);
        }
        self.line = line;
    }

    fn words_of_data(&mut self, data: &[u8], width: usize) {
        self.emit(TokenKind::Open, "{", false);
        for word in data.chunks(width) {
            let value = word.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
            self.emit(TokenKind::Number(value), "", false);
        }
        self.emit(TokenKind::Close, "}", false);
    }
}

/// True for three to sixteen hexadecimal digits, which may be a word or a number.
fn is_short_hex(text: &[u8]) -> bool {
    (3..=16).contains(&text.len()) && text.iter().all(u8::is_ascii_hexdigit)
}

#[cfg(test)]
std::thread_local! {
    /// The number of bytes in which a test has looked for ends of lines.
    static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The number of ends of lines.
pub(super) fn lines_in(bytes: &[u8]) -> u32 {
    #[cfg(test)]
    LOOKED_AT.set(LOOKED_AT.get() + bytes.len());
    bytes.split(|byte| *byte == b'\n').count() as u32 - 1
}

/// The bytes of a string that consists mostly of escapes, such as `\00\41` or `\x00A`; `None` for other strings.
fn data(content: &str) -> Option<Vec<u8>> {
    let bytes = content.as_bytes();
    let escapes = content.matches('\\').count();
    if escapes * 8 < bytes.len() || escapes < 4 {
        return None;
    }
    let mut data = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        if *byte != b'\\' {
            data.push(*byte);
            continue;
        }
        let digits = |from: usize, length: usize, radix: u32| {
            let digits = bytes.get(from..from + length)?;
            u8::try_from(number::parse(digits, radix, false)?).ok()
        };
        let next = *bytes.get(at)?;
        let is_hex_pair =
            digits(at, 2, 16).filter(|_| bytes[at..at + 2].iter().all(u8::is_ascii_hexdigit));
        let (byte, length) = match next {
            b'x' => (digits(at + 1, 2, 16)?, 3),
            _ if is_hex_pair.is_some() => (is_hex_pair?, 2),
            b'n' => (b'\n', 1),
            b't' => (b'\t', 1),
            b'r' => (b'\r', 1),
            b'0' => (0, 1),
            other => (other, 1),
        };
        data.push(byte);
        at += length;
    }
    Some(data)
}

#[cfg(test)]
mod tests {
    use super::LOOKED_AT;
    use crate::examine;

    /// A string of any number of pieces is looked at twice: once for its pieces' lines, once as a whole.
    #[test]
    fn a_string_of_many_pieces_is_looked_at_twice() {
        for pieces in [1000, 100_000] {
            let text = format!("x = \"{}\"\n", "1/".repeat(pieces));
            LOOKED_AT.set(0);
            let _ = examine(&text, &[]);
            assert!(LOOKED_AT.get() <= 2 * text.len(), "{} for {}", LOOKED_AT.get(), text.len());
            assert!(LOOKED_AT.get() >= text.len() / 2, "{} for {}", LOOKED_AT.get(), text.len());
        }
    }
}
