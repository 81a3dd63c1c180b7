//! A problem and a search of one square in; all squares searched in rounds, within one effort, out.
//!
//! Squares differ in how hard they are by a factor of a million, and nothing shows it beforehand. So every square first
//! gets an equal part of half the effort, with as many index bits as it has relevant squares, then the few that are
//! left as much with an index bit more, then with two, and these share what is left by then. Rounds are counted in
//! visits, a visit being the index of one subset: what is found depends neither on time nor on threads.

use super::tester::Tester;
use super::{Effort, Magic, Method, NotFound, Solution, Width};
use crate::geometry::{Problem, SquareProblem};
use crate::watch::{Budget, Watch};

/// The part of all visits that a square gets in a round of all.
const PART: u64 = 128;

/// The part of a round of all that is done first, and its most visits for each square.
const QUICK: u64 = 32;
const MOST_QUICK: u64 = 1 << 20;

/// Rounds among which the squares that are left share what is left.
const SHARES: usize = 8;

/// The part of all visits that one square gets where the first that fails ends all.
const GREAT_PART: u64 = 8;

/// The search of one square, which goes on where it left off.
pub(super) trait OneSquare: Send {
    /// A factor with so many index bits, within the budget.
    fn search(&mut self, tester: &mut Tester, bits: u8, budget: &mut Budget) -> Option<u64>;
}

/// A square's state.
struct State<T> {
    square: SquareProblem,
    /// Index bits where none are added.
    usual: u8,
    search: T,
    found: Option<Magic>,
    tried: u64,
    visits: u64,
}

/// The squares of a problem, some of them solved.
pub(super) struct Rounds<'a, T> {
    states: Vec<State<T>>,
    method: Method,
    effort: Effort,
    watch: &'a Watch,
    /// All visits that may be made.
    most: u64,
    /// Index bits that may be added.
    wider: u8,
}

impl<'a, T: OneSquare> Rounds<'a, T> {
    /// Squares of which none is solved, and how many index bits may be added.
    pub(super) fn new(
        problem: &Problem,
        method: Method,
        wider: u8,
        effort: &Effort,
        watch: &'a Watch,
        search: impl Fn(&SquareProblem) -> T,
    ) -> Self {
        let usual = method.bits(problem);
        let state = |square: &SquareProblem| State {
            square: *square,
            usual: usual(square),
            search: search(square),
            found: None,
            tried: 0,
            visits: 0,
        };
        let states = problem.squares().iter().map(state).collect();
        Self { states, method, effort: *effort, watch, most: effort.visits(), wider }
    }

    /// Begins anew with so many visits; candidates go on counting.
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

    /// Squares that have no factor yet, and what they were tried with.
    pub(super) fn unsolved(&self) -> impl Iterator<Item = (&SquareProblem, u64)> {
        let unsolved = self.states.iter().filter(|state| state.found.is_none());
        unsolved.map(|state| (&state.square, state.tried))
    }

    /// All squares that have no factor yet, each with an equal part of all visits.
    pub(super) fn all(&mut self, more: u8) {
        let visits = self.most / PART;
        self.round(more, visits - self.few(), self.effort.threads);
    }

    /// The first part of that, on one thread: most problems are solved before threads would have started.
    pub(super) fn quick(&mut self, more: u8) {
        self.round(more, self.few(), 1);
    }

    fn few(&self) -> u64 {
        (self.most / PART / QUICK).min(MOST_QUICK)
    }

    /// The same, for searches that don't go on where they were cut off.
    pub(super) fn whole(&mut self, more: u8) {
        self.round(more, self.most / PART, self.effort.threads);
    }

    /// All squares that have no factor yet, with what is left.
    pub(super) fn rest(&mut self, more: u8) {
        for _ in 0..SHARES {
            let unsolved = self.unsolved().count() as u64;
            let Some(share) = self.left().checked_div(unsolved).filter(|share| *share > 0) else {
                break;
            };
            self.round(more, share, self.effort.threads);
        }
    }

    /// Square after square, until one has no factor: its bit. Those behind it count for nothing, so that threads change
    /// nothing.
    pub(super) fn one_by_one(&mut self) -> Result<(), u8> {
        for at in 0..self.states.len() {
            let visits = self.left().min(self.most / GREAT_PART);
            let (method, candidates) = (self.method, self.effort.candidates);
            let (state, watch) = (&mut self.states[at], self.watch);
            state.go_on(&mut Tester::new(), method, 0, candidates, visits, watch);
            if state.found.is_none() {
                return Err(state.square.bit);
            }
        }
        Ok(())
    }

    fn round(&mut self, more: u8, visits: u64, threads: usize) {
        let (method, watch) = (self.method, self.watch);
        // Candidates are for all widths together: each has its part.
        let parts = u64::from(self.wider) + 1;
        let left_out = self.effort.candidates / parts * u64::from(self.wider - more);
        let candidates = self.effort.candidates - left_out;
        let unsolved: Vec<&mut State<T>> =
            self.states.iter_mut().filter(|state| state.found.is_none()).collect();
        let one = |tester: &mut Tester, state: &mut State<T>| {
            state.go_on(tester, method, more, candidates, visits, watch);
        };
        in_turn_or_parallel(unsolved, threads, one);
    }

    /// What to say of a square that has no factor.
    pub(super) fn missed(&self, bit: u8) -> NotFound {
        let state = self.states.iter().find(|state| state.square.bit == bit);
        let candidates = state.map_or(0, |state| state.tried);
        NotFound { method: self.method, bit, candidates }
    }

    /// The factors, if all squares have one.
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

impl<T: OneSquare> State<T> {
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
        // Where nothing is relevant there is nothing to hold more bits.
        let bits = if self.square.mask == 0 && method.width == Width::Own { 0 } else { bits };
        self.found = factor.map(|factor| Magic::white(factor, method.hash.shift(bits)));
        self.tried = budget.tried;
        self.visits += budget.visits;
    }
}

/// Works through all of `tasks`, which depend on nothing but themselves.
fn in_turn_or_parallel<T: Send>(
    tasks: Vec<T>,
    threads: usize,
    one: impl Fn(&mut Tester, T) + Send + Sync,
) {
    let mut tester = Tester::new();
    #[cfg(feature = "parallel")]
    if threads > 1
        && tasks.len() > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        use rayon::prelude::*;
        pool.install(|| {
            tasks
                .into_par_iter()
                .with_max_len(1)
                .for_each_init(Tester::new, |tester, task| one(tester, task));
        });
        return;
    }
    let _ = threads;
    for task in tasks {
        one(&mut tester, task);
    }
}
