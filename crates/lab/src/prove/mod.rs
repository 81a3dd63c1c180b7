//! Decides whether a factor with a given number of index bits exists: takes a [`Question`], and returns a witness, or
//! the counts of a finished search that anyone can repeat.
//!
//! The search walks over parts of a factor, from bit `low` up to bit `high`. It leaves out a part as soon as a lemma
//! shows that it can't be completed to a factor. `docs/complete-search.md` has the lemmas with their proofs, under the
//! names that are used here. A [`SearchPlan`] gives the order in which bits become known. A [`Searcher`] walks over the tree
//! below a root and counts in a [`Tally`], which is the same for any number of threads and shards. [`run`] shares the
//! roots out among threads, and a [`ledger`] keeps the counts of finished roots.

mod asked;
mod asks;
mod case;
pub mod ledger;
mod mirror;
mod node;
mod order;
mod plan;
mod positions;
mod probe;
mod question;
pub mod run;
mod tally;
#[cfg(test)]
mod tests;
mod translates;
mod tree;
mod window;

pub use asks::TreeSample;
pub use case::ProofCase;
pub use plan::SearchPlan;
pub use probe::TreeEstimate;
pub use question::{Constant, Question, QuestionError};
pub use tally::{RULES, Tally, Witness};
pub use tree::{Searcher, Until};

/// The version of the search. The counts of a [`Tally`] depend on the plan, the lemmas and the keys that a window tests
/// ahead; a change to any of these must raise this number. A ledger goes on by the rules of the version that began it.
/// Digests of the bytes of ledgers (`tests/slow/same_bytes`) have the number in them.
pub const SEARCH_VERSION: u32 = 5;
