//! Facts about pairs of a base's subsets that hold for every factor.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The number of differences whose distances are computed together.
pub(super) const LANES: usize = 32;

/// All ones for each difference that has a pair of a kind with a subset.
pub(super) type Mask = [u16; LANES];

/// The classes of a pair are equal with the same subset of the rest.
const SAME: u8 = 1;
/// The classes of a pair are equal with two different subsets of the rest.
const DIFFERENT: u8 = 2;
/// The classes of a pair are equal with two different subsets of the rest that have no square in common.
const DISJOINT: u8 = 4;
/// There is a pair.
const MEMBER: u8 = 8;

/// A difference of two subsets, as a step and its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signed {
    pub(super) step: u16,
    pub(super) is_negative: bool,
}

/// Pairs of subsets of a base, by their difference. A pair is noted under its second subset, the larger one.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// The differences of two subsets that aren't negative: 0, and then those with most pairs that may share a slot.
    pub(super) step: Vec<u64>,
    /// For each step, the flags of the pair that ends at a subset.
    flags: Vec<u8>,
    /// The number of subsets.
    keys: usize,
    /// For each block of steps and each subset, the pairs that never share a slot if the rest's parts are disjoint.
    pub(super) bad: Vec<Mask>,
    /// The same for pairs that sometimes share a slot.
    pub(super) good: Vec<Mask>,
    /// The same for pairs that never share a slot.
    pub(super) wrong: Vec<Mask>,
    /// For each block of steps with pairs that sometimes share a slot, the most of these that a step has.
    pub(super) most: Vec<usize>,
    /// The signed steps that have a good pair, in ascending order of their numbers.
    pub(super) arcs: Vec<Signed>,
    /// For each two arcs, the step that is their difference, or 0 where `near` says that there is none.
    between: Vec<u16>,
    /// For each arc, the set of the arcs from which it differs by some step.
    pub(super) near: Vec<u64>,
}

impl Pairs {
    /// The pairs of subsets of a base. `class` has the classes of all keys, the base's subsets first.
    pub(super) fn new(key: &[u64], class: &[u16]) -> Self {
        let equal = equal(key.len(), class);
        let mut by_step: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        for (first, one) in key.iter().enumerate() {
            for (second, other) in key.iter().enumerate().filter(|(_, other)| one <= other) {
                let flags = by_step.entry(other - one).or_insert_with(|| vec![0; key.len()]);
                flags[second] = MEMBER | equal[first * key.len() + second];
            }
        }
        let good_pairs =
            |flags: &[u8]| flags.iter().filter(|flags| *flags & DIFFERENT != 0).count();
        let mut steps: Vec<_> =
            by_step.into_iter().map(|step| (good_pairs(&step.1), step)).collect();
        steps[1..].sort_by_key(|(good_pairs, _)| Reverse(*good_pairs));
        let good = 1 + steps[1..].iter().take_while(|(good_pairs, _)| *good_pairs > 0).count();
        let mut pairs = Self { keys: key.len(), ..Self::default() };
        let most = |block: &[(usize, _)]| block.iter().map(|(good_pairs, _)| *good_pairs).max();
        pairs.most = steps[..good].chunks(LANES).filter_map(most).collect();
        for (_, (step, flags)) in steps {
            pairs.step.push(step);
            pairs.flags.extend(flags);
        }
        let all = pairs.step.len();
        pairs.bad = pairs.masks(all, |flags| flags & DISJOINT == 0);
        pairs.good = pairs.masks(good, |flags| flags & DIFFERENT != 0);
        pairs.wrong = pairs.masks(good, |flags| flags & DIFFERENT == 0);
        pairs.relate(good);
        pairs
    }

    /// Whether the pair with this step that ends at a subset may share a slot within a translate; `None` if there is no
    /// such pair.
    pub(super) fn may_share(&self, step: usize, key: u16) -> Option<bool> {
        let flags = self.flags[step * self.keys + usize::from(key)];
        (flags & MEMBER != 0).then_some(flags & SAME != 0)
    }

    /// Whether the pair with this step that ends at a subset sometimes shares a slot; `None` if there is no such pair.
    pub(super) fn is_good(&self, step: usize, key: u16) -> Option<bool> {
        let flags = self.flags[step * self.keys + usize::from(key)];
        (flags & MEMBER != 0).then_some(flags & DIFFERENT != 0)
    }

    /// The pairs of a kind, for the first `steps` steps.
    fn masks(&self, steps: usize, is_kind: impl Fn(u8) -> bool) -> Vec<Mask> {
        let mut masks = vec![[0; LANES]; steps.div_ceil(LANES) * self.keys];
        for (step, flags) in self.flags.chunks_exact(self.keys).enumerate().take(steps) {
            for (key, flags) in flags.iter().enumerate() {
                if flags & MEMBER != 0 && is_kind(*flags) {
                    masks[step / LANES * self.keys + key][step % LANES] = u16::MAX;
                }
            }
        }
        masks
    }

    /// Finds the arcs and their differences. `good` steps have a pair that may share a slot.
    fn relate(&mut self, good: usize) {
        let mut arcs: Vec<(i128, Signed)> = Vec::new();
        let has_good = |step: &usize| {
            let flags = &self.flags[step * self.keys..][..self.keys];
            flags.iter().any(|flags| flags & DIFFERENT != 0)
        };
        for step in (0..good).filter(has_good) {
            let number = i128::from(self.step[step]);
            let signed = |is_negative| Signed { step: step as u16, is_negative };
            arcs.push((number, signed(false)));
            if number > 0 {
                arcs.push((-number, signed(true)));
            }
        }
        arcs.sort_unstable_by_key(|(number, _)| *number);
        let numbers: BTreeMap<i128, u16> =
            (0_u16..).zip(&self.step).map(|(index, step)| (i128::from(*step), index)).collect();
        let words = arcs.len().div_ceil(64);
        for (one, _) in &arcs {
            let row = self.near.len();
            self.near.resize(row + words, 0);
            for (index, (other, _)) in arcs.iter().enumerate() {
                let step = numbers.get(&(one - other).abs()).copied();
                self.between.push(step.unwrap_or(0));
                self.near[row + index / 64] |= u64::from(step.is_some()) << (index % 64);
            }
        }
        self.arcs = arcs.into_iter().map(|(_, signed)| signed).collect();
    }

    /// The steps between an arc and each arc, or 0 where there is none.
    pub(super) fn between(&self, arc: u16) -> &[u16] {
        &self.between[usize::from(arc) * self.arcs.len()..][..self.arcs.len()]
    }
}

/// For each two of a base's subsets, whether their classes differ with any two different subsets of the rest. `class`
/// has the classes of all keys, the base's subsets first.
pub(in crate::prove) fn always_differ(keys: usize, class: &[u16]) -> Vec<bool> {
    equal(keys, class).into_iter().map(|flags| flags & DIFFERENT == 0).collect()
}

/// For each two subsets of the base, flags for the subsets of the rest with which their classes are equal.
fn equal(keys: usize, class: &[u16]) -> Vec<u8> {
    let mut equal = vec![0; keys * keys];
    for (one, with_one) in class.chunks_exact(keys).enumerate() {
        for (other, with_other) in class.chunks_exact(keys).enumerate() {
            let kind = match () {
                () if one == other => SAME,
                () if one & other == 0 => DIFFERENT | DISJOINT,
                () => DIFFERENT,
            };
            for (class, equal) in with_one.iter().zip(equal.chunks_exact_mut(keys)) {
                for (equal, other) in equal.iter_mut().zip(with_other) {
                    *equal |= if class == other { kind } else { 0 };
                }
            }
        }
    }
    equal
}
