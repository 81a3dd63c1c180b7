//! The tokens of a text: numbers, words, brackets and signs, each with its line.

use super::number;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A whole number of at most 64 bits.
    Number(u64),
    /// A whole number of at most 64 bits with a minus before it.
    Negative(u64),
    /// An identifier or keyword.
    Word,
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// Any other character.
    Sign(u8),
    /// A whole number of 65 to 128 bits. The tables of boards with 64 squares have none.
    Long,
    /// Something with digits that isn't a whole number of at most 128 bits.
    Junk,
}

/// The branch of a preprocessor's condition in which a token stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Branch {
    /// The number of conditions around the token.
    pub(super) depth: usize,
    /// True behind an `#else` or `#elif` of the innermost condition.
    pub(super) is_later: bool,
}

/// A token of a text.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct SourceToken<'t> {
    /// The kind of token.
    pub(super) kind: TokenKind,
    /// The token as it stands in the text.
    pub(super) text: &'t str,
    /// The line, counted from 1.
    pub(super) line: u32,
    /// True if the token stands in a comment.
    pub(super) comment: bool,
    /// True if a comma follows.
    pub(super) comma: bool,
    /// True for a number of hexadecimal digits without any prefix.
    pub(super) bare: bool,
    /// True if the token is the whole content of a string.
    pub(super) quoted: bool,
    /// The branch of the condition around the token.
    pub(super) branch: Branch,
}

impl SourceToken<'_> {
    /// The value of a number outside comments.
    pub(super) fn value(&self) -> Option<i128> {
        match self.kind {
            TokenKind::Number(value) if !self.comment => Some(i128::from(value)),
            TokenKind::Negative(value) if !self.comment => Some(-i128::from(value)),
            _ => None,
        }
    }

    /// The value of a number of at most 128 bits outside comments; a negative one is a signed word of 64 bits.
    pub(super) fn long_value(&self) -> Option<u128> {
        match self.kind {
            _ if self.comment => None,
            TokenKind::Number(value) => Some(u128::from(value)),
            TokenKind::Negative(value) => Some(u128::from(value.wrapping_neg())),
            TokenKind::Long => number::long(self.text.as_bytes()),
            _ => None,
        }
    }

    /// True for this sign outside comments.
    pub(super) fn is_sign(&self, sign: u8) -> bool {
        !self.comment && self.kind == TokenKind::Sign(sign)
    }

    /// True for a word outside comments.
    pub(super) fn is_word(&self) -> bool {
        !self.comment && self.kind == TokenKind::Word
    }
}
