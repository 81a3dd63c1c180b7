//! The letters of a text in Betza's notation, and the modifiers in front of an atom.

use super::direction::Selector;
use super::{BetzaError, BetzaErrorKind, Purpose};

/// The text, and the position up to which it has been read.
pub(super) struct BetzaLetters<'t> {
    text: &'t str,
    pub(super) at: usize,
}

impl<'t> BetzaLetters<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self, BetzaError> {
        match text.char_indices().find(|(_, letter)| !letter.is_ascii()) {
            Some((at, letter)) => Err(BetzaError { at, kind: BetzaErrorKind::NotAscii(letter) }),
            None => Ok(Self { text, at: 0 }),
        }
    }

    /// The next letter.
    pub(super) fn peek(&self) -> Option<char> {
        self.ahead(0)
    }

    /// The letter after `count` others.
    pub(super) fn ahead(&self, count: usize) -> Option<char> {
        self.text.as_bytes().get(self.at + count).map(|byte| char::from(*byte))
    }

    /// Reads `letter` if it is the next one.
    pub(super) fn accept(&mut self, letter: char) -> bool {
        let is_next = self.peek() == Some(letter);
        self.at += usize::from(is_next);
        is_next
    }

    /// An error at the next letter.
    pub(super) fn error(&self, kind: BetzaErrorKind) -> BetzaError {
        BetzaError { at: self.at, kind }
    }

    /// The error for a next letter that isn't understood.
    pub(super) fn unknown(&self, letter: char) -> BetzaError {
        self.error(match letter {
            '0'..='9' => BetzaErrorKind::NumberPlace,
            ']' => BetzaErrorKind::ClosedTwice,
            _ => BetzaErrorKind::Unknown(letter),
        })
    }

    /// The range behind an atom; `None` if there is none, and 0 if it has no limit.
    pub(super) fn range(&mut self) -> Result<Option<u8>, BetzaError> {
        let start = self.at;
        let digits = self.text[start..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let range = if digits > 2 { None } else { self.text[start..start + digits].parse().ok() };
        let range = range.ok_or_else(|| self.error(BetzaErrorKind::LongRange))?;
        self.at += digits;
        Ok(Some(range))
    }
}

/// The lower-case letters in front of an atom or a bracket.
#[derive(Default)]
pub(super) struct Modifiers {
    /// The directions, whose moves add up; all directions if there is none.
    pub(super) directions: Vec<Selector>,
    /// True with `i`.
    pub(super) is_first: bool,
    is_quiet: bool,
    is_capture: bool,
    /// `n`, `j`, `p` or `g`, and its position.
    pub(super) manner: Option<(char, usize)>,
}

impl Modifiers {
    /// Reads the modifiers up to the atom or bracket, which has to follow.
    pub(super) fn read(letters: &mut BetzaLetters<'_>) -> Result<Self, BetzaError> {
        let start = letters.at;
        let mut modifiers = Self::default();
        loop {
            let Some(letter) = letters.peek() else {
                return Err(BetzaError { at: start, kind: BetzaErrorKind::NoAtomBehind });
            };
            let flag = match letter {
                'A'..='Z' | '[' => return Ok(modifiers),
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                    modifiers.directions.push(Selector::read(letters)?);
                    continue;
                }
                'n' | 'j' | 'p' | 'g' => {
                    modifiers.set_manner(letter, letters)?;
                    letters.at += 1;
                    continue;
                }
                'm' => &mut modifiers.is_quiet,
                'c' => &mut modifiers.is_capture,
                'i' => &mut modifiers.is_first,
                _ => return Err(letters.unknown(letter)),
            };
            if std::mem::replace(flag, true) {
                return Err(letters.error(BetzaErrorKind::Repeated(letter)));
            }
            letters.at += 1;
        }
    }

    fn set_manner(&mut self, letter: char, letters: &BetzaLetters<'_>) -> Result<(), BetzaError> {
        match self.manner.replace((letter, letters.at)) {
            None => Ok(()),
            Some((other, _)) if other == letter => {
                Err(letters.error(BetzaErrorKind::Repeated(letter)))
            }
            Some((other, _)) => Err(letters.error(BetzaErrorKind::TwoManners(other, letter))),
        }
    }

    /// What the moves are for.
    pub(super) const fn purpose(&self) -> Purpose {
        match (self.is_quiet, self.is_capture) {
            (true, false) => Purpose::Quiet,
            (false, true) => Purpose::Capture,
            _ => Purpose::Attack,
        }
    }
}
