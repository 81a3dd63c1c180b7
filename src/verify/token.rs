//! What scanning hands on: numbers, words, brackets and signs, each with its line.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number of at most 64 bits.
    Number(u64),
    /// The same, with a minus before it.
    Negative(u64),
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
    pub(super) line: u32,
    /// It stands in a comment.
    pub(super) comment: bool,
    /// A comma stands behind it.
    pub(super) comma: bool,
    /// Nothing but its letters shows that it is a number.
    pub(super) bare: bool,
}

impl Token<'_> {
    /// The value of a number outside of comments.
    pub(super) fn value(&self) -> Option<i128> {
        match self.kind {
            Kind::Number(value) if !self.comment => Some(i128::from(value)),
            Kind::Negative(value) if !self.comment => Some(-i128::from(value)),
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
