//! Finds the columns of tables that hold factors, each with all of its readings.

use rayon::prelude::*;

use super::guess::{
    CHANCE, Guess, Terms, forced, guesses, masks, may_be_factors, may_want_constants,
};
use super::hopes::Hopes;
use super::part::{self, PieceRows};
use super::probe::{KeyStep, Prober};
use super::settle::{FactorRun, Readings};
use super::slider::Slider;
use super::table::SourceTable;
use crate::Watch;

/// The most arrays of factors in one text that are examined. Each takes time, since its squares are tried with all
/// occupancies and its shifts and offsets are searched for; real texts have a few.
const MOST_RUNS: usize = 2048;

/// The number of tables that are read in parallel before the runs are compared with [`MOST_RUNS`]. Larger chunks could
/// read slow tables in vain. Columns of factors that fail on a few squares are slowest, since any other column may hold
/// their constants.
const SIDE_BY_SIDE: usize = 64;

/// The columns of all tables that hold factors, and for each table whether any of its columns works on more squares
/// than chance allows. If there are too many arrays of factors, the rest of the tables is left out of both lists.
pub(super) fn all(
    prober: &mut Prober,
    tables: &[SourceTable],
    watch: &Watch,
) -> (Vec<FactorRun>, Vec<bool>) {
    let mut runs: Vec<FactorRun> = Vec::new();
    let mut near: Vec<bool> = Vec::new();
    for (at, chunk) in tables.chunks(SIDE_BY_SIDE).enumerate() {
        let first = at * SIDE_BY_SIDE;
        watch.step(first as u64, tables.len() as u64);
        for (new, is_near) in side_by_side(prober, chunk) {
            if runs.len() >= MOST_RUNS {
                return (runs, near);
            }
            let table = near.len();
            for run in new {
                runs.push(FactorRun { table, number: runs.len(), ..run });
            }
            near.push(is_near);
        }
    }
    (runs, near)
}

/// The result of [`runs_of`] for each table, found on all cores if there is more than one table.
fn side_by_side(prober: &mut Prober, tables: &[SourceTable]) -> Vec<(Vec<FactorRun>, bool)> {
    if let [table] = tables {
        return vec![runs_of(prober, table)];
    }
    let hints = prober.hints;
    tables.par_iter().map_init(|| Prober::new(&hints), runs_of).collect()
}

/// The columns of a table that hold factors, and whether any column works on more squares than chance allows. The table
/// and the number of each run are still 0.
pub(super) fn runs_of(prober: &mut Prober, table: &SourceTable) -> (Vec<FactorRun>, bool) {
    let mut is_near = false;
    let mut found: Vec<(usize, FactorRun)> = Vec::new();
    let readings = part::readings(table);
    let large: Vec<usize> = (0..table.columns.len())
        .filter(|column| {
            let column = &table.columns[*column];
            readings
                .first()
                .is_some_and(|parts| parts.iter().all(|part| may_be_factors(&part.words(column))))
                && !readings.iter().flatten().any(|part| masks(part, column).is_some())
        })
        .collect();
    for column in &large {
        let mut hopes_of = |part: &PieceRows| match large.len() {
            1 => Hopes::ALL,
            _ => Hopes::of(prober, part.mode, &part.words(&table.columns[*column])),
        };
        let hopes: Vec<Vec<Hopes>> =
            readings.iter().map(|parts| parts.iter().map(&mut hopes_of).collect()).collect();
        let mut best: Option<(usize, FactorRun)> = None;
        let mut may_want = None;
        for constants in
            std::iter::once(None).chain(large.iter().filter(|other| *other != column).map(Some))
        {
            // Constants are only tried if the factors alone work on too few squares.
            let enough = best.as_ref().map_or(0, |(good, run)| good + 8 * run.parts.len());
            if constants.is_some()
                && (enough >= 64 * best.as_ref().map_or(1, |best| best.1.parts.len())
                    || hopes.iter().flatten().all(|hopes| hopes.most() == 0))
            {
                break;
            }
            if constants.is_some() && best.is_none() {
                let may = *may_want.get_or_insert_with(|| {
                    let mut parts = readings.iter().flatten();
                    parts.any(|part| {
                        let factors = part.words(&table.columns[*column]);
                        may_want_constants(prober, part.mode, &factors)
                    })
                });
                if !may {
                    break;
                }
            }
            for (parts, hopes) in readings.iter().zip(&hopes) {
                // A column's constants have to make several more squares work.
                let margin = if constants.is_some() { 4 } else { 0 };
                let most: usize = hopes.iter().map(Hopes::most).sum();
                let wanted = best.as_ref().map_or(0, |(good, _)| good + margin);
                if constants.is_some() && is_near && most <= wanted {
                    continue;
                }
                let columns = (*column, constants.copied());
                let Some((good, parts)) = read(prober, table, columns, parts, hopes, &mut is_near)
                else {
                    continue;
                };
                if best.is_none() || good > wanted {
                    let all = std::iter::once(*column).chain(constants.copied());
                    let halves =
                        |column: usize| [column].into_iter().chain(table.columns[column].of);
                    let taken = all.flat_map(halves).collect();
                    best = Some((good, FactorRun { table: 0, taken, parts, number: 0 }));
                }
            }
        }
        found.extend(best);
    }
    let best = found.iter().map(|(good, _)| *good).max().unwrap_or(0);
    found.retain(|(good, run)| *good == best || *good >= 56 * run.parts.len());
    // X-ray attacks go through the first blocker, so it is no mistake if their factors fail for plain attacks.
    let is_x_ray = table
        .name
        .as_ref()
        .is_some_and(|name| name.replace('_', "").to_ascii_lowercase().contains("xray"));
    found.retain(|(good, run)| !is_x_ray || *good == 64 * run.parts.len());
    // A half belongs to one word only: of two columns that are made of the same half, the better one is taken.
    found.sort_by_key(|(good, _)| std::cmp::Reverse(*good));
    let mut halves: Vec<usize> = Vec::new();
    found.retain(|(_, run)| {
        let of = table.columns[run.taken[0]].of;
        let is_free = of.iter().all(|column| !halves.contains(column));
        if is_free {
            halves.extend(of);
        }
        is_free
    });
    found.sort_by_key(|(_, run)| run.taken[0]);
    let mut runs: Vec<FactorRun> = found.into_iter().map(|(_, run)| run).collect();
    let taken: Vec<usize> = runs.iter().flat_map(|run| run.taken.clone()).collect();
    for run in &mut runs {
        run.taken.extend(&taken);
    }
    (runs, is_near)
}

/// Reads a column as factors, with the constants of another column if there is one. The result is the number of squares
/// that work and the readings of each part; `None` if it may be a coincidence.
fn read(
    prober: &mut Prober,
    table: &SourceTable,
    (column, constants): (usize, Option<usize>),
    parts: &[PieceRows],
    hopes: &[Hopes],
    is_near: &mut bool,
) -> Option<(usize, Vec<Readings>)> {
    let mut good = 0;
    let mut all = Vec::new();
    for (part, hopes) in parts.iter().zip(hopes) {
        let factors = part.words(&table.columns[column]);
        let constants = constants.map(|constants| part.words(&table.columns[constants]));
        let words = Terms { factors: &factors, constants: constants.as_deref(), before: None };
        let (mut read, works) = guesses(prober, part.mode, words, hopes);
        *is_near |= works;
        let folds = prober.hints.folds.then_some([KeyStep::FOLD; 64]);
        let shifts = prober.hints.shifts.into_iter().flatten();
        for before in folds.into_iter().chain(shifts.map(|shifts| shifts.map(KeyStep::shift))) {
            if read.first().is_some_and(|best| best.fixed().1 == 64) {
                break;
            }
            let words = Terms { before: Some(&before), ..words };
            let (stepped, works) = guesses(prober, part.mode, words, &Hopes::ALL);
            *is_near |= works;
            if stepped.first().map(Guess::rank) > read.first().map(Guess::rank) {
                read = stepped;
            }
        }
        if let Some(best) = read.first() {
            good += best.good_fixed.max(best.fixed().1);
        } else if parts.len() == 1 {
            return None;
        }
        all.push((part.clone(), read));
    }
    let alive = all.iter().filter(|(_, guesses)| !guesses.is_empty()).count();
    // If one half of a table works, the other half must be meant as factors as well.
    let like = all.iter().find_map(|(_, guesses)| guesses.first().cloned())?;
    let other = if like.piece == Slider::Rook { Slider::Bishop } else { Slider::Rook };
    for (part, guesses) in all.iter_mut().filter(|(_, guesses)| guesses.is_empty()) {
        let factors = part.words(&table.columns[column]);
        if !may_be_factors(&factors) {
            return None;
        }
        guesses.push(forced(prober, other, &like, &factors));
    }
    (good > CHANCE * alive).then_some((good, all))
}
