//! A part of a factor in; whether some completion may still keep all active keys apart, out.

use pulp::{Arch, NullaryFnOnce};

use super::tally::Rule;
use super::window::Sets;

/// What is known at a node: a factor in `factor ..= factor + spread`, a constant in `constant ..= constant + reach`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The known bits alone.
    pub(super) prefix: u64,
    /// The known bits of a free constant.
    pub(super) cell: u64,
    pub(super) factor: u64,
    pub(super) spread: u64,
    pub(super) constant: u64,
    pub(super) reach: u64,
}

/// Subsets of the mask in the order in which they become active, moved to the top of a 64-bit word.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    pub(super) key: Vec<u64>,
    /// By key: its class plus 1, so that 0 is an empty slot.
    pub(super) class: Vec<u16>,
    /// By class plus 1: its set of slots.
    pub(super) set: Vec<u8>,
    /// The lowest bit of a slot's number.
    pub(super) shift: u8,
    /// The lowest bit of a factor and of a constant.
    pub(super) zeros: u8,
}

/// The table of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// By slot: the class that every completion has there, 0 if none is known.
    pub(super) class_of_slot: Vec<u16>,
    /// The same as sets, where a window reads them.
    pub(super) sets: Option<Sets>,
    /// Active keys of which it isn't known yet to which of two slots they go.
    pub(super) open: Vec<u32>,
    /// By slot: a key that may cross into it, and in which round that was noted.
    crossing: Vec<(u32, u32)>,
    round: u32,
}

/// The box may shrink as often as this at one node before the search goes on; each time decides keys.
const ROUNDS: usize = 4;

/// Keys whose slots are computed at once.
const PART: usize = 64;

/// The first and the last slot of some keys, compiled for each kind of processor.
struct Slots<'a> {
    key: &'a [u64],
    node: &'a Node,
    shift: u8,
    slots: &'a mut [(u32, u32); PART],
}

impl NullaryFnOnce for Slots<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { key, node, shift, slots } = self;
        for (slots, key) in slots.iter_mut().zip(key) {
            let at = key.wrapping_mul(node.factor).wrapping_add(node.constant);
            let width = key.wrapping_mul(node.spread).wrapping_add(node.reach);
            *slots = ((at >> shift) as u32, (at.wrapping_add(width) >> shift) as u32);
        }
    }
}

/// A key's place among slots under all factors and constants of a node.
struct Place {
    first: usize,
    last: usize,
    /// From the least product to the next slot.
    to_boundary: u64,
}

impl Keys {
    fn place(&self, index: u32, node: &Node) -> Place {
        let key = self.key[index as usize];
        let at = key.wrapping_mul(node.factor).wrapping_add(node.constant);
        let width = key.wrapping_mul(node.spread).wrapping_add(node.reach);
        let slot = 1_u64 << self.shift;
        Place {
            first: (at >> self.shift) as usize,
            last: (at.wrapping_add(width) >> self.shift) as usize,
            to_boundary: slot - (at & (slot - 1)),
        }
    }
}

/// Bounds on the factor and the constant, counted from the node's least ones.
#[derive(Clone, Copy)]
struct Bounds {
    factor: (u64, u64),
    constant: (u64, u64),
}

impl Bounds {
    /// What holds if a key crosses the boundary: the sum of its two offsets reaches it.
    fn crossing(key: u64, to_boundary: u64, node: &Node) -> (u64, u64) {
        let least = to_boundary.saturating_sub(node.reach);
        let factor = if least == 0 {
            0
        } else {
            least.checked_div(key).map_or(u64::MAX, |_| least.div_ceil(key))
        };
        (factor, to_boundary.saturating_sub(key.wrapping_mul(node.spread)))
    }

    /// What holds if it doesn't.
    fn staying(key: u64, to_boundary: u64) -> (u64, u64) {
        ((to_boundary - 1).checked_div(key).unwrap_or(u64::MAX), to_boundary - 1)
    }

    fn at_least(&mut self, (factor, constant): (u64, u64)) {
        self.factor.0 = self.factor.0.max(factor);
        self.constant.0 = self.constant.0.max(constant);
    }

    fn at_most(&mut self, (factor, constant): (u64, u64)) {
        self.factor.1 = self.factor.1.min(factor);
        self.constant.1 = self.constant.1.min(constant);
    }
}

impl Table {
    pub(super) fn new(slots: usize, sets: Option<Sets>) -> Self {
        Self {
            class_of_slot: vec![0; slots],
            sets,
            open: Vec::new(),
            crossing: vec![(0, 0); slots],
            round: 0,
        }
    }

    /// Enters keys `new` beside those of `parent`, and shrinks the node to what they leave of it.
    pub(super) fn enter(
        &mut self,
        parent: Option<&Self>,
        new: std::ops::Range<u32>,
        keys: &Keys,
        node: &mut Node,
        arch: Arch,
    ) -> Result<(), Rule> {
        self.open.clear();
        match parent {
            Some(parent) => {
                self.class_of_slot.copy_from_slice(&parent.class_of_slot);
                self.open.extend_from_slice(&parent.open);
            }
            None => self.class_of_slot.fill(0),
        }
        if let Some(sets) = &mut self.sets
            && !sets.copy(parent.and_then(|parent| parent.sets.as_ref()))
        {
            for (slot, class) in
                self.class_of_slot.iter().enumerate().filter(|(_, class)| **class != 0)
            {
                sets.put(slot, keys.set[usize::from(*class)]);
            }
        }
        let range = new.start as usize..new.end as usize;
        let class = &keys.class[range.clone()];
        for (part, (key, class)) in keys.key[range].chunks(PART).zip(class.chunks(PART)).enumerate()
        {
            let mut slots = [(0, 0); PART];
            arch.dispatch(Slots { key, node, shift: keys.shift, slots: &mut slots });
            for (index, (class, (first, last))) in class.iter().zip(slots).enumerate() {
                if first == last {
                    self.take(first as usize, *class, keys)?;
                } else {
                    self.open.push(new.start + (part * PART + index) as u32);
                }
            }
        }
        for _ in 0..ROUNDS {
            if !self.shrink(keys, node)? {
                break;
            }
        }
        Ok(())
    }

    /// Puts a class into a slot.
    #[inline]
    fn take(&mut self, slot: usize, class: u16, keys: &Keys) -> Result<(), Rule> {
        let held = &mut self.class_of_slot[slot];
        if *held == class {
            return Ok(());
        }
        if *held != 0 {
            return Err(Rule::Clash);
        }
        *held = class;
        if let Some(sets) = &mut self.sets {
            sets.put(slot, keys.set[usize::from(class)]);
        }
        Ok(())
    }

    /// Looks once at all open keys; true if that decided some or shrank the node.
    fn shrink(&mut self, keys: &Keys, node: &mut Node) -> Result<bool, Rule> {
        if self.round == u32::MAX {
            self.crossing.fill((0, 0));
            self.round = 0;
        }
        self.round += 1;
        let mut bounds = Bounds { factor: (0, node.spread), constant: (0, node.reach) };
        let mut is_changed = false;
        let mut kept = 0;
        for at in 0..self.open.len() {
            let index = self.open[at];
            let place = keys.place(index, node);
            let class = keys.class[index as usize];
            if place.first == place.last {
                self.take(place.first, class, keys)?;
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
                    bounds.at_least(Bounds::crossing(key, place.to_boundary, node));
                    self.take(place.last, class, keys)?;
                    true
                }
                (false, true) => {
                    bounds.at_most(Bounds::staying(key, place.to_boundary));
                    self.take(place.first, class, keys)?;
                    true
                }
                (false, false) => {
                    let (round, before) = self.crossing[place.last];
                    if round != self.round {
                        self.crossing[place.last] = (self.round, index);
                    } else if keys.class[before as usize] != class {
                        // In one slot they would clash: one crosses and one stays.
                        let (other, to) =
                            (keys.key[before as usize], keys.place(before, node).to_boundary);
                        let one = Bounds::crossing(key, place.to_boundary, node);
                        let two = Bounds::crossing(other, to, node);
                        bounds.at_least((one.0.min(two.0), one.1.min(two.1)));
                        let one = Bounds::staying(key, place.to_boundary);
                        let two = Bounds::staying(other, to);
                        bounds.at_most((one.0.max(two.0), one.1.max(two.1)));
                    }
                    false
                }
            };
            is_changed |= decided;
            // With a free constant the bounds are implied by the decision, but don't imply it.
            if !decided || node.reach > 0 {
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
