//! Searches a factor for every square of a problem by one method, within an effort. The result doesn't depend on the
//! number of threads.

use std::borrow::Cow;
use std::fmt;

use super::candidate::Designer;
use super::impossible::is_impossible;
use super::rounds::{OneSquare, Rounds};
use super::singles::Singles;
use super::stream::Stream;
use super::tester::Tester;
use super::{Hash, Magic, Method, Width};
use crate::watch::{Budget, Watch};
use magicgen_board::{Problem, SquareProblem};

/// Designed candidates that are tried before a search begins to climb.
const DESIGNS: u64 = 1 << 14;

/// Steps without progress after which a climb ends and another begins at a new random factor.
const PATIENCE: u32 = 600;

/// The number of bits of the factor that a step of a climb changes; each step picks one entry at random.
const FLIPS: [u32; 8] = [1, 1, 2, 2, 1, 1, 2, 3];

/// Candidates for each square in the first turn of each method, where several methods take turns.
const FIRST_TURN: u64 = 1 << 13;
/// The factor by which the candidates grow from one turn to the next.
const TURNS_GROW: u64 = 8;

/// How much work a search may do, the seed of its random numbers, and the watch that follows it.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Another seed means other factors.
    pub seed: u64,
    /// The most candidates that a square gets, over all widths of index that are tried. A visit is the computation of
    /// one subset's index. All squares together make at most 80 visits for each of these candidates, or 64 million
    /// visits if that is more.
    pub candidates: u64,
    /// The most threads that a search uses. Their number doesn't change the result.
    pub threads: usize,
    /// Follows the search and can stop it. A stopped search returns its result so far, or an error.
    pub watch: Watch,
}

impl Effort {
    /// Candidates for each square that one unit of `effort` in a config stands for: a million.
    pub const CANDIDATES: u64 = 1_000_000;

    /// Visits of all squares together for each candidate that one square may have. A million candidates take about half
    /// a second.
    const VISITS: u64 = 80;

    /// Visits that every search may make, however small its effort: where a square has fewer than a million candidates,
    /// their number is bound enough.
    const LEAST_VISITS: u64 = 1 << 26;

    /// The most visits of all squares of a problem together.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.candidates.saturating_mul(Self::VISITS).max(Self::LEAST_VISITS)
    }

    /// The effort that a config states by a seed and a number of units of [`Self::CANDIDATES`], on one thread and
    /// with a watch that reports to nobody.
    #[must_use]
    pub fn new(seed: u64, effort: u32) -> Self {
        let candidates = Self::CANDIDATES.saturating_mul(effort.into());
        Self { seed, candidates, threads: 1, watch: Watch::default() }
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
    /// The arithmetic and the width of index that the factors are for.
    pub method: Method,
    /// The bit index of each square, ascending, with the square's factor and shift.
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

    /// The solution for PEXT, which needs no search: each square's mask stands in the factor's place.
    #[must_use]
    pub fn pext(problem: &Problem) -> Self {
        let magic = |square: &SquareProblem| (square.bit, Magic::white(square.mask, 0));
        let magics = problem.squares().iter().map(magic).collect();
        Self { method: Method::PEXT, magics, candidates: 0 }
    }

    /// The number of slots in a square's index range: 1 where no square is relevant and each square has its own width.
    /// `None` where the solution has no factor for the square.
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

    /// The sum of the lengths of all index ranges, in slots.
    #[must_use]
    pub fn entries(&self, problem: &Problem) -> usize {
        problem.squares().iter().filter_map(|square| self.slots(square)).sum()
    }

    /// The bit index of each square that has more index bits than the method gives it, with the number of bits added.
    /// PEXT has no shift to tell them by, and never has more than relevant squares.
    pub fn wider(&self, problem: &Problem) -> impl Iterator<Item = (u8, u8)> {
        let usual = self.method.bits(problem);
        let squares = problem.squares().iter().filter(|_| self.method.hash != Hash::Pext);
        squares.filter_map(move |square| {
            let usual = self.method.hash.shift(usual(square));
            let more = usual.saturating_sub(self.magic(square.bit)?.shift);
            (more > 0).then_some((square.bit, more))
        })
    }
}

/// A square for which no candidate worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// The method of the search.
    pub method: Method,
    /// The lowest bit index without a factor.
    pub bit: u8,
    /// Candidates tried for that square.
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
/// numbers, and takes the first candidate that works. A square for which no candidate works gets up to two more index
/// bits, under [`Width::Equal`] together with all others; [`Solution::wider`] lists such squares. On the chess board
/// more bits are needed only where two products are added.
pub fn solve(problem: &Problem, method: Method, effort: &Effort) -> Result<Solution, NotFound> {
    if method == Method::KANNAN {
        return super::solve_kannan(problem, effort);
    }
    search(problem, method, effort, true)
}

/// Searches all squares. If the search `foretells`, the factors of most squares are found without visits of subsets,
/// and are the same.
pub(super) fn search(
    problem: &Problem,
    method: Method,
    effort: &Effort,
    foretells: bool,
) -> Result<Solution, NotFound> {
    let more = method.more_bits();
    let mut rounds = rounds(problem, method, effort);
    let is_impossible =
        |square: &SquareProblem| is_impossible(method.hash, *square, &classes(problem, square));
    let foretell = |rounds: &mut Rounds<'_, SquareTask<'_>>| {
        if let Some(mut singles) = Singles::new(method.hash).filter(|_| foretells) {
            let id = method.id();
            rounds.foretell(|square, bits, most| {
                let views = problem.views(*square)?;
                let mut stream = Stream::new(effort.seed, &id, square.bit, square.mask);
                singles.first(square, views, &mut stream, bits, most)
            });
        }
    };
    if method.width == Width::Own {
        foretell(&mut rounds);
        rounds.quick(0);
        let mut unsolved = rounds.unsolved();
        if let Some((square, _)) = unsolved.find(|(square, _)| is_impossible(square)) {
            return Err(rounds.missed(square.bit));
        }
        drop(unsolved);
        rounds.all(0);
        rounds.catch_up();
        for more in 1..=more {
            rounds.quick(more);
            rounds.all(more);
        }
        rounds.rest(more);
        return rounds.solution();
    }
    let visits = visits_of_a_width(effort, more);
    for more in 0..=more {
        rounds.begin(visits);
        if more == 0 {
            foretell(&mut rounds);
        }
        rounds.quick(more);
        if more == 0
            && let Some((square, _)) = rounds.unsolved().find(|(square, _)| is_impossible(square))
        {
            return Err(rounds.missed(square.bit));
        }
        rounds.all(more);
        rounds.catch_up();
        rounds.rest(more);
        if rounds.unsolved().next().is_none() {
            break;
        }
    }
    rounds.solution()
}

/// The class of each subset of the square's mask, made here if the problem has only masks.
fn classes<'a>(problem: &'a Problem, square: &SquareProblem) -> Cow<'a, [u16]> {
    if problem.is_enumerated() {
        return Cow::Borrowed(problem.classes(*square));
    }
    let mut classes = Vec::new();
    if let Some(views) = problem.views(*square) {
        views.append_classes(&mut classes);
    }
    Cow::Owned(classes)
}

/// The most visits of one width, where the usual width and up to `more` bits beyond it are tried in turn. All widths
/// together stay within the effort.
fn visits_of_a_width(effort: &Effort, more: u8) -> u64 {
    effort.visits() / (u64::from(more) + 1)
}

/// Searches by the first of `methods` that has factors for all squares. [`Method::ADD`] and [`Method::FOLDS`] are such
/// lists.
///
/// The methods take turns, with more candidates in each turn, so that a method that can't work costs little. Squares
/// get more index bits only when all methods have failed.
///
/// # Panics
///
/// Panics if `methods` is empty.
pub fn solve_first(
    problem: &Problem,
    methods: &[Method],
    effort: &Effort,
) -> Result<Solution, NotFound> {
    if let [method] = methods {
        return solve(problem, *method, effort);
    }
    let mut missed = NotFound { method: methods[0], bit: 0, candidates: 0 };
    let mut candidates = FIRST_TURN;
    let mut visits = effort.visits();
    loop {
        candidates = candidates.min(effort.candidates);
        let turn = Effort { candidates, ..effort.clone() };
        for method in methods {
            let mut rounds = rounds(problem, *method, &turn);
            rounds.begin(visits);
            match rounds.one_by_one() {
                Ok(()) => return rounds.solution(),
                Err(bit) => missed = rounds.missed(bit),
            }
            visits = rounds.left();
        }
        if candidates == effort.candidates || visits == 0 || effort.watch.is_stopped() {
            break;
        }
        candidates = candidates.saturating_mul(TURNS_GROW);
    }
    let mut result = Err(missed);
    for method in methods.iter().filter(|method| method.more_bits() > 0) {
        result = result.or_else(|_| solve(problem, *method, effort));
    }
    result
}

/// The searches of all squares in their initial state.
fn rounds<'a>(
    problem: &'a Problem,
    method: Method,
    effort: &'a Effort,
) -> Rounds<'a, SquareTask<'a>> {
    let id = method.id();
    Rounds::new(problem, method, method.more_bits(), effort, move |square| SquareTask {
        classes: classes(problem, square),
        hash: method.hash,
        square: *square,
        stream: Stream::new(effort.seed, &id, square.bit, square.mask),
        designer: Designer::new(method.hash, square.mask, 0),
        designs: 0,
    })
}

/// The search of one square.
struct SquareTask<'a> {
    classes: Cow<'a, [u16]>,
    hash: Hash,
    square: SquareProblem,
    stream: Stream,
    /// Makes designs for the number of index bits that is being tried.
    designer: Designer,
    /// Designs tried with that number of index bits.
    designs: u64,
}

impl OneSquare for SquareTask<'_> {
    fn search(&mut self, tester: &mut Tester, bits: u8, budget: &mut Budget) -> Option<u64> {
        if self.square.mask == 0 {
            return Some(0);
        }
        tester.load(self.square.mask, bits);
        if self.designer.bits() != bits {
            (self.designer, self.designs) = (Designer::new(self.hash, self.square.mask, bits), 0);
        }
        let mut found = self.designs(tester, budget);
        while found.is_none() && budget.has_more() {
            found = self.climb(tester, budget);
        }
        found
    }
}

impl SquareTask<'_> {
    fn clashes(
        &self,
        tester: &mut Tester,
        bits: u8,
        factor: u64,
        limit: u32,
        budget: &mut Budget,
    ) -> u32 {
        let magic = Magic::white(factor, self.hash.shift(bits));
        let before = tester.visits;
        let clashes = tester.clashes(self.hash, magic, bits, &self.classes, limit);
        budget.work(tester.visits - before);
        clashes
    }

    /// Tries designs only, which suffices for nearly every square unless two products are added. With one
    /// multiplication further designs find more than climbs do, so their number has no limit there.
    fn designs(&mut self, tester: &mut Tester, budget: &mut Budget) -> Option<u64> {
        let most = if self.hash == Hash::Multiply { u64::MAX } else { DESIGNS };
        while self.designs < most && budget.take() {
            self.designs += 1;
            let factor = self.designer.next(&mut self.stream);
            if self.clashes(tester, self.designer.bits(), factor, 0, budget) == 0 {
                return Some(factor);
            }
        }
        None
    }

    /// Changes a few bits of a random factor at a time and keeps the changes that don't add clashes, until no clash is
    /// left. Now and then a step may add clashes, so that the climb leaves a local minimum.
    fn climb(&mut self, tester: &mut Tester, budget: &mut Budget) -> Option<u64> {
        let bits = self.designer.bits();
        let factor_bits = self.hash.factor_mask().count_ones();
        let mut factor = self.designer.sparse(&mut self.stream);
        let mut clashes = self.clashes(tester, bits, factor, u32::MAX, budget);
        let mut patience = PATIENCE;
        while clashes > 0 && patience > 0 && budget.take() {
            let dice = self.stream.below(32);
            let mut next = factor;
            for _ in 0..FLIPS[dice as usize % FLIPS.len()] {
                next ^= 1 << self.stream.below(factor_bits);
            }
            let back = if dice < 2 { 2 + clashes / 64 } else { 0 };
            let count = self.clashes(tester, bits, next, clashes + back, budget);
            patience = if count < clashes { PATIENCE } else { patience - 1 };
            if count <= clashes + back {
                (factor, clashes) = (next, count);
            }
        }
        (clashes == 0).then_some(factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_board::{Mapping, Piece, Standard, Walk};

    #[test]
    fn widths_share_the_effort() {
        let effort = Effort::default();
        assert_eq!(visits_of_a_width(&effort, 0), effort.visits());
        assert_eq!(visits_of_a_width(&effort, 2), effort.visits() / 3);
    }

    /// The factors that climbs find, and after how many candidates. If these change, so does the result of every search
    /// that climbs. Designs are skipped here, since they would find factors for these squares first.
    #[test]
    fn climbs_come_to_the_same_factors() {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let walk = Walk::new(&Piece::bishop(), &mapping);
        let climbed = CLIMBED.map(|(bit, ..)| {
            let problem = Problem::new(&walk, 1 << bit).unwrap();
            let (square, hash) = (problem.squares()[0], Hash::SplitAdd);
            let watch = Watch::default();
            let mut budget = Budget::new(&watch, bit, 1 << 18, u64::MAX);
            let mut task = SquareTask {
                classes: Cow::Borrowed(problem.classes(square)),
                hash,
                square,
                stream: Stream::new(0, "climb", bit, square.mask),
                designer: Designer::new(hash, square.mask, square.bits()),
                designs: DESIGNS,
            };
            let found = task.search(&mut Tester::new(), square.bits(), &mut budget);
            (bit, found, budget.tried)
        });
        assert_eq!(climbed, CLIMBED);
    }

    /// Bit index, factor found and candidates tried.
    const CLIMBED: [(u8, Option<u64>, u64); 2] =
        [(3, Some(9_223_407_831_120_875_746), 5), (20, Some(12_700_173_415_775_119_407), 3_428)];
}
