//! Random walks over a tree, which estimate its size and find a good order of the keys of its windows.

#![expect(clippy::cast_precision_loss, reason = "an estimate has a few digits")]

use super::order::{is_worth, order};
use super::tree::{Searcher, Visit};
use magicgen_search::Stream;

/// The most keys that are tested ahead. A node that passes them is tested in full.
const AHEAD: usize = 64;

/// Keys are tested ahead if that ends at least one of `WORTH` nodes, since the work that follows takes several times as
/// long.
const WORTH: usize = 8;

/// The number of random walks that orders are learned from.
pub(super) const WALKS: usize = 20_000;

/// The number of roots that an estimate names. Each stands for an equal share of the nodes.
const SHARES: usize = 8;

impl Searcher<'_> {
    /// Estimates the size of the tree by `probes` random walks, reproducibly for a `seed`.
    #[must_use]
    pub fn estimate(&mut self, probes: u64, seed: u64) -> TreeEstimate {
        let mut stream =
            Stream::new(seed, "prove estimate", self.question.bits, self.question.mask);
        let mut nodes = vec![0.0; self.plan.levels()];
        let mut walks = Vec::new();
        for _ in 0..probes {
            let mut met = 0.0;
            let root = self.probe(&mut stream, |depth, weight| {
                nodes[depth] += weight / probes as f64;
                met += weight;
            });
            walks.push((root, met));
        }
        TreeEstimate { nodes, probes, roots: shares(&walks) }
    }

    /// Makes random walks, and learns from the windows that they meet in which order to test the keys of each level.
    /// Returns an estimate of the tree's nodes.
    pub(super) fn learn(&mut self, walks: usize) -> f64 {
        let mut stream = Stream::new(0, "prove order", self.question.bits, self.question.mask);
        self.samples = Some(vec![Default::default(); self.rooms.len()]);
        let mut nodes = 0.0;
        for _ in 0..walks {
            self.probe(&mut stream, |_, weight| nodes += weight / walks as f64);
        }
        for (room, (ahead, here)) in
            self.rooms.iter_mut().zip(self.samples.take().unwrap_or_default())
        {
            if let Some(asked) = &mut room.window {
                order(self.arch, &mut asked.ahead, &ahead);
                asked.ahead.truncate(AHEAD);
                if self.plan.drops_useless_tests()
                    && !is_worth(self.arch, &asked.ahead, &ahead, WORTH)
                {
                    asked.ahead.clear();
                }
                order(self.arch, &mut asked.here, &here);
            }
        }
        nodes
    }

    /// Walks down from a random root by random children, and calls `meet` with the level and the weight of each node.
    /// The weight is the number of nodes that the node stands for. Returns the root.
    fn probe(&mut self, stream: &mut Stream, mut meet: impl FnMut(usize, f64)) -> u64 {
        let mut weight = self.plan.roots() as f64;
        let root = stream.word() % self.plan.roots();
        let mut node = self.root(root);
        for depth in 0..self.rooms.len() {
            meet(depth, weight);
            let Visit::Open = self.visit(depth, &mut node) else { break };
            let children = &self.rooms[depth].children;
            if children.is_empty() {
                break;
            }
            weight *= children.len() as f64;
            let candidate = children[(stream.word() % children.len() as u64) as usize];
            node = self.child(depth, &node, u64::from(candidate));
        }
        root
    }
}

/// The roots of the walks in which the nodes' sum over all walks passes the middle of each of [`SHARES`] equal parts. Each
/// walk has its root and the number of nodes that it stands for.
fn shares(walks: &[(u64, f64)]) -> Vec<u64> {
    let all: f64 = walks.iter().map(|(_, nodes)| nodes).sum();
    let mut roots = Vec::new();
    let mut sum = 0.0;
    for (root, nodes) in walks {
        sum += nodes;
        while roots.len() < SHARES && sum >= all * (roots.len() as f64 + 0.5) / SHARES as f64 {
            roots.push(*root);
        }
    }
    roots
}

/// The estimated size of a tree, by random probes (Knuth 1975).
#[derive(Clone, Debug, PartialEq)]
pub struct TreeEstimate {
    /// The estimated number of nodes on each level.
    pub nodes: Vec<f64>,
    /// The number of probes.
    pub probes: u64,
    /// Roots below which most nodes are: each stands for an eighth of them.
    pub roots: Vec<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_stand_for_equal_shares_of_the_nodes() {
        assert_eq!(shares(&[(7, 1.0), (5, 6.0), (3, 1.0)]), [7, 5, 5, 5, 5, 5, 5, 3]);
        assert_eq!(shares(&[(7, 0.1), (5, 1000.0), (3, 0.1)]), [5; SHARES]);
        assert!(shares(&[]).is_empty());
    }
}
