//! Looks at one of a factor and its negative where no constant is added: Lemma 24 of `docs/complete-search.md`.
//!
//! Each root has both constants in its box, one that stands for the factors themselves and one for their negatives. Once
//! all squares are active, each constant is searched by itself.

use super::Witness;
use super::node::TreeNode;
use super::plan::TreeLevel;
use super::tree::Searcher;

impl Searcher<'_> {
    /// The node of a root, in a search that looks at one of two mirror images. Its highest known bit is 0, and its
    /// constants stand for a factor and for the negative of a factor. A value that is its own negative has a separate
    /// root.
    pub(super) fn mirrored_root(&self, root: u64) -> TreeNode {
        let TreeLevel { low, high, .. } = self.plan.levels[0];
        let one = 1 << self.keys.zeros;
        let own_images = self.plan.own_images();
        let is_own = own_images.contains(&root);
        let factor = if is_own { (1 - (root - own_images.start)) << high } else { root << low };
        let rest = (1 << low) - one;
        let node = |skipped: u64, spread: u64, reach: u64| TreeNode {
            prefix: factor,
            cell: 0,
            factor: factor + skipped,
            spread,
            constant: self.constant_of_itself() - reach,
            reach,
        };
        match (is_own, root) {
            (true, _) => node(0, 0, 0),
            // The factor 0 is its own negative. It has another root, or nothing else is here.
            (false, 0) if rest == 0 => node(0, 0, 0),
            (false, 0) => node(one, rest - one, one),
            (false, _) => node(0, rest, one),
        }
    }

    /// The constant that stands for a factor itself where a search looks at one of two mirror images; one less stands
    /// for its negative. The slots are one further than those without a constant, so that neither is negative.
    pub(super) fn constant_of_itself(&self) -> u64 {
        1 << self.keys.shift
    }

    /// A node's two mirror images, once all squares are active: from there on each is searched by itself.
    pub(super) fn images(&self, depth: usize, node: &TreeNode) -> Option<[TreeNode; 2]> {
        let are_both = self.plan.is_mirrored() && node.reach > 0 && self.is_complete(depth);
        let image = |constant: u64| TreeNode { constant, reach: 0, ..*node };
        are_both.then(|| [image(node.constant), image(node.constant + node.reach)])
    }

    /// The factor that a node's factor and constant stand for.
    pub(super) fn mirrored_witness(&self, factor: u64, constant: u64) -> Witness {
        let normal = self.question.in_word(u64::MAX) >> self.question.mask.trailing_zeros();
        let is_itself = constant == self.constant_of_itself();
        let factor = if is_itself { factor } else { factor.wrapping_neg() & normal };
        Witness { factor, constant: 0 }
    }
}
