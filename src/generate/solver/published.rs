//! Published factors as tables: whole ones for packed lookups, and sets of factors from which a packing may be made.

use super::Solver;
use magicgen_board::Problem;
use magicgen_search::known::{Known, chess_part};
use magicgen_search::packing::{Goal, Packing, Placed, prove, shortest};
use magicgen_search::{Hash, Key};

impl Solver {
    /// The shortest known table that serves these pieces, if the config sets no effort and a known table is for exactly
    /// these pieces. It is proved, and no other unless it is for further pieces.
    pub(super) fn known_table(
        &self,
        goal: Goal,
        problems: &[&Problem],
        known: &[(Packing, bool)],
    ) -> Option<Packing> {
        if self.choices.effort.is_some() {
            return None;
        }
        let packings: Vec<Packing> = known.iter().map(|(known, _)| known.clone()).collect();
        let at = shortest(problems, goal, &packings)?;
        let serves =
            |(packing, is_whole): &(Packing, bool)| *is_whole && prove(problems, packing).is_ok();
        (known[at].1 || known.iter().any(serves)).then(|| packings[at].clone())
    }

    /// The published factors that suit the goal, and that a search may use.
    pub(super) fn serving(&self, goal: Goal) -> Vec<&'static Known> {
        self.choices.known_of_form(|hash, key| suits(hash, key, goal))
    }

    /// Known packings for these problems, not proved: whole tables to start a search from, and sets of factors that a
    /// search may use. Each with true if it is for exactly these pieces.
    pub(crate) fn known_packings(&self, goal: Goal, problems: &[&Problem]) -> Vec<(Packing, bool)> {
        let names = names(problems);
        let mut packings = Vec::new();
        for known in self.serving(goal) {
            let Some(mut packing) = as_packing(known, goal, problems, &names) else { continue };
            let serves_others = |(at, problem): (usize, &&Problem)| {
                let piece = known.piece_named(names[at]);
                piece.is_some_and(|piece| piece.magics.len() > problem.squares().len())
            };
            // A table for further squares is too long for these alone: only its factors are useful.
            if problems.iter().enumerate().any(serves_others) {
                packing.pieces.iter_mut().flatten().for_each(|place| place.offset = 0);
            }
            packings.push((packing, known.pieces.len() == problems.len()));
        }
        packings
    }
}

/// True if published factors suit the goal. If the goal leaves the key's constant free, every constant suits it.
pub(super) fn suits(hash: Hash, key: Key, goal: Goal) -> bool {
    hash == goal.hash && (key == goal.key || goal.key == Key::Constant)
}

/// A published table as a packing. A table without offsets gets offsets of 0: only its factors are useful.
pub(super) fn as_packing(
    known: &Known,
    goal: Goal,
    problems: &[&Problem],
    names: &[Option<&str>],
) -> Option<Packing> {
    let mut pieces = Vec::new();
    for (problem, name) in problems.iter().zip(names) {
        let known_piece = known.piece_named(*name);
        let magics = known_piece.map_or(&[][..], |piece| &piece.magics[..]);
        let here = magics.iter().filter(|known| problem.square(known.bit).is_some());
        let placed = here.map(|known| Placed {
            bit: known.bit,
            magic: known.magic,
            offset: known.offset.unwrap_or(0),
        });
        pieces.push(placed.collect::<Vec<Placed>>());
    }
    let is_empty = pieces.iter().all(Vec::is_empty);
    (!is_empty).then(|| Packing { goal, pieces, entries: known.entries.unwrap_or(0) })
}

/// The name under which known factors are for each of the problems.
pub(super) fn names(problems: &[&Problem]) -> Vec<Option<&'static str>> {
    problems.iter().map(|problem| chess_part(problem)).collect()
}

/// The ids of those of `serving` with factors in a packing, the most used set first.
pub(super) fn used(serving: &[&Known], problems: &[&Problem], packing: &Packing) -> Vec<String> {
    let names = names(problems);
    let mut counted = Vec::new();
    for known in serving {
        let mut count = 0;
        for (name, places) in names.iter().zip(&packing.pieces) {
            let Some(piece) = known.piece_named(*name) else { continue };
            let is_from = |place: &&Placed| {
                let magic = piece.magic(place.bit).map(|known| known.magic.factor);
                magic == Some(place.magic.factor)
            };
            count += places.iter().filter(is_from).count();
        }
        counted.push((count, known.id.clone()));
    }
    counted.retain(|(count, _)| *count > 0);
    counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let most = counted.first().map_or(0, |(count, _)| *count);
    // A set with all factors is credited alone: its credit names the sets from which it was made.
    let total: usize = packing.pieces.iter().map(Vec::len).sum();
    counted.truncate(if most == total { 1 } else { 4 });
    counted.into_iter().map(|(_, id)| id).collect()
}
