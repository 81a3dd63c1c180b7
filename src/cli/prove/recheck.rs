//! Searches some slices of a ledger again, and compares the counts.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::answer::ProveResult;
use super::args::Prove;
use super::bar::ProveBar;
use super::file::{existing, expect_whole, refuse};
use super::merge::case_of;
use super::search::wanted;
use super::{INTERRUPTED, ProveOutput, STOP};
use crate::cli::envelope::{Payload, enveloped};
use crate::error::Error;
use magicgen_lab::prove::RULES;
use magicgen_lab::prove::ledger::{Ledger, LedgerLine};
use magicgen_lab::prove::run::{Runner, Slice};
use magicgen_search::Stream;

/// The JSON object of a second search.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct Rechecked {
    /// Whether the same was counted again.
    status: Again,
    /// The ledger's path.
    ledger: String,
    /// The slices that the ledger has.
    slices: usize,
    /// The lines of the slices that counted the same again.
    same: Vec<usize>,
    /// Those that didn't.
    different: Vec<Different>,
}

impl Payload for Rechecked {
    const KIND: &'static str = ProveResult::KIND;
}

/// What came of a second search.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum Again {
    /// All that was searched again counted the same.
    Same,
    /// Some slice didn't.
    Different,
    /// A signal ended the search.
    Interrupted,
}

impl std::fmt::Display for Again {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Same => "same",
            Self::Different => "different",
            Self::Interrupted => "interrupted",
        })
    }
}

/// A slice that counted something else.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Different {
    /// Its line in the ledger.
    line: usize,
    /// Its first root, and the one behind the last.
    roots: [u64; 2],
    /// The first difference, in words.
    difference: String,
}

/// Checks the whole ledger, and searches a sample of its slices again.
pub(super) fn recheck(prove: &Prove, path: &Path) -> Result<ProveOutput, Error> {
    let text = existing(path)?;
    let (asked, case) = case_of(prove, path, &text)?;
    let ledger = Ledger::read(&text, &case).map_err(refuse(path))?;
    let wanted = wanted(prove, &case)?;
    ledger.expect_within(&wanted.roots).map_err(refuse(path))?;
    expect_whole(prove, path, &ledger, &case, &wanted.roots)?;
    // Witnesses found without a search are tested when the ledger is read.
    let searched: Vec<&LedgerLine> =
        ledger.lines().iter().filter(|line| line.how.is_none()).collect();
    let chosen = sample(searched.len(), prove.sample, prove.seed);
    let all = chosen.iter().map(|index| &searched[*index].roots);
    let all = all.map(|roots| roots.end - roots.start).sum();
    let what = format!("{}, {} index bits again", asked.shown, case.question.bits);
    let mut bar = ProveBar::new(&prove.report, &what, 0, all);
    // Making a runner takes time, and without chosen slices none is needed.
    let mut runner = (!chosen.is_empty()).then(|| Runner::new(&case, prove.threads()));
    let mut same = Vec::new();
    let mut different = Vec::new();
    for index in &chosen {
        let line = searched[*index];
        let again = runner
            .as_mut()
            .and_then(|runner| runner.again(&line.roots, &STOP, |slice| bar.add(slice)));
        let Some(slice) = again else { break };
        match difference(line, &slice) {
            None => same.push(line),
            Some(difference) => different.push((line, difference)),
        }
    }
    bar.finish();
    let is_interrupted =
        STOP.load(Ordering::Relaxed) && same.len() + different.len() < chosen.len();
    let (result, status) = match () {
        () if !different.is_empty() => (Again::Different, 1),
        () if is_interrupted => (Again::Interrupted, INTERRUPTED),
        () => (Again::Same, 0),
    };
    let count = ledger.lines().len();
    let name = path.display();
    let mut text = String::new();
    for (line, difference) in &different {
        let (from, to) = (line.roots.start, line.roots.end);
        let number = number(&ledger, line);
        let _ = writeln!(text, "different: {name}:{number}: roots {from}..{to}: {difference}");
    }
    let (checked, noun) = (same.len(), if count == 1 { "slice" } else { "slices" });
    let _ = writeln!(
        text,
        "{result}: {name} tiles its roots with {count} {noun}, and {checked} of them counted the \
         same again"
    );
    let same = same.iter().map(|line| number(&ledger, line)).collect();
    let different = different.into_iter().map(|(line, difference)| Different {
        line: number(&ledger, line),
        roots: [line.roots.start, line.roots.end],
        difference,
    });
    let different = different.collect();
    let rechecked =
        Rechecked { status: result, ledger: name.to_string(), slices: count, same, different };
    Ok(ProveOutput { status, text, json: enveloped(&rechecked, &[]) })
}

/// The number of a slice's line in the file, if the file has its slices in order.
fn number(ledger: &Ledger, line: &LedgerLine) -> usize {
    2 + ledger.lines().iter().position(|other| other == line).unwrap_or_default()
}

/// The indices of a random sample of the slices, ascending: `percent` of them, at least one, chosen by the seed.
fn sample(count: usize, percent: f64, seed: u64) -> Vec<usize> {
    #[expect(clippy::cast_precision_loss, reason = "the file has too many lines")]
    let chosen = (count as f64 * percent / 100.0).ceil() as usize;
    let mut indices: Vec<usize> = (0..count).collect();
    Stream::new(seed, "recheck", 0, 0).shuffle(&mut indices);
    indices.truncate(chosen);
    indices.sort_unstable();
    indices
}

/// The first count that differs, in words; `None` if all counts are the same.
fn difference(line: &LedgerLine, slice: &Slice) -> Option<String> {
    let Slice { roots, tally, .. } = slice;
    let told = |what: String, there: String, here: String| {
        Some(format!("the ledger has {there} {what}, but the search has {here}"))
    };
    if roots.end != line.roots.end {
        let (there, here) = (line.roots.end.to_string(), roots.end.to_string());
        return told("as the slice's end".to_owned(), there, here);
    }
    let mut levels = line.tally.nodes.iter().zip(&tally.nodes).enumerate();
    if let Some((level, (there, here))) = levels.find(|(_, (there, here))| there != here) {
        return told(format!("nodes on level {level}"), there.to_string(), here.to_string());
    }
    let mut levels = line.tally.sums.iter().zip(&tally.sums).enumerate();
    if let Some((level, (there, here))) = levels.find(|(_, (there, here))| there != here) {
        let what = format!("as the sum of level {level}");
        return told(what, format!("{there:#018x}"), format!("{here:#018x}"));
    }
    for (rule, (there, here)) in RULES.iter().zip(line.tally.prunes.iter().zip(&tally.prunes)) {
        if there != here {
            return told(format!("prunes by `{rule}`"), there.to_string(), here.to_string());
        }
    }
    if line.tally.factors != tally.factors {
        let (there, here) = (line.tally.factors.to_string(), tally.factors.to_string());
        return told("factors".to_owned(), there, here);
    }
    let shown = |tally: &magicgen_lab::prove::Tally| {
        tally.witness.map_or("none".to_owned(), |witness| format!("{:#018x}", witness.factor))
    };
    let (there, here) = (shown(&line.tally), shown(tally));
    if line.tally.witness == tally.witness {
        None
    } else {
        told("as witness".to_owned(), there, here)
    }
}

#[cfg(test)]
mod tests {
    use super::sample;

    #[test]
    fn a_sample_has_at_least_one_slice_and_at_most_all() {
        assert_eq!(sample(10, 100.0, 0), (0..10).collect::<Vec<_>>());
        assert_eq!(sample(10, 0.001, 0).len(), 1);
        assert_eq!(sample(200, 1.0, 5).len(), 2);
        assert_eq!(sample(0, 1.0, 5), Vec::<usize>::new());
        assert_eq!(sample(50, 20.0, 7), sample(50, 20.0, 7));
        assert_ne!(sample(50, 20.0, 7), sample(50, 20.0, 8));
    }
}
