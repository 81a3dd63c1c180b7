//! The rule "positions": excludes candidates of a window before a node has a table, from products that many nodes share.
//!
//! `docs/complete-search.md` has its lemma. A key is the union of a subset of a *base*, the squares that became active
//! early, and a subset of the rest. The *position* of a translate of the base is the rest's part of the product, plus
//! the constant. The positions of two translates decide whether they put two keys of different classes into one slot;
//! the factor's low bits matter only through the positions. A [`PositionTable`] tells for each pair of positions whether the
//! translates surely do so. It is made for a node near the root, and read at millions of nodes below.

mod ask;
mod base;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use pulp::Arch;

use super::node::{KeyOrder, TreeNode};
use super::plan::{KnownBits, SUBSLOT_BITS, SearchPlan};
use super::window::Candidates;
use ask::{PositionAsk, Rooms};
use base::Base;
use table::{PositionTable, Widths};

/// log2 of the number of units in a slot. Widths of ranges of positions are whole numbers of units.
const UNIT_BITS: u8 = 5;

/// log2 of the number of parts of an anchor's box. Each part has its own tables: then a new square's part of a product,
/// which is known to an eighth of a slot at its level, is known to a unit.
const PART_BITS: u8 = UNIT_BITS - SUBSLOT_BITS;
const PARTS: usize = 1 << PART_BITS;

/// The levels whose windows have to be alike: the level of the base's last square, which the tables of a wider base
/// know to a unit, the levels of the rest's two squares, and the level of the next square, whose candidates are asked
/// about.
const LEVELS: usize = 4;

/// The number of bits that each of these levels makes known.
const BITS: u8 = 8;

/// The rule is asked on a level of at least `LARGE` nodes, if the level above has at most `1 / CHILDREN` of them.
const LARGE: f64 = 1e8;
const CHILDREN: f64 = 6.0;

/// The fewest index bits: a set of slots has whole words.
const LEAST_BITS: u8 = 6;

/// The place where the rule is asked, with the facts about the question that it needs. All threads share it.
#[derive(Debug)]
struct Place {
    /// The level at whose nodes the rule is asked.
    depth: usize,
    /// The lowest known bits of the anchor, the level of the base without its last square, and of the level of that square.
    low: [u8; 2],
    /// The square that the wider base has in addition.
    wider: u8,
    /// The square of the candidates, and their lowest bit.
    square: u8,
    next_low: u8,
    /// The only other square that is missing at a candidate, if it is asked about too: with it the factors below a
    /// candidate are looked up.
    last: Option<u8>,
    /// The factor with which a position of each subset of the rest grows.
    rest: [u64; 4],
    /// The base without its last square.
    base: Base,
    /// The widths of the ranges of a wider base's tables.
    widths: Widths,
    /// For all candidates, for a block of them and for one.
    rooms: [Rooms; 3],
    shift: u8,
    zeros: u8,
    /// Whether a node's constants are the constants of two mirror images.
    is_mirrored: bool,
}

/// Tables for a part of an anchor's box.
#[derive(Clone, Debug, Default)]
struct Anchor {
    /// The known bits of the part.
    prefix: Option<u64>,
    /// The tables with ranges of the usual and of a larger width, the lower position's first.
    tables: [[PositionTable; 2]; 2],
}

/// A table for a part of a box one level below the anchor, with one more square in the base.
#[derive(Clone, Debug, Default)]
struct Wider {
    prefix: Option<u64>,
    table: PositionTable,
}

/// The place where the rule is asked, and one thread's tables.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    place: Arc<Place>,
    anchors: Vec<Anchor>,
    wider: Vec<Wider>,
}

/// The level at whose nodes a plan can ask the rule. It is the last level with alike windows, its own and the three
/// before: each has 256 candidates in steps of an eighth of a slot.
pub(super) fn depth(plan: &SearchPlan, shift: u8) -> Option<usize> {
    if shift > 64 - LEAST_BITS {
        return None;
    }
    let is_alike = |index: usize| {
        let [before, level] = [plan.levels[index - 1], plan.levels[index]];
        level.step == KnownBits::Down(BITS)
            && level.active == before.active + 1
            && plan.order[usize::from(before.active)] + level.low + SUBSLOT_BITS == shift
    };
    // An anchor has unknown bits below its known ones, enough for the parts of its box.
    let depths = LEVELS - 1..plan.levels.len() - 1;
    depths.rev().find(|depth| (depth + 2 - LEVELS..depth + 2).all(is_alike))
}

/// Whether the last square moves a translate by whole steps from one factor below a candidate to the next, and by few
/// enough steps for one lookup.
fn has_few(square: u8, next_low: u8, keys: &KeyOrder) -> bool {
    let step = square + keys.zeros + SUBSLOT_BITS;
    step >= keys.shift && next_low + square + SUBSLOT_BITS <= keys.shift + BITS
}

impl Positions {
    /// The rule for a plan, or `None` where its levels aren't such that it can be asked.
    pub(super) fn new(plan: &SearchPlan, keys: &KeyOrder) -> Option<Self> {
        let depth = depth(plan, keys.shift)?;
        let level = |below: usize| plan.levels[depth + 1 - below];
        let anchor = level(LEVELS);
        let squares = anchor.active;
        let next_low = level(0).low;
        let [square, missing @ ..] = &plan.order[usize::from(squares) + 3..] else { return None };
        let last = match missing {
            [last] if has_few(*last, next_low, keys) => Some(*last),
            _ => None,
        };
        let mut place = Place {
            depth,
            low: [anchor.low, level(LEVELS - 1).low],
            wider: plan.order[usize::from(squares)],
            square: *square,
            next_low,
            last,
            rest: std::array::from_fn(|subset| keys.key[subset << (squares + 1)]),
            base: Base::new(keys, squares),
            widths: ask::widths(keys.is_mirrored),
            rooms: <[Rooms; 3]>::default(),
            shift: keys.shift,
            zeros: keys.zeros,
            is_mirrored: keys.is_mirrored,
        };
        place.rooms = Rooms::all(&place);
        Some(Self {
            place: place.into(),
            anchors: vec![Anchor::default(); PARTS],
            wider: vec![Wider::default(); PARTS],
        })
    }

    /// Whether asking saves time, by an estimate of the nodes of each level. Tables are made, and nodes asked about, to
    /// save the nodes below. If these are few, other rules end them sooner.
    pub(super) fn is_worth(&self, nodes: &[f64]) -> bool {
        let depth = self.place.depth;
        nodes[depth] >= LARGE && nodes[depth] >= CHILDREN * nodes[depth - 1]
    }

    /// Whether the rule is asked at the nodes of a level.
    pub(super) fn is_asked_at(&self, depth: usize) -> bool {
        self.place.depth == depth
    }

    /// The candidates of a node, from `first` to `last`, that don't surely put two keys of different classes into one
    /// slot.
    pub(super) fn left(
        &mut self,
        node: &TreeNode,
        (first, last): (u64, u64),
        arch: Arch,
    ) -> Candidates {
        let Self { place, anchors, wider, .. } = self;
        let table = wider_table(place, anchors, wider, node.prefix, arch);
        lanes(ask::left(PositionAsk { place, node, table, first, last }, arch))
    }
}

/// The tables for the part of the box in which a node is, made if they aren't there.
fn wider_table<'t>(
    place: &Place,
    anchors: &mut [Anchor],
    wider: &'t mut [Wider],
    prefix: u64,
    arch: Arch,
) -> &'t PositionTable {
    let [above, below] = place.low.map(|low| low - PART_BITS);
    let part = |low: u8| (prefix >> low << low, (prefix >> low) as usize % PARTS);
    let (known, index) = part(below);
    let wider = &mut wider[index];
    if wider.prefix != Some(known) {
        wider.prefix = Some(known);
        let (anchored, index) = part(above);
        let anchor = &mut anchors[index];
        if anchor.prefix != Some(anchored) {
            anchor.prefix = Some(anchored);
            anchor.make(place, anchored, (1 << above) - (1 << place.zeros), arch);
        }
        let unit = place.shift - UNIT_BITS;
        let moved = known.wrapping_mul(1 << place.wider) >> unit;
        let [[neither, upper], [lower, both]] = &anchor.tables;
        wider.table.widen([neither, upper, lower, both], moved, arch);
    }
    &wider.table
}

impl Anchor {
    /// Makes the tables for the factors from `factor` to `factor + spread`.
    fn make(&mut self, place: &Place, factor: u64, spread: u64, arch: Arch) {
        for (lower, tables) in (0..).zip(&mut self.tables) {
            for (upper, table) in (0..).zip(tables) {
                let widths = Widths {
                    lower: place.widths.lower + table::MOVED * lower,
                    upper: place.widths.upper + table::MOVED * upper,
                };
                let factors = (factor, spread);
                table.make(&place.base, factors, place.shift, place.zeros, widths, arch);
            }
        }
    }
}

/// Candidates with a bit each in their order, as the lanes of a window.
fn lanes(left: [u64; 4]) -> Candidates {
    let mut lanes = [0; 8];
    for (block, word) in left.into_iter().enumerate().filter(|(_, word)| *word != 0) {
        let bytes = table::transpose(word).to_le_bytes();
        for (lane, byte) in lanes.iter_mut().zip(bytes) {
            *lane |= u64::from(byte) << (8 * block);
        }
    }
    lanes
}
