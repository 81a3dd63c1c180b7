//! Any text in, such as a chess program's source, a lock file or a list; a [`Report`] on the magic factors in it
//! out.
//!
//! Nothing that the text says about itself is believed: the numbers are tried as factors of rook and bishop, with
//! the mask and with its complement as key, as one multiplication of 64 bits and as two of 32, with every order of
//! squares, and with the shifts and offsets that stand beside them. What works on most squares is what was meant;
//! where it doesn't work on the others, two occupancies show it.

mod group;
mod guess;
mod marks;
mod orientation;
mod part;
mod placement;
mod probe;
mod report;
mod scan;
mod settle;
mod sharing;
mod show;
mod table;
mod write;

pub use report::{
    EntryOrder, Failure, FailureKind, Finding, Hex, Key, Longest, Orientation, Place, Report, Rows,
    Shift, Skipped, SkippedKind, Slider, Status,
};
pub use sharing::{Sharing, Table, TableClash, TableSquare};

use guess::{CHANCE, guesses, may_be_factors};
use part::Part;
use probe::Prober;
use settle::{Readings, Run, Settler};
use table::Table as Numbers;

/// Finds and checks all magic factors in a text.
#[must_use]
pub fn examine(text: &str) -> Report {
    let tokens = scan::scan(text);
    let found = table::tables(&tokens);
    let mut prober = Prober::new();
    let mut runs: Vec<Run> = Vec::new();
    let mut most: Vec<usize> = Vec::new();
    for (index, table) in found.tables.iter().enumerate() {
        let (new, good) = runs_of(&mut prober, table, index, runs.len());
        runs.extend(new);
        most.push(good);
    }
    let with_factors = |table: &usize| runs.iter().any(|run| run.table == *table);
    let pool: Vec<usize> = (0..found.tables.len()).filter(|table| !with_factors(table)).collect();
    let mut settler =
        Settler { prober: &mut prober, tables: &found.tables, pool, runs: runs.len() };
    let settled: Vec<_> = runs.iter().map(|run| settler.settle(run)).collect();
    let mut report = write::report(&mut settler, &settled, &orientation::read(&tokens));
    let pool = std::mem::take(&mut settler.pool);
    let used: Vec<usize> = settled
        .iter()
        .flatten()
        .flat_map(|part| [part.shifts, part.offsets])
        .flatten()
        .map(|source| source.table)
        .collect();
    let left: Vec<usize> = pool.into_iter().filter(|table| !used.contains(table)).collect();
    write::skipped(&mut report, &prober, &found.tables, &left, &most);
    report.longest = found.longest.map(|(numbers, first_line, last_line)| Longest {
        numbers,
        first_line,
        last_line,
    });
    report
}

/// The columns of a table that hold factors, and the most squares on which any column works.
fn runs_of(prober: &mut Prober, table: &Numbers, index: usize, before: usize) -> (Vec<Run>, usize) {
    let mut most = 0;
    let mut found: Vec<(usize, Run)> = Vec::new();
    let readings = part::readings(table);
    let large: Vec<usize> = (0..table.columns.len())
        .filter(|column| {
            let column = &table.columns[*column];
            readings
                .first()
                .is_some_and(|parts| parts.iter().all(|part| may_be_factors(&part.words(column))))
                && !readings
                    .iter()
                    .flatten()
                    .any(|part| guess::masks(prober, part, column).is_some())
        })
        .collect();
    for column in &large {
        let mut best: Option<(usize, Run)> = None;
        for constants in
            std::iter::once(None).chain(large.iter().filter(|other| *other != column).map(Some))
        {
            // A number to add is only looked for where factors alone leave much to be desired.
            let enough = best.as_ref().map_or(0, |(good, run)| good + 8 * run.parts.len());
            if constants.is_some()
                && enough >= 64 * best.as_ref().map_or(1, |best| best.1.parts.len())
            {
                break;
            }
            for parts in &readings {
                let Some((good, parts)) =
                    read(prober, table, *column, constants.copied(), parts, &mut most)
                else {
                    continue;
                };
                let margin = if constants.is_some() { 4 } else { 0 };
                if best.as_ref().is_none_or(|(other, _)| good > other + margin) {
                    let taken = std::iter::once(*column).chain(constants.copied()).collect();
                    best = Some((good, Run { table: index, taken, parts, number: 0 }));
                }
            }
        }
        found.extend(best);
    }
    let best = found.iter().map(|(good, _)| *good).max().unwrap_or(0);
    found.retain(|(good, run)| *good == best || *good >= 56 * run.parts.len());
    let mut runs: Vec<Run> = found.into_iter().map(|(_, run)| run).collect();
    let taken: Vec<usize> = runs.iter().flat_map(|run| run.taken.clone()).collect();
    for (number, run) in runs.iter_mut().enumerate() {
        run.number = before + number;
        run.taken.extend(&taken);
    }
    (runs, most)
}

/// Reads a column as factors: how many squares work, and the readings of each part. `None` where it is chance.
fn read(
    prober: &mut Prober,
    table: &Numbers,
    column: usize,
    constants: Option<usize>,
    parts: &[Part],
    most: &mut usize,
) -> Option<(usize, Vec<Readings>)> {
    let mut good = 0;
    let mut all = Vec::new();
    for part in parts {
        let factors = part.words(&table.columns[column]);
        let constants = constants.map(|constants| part.words(&table.columns[constants]));
        let (guesses, works) = guesses(prober, part.mode, &factors, constants.as_deref());
        *most = works.max(*most);
        let best = guesses.first()?;
        good += best.good_fixed;
        all.push((part.clone(), guesses));
    }
    (good > CHANCE * parts.len()).then_some((good, all))
}
