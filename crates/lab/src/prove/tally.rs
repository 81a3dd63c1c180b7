//! The counts of a search: nodes, prunes and sums of hashes.

use std::ops::AddAssign;

/// The names of the lemmas that leave out a part of the tree, in the order of [`Tally::prunes`].
/// `docs/complete-search.md` has them under these names.
pub const RULES: [&str; 6] = ["window-ahead", "clash", "box", "window", "packing", "positions"];

/// An index into [`RULES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// By the slots known at the node above, every candidate for the next bits puts some key into a slot of another
    /// class.
    Ahead,
    /// Two classes have one slot, or both slots that a key can go to are held by other classes.
    Clash,
    /// The bounds that open keys set leave no factor or no constant.
    Box,
    /// By the slots known at this node, every candidate for the next bits puts some key into a slot of another class.
    Window,
    /// The keys of a base can't share as many slots with their translates as the number of slots demands.
    Packing,
    /// At the positions of translates of a base, every candidate for the next bits puts two keys of different classes into
    /// one slot.
    Positions,
}

/// A factor and its constant that answer a question with yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Witness {
    /// The factor.
    pub factor: u64,
    /// The constant that is added to the product: 0 for a white magic.
    pub constant: u64,
}

/// The counts of a search over some roots of a plan. Tallies of different roots add up to the tally of all these roots,
/// so that it doesn't depend on threads, shards and machines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of nodes visited on each level of the plan.
    pub nodes: Vec<u64>,
    /// For each level of the plan, the sum modulo 2^64 of a hash of each visited node's known bits.
    pub sums: Vec<u64>,
    /// The number of nodes that each rule of [`RULES`] ended.
    pub prunes: [u64; RULES.len()],
    /// The number of factors found, which is complete if the search goes on after the first. With a free constant,
    /// pairs of a factor and a constant are counted.
    pub factors: u128,
    /// The first factor found, in the order of the walk.
    pub witness: Option<Witness>,
}

impl Tally {
    /// A tally of zeros for `levels` levels.
    #[must_use]
    pub fn new(levels: usize) -> Self {
        Self { nodes: vec![0; levels], sums: vec![0; levels], ..Self::default() }
    }

    /// The number of nodes on all levels together.
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
        // No search counts up to the largest number, but a file may contain it.
        add(&mut self.nodes, &later.nodes, u64::saturating_add);
        add(&mut self.sums, &later.sums, u64::wrapping_add);
        add(&mut self.prunes, &later.prunes, u64::saturating_add);
        self.factors = self.factors.saturating_add(later.factors);
        self.witness = self.witness.or(later.witness);
    }
}
