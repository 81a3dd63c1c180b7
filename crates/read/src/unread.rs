//! Steps of lookups that aren't understood. Factors that fail without such a step aren't called wrong.

use super::list::ShortArray;
use super::lookup::{ComputedSteps, SourceLookup, Unread};
use super::report::{TextPlace, Warning, WarningKind};
use super::settle::{FactorRun, Settled, place_of, works};
use super::table::SourceTable;

/// The most lines between a step and the shift of the product.
const NEAR: usize = 8;

/// The warnings on steps that weren't understood. Runs that fail beside one are taken out, with their settled parts.
pub(super) fn take_out(
    tables: &[SourceTable],
    (lookups, steps): (&[SourceLookup], &ComputedSteps),
    runs: &mut Vec<FactorRun>,
    settled: &mut Vec<Vec<Settled>>,
) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut kept = Vec::new();
    for (run, parts) in std::mem::take(runs).into_iter().zip(std::mem::take(settled)) {
        let step = step(&tables[run.table], run.taken[0], lookups, steps);
        let holds = |one: &Settled| works(&one.guess, &one.bits).into_iter().all(|works| works);
        let is_judged = parts.iter().all(holds);
        if let Some(step) = step {
            let place = place_of(&tables[run.table], run.taken[0]);
            found.push(warning(step.line, step.text.clone(), place, is_judged));
        }
        if step.is_none() || is_judged {
            kept.push((run, parts));
        }
    }
    (*runs, *settled) = kept.into_iter().unzip();
    // Arrays whose words may be factors that work only with the step.
    let with_factors = |table: usize| runs.iter().any(|run| run.table == table);
    let others = tables.iter().enumerate().filter(|(at, _)| !with_factors(*at));
    for (_, table) in others {
        let is_large = |value: &i128| value.unsigned_abs() >= 1 << 32;
        let is_words = table.columns[0].values.iter().filter(|value| is_large(value)).count() > 32;
        let step = step(table, 0, lookups, steps).filter(|_| is_words && !table.is_made);
        let is_new = |place: &TextPlace| {
            let is_same = |warning: &Warning| matches!(&warning.kind, WarningKind::Unread { place: other, .. } if other == place);
            !found.iter().any(is_same)
        };
        let place = place_of(table, 0);
        if let Some(step) = step.filter(|_| is_new(&place)) {
            found.push(warning(step.line, step.text.clone(), place, false));
        }
    }
    found
}

/// The warnings on short lists of factors, if it isn't understood which entry a lookup uses.
pub(super) fn lists(
    lists: &[ShortArray],
    tables: &[SourceTable],
    runs: &[FactorRun],
    lookups: &[SourceLookup],
) -> Vec<Warning> {
    let mut found: Vec<Warning> = Vec::new();
    for list in lists {
        let Some(name) = &list.name else { continue };
        let is_read = runs.iter().any(|run| tables[run.table].name.as_ref() == Some(name));
        let is_factors =
            ["magic", "factor"].iter().any(|word| name.to_ascii_lowercase().contains(word));
        let Some(lookup) = lookups.iter().find(|lookup| lookup.uses(name)) else { continue };
        if is_read || !is_factors || found.iter().any(|warning| warning.line == lookup.line) {
            continue;
        }
        let (first_line, last_line) = list.lines;
        let place = TextPlace {
            first_line,
            last_line,
            name: Some(name.clone()),
            column: None,
            field: None,
        };
        found.push(warning(
            lookup.line,
            format!("which entry of `{name}` a square uses"),
            place,
            false,
        ));
    }
    found
}

fn warning(line: usize, step: String, place: TextPlace, is_judged: bool) -> Warning {
    Warning { line, kind: WarningKind::Unread { step, place, is_judged } }
}

/// A step that isn't understood in a lookup of these factors.
fn step<'s>(
    table: &SourceTable,
    column: usize,
    lookups: &[SourceLookup],
    steps: &'s ComputedSteps,
) -> Option<&'s Unread> {
    let uses_factors = |lookup: &SourceLookup| {
        let mut names = table.name.iter().chain(&table.columns[column].label);
        names.any(|name| lookup.uses(name))
    };
    steps.unread.iter().find(|step| {
        lookups.iter().any(|lookup| {
            let is_of = match &step.key {
                Some(key) => {
                    (step.line..=step.line + NEAR).contains(&lookup.line) && lookup.uses(key)
                }
                None => lookup.line == step.line,
            };
            is_of && uses_factors(lookup)
        })
    })
}
