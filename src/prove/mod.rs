//! A [`Question`] in; whether a factor with so few index bits exists, with a witness or with counts of a finished
//! search that anyone can run again, out.
//!
//! The search walks over parts of a factor, from bit `low` up to bit `high`, and leaves out a part as soon as one of
//! a few lemmas shows that nothing completes it. `docs/complete-search.md` has the lemmas with their proofs, under
//! the names that they have here. [`Plan`] says in which order bits become known, a
//! [`Searcher`] walks over the tree below a root, and what it counted is a [`Tally`], the same for any number of threads
//! and shards. [`run`] shares roots out among threads, and a [`ledger`] keeps what is done.

mod asked;
mod case;
pub mod ledger;
mod node;
mod order;
mod plan;
mod probe;
mod question;
pub mod run;
mod tally;
#[cfg(test)]
mod tests;
mod tree;
mod window;

pub use case::Case;
pub use plan::Plan;
pub use probe::Estimate;
pub use question::{Constant, Question, QuestionError};
pub use tally::{RULES, Tally, Witness};
pub use tree::{Searcher, Until};

/// What a [`Tally`] counts depends on the plan, the lemmas, and which keys a window asks ahead: a change of any raises
/// this number, and a ledger of another number can't be gone on with.
pub const SEARCH_VERSION: u32 = 1;
