//! Finds factors whose constants stand in a later array. Constants look like random numbers, so a named array counts
//! only if its name contains `constant`.

use std::collections::BTreeSet;

use super::guess::{masks, may_be_factors};
use super::part::{self, PieceRows};
use super::probe::Prober;
use super::runs::runs_of;
use super::settle::FactorRun;
use super::table::{SourceColumn, SourceTable};

/// The most steps from an array of factors to its constants, counting only arrays that may be either.
const NEAR: usize = 4;

/// The most pairs of arrays that are tried. Each takes as long as a table with two columns of large numbers.
const MOST_PAIRS: usize = 64;

/// The runs of factors with the constants of a later array. For each, a table that joins the two is added.
pub(super) fn runs(
    prober: &mut Prober,
    tables: &mut Vec<SourceTable>,
    before: &[FactorRun],
) -> Vec<FactorRun> {
    let with_factors: BTreeSet<usize> = before.iter().map(|run| run.table).collect();
    let mut pairs: Vec<(WordsLayout, [usize; 2])> = Vec::new();
    for words in WordsLayout::ALL {
        let singles: Vec<usize> = (0..tables.len())
            .filter(|at| !with_factors.contains(at) && may_be_either(&tables[*at], words))
            .collect();
        for (number, constants) in singles.iter().enumerate() {
            if may_be_constants(&tables[*constants]) {
                let before = singles[number.saturating_sub(NEAR)..number].iter().rev();
                let is_like = |at: &&usize| tables[**at].rows() == tables[*constants].rows();
                let like = before.filter(is_like);
                pairs.extend(like.map(|factors| (words, [*factors, *constants])));
            }
        }
    }
    let mut found: Vec<FactorRun> = Vec::new();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    for (words, pair) in pairs.into_iter().take(MOST_PAIRS) {
        if pair.iter().any(|at| taken.contains(at)) {
            continue;
        }
        let Some(joined) = joined(tables, words, pair) else { continue };
        let (runs, _) = runs_of(prober, &joined);
        // Factors that work without constants have been found before.
        let run = runs.into_iter().find(|run| run.taken[0] == 0 && run.taken.contains(&1));
        if let Some(run) = run {
            found.push(FactorRun {
                table: tables.len(),
                number: before.len() + found.len(),
                ..run
            });
            tables.push(joined);
            taken.extend(pair);
        }
    }
    found
}

/// The layout of an array of words in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordsLayout {
    /// One number for each word.
    Whole,
    /// Two halves for each word, the low one first.
    LowFirst,
    /// Two halves for each word, the high one first.
    HighFirst,
}

impl WordsLayout {
    const ALL: [Self; 3] = [Self::Whole, Self::LowFirst, Self::HighFirst];

    /// The words of a table, if it is an array of this layout.
    fn of(self, table: &SourceTable) -> Option<&SourceColumn> {
        match (self, table.columns.as_slice()) {
            (Self::Whole, [word]) => Some(word),
            // Two halves, then the words that they make in either order.
            (Self::LowFirst, [_, _, word, _]) | (Self::HighFirst, [_, _, _, word]) => {
                Some(word).filter(|word| word.of == [0, 1])
            }
            _ => None,
        }
    }
}

/// Whether a table is one array of the text, with words that may be factors or constants.
fn may_be_either(table: &SourceTable, words: WordsLayout) -> bool {
    let Some(column) = words.of(table) else { return false };
    let parts = part::readings(table).into_iter().next().unwrap_or_default();
    let may_be =
        |part: &PieceRows| may_be_factors(&part.words(column)) && masks(part, column).is_none();
    table.of == [None; 2] && !parts.is_empty() && parts.iter().all(may_be)
}

fn may_be_constants(table: &SourceTable) -> bool {
    table.name.as_ref().is_none_or(|name| name.to_ascii_lowercase().contains("constant"))
}

/// A table that joins factors with constants from another array.
fn joined(
    tables: &[SourceTable],
    words: WordsLayout,
    [factors, constants]: [usize; 2],
) -> Option<SourceTable> {
    let [of_factors, of_constants] = [words.of(&tables[factors])?, words.of(&tables[constants])?];
    let first = SourceColumn { of: [0; 2], ..of_factors.clone() };
    let other = SourceColumn { of: [1; 2], place: 0, ..of_constants.clone() };
    Some(SourceTable {
        columns: vec![first, other],
        of: [Some(factors), Some(constants)],
        ..tables[factors].clone()
    })
}
