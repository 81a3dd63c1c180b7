//! Walks over the tree below one root of a plan, and counts.

#[cfg(test)]
mod watch;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pulp::Arch;

use super::asked::{AskedWindow, set_of_class, window_at, window_of};
use super::asks::Asks;
use super::node::{KeyOrder, NodeTable, TreeNode};
use super::order::Samples;
use super::plan::{BITSETS, KnownBits, TreeLevel};
use super::positions::Positions;
use super::probe::WALKS;
use super::tally::Rule;
use super::translates::Scratch;
use super::window::{self, Candidates, Key, Sets, Shape, Window};
use super::{Constant, Question, SearchPlan, Tally, Witness};
use magicgen_board::compress;

#[cfg(test)]
pub(super) use watch::Sight;

/// With at most `FEW` candidates left, slots are looked up one by one, since the sets would take longer to make. Sets
/// of fewer than `MANY_WORDS` words are made quickly.
const FEW: u32 = 16;
const MANY_WORDS: usize = 8;

/// With at least `MANY_KEYS` new keys, the first half of them often leaves no candidate, and the other half needn't be
/// entered.
const MANY_KEYS: usize = 512;

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The search ends at the first factor.
    First,
    /// The search counts all factors.
    All,
}

/// The working tables of one thread for one question. They take some time to make, so further threads use clones.
#[derive(Clone, Debug)]
pub struct Searcher<'a> {
    pub(super) question: &'a Question,
    pub(super) plan: &'a SearchPlan,
    pub(super) arch: Arch,
    pub(super) keys: KeyOrder,
    /// The places where the rule "packing" is asked.
    pub(super) asks: Arc<Asks>,
    pub(super) scratch: Scratch,
    /// The rule "positions", if it is asked.
    pub(super) positions: Option<Positions>,
    pub(super) rooms: Vec<Room>,
    /// For each level, the samples for the keys `ahead` and `here`; only while orders are learned.
    pub(super) samples: Option<Vec<(Samples, Samples)>>,
}

/// The working tables of one level.
#[derive(Clone, Debug)]
pub(super) struct Room {
    level: TreeLevel,
    /// The window of the next level's candidates, if these make exactly one square active.
    pub(super) window: Option<AskedWindow>,
    table: NodeTable,
    /// The candidates that the node visited last has left.
    pub(super) children: Vec<u16>,
}

impl Room {
    /// The window, and the sets of the room above, which are made if they aren't yet; `None` without a window, or if the
    /// sets above have their slots in another order.
    fn ahead<'r>(
        &'r self,
        above: &'r mut [Self],
        keys: &KeyOrder,
        arch: Arch,
    ) -> Option<(&'r AskedWindow, &'r [u64])> {
        let asked = self.window.as_ref()?;
        let (parent, above) = above.split_last_mut()?;
        // This room's own sets begin with those above.
        let sets = parent.table.sets(above.last().map(|room| &room.table), keys, arch)?;
        let shape = parent.window.as_ref()?.shape;
        asked.shape.is_laid_out_like(shape).then_some((asked, sets))
    }
}

/// The two conditions that end a walk.
struct WalkEnds<'a> {
    until: Until,
    stop: &'a AtomicBool,
}

/// The result of a visit to a node.
pub(super) enum Visit {
    /// No completion is a factor, by this rule.
    Pruned(Rule),
    /// Every completion is a factor.
    Found,
    /// Undecided: the room has the candidates of the next level that are left.
    Open,
}

impl<'a> Searcher<'a> {
    /// Makes the tables, and learns in which order to test keys.
    #[must_use]
    pub fn new(question: &'a Question, plan: &'a SearchPlan) -> Self {
        Self::with_walks(question, plan, WALKS)
    }

    /// Makes the tables, and learns the order of keys from `walks` random walks. Fewer walks take less time, but then
    /// other keys are tested ahead, which changes the counts.
    fn with_walks(question: &'a Question, plan: &'a SearchPlan, walks: usize) -> Self {
        let zeros = 64 - question.word;
        let shift = 64 - question.bits;
        let subset_of = |index: u64| {
            let squares = plan.order.iter().enumerate();
            squares.map(|(at, square)| (index >> at & 1) << square).fold(0, |all, bit| all | bit)
        };
        let key: Vec<u64> = (0..1_u64 << plan.order.len()).map(subset_of).collect();
        let class =
            key.iter().map(|key| question.classes[compress(*key, question.mask) as usize] + 1);
        let keys = KeyOrder {
            class: class.collect(),
            key,
            set: set_of_class(question),
            shift,
            zeros,
            is_mirrored: plan.is_mirrored(),
        };
        let mut rooms: Vec<Room> = Vec::new();
        for (index, level) in plan.levels.iter().enumerate() {
            let next = plan.levels.get(index + 1);
            let window = next.and_then(|next| window_of(*level, *next, plan, &keys));
            let sets = window.as_ref().map(|asked| Sets::new(asked.shape, question.bits, BITSETS));
            rooms.push(Room {
                level: *level,
                window,
                table: NodeTable::new(1 << question.bits, sets),
                children: Vec::new(),
            });
        }
        let arch = Arch::new();
        let (asks, scratch) = (Arc::default(), Scratch::default());
        let mut searcher = Self {
            question,
            plan,
            arch,
            keys,
            asks,
            scratch,
            positions: None,
            rooms,
            samples: None,
        };
        let nodes = searcher.learn(walks);
        if plan.is_packed() {
            searcher.choose_asks(nodes);
        }
        if plan.asks_positions() {
            searcher.choose_positions(nodes);
        }
        searcher
    }

    /// Searches below one root, `root < plan.roots()`, and adds its counts to `tally`. False if `stop` was set
    /// meanwhile; the tally is incomplete then. The search runs on the calling thread only.
    #[must_use]
    pub fn search(
        &mut self,
        root: u64,
        until: Until,
        stop: &AtomicBool,
        tally: &mut Tally,
    ) -> bool {
        let node = self.root(root);
        self.walk(0, node, &WalkEnds { until, stop }, tally);
        !stop.load(Ordering::Relaxed)
    }

    /// The node of a root.
    pub(super) fn root(&self, root: u64) -> TreeNode {
        if self.plan.is_mirrored() {
            return self.mirrored_root(root);
        }
        let TreeLevel { low, high, cell, .. } = self.plan.levels[0];
        let values = 1_u64 << (high + 1 - low);
        let (factor, constant) = ((root % values) << low, (root / values) << cell);
        let zeros = self.keys.zeros;
        let rest = |known: u8| (1_u64 << known).saturating_sub(1 << zeros);
        let reach = if self.question.constant == Constant::None { 0 } else { rest(cell) };
        TreeNode { prefix: factor, cell: constant, factor, spread: rest(low), constant, reach }
    }

    /// Whether all squares are active on a level.
    pub(super) fn is_complete(&self, depth: usize) -> bool {
        usize::from(self.plan.levels[depth].active) == self.plan.order.len()
    }

    /// Walks over a node and the tree below it; true once the whole search is to end.
    fn walk(
        &mut self,
        depth: usize,
        mut node: TreeNode,
        walk: &WalkEnds<'_>,
        tally: &mut Tally,
    ) -> bool {
        if let Some(images) = self.images(depth, &node) {
            return images.into_iter().any(|image| self.walk(depth, image, walk, tally));
        }
        tally.nodes[depth] += 1;
        tally.sums[depth] = tally.sums[depth].wrapping_add(mix(node.prefix, node.cell));
        match self.visit(depth, &mut node) {
            Visit::Pruned(rule) => {
                tally.prunes[rule as usize] += 1;
                return false;
            }
            Visit::Found => return self.found(&node, walk.until, tally),
            Visit::Open if walk.stop.load(Ordering::Relaxed) => return true,
            Visit::Open => {}
        }
        for index in 0..self.rooms[depth].children.len() {
            let candidate = self.rooms[depth].children[index];
            let child = self.child(depth, &node, u64::from(candidate));
            if self.walk(depth + 1, child, walk, tally) {
                return true;
            }
        }
        false
    }

    /// The child of a node that has `candidate` for the next level's bits.
    pub(super) fn child(&self, depth: usize, node: &TreeNode, candidate: u64) -> TreeNode {
        let next = &self.plan.levels[depth + 1];
        let rest = |known: u8| (1_u64 << known) - (1 << self.keys.zeros);
        let cut = |least: u64, spread: u64, from: u64, rest: u64| {
            let low = least.max(from);
            (low, (least + spread).min(from + rest) - low)
        };
        let mut child = *node;
        match next.step {
            KnownBits::Up(by) => {
                let bits = candidate << (next.high + 1 - by);
                child.prefix |= bits;
                child.factor |= bits;
            }
            KnownBits::Cell => {
                child.cell |= candidate << next.cell;
                (child.constant, child.reach) =
                    cut(node.constant, node.reach, child.cell, rest(next.cell));
            }
            KnownBits::Root | KnownBits::Down(_) => {
                child.prefix |= candidate << next.low;
                (child.factor, child.spread) =
                    cut(node.factor, node.spread, child.prefix, rest(next.low));
            }
        }
        child
    }

    /// Applies all rules to a node, shrinks its box, and finds the candidates that are left for the next level.
    pub(super) fn visit(&mut self, depth: usize, node: &mut TreeNode) -> Visit {
        let visit = self.fit(depth, node);
        match visit {
            Visit::Open if self.is_refuted(depth, node) => Visit::Pruned(Rule::Packing),
            _ => visit,
        }
    }

    /// The candidates for the next level that the positions of translates of a base leave.
    fn left_by_positions(&mut self, depth: usize, node: &TreeNode) -> Candidates {
        match &mut self.positions {
            Some(positions) if positions.is_asked_at(depth) => {
                positions.left(node, range(node, self.plan, depth), self.arch)
            }
            _ => [u64::MAX; 8],
        }
    }

    /// The candidates of `left`, for the next level, that the slots known at the node above leave.
    fn left_ahead(&mut self, depth: usize, node: &TreeNode, left: Candidates) -> Candidates {
        let (above, here) = self.rooms.split_at_mut(depth);
        // This makes the sets above even if no key is tested ahead, since the sets here begin with them.
        let asked = here[0].ahead(above, &self.keys, self.arch);
        let Some((AskedWindow { shape, ahead, .. }, sets)) = asked else { return left };
        if ahead.is_empty() {
            return left;
        }
        let mut left = candidates(*shape, node, self.plan, depth, left);
        let window = window_at(*shape, node, self.plan, depth, &self.keys);
        if let Some(samples) = &mut self.samples {
            samples[depth].0.note(window, sets, left);
        }
        window::sieve(self.arch, window, ahead, sets, &mut left);
        left
    }

    /// Applies the rules that need a table, shrinks the node's box, and finds the candidates that are left.
    pub(super) fn fit(&mut self, depth: usize, node: &mut TreeNode) -> Visit {
        let by_positions = self.left_by_positions(depth, node);
        if by_positions == [0; 8] {
            return Visit::Pruned(Rule::Positions);
        }
        let ahead = self.left_ahead(depth, node, by_positions);
        if ahead == [0; 8] {
            return Visit::Pruned(Rule::Ahead);
        }
        if self.is_excluded(depth, node) {
            return Visit::Pruned(Rule::Clash);
        }
        if let Err(rule) = self.enter(depth, node, ahead) {
            return Visit::Pruned(rule);
        }
        if self.rooms[depth].table.open.is_empty() && self.is_complete(depth) {
            return Visit::Found;
        }
        let is_left = self.list(depth, node, ahead);
        if is_left { Visit::Open } else { Visit::Pruned(Rule::Window) }
    }

    /// Whether a level's tables are made from all keys. A table above that serves two mirror images may have decided a key
    /// that only one of them decides.
    fn begins_anew(&self, depth: usize) -> bool {
        self.plan.is_mirrored()
            && self.is_complete(depth)
            && depth.checked_sub(1).is_some_and(|above| !self.is_complete(above))
    }

    /// Whether the slots held above exclude a node of one factor and one constant. Most of these nodes put keys of
    /// different classes into one slot, and a few of the new keys show it.
    fn is_excluded(&self, depth: usize, node: &TreeNode) -> bool {
        if !node.is_single() || !self.begins_anew(depth) {
            return false;
        }
        let (above, here) = self.rooms.split_at(depth);
        above.last().is_some_and(|parent| {
            let new = 1_u32 << parent.level.active..1 << here[0].level.active;
            parent.table.excludes(new, &self.keys, node, self.arch)
        })
    }

    /// Makes the table of a node, and shrinks its box. If many keys are new, the candidates left `ahead` are looked up
    /// after half of them.
    fn enter(&mut self, depth: usize, node: &mut TreeNode, ahead: Candidates) -> Result<(), Rule> {
        let is_anew = self.begins_anew(depth);
        let (above, here) = self.rooms.split_at_mut(depth);
        let Room { level, window, table, .. } = &mut here[0];
        let parent = above.last().filter(|_| !is_anew);
        let new = parent.map_or(0, |parent| 1_u32 << parent.level.active)..1 << level.active;
        let before = *node;
        let is_halved = self.plan.asks_by_halves() && new.len() >= MANY_KEYS;
        let leaves_none = window.as_ref().filter(|_| is_halved).map(|asked| {
            |held: &[u16]| {
                let mut left = candidates(asked.shape, &before, self.plan, depth, ahead);
                let window = window_at(asked.shape, &before, self.plan, depth, &self.keys);
                is_sifted(window, &asked.here, held, &mut left) && left == [0; 8]
            }
        });
        let above = parent.map(|parent| &parent.table);
        table.enter(above, new, &self.keys, node, self.arch, leaves_none)
    }

    /// Lists the candidates of the next level that the node's table leaves; false if there is none.
    fn list(&mut self, depth: usize, node: &TreeNode, ahead: Candidates) -> bool {
        let is_anew = self.begins_anew(depth);
        let (above, here) = self.rooms.split_at_mut(depth);
        let Room { window, table, children, .. } = &mut here[0];
        let above = above.last().filter(|_| !is_anew).map(|parent| &parent.table);
        let Some(AskedWindow { shape, here, .. }) = window else {
            let (first, last) = range(node, self.plan, depth);
            children.clear();
            children.extend(first as u16..=last as u16);
            return true;
        };
        let mut left = candidates(*shape, node, self.plan, depth, ahead);
        let window = window_at(*shape, node, self.plan, depth, &self.keys);
        if let Some(samples) = &mut self.samples
            && let Some(sets) = table.sets(above, &self.keys, self.arch)
        {
            samples[depth].1.note(window, sets, left);
        }
        let is_sifted = is_sifted(window, here, &table.class_of_slot, &mut left);
        if !is_sifted && let Some(sets) = table.sets(above, &self.keys, self.arch) {
            window::sieve(self.arch, window, here, sets, &mut left);
        }
        shape.list(&left, children);
        left != [0; 8]
    }

    /// Counts a node all of whose completions are factors; true if the search is to end.
    fn found(&self, node: &TreeNode, until: Until, tally: &mut Tally) -> bool {
        let zeros = self.keys.zeros;
        let (factor, spread) = (node.factor >> zeros, node.spread >> zeros);
        let (constant, reach) = (node.constant >> zeros, node.reach >> zeros);
        if self.question.constant == Constant::Black {
            return self.found_black(
                factor..=factor + spread,
                constant..=constant + reach,
                until,
                tally,
            );
        }
        tally.factors += (u128::from(spread) + 1) * (u128::from(reach) + 1);
        let witness = if self.plan.is_mirrored() {
            self.mirrored_witness(factor, node.constant)
        } else {
            Witness { factor, constant }
        };
        self.note(witness, tally);
        until == Until::First
    }

    /// Counts the black factors of a node: factors whose constant, `~mask * factor`, is among the node's constants, and
    /// factors whose mirror image has a constant among them. The highest bits of a factor, which no relevant square's
    /// product depends on, are tried as well, since they change the constant.
    fn found_black(
        &self,
        factors: RangeInclusive<u64>,
        constants: RangeInclusive<u64>,
        until: Until,
        tally: &mut Tally,
    ) -> bool {
        let question = self.question;
        let unseen = question.mask.trailing_zeros();
        let in_slot = (1_u64 << question.shift()) - 1;
        for low in factors {
            for high in 0..1_u64 << unseen {
                let factor = low | high << (u32::from(question.word) - unseen);
                let mirrored = question.in_word(factor.wrapping_neg());
                let images = [(factor, 0), (mirrored, u64::MAX)];
                for (factor, mirror) in images {
                    let constant = question.constant_of(factor);
                    if constants.contains(&((constant ^ mirror) & in_slot)) {
                        tally.factors += 1;
                        self.note(Witness { factor, constant }, tally);
                        if until == Until::First {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Keeps the first witness, after another test by every subset.
    fn note(&self, witness: Witness, tally: &mut Tally) {
        if tally.witness.is_none() {
            let Witness { factor, constant } = witness;
            assert!(self.question.holds(factor, constant), "a lemma is wrong: {factor:#x}");
            tally.witness = Some(witness);
        }
    }
}

/// The candidates of the next level that the node's box leaves, without the candidates that the slots known above leave
/// out. The rule leaves them out here too, with the larger box of the node above.
fn candidates(
    shape: Shape,
    node: &TreeNode,
    plan: &SearchPlan,
    depth: usize,
    ahead: Candidates,
) -> Candidates {
    let (first, last) = range(node, plan, depth);
    let mut left = shape.between(first, last);
    left.iter_mut().zip(ahead).for_each(|(left, ahead)| *left &= ahead);
    left
}

/// Looks up one by one which of a few candidates the held slots leave. False if they aren't few, or if that took too
/// long.
fn is_sifted(window: Window, keys: &[Key], held: &[u16], left: &mut Candidates) -> bool {
    let count: u32 = left.iter().map(|word| word.count_ones()).sum();
    let are_large = window.shape.words(64 - window.shift) >= MANY_WORDS;
    count <= FEW && are_large && window::sift(window, keys, held, left)
}

/// The first and the last candidate of the next level that the node's box leaves.
fn range(node: &TreeNode, plan: &SearchPlan, depth: usize) -> (u64, u64) {
    let Some(next) = plan.levels.get(depth + 1) else { return (1, 0) };
    match next.step {
        KnownBits::Up(by) => (0, (1 << by) - 1),
        KnownBits::Cell => {
            let bit = |constant: u64| constant >> next.cell & 1;
            (bit(node.constant), bit(node.constant + node.reach))
        }
        KnownBits::Root | KnownBits::Down(_) => {
            let bits = |factor: u64| (factor - node.prefix) >> next.low;
            (bits(node.factor), bits(node.factor + node.spread))
        }
    }
}

/// A hash of a node's known bits, for the sums of a tally: the finisher of `SplitMix64` (Steele 2014).
fn mix(prefix: u64, cell: u64) -> u64 {
    let mut hash = prefix ^ cell.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}
