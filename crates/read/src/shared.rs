//! Joins short lists of shared factors with columns of choices, which tell each square's factor.

use std::collections::{BTreeMap, BTreeSet};

use super::guess::{Guess, Terms, guesses};
use super::hopes::Hopes;
use super::list::ShortArray;
use super::part::{self, PieceRows};
use super::probe::{KeyStep, Prober};
use super::settle::{ColumnSource, FactorRun};
use super::table::{SourceColumn, SourceTable};

/// The most lists with columns of choices that are tried. Real texts have a few.
const MOST_LISTS: usize = 1024;

/// The most columns that are tried as the choices among a list's words. The nearest are tried.
const MOST_CHOICES: usize = 4;

/// The most columns that are tried as the right shifts of keys. The nearest are tried.
const MOST_SHIFTS: usize = 16;

/// Joins lists of words with columns of choices. Joined tables that hold factors are added to `tables`, and a run for
/// each is returned; `number` is the number of the first. `computed` holds right shifts of keys that the text computes
/// from the square.
pub(super) fn runs(
    prober: &mut Prober,
    tables: &mut Vec<SourceTable>,
    lists: &[ShortArray],
    computed: &[[u8; 64]],
    number: usize,
) -> Vec<FactorRun> {
    let mut choices: BTreeMap<usize, Vec<ColumnSource>> = BTreeMap::new();
    for source in columns(tables, |column| is_choice(column).is_some()) {
        if let Some(words) = is_choice(&tables[source.table].columns[source.column]) {
            choices.entry(words).or_default().push(source);
        }
    }
    let shifts =
        columns(tables, |column| column.values.iter().all(|value| (0..64).contains(value)));
    let mut found: Vec<(Vec<u64>, ChosenFactors)> = Vec::new();
    let fitting = |list: &ShortArray| choices.get(&list.words.len());
    for (list, fitting) in
        lists.iter().filter_map(|list| Some((list, fitting(list)?))).take(MOST_LISTS)
    {
        let chosen = nearest(tables, fitting, list.lines, MOST_CHOICES)
            .into_iter()
            .find_map(|choice| chosen(prober, tables, list, choice, (&shifts, computed)));
        let Some(chosen) = chosen else { continue };
        match found.iter_mut().find(|(words, _)| *words == either_way(&list.words)) {
            Some((_, best)) if best.rank() < chosen.rank() => *best = chosen,
            Some(_) => {}
            None => found.push((either_way(&list.words), chosen)),
        }
    }
    let mut runs = Vec::new();
    for (number, (_, ChosenFactors { table, taken, parts })) in (number..).zip(found) {
        runs.push(FactorRun { table: tables.len(), taken, parts: vec![parts], number });
        tables.push(table);
    }
    runs
}

/// A list joined with its choices: a table with a factor for each square.
struct ChosenFactors {
    table: SourceTable,
    /// The columns of the table that are neither shifts nor offsets.
    taken: Vec<usize>,
    parts: (PieceRows, Vec<Guess>),
}

impl ChosenFactors {
    fn rank(&self) -> (usize, i64) {
        self.parts.1[0].rank()
    }
}

/// A form of the words that is the same if their halves are swapped, since one array may have been read in both ways.
fn either_way(words: &[u64]) -> Vec<u64> {
    words.iter().map(|word| (*word).min(word.rotate_left(32))).collect()
}

/// The columns of 64 rows for which `is_like` is true.
fn columns(tables: &[SourceTable], is_like: impl Fn(&SourceColumn) -> bool) -> Vec<ColumnSource> {
    let mut found = Vec::new();
    for (number, table) in tables.iter().enumerate().filter(|(_, table)| table.rows() == 64) {
        for (column, _) in table.columns.iter().enumerate().filter(|(_, one)| is_like(one)) {
            found.push(ColumnSource { table: number, column });
        }
    }
    found
}

/// The number of words that a column chooses among, if it uses each of them.
fn is_choice(column: &SourceColumn) -> Option<usize> {
    let distinct: BTreeSet<i128> = column.values.iter().copied().collect();
    let is_dense = distinct.iter().zip(0..).all(|(value, wanted)| *value == wanted);
    (is_dense && (2..64).contains(&distinct.len())).then_some(distinct.len())
}

/// The columns that are nearest to these lines, at most `most`, the nearest first. Equally near columns keep their
/// order.
fn nearest(
    tables: &[SourceTable],
    sources: &[ColumnSource],
    lines: (usize, usize),
    most: usize,
) -> Vec<ColumnSource> {
    let distance = |source: &ColumnSource| {
        let there = tables[source.table].lines;
        there.0.abs_diff(lines.1).min(lines.0.abs_diff(there.1))
    };
    let mut all: Vec<(usize, usize)> =
        sources.iter().enumerate().map(|(at, source)| (distance(source), at)).collect();
    if all.len() > most {
        all.select_nth_unstable(most);
        all.truncate(most);
    }
    all.sort_unstable();
    all.into_iter().map(|(_, at)| sources[at]).collect()
}

/// The table that a list and its choices make, with the right shifts of keys with which it works best.
fn chosen(
    prober: &mut Prober,
    tables: &[SourceTable],
    list: &ShortArray,
    choice: ColumnSource,
    (shifts, computed): (&[ColumnSource], &[[u8; 64]]),
) -> Option<ChosenFactors> {
    let of = &tables[choice.table];
    let part = part::readings(of).into_iter().flatten().next()?;
    let choices = &of.columns[choice.column];
    let word = |value: &i128| i128::from(list.words[*value as usize]);
    let factors = SourceColumn {
        values: choices.values.iter().map(word).collect(),
        label: None,
        place: 0,
        of: [0; 2],
        ..choices.clone()
    };
    let factors = if of.is_made {
        let line = |value: &i128| list.at[*value as usize];
        SourceColumn { lines: choices.values.iter().map(line).collect(), ..factors }
    } else {
        factors
    };
    let words = part.words(&factors);
    let mut best: Option<(Option<ColumnSource>, Vec<Guess>)> = None;
    let near = nearest(tables, shifts, of.lines, MOST_SHIFTS);
    let amounts = |source: ColumnSource| {
        let column = &tables[source.table].columns[source.column];
        part.values(column).into_iter().map(|value| value as u8).collect()
    };
    let columns = near.into_iter().map(|source| (Some(source), Some(amounts(source))));
    let computed = computed.iter().map(|amounts| (None, Some(amounts.to_vec())));
    for (shift, amounts) in std::iter::once((None, None)).chain(computed).chain(columns) {
        let before: Option<Vec<KeyStep>> =
            amounts.map(|amounts: Vec<u8>| amounts.into_iter().map(KeyStep::shift).collect());
        let words = Terms { factors: &words, constants: None, before: before.as_deref() };
        let (guesses, _) = guesses(prober, part.mode, words, &Hopes::ALL);
        let rank = |guesses: &[Guess]| guesses.first().map(Guess::rank);
        if rank(&guesses) > best.as_ref().and_then(|(_, guesses)| rank(guesses)) {
            best = Some((shift, guesses));
        }
    }
    let (shift, guesses) = best?;
    let mut taken = vec![0, choice.column + 1];
    taken.extend(shift.filter(|shift| shift.table == choice.table).map(|shift| shift.column + 1));
    let others = of
        .columns
        .iter()
        .map(|column| SourceColumn { of: column.of.map(|column| column + 1), ..column.clone() });
    let table = SourceTable {
        columns: std::iter::once(factors).chain(others).collect(),
        name: list.name.clone(),
        marks: of.marks.clone(),
        lines: list.lines,
        of: [Some(choice.table), shift.map(|shift| shift.table)],
        is_made: false,
    };
    Some(ChosenFactors { table, taken, parts: (part, guesses) })
}
