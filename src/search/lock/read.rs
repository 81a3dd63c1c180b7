//! The lock's text in; a [`Lock`] out, or the place that is wrong.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use toml::Spanned;

use super::{LOCK_VERSIONS, Lock, LockError, LockedOutput, LockedProblem, Places};
use crate::search::Magic;

/// Read first and alone, so that a later version's keys aren't called unknown.
#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Version {
    lock_version: Spanned<i64>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(rename = "lock-version")]
    _lock_version: i64,
    #[serde(default)]
    problem: Vec<Entry>,
    #[serde(default)]
    output: Vec<Output>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    hash: Spanned<String>,
    piece: String,
    method: Spanned<String>,
    seed: Spanned<Number>,
    effort: Spanned<Number>,
    #[serde(default)]
    known: Vec<String>,
    table: Option<String>,
    found: Spanned<Number>,
    entries: Spanned<Number>,
    factor: Spanned<Vec<Spanned<String>>>,
    shift: Spanned<Vec<Spanned<u8>>>,
    before: Option<Spanned<Vec<u8>>>,
    constant: Option<Spanned<Vec<Spanned<String>>>>,
    offset: Option<Spanned<Vec<u32>>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Output {
    id: Spanned<String>,
    path: String,
    digest: String,
}

/// An integer of TOML, or a text where it would have to be negative there.
struct Number(Result<u64, String>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Both;
        impl Visitor<'_> for Both {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0")
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
                Ok(Number(u64::try_from(value).map_err(|_| value.to_string())))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
                Ok(Number(Ok(value)))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                Ok(Number(factor(text).ok_or_else(|| text.to_owned())))
            }
        }
        deserializer.deserialize_any(Both)
    }
}

/// As written: `0x` and 16 digits, small letters. Other spellings would not survive a round trip.
fn factor(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 16)?;
    let plain = digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    plain.then(|| u64::from_str_radix(digits, 16).ok())?
}

fn number(number: Spanned<Number>) -> Result<u64, LockError> {
    let span = number.span();
    number.into_inner().0.map_err(|text| LockError::Number { text, span })
}

impl From<toml::de::Error> for LockError {
    fn from(error: toml::de::Error) -> Self {
        Self::Toml { message: error.message().to_owned(), span: error.span() }
    }
}

impl Entry {
    fn check(self) -> Result<LockedProblem, LockError> {
        let method = self.method.get_ref().parse();
        let method =
            method.map_err(|unknown| LockError::Method { unknown, span: self.method.span() })?;
        let factors = self.factor.span();
        let shifts = self.shift.span();
        let (factor_list, shift_list) = (self.factor.into_inner(), self.shift.into_inner());
        if factor_list.len() != shift_list.len() {
            let (given, wanted) = (shift_list.len(), factor_list.len());
            return Err(LockError::Length { piece: self.piece, given, wanted, span: shifts });
        }
        let mut places =
            Places { factors, shifts, factor: spans(&factor_list), shift: spans(&shift_list) };
        places.factor.shrink_to_fit();
        let word = |text: &Spanned<String>| {
            let wrong = || LockError::Number { text: text.get_ref().clone(), span: text.span() };
            factor(text.get_ref()).ok_or_else(wrong)
        };
        let wanted = factor_list.len();
        let length = |given: usize, span: Range<usize>| {
            let piece = self.piece.clone();
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
            for (magic, before) in magics.iter_mut().zip(before.get_ref()) {
                magic.before = (*before).min(63);
            }
        }
        if let Some(constants) = &self.constant {
            length(constants.get_ref().len(), constants.span())?;
            for (magic, constant) in magics.iter_mut().zip(constants.get_ref()) {
                magic.constant = word(constant)?;
            }
        }
        Ok(LockedProblem {
            magics,
            offsets: self.offset.map(Spanned::into_inner),
            known: self.known,
            table: self.table,
            hash: self.hash.into_inner(),
            piece: self.piece,
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

impl FromStr for Lock {
    type Err = LockError;

    fn from_str(text: &str) -> Result<Self, LockError> {
        let version = toml::from_str::<Version>(text)?.lock_version;
        if !LOCK_VERSIONS.contains(version.get_ref()) {
            return Err(LockError::Version { version: *version.get_ref(), span: version.span() });
        }
        let file: File = toml::from_str(text)?;
        let mut lock = Self::default();
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
        for Output { id, path, digest } in file.output {
            let span = id.span();
            let id = id.into_inner();
            if !seen.insert(id.clone()) {
                return Err(LockError::Twice { key: id, span });
            }
            lock.outputs.push(LockedOutput { id, path, digest });
        }
        lock.sort();
        Ok(lock)
    }
}
