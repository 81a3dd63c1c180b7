//! A question in; how many nodes and how long its complete search would take out.

#![expect(clippy::cast_precision_loss, reason = "shares and rates are shown in a few digits")]

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::json;

use super::args::Prove;
use super::ask::Asked;
use super::bar::{rate, time};
use super::{STOP, Said};
use crate::prove::{Case, Question, Searcher, Tally, Until};

/// Random probes, where they take less than [`PROBING`].
const PROBES: u64 = 10_000;

/// How long probes may take, in seconds.
const PROBING: f64 = 2.0;

/// Probes that tell how long one takes.
const FIRST: u64 = 100;

/// How long roots are searched to measure the rate.
const MEASURING: Duration = Duration::from_secs(1);

/// How long to wait for the first root.
const PATIENCE: Duration = Duration::from_secs(5);

/// Probes the tree, and times a few of its roots.
pub(super) fn estimate(prove: &Prove, asked: &Asked, question: Question) -> Said {
    let case = asked.case(question, Until::First);
    let started = Instant::now();
    let probe = |probes| crate::prove::estimate(&case.question, &case.plan, probes, prove.seed);
    let mut found = probe(FIRST);
    let by_probe = started.elapsed().as_secs_f64() / FIRST as f64;
    let probes = ((PROBING / by_probe.max(1e-9)) as u64).min(PROBES);
    if probes > FIRST {
        found = probe(probes);
    }
    let nodes: f64 = found.nodes.iter().sum();
    let roots = case.plan.roots();
    let measured = measure(&case);
    let threads = prove.threads();
    let seconds = measured.map(|rate| nodes / rate);
    let wall = seconds.map(|seconds| seconds / threads as f64);
    let text = match (measured, wall) {
        (Some(nodes_a_second), Some(wall)) => format!(
            "estimate: about {nodes:.2e} nodes below {roots} roots, {} at {} on each of {threads} \
             threads ({} probes)\n",
            time(wall),
            rate(nodes_a_second),
            found.probes
        ),
        _ => format!(
            "estimate: about {nodes:.2e} nodes below {roots} roots ({} probes); the rate is \
             unknown, since one root takes longer than {} s\n",
            found.probes,
            PATIENCE.as_secs()
        ),
    };
    let header = &case.header;
    let json = json!({
        "result": "estimate", "bits": header.bits, "square": header.square, "piece": header.piece,
        "mode": header.constant, "plan": header.plan, "roots": [0, roots], "nodes": nodes,
        "levels": found.nodes, "probes": found.probes, "nodes-per-second": measured,
        "seconds": seconds, "threads": threads, "wall-seconds": wall,
    });
    Said { status: 0, text, json: json.to_string() }
}

/// Nodes a second of one thread; `None` where not even one root ends within [`PATIENCE`].
fn measure(case: &Case) -> Option<f64> {
    let (sender, receiver) = mpsc::channel();
    // The thread has its own copy and nobody waits for it: a root can't be broken off.
    let own = Arc::new(case.clone());
    std::thread::spawn(move || {
        let mut searcher = Searcher::new(&own.question, &own.plan);
        let mut root = 0_u64;
        let started = Instant::now();
        let mut nodes = 0;
        loop {
            // Steps of the golden ratio: wherever it ends, the roots are spread evenly.
            root = root.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let at = (u128::from(root) * u128::from(own.plan.roots())) >> u64::BITS;
            let mut tally = Tally::new(own.plan.levels());
            searcher.search(at as u64, own.until, &mut tally);
            nodes += tally.all_nodes();
            let time = started.elapsed();
            if sender.send((nodes, time)).is_err() || time >= MEASURING {
                break;
            }
        }
    });
    let started = Instant::now();
    let mut last = None;
    while started.elapsed() < PATIENCE && !STOP.load(Ordering::Relaxed) {
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(measured) => last = Some(measured),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout)
                if last.is_some() && started.elapsed() > MEASURING =>
            {
                break;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
    }
    last.map(|(nodes, time)| nodes as f64 / time.as_secs_f64().max(1e-9))
}
