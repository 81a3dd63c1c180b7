//! Tests whether a part of a factor can still be completed to a factor that keeps all active keys apart.

use std::ops::Range;

use pulp::{Arch, NullaryFnOnce};

use super::tally::Rule;
use super::window::Sets;

/// The known bits at a node, and its box: the factors in `factor ..= factor + spread` and the constants in
/// `constant ..= constant + reach`.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNode {
    /// The known bits of the factor.
    pub(super) prefix: u64,
    /// The known bits of a free constant.
    pub(super) cell: u64,
    pub(super) factor: u64,
    pub(super) spread: u64,
    pub(super) constant: u64,
    pub(super) reach: u64,
}

impl TreeNode {
    /// Whether the box has one factor and one constant.
    pub(super) fn is_single(&self) -> bool {
        self.spread == 0 && self.reach == 0
    }
}

/// The subsets of the mask in the order in which they become active. Words of fewer than 64 bits are moved to the top
/// of a 64-bit word.
#[derive(Clone, Debug)]
pub(super) struct KeyOrder {
    pub(super) key: Vec<u64>,
    /// The class of each key plus 1, so that 0 stands for an empty slot.
    pub(super) class: Vec<u16>,
    /// For each class plus 1, the number of its set of slots.
    pub(super) set: Vec<u8>,
    /// The lowest bit of a slot's number.
    pub(super) shift: u8,
    /// The lowest bit of a factor and of a constant.
    pub(super) zeros: u8,
    /// Whether the two constants of a node stand for mirror images.
    pub(super) is_mirrored: bool,
}

/// The table of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeTable {
    /// The class that every completion has in each slot, 0 if none is known.
    pub(super) class_of_slot: Vec<u16>,
    /// The slots that were filled at this node, not at a node above.
    fresh: Vec<u32>,
    /// The classes of slots as sets, if a window reads them.
    sets: Option<Sets>,
    /// Whether the sets belong to the node that was entered last. Most nodes end before their sets are needed.
    has_sets: bool,
    /// The active keys that can still go to either of two slots.
    pub(super) open: Vec<u32>,
    /// For each slot, the round in which a key was last noted that may cross into it, and that key.
    crossing: Vec<(u32, u32)>,
    round: u32,
}

/// The most rounds in which the box of one node is shrunk. Each round may decide further keys.
const ROUNDS: usize = 4;

/// The number of keys whose slots are computed together.
const PART: usize = 64;

/// The computation of the first and the last slot of some keys, compiled for each kind of processor.
struct SlotBounds<'a> {
    key: &'a [u64],
    node: &'a TreeNode,
    shift: u8,
    into: &'a mut [(u32, u32); PART],
}

impl NullaryFnOnce for SlotBounds<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn call(self) {
        let Self { key, node, shift, into } = self;
        for (slots, key) in into.iter_mut().zip(key) {
            let at = key.wrapping_mul(node.factor).wrapping_add(node.constant);
            let width = key.wrapping_mul(node.spread).wrapping_add(node.reach);
            *slots = ((at >> shift) as u32, (at.wrapping_add(width) >> shift) as u32);
        }
    }
}

/// The slots that a key can go to under all factors and constants of a node.
struct KeySlots {
    first: usize,
    last: usize,
    /// The distance from the least product to the next slot.
    to_boundary: u64,
}

impl KeyOrder {
    /// The keys of a range with their classes, in parts whose slots are computed together.
    fn parts(&self, range: &Range<u32>) -> impl Iterator<Item = (&[u64], &[u16])> {
        let range = range.start as usize..range.end as usize;
        self.key[range.clone()].chunks(PART).zip(self.class[range].chunks(PART))
    }

    fn place(&self, index: u32, node: &TreeNode) -> KeySlots {
        let key = self.key[index as usize];
        let at = key.wrapping_mul(node.factor).wrapping_add(node.constant);
        let width = key.wrapping_mul(node.spread).wrapping_add(node.reach);
        let slot = 1_u64 << self.shift;
        KeySlots {
            first: (at >> self.shift) as usize,
            last: (at.wrapping_add(width) >> self.shift) as usize,
            to_boundary: slot - (at & (slot - 1)),
        }
    }
}

/// The least and the largest factor and constant that are left, counted from the node's least factor and constant.
#[derive(Clone, Copy)]
struct FactorBounds {
    factor: (u64, u64),
    constant: (u64, u64),
}

/// An open key, and the distance from its least product to the next slot.
type Open = (u64, u64);

impl FactorBounds {
    /// Raises the lower bounds, given that at least one of `keys` crosses into its next slot: then the sum of the
    /// changes by factor and constant reaches the slot's boundary. The division is made only if it raises a bound.
    fn one_crosses<const N: usize>(&mut self, keys: [Open; N], node: &TreeNode) {
        let least = |to_boundary: u64| to_boundary.saturating_sub(node.reach);
        let below = self.factor.0;
        if keys.iter().all(|(key, to)| least(*to) > key.saturating_mul(below)) {
            let bounds =
                keys.map(|(key, to)| if key == 0 { u64::MAX } else { least(to).div_ceil(key) });
            self.factor.0 = bounds.into_iter().fold(u64::MAX, u64::min);
        }
        let bounds = keys.map(|(key, to)| to.saturating_sub(key.wrapping_mul(node.spread)));
        self.constant.0 = self.constant.0.max(bounds.into_iter().fold(u64::MAX, u64::min));
    }

    /// Lowers the upper bounds, given that at least one of `keys` stays below the boundary of its next slot.
    fn one_stays<const N: usize>(&mut self, keys: [Open; N]) {
        let above = self.factor.1;
        if keys.iter().all(|(key, to)| to - 1 < key.saturating_mul(above)) {
            let bounds = keys.map(|(key, to)| (to - 1) / key);
            self.factor.1 = bounds.into_iter().fold(0, u64::max);
        }
        let bounds = keys.map(|(_, to)| to - 1);
        self.constant.1 = self.constant.1.min(bounds.into_iter().fold(0, u64::max));
    }
}

impl NodeTable {
    pub(super) fn new(slots: usize, sets: Option<Sets>) -> Self {
        Self {
            class_of_slot: vec![0; slots],
            fresh: Vec::new(),
            sets,
            has_sets: false,
            open: Vec::new(),
            crossing: vec![(0, 0); slots],
            round: 0,
        }
    }

    /// Enters the keys `new` in addition to the keys of `parent`, and shrinks the node's box to the factors and
    /// constants that all keys leave. The error is the rule that shows the node to be impossible. If `leaves_none` is
    /// given, it is asked about the slots held after half of the new keys, and ends the node if they leave no
    /// candidate.
    pub(super) fn enter(
        &mut self,
        parent: Option<&Self>,
        new: Range<u32>,
        keys: &KeyOrder,
        node: &mut TreeNode,
        arch: Arch,
        leaves_none: Option<impl Fn(&[u16]) -> bool>,
    ) -> Result<(), Rule> {
        self.has_sets = false;
        self.open.clear();
        match parent {
            Some(parent) => {
                self.class_of_slot.copy_from_slice(&parent.class_of_slot);
                self.open.extend_from_slice(&parent.open);
            }
            None => self.class_of_slot.fill(0),
        }
        self.fresh.clear();
        let mut rest = new;
        if let Some(leaves_none) = leaves_none {
            let half = u32::midpoint(rest.start, rest.end);
            self.hold(rest.start..half, keys, node, arch)?;
            if leaves_none(&self.class_of_slot) {
                return Err(Rule::Window);
            }
            rest.start = half;
        }
        self.hold(rest, keys, node, arch)?;
        for _ in 0..ROUNDS {
            if !self.shrink(keys, node)? {
                break;
            }
        }
        Ok(())
    }

    /// Puts the definite ones of the keys `new` into their slots, and notes the others as open.
    #[inline]
    fn hold(
        &mut self,
        new: Range<u32>,
        keys: &KeyOrder,
        node: &TreeNode,
        arch: Arch,
    ) -> Result<(), Rule> {
        let mut slots = [(0, 0); PART];
        for (part, (key, class)) in keys.parts(&new).enumerate() {
            arch.dispatch(SlotBounds { key, node, shift: keys.shift, into: &mut slots });
            for (index, (class, (first, last))) in class.iter().zip(&slots).enumerate() {
                let (first, last) = (*first, *last);
                if first == last {
                    self.take(first as usize, *class)?;
                } else {
                    self.open.push(new.start + (part * PART + index) as u32);
                }
            }
        }
        Ok(())
    }

    /// Whether one of the keys `new` goes to a slot that another class holds, under all factors and constants of a node
    /// below.
    pub(super) fn excludes(
        &self,
        new: Range<u32>,
        keys: &KeyOrder,
        node: &TreeNode,
        arch: Arch,
    ) -> bool {
        let mut slots = [(0, 0); PART];
        keys.parts(&new).any(|(key, class)| {
            arch.dispatch(SlotBounds { key, node, shift: keys.shift, into: &mut slots });
            class.iter().zip(&slots).any(|(class, (first, last))| {
                let held = self.class_of_slot[*first as usize];
                first == last && held != 0 && held != *class
            })
        })
    }

    /// The slots of each class as sets for a window, together with the sets of the node above; `None` if no window
    /// reads them. They are made once a node.
    pub(super) fn sets(
        &mut self,
        parent: Option<&Self>,
        keys: &KeyOrder,
        arch: Arch,
    ) -> Option<&[u64]> {
        let sets = self.sets.as_mut()?;
        if self.has_sets {
            return Some(sets.finished());
        }
        self.has_sets = true;
        let set_of = |slot: usize| (slot, keys.set[usize::from(self.class_of_slot[slot])]);
        if sets.copy(parent.and_then(|parent| parent.sets.as_ref())) {
            sets.put(self.fresh.iter().map(|slot| set_of(*slot as usize)));
        } else {
            let held = self.class_of_slot.iter().enumerate().filter(|(_, class)| **class != 0);
            sets.put(held.map(|(slot, _)| set_of(slot)));
        }
        Some(sets.finish(arch))
    }

    /// Puts a class into a slot; an error if another class is there.
    #[inline]
    fn take(&mut self, slot: usize, class: u16) -> Result<(), Rule> {
        let held = &mut self.class_of_slot[slot];
        if *held == class {
            return Ok(());
        }
        if *held != 0 {
            return Err(Rule::Clash);
        }
        *held = class;
        self.fresh.push(slot as u32);
        Ok(())
    }

    /// Tests all open keys once. True if another round may find more, since keys were decided or the box shrank.
    fn shrink(&mut self, keys: &KeyOrder, node: &mut TreeNode) -> Result<bool, Rule> {
        if self.round == u32::MAX {
            self.crossing.fill((0, 0));
            self.round = 0;
        }
        self.round += 1;
        let mut bounds = FactorBounds { factor: (0, node.spread), constant: (0, node.reach) };
        let mut is_changed = false;
        let mut kept = 0;
        for at in 0..self.open.len() {
            let index = self.open[at];
            let place = keys.place(index, node);
            let class = keys.class[index as usize];
            if place.first == place.last {
                self.take(place.first, class)?;
                is_changed = true;
                continue;
            }
            let key = keys.key[index as usize];
            let other = |slot: usize| {
                let held = self.class_of_slot[slot];
                held != 0 && held != class
            };
            let decided = match (other(place.first), other(place.last)) {
                (true, true) => return Err(Rule::Clash),
                (true, false) => {
                    bounds.one_crosses([(key, place.to_boundary)], node);
                    self.take(place.last, class)?;
                    true
                }
                (false, true) => {
                    bounds.one_stays([(key, place.to_boundary)]);
                    self.take(place.first, class)?;
                    true
                }
                (false, false) => {
                    let (round, before) = self.crossing[place.last];
                    if round != self.round {
                        self.crossing[place.last] = (self.round, index);
                    } else if keys.class[before as usize] != class {
                        // In one slot the two keys would clash, so one of them crosses and the other stays.
                        let other = keys.place(before, node).to_boundary;
                        let pair = [(key, place.to_boundary), (keys.key[before as usize], other)];
                        bounds.one_crosses(pair, node);
                        bounds.one_stays(pair);
                    }
                    false
                }
            };
            is_changed |= decided;
            // With a free constant the bounds alone don't force the decided slot, so the key stays open. Of two mirror
            // images the tables are made anew before anything is called found.
            if !decided || (node.reach > 0 && !keys.is_mirrored) {
                self.open[kept] = index;
                kept += 1;
            }
        }
        self.open.truncate(kept);
        let before = (node.spread, node.reach);
        let zeros = keys.zeros;
        let cut = |(least, most): (u64, u64)| {
            let least = least.checked_add((1 << zeros) - 1)? >> zeros << zeros;
            let most = most >> zeros << zeros;
            (least <= most).then_some((least, most))
        };
        let (factor, constant) = cut(bounds.factor).zip(cut(bounds.constant)).ok_or(Rule::Box)?;
        node.factor += factor.0;
        node.spread = factor.1 - factor.0;
        node.constant += constant.0;
        node.reach = constant.1 - constant.0;
        Ok((is_changed && node.reach == 0) || before != (node.spread, node.reach))
    }
}
