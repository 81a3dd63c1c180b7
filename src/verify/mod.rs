//! Any text in, such as a chess program's source, a lock file or a list; a [`Report`] on the magic factors in it
//! out.
//!
//! Nothing that the text says about itself is believed: the numbers are tried as factors of rook and bishop, with
//! the mask and with its complement as key, as one multiplication of 64 bits and as two of 32, with every order of
//! squares, and with the shifts and offsets that stand beside them. What works on most squares is what was meant;
//! where it doesn't work on the others, two occupancies show it.

mod group;
mod guess;
mod keep;
mod marks;
mod number;
mod offsets;
mod orientation;
mod part;
mod placement;
mod preprocessor;
mod probe;
mod report;
mod scan;
mod settle;
mod sharing;
mod show;
mod sibling;
mod slider;
mod startup;
mod strings;
mod syntax;
mod table;
mod token;
mod write;

use std::path::Path;

pub use report::{
    EntryOrder, Failure, FailureKind, Finding, Hex, Longest, Orientation, Place, Report, Rows,
    Searched, Shift, Skipped, SkippedKind, Status,
};
pub use sharing::{Sharing, Table, TableClash, TableSquare};
pub use slider::{Key, Slider};

use guess::{CHANCE, Words, forced, guesses, may_be_factors};
use part::Part;
use probe::Prober;
use settle::{Readings, Run, Settler};
use syntax::Syntax;
use table::{Table as Numbers, Tables};

/// Finds and checks all magic factors in a text, whose language its own words tell.
#[must_use]
pub fn examine(text: &str) -> Report {
    examine_as(text, &Syntax::guess(text))
}

/// Finds and checks all magic factors in a file's text, whose language the ending of the file's name tells.
#[must_use]
pub fn examine_file(path: &Path, text: &str) -> Report {
    examine_as(text, &Syntax::of(path).unwrap_or_else(|| Syntax::guess(text)))
}

fn examine_as(text: &str, syntax: &Syntax) -> Report {
    let mut found = Tables::default();
    let scanned = scan::scan(text, syntax, |tokens| table::tables(tokens, &mut found));
    let joined = table::joined(&found.all);
    found.all.extend(joined);
    let mut prober = Prober::new();
    let mut runs: Vec<Run> = Vec::new();
    let mut most: Vec<usize> = Vec::new();
    for (index, table) in found.all.iter().enumerate() {
        let (new, good) = runs_of(&mut prober, table, index, runs.len());
        runs.extend(new);
        most.push(good);
    }
    runs.extend(sibling::runs(&mut prober, &found.all, &runs));
    let with_factors = |table: &usize| runs.iter().any(|run| run.table == *table);
    let pool: Vec<usize> = (0..found.all.len()).filter(|table| !with_factors(table)).collect();
    let key = guess::shown_key(&found.all, &runs);
    let mut settler =
        Settler { prober: &mut prober, tables: &found.all, pool, runs: runs.len(), key };
    let settled: Vec<_> = runs.iter().map(|run| settler.settle(run)).collect();
    let mut report = write::report(&mut settler, &settled, &scanned.evidence.orientation());
    let pool = std::mem::take(&mut settler.pool);
    let used: Vec<usize> = settled
        .iter()
        .flatten()
        .flat_map(|part| [part.shifts, part.offsets])
        .flatten()
        .map(|source| source.table)
        .chain(runs.iter().map(|run| run.table))
        .flat_map(|table| found.all[table].of.into_iter().flatten().chain([table]))
        .collect();
    let is_left =
        |table: &usize| !used.contains(table) && found.all[*table].of.iter().all(Option::is_none);
    let left: Vec<usize> = pool.into_iter().filter(is_left).collect();
    write::skipped(&mut report, &found.all, &left, &most);
    let elided =
        scanned.longest.map(|(numbers, first, last)| (numbers, first as usize, last as usize));
    let longest = found.longest.into_iter().chain(elided).max_by_key(|(numbers, ..)| *numbers);
    report.longest =
        longest.map(|(numbers, first_line, last_line)| Longest { numbers, first_line, last_line });
    report.left_out = found.left_out;
    report.searched = scanned.startup.searched().filter(|_| report.findings.is_empty());
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
                && !readings.iter().flatten().any(|part| guess::masks(part, column).is_some())
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
                    let all = std::iter::once(*column).chain(constants.copied());
                    let halves =
                        |column: usize| [column].into_iter().chain(table.columns[column].of);
                    let taken = all.flat_map(halves).collect();
                    best = Some((good, Run { table: index, taken, parts, number: 0 }));
                }
            }
        }
        found.extend(best);
    }
    let best = found.iter().map(|(good, _)| *good).max().unwrap_or(0);
    found.retain(|(good, run)| *good == best || *good >= 56 * run.parts.len());
    // Halves are halves of one word: of two columns that share one the better is taken.
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
        let words = Words { factors: &factors, constants: constants.as_deref(), before: None };
        let (guesses, works) = guesses(prober, part.mode, words);
        *most = works.max(*most);
        if let Some(best) = guesses.first() {
            good += best.good_fixed.max(best.fixed().1);
        } else if parts.len() == 1 {
            return None;
        }
        all.push((part.clone(), guesses));
    }
    let alive = all.iter().filter(|(_, guesses)| !guesses.is_empty()).count();
    // Where one half of a table works the other is meant to.
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
