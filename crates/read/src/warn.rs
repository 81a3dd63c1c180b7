//! Warnings on factors that hold, but not in the way the program reads or shifts them.

use super::lookup::SourceLookup;
use super::probe::{Formula, Prober};
use super::report::{Warning, WarningKind};
use super::scan::Scanned;
use super::settle::{Settled, place_of};
use super::table::SourceTable;

/// The warnings on a text whose runs are settled.
pub(super) fn warnings(
    scanned: &Scanned,
    tables: &[SourceTable],
    runs: &[Vec<Settled>],
) -> Vec<Warning> {
    let mut found = Vec::new();
    if scanned.syntax.rounds && !scanned.has_unsigned {
        found.extend(runs.iter().flatten().filter_map(|one| rounded(&tables[one.table], one)));
    }
    if scanned.syntax.signed && !scanned.has_unsigned {
        let all: Vec<_> =
            runs.iter().flatten().map(|one| (&tables[one.table], one.factors)).collect();
        found.extend(signed(&scanned.lookups, &all));
    }
    found
}

/// A warning on factors that the language rounds to numbers of 53 bits.
fn rounded(table: &SourceTable, settled: &Settled) -> Option<Warning> {
    let column = &table.columns[settled.factors];
    if !column.is_plain {
        return None;
    }
    let guess = &settled.guess;
    let (mut entries, mut failing) = (Vec::new(), Vec::new());
    for position in 0..64 {
        let row = settled.part.row[position];
        let value = column.values[row];
        #[expect(clippy::cast_precision_loss, reason = "the loss is what is looked for")]
        let read = value as f64 as i128;
        if read == value {
            continue;
        }
        entries.push(row);
        let formula = Formula { factor: read as u64, ..guess.formulas[position] };
        let works = |bits| Prober::probe(guess.piece, guess.bit[position], formula, bits).is_ok();
        if !settled.bits[position].is_some_and(works) {
            failing.push(row);
        }
    }
    entries.sort_unstable();
    failing.sort_unstable();
    let kind = WarningKind::Rounded { place: place_of(table, settled.factors), entries, failing };
    let WarningKind::Rounded { entries, .. } = &kind else { return None };
    let line = column.lines[*entries.first()?] as usize;
    Some(Warning { line, kind })
}

/// A warning on a lookup of factors that shifts a signed product by an operator that keeps the sign.
fn signed(lookups: &[SourceLookup], factors: &[(&SourceTable, usize)]) -> Option<Warning> {
    let keeps_sign = |lookup: &SourceLookup| matches!(lookup.operator.as_str(), ">>" | "shr");
    let is_wrong = |lookup: &&SourceLookup| {
        keeps_sign(lookup) && !lookup.is_masked && lookup.uses_factors(factors.iter().copied())
    };
    let lookup = lookups.iter().filter(|_| !factors.is_empty()).find(is_wrong)?;
    let kind = WarningKind::Signed { operator: lookup.operator.clone() };
    Some(Warning { line: lookup.line, kind })
}
