//! What a long run is at, for whoever waits for it; and their wish that it stop.
//!
//! A [`Watch`] is handed to everything that may take long. Nothing that is found depends on it, but where it stops a
//! search early: then what was found so far is handed back. The default is watched by nobody and costs nothing.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Steps after which a search says how far it is, and asks whether it is to stop.
const EVERY: u64 = 64;

/// A handle on a run, for the run itself and for those who wait for it.
#[derive(Clone, Debug, Default)]
pub struct Watch(Option<Arc<Shared>>);

#[derive(Debug, Default)]
struct Shared {
    is_stopped: AtomicBool,
    /// Squares may be searched side by side: the one that spoke last is shown.
    square: AtomicU64,
    done: AtomicU64,
    most: AtomicU64,
    candidates: AtomicU64,
    visits: AtomicU64,
    task: Mutex<Task>,
}

/// What is being done, said once for all of a piece's squares.
#[derive(Clone, Debug, Default)]
struct Task {
    /// `searching fancy factors`
    doing: String,
    /// `rook`, `rook and bishop`
    piece: String,
    /// By bit index.
    squares: Vec<String>,
    /// What is counted: `candidates`.
    unit: &'static str,
}

/// No square in particular.
const NO_SQUARE: u64 = u64::MAX;

/// What a run is at. Its text is one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// `searching fancy factors`
    pub doing: String,
    /// `rook`; empty where it is no piece's.
    pub piece: String,
    /// `e4`; empty where it is no square's.
    pub square: String,
    /// Steps done.
    pub done: u64,
    /// The most steps that there will be; 0 where they aren't counted.
    pub most: u64,
    /// What the steps are: `candidates`.
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
    /// A run that somebody waits for, or may stop.
    #[must_use]
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Asks the run to stop as soon as it can, with what it has.
    pub fn stop(&self) {
        if let Some(shared) = &self.0 {
            shared.is_stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the run was asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.is_stopped.load(Ordering::Relaxed))
    }

    /// What the run's searches have cost so far: candidates, and visits, of which each is the index of one subset or as
    /// much work beside. The same on every machine.
    #[must_use]
    pub fn spent(&self) -> (u64, u64) {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        self.0.as_ref().map_or((0, 0), |shared| (of(&shared.candidates), of(&shared.visits)))
    }

    pub(crate) fn spend(&self, candidates: u64, visits: u64) {
        if let Some(shared) = &self.0 {
            shared.candidates.fetch_add(candidates, Ordering::Relaxed);
            shared.visits.fetch_add(visits, Ordering::Relaxed);
        }
    }

    /// What the run is at.
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

    /// Says what is done from now on, and for which piece. `squares` are names by bit index.
    pub fn begin(&self, doing: &str, piece: &str, squares: &[String], unit: &'static str) {
        let Some(shared) = &self.0 else { return };
        let mut task = shared.task.lock().unwrap_or_else(PoisonError::into_inner);
        shared.square.store(NO_SQUARE, Ordering::Relaxed);
        shared.done.store(0, Ordering::Relaxed);
        shared.most.store(0, Ordering::Relaxed);
        *task = Task {
            doing: doing.to_owned(),
            piece: piece.to_owned(),
            squares: squares.to_vec(),
            unit,
        };
    }

    /// Says how far a square's steps are.
    pub fn at(&self, bit: u8, done: u64, most: u64) {
        let Some(shared) = &self.0 else { return };
        shared.square.store(bit.into(), Ordering::Relaxed);
        shared.done.store(done, Ordering::Relaxed);
        shared.most.store(most, Ordering::Relaxed);
    }

    /// Says how far steps are that no square has for itself.
    pub fn step(&self, done: u64, most: u64) {
        let Some(shared) = &self.0 else { return };
        shared.square.store(NO_SQUARE, Ordering::Relaxed);
        shared.done.store(done, Ordering::Relaxed);
        shared.most.store(most, Ordering::Relaxed);
    }
}

/// What a candidate costs beside its visits, in visits: on a mask of few subsets nearly all.
const CANDIDATE: u64 = 32;

/// What is left of an effort: candidates, and work.
///
/// A candidate is a factor that is tried. Candidates differ in what they cost, so that work is counted too: a visit is
/// the index of one subset. Neither is time, so that the same is found on every machine.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    watch: &'a Watch,
    pub(crate) bit: u8,
    /// Candidates tried before.
    before: u64,
    /// Candidates tried.
    pub(crate) tried: u64,
    /// Candidates that may be tried.
    pub(crate) most: u64,
    /// Visits made.
    pub(crate) visits: u64,
    /// Visits that may be made; the last candidate may go beyond by as many as the square has subsets.
    pub(crate) most_visits: u64,
}

impl<'a> Budget<'a> {
    /// So many candidates and visits for a square.
    pub(crate) const fn new(watch: &'a Watch, bit: u8, most: u64, most_visits: u64) -> Self {
        Self { watch, bit, before: 0, tried: 0, most, visits: 0, most_visits }
    }

    /// As if so many candidates had been tried.
    pub(crate) const fn after(mut self, tried: u64) -> Self {
        (self.before, self.tried) = (tried, tried);
        self
    }

    /// Takes a candidate; false where none is left, or where the run was stopped.
    #[inline]
    pub(crate) fn take(&mut self) -> bool {
        if !self.has_more() {
            return false;
        }
        self.tried += 1;
        self.visits += CANDIDATE;
        (self.tried - self.before) % EVERY != 1 || self.look_up()
    }

    /// Whether another candidate could be taken.
    pub(crate) const fn has_more(&self) -> bool {
        self.tried < self.most && self.visits < self.most_visits
    }

    /// Whether the run was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }

    /// Takes `visits`, where these aren't a candidate's of its own.
    #[inline]
    pub(crate) const fn work(&mut self, visits: u64) {
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
