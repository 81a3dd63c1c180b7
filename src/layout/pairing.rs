//! Stub.
use crate::geometry::{Problem, SquareProblem};
pub fn share_rows(problem: &Problem, _slots: impl Fn(&SquareProblem) -> usize) -> Vec<Vec<u8>> {
    problem.squares().iter().map(|square| vec![square.bit]).collect()
}
