//! Rule "packing": the keys of a base can't share as many slots with their translates as the number of slots demands.
//!
//! The *base* is the first squares of a plan, the *rest* all others. A *translate* is all subsets of the base together
//! with one subset of the rest. All translates together have fewer slots than keys, so that many pairs of translates
//! have to share slots. Kraft's inequality bounds the number of pairs that can. Lemma 20 has the proof. The rule
//! depends only on the factor, so it holds for every constant, and it doesn't need the positions of the rest's squares.
//!
//! All distances are whole numbers of 1 / [`SLOT`] of a slot, and rounded so that the rule prunes less.

mod cover;
mod pairs;
mod scan;
#[cfg(test)]
mod tests;

use pulp::Arch;

use super::node::KeyOrder;
use cover::{ArcCover, Cut};
use pairs::Pairs;
pub(super) use pairs::always_differ;
use scan::{DistanceScan, Distances, Point};

/// The distance between two slots' boundaries. Two laps around a slot have to fit 16 bits.
const SLOT: u16 = 1 << UNIT_BITS;
const UNIT_BITS: u8 = 14;

/// The largest error of a position, as a part of a slot, with which the rule is asked. With a larger one it hardly ever
/// prunes.
const LARGEST_ERROR: u16 = SLOT / 8;

/// The fewest index bits and the most of a question that the rule is asked about.
const BITS: std::ops::RangeInclusive<u8> = 2..=24;

/// A base, with facts about pairs of its subsets that hold for every factor.
#[derive(Clone, Debug)]
pub(super) struct Base {
    key: Vec<u64>,
    /// The number of squares in the rest.
    rest: u8,
    shift: u8,
    pairs: Pairs,
}

/// The working memory of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    points: Vec<Point>,
    distances: Distances,
    cover: ArcCover,
}

/// The positions of a base's subsets within their slots, each known but for an error.
struct Positions<'a> {
    /// In ascending order.
    points: &'a [Point],
    /// A factor in the middle of the box.
    factor: u64,
    /// Each position is at least the position of its point and at most `error` larger, after all have been moved by one
    /// and the same distance. A difference changes by at most `error` too.
    error: u16,
}

impl Base {
    /// The base of the first `squares` squares of a plan's order; `None` if the rule can't be asked about it.
    pub(super) fn new(keys: &KeyOrder, squares: u8) -> Option<Self> {
        let all = keys.key.len().trailing_zeros() as u8;
        let bits = 64 - keys.shift;
        let key = keys.key.get(..1 << squares)?.to_vec();
        let is_fit = squares < all && BITS.contains(&bits) && key[key.len() - 1] >> 63 == 0;
        is_fit.then(|| {
            let pairs = Pairs::new(&key, &keys.class);
            Self { key, rest: all - squares, shift: keys.shift, pairs }
        })
    }

    /// The number of squares.
    pub(super) fn squares(&self) -> u8 {
        self.key.len().trailing_zeros() as u8
    }

    /// The time of an evaluation, in visits to a node. It is rough, and part of the search's version.
    pub(super) fn cost(&self) -> f64 {
        // In the time of a visit, six steps are looked at.
        f64::from(self.pairs.step.len() as u32) / 6.0
    }

    /// The error of positions under a box of this size; `None` if it is too large for the rule to be asked.
    pub(super) fn error(&self, spread: u64) -> Option<u16> {
        let moved = self.key[self.key.len() - 1].checked_mul(spread.div_ceil(2))?;
        let moved = u16::try_from(moved >> (self.shift - UNIT_BITS)).ok()?;
        // One for the part that is cut off here, and one for the part that is cut off in a point.
        moved.checked_add(2).filter(|error| *error <= LARGEST_ERROR)
    }

    /// True if no factor in `factor ..= factor + spread` keeps all keys apart, with any constant.
    pub(super) fn refutes(
        &self,
        arch: Arch,
        scratch: &mut Scratch,
        factor: u64,
        spread: u64,
    ) -> bool {
        let Some(error) = self.error(spread) else { return false };
        let factor = factor.wrapping_add(spread / 2);
        let points = self.points(std::mem::take(&mut scratch.points), factor);
        let positions = Positions { points: &points, factor, error };
        let needed = self.needed(&positions);
        let is_below = needed > 0 && self.is_below(arch, scratch, &positions, needed);
        scratch.points = points;
        is_below
    }

    /// The subsets in the order of their positions.
    fn points(&self, mut points: Vec<Point>, factor: u64) -> Vec<Point> {
        let in_slot = (1_u64 << self.shift) - 1;
        points.clear();
        points.extend((0_u16..).zip(&self.key).map(|(key, number)| Point {
            at: ((number.wrapping_mul(factor) & in_slot) >> (self.shift - UNIT_BITS)) as u16,
            key,
        }));
        points.sort_unstable();
        points
    }

    /// Whether covers have a sum below `needed`.
    fn is_below(
        &self,
        arch: Arch,
        scratch: &mut Scratch,
        positions: &Positions,
        needed: u32,
    ) -> bool {
        let (distances, pairs) = (&mut scratch.distances, &self.pairs);
        arch.dispatch(DistanceScan { pairs, positions, into: distances });
        let Positions { factor, error, .. } = *positions;
        let cut = Cut { pairs, distances, shift: self.shift, factor, error };
        scratch.cover.is_below(&cut, needed)
    }

    /// The least sum of covers with which the slots can suffice: what the fewest slots of a translate exceed its share
    /// of all slots by.
    fn needed(&self, positions: &Positions) -> u32 {
        let share = (1_u32 << (64 - self.shift)).checked_shr(self.rest.into()).unwrap_or(0);
        let keys = self.key.len() as u32;
        let most = (1..self.pairs.step.len()).map(|step| self.most_shared(step, positions));
        keys.saturating_sub(most.sum()).saturating_sub(share)
    }

    /// The most pairs of subsets with this difference that can share a slot within one translate.
    fn most_shared(&self, step: usize, positions: &Positions) -> u32 {
        let Positions { points, factor, error } = *positions;
        let product = self.pairs.step[step].wrapping_mul(factor);
        let distance = product.min(product.wrapping_neg()) >> (self.shift - UNIT_BITS);
        let distance = distance.saturating_sub(error.into());
        if distance >= SLOT.into() {
            return 0;
        }
        // The larger of the two products' positions lie in an arc of this length, with no pair that must not share.
        let arc = u32::from(SLOT) - distance as u32 + u32::from(error);
        let members: Vec<(u32, bool)> = [0, u32::from(SLOT)]
            .into_iter()
            .flat_map(|lap| points.iter().map(move |point| (lap + u32::from(point.at), point.key)))
            .filter_map(|(at, key)| Some((at, self.pairs.may_share(step, key)?)))
            .collect();
        let (mut first, mut before, mut shared, mut most) = (0, 0, 0, 0);
        // The number of pairs that may share among those before `first`, and before the end.
        let mut skipped = 0;
        for (end, (at, may_share)) in members.iter().enumerate() {
            if !may_share {
                continue;
            }
            shared += 1;
            // A pair that must not share ends the arc if it lies within by more than the error.
            while members[before].0 + u32::from(error) <= *at && before < end {
                let (wrong, may_share) = members[before];
                while !may_share && members[first].0 + u32::from(error) <= wrong {
                    skipped += u32::from(members[first].1);
                    first += 1;
                }
                before += 1;
            }
            while members[first].0 + arc < *at {
                skipped += u32::from(members[first].1);
                first += 1;
            }
            most = most.max(shared - skipped);
        }
        most.min(members.len() as u32 / 2)
    }
}
