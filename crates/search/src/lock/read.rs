//! Reads a lock's text, and tells the place of the first error.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use toml::Spanned;

use super::{LOCK_VERSIONS, Lock, LockError, LockedOutput, LockedProblem, Places};
use crate::Magic;
use crate::read::ReadError;
use crate::text::{Flaw, check_id, check_line};
use magicgen_board::WORD_BITS;

/// The version alone, which is read first, so that keys of a later version aren't reported as unknown.
#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Version {
    lock_version: Spanned<i64>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct LockFile {
    #[serde(rename = "lock-version")]
    _lock_version: i64,
    #[serde(default)]
    problem: Vec<LockEntry>,
    #[serde(default)]
    output: Vec<OutputEntry>,
    #[serde(default)]
    orphan: Vec<OutputEntry>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct LockEntry {
    hash: Spanned<String>,
    piece: Spanned<String>,
    method: Spanned<String>,
    seed: Spanned<LockNumber>,
    effort: Spanned<LockNumber>,
    #[serde(default)]
    known: Vec<Spanned<String>>,
    table: Option<Spanned<String>>,
    found: Spanned<LockNumber>,
    entries: Spanned<LockNumber>,
    factor: Spanned<Vec<Spanned<String>>>,
    shift: Spanned<Vec<Spanned<u8>>>,
    before: Option<Spanned<Vec<Spanned<u8>>>>,
    constant: Option<Spanned<Vec<Spanned<String>>>>,
    offset: Option<Spanned<Vec<Spanned<u32>>>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct OutputEntry {
    id: Spanned<String>,
    path: Spanned<String>,
    digest: Spanned<String>,
}

/// A number of 64 bits: an integer of TOML, or a text for numbers that TOML's signed integers can't hold. The error is
/// the text given.
struct LockNumber(Result<u64, String>);

impl<'de> Deserialize<'de> for LockNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Both;
        impl Visitor<'_> for Both {
            type Value = LockNumber;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0")
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<LockNumber, E> {
                Ok(LockNumber(u64::try_from(value).map_err(|_| value.to_string())))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<LockNumber, E> {
                Ok(LockNumber(Ok(value)))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<LockNumber, E> {
                Ok(LockNumber(factor(text).ok_or_else(|| text.to_owned())))
            }
        }
        deserializer.deserialize_any(Both)
    }
}

/// The number of a text of `0x` and 16 digits with small letters. Other spellings are refused, since they would be
/// written back differently.
fn factor(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 16)?;
    let plain = digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    plain.then(|| u64::from_str_radix(digits, 16).ok())?
}

/// A text of the lock after a check, since it is copied into files and messages.
fn checked(
    key: &'static str,
    text: Spanned<String>,
    check: fn(&str) -> Result<(), Flaw>,
) -> Result<String, LockError> {
    match check(text.get_ref()) {
        Ok(()) => Ok(text.into_inner()),
        Err(flaw) => Err(LockError::Text { key, flaw, span: text.span() }),
    }
}

fn number(number: Spanned<LockNumber>) -> Result<u64, LockError> {
    let span = number.span();
    number.into_inner().0.map_err(|text| LockError::Number { text, span })
}

impl From<ReadError> for LockError {
    fn from(error: ReadError) -> Self {
        Self::Toml { message: error.message().to_owned(), span: error.span() }
    }
}

impl LockEntry {
    fn check(self) -> Result<LockedProblem, LockError> {
        let hash = checked("hash", self.hash, check_line)?;
        let piece = checked("piece", self.piece, check_line)?;
        let table = self.table.map(|table| checked("table", table, check_line)).transpose()?;
        let known: Result<_, _> =
            self.known.into_iter().map(|id| checked("known", id, check_id)).collect();
        let method = self.method.get_ref().parse();
        let method =
            method.map_err(|unknown| LockError::Method { unknown, span: self.method.span() })?;
        let factors = self.factor.span();
        let shifts = self.shift.span();
        let (factor_list, shift_list) = (self.factor.into_inner(), self.shift.into_inner());
        if factor_list.len() != shift_list.len() {
            let (given, wanted) = (shift_list.len(), factor_list.len());
            return Err(LockError::Length { piece, given, wanted, span: shifts });
        }
        let mut places = Places {
            factors,
            shifts,
            factor: spans(&factor_list),
            shift: spans(&shift_list),
            offset: self.offset.as_ref().map_or_else(Vec::new, |list| spans(list.get_ref())),
            found: self.found.span(),
            entries: self.entries.span(),
            ..Places::default()
        };
        places.factor.shrink_to_fit();
        let word = |text: &Spanned<String>| {
            let wrong = || LockError::Number { text: text.get_ref().clone(), span: text.span() };
            factor(text.get_ref()).ok_or_else(wrong)
        };
        let wanted = factor_list.len();
        let length = |given: usize, span: Range<usize>| {
            let piece = piece.clone();
            if given == wanted {
                Ok(())
            } else {
                Err(LockError::Length { piece, given, wanted, span })
            }
        };
        if let Some(offsets) = &self.offset {
            length(offsets.get_ref().len(), offsets.span())?;
        }
        let magics = factor_list.iter().zip(shift_list);
        let magics = magics.map(|(text, shift)| Ok(Magic::white(word(text)?, shift.into_inner())));
        let mut magics = magics.collect::<Result<Vec<Magic>, LockError>>()?;
        if let Some(before) = &self.before {
            length(before.get_ref().len(), before.span())?;
            places.before = spans(before.get_ref());
            for (magic, before) in magics.iter_mut().zip(before.get_ref()) {
                let (number, span) = (*before.get_ref(), before.span());
                if number >= WORD_BITS {
                    return Err(LockError::Before { piece, before: number, span });
                }
                magic.before = number;
            }
        }
        if let Some(constants) = &self.constant {
            length(constants.get_ref().len(), constants.span())?;
            places.constant = spans(constants.get_ref());
            for (magic, constant) in magics.iter_mut().zip(constants.get_ref()) {
                magic.constant = word(constant)?;
            }
        }
        Ok(LockedProblem {
            magics,
            offsets: self
                .offset
                .map(|list| list.into_inner().into_iter().map(Spanned::into_inner).collect()),
            known: known?,
            table,
            hash,
            piece,
            method,
            seed: number(self.seed)?,
            effort: number(self.effort)?,
            found: number(self.found)?,
            entries: number(self.entries)?,
            places,
        })
    }
}

fn spans<T>(list: &[Spanned<T>]) -> Vec<Range<usize>> {
    list.iter().map(Spanned::span).collect()
}

impl OutputEntry {
    fn check(self) -> Result<LockedOutput, LockError> {
        Ok(LockedOutput {
            id: checked("id", self.id, check_line)?,
            path: checked("path", self.path, check_line)?,
            digest: checked("digest", self.digest, check_line)?,
        })
    }
}

impl FromStr for Lock {
    type Err = LockError;

    fn from_str(text: &str) -> Result<Self, LockError> {
        let version = crate::read::from_str::<Version>(text)?.lock_version;
        if !LOCK_VERSIONS.contains(version.get_ref()) {
            return Err(LockError::Version { version: *version.get_ref(), span: version.span() });
        }
        checked_file(crate::read::from_str(text)?)
    }
}

impl Lock {
    /// The lock of a text that the program ships, whose form is [`from_plain`](crate::read::from_plain)'s. It has no places.
    pub fn shipped(text: &str) -> Result<Self, LockError> {
        checked_file(crate::read::from_plain(text)?)
    }
}

fn checked_file(file: LockFile) -> Result<Lock, LockError> {
    let mut lock = Lock::default();
    let mut seen = BTreeSet::new();
    for entry in file.problem {
        let span = entry.hash.span();
        let entry = entry.check()?;
        if !seen.insert((entry.hash.clone(), entry.method.id(), entry.table.clone())) {
            return Err(LockError::Twice { key: entry.hash, span });
        }
        lock.problems.push(entry);
    }
    let mut seen = BTreeSet::new();
    for output in file.output {
        let span = output.id.span();
        let output = output.check()?;
        if !seen.insert(output.id.clone()) {
            return Err(LockError::Twice { key: output.id, span });
        }
        lock.outputs.push(output);
    }
    lock.orphans = file.orphan.into_iter().map(OutputEntry::check).collect::<Result<_, _>>()?;
    lock.sort();
    Ok(lock)
}
