//! Measures complete search in nodes per second, on one thread and on all, and its ratio to a plain search of the same
//! roots in the same process.
//!
//! The questions are a bishop on c1 with 4 index bits, whose whole tree is searched, and a rook on b2 with 9 index
//! bits, with 256 of its tree's 65,536 roots. A prototype of the search took for the whole trees, on one core:
//!
//! | question | nodes | seconds | nodes a second |
//! | --- | --- | --- | --- |
//! | bishop c1, 4 bits | 3.6e6 | 2.1 | 1.7e6 |
//! | rook b2, 9 bits | 5.4e8 to 7.1e8 | 353 to 389 | 1.5e6 to 1.8e6 |
//!
//! Nodes of different searches can't be compared; the time until a question is settled matters.

#![allow(missing_docs, clippy::cast_precision_loss, clippy::print_stdout)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use magicgen_benches::now;
use magicgen_board::{Mapping, Piece, Problem, Standard, Walk, subsets};
use magicgen_lab::prove::{Constant, ProofCase, Question, SEARCH_VERSION, Searcher, Tally, Until};

/// A question with some roots of its tree.
struct Part {
    name: &'static str,
    case: ProofCase,
    roots: Vec<u64>,
}

impl Part {
    /// A question about a piece at a bit index of the chess board, with `count` roots, or all if it has fewer. Up to
    /// version 2 of the search, a root covers half as many factors.
    fn of_version(
        name: &'static str,
        piece: &Piece,
        (bit, bits): (u8, u8),
        count: u64,
        version: u32,
    ) -> Self {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let problem = Problem::new(&Walk::new(piece, &mapping), 1 << bit).expect("a chess piece");
        let question = Question::new(&problem, problem.squares()[0], bits, Constant::None);
        let question = question.expect("bits that fit");
        let case = ProofCase::of_version(&piece.name, name, question, Until::First, version);
        // A multiplication scatters the roots (Knuth 1973), since equidistant roots would share their low bits.
        let all = case.plan.roots();
        let roots = (0..count.min(all)).map(|index| index * 40_503 % all).collect();
        Self { name, case, roots }
    }

    fn searchers(&self, threads: usize) -> Vec<Searcher<'_>> {
        vec![Searcher::new(&self.case.question, &self.case.plan); threads]
    }

    /// Searches all roots of the part, on a thread for each searcher.
    fn search(&self, searchers: &mut [Searcher<'_>]) -> Tally {
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Tally::new(self.case.plan.levels()));
        let work = |searcher: &mut Searcher<'_>| {
            let mut tally = Tally::new(self.case.plan.levels());
            while let Some(root) = self.roots.get(next.fetch_add(1, Ordering::Relaxed)) {
                assert!(searcher.search(*root, Until::First, &AtomicBool::new(false), &mut tally));
            }
            *all.lock().expect("no thread panics") += &tally;
        };
        match searchers {
            // A single searcher runs on the calling thread, whose own time is measured.
            [only] => work(only),
            searchers => std::thread::scope(|scope| {
                for searcher in searchers {
                    scope.spawn(|| work(searcher));
                }
            }),
        }
        let tally = all.into_inner().expect("no thread panics");
        assert_eq!(tally.witness, None, "{} has no factor", self.name);
        tally
    }
}

/// A plain search, for questions whose unknown bits are all below the root's. It guesses a factor bit by bit, with a
/// table of the slots of decided subsets. A subset whose slot depends on unknown bits waits. A part ends if other
/// classes occupy both slots that are possible for the subset.
struct Plain {
    /// The subsets with their classes, counted from 1. Ascending subsets come first, since unknown bits move them
    /// least.
    keys: Vec<(u64, u16)>,
    shift: u8,
    root_low: u8,
    slots: Vec<u16>,
    /// The slots in the order in which they were taken.
    taken: Vec<usize>,
    /// The waiting keys, for each lowest known bit.
    waiting: Vec<Vec<usize>>,
    nodes: u64,
}

impl Plain {
    fn new(case: &ProofCase) -> Self {
        let question = &case.question;
        let classes = question.classes.iter().map(|class| class + 1);
        let mut keys: Vec<(u64, u16)> = subsets(question.mask).zip(classes).collect();
        keys.sort_unstable();
        // A plan's text begins with the root's bits, `45-54`.
        let plan = case.plan.to_string();
        let interval = plan.split(' ').next().and_then(|interval| interval.split_once('-'));
        let (low, high) = interval.expect("an interval");
        assert_eq!(high.parse(), Ok(63 - question.mask.trailing_zeros()), "nothing lies above");
        let root_low = low.parse().expect("a bit");
        let all = (0..keys.len()).collect();
        let mut waiting = vec![Vec::new(); usize::from(root_low) + 2];
        waiting[usize::from(root_low) + 1] = all;
        Self {
            keys,
            shift: question.shift(),
            root_low,
            slots: vec![0; 1 << question.bits],
            taken: Vec::new(),
            waiting,
            nodes: 0,
        }
    }

    /// Searches below some roots, and returns the number of nodes.
    fn search(&mut self, roots: &[u64]) -> u64 {
        self.nodes = 0;
        for root in roots {
            let is_found = self.walk(root << self.root_low, self.root_low);
            assert!(!is_found, "the question has no factor");
        }
        self.nodes
    }

    /// Searches below a node with all bits from `low` on known. True if a factor is found.
    fn walk(&mut self, factor: u64, low: u8) -> bool {
        self.nodes += 1;
        let before = self.taken.len();
        let is_found = self.enter(factor, low)
            && (low == 0
                || self.walk(factor, low - 1)
                || self.walk(factor | 1 << (low - 1), low - 1));
        for slot in self.taken.drain(before..) {
            self.slots[slot] = 0;
        }
        is_found
    }

    /// Puts subsets into slots; false on a clash of two classes.
    fn enter(&mut self, factor: u64, low: u8) -> bool {
        let (now, before) = self.waiting.split_at_mut(usize::from(low) + 1);
        let (waiting, keys) = (&mut now[usize::from(low)], &before[0]);
        waiting.clear();
        let unknown = (1_u64 << low) - 1;
        for (at, index) in keys.iter().enumerate() {
            let (key, class) = self.keys[*index];
            let reach = unknown.checked_mul(key).filter(|reach| reach >> self.shift == 0);
            let Some(reach) = reach else {
                // Unknown bits move larger subsets at least as much.
                waiting.extend(&keys[at..]);
                break;
            };
            let least = factor.wrapping_mul(key);
            let first = (least >> self.shift) as usize;
            let last = (least.wrapping_add(reach) >> self.shift) as usize;
            let is_others = |slot: usize| self.slots[slot] != 0 && self.slots[slot] != class;
            if is_others(first) && is_others(last) {
                return false;
            }
            if first != last {
                waiting.push(*index);
            } else if self.slots[first] == 0 {
                self.slots[first] = class;
                self.taken.push(first);
            }
        }
        true
    }
}

fn median(rounds: usize, mut run: impl FnMut() -> u64) -> (f64, u64) {
    let mut nodes = 0;
    let start = Instant::now();
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let before = now(start);
            nodes = run();
            now(start).saturating_sub(before)
        })
        .collect();
    times.sort_unstable();
    (times[rounds / 2].as_secs_f64(), nodes)
}

/// Searches a part on one thread in the present version and in version 1, which lacks the rule "packing", and prints
/// both times.
fn compare_versions(part: &Part, first: &Part) {
    let (mut searchers, mut without) = (part.searchers(1), first.searchers(1));
    let (time, nodes) = median(3, || part.search(&mut searchers).all_nodes());
    let (slow, all) = median(3, || first.search(&mut without).all_nodes());
    let (name, count, of) = (part.name, part.roots.len(), part.case.plan.roots());
    let (ratio, fewer) = (slow / time, all as f64 / nodes as f64);
    println!("{name}, {count} of {of} roots: {nodes} nodes in {time:.3} s");
    println!("  version 1: {all} nodes in {slow:.3} s, {fewer:.1} and {ratio:.1} times as many");
}

/// Searches for some seconds below one root of a rook on h1, which would take minutes, in the present version and in
/// version 4, which lacks the rule "positions". Both visit the same nodes in the same order on the level above the
/// largest one. Prints each version's rate of these nodes.
fn compare_progress(seconds: u64) {
    const ROOT: u64 = 12_000;
    let progress = |version: u32| {
        let rook = Piece::rook();
        let part = Part::of_version("rook-h1-11", &rook, (7, 11), 0, version);
        let mut searcher = Searcher::new(&part.case.question, &part.case.plan);
        let mut tally = Tally::new(part.case.plan.levels());
        let stop = AtomicBool::new(false);
        let start = Instant::now();
        let before = now(start);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_secs(seconds));
                stop.store(true, Ordering::Relaxed);
            });
            let _ = searcher.search(ROOT, Until::First, &stop, &mut tally);
        });
        let time = now(start).saturating_sub(before).as_secs_f64();
        let largest = (0..tally.nodes.len()).max_by_key(|level| tally.nodes[*level]).unwrap_or(1);
        tally.nodes[largest - 1] as f64 / time
    };
    let (with, without) = (progress(SEARCH_VERSION), progress(4));
    let ratio = with / without;
    println!("rook-h1-11, root {ROOT}: {with:.0} nodes a second on the level above the largest");
    println!("  version 4: {without:.0}; the present one is {ratio:.2} times as fast");
}

/// Prints the time of an evaluation of the rule "packing" during a search.
fn evaluate(part: &Part) {
    let mut searcher = Searcher::new(&part.case.question, &part.case.plan);
    let samples = searcher.samples(2_000, 0);
    let (time, refuted) = median(5, || {
        let asked = samples.iter().filter(|sample| searcher.ask(**sample));
        asked.count() as u64
    });
    let (name, count) = (part.name, samples.len());
    let micros = time * 1e6 / count as f64;
    println!("{name}: {micros:.1} us an evaluation, {refuted} of {count} end a part");
}

/// Searches a part on one thread, then another part with as many factors by the plain search, and prints both times.
fn compare(part: &Part, plain_part: &Part) {
    let mut searchers = part.searchers(1);
    let (time, nodes) = median(5, || part.search(&mut searchers).all_nodes());
    let (name, count, all) = (part.name, part.roots.len(), part.case.plan.roots());
    let rate = nodes as f64 / time / 1e6;
    println!("{name}, {count} of {all} roots: {nodes} nodes in {time:.3} s, {rate:.2} M nodes/s");
    let mut plain = Plain::new(&plain_part.case);
    let (slow, nodes) = median(3, || plain.search(&plain_part.roots));
    let ratio = slow / time;
    println!("  the plain way: {nodes} nodes in {slow:.3} s, {ratio:.1} times as long");
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let asked = [
        ("bishop-c1-4", Piece::bishop(), (2, 4), 1024_u64),
        ("rook-b2-9", Piece::rook(), (9, 9), 256),
    ];
    let part = |version: u32, times: u64| {
        asked.each_ref().map(|(name, piece, question, count)| {
            Part::of_version(name, piece, *question, times * count, version)
        })
    };
    let parts = part(SEARCH_VERSION, 1);
    let mut group = criterion.benchmark_group("prove");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for part in &parts {
        for threads in [1].into_iter().chain((cores > 1).then_some(cores)) {
            let mut searchers = part.searchers(threads);
            let nodes = part.search(&mut searchers).all_nodes();
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(format!("{}/{threads}", part.name), |bencher| {
                bencher.iter(|| part.search(&mut searchers));
            });
        }
    }
    group.finish();
    criterion.final_summary();

    println!("one thread, its own time, medians:");
    parts.iter().zip(&part(1, 2)).for_each(|(part, plain)| compare(part, plain));
    let rook = Piece::rook();
    for (name, bit, bits, count) in [("rook-b2-9", 9, 9, 256), ("rook-a1-10", 0, 10, 256)] {
        let versions = [(SEARCH_VERSION, count), (1, 2 * count)]
            .map(|(version, count)| Part::of_version(name, &rook, (bit, bits), count, version));
        compare_versions(&versions[0], &versions[1]);
    }
    compare_progress(8);
    for (name, bit, bits) in [("rook-b2-9", 9, 9), ("rook-a1-11", 0, 11), ("rook-h1-11", 7, 11)] {
        evaluate(&Part::of_version(name, &rook, (bit, bits), 0, SEARCH_VERSION));
    }
}
