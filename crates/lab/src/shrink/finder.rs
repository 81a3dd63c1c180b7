//! Searches factors of one square whose images are worth packing.
//!
//! Short annealings begin at new factors and at members of the pool. Each lowers one measure, chosen at random: used
//! slots, the length of the range, or a price of both and of runs. The pool keeps the best by each measure.

use super::image::{Gauge, Shaped, has_free_constant};
use super::pool::FactorPool;
use magicgen_search::packing::candidate::{accepts, negative};
use magicgen_search::packing::image::{ImageShape, Square};
use magicgen_search::packing::{Goal, ShiftGoal};
use magicgen_search::{ADDED_BITS, Hash, Key, MOST_BITS, Magic, Stream};

/// The number of steps of one annealing.
const TRIES: u64 = 2_500;

/// Of a hundred annealings, `NARROW` search for one index bit less.
const NARROW: u32 = 60;

/// The price of a clash in these annealings, where a used slot costs 2.
const CLASH: i64 = 16;

/// The number of new factors that are tried for a start.
const STARTS: u64 = 1 << 14;

/// The measure that an annealing lowers, in sixteenths of a slot.
#[derive(Clone, Copy)]
enum Measure {
    Used,
    Length,
    Price,
}

impl Measure {
    fn of(self, shape: ImageShape) -> i64 {
        let ImageShape { used, runs, length } = shape;
        let cost = match self {
            Self::Used => 16 * used + 2 * runs,
            Self::Length => 16 * length + 2 * used,
            Self::Price => 16 * used + 8 * runs + 4 * length,
        };
        i64::from(cost)
    }
}

/// The search for one square.
pub(super) struct Finder<'a> {
    pub(super) square: &'a Square<'a>,
    pub(super) goal: Goal,
    /// The shift of all squares of the piece, if they have the same.
    pub(super) constant_shift: Option<u8>,
    pub(super) gauge: &'a mut Gauge,
    pub(super) stream: &'a mut Stream,
    /// True if the square's images may be parts of couples.
    pub(super) spreads: bool,
}

impl Finder<'_> {
    /// Anneals once, and adds the factors found to the pool.
    pub(super) fn anneal(&mut self, pool: &mut FactorPool) {
        let is_fixed = self.goal.shift == ShiftGoal::Constant;
        let is_narrow = !is_fixed && self.stream.below(100) < NARROW;
        let known = pool.len();
        let is_again = known > 0 && self.stream.below(3) != 0;
        let start = if is_again {
            pool.get(self.stream.pick(known).min(self.stream.pick(known)))
        } else {
            self.start()
        };
        let Some(start) = start else { return };
        if is_narrow {
            self.narrow(start.magic, pool);
        } else {
            self.lower(start, is_again, pool);
        }
    }

    /// Anneals for few clashes of neighbouring indices. Without clashes, one index bit less is enough, and the range is
    /// half as long. Each factor found in this way is added to the pool.
    fn narrow(&mut self, start: Magic, pool: &mut FactorPool) {
        let bits = self.goal.hash.product_bits();
        let least = self.square.square.bits().saturating_sub(1).max(1);
        let (mut now, mut cost) = (start, None);
        let mut hottest = 0;
        for turn in 0..TRIES {
            let width = bits - now.shift;
            if width <= least {
                return;
            }
            let mut next = now;
            if cost.is_some() {
                next = neighbour(self.stream, self.square, self.goal, now);
                next.shift = now.shift;
            }
            let Some(shaped) = self.gauge.shape(self.square, self.goal, next, true) else {
                continue;
            };
            let (clashes, narrow) = self.clashes(next, width);
            if clashes == 0
                && let Some(found) = self.gauge.shape(self.square, self.goal, narrow, true)
            {
                pool.add(self.goal, found);
                (now, cost) = (narrow, None);
                continue;
            }
            let next_cost = CLASH * i64::from(clashes) + 2 * i64::from(shaped.shape.used);
            let Some(before) = cost else {
                cost = Some(next_cost);
                hottest = next_cost / 50;
                continue;
            };
            let heat = hottest * (TRIES - turn) as i64 / TRIES as i64;
            if accepts(self.stream, next_cost - before, heat) {
                (now, cost) = (next, Some(next_cost));
            }
        }
    }

    /// The clashes of neighbouring indices of the factor that was measured last, and the same factor with an index bit less. With
    /// a free constant, an index may have either neighbour as its second.
    fn clashes(&mut self, magic: Magic, width: u8) -> (u32, Magic) {
        let narrow = Magic { shift: magic.shift + 1, ..magic };
        let even = self.gauge.bench.clashes(1 << width, false);
        if !has_free_constant(self.goal) {
            return (even, narrow);
        }
        let odd = self.gauge.bench.clashes(1 << width, true);
        let moved = Magic { constant: magic.constant.wrapping_add(1 << magic.shift), ..narrow };
        if odd < even { (odd, moved) } else { (even, narrow) }
    }

    /// Anneals for a small measure, and adds the best factor to the pool.
    fn lower(&mut self, start: Shaped, is_again: bool, pool: &mut FactorPool) {
        let measure = match self.stream.below(20) {
            0 | 1 => Measure::Used,
            2..=7 if self.spreads => Measure::Used,
            2..=8 => Measure::Length,
            _ => Measure::Price,
        };
        let (mut now, mut best) = (start, start);
        let mut cost = measure.of(now.shape);
        let mut least = cost;
        // The exponential variates of `accepts` have a mean of 1.44.
        let hottest = if is_again { cost / 240 } else { cost / 72 };
        for turn in 0..TRIES {
            let next = neighbour(self.stream, self.square, self.goal, now.magic);
            let Some(next) = self.gauge.shape(self.square, self.goal, next, true) else { continue };
            let next_cost = measure.of(next.shape);
            let heat = hottest * (TRIES - turn) as i64 / TRIES as i64;
            if accepts(self.stream, next_cost - cost, heat) {
                (now, cost) = (next, next_cost);
                if self.spreads && matches!(measure, Measure::Used) {
                    pool.add_spread(now);
                }
                if cost < least {
                    (best, least) = (now, cost);
                }
            }
        }
        pool.add(self.goal, best);
    }

    /// A new factor that keeps attack sets apart: a sum of few powers of two, each added or subtracted.
    fn start(&mut self) -> Option<Shaped> {
        let goal = self.goal;
        let bits = goal.hash.product_bits();
        let shift = self.constant_shift.unwrap_or_else(|| {
            let more = match self.stream.below(10) {
                0..=2 => 0,
                3..=5 => 1,
                _ => 1 + self.stream.below(2),
            };
            bits - (self.square.square.bits() + more as u8).clamp(1, MOST_BITS)
        });
        for _ in 0..STARTS {
            let mut factor = 0_u64;
            for _ in 0..4 + self.stream.below(6) {
                let term = 1 << self.stream.below(goal.hash.factor_mask().count_ones());
                let is_added = self.stream.below(2) == 0;
                factor =
                    if is_added { factor.wrapping_add(term) } else { factor.wrapping_sub(term) };
            }
            let factor = factor & goal.hash.factor_mask();
            let constant = match (has_free_constant(goal), self.stream.below(3)) {
                (true, 0) => self.stream.word(),
                (true, 1) => {
                    let square = self.square.square;
                    Key::Black.constant(goal.hash, square.bit, square.mask, factor).unwrap_or(0)
                }
                _ => 0,
            };
            let magic = self.square.magic(goal.hash, goal.key, factor, constant, shift);
            let shaped = self.gauge.shape(self.square, goal, magic, true);
            if shaped.is_some() {
                return shaped;
            }
        }
        None
    }
}

/// A factor near another one: a few bits of factor or constant are flipped, or a power of two is added or subtracted.
/// If the shift is free, the index gets a bit more or less now and then.
pub(super) fn neighbour(stream: &mut Stream, square: &Square, goal: Goal, magic: Magic) -> Magic {
    let hash = goal.hash;
    let mask = hash.factor_mask();
    let most = mask.count_ones();
    let Magic { mut factor, mut constant, mut shift, .. } = magic;
    let mut bit = || 1_u64 << stream.below(most);
    let is_free = has_free_constant(goal);
    let dice = bit().trailing_zeros() % 32;
    match dice {
        24..=27 if is_free => constant ^= bit(),
        28 | 29 if is_free => constant = constant.wrapping_add(bit()),
        30 if is_free => constant = constant.wrapping_sub(bit()),
        31 if goal.shift == ShiftGoal::Own && bit().trailing_zeros() % 4 == 0 => {
            let (least, widest) = (square.square.bits().saturating_sub(2), MOST_BITS);
            let wider = bit().trailing_zeros() % 2 == 0;
            let width = hash.product_bits() - shift;
            let width = if wider { width + 1 } else { width - 1 };
            let widest = widest.min(square.square.bits() + ADDED_BITS);
            shift = hash.product_bits() - width.clamp(least.max(1), widest);
        }
        31 if bit().trailing_zeros() % 2 == 0 => {
            factor = negative(hash, factor);
            constant = constant.wrapping_neg();
        }
        0..=8 => factor ^= bit(),
        9..=16 => factor ^= bit() ^ bit(),
        17..=19 => factor = factor.wrapping_add(bit()),
        20 | 21 => factor = factor.wrapping_sub(bit()),
        22 | 23 => {
            let low = bit();
            factor ^= low | low << 1;
        }
        _ => {
            factor ^= bit();
            factor = factor.wrapping_add(bit());
        }
    }
    square.magic(hash, goal.key, factor & mask, constant, shift)
}

/// True where a search may spend its time on arithmetic of halves, which has no constant.
pub(super) fn has_key(goal: Goal) -> bool {
    goal.hash == Hash::Multiply || goal.key == Key::White
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::Ground;
    use crate::shrink::tests::{goal, problems};
    use magicgen_board::{Bitboard, Problem};
    use magicgen_search::packing::Sharing;

    /// Counts clashes index by index, and tries an index bit less wherever there are none.
    #[test]
    fn a_factor_without_clashes_needs_an_index_bit_less() {
        let problems = problems(6, 5);
        let ground = Ground::new(&problems.iter().collect::<Vec<&Problem>>()).unwrap();
        let mut stream = Stream::new(3, "clashes", 0, 0);
        let mut seen = [0, 0];
        for key in [Key::White, Key::Constant] {
            let goal = goal(key, ShiftGoal::Own, Sharing::None);
            let mut gauge = Gauge::new(goal.hash);
            while seen[0] + seen[1] < 400 || seen[1] < 20 {
                let square = &ground.squares[stream.pick(ground.squares.len())];
                let width = (square.square.bits() + stream.below(4) as u8).max(1);
                let constant = if key == Key::Constant { stream.word() } else { 0 };
                let factor = stream.word() & stream.word() & stream.word();
                let magic = square.magic(goal.hash, key, factor, constant, 64 - width);
                if gauge.shape(square, goal, magic, true).is_none() {
                    continue;
                }
                let mut slots: Vec<Option<Bitboard>> = vec![None; 1 << width];
                for (index, set) in square.indices(goal.hash, magic).zip(square.attacks()) {
                    slots[index] = Some(*set);
                }
                for is_odd in [false, true] {
                    slots.rotate_left(usize::from(is_odd));
                    let clash = |pair: &&[Option<Bitboard>]| {
                        pair[0].is_some() && pair[1].is_some() && pair[0] != pair[1]
                    };
                    let plain = slots.chunks(2).filter(clash).count();
                    assert_eq!(gauge.bench.clashes(1 << width, is_odd), plain as u32);
                }
                if width > 1 {
                    let mut finder = Finder {
                        square,
                        goal,
                        constant_shift: None,
                        gauge: &mut gauge,
                        stream: &mut stream,
                        spreads: false,
                    };
                    let (clashes, narrow) = finder.clashes(magic, width);
                    let is_narrow = gauge.shape(square, goal, narrow, true).is_some();
                    assert_eq!(clashes == 0, is_narrow, "{narrow:?}");
                    seen[usize::from(is_narrow)] += 1;
                }
            }
            seen = [0, 0];
        }
    }
    /// b8's rook has 11 relevant squares, and annealing begins with no factor of 10 index bits.
    #[test]
    fn annealing_finds_a_factor_with_an_index_bit_less() {
        let problems = problems(8, 8);
        let ground = Ground::new(&problems.iter().collect::<Vec<&Problem>>()).unwrap();
        let goal = goal(Key::White, ShiftGoal::Own, Sharing::None);
        let mut finder = Finder {
            square: &ground.squares[57],
            goal,
            constant_shift: None,
            gauge: &mut Gauge::new(goal.hash),
            stream: &mut Stream::new(0, "narrow", 0, 0),
            spreads: false,
        };
        let mut pool = FactorPool::default();
        let is_narrow = |pool: &FactorPool| pool.shortest().is_some_and(|length| length <= 1 << 10);
        let needed = (0..1_000).find(|_| {
            finder.anneal(&mut pool);
            is_narrow(&pool)
        });
        assert!(needed.is_some_and(|needed| needed > 1), "{needed:?}");
    }
}
