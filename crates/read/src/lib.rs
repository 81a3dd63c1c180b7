//! Checks the magic factors in any text, for example a chess program's source, a lock file or a list. The result is a
//! [`Report`].
//!
//! The text's statements about its numbers aren't trusted. The numbers are tried as factors of rook and bishop, with
//! white and black keys, with every order of squares, and with the shifts and offsets beside them. The product is one
//! multiplication of 64 bits or two of 32. The reading that works on most squares is taken for the intended one. For
//! each square on which it fails, the report gives the reason, mostly two occupancies that clash.

mod amount;
mod apart;
mod constants;
mod decode;
mod digits;
mod failure;
mod fold;
mod given;
mod group;
mod guess;
mod hopes;
mod keep;
mod keys;
mod large;
mod list;
mod lookup;
mod marks;
mod masked;
mod misshift;
mod names;
mod number;
mod offsets;
mod orientation;
mod padding;
mod part;
mod placement;
mod preprocessor;
mod probe;
mod radix;
mod report;
mod runs;
mod scan;
mod scheme;
mod settle;
mod shape;
mod shared;
mod sharing;
mod show;
mod sibling;
mod slider;
mod startup;
mod strings;
mod syntax;
mod table;
mod token;
mod twins;
mod unread;
mod warn;
mod warning;
mod words;
mod write;
mod wrong;

use std::collections::BTreeSet;
use std::path::Path;

pub use decode::decode;
pub use large::{LargeFailure, LargeFault, LargeFinding, LargeLayout, LargeProduct, LargeWord};
pub use number::leading_number;
pub use report::{
    EntryOrder, FailureKind, Finding, LargeBoard, Longest, Report, ReportWord, RowRange, Shift,
    ShownOrder, Skipped, SkippedKind, SquareFailure, StartUpSearch, Status, TextPlace, Warning,
    WarningKind,
};
pub use sharing::{SharedSlots, SharedTable, TableClash, TableSquare};
pub use slider::{MultipliedKey, Slider};
pub use syntax::is_other_source;
pub use twins::{OffsetLists, OffsetsDiffer};
pub use wrong::WrongArray;

use probe::{Hints, Prober};
use scan::Scanned;
use settle::Settler;
use syntax::{guessed_syntax, syntax_of};
use table::TextTables;

use magicgen_search::Watch;
use magicgen_search::source::SourceSyntax;

/// Finds and checks all magic factors in a text, whose language is guessed from its words. `languages` are known beside
/// those of this package.
#[must_use]
pub fn examine(text: &str, languages: &[SourceSyntax]) -> Report {
    let (found, scanned) = tables_of(text, &guessed_syntax(text, languages));
    conclude(found, Some(scanned), &Watch::default())
}

/// Finds and checks all magic factors in a file, or in files that belong together, such as memory files for Verilog:
/// the factors in one file may have their shifts in another. A file's extension tells its language; if it is unknown,
/// the words of the text do. If there are several files, an array without a name gets the name of its file.
#[must_use]
pub fn examine_files(files: &[(&Path, &str)], languages: &[SourceSyntax], watch: &Watch) -> Report {
    let mut all = TextTables::default();
    let mut only = None;
    let mut first = None;
    for (path, text) in files {
        let known = syntax_of(path, languages);
        let syntax = known.unwrap_or_else(|| guessed_syntax(text, languages));
        let (mut found, scanned) = tables_of(text, &syntax);
        if files.len() > 1 {
            first.get_or_insert_with(|| scanned.evidence.orientation());
            found.name_after(path);
        } else {
            only = Some(scanned);
        }
        all.append(found);
    }
    let report = conclude(all, only, watch);
    match first {
        Some(orientation) => Report { orientation, ..report },
        None => report,
    }
}

fn tables_of(text: &str, syntax: &SourceSyntax) -> (TextTables, Scanned) {
    let mut found = TextTables::default();
    let scanned = scan::scan(text, syntax, |tokens| table::tables(tokens, &mut found));
    found.folds.append(&scanned.folds);
    (found, scanned)
}

fn conclude(mut found: TextTables, scanned: Option<Scanned>, watch: &Watch) -> Report {
    found.join();
    let steps = scanned.as_ref().map(|scanned| scanned.steps.clone()).unwrap_or_default();
    let lookups = scanned.as_ref().map(|scanned| scanned.lookups.clone()).unwrap_or_default();
    let mut prober = Prober::new(&Hints {
        has_edges: masked::has_edges(&found.all),
        folds: steps.folds,
        shifts: std::array::from_fn(|at| steps.shifts.get(at).copied()),
        most_bits: lookup::most_bits(&lookups),
    });
    let (mut runs, mut near) = runs::all(&mut prober, &found.all, watch);
    found.left_out += found.all.len() - near.len();
    found.all.truncate(near.len());
    let lists = std::mem::take(&mut found.lists);
    found.all.extend(steps.amounts.iter().chain(&steps.choices).map(table::SourceTable::computed));
    runs.extend(shared::runs(&mut prober, &mut found.all, &lists, &steps.shifts, runs.len()));
    runs.extend(apart::runs(&mut prober, &mut found.all, &runs));
    near.resize(found.all.len(), false);
    runs.extend(sibling::runs(&mut prober, &found.all, &runs));
    let with_factors: BTreeSet<usize> = runs.iter().map(|run| run.table).collect();
    let pool: Vec<usize> =
        (0..found.all.len()).filter(|table| !with_factors.contains(table)).collect();
    let key = keys::chosen(&found.all, &runs, &lookups);
    let mut settler = Settler::new(&mut prober, &found.all, pool, &runs, key, lookups);
    let mut settled: Vec<_> = runs.iter().map(|run| settler.settle(run)).collect();
    let understood = (settler.lookups.as_slice(), &steps);
    let unread = unread::take_out(&found.all, understood, &mut runs, &mut settled);
    settler.find_masks(&mut settled.iter_mut().flatten().collect::<Vec<_>>());
    misshift::mark(&mut settler, &mut settled);
    let orientation = scanned.as_ref().map(|scanned| scanned.evidence.orientation());
    let orientation = orientation.unwrap_or_default();
    let (mut report, twins) = write::report(&mut settler, &settled, &orientation);
    report.orientation = orientation;
    if let Some(scanned) = &scanned {
        report.warnings = warn::warnings(scanned, &found.all, &settled);
        report.warnings.extend(unread);
        report.warnings.extend(unread::lists(&lists, &found.all, &runs, &scanned.lookups));
    }
    let pool = std::mem::take(&mut settler.pool);
    let used: BTreeSet<usize> = settled
        .iter()
        .flatten()
        .flat_map(|part| [part.shifts, part.offsets, part.mask.as_ref().map(|mask| mask.source)])
        .flatten()
        .chain(twins)
        .map(|source| source.table)
        .chain(runs.iter().map(|run| run.table))
        .flat_map(|table| found.all[table].of.into_iter().flatten().chain([table]))
        .collect();
    let is_left = |table: &usize| {
        !used.contains(table)
            && found.all[*table].of.iter().all(Option::is_none)
            && !found.all[*table].is_made
    };
    let left: Vec<usize> = pool.into_iter().filter(is_left).collect();
    write::skipped(&mut report, &found.all, &left, &near);
    let (large_findings, others) = large::find(&found.large_arrays, &found.folds);
    if !large_findings.is_empty() {
        report.skipped.extend(others);
    }
    report.large_findings = large_findings;
    let elided = scanned.as_ref().and_then(|scanned| scanned.longest);
    let elided = elided.map(|(numbers, first, last)| (numbers, first as usize, last as usize));
    let longest = found.longest.into_iter().chain(elided).max_by_key(|(numbers, ..)| *numbers);
    report.longest =
        longest.map(|(numbers, first_line, last_line)| Longest { numbers, first_line, last_line });
    report.left_out = found.left_out;
    report.large_board = found.large_board.filter(|_| report.has_nothing());
    let searched = scanned.and_then(|scanned| scanned.startup.searched());
    report.searched = searched.filter(|_| report.has_nothing());
    report
}
