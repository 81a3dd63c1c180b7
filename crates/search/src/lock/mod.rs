//! `magicgen.lock`: the factors found for each problem and method, and the files last written.
//!
//! A lock is read from its text and written back without a byte's difference. Its contents aren't trusted: a
//! [`Solution`] that comes from a lock has to be proved, and byte ranges tell where in the text a wrong number stands.

mod error;
mod every;
mod read;
mod write;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub use error::LockError;
pub use every::every_error;

use super::prove::{ADDED_BITS, MOST_BITS};
use super::{FactorKind, Magic, Method, Solution, Width, added, problem_hash, shifts};
use magicgen_board::{Problem, SquareProblem};

/// The text under which a lock keeps a piece that shares a table with others: `blake3:`, the hash of all their
/// problems, and the place of this piece among them. `hashes` has the [`problem_hash`] of each.
#[must_use]
pub fn table_hash(hashes: &[String], place: usize) -> String {
    let mut hasher = blake3::Hasher::new();
    for hash in hashes {
        hasher.update(hash.as_bytes());
    }
    format!("blake3:{}#{place}", hasher.finalize().to_hex())
}

/// The versions that can be read. The last of them is written.
pub const LOCK_VERSIONS: &[i64] = &[1];

/// The contents of a lock file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    problems: Vec<LockedProblem>,
    outputs: Vec<LockedOutput>,
    orphans: Vec<LockedOutput>,
}

/// The factors of one problem by one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedProblem {
    /// [`problem_hash`] of the problem.
    pub hash: String,
    /// The piece's name when the factors were found, for human readers only.
    pub piece: String,
    /// The method of the factors.
    pub method: Method,
    /// The seed of the search.
    pub seed: u64,
    /// The effort of the search, as a config states it.
    pub effort: u64,
    /// The ids of published factors that were used.
    pub known: Vec<String>,
    /// The [`table_hash`] of the table that the piece shares with others, if they were found together.
    pub table: Option<String>,
    /// The number of squares with a factor.
    pub found: u64,
    /// The number of table entries: the sum of all index ranges, or the length of a shared table.
    pub entries: u64,
    /// The magic of each bit index; factor 0 and shift 0 where there is no square.
    pub magics: Vec<Magic>,
    /// The start of the index range of each bit index, if ranges were laid out as well.
    pub offsets: Option<Vec<u32>>,
    /// The byte ranges that the numbers were read from, for error messages.
    pub places: Places,
}

/// The byte ranges of the text that a [`LockedProblem`] was read from; empty in one that wasn't read.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The array of factors.
    pub factors: Range<usize>,
    /// The array of shifts.
    pub shifts: Range<usize>,
    /// Each factor, with its quotes.
    pub factor: Vec<Range<usize>>,
    /// Each shift.
    pub shift: Vec<Range<usize>>,
    /// Each shift of a key.
    pub before: Vec<Range<usize>>,
    /// Each constant, with its quotes.
    pub constant: Vec<Range<usize>>,
    /// Each offset.
    pub offset: Vec<Range<usize>>,
    /// The number of squares with a factor.
    pub found: Range<usize>,
    /// The number of entries.
    pub entries: Range<usize>,
}

/// The range of the number at a bit index, from one of the lists of [`Places`].
#[must_use]
pub fn place_at(list: &[Range<usize>], bit: u8) -> Range<usize> {
    list.get(usize::from(bit)).cloned().unwrap_or_default()
}

impl PartialEq for Places {
    /// Always true: two problems are equal wherever they stand in a text.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Places {}

/// The state in which an output was last written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedOutput {
    /// The output's id in the config.
    pub id: String,
    /// The path of the written file.
    pub path: String,
    /// The digest of the written file.
    pub digest: String,
}

impl LockedProblem {
    /// The entry that keeps a solution.
    #[must_use]
    pub fn new(
        problem: &Problem,
        piece: &str,
        solution: &Solution,
        seed: u64,
        effort: u64,
    ) -> Self {
        let none = Magic::white(0, 0);
        let magics = (0..problem.indices).map(|bit| solution.magic(bit).unwrap_or(none)).collect();
        Self {
            hash: problem_hash(problem),
            piece: piece.to_owned(),
            method: solution.method,
            seed,
            effort,
            known: Vec::new(),
            table: None,
            found: solution.magics.len() as u64,
            entries: solution.entries(problem) as u64,
            magics,
            offsets: None,
            places: Places::default(),
        }
    }

    /// The same entry as a part of a table of `entries` entries that was found as a whole.
    #[must_use]
    pub fn in_table(self, table: String, offsets: Vec<u32>, entries: usize) -> Self {
        Self { table: Some(table), offsets: Some(offsets), entries: entries as u64, ..self }
    }

    /// The key of the entry, by which no two entries are equal.
    fn key(&self) -> (&str, Method, Option<&str>) {
        (&self.hash, self.method, self.table.as_deref())
    }

    /// The solution, which has yet to be proved.
    pub fn solution(&self, problem: &Problem) -> Result<Solution, LockError> {
        let wanted = usize::from(problem.indices);
        if self.magics.len() != wanted {
            let (piece, span) = (self.piece.clone(), self.places.factors.clone());
            return Err(LockError::Length { piece, given: self.magics.len(), wanted, span });
        }
        if let Some(offsets) = self.offsets.as_ref().filter(|offsets| offsets.len() != wanted) {
            let (piece, span) = (self.piece.clone(), self.places.shifts.clone());
            return Err(LockError::Length { piece, given: offsets.len(), wanted, span });
        }
        let Method { hash, kind, .. } = self.method;
        let most = hash.product_bits();
        let widest = widest(kind, problem);
        let piece = || self.piece.clone();
        let mut magics = Vec::with_capacity(problem.squares().len());
        for (bit, magic) in (0..).zip(&self.magics) {
            let Some(square) = problem.square(bit) else {
                self.check_empty(bit, *magic)?;
                continue;
            };
            if magic.shift >= most || magic.shift < most - widest {
                let (shift, span) = (magic.shift, place_at(&self.places.shift, bit));
                return Err(LockError::Shift { piece: piece(), bit, shift, most, span });
            }
            if let Some(wanted) = self.wanted_shift(&square, *magic)
                && wanted != u64::from(magic.shift)
            {
                return Err(LockError::Contradiction {
                    key: "shift",
                    piece: piece(),
                    bit: Some(bit),
                    given: magic.shift.into(),
                    wanted,
                    span: place_at(&self.places.shift, bit),
                });
            }
            let constant = kind.key().constant(hash, bit, square.mask, magic.factor);
            let constant = constant.unwrap_or(magic.constant);
            magics.push((bit, Magic { constant, ..*magic }));
        }
        Ok(Solution { method: self.method, magics, candidates: 0 })
    }

    /// The shift that follows from the other numbers, or from a mask without squares, which every shift would suit.
    fn wanted_shift(&self, square: &SquareProblem, magic: Magic) -> Option<u64> {
        let Method { hash, width, kind } = self.method;
        if kind.has_shift_in_factor() {
            Some(magic.factor >> 58)
        } else {
            let is_free = square.mask == 0 && width == Width::Own && !kind.is_group();
            is_free.then(|| hash.shift(0).into())
        }
    }

    /// Checks two facts that the proof of the solution doesn't show: numbers that follow from others are right, and
    /// lookups can add up the terms of a factor.
    pub fn check(&self, problem: &Problem, solution: &Solution) -> Result<(), LockError> {
        self.check_counts(problem, solution)?;
        self.check_terms(solution)
    }

    /// Checks that there is no number at a bit index without a square.
    fn check_empty(&self, bit: u8, magic: Magic) -> Result<(), LockError> {
        let places = &self.places;
        let offset = self.offsets.as_ref().and_then(|offsets| offsets.get(usize::from(bit)));
        let numbers = [
            (magic.factor, &places.factor),
            (magic.shift.into(), &places.shift),
            (magic.before.into(), &places.before),
            (magic.constant, &places.constant),
            (offset.copied().unwrap_or(0).into(), &places.offset),
        ];
        match numbers.into_iter().find(|(number, _)| *number != 0) {
            None => Ok(()),
            Some((_, list)) => {
                let (piece, span) = (self.piece.clone(), place_at(list, bit));
                Err(LockError::NoSquare { piece, bit, span })
            }
        }
    }

    /// Checks the numbers of squares and of entries. The proof of a packing counts the entries of a table that pieces
    /// share.
    fn check_counts(&self, problem: &Problem, solution: &Solution) -> Result<(), LockError> {
        let entries = if self.table.is_some() {
            self.entries
        } else if self.method.kind.is_group() {
            let shift = solution.magics.first().map_or(0, |(_, magic)| magic.shift);
            1 << (self.method.hash.product_bits() - shift).min(63)
        } else {
            solution.entries(problem) as u64
        };
        let places = &self.places;
        for (key, given, wanted, span) in [
            ("found", self.found, solution.magics.len() as u64, &places.found),
            ("entries", self.entries, entries, &places.entries),
        ] {
            if given != wanted {
                let (piece, span) = (self.piece.clone(), span.clone());
                return Err(LockError::Contradiction {
                    key,
                    piece,
                    bit: None,
                    given,
                    wanted,
                    span,
                });
            }
        }
        Ok(())
    }

    /// Checks that a factor for shifts and additions has no more terms than lookups add up.
    fn check_terms(&self, solution: &Solution) -> Result<(), LockError> {
        if self.method.kind != FactorKind::ShiftAdd {
            return Ok(());
        }
        let most = added(solution);
        let too_many = |(_, magic): &&(u8, Magic)| shifts(magic.factor, most).is_none();
        match solution.magics.iter().find(too_many) {
            None => Ok(()),
            Some((bit, _)) => {
                let (piece, span) = (self.piece.clone(), place_at(&self.places.factor, *bit));
                Err(LockError::Terms { piece, bit: *bit, most, span })
            }
        }
    }
}

/// The most index bits that an entry may have. A table with a row for each square has rows as long as the longest
/// range, so that a wrong shift with needlessly many index bits would take much memory.
fn widest(kind: FactorKind, problem: &Problem) -> u8 {
    if kind.is_group() {
        return MOST_BITS;
    }
    let bits = problem.squares().iter().map(SquareProblem::bits).max().unwrap_or(0);
    (bits + ADDED_BITS).min(MOST_BITS)
}

impl Lock {
    /// The factors that are kept, in the order of the file.
    #[must_use]
    pub fn problems(&self) -> &[LockedProblem] {
        &self.problems
    }

    /// The outputs last written, in the order of the file.
    #[must_use]
    pub fn outputs(&self) -> &[LockedOutput] {
        &self.outputs
    }

    /// Files that were written once, no longer belong to any output, and still exist.
    #[must_use]
    pub fn orphans(&self) -> &[LockedOutput] {
        &self.orphans
    }

    /// The factors kept for a problem and a method. `hash` is the [`problem_hash`].
    #[must_use]
    pub fn entry(&self, hash: &str, method: Method) -> Option<&LockedProblem> {
        self.entry_in(hash, method, None)
    }

    /// The factors kept for a problem and a method as a part of a table. `table` is the [`table_hash`].
    #[must_use]
    pub fn entry_in(
        &self,
        hash: &str,
        method: Method,
        table: Option<&str>,
    ) -> Option<&LockedProblem> {
        self.problems.iter().find(|entry| entry.key() == (hash, method, table))
    }

    /// The solution kept for a problem and a method, which has yet to be proved.
    pub fn find(&self, problem: &Problem, method: Method) -> Result<Option<Solution>, LockError> {
        let entry = self.entry(&problem_hash(problem), method);
        entry.map(|entry| entry.solution(problem)).transpose()
    }

    /// Keeps an entry, and drops the old entry for the same problem, method and table.
    pub fn insert(&mut self, entry: LockedProblem) {
        self.problems.retain(|old| old.key() != entry.key());
        self.problems.push(entry);
        self.sort();
    }

    /// Keeps an output that was written, and drops the old one with the same id.
    pub fn insert_output(&mut self, output: LockedOutput) {
        self.outputs.retain(|old| old.id != output.id);
        self.outputs.push(output);
        self.sort();
    }

    /// Keeps the files that still exist although no output makes them, in place of all earlier ones.
    pub fn set_orphans(&mut self, orphans: Vec<LockedOutput>) {
        self.orphans = orphans;
    }

    /// Drops the problems for which `problem` is false, and the outputs for which `output` is false.
    pub fn retain(
        &mut self,
        problem: impl FnMut(&LockedProblem) -> bool,
        output: impl FnMut(&LockedOutput) -> bool,
    ) {
        self.problems.retain(problem);
        self.outputs.retain(output);
    }

    fn sort(&mut self) {
        self.problems.sort_by_cached_key(|entry| {
            (entry.piece.clone(), entry.method.id(), entry.hash.clone(), entry.table.clone())
        });
        self.outputs.sort_by(|one, other| one.id.cmp(&other.id));
    }
}
