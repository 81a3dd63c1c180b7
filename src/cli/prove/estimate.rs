//! Estimates the nodes and the time that the complete search of a question would take.

#![expect(clippy::cast_precision_loss, reason = "shares and rates are shown in a few digits")]

use std::time::{Duration, Instant};

use serde::Serialize;

use super::answer::ProveResult;
use super::args::Prove;
use super::bar::{rate, time};
use super::{ProveOutput, within};
use crate::ask::NamedProblem;
use crate::cli::envelope::{Payload, enveloped};
use magicgen_lab::prove::{ProofCase, Question, Searcher, Tally, Until};

/// The number of random probes, if they take less than [`PROBING`].
const PROBES: u64 = 10_000;

/// The time that probes may take, in seconds.
const PROBING: f64 = 2.0;

/// The number of probes that measure how long a probe takes.
const FIRST: u64 = 100;

/// The time for which each root is searched to measure the rate.
const MEASURING: Duration = Duration::from_millis(250);

/// The same if a search would take more than [`LONG`] seconds. A few nodes near the root take much of the first
/// [`MEASURING`], so the rate is measured after it.
const MEASURING_LONG: Duration = Duration::from_millis(600);
const LONG: f64 = 3_600.0;

/// The JSON object of an estimate.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(in crate::cli) enum Estimate {
    /// With `--estimate`: nothing was decided.
    #[serde(rename_all = "kebab-case")]
    Estimate {
        /// The index bits that are asked for.
        bits: u8,
        /// The square.
        square: String,
        /// The piece.
        piece: String,
        /// What is added to the product.
        mode: String,
        /// The order in which bits of the factor are guessed.
        plan: String,
        /// The first root of the tree, and the one behind the last.
        roots: [u64; 2],
        /// The nodes that a complete search would have.
        nodes: f64,
        /// The same by level.
        levels: Vec<f64>,
        /// The number of random probes.
        probes: u64,
        /// The nodes that a thread searches in a second.
        nodes_per_second: f64,
        /// The seconds that one thread would take.
        seconds: f64,
        /// The number of threads.
        threads: usize,
        /// The seconds that these threads would take.
        wall_seconds: f64,
    },
}

impl Payload for Estimate {
    const KIND: &'static str = ProveResult::KIND;
}

/// Probes the tree, and measures the time of a few roots.
pub(super) fn estimate(prove: &Prove, asked: &NamedProblem, question: Question) -> ProveOutput {
    let case = asked.case(question, Until::First);
    let mut searcher = Searcher::new(&case.question, &case.plan);
    let started = Instant::now();
    let mut found = searcher.estimate(FIRST, prove.seed);
    let by_probe = started.elapsed().as_secs_f64() / FIRST as f64;
    let probes = ((PROBING / by_probe.max(1e-9)) as u64).min(PROBES);
    if probes > FIRST {
        found = searcher.estimate(probes, prove.seed);
    }
    let nodes: f64 = found.nodes.iter().sum();
    let roots = case.plan.roots();
    let short = measure(&case, &mut searcher, &found.roots, MEASURING);
    let mut nodes_a_second = short.nodes_a_second();
    if nodes > LONG * nodes_a_second {
        let long = measure(&case, &mut searcher, &found.roots, MEASURING_LONG);
        nodes_a_second = long.beyond(&short).nodes_a_second();
    }
    let threads = prove.threads();
    let seconds = nodes / nodes_a_second;
    let wall = seconds / threads as f64;
    let on =
        if threads == 1 { "one thread".to_owned() } else { format!("each of {threads} threads") };
    let text = format!(
        "estimate: about {nodes:.2e} nodes below {roots} roots, {} at {} on {on} ({} probes)\n",
        time(wall),
        rate(nodes_a_second),
        found.probes
    );
    let header = &case.header;
    let estimate = Estimate::Estimate {
        bits: header.bits,
        square: header.square.clone(),
        piece: header.piece.clone(),
        mode: header.constant.clone(),
        plan: header.plan.clone(),
        roots: [0, roots],
        nodes,
        levels: found.nodes,
        probes: found.probes,
        nodes_per_second: nodes_a_second,
        seconds,
        threads,
        wall_seconds: wall,
    };
    ProveOutput { status: 0, text, json: enveloped(&estimate, &[]) }
}

/// The work of one thread.
#[derive(Clone, Copy, Debug)]
struct ThreadWork {
    nodes: u64,
    spent: Duration,
}

impl ThreadWork {
    fn nodes_a_second(self) -> f64 {
        self.nodes as f64 / self.spent.as_secs_f64().max(1e-9)
    }

    /// The work of a longer search after the end of a shorter one of the same roots. If hardly any time is left, it is
    /// all of the longer search.
    fn beyond(self, short: &Self) -> Self {
        let spent = self.spent.saturating_sub(short.spent);
        let nodes = self.nodes.saturating_sub(short.nodes);
        if spent < short.spent / 2 { self } else { Self { nodes, spent } }
    }
}

/// Searches the roots of an estimate. Rates differ much between roots, so the roots represent equal shares of the
/// nodes. A root's search ends after `most`.
fn measure(
    case: &ProofCase,
    searcher: &mut Searcher<'_>,
    roots: &[u64],
    most: Duration,
) -> ThreadWork {
    let mut tally = Tally::new(case.plan.levels());
    let mut spent = Duration::ZERO;
    for root in roots {
        within(most, |is_over| {
            let begun = Instant::now();
            let _ = searcher.search(*root, case.until, is_over, &mut tally);
            spent += begun.elapsed();
        });
    }
    ThreadWork { nodes: tally.all_nodes(), spent }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_longer_search_does_beyond_a_shorter_one_counts() {
        let of = |nodes, millis| ThreadWork { nodes, spent: Duration::from_millis(millis) };
        let rate = |long: ThreadWork, short| long.beyond(&short).nodes_a_second().round();
        assert!((rate(of(900, 1_000), of(150, 250)) - 1_000.0).abs() < 1e-9);
        // All roots ended within the shorter time.
        assert!((rate(of(150, 250), of(150, 250)) - 600.0).abs() < 1e-9);
    }
}
