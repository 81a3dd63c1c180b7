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
use crate::watch::{Budget, Watch};
use magicgen_board::{Problem, SquareProblem};

/// A square gets `1 / PART` of all visits in a round over all squares.
const PART: u64 = 128;

/// A quick round makes `1 / QUICK` of the visits of the round that it goes before.
const QUICK: u64 = 32;
/// The most visits that each square gets in a quick round.
const MOST_QUICK: u64 = 1 << 20;

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
    search: T,
    found: Option<Magic>,
    tried: u64,
    visits: u64,
}

/// The squares of a problem, some of them solved.
pub(super) struct Rounds<'a, T> {
    states: Vec<SquareState<T>>,
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
        search: impl Fn(&SquareProblem) -> T,
    ) -> Self {
        let usual = method.bits(problem);
        let state = |square: &SquareProblem| SquareState {
            square: *square,
            usual: usual(square),
            search: search(square),
            found: None,
            tried: 0,
            visits: 0,
        };
        let states = problem.squares().iter().map(state).collect();
        Self { states, method, effort, most: effort.visits(), wider }
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
            let (method, effort) = (self.method, self.effort);
            let state = &mut self.states[at];
            state.go_on(&mut Tester::new(), method, 0, effort.candidates, visits, &effort.watch);
            if state.found.is_none() {
                return Err(state.square.bit);
            }
        }
        Ok(())
    }

    fn round(&mut self, more: u8, visits: u64, threads: usize) {
        let (method, watch) = (self.method, &self.effort.watch);
        // The effort's candidates are for all widths together, so each width gets an equal part.
        let parts = u64::from(self.wider) + 1;
        let left_out = self.effort.candidates / parts * u64::from(self.wider - more);
        let candidates = self.effort.candidates - left_out;
        let unsolved: Vec<&mut SquareState<T>> =
            self.states.iter_mut().filter(|state| state.found.is_none()).collect();
        let go_on = |tester: &mut Tester, state: &mut SquareState<T>| {
            state.go_on(tester, method, more, candidates, visits, watch);
        };
        for_each(unsolved, threads, Tester::new, go_on);
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
        Ok(Solution { method: self.method, magics: magics.collect(), candidates })
    }
}

impl<T: OneSquare> SquareState<T> {
    /// Continues the search with `more` index bits added, until the square has had `candidates` in all or `visits` now.
    fn go_on(
        &mut self,
        tester: &mut Tester,
        method: Method,
        more: u8,
        candidates: u64,
        visits: u64,
        watch: &Watch,
    ) {
        let bits = self.usual + more;
        let mut budget = Budget::new(watch, self.square.bit, candidates, visits).after(self.tried);
        let factor = self.search.search(tester, bits, &mut budget);
        // A square without relevant squares has a single subset, and needs no index bits.
        let bits = if self.square.mask == 0 && method.width == Width::Own { 0 } else { bits };
        self.found = factor.map(|factor| Magic::white(factor, method.hash.shift(bits)));
        self.tried = budget.tried;
        self.visits += budget.visits;
    }
}
