//! Searches the squares of a problem in rounds, and divides one effort among them.
//!
//! Some squares are a million times harder than others, and nothing tells beforehand which. So every square first gets
//! an equal part of half the effort, with as many index bits as it has relevant squares. The few squares that remain
//! get as much again with one index bit more, then with two, and share the rest of the effort. Rounds are measured in
//! visits, where a visit is the computation of one subset's index, so that the result depends neither on time nor on
//! threads.

use super::tester::Tester;
use super::{Effort, Magic, Method, NotFound, Solution, Width};
use crate::threads::for_each;
use crate::watch::{Budget, CANDIDATE, Watch};
use magicgen_board::{Problem, SquareProblem};

/// A square gets `1 / PART` of all visits in a round over all squares.
const PART: u64 = 128;

/// A quick round makes `1 / QUICK` of the visits of the round that it goes before.
const QUICK: u64 = 32;
/// The most visits that each square gets in a quick round.
const MOST_QUICK: u64 = 1 << 20;

/// The most candidates of a square that are tried before the rounds, so that hard squares lose little time.
const MOST_FORETOLD: u64 = 1 << 10;

/// The most rounds in which the unsolved squares share the visits that remain at the end.
const SHARES: usize = 8;

/// If the first square without a factor ends the search, a square gets at most `1 / GREAT_PART` of all visits.
const GREAT_PART: u64 = 8;

/// The search of one square, which can be interrupted and continued.
pub(super) trait OneSquare: Send {
    /// Continues the search and returns a factor for `bits` index bits, if one is found within the budget.
    fn search(&mut self, tester: &mut Tester, bits: u8, budget: &mut Budget) -> Option<u64>;
}

/// The state of one square's search.
struct SquareState<T> {
    square: SquareProblem,
    /// The index bits that the method gives the square, before any are added.
    usual: u8,
    /// Made when it is needed.
    search: Option<T>,
    found: Option<Magic>,
    tried: u64,
    visits: u64,
    /// True while the factor is known but not the work of the search that would find it.
    is_foretold: bool,
}

/// Begins the search of a square.
type Begin<'a, T> = Box<dyn Fn(&SquareProblem) -> T + Sync + 'a>;

/// What a square may do in a round: with `more` index bits added, up to `candidates` in all rounds or `visits` in this.
#[derive(Clone, Copy)]
struct RoundWork {
    method: Method,
    more: u8,
    candidates: u64,
    visits: u64,
}

/// The squares of a problem, some of them solved.
pub(super) struct Rounds<'a, T> {
    states: Vec<SquareState<T>>,
    begin: Begin<'a, T>,
    method: Method,
    effort: &'a Effort,
    /// The most visits of all squares together.
    most: u64,
    /// The most index bits that may be added.
    wider: u8,
}

impl<'a, T: OneSquare> Rounds<'a, T> {
    /// All squares unsolved. `wider` is the most index bits that may be added.
    pub(super) fn new(
        problem: &Problem,
        method: Method,
        wider: u8,
        effort: &'a Effort,
        begin: impl Fn(&SquareProblem) -> T + Sync + 'a,
    ) -> Self {
        let usual = method.bits(problem);
        let state = |square: &SquareProblem| SquareState {
            square: *square,
            usual: usual(square),
            search: None,
            found: None,
            tried: 0,
            visits: 0,
            is_foretold: false,
        };
        let states = problem.squares().iter().map(state).collect();
        Self { states, begin: Box::new(begin), method, effort, most: effort.visits(), wider }
    }

    /// Finds the factors that [`Self::quick`] and [`Self::all`] would find with no index bits added, by `first`: a
    /// function of the square, its index bits and the most candidates, which returns the first factor that works and the
    /// number of candidates.
    ///
    /// A search that visits subsets makes at most as many visits for a candidate as the square has subsets. So it finds
    /// the same factor within these rounds, if the number of candidates is small enough.
    pub(super) fn foretell(
        &mut self,
        mut first: impl FnMut(&SquareProblem, u8, u64) -> Option<(u64, u64)>,
    ) {
        let (visits, candidates) = (self.most / PART, self.candidates(0));
        for state in self.states.iter_mut().filter(|state| state.square.mask != 0) {
            let most = visits / (state.square.subsets() as u64 + CANDIDATE);
            let found = first(&state.square, state.usual, most.min(candidates).min(MOST_FORETOLD));
            if let Some((factor, tried)) = found {
                let shift = self.method.hash.shift(state.usual);
                state.found = Some(Magic::white(factor, shift));
                (state.tried, state.is_foretold) = (tried, true);
            }
        }
    }

    /// Does the work of both rounds for the squares whose factors were foretold, if some square has no factor yet: what
    /// it may cost depends on the visits of all squares.
    pub(super) fn catch_up(&mut self) {
        if self.unsolved().next().is_none() {
            return;
        }
        let (visits, candidates) = (self.most / PART, self.candidates(0));
        let mut tester = Tester::new();
        for state in self.states.iter_mut().filter(|state| state.is_foretold) {
            let foretold = state.found.take();
            (state.tried, state.is_foretold) = (0, false);
            let work = RoundWork { method: self.method, more: 0, candidates, visits };
            state.go_on(&self.begin, &mut tester, work, &self.effort.watch);
            let is_same = state.found == foretold || self.effort.watch.is_stopped();
            debug_assert!(is_same, "bit {}", state.square.bit);
        }
    }

    /// Drops all factors and starts again with `visits` visits. The counts of candidates are kept.
    pub(super) fn begin(&mut self, visits: u64) {
        self.most = visits;
        for state in &mut self.states {
            (state.found, state.visits) = (None, 0);
        }
    }

    /// Visits that are left.
    pub(super) fn left(&self) -> u64 {
        let made = self.states.iter().map(|state| state.visits).sum();
        self.most.saturating_sub(made)
    }

    /// The squares that have no factor yet, each with the number of candidates tried.
    pub(super) fn unsolved(&self) -> impl Iterator<Item = (&SquareProblem, u64)> {
        let unsolved = self.states.iter().filter(|state| state.found.is_none());
        unsolved.map(|state| (&state.square, state.tried))
    }

    /// Searches all squares that have no factor yet, each with an equal part of all visits less the quick round's, and
    /// with `more` index bits added.
    pub(super) fn all(&mut self, more: u8) {
        let visits = self.most / PART;
        self.round(more, visits - self.few(), self.effort.threads);
    }

    /// The quick round before [`Self::all`], on one thread: it solves most problems in less time than starting threads
    /// takes.
    pub(super) fn quick(&mut self, more: u8) {
        self.round(more, self.few(), 1);
    }

    /// The visits of one square in a quick round.
    fn few(&self) -> u64 {
        (self.most / PART / QUICK).min(MOST_QUICK)
    }

    /// As [`Self::all`] without a quick round before it, for searches that can't be continued where they were
    /// interrupted.
    pub(super) fn whole(&mut self, more: u8) {
        self.round(more, self.most / PART, self.effort.threads);
    }

    /// Searches all squares that have no factor yet, with the visits that are left.
    pub(super) fn rest(&mut self, more: u8) {
        for _ in 0..SHARES {
            let unsolved = self.unsolved().count() as u64;
            let Some(share) = self.left().checked_div(unsolved).filter(|share| *share > 0) else {
                break;
            };
            self.round(more, share, self.effort.threads);
        }
    }

    /// Searches square after square, on one thread, and stops at the first square without a factor: its bit index is
    /// the error. Later squares aren't searched, so that their visits don't count.
    pub(super) fn one_by_one(&mut self) -> Result<(), u8> {
        for at in 0..self.states.len() {
            let visits = self.left().min(self.most / GREAT_PART);
            let candidates = self.effort.candidates;
            let work = RoundWork { method: self.method, more: 0, candidates, visits };
            let state = &mut self.states[at];
            state.go_on(&self.begin, &mut Tester::new(), work, &self.effort.watch);
            if state.found.is_none() {
                return Err(state.square.bit);
            }
        }
        Ok(())
    }

    fn round(&mut self, more: u8, visits: u64, threads: usize) {
        let work =
            RoundWork { method: self.method, more, candidates: self.candidates(more), visits };
        let (begin, watch) = (&self.begin, &self.effort.watch);
        let unsolved: Vec<&mut SquareState<T>> =
            self.states.iter_mut().filter(|state| state.found.is_none()).collect();
        let go_on = |tester: &mut Tester, state: &mut SquareState<T>| {
            state.go_on(begin, tester, work, watch);
        };
        for_each(unsolved, threads, Tester::new, go_on);
    }

    /// The most candidates of a square up to the width with `more` index bits added: the effort's candidates are for
    /// all widths together, and each width gets an equal part.
    fn candidates(&self, more: u8) -> u64 {
        let parts = u64::from(self.wider) + 1;
        let left_out = self.effort.candidates / parts * u64::from(self.wider - more);
        self.effort.candidates - left_out
    }

    /// The error for a square that has no factor.
    pub(super) fn missed(&self, bit: u8) -> NotFound {
        let state = self.states.iter().find(|state| state.square.bit == bit);
        let candidates = state.map_or(0, |state| state.tried);
        NotFound { method: self.method, bit, candidates }
    }

    /// The factors of all squares, or the error for the first square that has none.
    pub(super) fn solution(self) -> Result<Solution, NotFound> {
        let missing = self.unsolved().next().map(|(square, _)| square.bit);
        if let Some(bit) = missing {
            return Err(self.missed(bit));
        }
        let magics = self.states.iter().filter_map(|state| Some((state.square.bit, state.found?)));
        let candidates = self.states.iter().map(|state| state.tried).sum();
        let foretold = self.states.iter().filter(|state| state.is_foretold);
        let foretold = foretold.map(|state| state.tried).sum::<u64>();
        self.effort.watch.spend(foretold, foretold * CANDIDATE);
        Ok(Solution { method: self.method, magics: magics.collect(), candidates })
    }
}

impl<T: OneSquare> SquareState<T> {
    /// Continues the search until the square has had all candidates or made the visits.
    fn go_on(&mut self, begin: &Begin<'_, T>, tester: &mut Tester, work: RoundWork, watch: &Watch) {
        let RoundWork { method, more, candidates, visits } = work;
        let bits = self.usual + more;
        let mut budget = Budget::new(watch, self.square.bit, candidates, visits).after(self.tried);
        let search = self.search.get_or_insert_with(|| begin(&self.square));
        let factor = search.search(tester, bits, &mut budget);
        // A square without relevant squares has a single subset, and needs no index bits.
        let bits = if self.square.mask == 0 && method.width == Width::Own { 0 } else { bits };
        self.found = factor.map(|factor| Magic::white(factor, method.hash.shift(bits)));
        self.tried = budget.tried;
        self.visits += budget.visits;
    }
}
