//! Plans the order in which the bits of a factor become known.
//!
//! The known bits are always one interval, from `low` to `high`. It starts where few bits decide much, and grows
//! downwards or upwards. A relevant square at bit `q` is *active* if the known bits determine its part of a product to
//! within an eighth of a slot. This means `q + low <= shift - 3`, and `q + high >= 63`, so that no unknown bit above
//! `high` reaches the word.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use super::{Constant, Question, SEARCH_VERSION, positions};
use magicgen_board::bits;

/// The product of an active square is known to 1 / 2^this of a slot.
pub(super) const SUBSLOT_BITS: u8 = 3;

/// The number of bits of a free constant, directly below a slot's number, that are known at a root. The other bits
/// become known after all squares are active: earlier, each of them would double the tree and exclude less.
const CELL_BITS: u8 = 2;

/// The same for plans of at least `POSITIONED_SQUARES` squares that can ask the rule "positions", which excludes more
/// the better it knows the constant. The rule seldom pays in smaller trees, which take up to twice as long with three
/// bits.
const POSITIONED_SQUARES: usize = 12;
const POSITIONED_CELL_BITS: u8 = 3;

/// The most bits that one level makes known, so that a window of candidates fits eight words.
pub(super) const WINDOW_BITS: u8 = 8;

/// The number of classes that get a bitset of slots: the classes with most subsets.
pub(super) const BITSETS: usize = 16;

/// The most roots, as log2, of a tree whose first steps are made part of the root.
const ROOT_BITS: u8 = 16;

/// A tree gets more roots if its largest level has more nodes than 2^this.
const LARGE: f64 = 26.0;

/// The bits that a level makes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownBits {
    /// The first interval of bits.
    Root,
    /// This number of bits below the interval.
    Down(u8),
    /// This number of bits above the interval.
    Up(u8),
    /// One more bit of a free constant.
    Cell,
}

/// A level of the tree, and the bits that are known there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TreeLevel {
    pub(super) step: KnownBits,
    /// The lowest known bit.
    pub(super) low: u8,
    /// The highest known bit.
    pub(super) high: u8,
    /// The number of low bits of a free constant that are unknown; 0 if the constant isn't free.
    pub(super) cell: u8,
    /// The number of active squares.
    pub(super) active: u8,
}

/// The levels of a search. The plan's text is part of a ledger, and a question has the same plan on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchPlan {
    pub(super) levels: Vec<TreeLevel>,
    /// Relevant squares in the order in which they become active.
    pub(super) order: Vec<u8>,
    /// The number of values of the bits that are known at a root, times the number of a free constant's cells.
    pub(super) values: u64,
    /// Whether the search looks at one of two factors that are each other's negatives.
    is_mirrored: bool,
    /// The lowest bit of a factor.
    zeros: u8,
    /// The version of the search.
    version: u32,
}

/// The numbers that a plan is made from. A word of fewer than 64 bits is moved to the top of a 64-bit word, with zeros
/// below: products, slots and carries stay the same.
#[derive(Clone, Copy, Debug)]
struct Frame<'a> {
    squares: &'a [u8],
    /// The lowest bit of a slot's number.
    shift: u8,
    /// The lowest bit of a factor.
    zeros: u8,
    is_free: bool,
    /// The version of the search.
    version: u32,
}

impl SearchPlan {
    /// The plan for a question. There is one plan for each square to start at, and the one with the fewest expected
    /// nodes is taken.
    #[must_use]
    pub fn new(question: &Question) -> Self {
        Self::of_version(question, SEARCH_VERSION)
    }

    /// The plan of a search of this version, from 1 to [`SEARCH_VERSION`].
    #[expect(clippy::missing_panics_doc, reason = "every question has a relevant square")]
    #[must_use]
    pub fn of_version(question: &Question, version: u32) -> Self {
        let plans = Self::unsplit(question, version).into_iter();
        let best = plans.min_by(|one, other| {
            let weights = one.weights(question).into_iter().zip(other.weights(question));
            let compared = weights.map(|(one, other)| one.total_cmp(&other));
            compared.fold(Ordering::Equal, Ordering::then)
        });
        let mut plan = best.expect("a question has a relevant square");
        if plan.weights(question)[0] > LARGE {
            plan.split();
        }
        plan
    }

    /// The version of the search.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether the search asks the rule "packing", as it does from version 2 on.
    pub(super) fn is_packed(&self) -> bool {
        self.version >= 2
    }

    /// Whether keys are tested ahead on those levels only where that ends nodes, as from version 3 on.
    pub(super) fn drops_useless_tests(&self) -> bool {
        self.version >= 3
    }

    /// Whether a window is asked after half of a node's new keys where these are many, as from version 4 on. That visits
    /// the same nodes, and other rules end some of them.
    pub(super) fn asks_by_halves(&self) -> bool {
        self.version >= 4
    }

    /// Whether the search asks the rule "positions", as it does from version 5 on.
    pub(super) fn asks_positions(&self) -> bool {
        self.version >= 5
    }

    /// Whether the search looks at one of two factors that are each other's negatives, as it does from version 3 on
    /// where no constant is added.
    pub(super) fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    /// Makes the first steps part of the root, so that there are enough roots for many machines.
    fn split(&mut self) {
        while let [root, next, ..] = self.levels[..]
            && let KnownBits::Down(by) | KnownBits::Up(by) = next.step
            && self.values << by <= 1 << ROOT_BITS
        {
            self.levels.remove(0);
            self.levels[0].step = root.step;
            self.values <<= by;
        }
    }

    /// The plans that start at each square, with no steps made part of the root.
    pub(super) fn unsplit(question: &Question, version: u32) -> Vec<Self> {
        let squares: Vec<u8> = bits(question.mask).collect();
        let frame = Frame {
            squares: &squares,
            shift: 64 - question.bits,
            zeros: 64 - question.word,
            is_free: question.constant != Constant::None,
            version,
        };
        squares.iter().map(|first| frame.grow(*first)).collect()
    }

    /// The number of roots of the tree. Each root is a part of a factor that is searched by itself.
    #[must_use]
    pub fn roots(&self) -> u64 {
        if self.is_mirrored { self.own_images().end } else { self.values }
    }

    /// The roots of a mirrored search that know all bits below `high`: with those above, they are the factors that are
    /// their own negatives in the bits up to `high`. The first has bit `high` alone and the second no bit; where a
    /// root's lowest bit is a factor's, the second is root 0.
    pub(super) fn own_images(&self) -> Range<u64> {
        let start = self.values / 2;
        start..start + 1 + u64::from(self.levels[0].low > self.zeros)
    }

    /// The lowest and the highest bit of a factor that are known at a root; a root's number is the value of these bits.
    /// The last root of a mirrored search, or the last two, have one value each that is its own mirror image.
    #[must_use]
    pub fn known_at_root(&self) -> (u8, u8) {
        (self.levels[0].low, self.levels[0].high)
    }

    /// The number of levels, which is also the length of each list of a [`Tally`](super::Tally).
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// A rough log2 of the nodes expected on each level, the largest first: the number of known bits, less a reduction
    /// for each pair of subsets that meet in a slot. Only functions that round equally on every machine are used.
    fn weights(&self, question: &Question) -> Vec<f64> {
        let weight = |level: &TreeLevel| {
            let known = f64::from(level.high + 1 - level.low);
            let keys = f64::from(1_u32 << level.active);
            let meetings = keys * keys / 2.0 / f64::from(1_u32 << question.bits);
            known - meetings * 0.09
        };
        let mut weights: Vec<f64> = self.levels.iter().map(weight).collect();
        weights.sort_by(|one, other| other.total_cmp(one));
        weights
    }
}

impl Frame<'_> {
    fn is_active(self, square: u8, low: u8, high: u8) -> bool {
        square + high >= 63 && (low == self.zeros || square + low + SUBSLOT_BITS <= self.shift)
    }

    /// The lowest bit that has to be known for `square` to be active.
    fn low_for(self, square: u8) -> u8 {
        self.shift.saturating_sub(SUBSLOT_BITS + square).max(self.zeros)
    }

    /// The number of active squares.
    fn active(self, low: u8, high: u8) -> u8 {
        self.squares.iter().filter(|square| self.is_active(**square, low, high)).count() as u8
    }

    /// The plan that starts with the bits that make the square `first` active.
    fn grow(self, first: u8) -> SearchPlan {
        let plan = self.grow_with(first, CELL_BITS);
        let is_large = self.squares.len() >= POSITIONED_SQUARES;
        if is_large
            && self.is_free
            && plan.asks_positions()
            && positions::depth(&plan, self.shift).is_some()
        {
            return self.grow_with(first, POSITIONED_CELL_BITS);
        }
        plan
    }

    /// The same with `cell_bits` bits of a free constant known at a root.
    fn grow_with(self, first: u8, cell_bits: u8) -> SearchPlan {
        let (mut low, mut high) = (self.low_for(first), 63 - first);
        let cell = self.shift.saturating_sub(cell_bits).max(self.zeros);
        let cell = if self.is_free { cell } else { 0 };
        let mut plan = SearchPlan {
            levels: Vec::new(),
            order: Vec::new(),
            values: 0,
            is_mirrored: self.version >= 3 && !self.is_free,
            zeros: self.zeros,
            version: self.version,
        };
        let root_cells = if self.is_free { (self.shift - cell).saturating_sub(1) } else { 0 };
        plan.values = 1 << (high + 1 - low + root_cells);
        self.push(&mut plan, KnownBits::Root, low, high, cell);
        loop {
            let waiting = |square: &&u8| !self.is_active(**square, low, high);
            let below = self.squares.iter().filter(waiting).filter(|square| **square + high >= 63);
            let below = below.map(|square| self.low_for(*square)).max();
            let above = self.squares.iter().filter(|square| **square + high < 63).max();
            let above = above.map(|square| 63 - square);
            let (plan_low, plan_high) = (low, high);
            let gain = |low: u8, high: u8| {
                let known = plan_high - plan_low;
                let gained = self.active(low, high) - self.active(plan_low, plan_high);
                f64::from(gained) / f64::from(high - low - known)
            };
            let down = below.map(|to| gain(to, high));
            let up = above.map(|to| gain(low, to));
            match (below, above) {
                (Some(to), _) if down >= up => {
                    while low > to {
                        let by = first_part(low - to);
                        low -= by;
                        self.push(&mut plan, KnownBits::Down(by), low, high, 0);
                    }
                }
                (_, Some(to)) => {
                    while high < to {
                        let by = first_part(to - high).min(64 - self.shift);
                        high += by;
                        self.push(&mut plan, KnownBits::Up(by), low, high, 0);
                    }
                }
                _ => break,
            }
        }
        while low > self.zeros {
            low -= 1;
            self.push(&mut plan, KnownBits::Down(1), low, high, 0);
            self.refine(&mut plan);
        }
        while self.refine(&mut plan) {}
        plan
    }

    /// Adds a level that makes one more bit of a free constant known; false if none is left.
    fn refine(self, plan: &mut SearchPlan) -> bool {
        let TreeLevel { low, high, cell, .. } = plan.levels[plan.levels.len() - 1];
        let wanted = self.is_free && cell > self.zeros;
        if wanted {
            self.push(plan, KnownBits::Cell, low, high, cell - 1);
        }
        wanted
    }

    /// Adds a level. `cell` applies to roots and cells only.
    fn push(self, plan: &mut SearchPlan, step: KnownBits, low: u8, high: u8, cell: u8) {
        let cell = match (step, plan.levels.last()) {
            (KnownBits::Down(_) | KnownBits::Up(_), Some(before)) => before.cell,
            _ => cell,
        };
        for square in self.squares.iter().rev() {
            if self.is_active(*square, low, high) && !plan.order.contains(square) {
                plan.order.push(*square);
            }
        }
        plan.levels.push(TreeLevel { step, low, high, cell, active: plan.order.len() as u8 });
    }
}

/// The number of bits that the next of several levels makes known: first the remainder, then full windows.
fn first_part(bits: u8) -> u8 {
    match bits % WINDOW_BITS {
        0 => WINDOW_BITS,
        over => over,
    }
}

impl fmt::Display for SearchPlan {
    /// `38-53 down 8 down 8 ...`: the first interval and each step.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for level in &self.levels {
            match level.step {
                KnownBits::Root => write!(f, "{}-{}", level.low, level.high)?,
                KnownBits::Down(by) => write!(f, " down {by}")?,
                KnownBits::Up(by) => write!(f, " up {by}")?,
                KnownBits::Cell => write!(f, " cell")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};

    /// The plan for a rook with one index bit less than relevant squares.
    fn rook(bit: u8) -> SearchPlan {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), 1 << bit).unwrap();
        let square = problem.squares()[0];
        SearchPlan::new(
            &Question::new(&problem, square, square.bits() - 1, Constant::None).unwrap(),
        )
    }

    /// A plan is part of a ledger: if plans changed, existing ledgers couldn't be continued.
    #[test]
    fn plans_stay_as_they_are() {
        let found = PLANS.map(|(bit, ..)| (bit, rook(bit).to_string(), rook(bit).roots()));
        let expected = PLANS.map(|(bit, text, roots)| (bit, text.to_owned(), roots));
        assert_eq!(found, expected);
    }

    /// Bit index, the plan's text and its number of roots: half of the values of the root's bits, and one or two that are
    /// their own mirror images.
    const PLANS: [(u8, &str, u64); 3] = [
        (
            0,
            "47-62 down 1 down 1 down 1 down 2 down 8 down 8 down 8 down 8 down 8 down 1 down 1",
            32_770,
        ),
        (27, "22-37 up 1 down 5 up 6 down 8 down 8 up 8 down 1", 32_770),
        (63, "0-8 up 8 up 8 up 8 up 8 up 8", 257),
    ];

    #[test]
    fn no_plan_has_more_roots_than_it_is_split_into() {
        for bit in 0..64 {
            let plan = rook(bit);
            assert!(plan.roots() <= 1 << ROOT_BITS, "{bit}: {} roots of {plan}", plan.roots());
            assert!(plan.levels() > 1, "{bit}: {plan}");
        }
    }
}
