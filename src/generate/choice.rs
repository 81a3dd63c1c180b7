//! A job whose variant is to be chosen by size in; the job with the fastest variant that fits out.

use super::{Solver, module};
use crate::axes::{Content, Placement};
use crate::config::Job;
use crate::error::Error;
use crate::geometry::{Problem, Walk};
use crate::model::{Module, Presence, Storage};
use crate::variant::Form;

/// The job itself, or under `max-bytes` the one of the fastest variant whose tables and fields fit.
///
/// Variants are tried in the order of measured lookups ([`fastest_first`](crate::variant::fastest_first)). What is found
/// for one that doesn't fit is not kept.
pub fn choose<'a>(job: &'a Job, solver: &mut Solver) -> Result<&'a Job, Error> {
    let Some(budget) = &job.budget else { return Ok(job) };
    let floor = Floor::new(job);
    // What the chosen variant needs is found here, and taken from the lock when its file is made.
    solver.keeps = true;
    let mut smallest: Option<(&'static str, usize)> = None;
    for candidate in std::iter::once(job).chain(&budget.others) {
        if floor.bytes(candidate.form) > budget.max_bytes {
            continue;
        }
        let (lock, searched) = (solver.lock.clone(), solver.searched);
        let bytes = match module(candidate, solver) {
            Ok(module) => bytes(&module),
            // A variant that this board has no room for, or whose factors nobody may search here, is none to choose.
            Err(Error::Unfit { .. } | Error::NotFound { .. } | Error::NotPacked { .. }) => {
                (solver.lock, solver.searched) = (lock, searched);
                continue;
            }
            Err(Error::NotLocked { .. }) => continue,
            Err(error) => return Err(error),
        };
        if bytes <= budget.max_bytes {
            return Ok(candidate);
        }
        (solver.lock, solver.searched) = (lock, searched);
        if smallest.is_none_or(|(_, least)| bytes < least) {
            smallest = Some((candidate.variant.id, bytes));
        }
    }
    let (id, max_bytes) = (job.id.clone(), budget.max_bytes);
    Err(Error::TooLarge { id, max_bytes, smallest })
}

/// Bytes of everything that a file holds: tables, and what is known by square.
fn bytes(module: &Module) -> usize {
    let present = |presence| presence != Presence::Absent;
    let tables = module.tables.iter().filter(|table| present(module.table(table)));
    let tables: usize = tables.map(crate::model::Table::bytes).sum();
    let mut fields = 0;
    for piece in &module.pieces {
        for column in piece.fields.columns() {
            if present(module.field(piece, column.field)) {
                fields += column.values.len() * column.field.storage().bytes();
            }
        }
    }
    tables + fields
}

/// Bytes below which no table of a variant is to be hoped for, so that it isn't searched in vain.
struct Floor {
    /// All attack sets, each once.
    sets: usize,
    /// Index ranges of all squares, laid end to end.
    slots: usize,
}

impl Floor {
    fn new(job: &Job) -> Self {
        let mut floor = Self { sets: 0, slots: 0 };
        let mut sets = Vec::new();
        for piece in &job.pieces {
            let walk = Walk::new(&piece.piece, &job.mapping);
            let Ok(problem) = Problem::new(&walk, job.mapping.squares()) else { continue };
            for square in problem.squares() {
                let attacks = problem.attacks(*square);
                floor.slots += attacks.len();
                sets.extend_from_slice(attacks);
            }
        }
        sets.sort_unstable();
        sets.dedup();
        floor.sets = sets.len();
        floor
    }

    fn bytes(&self, form: Form) -> usize {
        let word = Storage::Word.bytes();
        let Some(axes) = form.axes() else { return 0 };
        // Ranges overlapped take 73 % of what they take end to end in the best packing known, where a mask after the load
        // lets squares share slots 49 %.
        let slots = match axes.placement {
            Placement::Overlapped => self.slots * 2 / 3,
            Placement::Shared => self.slots * 2 / 5,
            Placement::Rows | Placement::Nested | Placement::Consecutive => 0,
        };
        // Each attack set stands somewhere as a word: only a mask after the load, or a line by itself, does with fewer.
        let sets = if axes.by_line || axes.is_post_masked { 0 } else { self.sets };
        let cell = axes.cell.facts();
        let slots = slots * cell.storage.bytes();
        match cell.content {
            Content::AttackSet => slots.max(sets * word),
            Content::Deposited => slots,
            Content::Index => slots + sets * word,
        }
    }
}
