//! Shows each node of a search to tests, which compare it with brute force.

use std::ops::RangeInclusive;

use super::{Searcher, Visit};
use crate::prove::node::{KeyOrder, TreeNode};
use crate::prove::plan::{KnownBits, TreeLevel};
use crate::prove::positions::Positions;
use crate::prove::tally::Rule;
use crate::prove::{Constant, Question, SearchPlan};

/// The number of random walks that orders are learned from in tests.
const FEW_WALKS: usize = 100;

/// A node that was visited.
pub(in crate::prove) struct Sight<'s> {
    pub(in crate::prove) question: &'s Question,
    pub(in crate::prove) level: TreeLevel,
    pub(in crate::prove) next: Option<TreeLevel>,
    pub(in crate::prove) keys: &'s KeyOrder,
    /// The node before the visit.
    pub(in crate::prove) before: TreeNode,
    /// The node after the visit, with the box that is left.
    pub(in crate::prove) after: TreeNode,
    pub(in crate::prove) pruned: Option<Rule>,
    pub(in crate::prove) is_found: bool,
    /// Whether a window chose the children.
    pub(in crate::prove) is_window: bool,
    pub(in crate::prove) children: &'s [u16],
    pub(in crate::prove) class_of_slot: &'s [u16],
    pub(in crate::prove) open: &'s [u32],
}

impl<'a> Searcher<'a> {
    /// A searcher that is made quickly, since it learns from few walks.
    pub(in crate::prove) fn hasty(question: &'a Question, plan: &'a SearchPlan) -> Self {
        Self::with_walks(question, plan, FEW_WALKS)
    }

    /// A searcher that learns nothing, for tests that follow only a path or two.
    pub(in crate::prove) fn unlearned(question: &'a Question, plan: &'a SearchPlan) -> Self {
        Self::with_walks(question, plan, 0)
    }

    /// Asks the rule "packing" wherever it can be asked about bases whose number of squares is in `squares`.
    pub(in crate::prove) fn asking(mut self, squares: RangeInclusive<u8>) -> Self {
        self.asks = self.all_asks(squares).into();
        self
    }

    /// Asks the rule "positions" if it can be asked, whether that saves time or not.
    pub(in crate::prove) fn positioned(mut self) -> Self {
        self.positions = Positions::new(self.plan, &self.keys);
        self
    }

    /// Calls `see` with every node of the tree.
    pub(in crate::prove) fn watch(&mut self, see: &mut dyn FnMut(&Sight)) {
        for root in 0..self.plan.roots() {
            let node = self.root(root);
            self.watch_below(0, node, see);
        }
    }

    fn watch_below(&mut self, depth: usize, mut node: TreeNode, see: &mut dyn FnMut(&Sight)) {
        if let Some(images) = self.images(depth, &node) {
            return images.into_iter().for_each(|image| self.watch_below(depth, image, see));
        }
        let before = node;
        let visit = self.visit(depth, &mut node);
        self.show(depth, before, node, &visit, see);
        let Visit::Open = visit else { return };
        for index in 0..self.rooms[depth].children.len() {
            let child = self.child(depth, &node, u64::from(self.rooms[depth].children[index]));
            self.watch_below(depth + 1, child, see);
        }
    }

    fn show(
        &self,
        depth: usize,
        before: TreeNode,
        after: TreeNode,
        visit: &Visit,
        see: &mut dyn FnMut(&Sight),
    ) {
        let room = &self.rooms[depth];
        see(&Sight {
            question: self.question,
            level: room.level,
            next: self.plan.levels.get(depth + 1).copied(),
            keys: &self.keys,
            before,
            after,
            pruned: if let Visit::Pruned(rule) = visit { Some(*rule) } else { None },
            is_found: matches!(visit, Visit::Found),
            is_window: room.window.is_some(),
            children: if let Visit::Open = visit { &room.children } else { &[] },
            class_of_slot: &room.table.class_of_slot,
            open: &room.table.open,
        });
    }

    /// The root below which a factor and a constant are, or the mirror image that is searched in their place.
    fn root_of(&self, factor: u64, constant: u64) -> (u64, u64, u64) {
        let TreeLevel { low, high, cell, .. } = self.plan.levels[0];
        let values = 1_u64 << (high + 1 - low);
        if !self.plan.is_mirrored() {
            let root = (factor >> low & (values - 1)) + values * (constant >> cell);
            return (root, factor, constant);
        }
        let (own_images, itself) = (self.plan.own_images(), self.constant_of_itself());
        let known = factor & u64::MAX >> (63 - high);
        if known == 0 {
            let root = if low > self.keys.zeros { own_images.end - 1 } else { 0 };
            return (root, factor, itself);
        }
        if known == 1 << high {
            return (own_images.start, factor, itself);
        }
        if known >> high == 0 {
            return (known >> low, factor, itself);
        }
        let negative = factor.wrapping_neg() & u64::MAX >> self.question.mask.trailing_zeros();
        ((negative & u64::MAX >> (63 - high)) >> low, negative, itself - (1 << self.keys.zeros))
    }

    /// Whether a factor and its constant stay in the box of every node on their own path, down to a node all of whose
    /// completions are factors. A pair with a free constant in the half that isn't searched is replaced by its mirror
    /// image.
    pub(in crate::prove) fn survives(&mut self, factor: u64, constant: u64) -> bool {
        let question = self.question;
        let slot = 1_u64 << question.shift();
        let is_free = question.constant != Constant::None;
        let (factor, constant) = if is_free && constant & (slot >> 1) != 0 {
            (factor.wrapping_neg(), !constant)
        } else {
            (factor, constant)
        };
        let zeros = self.keys.zeros;
        let normal = u64::MAX >> question.mask.trailing_zeros();
        let factor = factor << zeros & normal;
        let constant = if is_free { (constant & (slot - 1)) << zeros } else { 0 };

        let (root, factor, constant) = self.root_of(factor, constant);
        let mut node = self.root(root);
        for depth in 0..self.rooms.len() {
            if let Some(images) = self.images(depth, &node) {
                let [negative, itself] = images;
                node = if constant == itself.constant { itself } else { negative };
            }
            let visit = self.visit(depth, &mut node);
            let known = factor & u64::MAX >> (63 - self.plan.levels[depth].high);
            let is_left = (node.factor..=node.factor + node.spread).contains(&known)
                && (node.constant..=node.constant + node.reach).contains(&constant);
            match visit {
                Visit::Pruned(_) => return false,
                _ if !is_left => return false,
                Visit::Found => return true,
                Visit::Open => {}
            }
            let Some(next) = self.plan.levels.get(depth + 1) else { return false };
            let part = |by: u8, low: u8| factor >> low & ((1 << by) - 1);
            let candidate = match next.step {
                KnownBits::Root => return false,
                KnownBits::Down(by) => part(by, next.low),
                KnownBits::Up(by) => part(by, next.high + 1 - by),
                KnownBits::Cell => constant >> next.cell & 1,
            };
            if !self.rooms[depth].children.contains(&(candidate as u16)) {
                return false;
            }
            node = self.child(depth, &node, candidate);
        }
        false
    }
}
