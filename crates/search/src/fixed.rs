//! Searches factors of which some bits are given.
//!
//! A factor can also hold the shift in its upper bits and an offset in its lower bits. These bits take part in the
//! product. The low bits alone decide how the key's high bits move: for example, the contribution of bit 48 to an index
//! depends only on the factor's lowest 16 bits. So the search tests the given bits with the highest relevant squares
//! first. Then it adds one relevant square at a time, together with the bits of the factor that the square's product
//! depends on (Fiekas, 2017, searches completely in this way). If the given bits leave enough freedom, designs that
//! respect them find a factor sooner.

use super::candidate::{MaskBitGroup, MaskGrouping};
use super::rounds::{OneSquare, Rounds};
use super::stream::Stream;
use super::tester::Tester;
use super::{Effort, Hash, Magic, Method, NotFound, Solution, Width};
use crate::watch::Budget;
use magicgen_board::{Bitboard, Problem, SquareProblem, bits};

/// Designed candidates that are tried between two descents.
const DESIGNS: u64 = 256;

/// The most candidates of one descent.
const DESCENT: u64 = 1_000;

/// A descent that ends by itself within `SMALL` candidates has tried nearly all possibilities.
const SMALL: u64 = 150;

/// The most values that a descent tries for the bits of the factor that one relevant square adds. Wide and narrow
/// descents alternate.
const BREADTH: [u64; 2] = [24, 6];

/// For at most `IN_ORDER` added bits, the values are tried in order from zero. More bits get random values.
const IN_ORDER: u32 = 3;

/// Half the candidates of a search's first round; each round has twice as many as the round before.
const FIRST_ROUND: u64 = 1 << 12;

/// Bits of a factor that a search must leave as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// The places of the given bits.
    pub mask: u64,
    /// The values of the given bits; all other bits are 0.
    pub value: u64,
}

/// Searches factors for one 64-bit multiplication that have the bits that `fixed` gives for each square.
///
/// `fixed` is called with the square and its number of index bits, since the shift may be among the given bits. The
/// result depends on problem, method, given bits, seed and candidates alone. Squares get more index bits as in
/// [`solve()`](super::solve()), but never under [`Width::Equal`]. The factor of a square without relevant squares has
/// no one bits but the given ones.
///
/// # Panics
///
/// Panics if the arithmetic of `method` isn't [`Hash::Multiply`].
pub fn solve_fixed(
    problem: &Problem,
    method: Method,
    fixed: impl Fn(&SquareProblem, u8) -> Fixed + Sync,
    effort: &Effort,
) -> Result<Solution, NotFound> {
    assert_eq!(method.hash, Hash::Multiply, "bits are given for one multiplication");
    let width = method.bits(problem);
    let more = if method.width == Width::Own { method.more_bits() } else { 0 };
    let mut rounds = Rounds::new(problem, method, more, effort, |square| FixedTask {
        search: FixedSearch::new(problem, *square, width(square), effort.seed),
        problem,
        fixed: &fixed,
        seed: effort.seed,
        round: FIRST_ROUND,
    });
    (0..=more).for_each(|more| rounds.whole(more));
    rounds.rest(more);
    rounds.solution()
}

/// The search of one square, continued in rounds.
struct FixedTask<'a, F> {
    search: FixedSearch<'a>,
    problem: &'a Problem,
    fixed: &'a F,
    seed: u64,
    /// The candidates of the last round. Before the first round it is half of that round's candidates.
    round: u64,
}

impl<F: Fn(&SquareProblem, u8) -> Fixed + Sync> OneSquare for FixedTask<'_, F> {
    fn search(&mut self, tester: &mut Tester, bits: u8, budget: &mut Budget) -> Option<u64> {
        if self.search.hopeless {
            return None;
        }
        let square = self.search.square;
        if bits != self.search.width {
            self.search = FixedSearch::new(self.problem, square, bits, self.seed);
            self.round = FIRST_ROUND;
        }
        let fixed = (self.fixed)(&square, bits);
        self.search.load(tester);
        while budget.has_more() {
            self.round = self.round.saturating_mul(2);
            let found = self.search.find(tester, fixed, self.round, budget);
            if found.is_some() || self.search.hopeless {
                return found;
            }
        }
        None
    }
}

/// The search of one square.
pub(super) struct FixedSearch<'a> {
    classes: &'a [u16],
    square: SquareProblem,
    /// Relevant squares, the highest first.
    relevant: Vec<u8>,
    groupings: [Vec<MaskBitGroup>; 3],
    width: u8,
    stream: Stream,
    /// Candidates tried so far.
    pub(super) tried: u64,
    /// True if the last call of [`Self::find`] has shown that its given bits can't work, whatever the other bits are.
    pub(super) hopeless: bool,
}

/// The limits of one descent.
struct DescentLimits {
    fixed: Fixed,
    /// The most values tried for the bits that one relevant square adds.
    breadth: u64,
    /// The count of candidates at which the descent is given up.
    last: u64,
}

impl<'a> FixedSearch<'a> {
    pub(super) fn new(problem: &'a Problem, square: SquareProblem, width: u8, seed: u64) -> Self {
        let mut relevant: Vec<u8> = bits(square.mask).collect();
        relevant.reverse();
        Self {
            classes: problem.classes(square),
            square,
            relevant,
            groupings: MaskGrouping::ALL
                .map(|grouping| grouping.groups(Hash::Multiply, square.mask, width)),
            width,
            stream: Stream::new(seed, "fixed", square.bit, square.mask),
            tried: 0,
            hopeless: false,
        }
    }

    /// Loads this square's subsets into `tester`.
    pub(super) fn load(&self, tester: &mut Tester) {
        tester.load(self.square.mask, self.width);
    }

    pub(super) fn magic(&self, factor: u64) -> Magic {
        Magic::white(factor, Hash::Multiply.shift(self.width))
    }

    /// The number of relevant squares, from the highest down, whose products depend on the bits of `mask` alone.
    fn decided(&self, mask: u64) -> usize {
        let reach = mask.trailing_ones();
        self.relevant.iter().filter(|bit| u32::from(**bit) + reach >= u64::BITS).count()
    }

    /// A measure of how hard a square is when the `low` lowest bits are given: the number of cells of the index window
    /// that a relevant square can reach by the given bits only, summed over all relevant squares.
    pub(super) fn out_of_reach(&self, low: u8) -> u32 {
        let bottom = 64 - self.width;
        let out = |bit: &u8| u32::from((bit + low).saturating_sub(bottom).min(self.width));
        self.relevant.iter().map(out).sum()
    }

    /// A factor with the given bits, found with at most about `candidates` candidates.
    pub(super) fn find(
        &mut self,
        tester: &mut Tester,
        fixed: Fixed,
        candidates: u64,
        budget: &mut Budget,
    ) -> Option<u64> {
        self.hopeless = false;
        if self.relevant.is_empty() {
            return Some(fixed.value);
        }
        let end = self.tried.saturating_add(candidates);
        let decided = self.decided(fixed.mask);
        if decided > 0 && !self.holds(tester, fixed.value, decided, budget) {
            self.hopeless = budget.has_more();
            return None;
        }
        let mut turn = 0;
        loop {
            for _ in 0..DESIGNS.min(end.saturating_sub(self.tried)) {
                if !budget.has_more() {
                    return None;
                }
                let factor = self.design(fixed);
                if self.holds(tester, factor, self.relevant.len(), budget) {
                    return Some(factor);
                }
            }
            for breadth in BREADTH {
                let start = self.tried;
                let last = end.min(start + DESCENT);
                let walk = DescentLimits { fixed, breadth, last };
                let found = self.descend(tester, 0, 0, &walk, budget);
                if found.is_some() || self.tried >= end || !budget.has_more() {
                    return found;
                }
                if turn == 0 && self.tried < start + SMALL && breadth == BREADTH[0] {
                    return None;
                }
            }
            turn += 1;
        }
    }

    /// Whether the factor keeps the attack sets apart for all subsets of the `top` highest relevant squares.
    fn holds(&mut self, tester: &mut Tester, factor: u64, top: usize, budget: &mut Budget) -> bool {
        if !budget.take() {
            return false;
        }
        self.tried += 1;
        let low = (self.relevant.len() - top) as u8;
        let before = tester.visits;
        let clashes = tester.clashes_above(low, self.magic(factor), self.width, self.classes, 0);
        budget.work(tester.visits - before);
        clashes == 0
    }

    /// Chooses the factor's free bits from the highest relevant square down. Each square adds the bits up to the
    /// highest one that its product depends on; with these, the index of each subset of this and the higher squares is
    /// complete.
    fn descend(
        &mut self,
        tester: &mut Tester,
        depth: usize,
        factor: u64,
        walk: &DescentLimits,
        budget: &mut Budget,
    ) -> Option<u64> {
        let DescentLimits { fixed, breadth, last } = *walk;
        let Some(bit) = self.relevant.get(depth) else {
            return Some(factor | fixed.value);
        };
        let known = depth.checked_sub(1).map_or(0, |above| below(64 - self.relevant[above]));
        let brought = below(64 - bit) & !known;
        let factor = factor | fixed.value & brought;
        let free = brought & !fixed.mask;
        let count = free.count_ones();
        // Mostly from zero: the copies of other squares disturb less where the factor has few one bits.
        let from = if self.stream.below(8) == 0 && count <= IN_ORDER {
            u64::from(self.stream.below(1 << count))
        } else {
            0
        };
        let mut seen = Vec::new();
        for turn in 0..breadth.min(1 << count.min(6)) {
            let value = if count <= IN_ORDER {
                deposit((turn + from) & ((1 << count) - 1), free)
            } else {
                self.sparse(free)
            };
            if seen.contains(&value) {
                continue;
            }
            seen.push(value);
            if self.tried >= last || !budget.has_more() {
                return None;
            }
            if self.holds(tester, factor | value, depth + 1, budget) {
                let found = self.descend(tester, depth + 1, factor | value, walk, budget);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// A random choice of bits from `free`: mostly one bit, sometimes none or two.
    fn sparse(&mut self, free: u64) -> u64 {
        let count = match self.stream.below(8) {
            0 => 0,
            1..=5 => 1,
            _ => 2,
        };
        (0..count)
            .fold(0, |value, _| value | deposit(1 << self.stream.below(free.count_ones()), free))
    }

    /// Places groups as [`Designer`](super::candidate::Designer) does, but a group that the given bits have moved to
    /// cells of the window may stay there. Its lowest copy counts: copies on higher cells don't matter, since a sum
    /// with an odd multiple of a cell's value fills that cell.
    fn design(&mut self, fixed: Fixed) -> u64 {
        let grouping = match self.stream.below(8) {
            0 => 1,
            1 => 2,
            _ => 0,
        };
        let window = u32::from(self.width);
        let bottom = u64::BITS - window;
        let mut used = 0_u64;
        let mut factor = fixed.value;
        for group in &self.groupings[grouping] {
            let low = u32::from(group.low);
            let given = fixed.value.wrapping_shl(low) >> bottom;
            let lowest = if given == 0 { window } else { given.trailing_zeros() };
            // Cells to which a free bit of the factor can move the group, below the cells to which the given bits move
            // it.
            let free_bits = !fixed.mask;
            let reach = if bottom >= low {
                free_bits >> (bottom - low)
            } else {
                free_bits << (low - bottom)
            };
            let span = u64::BITS - group.pattern.leading_zeros();
            let mut free = reach & below_bits(lowest.min(window.saturating_sub(span - 1)));
            let mut stay = given != 0;
            for cell in bits(group.pattern) {
                free &= !(used >> cell);
                stay &= used >> (lowest + u32::from(cell)).min(63) & 1 == 0;
            }
            if stay && (free == 0 || self.stream.below(2) == 0) {
                used |= group.pattern << lowest;
                continue;
            }
            if free == 0 {
                free = reach & below_bits(window);
            }
            if free == 0 {
                continue;
            }
            let cell = deposit(1 << self.stream.below(free.count_ones()), free).trailing_zeros();
            used |= group.pattern << cell;
            factor |= 1 << (cell + bottom - low);
        }
        factor
    }
}

/// The bits below `end`.
fn below(end: u8) -> u64 {
    below_bits(u32::from(end))
}

fn below_bits(end: u32) -> u64 {
    1_u64.checked_shl(end).map_or(u64::MAX, |bit| bit - 1)
}

/// Spreads the low bits of `value` over the places of `mask`, as PDEP does.
pub(super) fn deposit(value: u64, mask: Bitboard) -> u64 {
    bits(mask).enumerate().fold(0, |spread, (index, bit)| spread | (value >> index & 1) << bit)
}
