//! Chooses the fastest variant whose tables and fields fit into `max-bytes`.

use super::{Solver, module};
use crate::config::Job;
use crate::error::Error;
use magicgen_board::{Problem, Walk};
use magicgen_ir::Storage;
use magicgen_lookup::axes::{Placement, SlotNumber};
use magicgen_lookup::model::{Module, Presence};
use magicgen_lookup::variant::Form;

/// The job itself or, with `max-bytes`, its fastest variant whose tables and fields fit.
///
/// Variants are tried in the order of measured lookups ([`fastest_first`](crate::order::fastest_first)). Factors
/// found for a variant that doesn't fit aren't kept.
pub fn choose<'a>(job: &'a Job, solver: &mut Solver) -> Result<&'a Job, Error> {
    let Some(budget) = &job.budget else { return Ok(job) };
    let floor = Floor::new(job);
    // Factors for the chosen variant are found here, and taken from the lock when its file is made.
    solver.keeps = true;
    let mut smallest: Option<(&'static str, usize)> = None;
    for candidate in std::iter::once(job).chain(&budget.others) {
        if floor.bytes(candidate.form) > budget.max_bytes {
            continue;
        }
        let (lock, searched) = (solver.lock.clone(), solver.searched);
        let bytes = match module(candidate, solver) {
            Ok(module) => bytes(&module),
            // A variant isn't chosen if it doesn't fit this board or its factors can't be found or packed.
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

/// The number of bytes of all tables and fields in a module's file.
fn bytes(module: &Module) -> usize {
    let is_present = |presence| presence != Presence::Absent;
    let tables = module.tables.iter().filter(|table| is_present(module.table(table)));
    let tables: usize = tables.map(magicgen_ir::Table::bytes).sum();
    let mut fields = 0;
    for piece in &module.pieces {
        for column in piece.fields.columns() {
            if is_present(module.field(piece, column.field)) {
                fields += column.values.len() * column.field.storage().bytes();
            }
        }
    }
    tables + fields
}

/// Lower bounds for the sizes of tables, so that no time is spent on variants that can't fit.
struct Floor {
    /// The number of distinct attack sets.
    sets: usize,
    /// The number of slots of all squares' index ranges if no two ranges overlap.
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

    /// A lower bound for the size of a form's tables, in bytes.
    fn bytes(&self, form: Form) -> usize {
        let word = Storage::Word.bytes();
        let Some(axes) = form.axes() else { return 0 };
        // In the best known packing, overlapped ranges need 73 % of the slots of separate ranges; if squares share
        // slots under a post-mask, 49 %.
        let slots = match axes.placement {
            Placement::Overlapped => self.slots * 2 / 3,
            Placement::Shared => self.slots * 2 / 5,
            Placement::Rows | Placement::Nested | Placement::Consecutive => 0,
        };
        // The tables hold each attack set as a word, unless lookups cut it out with a post-mask or join it from lines.
        let sets = if axes.by_line || axes.is_post_masked { 0 } else { self.sets };
        let cell = axes.cell.facts();
        let slots = slots * cell.storage.bytes();
        match cell.content {
            SlotNumber::AttackSet => slots.max(sets * word),
            SlotNumber::Deposited | SlotNumber::Spread => slots,
            SlotNumber::Index => slots + sets * word,
        }
    }
}
