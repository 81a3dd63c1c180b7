//! Searches slices of roots on several threads, with the same counts for any number of threads.
//!
//! Threads take chunks of roots in ascending order. Their counts are put together in the order of the roots. So a
//! search that is stopped from outside has finished all roots from the slice's first up to some last one. The first
//! witness is the witness of the lowest root, and counts of later roots are dropped. No thread waits for another one.

#![expect(clippy::cast_precision_loss, reason = "times are measured to a few digits")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::ledger::{Ledger, LedgerLine};
use super::{ProofCase, Searcher, Tally};

/// The time that a chunk should take. A short time lets a search end soon after a stop; a long one saves work on the
/// exchange between threads.
const CHUNK: Duration = Duration::from_millis(20);

/// The most roots in a chunk.
const MOST: u64 = 1 << 16;

/// Roots that are finished.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The roots.
    pub roots: Range<u64>,
    /// The counts below these roots.
    pub tally: Tally,
}

/// Searches one case on several threads, each with its own searcher.
pub struct Runner<'a> {
    case: &'a ProofCase,
    searchers: Vec<Searcher<'a>>,
}

/// The state that threads share.
struct RunState<'a> {
    case: &'a ProofCase,
    /// Set from outside to stop the search.
    stop: &'a AtomicBool,
    /// Set when no more slices are wanted.
    is_over: AtomicBool,
    /// The first root that no thread has taken.
    next: AtomicU64,
    /// The first root that needn't be searched: the end of the roots, or the root after a witness.
    end: AtomicU64,
    /// The number of roots in a chunk.
    chunk: AtomicU64,
    threads: u64,
}

impl<'a> Runner<'a> {
    /// A runner with `threads` threads, at least one.
    #[must_use]
    pub fn new(case: &'a ProofCase, threads: usize) -> Self {
        let searcher = Searcher::new(&case.question, &case.plan);
        Self { case, searchers: vec![searcher; threads.max(1)] }
    }

    /// Searches `roots` until `stop` is set or `each` returns false. `each` is called with the finished slices in
    /// order.
    fn walk(&mut self, roots: Range<u64>, stop: &AtomicBool, mut each: impl FnMut(Slice) -> bool) {
        let shared = RunState {
            case: self.case,
            stop,
            is_over: AtomicBool::new(false),
            next: AtomicU64::new(roots.start),
            end: AtomicU64::new(roots.end),
            chunk: AtomicU64::new(1),
            threads: self.searchers.len() as u64,
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for searcher in &mut self.searchers {
                let (sender, shared) = (sender.clone(), &shared);
                scope.spawn(move || shared.work(searcher, &sender));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut next = roots.start;
            for slice in receiver {
                insert(&mut waiting, slice, self.case.ends_at_first());
                let Some(slice) = waiting.remove(&next) else { continue };
                next = slice.roots.end;
                let is_found = self.case.ends_at_first() && slice.tally.witness.is_some();
                if !each(slice) || is_found {
                    break;
                }
            }
            shared.is_over.store(true, Ordering::Relaxed);
        });
    }

    /// Searches a slice as a whole, for comparison with earlier counts; `None` if `stop` was set before the end. `seen`
    /// is called with each finished part.
    pub fn again(
        &mut self,
        roots: &Range<u64>,
        stop: &AtomicBool,
        mut seen: impl FnMut(&Slice),
    ) -> Option<Slice> {
        let mut whole = Slice::empty(roots.start, self.case);
        self.walk(roots.clone(), stop, |slice| {
            seen(&slice);
            whole.add(&slice);
            true
        });
        let is_found = self.case.ends_at_first() && whole.tally.witness.is_some();
        (is_found || whole.roots.end == roots.end).then_some(whole)
    }

    /// Searches the roots of `wanted` that `ledger` lacks, and adds a line to the ledger each time `line_time` has
    /// passed. `seen` is called with each finished slice, and `save` after each new line. Returns true if nothing is
    /// left to search. An error of `save` ends the search and is returned.
    pub fn fill<E>(
        &mut self,
        ledger: &mut Ledger,
        wanted: &Range<u64>,
        line_time: Duration,
        stop: &AtomicBool,
        mut seen: impl FnMut(&Slice),
        mut save: impl FnMut(&Ledger) -> Result<(), E>,
    ) -> Result<bool, E> {
        let (case, threads) = (self.case, self.searchers.len() as f64);
        for gap in ledger.missing(wanted) {
            let mut open = Slice::empty(gap.start, case);
            let mut opened = Instant::now();
            let mut close = |open: &mut Slice, opened: &mut Instant| {
                let Slice { roots, tally } =
                    std::mem::replace(open, Slice::empty(open.roots.end, case));
                if roots.is_empty() {
                    return Ok(());
                }
                let seconds = opened.elapsed().as_secs_f64() * threads;
                *opened = Instant::now();
                ledger.push(LedgerLine { roots, tally, seconds, how: None });
                save(ledger)
            };
            let mut saved = Ok(());
            self.walk(gap, stop, |slice| {
                seen(&slice);
                open.add(&slice);
                if opened.elapsed() >= line_time {
                    saved = close(&mut open, &mut opened);
                }
                saved.is_ok()
            });
            saved?;
            close(&mut open, &mut opened)?;
            let is_found = case.ends_at_first() && ledger.witness().is_some();
            if is_found || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(ledger.missing(wanted).is_empty())
    }
}

impl RunState<'_> {
    /// The work of one thread: takes chunks of roots until none is left or the search ends.
    fn work(&self, searcher: &mut Searcher<'_>, sender: &mpsc::Sender<Slice>) {
        while !self.stop.load(Ordering::Relaxed) && !self.is_over.load(Ordering::Relaxed) {
            // Towards the end chunks become small, so that all threads end at about the same time.
            let end = self.end.load(Ordering::Relaxed);
            let left = end.saturating_sub(self.next.load(Ordering::Relaxed));
            let most = (left / self.threads / 4).max(1);
            let chunk = self.chunk.load(Ordering::Relaxed).min(most);
            let from = self.next.fetch_add(chunk, Ordering::Relaxed);
            if from >= end {
                break;
            }
            let started = Instant::now();
            let slice = self.search(searcher, from..(from + chunk).min(end));
            // A chunk is at most twice as long as the one before, since the next roots may take longer.
            let fitting = CHUNK.as_secs_f64() / started.elapsed().as_secs_f64().max(1e-9);
            let fitting = (chunk as f64 * fitting.min(2.0)) as u64;
            self.chunk.store(fitting.clamp(1, MOST), Ordering::Relaxed);
            if sender.send(slice).is_err() {
                break;
            }
        }
    }

    /// Searches a chunk, up to its first witness if the search ends there.
    fn search(&self, searcher: &mut Searcher<'_>, roots: Range<u64>) -> Slice {
        let mut done = Slice::empty(roots.start, self.case);
        for root in roots {
            let mut tally = Tally::new(self.case.plan.levels());
            if !searcher.search(root, self.case.until, self.stop, &mut tally) {
                break;
            }
            done.tally += &tally;
            done.roots.end = root + 1;
            if self.case.ends_at_first() && done.tally.witness.is_some() {
                self.end.fetch_min(root + 1, Ordering::Relaxed);
                break;
            }
        }
        done
    }
}

impl Slice {
    fn empty(at: u64, case: &ProofCase) -> Self {
        Self { roots: at..at, tally: Tally::new(case.plan.levels()) }
    }

    /// Adds the slice that directly follows this one.
    fn add(&mut self, next: &Self) {
        self.tally += &next.tally;
        self.roots.end = next.roots.end;
    }
}

/// Keeps a slice until all slices before it are finished, joined with its neighbours, so that few slices wait even
/// while one root takes long.
fn insert(waiting: &mut BTreeMap<u64, Slice>, slice: Slice, ends_at_first: bool) {
    let joins = |before: &Slice, after: &Slice| {
        before.roots.end == after.roots.start && !(ends_at_first && before.tally.witness.is_some())
    };
    let mut slice = slice;
    if let Some((start, _)) =
        waiting.range(..slice.roots.start).next_back().filter(|(_, before)| joins(before, &slice))
    {
        let start = *start;
        if let Some(mut before) = waiting.remove(&start) {
            before.add(&slice);
            slice = before;
        }
    }
    if let Some(after) = waiting.get(&slice.roots.end).filter(|after| joins(&slice, after)) {
        slice.add(after);
        // The following slice is kept under its first root, which was the end of this slice.
        let start = after.roots.start;
        waiting.remove(&start);
    }
    waiting.insert(slice.roots.start, slice);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::ledger::tests::case;
    use crate::prove::{Constant, Until};

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn filled(case: &ProofCase, threads: usize, line_time: Duration) -> Ledger {
        let mut ledger = Ledger::new(case);
        let roots = 0..case.plan.roots();
        let mut runner = Runner::new(case, threads);
        let save = |_: &Ledger| Ok::<(), ()>(());
        assert_eq!(runner.fill(&mut ledger, &roots, line_time, &NEVER, |_| {}, save), Ok(true));
        ledger
    }

    #[test]
    fn threads_and_lines_change_nothing_that_is_counted() {
        for (bits, constant, until) in [
            (4, Constant::None, Until::First),
            (4, Constant::None, Until::All),
            (5, Constant::None, Until::First),
            (4, Constant::Free, Until::First),
            (4, Constant::Black, Until::All),
        ] {
            let case = case(bits, constant, until);
            let one = filled(&case, 1, Duration::MAX).tally().0;
            for threads in [2, 3, 8] {
                assert_eq!(filled(&case, threads, Duration::MAX).tally().0, one, "{threads}");
            }
            assert_eq!(filled(&case, 2, Duration::ZERO).tally().0, one);
        }
    }

    #[test]
    fn an_interrupted_search_goes_on_to_the_same_counts() {
        let case = case(4, Constant::None, Until::All);
        let roots = 0..case.plan.roots();
        let whole = filled(&case, 2, Duration::MAX);
        let mut ledger = Ledger::new(&case);
        let mut saved = 0;
        // Each run is stopped when it has finished a slice.
        for end in [1, 2, roots.end / 2, roots.end] {
            let stop = AtomicBool::new(false);
            let mut runner = Runner::new(&case, 2);
            let seen = |_: &Slice| stop.store(true, Ordering::Relaxed);
            let save = |ledger: &Ledger| {
                saved = ledger.lines().len();
                Ok::<(), ()>(())
            };
            let wanted = 0..end.min(roots.end);
            runner.fill(&mut ledger, &wanted, Duration::MAX, &stop, seen, save).unwrap();
            assert!(ledger.missing(&roots).len() <= 1);
        }
        assert_eq!(saved, ledger.lines().len());
        while !ledger.missing(&roots).is_empty() {
            let mut runner = Runner::new(&case, 2);
            let save = |_: &Ledger| Ok::<(), ()>(());
            runner.fill(&mut ledger, &roots, Duration::MAX, &NEVER, |_| {}, save).unwrap();
        }
        assert_eq!(ledger.tally().0, whole.tally().0);
    }

    #[test]
    fn slices_come_together_in_whatever_order_they_are_done() {
        let case = case(4, Constant::None, Until::All);
        let slice = |at: u64| {
            let mut slice = Slice::empty(at, &case);
            slice.roots.end = at + 1;
            slice.tally.nodes[0] = 1 << at;
            slice
        };
        for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [3, 1, 4, 0, 2], [1, 3, 2, 4, 0]] {
            let mut waiting = BTreeMap::new();
            for at in order {
                insert(&mut waiting, slice(at), false);
            }
            let (_, whole) = waiting.pop_first().unwrap();
            assert!(waiting.is_empty());
            assert_eq!((whole.roots, whole.tally.nodes[0]), (0..5, 31));
        }
    }

    #[test]
    fn nothing_is_searched_after_a_stop() {
        let case = case(4, Constant::None, Until::All);
        let stop = AtomicBool::new(true);
        let mut runner = Runner::new(&case, 2);
        assert!(runner.again(&(0..1), &stop, |_| {}).is_none());
        let mut ledger = Ledger::new(&case);
        let save = |_: &Ledger| Ok::<(), ()>(());
        let roots = 0..case.plan.roots();
        let is_done = runner.fill(&mut ledger, &roots, Duration::ZERO, &stop, |_| {}, save);
        assert_eq!(is_done, Ok(false));
        assert!(ledger.lines().is_empty());
        let seen = |slice: &Slice| panic!("{:?} was searched", slice.roots);
        assert_eq!(runner.fill(&mut ledger, &roots, Duration::ZERO, &stop, seen, save), Ok(false));
    }

    #[test]
    fn a_ledger_that_can_not_be_saved_ends_the_search() {
        let case = case(4, Constant::None, Until::All);
        let mut ledger = Ledger::new(&case);
        let save = |_: &Ledger| Err("full");
        let roots = 0..case.plan.roots();
        let mut runner = Runner::new(&case, 1);
        let ended = runner.fill(&mut ledger, &roots, Duration::MAX, &NEVER, |_| {}, save);
        assert_eq!(ended, Err("full"));
        // The search doesn't go on either where a later line could be saved.
        let mut saved = 0;
        let save = |_: &Ledger| {
            saved += 1;
            if saved == 1 { Err("full") } else { Ok(()) }
        };
        let mut ledger = Ledger::new(&case);
        let ended = runner.fill(&mut ledger, &roots, Duration::ZERO, &NEVER, |_| {}, save);
        assert_eq!((ended, saved), (Err("full"), 1));
    }

    #[test]
    fn a_line_is_written_whenever_its_time_is_over() {
        let case = case(4, Constant::None, Until::All);
        let roots = 0..case.plan.roots();
        for (line_time, is_each) in [(Duration::ZERO, true), (Duration::MAX, false)] {
            let mut ledger = Ledger::new(&case);
            let mut slices = 0;
            let save = |_: &Ledger| Ok::<(), ()>(());
            let seen = |_: &Slice| slices += 1;
            let mut runner = Runner::new(&case, 1);
            assert_eq!(runner.fill(&mut ledger, &roots, line_time, &NEVER, seen, save), Ok(true));
            // The first chunk is a single root.
            assert!(slices > 1, "{slices}");
            assert_eq!(ledger.lines().len(), if is_each { slices } else { 1 });
        }
    }

    #[test]
    fn all_gaps_are_filled_where_no_witness_ends_the_search() {
        for until in [Until::First, Until::All] {
            let case = case(4, Constant::None, until);
            let roots = 0..case.plan.roots();
            let save = |_: &Ledger| Ok::<(), ()>(());
            let mut ledger = Ledger::new(&case);
            let mut runner = Runner::new(&case, 1);
            for wanted in [1..2, roots.clone()] {
                let is_done =
                    runner.fill(&mut ledger, &wanted, Duration::MAX, &NEVER, |_| {}, save);
                assert_eq!(is_done, Ok(true), "{wanted:?}");
            }
            assert_eq!(ledger.tally().0, filled(&case, 1, Duration::MAX).tally().0);
        }
    }
}
