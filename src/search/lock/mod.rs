//! `magicgen.lock`: what was found, by problem and method, and what was last written.
//!
//! Text in, [`Lock`] out, and back without a byte's difference. Nothing here is believed: a [`Solution`] that
//! comes from a lock is to be proved, and spans tell where in the text a wrong number stands.

mod error;
mod every;
mod read;
mod write;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub use error::LockError;
pub use every::every_error;

use super::prove::MOST_BITS;
use super::{Kind, Magic, Method, Solution, problem_hash};
use crate::geometry::{Problem, SquareProblem};

/// The text under which a lock keeps pieces that share a table: the problems together, and the place of each among
/// them.
#[must_use]
pub fn table_hash(problems: &[&Problem], place: usize) -> String {
    let mut hasher = blake3::Hasher::new();
    for problem in problems {
        hasher.update(problem_hash(problem).as_bytes());
    }
    format!("blake3:{}#{place}", hasher.finalize().to_hex())
}

/// Versions that can be read; the last is written.
pub const LOCK_VERSIONS: &[i64] = &[1];

/// A lock file.
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
    /// The piece's name when it was found; for readers only.
    pub piece: String,
    /// How the factors are meant.
    pub method: Method,
    /// The seed of the search.
    pub seed: u64,
    /// The effort of the search, as a config states it.
    pub effort: u64,
    /// Whose published factors were taken, by id.
    pub known: Vec<String>,
    /// The table that the piece shares with others, where they were found together: [`table_hash`].
    pub table: Option<String>,
    /// Squares with a factor.
    pub found: u64,
    /// The sum of all index ranges.
    pub entries: u64,
    /// By bit index; factor 0 and shift 0 where there is no square.
    pub magics: Vec<Magic>,
    /// By bit index, where ranges begin, where that was found too.
    pub offsets: Option<Vec<u32>>,
    /// Where it was read, to speak of what is wrong.
    pub places: Places,
}

/// Byte ranges in the text that a [`LockedProblem`] was read from; none in one that is new.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The array of factors.
    pub factors: Range<usize>,
    /// The array of shifts.
    pub shifts: Range<usize>,
    /// Each factor, quotes included.
    pub factor: Vec<Range<usize>>,
    /// Each shift.
    pub shift: Vec<Range<usize>>,
}

impl PartialEq for Places {
    /// Where something stands is no part of what it says.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Places {}

/// What an output last was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedOutput {
    /// The output's id in the config.
    pub id: String,
    /// Where it was written.
    pub path: String,
    /// The digest of what was written.
    pub digest: String,
}

impl LockedProblem {
    /// What to keep of a solution.
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

    /// The same, as a part of a table of so many entries that was found as a whole.
    #[must_use]
    pub fn in_table(self, table: String, offsets: Vec<u32>, entries: usize) -> Self {
        Self { table: Some(table), offsets: Some(offsets), entries: entries as u64, ..self }
    }

    /// What no two entries have in common.
    fn key(&self) -> (&str, Method, Option<&str>) {
        (&self.hash, self.method, self.table.as_deref())
    }

    /// The solution, still to be proved.
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
        let mut magics = Vec::with_capacity(problem.squares().len());
        for (bit, magic) in (0..).zip(&self.magics) {
            let piece = || self.piece.clone();
            let place =
                |places: &[Range<usize>]| places.get(usize::from(bit)).cloned().unwrap_or_default();
            if let Some(square) = problem.square(bit) {
                if magic.shift >= most || magic.shift < most - widest {
                    let (shift, span) = (magic.shift, place(&self.places.shift));
                    return Err(LockError::Shift { piece: piece(), bit, shift, most, span });
                }
                let constant = kind.key().constant(hash, bit, square.mask, magic.factor);
                let constant = constant.unwrap_or(magic.constant);
                magics.push((bit, Magic { constant, ..*magic }));
            } else if (magic.factor, magic.shift) != (0, 0) {
                let span = place(&self.places.factor);
                return Err(LockError::NoSquare { piece: piece(), bit, span });
            }
        }
        Ok(Solution { method: self.method, magics, candidates: 0 })
    }
}

/// The most index bits that an entry may have. A table of rows has as many entries a square as the longest range, so a
/// shift that is far from any need would cost much memory.
fn widest(kind: Kind, problem: &Problem) -> u8 {
    if kind.is_group() {
        return MOST_BITS;
    }
    let bits = problem.squares().iter().map(SquareProblem::bits).max().unwrap_or(0);
    // What a search may add.
    (bits + 2).min(MOST_BITS)
}

impl Lock {
    /// What is kept, in the order of the file.
    #[must_use]
    pub fn problems(&self) -> &[LockedProblem] {
        &self.problems
    }

    /// What was last written, in the order of the file.
    #[must_use]
    pub fn outputs(&self) -> &[LockedOutput] {
        &self.outputs
    }

    /// What was written once, belongs to no output any more, and is still there.
    #[must_use]
    pub fn orphans(&self) -> &[LockedOutput] {
        &self.orphans
    }

    /// What is kept for a problem and a method. `hash` is the [`problem_hash`].
    #[must_use]
    pub fn entry(&self, hash: &str, method: Method) -> Option<&LockedProblem> {
        self.entry_in(hash, method, None)
    }

    /// What is kept for a problem as a part of a table.
    #[must_use]
    pub fn entry_in(
        &self,
        hash: &str,
        method: Method,
        table: Option<&str>,
    ) -> Option<&LockedProblem> {
        self.problems.iter().find(|entry| entry.key() == (hash, method, table))
    }

    /// The solution kept for a problem and a method, still to be proved.
    pub fn find(&self, problem: &Problem, method: Method) -> Result<Option<Solution>, LockError> {
        let entry = self.entry(&problem_hash(problem), method);
        entry.map(|entry| entry.solution(problem)).transpose()
    }

    /// Keeps an entry, in place of one for the same problem and method.
    pub fn insert(&mut self, entry: LockedProblem) {
        self.problems.retain(|old| old.key() != entry.key());
        self.problems.push(entry);
        self.sort();
    }

    /// Keeps what was written, in place of an output with the same id.
    pub fn insert_output(&mut self, output: LockedOutput) {
        self.outputs.retain(|old| old.id != output.id);
        self.outputs.push(output);
        self.sort();
    }

    /// Keeps what is still there although no output makes it.
    pub fn set_orphans(&mut self, orphans: Vec<LockedOutput>) {
        self.orphans = orphans;
    }

    /// Forgets the problems and outputs that `problem` and `output` don't want.
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
