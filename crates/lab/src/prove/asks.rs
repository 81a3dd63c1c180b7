//! Chooses where a search asks the rule "packing": where random walks say that it saves more than it takes.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::node::TreeNode;
use super::plan::{KnownBits, TreeLevel};
use super::positions::Positions;
use super::translates::Base;
use super::tree::{Searcher, Visit};
use magicgen_search::Stream;

/// The sizes of the bases that the rule is asked about. Larger ones take longer than they save.
const SQUARES: RangeInclusive<u8> = 5..=7;

/// The number of walks that the choice is made from.
const WALKS: usize = 2_000;

/// The number of walks from which the nodes of each level are estimated.
const PROBES: u64 = 5_000;

/// A tree with fewer nodes is searched before the choice is made.
const SMALL: f64 = 5e6;

/// A set of places is made larger only if that saves at least this part of the whole cost.
const WORTH: f64 = 0.01;

/// The number of bits between two places within the bits of one level.
const APART: usize = 2;

/// A place where the rule is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AskedPlace {
    /// The lowest bit that is known. Below the level's own, the rule is asked about parts that several children share.
    pub(super) low: u8,
    /// The index of the base.
    pub(super) base: usize,
}

/// The rules' data, and where they are asked, which is the same for all threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Asks {
    pub(super) bases: Vec<Base>,
    /// For each level, the places after a node's other rules, in order.
    pub(super) places: Vec<Vec<AskedPlace>>,
}

/// A part of a tree that the rule is asked about, for measurements.
#[derive(Clone, Copy, Debug)]
pub struct TreeSample {
    base: usize,
    factor: u64,
    spread: u64,
}

/// An event of a random walk.
#[derive(Clone, Copy, Debug)]
enum Met {
    /// Nodes.
    Nodes(f64),
    /// A place where the rule may be asked, with the cost of that in nodes, and whether it leaves out the walk's next
    /// node.
    Place { index: usize, cost: f64, is_refuted: bool },
}

impl Searcher<'_> {
    /// Chooses where the rule is asked, given an estimate of the tree's nodes.
    pub(super) fn choose_asks(&mut self, nodes: f64) {
        if nodes < SMALL || self.question.bits >= self.plan.order.len() as u8 {
            return;
        }
        let asks = self.all_asks(SQUARES);
        let mut stream = Stream::new(0, "prove asks", self.question.bits, self.question.mask);
        let walks: Vec<_> = (0..WALKS).map(|_| self.walk_past(&mut stream, &asks)).collect();
        let places: Vec<(usize, AskedPlace)> = (0..)
            .zip(&asks.places)
            .flat_map(|(depth, places)| places.iter().map(move |ask| (depth, *ask)))
            .collect();
        let chosen = choose(&walks, places.len());
        let mut asks = Asks { places: vec![Vec::new(); self.rooms.len()], ..asks };
        for (index, (depth, ask)) in places.into_iter().enumerate() {
            if chosen[index] {
                asks.places[depth].push(ask);
            }
        }
        self.asks = asks.into();
    }

    /// Asks the rule "positions" if that saves time, given an estimate of the tree's nodes without the rule "packing". With
    /// it, levels have fewer nodes, so they are estimated once more.
    pub(super) fn choose_positions(&mut self, nodes: f64) {
        let rule = (nodes >= SMALL).then(|| Positions::new(self.plan, &self.keys)).flatten();
        self.positions = rule.filter(|rule| rule.is_worth(&self.estimate(PROBES, 0).nodes));
    }

    /// Every place where the rule can be asked about bases whose number of squares is in `squares`.
    pub(super) fn all_asks(&self, squares: RangeInclusive<u8>) -> Asks {
        let bases = squares.filter_map(|squares| Base::new(&self.keys, squares)).collect();
        let mut asks = Asks { bases, places: Vec::new() };
        for two in self.plan.levels.windows(2) {
            asks.places.push(asks.within(two[0], two[1]));
        }
        asks.places.push(Vec::new());
        asks
    }

    /// Walks down by random children, and notes the rule's answer at each place.
    #[expect(clippy::cast_precision_loss, reason = "an estimate has a few digits")]
    fn walk_past(&mut self, stream: &mut Stream, asks: &Asks) -> Vec<Met> {
        let mut walk = Vec::new();
        let mut weight = self.plan.roots() as f64;
        let mut node = self.root(stream.word() % self.plan.roots());
        let mut first = 0;
        for (depth, places) in asks.places.iter().enumerate() {
            walk.push(Met::Nodes(weight));
            let Visit::Open = self.visit(depth, &mut node) else { break };
            let children = self.rooms[depth].children.clone();
            if children.is_empty() {
                break;
            }
            let child = children[(stream.word() % children.len() as u64) as usize];
            for (index, ask) in (first..).zip(places) {
                let part = self.part(depth, &node, *ask, child);
                let base = &asks.bases[ask.base];
                let is_refuted = base.refutes(self.arch, &mut self.scratch, part.0, part.1);
                let asked = self.parts(depth, *ask, &children) as f64;
                walk.push(Met::Place { index, cost: weight * asked * base.cost(), is_refuted });
            }
            first += places.len();
            weight *= children.len() as f64;
            node = self.child(depth, &node, u64::from(child));
        }
        walk
    }

    /// Parts that a search asks the rule "packing" about: the ones that `walks` random walks meet.
    #[must_use]
    pub fn samples(&mut self, walks: u64, seed: u64) -> Vec<TreeSample> {
        let asks = Arc::clone(&self.asks);
        let mut stream = Stream::new(seed, "prove sample", self.question.bits, self.question.mask);
        let mut samples = Vec::new();
        for _ in 0..walks {
            let mut node = self.root(stream.word() % self.plan.roots());
            for (depth, places) in asks.places.iter().enumerate() {
                // The places' own answers end no walk, so that each place meets nodes.
                let Visit::Open = self.fit(depth, &mut node) else { break };
                let children = &self.rooms[depth].children;
                let Some(most) = (children.len() as u64).checked_sub(1) else { break };
                let child = children[(stream.word() % (most + 1)) as usize];
                samples.extend(places.iter().map(|ask| {
                    let (factor, spread) = self.part(depth, &node, *ask, child);
                    TreeSample { base: ask.base, factor, spread }
                }));
                node = self.child(depth, &node, u64::from(child));
            }
        }
        samples
    }

    /// Asks the rule "packing" about a part; true if it has no factor.
    pub fn ask(&mut self, sample: TreeSample) -> bool {
        let base = &self.asks.bases[sample.base];
        base.refutes(self.arch, &mut self.scratch, sample.factor, sample.spread)
    }

    /// Asks the rule "packing" about a node and its children; true if no child is left.
    pub(super) fn is_refuted(&mut self, depth: usize, node: &TreeNode) -> bool {
        let asks = Arc::clone(&self.asks);
        let Some(places) = asks.places.get(depth).filter(|places| !places.is_empty()) else {
            return false;
        };
        let mut children = std::mem::take(&mut self.rooms[depth].children);
        for ask in places {
            let base = &asks.bases[ask.base];
            let shared = self.shared(depth, *ask).unwrap_or(u8::BITS as u8);
            let mut refuted = [None; 256];
            children.retain(|child| {
                let part = self.part(depth, node, *ask, *child);
                let is_refuted = &mut refuted[usize::from(child >> shared)];
                !*is_refuted.get_or_insert_with(|| {
                    base.refutes(self.arch, &mut self.scratch, part.0, part.1)
                })
            });
        }
        let is_refuted = children.is_empty();
        self.rooms[depth].children = children;
        is_refuted
    }

    /// The number of low bits of a candidate that are unknown at a place after a level; `None` if the place is about
    /// the node itself.
    pub(super) fn shared(&self, depth: usize, ask: AskedPlace) -> Option<u8> {
        let next = self.plan.levels.get(depth + 1)?;
        (ask.low < self.plan.levels[depth].low).then(|| ask.low - next.low)
    }

    /// The part of a node's box that a place is about, given a candidate for the next level: the least factor, and the
    /// difference to the largest.
    pub(super) fn part(
        &self,
        depth: usize,
        node: &TreeNode,
        ask: AskedPlace,
        candidate: u16,
    ) -> (u64, u64) {
        let Some(shared) = self.shared(depth, ask) else { return (node.factor, node.spread) };
        let from = node.prefix | u64::from(candidate >> shared) << ask.low;
        let to = from + ((1 << ask.low) - (1 << self.keys.zeros));
        let (from, to) = (from.max(node.factor), to.min(node.factor + node.spread));
        (from, to.saturating_sub(from))
    }

    /// The number of parts that a place asks about.
    fn parts(&self, depth: usize, ask: AskedPlace, children: &[u16]) -> usize {
        let Some(shared) = self.shared(depth, ask) else { return 1 };
        let mut parts: Vec<u16> = children.iter().map(|child| child >> shared).collect();
        parts.sort_unstable();
        parts.dedup();
        parts.len()
    }
}

impl Asks {
    /// The places between two levels.
    fn within(&self, level: TreeLevel, next: TreeLevel) -> Vec<AskedPlace> {
        let mut lows = vec![level.low];
        if let KnownBits::Down(_) = next.step {
            lows.extend((next.low + 1..level.low).rev().step_by(APART));
        }
        let ask = |low: u8, base: usize| {
            let squares = self.bases[base].squares();
            let active = if low == level.low { level.active } else { next.active };
            let is_known = self.bases[base].error((1 << low) - 1).is_some();
            (squares <= active && is_known).then_some(AskedPlace { low, base })
        };
        let each = |low| (0..self.bases.len()).filter_map(move |base| ask(low, base));
        lows.into_iter().flat_map(each).collect()
    }
}

/// Chooses places greedily: the next place lowers the cost most. The choice ends when no place is worth it.
fn choose(walks: &[Vec<Met>], places: usize) -> Vec<bool> {
    let mut chosen = vec![false; places];
    let mut least = cost(walks, &chosen);
    loop {
        let costs = (0..places).filter(|place| !chosen[*place]).map(|place| {
            let mut more = chosen.clone();
            more[place] = true;
            (place, cost(walks, &more))
        });
        let best = costs.min_by(|(_, one), (_, other)| one.total_cmp(other));
        match best {
            Some((place, cost)) if cost < least * (1.0 - WORTH) => {
                chosen[place] = true;
                least = cost;
            }
            _ => return chosen,
        }
    }
}

/// The cost of a search in nodes, times the number of walks, if the rule is asked at the chosen places.
fn cost(walks: &[Vec<Met>], chosen: &[bool]) -> f64 {
    let mut all = 0.0;
    for met in walks.iter().flat_map(|walk| {
        let mut is_over = false;
        walk.iter().take_while(move |met| {
            let was_over = is_over;
            is_over |= matches!(met, Met::Place { index, is_refuted: true, .. } if chosen[*index]);
            !was_over
        })
    }) {
        all += match met {
            Met::Nodes(nodes) => *nodes,
            Met::Place { index, cost, .. } if chosen[*index] => *cost,
            Met::Place { .. } => 0.0,
        };
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_chosen_if_it_saves_more_than_it_takes() {
        let place = |index, cost, is_refuted| Met::Place { index, cost, is_refuted };
        let nodes = [Met::Nodes(1.0), Met::Nodes(100.0)];
        // The first place is cheap and sees half, the second sees the same and the third all, for
        // hardly less than it saves.
        let walk = |is_refuted| {
            let places =
                [place(0, 4.0, is_refuted), place(1, 3.0, is_refuted), place(2, 99.5, true)];
            [&nodes[..1], &places, &nodes[1..]].concat()
        };
        let walks = [walk(true), walk(false)];
        assert_eq!(choose(&walks, 3), [false, true, false]);
        for (chosen, wanted) in [
            ([false; 3], 202.0),
            ([false, true, false], 108.0),
            ([true, true, false], 113.0),
            ([false, false, true], 201.0),
            ([true, true, true], 112.5),
        ] {
            assert!((cost(&walks, &chosen) - wanted).abs() < 1e-9, "{chosen:?}");
        }
    }
}
