//! A [`Problem`](crate::geometry::Problem) in; for each square a factor and a shift out.
//!
//! [`solve`] finds them, [`prove`] looks at each subset again, and a [`Lock`] keeps them for the next time.

pub(crate) mod candidate;
mod digest;
mod hash;
mod impossible;
mod lock;
mod method;
mod prove;
mod solve;
pub(crate) mod stream;
mod tester;

pub use digest::problem_hash;
pub use hash::{Fold, Hash, Key, Magic};
pub use lock::{LOCK_VERSIONS, Lock, LockError, LockedOutput, LockedProblem, Places};
pub use method::{Method, UnknownMethod, Width};
pub use prove::{Clash, prove};
pub use solve::{Effort, NotFound, Solution, solve, solve_first};

#[cfg(test)]
mod tests;
