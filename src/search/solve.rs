//! A problem, a method and an effort in; a [`Solution`] out, the same for as many threads as you like.

use std::fmt;
use std::ops::RangeInclusive;

use super::candidate::Designer;
use super::impossible::is_impossible;
use super::stream::Stream;
use super::tester::Tester;
use super::{Hash, Magic, Method, Width};
use crate::geometry::{Problem, SquareProblem};

/// Designs that are tried before a search begins to climb.
const DESIGNS: u64 = 1 << 14;

/// Steps without progress after which a climb begins elsewhere.
const PATIENCE: u32 = 600;

/// Bits of the factor that a step of a climb changes.
const FLIPS: [u32; 8] = [1, 1, 2, 2, 1, 1, 2, 3];

/// Candidates for each square when methods take turns, and how they grow.
const FIRST_TURN: u64 = 1 << 13;
const TURNS_GROW: u64 = 8;

/// How hard to search, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Another seed means other factors.
    pub seed: u64,
    /// The most candidates that a square gets, for each width of index that may be tried.
    pub candidates: u64,
    /// Threads for the searches that are worth it. They change nothing in the result.
    pub threads: usize,
}

impl Effort {
    /// Candidates for each square by one unit of `effort` in a config: a million.
    pub const CANDIDATES: u64 = 1_000_000;

    /// As a config states it.
    #[must_use]
    pub const fn new(seed: u64, effort: u32) -> Self {
        Self { seed, candidates: Self::CANDIDATES.saturating_mul(effort as u64), threads: 1 }
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self::new(0, 5)
    }
}

/// Factors and shifts for all squares of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How they are meant.
    pub method: Method,
    /// With bit index, ascending.
    pub magics: Vec<(u8, Magic)>,
    /// Candidates tried; 0 where nothing was searched.
    pub candidates: u64,
}

impl Solution {
    /// The factor and shift of a square.
    #[must_use]
    pub fn magic(&self, bit: u8) -> Option<Magic> {
        let at = self.magics.binary_search_by_key(&bit, |(bit, _)| *bit).ok()?;
        Some(self.magics[at].1)
    }

    /// The indices of an instruction that needs no search: each square's mask stands in the factor's place.
    #[must_use]
    pub fn pext(problem: &Problem) -> Self {
        let magic = |square: &SquareProblem| (square.bit, Magic::white(square.mask, 0));
        let magics = problem.squares().iter().map(magic).collect();
        Self { method: Method::PEXT, magics, candidates: 0 }
    }

    /// The length of a square's index range: 1 where nothing is relevant and all squares differ in width.
    #[must_use]
    pub fn slots(&self, square: &SquareProblem) -> Option<usize> {
        let magic = self.magic(square.bit)?;
        if square.mask == 0 && self.method.width == Width::Own {
            return Some(1);
        }
        if self.method.hash == Hash::Pext {
            return Some(square.subsets());
        }
        Some(1 << (self.method.hash.product_bits() - magic.shift))
    }

    /// The sum of all index ranges.
    #[must_use]
    pub fn entries(&self, problem: &Problem) -> usize {
        problem.squares().iter().filter_map(|square| self.slots(square)).sum()
    }

    /// Squares that have more index bits than the method gives them, and how many more.
    pub fn wider(&self, problem: &Problem) -> impl Iterator<Item = (u8, u8)> {
        let usual = self.method.bits(problem);
        problem.squares().iter().filter_map(move |square| {
            let usual = self.method.hash.shift(usual(square));
            let more = usual.saturating_sub(self.magic(square.bit)?.shift);
            (more > 0).then_some((square.bit, more))
        })
    }
}

/// A square for which no candidate held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// What was searched for.
    pub method: Method,
    /// The lowest such bit index.
    pub bit: u8,
    /// Candidates tried there.
    pub candidates: u64,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no {} factor for bit {} among {} candidates",
            self.method, self.bit, self.candidates
        )
    }
}

impl std::error::Error for NotFound {}

/// Searches all squares of `problem`.
///
/// The result depends on problem, method, seed and candidates alone: each square has its own stream of random
/// numbers, and takes the first candidate that holds. A square for which none does gets up to two more index
/// bits, under [`Width::Equal`] together with all others; [`Solution::wider`] names these. On the chess board
/// no square needs them but where products are added.
pub fn solve(problem: &Problem, method: Method, effort: &Effort) -> Result<Solution, NotFound> {
    if method == Method::KANNAN {
        return super::solve_kannan(problem, effort);
    }
    let more = method.more_bits();
    if method.width == Width::Own {
        return solve_within(problem, method, effort, 0..=more);
    }
    let mut result = solve_within(problem, method, effort, 0..=0);
    for wider in 1..=more {
        result = result.or_else(|_| solve_within(problem, method, effort, wider..=wider));
    }
    result
}

/// Searches by the first of `methods` that has factors for all squares: [`Method::ADD`], [`Method::FOLDS`].
///
/// The methods take turns, with more candidates each time, so that one that can't work costs little. Only when
/// all have failed are more index bits considered.
///
/// # Panics
///
/// Without a method.
pub fn solve_first(
    problem: &Problem,
    methods: &[Method],
    effort: &Effort,
) -> Result<Solution, NotFound> {
    let mut result = Err(NotFound { method: methods[0], bit: 0, candidates: 0 });
    let mut candidates = FIRST_TURN;
    while result.is_err() {
        candidates = candidates.min(effort.candidates);
        let turn = Effort { candidates, ..*effort };
        for method in methods {
            result = result.or_else(|_| solve_within(problem, *method, &turn, 0..=0));
        }
        if candidates == effort.candidates {
            break;
        }
        candidates = candidates.saturating_mul(TURNS_GROW);
    }
    for method in methods.iter().filter(|method| method.more_bits() > 0) {
        result = result.or_else(|_| solve(problem, *method, effort));
    }
    result
}

/// Searches with as many index bits more than usual as `more` says, the fewest first.
fn solve_within(
    problem: &Problem,
    method: Method,
    effort: &Effort,
    more: RangeInclusive<u8>,
) -> Result<Solution, NotFound> {
    let id = method.id();
    let usual = method.bits(problem);
    let one = |tester: &mut Tester, square: &SquareProblem, candidates: u64, last: u8| {
        let task = Task {
            classes: problem.classes(*square),
            hash: method.hash,
            square: *square,
            stream: Stream::new(effort.seed, &id, square.bit, square.mask),
            candidates,
        };
        let bits = usual(square);
        task.search(tester, bits + more.start()..=bits + last)
    };
    let mut tester = Tester::new();
    let quick = effort.candidates.min(DESIGNS);
    let mut found: Vec<Found> = problem
        .squares()
        .iter()
        .map(|square| one(&mut tester, square, quick, *more.start()))
        .collect();
    // Squares that need more than designs begin anew, so that this division changes no result. Most problems
    // have none, and are solved before threads would have started.
    let mut hard: Vec<(&SquareProblem, &mut Found)> = problem
        .squares()
        .iter()
        .zip(&mut found)
        .filter(|(_, (magic, _))| magic.is_none())
        .collect();
    for (square, (_, candidates)) in &hard {
        if is_impossible(method.hash, **square, problem.classes(**square)) {
            return Err(NotFound { method, bit: square.bit, candidates: *candidates });
        }
    }
    let again = |tester: &mut Tester, (square, found): &mut (&SquareProblem, &mut Found)| {
        **found = one(tester, square, effort.candidates, *more.end());
        if found.0.is_some() { Ok(()) } else { Err(()) }
    };
    in_turn_or_parallel(&mut hard, effort.threads, tester, again);
    let mut solution = Solution { method, magics: Vec::with_capacity(found.len()), candidates: 0 };
    for (square, (magic, candidates)) in problem.squares().iter().zip(found) {
        let missed = NotFound { method, bit: square.bit, candidates };
        solution.magics.push((square.bit, magic.ok_or(missed)?));
        solution.candidates += candidates;
    }
    Ok(solution)
}

/// Works through `hard` until one fails, which is then the first that failed.
fn in_turn_or_parallel<T: Send>(
    hard: &mut [T],
    threads: usize,
    mut tester: Tester,
    again: impl Fn(&mut Tester, &mut T) -> Result<(), ()> + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if threads > 1
        && hard.len() > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        use rayon::prelude::*;
        pool.install(|| {
            hard.par_iter_mut()
                .with_max_len(1)
                .for_each_init(Tester::new, |tester, one| _ = again(tester, one));
        });
        return;
    }
    let _ = threads;
    let _ = hard.iter_mut().try_for_each(|one| again(&mut tester, one));
}

/// A factor, if one was found, and the candidates tried.
type Found = (Option<Magic>, u64);

/// The search of one square.
struct Task<'a> {
    classes: &'a [u16],
    hash: Hash,
    square: SquareProblem,
    stream: Stream,
    candidates: u64,
}

impl Task<'_> {
    fn search(mut self, tester: &mut Tester, widths: RangeInclusive<u8>) -> Found {
        let hash = self.hash;
        if self.square.mask == 0 {
            return (Some(Magic::white(0, hash.shift(*widths.start()))), 0);
        }
        let mut tried = 0;
        for bits in widths {
            tester.load(self.square.mask, bits);
            let mut designer = Designer::new(hash, self.square.mask, bits);
            let mut left = self.candidates;
            let mut found = self.designs(tester, &mut designer, &mut left);
            while found.is_none() && left > 0 {
                found = self.climb(tester, &mut designer, &mut left);
            }
            tried += self.candidates - left;
            if let Some(factor) = found {
                return (Some(Magic::white(factor, hash.shift(bits))), tried);
            }
        }
        (None, tried)
    }

    fn clashes(&self, tester: &mut Tester, bits: u8, factor: u64, limit: u32) -> u32 {
        let magic = Magic::white(factor, self.hash.shift(bits));
        tester.clashes(self.hash, magic, bits, self.classes, limit)
    }

    /// Designs alone: enough for nearly every square where products aren't added.
    fn designs(
        &mut self,
        tester: &mut Tester,
        designer: &mut Designer,
        left: &mut u64,
    ) -> Option<u64> {
        for _ in 0..DESIGNS.min(*left) {
            *left -= 1;
            let factor = designer.next(&mut self.stream);
            if self.clashes(tester, designer.bits(), factor, 0) == 0 {
                return Some(factor);
            }
        }
        None
    }

    /// From a random number towards fewer clashes, a few bits at a time, now and then a step back.
    fn climb(
        &mut self,
        tester: &mut Tester,
        designer: &mut Designer,
        left: &mut u64,
    ) -> Option<u64> {
        let bits = designer.bits();
        let factor_bits = self.hash.factor_mask().count_ones();
        let mut factor = designer.sparse(&mut self.stream);
        let mut clashes = self.clashes(tester, bits, factor, u32::MAX);
        let mut patience = PATIENCE;
        while clashes > 0 && *left > 0 && patience > 0 {
            *left -= 1;
            let dice = self.stream.below(32);
            let mut next = factor;
            for _ in 0..FLIPS[dice as usize % FLIPS.len()] {
                next ^= 1 << self.stream.below(factor_bits);
            }
            let back = if dice < 2 { 2 + clashes / 64 } else { 0 };
            let count = self.clashes(tester, bits, next, clashes + back);
            patience = if count < clashes { PATIENCE } else { patience - 1 };
            if count <= clashes + back {
                (factor, clashes) = (next, count);
            }
        }
        (clashes == 0).then_some(factor)
    }
}
