//! What a search counted: nodes, prunes and digests by level.

use std::ops::AddAssign;

/// The lemmas that leave out a part of the tree, in the order of [`Tally::prunes`]; `docs/complete-search.md`
/// has them under these names.
pub const RULES: [&str; 4] = ["window-ahead", "clash", "box", "window"];

/// An index into [`RULES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Every candidate of the next bits puts a key where another class is, by the slots known at the node above.
    Ahead,
    /// Two classes in one slot, or a key between two slots held by others.
    Clash,
    /// What open keys demand leaves no factor or no constant.
    Box,
    /// As the first, by the slots known here.
    Window,
}

/// A factor and its constant that answer a question with yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Witness {
    /// The factor.
    pub factor: u64,
    /// What is added to the product: 0 for a white magic.
    pub constant: u64,
}

/// Counts of a search over some roots of a plan. Tallies of different roots add up to that of all of them, in
/// any order: so threads, shards and machines don't show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By level of the plan: nodes visited.
    pub nodes: Vec<u64>,
    /// By level of the plan: the sum, modulo 2^64, of a hash of each visited node's known bits.
    pub sums: Vec<u64>,
    /// By rule, as in [`RULES`]: how many nodes it ended.
    pub prunes: [u64; RULES.len()],
    /// Factors found (every completion of a part is one), where a search goes on after the first; with a free
    /// constant the pairs of a factor and a cell of constants.
    pub factors: u128,
    /// The first factor in the order of the walk.
    pub witness: Option<Witness>,
}

impl Tally {
    /// Nothing counted yet, on so many levels.
    #[must_use]
    pub fn new(levels: usize) -> Self {
        Self { nodes: vec![0; levels], sums: vec![0; levels], ..Self::default() }
    }

    /// Nodes on all levels.
    #[must_use]
    pub fn all_nodes(&self) -> u64 {
        self.nodes.iter().fold(0, |all, nodes| all.saturating_add(*nodes))
    }
}

impl AddAssign<&Self> for Tally {
    /// Adds the tally of roots that come later.
    fn add_assign(&mut self, later: &Self) {
        let add = |into: &mut [u64], from: &[u64], add: fn(u64, u64) -> u64| {
            into.iter_mut().zip(from).for_each(|(into, from)| *into = add(*into, *from));
        };
        // No search counts so far, but a file may say so.
        add(&mut self.nodes, &later.nodes, u64::saturating_add);
        add(&mut self.sums, &later.sums, u64::wrapping_add);
        add(&mut self.prunes, &later.prunes, u64::saturating_add);
        self.factors = self.factors.saturating_add(later.factors);
        self.witness = self.witness.or(later.witness);
    }
}
