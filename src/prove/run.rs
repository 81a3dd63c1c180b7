//! A question and slices of roots in; what was counted below them, the same for any number of threads, out.
//!
//! Threads take roots in ascending order, a chunk at a time, and finish what they took. So a batch that is ended, by
//! its time or from outside, has searched all roots from the slice's first up to some last one, and the first
//! witness is that of the lowest root. What later roots counted meanwhile is thrown away.

#![expect(clippy::cast_precision_loss, reason = "times are measured to a few digits")]

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::ledger::{Ledger, Line};
use super::{Case, Searcher, Tally};

/// How long a batch is. A search that is interrupted ends after it.
const BATCH: Duration = Duration::from_millis(500);

/// How long a chunk should take, in seconds: short for even work, long for little waiting.
const CHUNK: f64 = 0.005;

/// The most roots in a chunk.
const MOST: u64 = 1 << 16;

/// Roots that are done.
#[derive(Clone, Debug)]
pub struct Slice {
    /// Which.
    pub roots: Range<u64>,
    /// What was counted.
    pub tally: Tally,
    /// Wall time.
    pub time: Duration,
}

/// Threads with their tables.
pub struct Runner<'a> {
    case: &'a Case,
    searchers: Vec<Searcher<'a>>,
    /// Roots that a thread takes at a time.
    chunk: u64,
}

/// One chunk's counts.
struct Part {
    roots: Range<u64>,
    tally: Tally,
}

impl<'a> Runner<'a> {
    /// Makes room for so many threads.
    #[must_use]
    pub fn new(case: &'a Case, threads: usize) -> Self {
        let searcher = |_| Searcher::new(&case.question, &case.plan);
        Self { case, searchers: (0..threads.max(1)).map(searcher).collect(), chunk: 1 }
    }

    /// Searches the first of `roots`, for about half a second or until `stop` is set.
    pub fn batch(&mut self, roots: Range<u64>, stop: &AtomicBool) -> Slice {
        let started = Instant::now();
        let next = AtomicU64::new(roots.start);
        // No root above that of a witness is searched; a root below it may still have another.
        let last = AtomicU64::new(roots.end);
        let parts = Mutex::new(Vec::new());
        let threads = self.searchers.len() as u64;
        let chunk = self.chunk.min((roots.end - roots.start) / threads / 4).max(1);
        let case = self.case;
        let work = |searcher: &mut Searcher<'a>| {
            let mut own = Vec::new();
            while !stop.load(Ordering::Relaxed) && (own.is_empty() || started.elapsed() < BATCH) {
                let from = next.fetch_add(chunk, Ordering::Relaxed);
                if from >= last.load(Ordering::Relaxed) {
                    break;
                }
                own.push(search(case, searcher, from..(from + chunk).min(roots.end), &last));
            }
            if let Ok(mut parts) = parts.lock() {
                parts.append(&mut own);
            }
        };
        match &mut self.searchers[..] {
            [only] => work(only),
            searchers => std::thread::scope(|scope| {
                for searcher in searchers {
                    scope.spawn(|| work(searcher));
                }
            }),
        }
        let mut parts: Vec<Part> = parts.into_inner().unwrap_or_default();
        parts.sort_by_key(|part| part.roots.start);
        let mut slice = Slice {
            roots: roots.start..roots.start,
            tally: Tally::new(case.plan.levels()),
            time: Duration::ZERO,
        };
        for part in parts {
            slice.tally += &part.tally;
            slice.roots.end = part.roots.end;
            if case.ends_at_first() && slice.tally.witness.is_some() {
                break;
            }
        }
        slice.time = started.elapsed();
        let done = (slice.roots.end - slice.roots.start).max(1) as f64;
        let by_root = slice.time.as_secs_f64() * threads as f64 / done;
        self.chunk = ((CHUNK / by_root.max(1e-9)) as u64).clamp(1, MOST);
        slice
    }

    /// Searches a slice again, whole; `None` where `stop` was set first.
    pub fn again(
        &mut self,
        roots: &Range<u64>,
        stop: &AtomicBool,
        mut seen: impl FnMut(&Slice),
    ) -> Option<Slice> {
        let mut whole = Slice {
            roots: roots.start..roots.start,
            tally: Tally::new(self.case.plan.levels()),
            time: Duration::ZERO,
        };
        while whole.roots.end < roots.end {
            let slice = self.batch(whole.roots.end..roots.end, stop);
            seen(&slice);
            whole.add(&slice);
            if self.case.ends_at_first() && whole.tally.witness.is_some() {
                break;
            }
            if stop.load(Ordering::Relaxed) && whole.roots.end < roots.end {
                return None;
            }
        }
        Some(whole)
    }

    /// Searches what `ledger` lacks of `wanted`, and adds a line to it whenever `line_time` is over. `seen` is told
    /// of each batch, `save` of each new line. True where nothing is left to search.
    pub fn fill<E>(
        &mut self,
        ledger: &mut Ledger,
        wanted: &Range<u64>,
        line_time: Duration,
        stop: &AtomicBool,
        mut seen: impl FnMut(&Slice),
        mut save: impl FnMut(&Ledger) -> Result<(), E>,
    ) -> Result<bool, E> {
        for gap in ledger.missing(wanted) {
            let mut from = gap.start;
            while from < gap.end {
                let mut open = Slice {
                    roots: from..from,
                    tally: Tally::new(self.case.plan.levels()),
                    time: Duration::ZERO,
                };
                let mut is_over = false;
                while !is_over {
                    let slice = self.batch(open.roots.end..gap.end, stop);
                    seen(&slice);
                    open.add(&slice);
                    is_over = open.roots.end == gap.end
                        || open.time >= line_time
                        || self.case.ends_at_first() && open.tally.witness.is_some()
                        || stop.load(Ordering::Relaxed);
                }
                from = open.roots.end;
                if !open.roots.is_empty() {
                    let seconds = open.time.as_secs_f64() * self.searchers.len() as f64;
                    let Slice { roots, tally, .. } = open;
                    ledger.push(Line { roots, tally, seconds, how: None });
                    save(ledger)?;
                }
                if self.case.ends_at_first() && ledger.witness().is_some() {
                    return Ok(true);
                }
                if stop.load(Ordering::Relaxed) {
                    return Ok(ledger.missing(wanted).is_empty());
                }
            }
        }
        Ok(true)
    }
}

impl Slice {
    /// Adds the slice that follows.
    fn add(&mut self, next: &Self) {
        self.tally += &next.tally;
        self.roots.end = next.roots.end;
        self.time += next.time;
    }
}

/// Searches a chunk; up to its first witness, if the search ends there.
fn search(case: &Case, searcher: &mut Searcher<'_>, roots: Range<u64>, last: &AtomicU64) -> Part {
    let mut tally = Tally::new(case.plan.levels());
    for root in roots.clone() {
        searcher.search(root, case.until, &mut tally);
        if case.ends_at_first() && tally.witness.is_some() {
            last.fetch_min(root + 1, Ordering::Relaxed);
            return Part { roots: roots.start..root + 1, tally };
        }
    }
    Part { roots, tally }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::ledger::tests::case;
    use crate::prove::{Constant, Until};

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn filled(case: &Case, threads: usize, line_time: Duration) -> Ledger {
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
            (5, Constant::Free, Until::First),
            (5, Constant::Black, Until::First),
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
        // Each run is told to stop at its first batch, and a batch is made short by asking for few roots.
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
    fn nothing_is_searched_after_a_stop() {
        let case = case(4, Constant::None, Until::All);
        let stop = AtomicBool::new(true);
        let mut runner = Runner::new(&case, 2);
        assert!(runner.batch(0..case.plan.roots(), &stop).roots.is_empty());
        assert!(runner.again(&(0..1), &stop, |_| {}).is_none());
        let mut ledger = Ledger::new(&case);
        let save = |_: &Ledger| Ok::<(), ()>(());
        let roots = 0..case.plan.roots();
        let is_done = runner.fill(&mut ledger, &roots, Duration::ZERO, &stop, |_| {}, save);
        assert_eq!(is_done, Ok(false));
        assert!(ledger.lines().is_empty());
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
    }
}
