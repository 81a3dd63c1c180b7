//! Reports the state of a long run, and lets others stop it.
//!
//! A [`Watch`] is part of a search's effort, and is passed to other functions that may take long. Results don't depend on it, unless it stops a search
//! early: then the search returns what it has found so far. The default watch reports to nobody and costs nothing.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of steps after which a search reports its progress, and checks whether it is to stop.
const EVERY: u64 = 64;

/// A handle on a run, for the run itself and for its observers.
#[derive(Clone, Debug, Default)]
pub struct Watch(Option<Arc<WatchState>>);

#[derive(Debug, Default)]
struct WatchState {
    is_stopped: AtomicBool,
    /// The bit index of the square that reported last, since several may be searched at the same time.
    square: AtomicU64,
    done: AtomicU64,
    most: AtomicU64,
    candidates: AtomicU64,
    visits: AtomicU64,
    task: Mutex<WatchedTask>,
}

/// An activity, reported once for all squares of a piece.
#[derive(Clone, Debug, Default)]
struct WatchedTask {
    /// A description, such as `searching fancy factors`.
    doing: String,
    /// The pieces, such as `rook` or `rook and bishop`.
    piece: String,
    /// The names of the squares, by bit index.
    squares: Vec<String>,
    /// The unit of the steps, such as `candidates`.
    unit: &'static str,
}

/// Stands for no square in particular.
const NO_SQUARE: u64 = u64::MAX;

/// The state of a run. Its text is one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The activity, such as `searching fancy factors`.
    pub doing: String,
    /// The pieces, such as `rook`; empty if it isn't about any.
    pub piece: String,
    /// The square, such as `e4`; empty if it isn't about one.
    pub square: String,
    /// The number of steps done.
    pub done: u64,
    /// The most steps that there will be; 0 if steps aren't counted.
    pub most: u64,
    /// The unit of the steps, such as `candidates`.
    pub unit: &'static str,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.doing)?;
        if !self.piece.is_empty() {
            write!(f, ": {}", self.piece)?;
        }
        if !self.square.is_empty() {
            write!(f, " on {}", self.square)?;
        }
        if self.most > 0 {
            write!(f, ", {} of at most {} {}", self.done, self.most, self.unit)?;
        }
        Ok(())
    }
}

impl Watch {
    /// A watch on a run that may be observed and stopped.
    #[must_use]
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Asks the run to stop as soon as it can, and to return its result so far.
    pub fn stop(&self) {
        if let Some(shared) = &self.0 {
            shared.is_stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the run has been asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.is_stopped.load(Ordering::Relaxed))
    }

    /// The work of the run's searches so far, as (candidates, visits). A visit is the index of one subset, or as much
    /// other work. The numbers are the same on every machine.
    #[must_use]
    pub fn spent(&self) -> (u64, u64) {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        self.0.as_ref().map_or((0, 0), |shared| (read(&shared.candidates), read(&shared.visits)))
    }

    /// Adds to the work that the run has done so far.
    pub fn spend(&self, candidates: u64, visits: u64) {
        if let Some(shared) = &self.0 {
            shared.candidates.fetch_add(candidates, Ordering::Relaxed);
            shared.visits.fetch_add(visits, Ordering::Relaxed);
        }
    }

    /// The state of the run.
    #[must_use]
    pub fn look(&self) -> At {
        let Some(shared) = &self.0 else { return At::default() };
        let task = shared.task.lock().unwrap_or_else(PoisonError::into_inner);
        let square = shared.square.load(Ordering::Relaxed);
        let name = usize::try_from(square).ok().and_then(|bit| task.squares.get(bit));
        At {
            doing: task.doing.clone(),
            piece: task.piece.clone(),
            square: name.cloned().unwrap_or_default(),
            done: shared.done.load(Ordering::Relaxed),
            most: shared.most.load(Ordering::Relaxed),
            unit: task.unit,
        }
    }

    /// Reports an activity and its piece. `squares` are the names of squares by bit index.
    pub fn begin(&self, doing: &str, piece: &str, squares: &[String], unit: &'static str) {
        let Some(shared) = &self.0 else { return };
        let mut task = shared.task.lock().unwrap_or_else(PoisonError::into_inner);
        shared.square.store(NO_SQUARE, Ordering::Relaxed);
        shared.done.store(0, Ordering::Relaxed);
        shared.most.store(0, Ordering::Relaxed);
        *task = WatchedTask {
            doing: doing.to_owned(),
            piece: piece.to_owned(),
            squares: squares.to_vec(),
            unit,
        };
    }

    /// Reports the number of steps done for a square, and the most that there will be.
    pub fn at(&self, bit: u8, done: u64, most: u64) {
        let Some(shared) = &self.0 else { return };
        shared.square.store(bit.into(), Ordering::Relaxed);
        shared.done.store(done, Ordering::Relaxed);
        shared.most.store(most, Ordering::Relaxed);
    }

    /// Reports the number of steps done, and the most that there will be, for an activity that isn't about one square.
    pub fn step(&self, done: u64, most: u64) {
        let Some(shared) = &self.0 else { return };
        shared.square.store(NO_SQUARE, Ordering::Relaxed);
        shared.done.store(done, Ordering::Relaxed);
        shared.most.store(most, Ordering::Relaxed);
    }
}

/// The work for a candidate beside its visits, in visits. For a mask with few subsets it is most of the work.
pub(crate) const CANDIDATE: u64 = 32;

/// The rest of an effort, in candidates and in work.
///
/// A candidate is a factor that is tried. Candidates take different amounts of work, so that work is counted as well,
/// in visits: a visit is the index of one subset. Time isn't counted, so that every machine finds the same.
#[derive(Debug)]
pub struct Budget<'a> {
    watch: &'a Watch,
    /// The bit index of the square that is searched.
    pub bit: u8,
    /// The number of candidates tried before this budget began.
    before: u64,
    /// The number of candidates tried.
    pub tried: u64,
    /// The most candidates that may be tried.
    pub most: u64,
    /// The number of visits made.
    pub visits: u64,
    /// The most visits that may be made. The last candidate may exceed it by the square's number of subsets.
    pub most_visits: u64,
}

impl<'a> Budget<'a> {
    /// A budget of candidates and visits for a square.
    #[must_use]
    pub const fn new(watch: &'a Watch, bit: u8, most: u64, most_visits: u64) -> Self {
        Self { watch, bit, before: 0, tried: 0, most, visits: 0, most_visits }
    }

    /// The budget, with `tried` candidates already counted.
    #[must_use]
    pub const fn after(mut self, tried: u64) -> Self {
        (self.before, self.tried) = (tried, tried);
        self
    }

    /// Takes a candidate. Returns false if none is left, or if the run was stopped.
    #[inline]
    pub fn take(&mut self) -> bool {
        if !self.has_more() {
            return false;
        }
        self.tried += 1;
        self.visits += CANDIDATE;
        (self.tried - self.before) % EVERY != 1 || self.look_up()
    }

    /// Whether another candidate could be taken.
    #[must_use]
    pub const fn has_more(&self) -> bool {
        self.tried < self.most && self.visits < self.most_visits
    }

    /// Whether the run has been asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }

    /// Takes visits that don't belong to a candidate.
    #[inline]
    pub const fn work(&mut self, visits: u64) {
        self.visits += visits;
    }

    #[cold]
    fn look_up(&mut self) -> bool {
        self.watch.at(self.bit, self.tried, self.most);
        if self.watch.is_stopped() {
            self.most = self.tried;
            return false;
        }
        true
    }
}

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        self.watch.spend(self.tried - self.before, self.visits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_is_at_is_one_line() {
        let watch = Watch::new();
        watch.begin(
            "searching fancy factors",
            "rook",
            &["a1".to_owned(), "b1".to_owned()],
            "candidates",
        );
        assert_eq!(watch.look().to_string(), "searching fancy factors: rook");
        watch.at(1, 64, 5_000_000);
        let line = "searching fancy factors: rook on b1, 64 of at most 5000000 candidates";
        assert_eq!(watch.look().to_string(), line);
        watch.begin("printing", "", &[], "");
        assert_eq!(watch.look().to_string(), "printing");
    }

    #[test]
    fn a_budget_ends_with_its_candidates_its_visits_or_a_stop() {
        let watch = Watch::new();
        let mut budget = Budget::new(&watch, 0, 3, 100);
        assert_eq!((0..9).filter(|_| budget.take()).count(), 3);
        let mut budget = Budget::new(&watch, 0, u64::MAX, 100).after(7);
        let mut taken = 0;
        while budget.take() {
            budget.work(40);
            taken += 1;
        }
        assert_eq!(taken, 2);
        drop(budget);
        assert_eq!(watch.spent(), (2, 2 * (CANDIDATE + 40)));
        let mut budget = Budget::new(&watch, 0, u64::MAX, u64::MAX);
        assert!(budget.take());
        watch.stop();
        assert!((0..=EVERY).any(|_| !budget.take()) && !budget.has_more());
    }
}
