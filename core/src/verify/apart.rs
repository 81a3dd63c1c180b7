//! Finds factors whose constants stand in an array of their own, which comes later. Constants are random numbers to look at: an
//! array that has a name has to say what it is.

use std::collections::BTreeSet;

use super::guess::{masks, may_be_factors};
use super::part::{self, Part};
use super::probe::Prober;
use super::runs::runs_of;
use super::settle::Run;
use super::table::{Column, Table};

/// Of the arrays that may be factors or constants, that of the constants is at most so many behind that of the factors.
const NEAR: usize = 4;

/// The most pairs of arrays that are tried. Each takes as long as a table with two columns of large numbers.
const MOST_PAIRS: usize = 64;

/// The runs of factors with the constants of a later array. For each, a table that joins the two is added.
pub(super) fn runs(prober: &mut Prober, tables: &mut Vec<Table>, before: &[Run]) -> Vec<Run> {
    let with_factors: BTreeSet<usize> = before.iter().map(|run| run.table).collect();
    let singles: Vec<usize> = (0..tables.len())
        .filter(|at| !with_factors.contains(at) && is_single(&tables[*at]))
        .collect();
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for (number, constants) in singles.iter().enumerate() {
        if may_be_constants(&tables[*constants]) {
            let before = singles[number.saturating_sub(NEAR)..number].iter().rev();
            let is_like = |at: &&usize| tables[**at].rows() == tables[*constants].rows();
            pairs.extend(before.filter(is_like).map(|factors| [*factors, *constants]));
        }
    }
    let mut found: Vec<Run> = Vec::new();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    for pair in pairs.into_iter().take(MOST_PAIRS) {
        if pair.iter().any(|at| taken.contains(at)) {
            continue;
        }
        let joined = joined(tables, pair);
        let (runs, _) = runs_of(prober, &joined);
        // Without the constants, the factors would have been found alone.
        let run = runs.into_iter().find(|run| run.taken[0] == 0 && run.taken.contains(&1));
        if let Some(run) = run {
            found.push(Run { table: tables.len(), number: before.len() + found.len(), ..run });
            tables.push(joined);
            taken.extend(pair);
        }
    }
    found
}

/// Whether a table is one array of words that may be factors, as it stands in the text.
fn is_single(table: &Table) -> bool {
    let [column] = table.columns.as_slice() else { return false };
    let parts = part::readings(table).into_iter().next().unwrap_or_default();
    let may_be = |part: &Part| may_be_factors(&part.words(column)) && masks(part, column).is_none();
    table.of == [None; 2] && !parts.is_empty() && parts.iter().all(may_be)
}

fn may_be_constants(table: &Table) -> bool {
    table.name.as_ref().is_none_or(|name| name.to_ascii_lowercase().contains("constant"))
}

fn joined(tables: &[Table], [factors, constants]: [usize; 2]) -> Table {
    let [of_factors, of_constants] = [&tables[factors], &tables[constants]];
    let other = Column { of: [1; 2], place: 0, ..of_constants.columns[0].clone() };
    Table {
        columns: vec![of_factors.columns[0].clone(), other],
        of: [Some(factors), Some(constants)],
        ..of_factors.clone()
    }
}
