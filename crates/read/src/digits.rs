//! Reads strings of hexadecimal digits that hold the words of a whole array.

use super::scan::Scanner;
use super::strings::lines_in;
use super::token::TokenKind;

/// The number of hexadecimal digits in a word of 64 bits.
const WORD: usize = 16;

/// The fewest words that can be an array; fewer may be a digest.
const LEAST: usize = 64;

impl<'t> Scanner<'t> {
    /// Collects the words of a string of hexadecimal digits, if it has several. They are emitted later, since the next
    /// string may continue the array.
    pub(super) fn take_digits(&mut self, content: &'t str) -> bool {
        let is_digits = |line: &&str| {
            line.len().is_multiple_of(WORD) && line.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let mut lines = content.split_whitespace().map(|line| line.trim_end_matches('\\'));
        let has_words = content.len() > WORD;
        if !has_words || !lines.clone().all(|line| is_digits(&line)) {
            return false;
        }
        let (mut line, mut counted) = (self.line, 0);
        for digits in lines.by_ref() {
            let offset = digits.as_ptr() as usize - content.as_ptr() as usize;
            line += lines_in(&content.as_bytes()[counted..offset]);
            counted = offset;
            for at in (0..digits.len()).step_by(WORD) {
                self.digits.push((&digits[at..at + WORD], line));
            }
        }
        true
    }

    /// Emits the words collected so far as an array.
    pub(super) fn flush_digits(&mut self) {
        if self.digits.is_empty() {
            return;
        }
        let digits = std::mem::take(&mut self.digits);
        if digits.len() < LEAST {
            return;
        }
        let line = self.line;
        self.line = digits[0].1;
        self.emit(TokenKind::Open, "{", false);
        for (word, of) in digits {
            self.line = of;
            let value = u64::from_str_radix(word, 16).unwrap_or(0);
            self.emit(TokenKind::Number(value), word, true);
        }
        self.emit(TokenKind::Close, "}", false);
        self.line = line;
    }
}
