//! The errors of a lock, each with its place in the text.

use std::fmt;
use std::ops::Range;

use super::LOCK_VERSIONS;
use crate::UnknownMethod;
use crate::text::Flaw;

/// Why a lock can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockError {
    /// A text that isn't TOML, or a key that is unknown, missing or of the wrong type.
    Toml {
        /// The parser's message.
        message: String,
        /// Its byte range in the text, if the parser knows it.
        span: Option<Range<usize>>,
    },
    /// A `lock-version` that this magicgen can't read.
    Version {
        /// The version given.
        version: i64,
        /// Its byte range in the text.
        span: Range<usize>,
    },
    /// An id that no method has.
    Method {
        /// The error with the id.
        unknown: UnknownMethod,
        /// Its byte range in the text.
        span: Range<usize>,
    },
    /// A text that is no number of 64 bits.
    Number {
        /// The text given.
        text: String,
        /// Its byte range in the lock.
        span: Range<usize>,
    },
    /// A text that a file or a message can't contain.
    Text {
        /// The key.
        key: &'static str,
        /// The flaw of the text.
        flaw: Flaw,
        /// Its byte range in the lock.
        span: Range<usize>,
    },
    /// Two entries for one problem and method, or two outputs with one id.
    Twice {
        /// The hash of the problem, or the id of the output.
        key: String,
        /// The byte range of the later one's hash or id.
        span: Range<usize>,
    },
    /// A list that hasn't as many entries as there are factors, or a list of factors without one for each bit index.
    Length {
        /// The entry's piece.
        piece: String,
        /// Entries given.
        given: usize,
        /// Entries wanted.
        wanted: usize,
        /// The byte range of the list.
        span: Range<usize>,
    },
    /// A shift that leaves no index bits or too many.
    Shift {
        /// The entry's piece.
        piece: String,
        /// The bit index.
        bit: u8,
        /// The shift.
        shift: u8,
        /// The number of the product's bits.
        most: u8,
        /// The byte range of the shift.
        span: Range<usize>,
    },
    /// A number that isn't 0 at a bit index without a square.
    NoSquare {
        /// The entry's piece.
        piece: String,
        /// The bit index.
        bit: u8,
        /// The byte range of the number.
        span: Range<usize>,
    },
    /// A number that follows from the entry's other numbers, and is another one than these give.
    Contradiction {
        /// The key, such as `entries` or `shift`.
        key: &'static str,
        /// The entry's piece.
        piece: String,
        /// The bit index, where the key has a number for each.
        bit: Option<u8>,
        /// The number given.
        given: u64,
        /// The number that follows from the others.
        wanted: u64,
        /// The byte range of the number given.
        span: Range<usize>,
    },
    /// A shift of a key by more bits than a word has.
    Before {
        /// The entry's piece.
        piece: String,
        /// The shift.
        before: u8,
        /// The byte range of the shift.
        span: Range<usize>,
    },
    /// A factor for shifts and additions that has too many terms.
    Terms {
        /// The entry's piece.
        piece: String,
        /// The bit index.
        bit: u8,
        /// The most terms.
        most: u8,
        /// The byte range of the factor.
        span: Range<usize>,
    },
}

impl LockError {
    /// Advice how to mend the lock.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Version { .. } => "run a version of magicgen that reads this lock",
            Self::Twice { .. } => "remove one of the two, as in a merge conflict",
            Self::Toml { .. }
            | Self::Method { .. }
            | Self::Number { .. }
            | Self::Text { .. }
            | Self::Length { .. }
            | Self::Shift { .. }
            | Self::NoSquare { .. }
            | Self::Contradiction { .. }
            | Self::Before { .. }
            | Self::Terms { .. } => {
                "restore the lock from version control, or delete it and generate again"
            }
        }
        .to_owned()
    }

    /// The byte range of the text that the error is about.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Toml { span, .. } => span.clone(),
            Self::Version { span, .. }
            | Self::Method { span, .. }
            | Self::Number { span, .. }
            | Self::Text { span, .. }
            | Self::Twice { span, .. }
            | Self::Length { span, .. }
            | Self::Shift { span, .. }
            | Self::NoSquare { span, .. }
            | Self::Contradiction { span, .. }
            | Self::Before { span, .. }
            | Self::Terms { span, .. } => Some(span.clone()),
        }
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml { message, .. } => f.write_str(message.trim_end()),
            Self::Version { version, .. } => {
                let known: Vec<_> = LOCK_VERSIONS.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "unknown lock-version {version}; this magicgen reads {}",
                    known.join(", ")
                )
            }
            Self::Method { unknown, .. } => unknown.fmt(f),
            Self::Number { text, .. } => {
                write!(f, "`{text}` isn't a 64-bit number such as 0x0080001020400080")
            }
            Self::Text { key, flaw, .. } => write!(f, "the text of `{key}` {flaw}"),
            Self::Twice { key, .. } => write!(f, "`{key}` is there twice"),
            Self::Length { piece, given, wanted, .. } => {
                write!(f, "{given} numbers for {piece} instead of {wanted}")
            }
            Self::Shift { piece, bit, shift, most, .. } => {
                write!(
                    f,
                    "the shift {shift} of {piece} at bit {bit} is out of range for {most} bits"
                )
            }
            Self::NoSquare { piece, bit, .. } => {
                write!(f, "bit {bit} of {piece} isn't a square, so its numbers must be 0")
            }
            Self::Contradiction { key, piece, bit, given, wanted, .. } => {
                write!(f, "`{key}` of {piece}")?;
                if let Some(bit) = bit {
                    write!(f, " at bit {bit}")?;
                }
                write!(f, " is {given}, but the other numbers result in {wanted}")
            }
            Self::Before { piece, before, .. } => {
                write!(f, "a key of {piece} is shifted by {before} bits, but a word has 64")
            }
            Self::Terms { piece, bit, most, .. } => write!(
                f,
                "the factor of {piece} at bit {bit} isn't a sum of {most} powers of two less one"
            ),
        }
    }
}

impl std::error::Error for LockError {}
