//! Decides on the form of the key if factors work with both forms.

use super::guess::masks_in;
use super::lookup::SourceLookup;
use super::part;
use super::settle::FactorRun;
use super::slider::MultipliedKey;
use super::table::SourceTable;

/// The form of the key. Lookups decide, or else masks, or else a piece that works with one form only, since all pieces
/// have lookups of one form.
pub(super) fn chosen(
    tables: &[SourceTable],
    runs: &[FactorRun],
    lookups: &[SourceLookup],
) -> Option<MultipliedKey> {
    computed(tables, runs, lookups).or_else(|| shown(tables, runs)).or_else(|| shared(runs))
}

/// The form of the key that the lookups of the factors compute, if they agree on it.
fn computed(
    tables: &[SourceTable],
    runs: &[FactorRun],
    lookups: &[SourceLookup],
) -> Option<MultipliedKey> {
    let uses = |lookup: &&SourceLookup| {
        lookup.uses_factors(runs.iter().map(|run| (&tables[run.table], run.taken[0])))
    };
    let mut keys = lookups.iter().filter(uses).filter_map(|lookup| lookup.key);
    let first = keys.next()?;
    keys.all(|key| key == first).then_some(first)
}

/// The form of the key of the first piece that works with one form only.
fn shared(runs: &[FactorRun]) -> Option<MultipliedKey> {
    runs.iter().flat_map(|run| &run.parts).find_map(|(_, guesses)| {
        let mut keys = guesses
            .iter()
            .filter(|guess| guess.good_relevant == 64 || guess.fixed().1 == 64)
            .map(super::guess::Guess::key);
        let first = keys.next()?;
        keys.all(|key| key == first).then_some(first)
    })
}

/// The form of the key, if a text has the relevant occupancy masks (white) or their complements (black).
fn shown(tables: &[SourceTable], runs: &[FactorRun]) -> Option<MultipliedKey> {
    if runs.is_empty() {
        return None;
    }
    tables.iter().find_map(|table| {
        let readings = part::readings(table);
        table.columns.iter().find_map(|column| {
            let all = || readings.iter().flatten().map(|part| (part.mode, part.words(column)));
            if all().any(|(mode, words)| masks_in(mode, &words).is_some()) {
                return Some(MultipliedKey::White);
            }
            let complement = |words: Vec<u64>| words.into_iter().map(|word| !word).collect();
            let mut complements = all().map(|(mode, words)| (mode, complement(words)));
            complements
                .any(|(mode, words): (_, Vec<u64>)| masks_in(mode, &words).is_some())
                .then_some(MultipliedKey::Black)
        })
    })
}
