//! What can be wrong with a lock, and where.

use std::fmt;
use std::ops::Range;

use super::LOCK_VERSIONS;
use crate::search::UnknownMethod;
use crate::text::Flaw;

/// Why a lock can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockError {
    /// No TOML, or a key that is unknown, missing or of the wrong type.
    Toml {
        /// In the parser's words.
        message: String,
        /// Where, if it knows.
        span: Option<Range<usize>>,
    },
    /// A version from another time.
    Version {
        /// As given.
        version: i64,
        /// Where.
        span: Range<usize>,
    },
    /// No such method.
    Method {
        /// The id.
        unknown: UnknownMethod,
        /// Where.
        span: Range<usize>,
    },
    /// A text that is no number of 64 bits.
    Number {
        /// The text.
        text: String,
        /// Where.
        span: Range<usize>,
    },
    /// A text that can't go on into a file or a message.
    Text {
        /// The key.
        key: &'static str,
        /// What is wrong with it.
        flaw: Flaw,
        /// Where.
        span: Range<usize>,
    },
    /// Two entries for one problem and method, or two outputs with one id.
    Twice {
        /// The hash, or the id.
        key: String,
        /// Where the later one is.
        span: Range<usize>,
    },
    /// Not as many factors as shifts, or not one for each bit.
    Length {
        /// The entry's piece.
        piece: String,
        /// Entries given.
        given: usize,
        /// Entries wanted.
        wanted: usize,
        /// Where.
        span: Range<usize>,
    },
    /// A shift that leaves no index, or one that is too long.
    Shift {
        /// The entry's piece.
        piece: String,
        /// The bit index.
        bit: u8,
        /// The shift.
        shift: u8,
        /// Bits of the product.
        most: u8,
        /// Where.
        span: Range<usize>,
    },
    /// A factor or a shift at a bit that is no square.
    NoSquare {
        /// The entry's piece.
        piece: String,
        /// The bit index.
        bit: u8,
        /// Where.
        span: Range<usize>,
    },
}

impl LockError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Version { .. } => "run a magicgen that knows this version of the lock",
            Self::Twice { .. } => "remove one of the two, as after a merge",
            Self::Toml { .. }
            | Self::Method { .. }
            | Self::Number { .. }
            | Self::Text { .. }
            | Self::Length { .. }
            | Self::Shift { .. }
            | Self::NoSquare { .. } => {
                "restore the lock from version control, or delete it and generate again"
            }
        }
        .to_owned()
    }

    /// Bytes of the text that the error is about.
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
            | Self::NoSquare { span, .. } => Some(span.clone()),
        }
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml { message, .. } => f.write_str(message.trim_end()),
            Self::Version { version, .. } => {
                let known: Vec<_> = LOCK_VERSIONS.iter().map(ToString::to_string).collect();
                write!(f, "lock-version {version} is unknown; known: {}", known.join(", "))
            }
            Self::Method { unknown, .. } => unknown.fmt(f),
            Self::Number { text, .. } => {
                write!(f, "`{text}` is no number of 64 bits, like 0x0080001020400080")
            }
            Self::Text { key, flaw, .. } => write!(f, "the text of `{key}` {flaw}"),
            Self::Twice { key, .. } => write!(f, "`{key}` is there twice"),
            Self::Length { piece, given, wanted, .. } => {
                write!(f, "{given} numbers for {piece}, but {wanted} are wanted")
            }
            Self::Shift { piece, bit, shift, most, .. } => {
                write!(
                    f,
                    "the shift {shift} of {piece} at bit {bit} is out of range for {most} bits"
                )
            }
            Self::NoSquare { piece, bit, .. } => {
                write!(f, "bit {bit} of {piece} is no square, so its factor and shift are 0")
            }
        }
    }
}

impl std::error::Error for LockError {}
