//! A question in; the order in which the bits of a factor become known out.
//!
//! Known bits are always one interval, `low` to `high`. It starts where few bits decide much and grows downwards or
//! upwards. A relevant square at bit `q` is *active* when the known bits say where it moves a product to within an
//! eighth of a slot: when `q + low <= shift - 3` and no unknown bit above `high` reaches the word, `q + high >= 63`.

use std::cmp::Ordering;
use std::fmt;

use super::{Constant, Question};
use crate::geometry::bits;

/// Known to 1 / 2^this of a slot: what an active square means.
pub(super) const SUBSLOT_BITS: u8 = 3;

/// Bits of a free constant, below a slot's number, that a root knows. The others come once all squares are active:
/// each one more on the way would double the tree and cut less.
const CELL_BITS: u8 = 2;

/// Bits that one level makes known at most, so that a window of candidates fits eight words.
pub(super) const WINDOW_BITS: u8 = 8;

/// Of the classes those with most subsets get a bitset of slots.
pub(super) const BITSETS: usize = 16;

/// A tree has at most 2^this roots if first steps had to be taken into them.
const ROOT_BITS: u8 = 16;

/// log2 of the nodes on the largest level, from which on a tree gets more roots.
const LARGE: f64 = 26.0;

/// What a level makes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The first interval.
    Root,
    /// So many bits below the interval.
    Down(u8),
    /// So many bits above it.
    Up(u8),
    /// One more bit of a free constant.
    Cell,
}

/// A level: what is known there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) step: Step,
    /// The lowest known bit.
    pub(super) low: u8,
    /// The highest known bit.
    pub(super) high: u8,
    /// A constant is known but for so many low bits; 0 where it isn't free.
    pub(super) cell: u8,
    /// How many squares are active.
    pub(super) active: u8,
}

/// The levels of a search. Its text is part of a ledger: the same question has the same plan everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub(super) levels: Vec<Level>,
    /// Relevant squares in the order in which they become active.
    pub(super) order: Vec<u8>,
    roots: u64,
}

/// The numbers that a plan is made from. A word of fewer than 64 bits is moved to the top of one with 64, where
/// its missing bits are zeros below: products, slots and carries are the same.
#[derive(Clone, Copy, Debug)]
struct Frame<'a> {
    squares: &'a [u8],
    /// The lowest bit of a slot's number.
    shift: u8,
    /// The lowest bit of a factor.
    zeros: u8,
    is_free: bool,
}

impl Plan {
    /// The plan for a question: of those that start at one of its squares, the one with the fewest nodes expected.
    #[must_use]
    pub fn new(question: &Question) -> Self {
        let plans = Self::unsplit(question).into_iter();
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

    /// Takes first steps into the root, so that there are roots enough for many machines.
    fn split(&mut self) {
        while let [root, next, ..] = self.levels[..]
            && let Step::Down(by) | Step::Up(by) = next.step
            && self.roots << by <= 1 << ROOT_BITS
        {
            self.levels.remove(0);
            self.levels[0].step = root.step;
            self.roots <<= by;
        }
    }

    /// A plan for each square to start at, as it grows.
    pub(super) fn unsplit(question: &Question) -> Vec<Self> {
        let squares: Vec<u8> = bits(question.mask).collect();
        let frame = Frame {
            squares: &squares,
            shift: 64 - question.bits,
            zeros: 64 - question.word,
            is_free: question.constant != Constant::None,
        };
        squares.iter().map(|first| frame.grow(*first)).collect()
    }

    /// How many roots the tree has: parts of a factor that are searched one after another, each for itself.
    #[must_use]
    pub fn roots(&self) -> u64 {
        self.roots
    }

    /// How many levels a [`Tally`](super::Tally) of it has.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// log2 of the nodes expected on each level, roughly, the largest first: known bits, less what subsets that meet
    /// in a slot leave of them. No function that rounds differently elsewhere is used.
    fn weights(&self, question: &Question) -> Vec<f64> {
        let weight = |level: &Level| {
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

    /// The lowest bit to know before `square` may be active.
    fn low_for(self, square: u8) -> u8 {
        self.shift.saturating_sub(SUBSLOT_BITS + square).max(self.zeros)
    }

    fn active(self, low: u8, high: u8) -> u8 {
        self.squares.iter().filter(|square| self.is_active(**square, low, high)).count() as u8
    }

    fn grow(self, first: u8) -> Plan {
        let (mut low, mut high) = (self.low_for(first), 63 - first);
        let cell = self.shift.saturating_sub(CELL_BITS).max(self.zeros);
        let cell = if self.is_free { cell } else { 0 };
        let mut plan = Plan { levels: Vec::new(), order: Vec::new(), roots: 0 };
        let root_cells = if self.is_free { (self.shift - cell).saturating_sub(1) } else { 0 };
        plan.roots = 1 << (high + 1 - low + root_cells);
        self.push(&mut plan, Step::Root, low, high, cell);
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
                        self.push(&mut plan, Step::Down(by), low, high, 0);
                    }
                }
                (_, Some(to)) => {
                    while high < to {
                        let by = first_part(to - high).min(64 - self.shift);
                        high += by;
                        self.push(&mut plan, Step::Up(by), low, high, 0);
                    }
                }
                _ => break,
            }
        }
        while low > self.zeros {
            low -= 1;
            self.push(&mut plan, Step::Down(1), low, high, 0);
            self.refine(&mut plan);
        }
        while self.refine(&mut plan) {}
        plan
    }

    /// Knows one more bit of a free constant.
    fn refine(self, plan: &mut Plan) -> bool {
        let Level { low, high, cell, .. } = plan.levels[plan.levels.len() - 1];
        let wanted = self.is_free && cell > self.zeros;
        if wanted {
            self.push(plan, Step::Cell, low, high, cell - 1);
        }
        wanted
    }

    fn push(self, plan: &mut Plan, step: Step, low: u8, high: u8, cell: u8) {
        let cell = match (step, plan.levels.last()) {
            (Step::Down(_) | Step::Up(_), Some(before)) => before.cell,
            _ => cell,
        };
        for square in self.squares.iter().rev() {
            if self.is_active(*square, low, high) && !plan.order.contains(square) {
                plan.order.push(*square);
            }
        }
        plan.levels.push(Level { step, low, high, cell, active: plan.order.len() as u8 });
    }
}

/// How many of `bits` a next level takes: what is over a whole number of windows first.
fn first_part(bits: u8) -> u8 {
    match bits % WINDOW_BITS {
        0 => WINDOW_BITS,
        over => over,
    }
}

impl fmt::Display for Plan {
    /// `38-53 down 8 down 8 ...`: the first interval and each step.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for level in &self.levels {
            match level.step {
                Step::Root => write!(f, "{}-{}", level.low, level.high)?,
                Step::Down(by) => write!(f, " down {by}")?,
                Step::Up(by) => write!(f, " up {by}")?,
                Step::Cell => write!(f, " cell")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Mapping, Piece, Problem, Standard, Walk};

    /// A rook, with an index bit less than relevant squares.
    fn rook(bit: u8) -> Plan {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), 1 << bit).unwrap();
        let square = problem.squares()[0];
        Plan::new(&Question::new(&problem, square, square.bits() - 1, Constant::None).unwrap())
    }

    /// A plan is part of a ledger: with another one a ledger that is begun couldn't be gone on with.
    #[test]
    fn plans_stay_as_they_are() {
        let found = PLANS.map(|(bit, ..)| (bit, rook(bit).to_string(), rook(bit).roots()));
        let expected = PLANS.map(|(bit, text, roots)| (bit, text.to_owned(), roots));
        assert_eq!(found, expected);
    }

    const PLANS: [(u8, &str, u64); 3] = [
        (
            0,
            "47-62 down 1 down 1 down 1 down 2 down 8 down 8 down 8 down 8 down 8 down 1 down 1",
            65_536,
        ),
        (27, "22-37 up 1 down 5 up 6 down 8 down 8 up 8 down 1", 65_536),
        (63, "0-8 up 8 up 8 up 8 up 8 up 8", 512),
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
