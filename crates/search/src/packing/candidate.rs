//! Searches factors of one square whose images promise to interleave with others.
//!
//! The factors with the fewest slots pack badly: their slots lie in hundreds of short runs over the whole range, and
//! nothing else fits between them. A high price for runs doesn't help: then the images have no holes at all, or are a
//! few chunks far from each other. Packings get worse: 141,572 entries for black keys on the chess board after 28 CPU
//! seconds, where this method gives 105,621. So the price of a factor is its used slots, plus a little for each run and
//! for each slot of its range. Annealing lowers this price. The search keeps the annealed images whose copies
//! interleave best with each other.

use std::cmp::Ordering;
use std::sync::Arc;

use super::image::{FactorTrial, Image, ImageShape, Square};
use super::{Goal, ShiftGoal};
use crate::Watch;
use crate::candidate::Designer;
use crate::stream::Stream;
use crate::{ADDED_BITS, Hash, Key, Magic};
use magicgen_board::bits;

/// The number of images kept for each square.
pub(super) const POOL: usize = 24;

/// The number of factors tried for a start before the index gets another bit.
const STARTS: u64 = 1 << 18;

/// The work spent on the first start of a square, and on each width of designs if that finds nothing.
const FIRST: u64 = 1 << 22;

/// The number of steps of one annealing. Many short ones beat few long ones, since much depends on the start.
const TRIES: u64 = 1_200;

/// The images of one square. Images that interleave best come first.
#[derive(Clone, Debug, Default)]
pub struct ImagePool {
    /// The images.
    pub images: Vec<Arc<Image>>,
}

impl ImagePool {
    /// Adds an image, unless one with the same slots is there already. If the pool is full, the worst image is dropped.
    pub(super) fn add(&mut self, image: Arc<Image>) {
        let same = |other: &Arc<Image>| other.low == image.low && other.sets == image.sets;
        if self.images.iter().any(same) {
            return;
        }
        let at = self.images.partition_point(|other| other.interleaved <= image.interleaved);
        self.images.insert(at, image);
        self.images.truncate(POOL);
    }
}

/// The price of a run, in sixteenths of a slot.
const RUN: u32 = 8;

/// The price of each slot of the range, whether it is used or not, in sixteenths of a slot.
const LENGTH: u32 = 4;

/// The price of a square's image, in sixteenths of a slot.
fn price(shape: ImageShape, run: u32, length: u32) -> u32 {
    16 * shape.used + run * shape.runs + length * shape.length
}

/// Whether a step that makes the price `dear` higher is accepted at a `heat`: true if an exponential variate, scaled by
/// the heat, is larger. It is computed in integers so that it is the same on every platform.
pub fn accepts(stream: &mut Stream, dear: i64, heat: i64) -> bool {
    if dear <= 0 {
        return true;
    }
    // The number of coin tosses up to a head is the whole part, other bits are the fraction: nearly exponential, mean
    // 1.44.
    let word = stream.word();
    let whole = i64::from((word >> 32 | 1 << 31).trailing_zeros());
    dear << 16 < heat * ((whole << 16) + (word & 0xffff) as i64)
}

/// The search for one square's factors.
pub struct ImageSearch<'a> {
    /// The square.
    pub square: &'a Square<'a>,
    /// The lookup that the factors are for.
    pub goal: Goal,
    /// The shift of all squares of the piece, if they have the same.
    pub constant_shift: Option<u8>,
    /// The shift for the piece's widest mask, if starts with it are worth a try.
    pub wide: Option<u8>,
    /// The random numbers.
    pub stream: Stream,
    /// Reports progress, and may stop the search.
    pub watch: &'a Watch,
}

impl ImageSearch<'_> {
    /// The shift with which a search begins.
    fn shift(&self) -> u8 {
        self.constant_shift.unwrap_or_else(|| self.goal.hash.shift(self.square.square.bits()))
    }

    /// Fills the pool until `work` is done, but with one image at least if a start is found.
    pub fn fill(&mut self, bench: &mut FactorTrial, pool: &mut ImagePool, work: u64) {
        let end = bench.work + work;
        let mask = self.square.square.mask;
        if mask == 0 {
            let shift = self.shift();
            let magic = self.square.magic(self.goal.hash, self.goal.key, 0, 0, shift);
            pool.images.clear();
            pool.images.extend(bench.image(self.square, magic).map(Arc::new));
            return;
        }
        let begin = bench.work;
        let mut turn = 0;
        while pool.images.is_empty() || bench.work < end {
            self.watch.at(self.square.square.bit, bench.work - begin, work);
            if self.watch.is_stopped() && !pool.images.is_empty() {
                return;
            }
            // Annealings begin with a new factor and with one of the pool in turn.
            let known = pool.images.len() as u32;
            let is_again = turn % 2 == 1 && known > 0;
            turn += 1;
            let start = if is_again {
                let which = self.stream.below(known).min(self.stream.below(known));
                Some(pool.images[which as usize].magic)
            } else {
                let first = bench.work + FIRST;
                let found = self.start(bench, if known > 0 { end } else { first });
                found.or_else(|| if known > 0 { None } else { self.design(bench) })
            };
            let Some(start) = start else { return };
            self.anneal(bench, start, is_again, pool, end);
        }
    }

    /// A factor that keeps the attack sets apart, if one is found before the work reaches `end`.
    fn start(&mut self, bench: &mut FactorTrial, end: u64) -> Option<Magic> {
        let hash = self.goal.hash;
        let mut first = self.shift();
        if let Some(wide) = self.wide
            && self.stream.below(4) != 0
        {
            first = wide.min(first);
        }
        let more = if self.constant_shift.is_some() { 0 } else { 2 };
        for shift in (first.saturating_sub(more)..=first).rev() {
            let window = hash.product_bits() - shift;
            let mut designer = Designer::new(hash, self.square.square.mask, window);
            for _ in 0..STARTS {
                let factor = match self.stream.below(16) {
                    0 => self.stream.word() & hash.factor_mask(),
                    1 => designer.next(&mut self.stream),
                    _ => self.signed(),
                };
                // A negative factor mirrors the indices. With two halves, both are negated.
                let is_mirrored = self.stream.below(2) == 0;
                let factor = if is_mirrored { negative(hash, factor) } else { factor };
                let constant = self.constant();
                let magic = self.square.magic(hash, self.goal.key, factor, constant, shift);
                if bench.shape(self.square, magic).is_some() {
                    return Some(magic);
                }
                if bench.work > end || self.watch.is_stopped() {
                    return None;
                }
            }
        }
        None
    }

    /// A factor that keeps the attack sets apart, from designs alone and with up to two index bits more, for squares
    /// for which [`Self::start`] finds none.
    fn design(&mut self, bench: &mut FactorTrial) -> Option<Magic> {
        let hash = self.goal.hash;
        let usual = self.shift();
        let more = if self.constant_shift.is_some() { 0 } else { 2 };
        for shift in (usual.saturating_sub(more)..=usual).rev() {
            let window = hash.product_bits() - shift;
            let mut designer = Designer::new(hash, self.square.square.mask, window);
            let end = bench.work + FIRST;
            while bench.work < end && !self.watch.is_stopped() {
                let factor = designer.next(&mut self.stream);
                let magic = self.square.magic(hash, self.goal.key, factor, 0, shift);
                if bench.shape(self.square, magic).is_some() {
                    return Some(magic);
                }
            }
        }
        None
    }

    /// A sum of a few powers of two, each added or subtracted. The long stretches of equal bits of these factors let
    /// carries map equal attack sets to one slot, while a design gives each subset its own slot. Nearly all published
    /// factors of packings look like this.
    fn signed(&mut self) -> u64 {
        let mask = self.goal.hash.factor_mask();
        let terms = 4 + self.stream.below(6);
        let mut sum = 0_u64;
        for _ in 0..terms {
            let term = 1 << self.stream.below(mask.count_ones());
            let is_added = self.stream.below(2) == 0;
            sum = if is_added { sum.wrapping_add(term) } else { sum.wrapping_sub(term) };
        }
        sum & mask
    }

    /// A constant to begin with: 0 or random where the goal leaves it free, otherwise 0.
    fn constant(&mut self) -> u64 {
        if self.goal.key == Key::Constant && self.goal.hash == Hash::Multiply {
            [0, self.stream.word()][self.stream.below(2) as usize]
        } else {
            0
        }
    }

    /// Goes from one factor to its neighbours, sometimes to a dearer one, but ever more rarely, and adds the best image
    /// to the pool.
    fn anneal(
        &mut self,
        bench: &mut FactorTrial,
        start: Magic,
        is_again: bool,
        pool: &mut ImagePool,
        end: u64,
    ) {
        let Some(shape) = bench.shape(self.square, start) else { return };
        // At first runs are free: an image without holes is one run, and would never get any holes otherwise.
        let dear_run = u64::from(RUN * (1 + self.stream.below(4)));
        let (mut now, mut now_shape) = (start, shape);
        let (mut best, mut best_cost) = (now, price(shape, RUN, LENGTH));
        let hottest = i64::from(price(shape, 0, LENGTH) / 500 + 16);
        for turn in 0..TRIES {
            if bench.work >= end {
                break;
            }
            let next = mutate(&mut self.stream, self.square, self.goal, now);
            let Some(shape) = bench.shape(self.square, next) else { continue };
            let run = if is_again { dear_run } else { dear_run * turn / TRIES } as u32;
            let dear = i64::from(price(shape, run, LENGTH / 2))
                - i64::from(price(now_shape, run, LENGTH / 2));
            let heat = hottest * (TRIES - turn) as i64 / TRIES as i64;
            if accepts(&mut self.stream, dear, heat) {
                (now, now_shape) = (next, shape);
                let cost = price(shape, RUN, LENGTH);
                if cost < best_cost {
                    (best, best_cost) = (now, cost);
                }
            }
        }
        pool_add(bench, self.square, pool, best);
    }
}

fn pool_add(bench: &mut FactorTrial, square: &Square, pool: &mut ImagePool, magic: Magic) {
    if let Some(image) = bench.image(square, magic) {
        pool.add(Arc::new(image));
    }
}

/// The factor whose products are the negatives of this factor's products.
#[must_use]
pub fn negative(hash: Hash, factor: u64) -> u64 {
    if hash.product_bits() == 64 {
        return factor.wrapping_neg();
    }
    let (low, high) = (factor as u32, (factor >> 32) as u32);
    u64::from(low.wrapping_neg()) | u64::from(high.wrapping_neg()) << 32
}

/// A neighbour of a magic: a few bits of the factor are flipped, or a power of two is added or subtracted. If the shift
/// is free, the index gets one bit less now and then.
pub(super) fn mutate(stream: &mut Stream, square: &Square, goal: Goal, magic: Magic) -> Magic {
    let hash = goal.hash;
    let mask = hash.factor_mask();
    let factor_bits = mask.count_ones();
    let mut factor = magic.factor;
    let mut constant = magic.constant;
    let mut shift = magic.shift;
    let dice = stream.below(32);
    if goal.key == Key::Constant && hash == Hash::Multiply && dice % 4 == 3 {
        // The bits below the index decide carries; the index's own bits flip bits of it.
        constant ^= 1 << stream.below(64);
        return square.magic(hash, goal.key, factor, constant, shift);
    }
    match dice {
        0..=9 => factor ^= 1 << stream.below(factor_bits),
        10..=19 => {
            factor ^= 1 << stream.below(factor_bits);
            factor ^= 1 << stream.below(factor_bits);
        }
        20..=24 => factor = factor.wrapping_add(1 << stream.below(factor_bits)),
        25..=28 => factor = factor.wrapping_sub(1 << stream.below(factor_bits)),
        29 => {
            // Flips two neighbouring bits, which moves a bit that stands alone.
            let from = stream.below(factor_bits);
            factor ^= 3 << from;
        }
        30 => {
            for _ in 0..3 {
                factor ^= 1 << stream.below(factor_bits);
            }
        }
        _ if goal.shift == ShiftGoal::Own => {
            // The index gets as many bits as there are relevant squares, or one less; a wider range stays as it is.
            let usual = hash.shift(square.square.bits());
            shift = match shift.cmp(&usual) {
                Ordering::Less => shift,
                Ordering::Equal => (shift + 1).min(hash.product_bits() - 1),
                Ordering::Greater => usual,
            };
        }
        _ => factor = negative(hash, factor),
    }
    square.magic(hash, goal.key, factor & mask, constant, shift)
}

/// The magics for a goal that use a known factor: with its own shift or the constant one; and where shifts are free,
/// with the shifts next to its own. None is made wider than by [`ADDED_BITS`].
#[must_use]
pub fn adapt(square: &Square, goal: Goal, constant_shift: Option<u8>, known: Magic) -> Vec<Magic> {
    let bits = goal.hash.product_bits();
    let shifts: Vec<u8> = if let Some(shift) = constant_shift {
        vec![shift]
    } else {
        let least = bits.saturating_sub(square.square.bits() + ADDED_BITS);
        let wider = Some(known.shift - 1).filter(|shift| *shift >= least);
        [known.shift, known.shift + 1].into_iter().chain(wider).collect()
    };
    shifts
        .into_iter()
        .filter(|shift| *shift < bits && *shift > 0)
        .map(|shift| square.magic(goal.hash, goal.key, known.factor, known.constant, shift))
        .collect()
}

/// For each piece, the shift for its widest mask. A piece with one shift has this one.
#[must_use]
pub fn widest_shifts(squares: &[Square], goal: Goal, pieces: usize) -> Vec<u8> {
    let widest_shift = |piece| {
        let own = squares.iter().filter(move |square| square.piece == piece);
        goal.hash.shift(own.map(|square| square.square.bits()).max().unwrap_or(0))
    };
    (0..pieces).map(widest_shift).collect()
}

/// Whether some relevant square never contributes to a product, so that no factor can tell its subsets apart.
#[must_use]
pub fn is_blind(hash: Hash, square: &Square) -> bool {
    let mut blind = bits(square.square.mask).filter(|bit| hash.product(1 << bit, u64::MAX) == 0);
    blind.next().is_some()
}
