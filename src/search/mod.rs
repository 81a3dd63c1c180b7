//! A [`Problem`](crate::geometry::Problem) in; for each square a factor and a shift out.
//!
//! [`solve`] finds them, [`prove`] looks at each subset again, and a [`Lock`] keeps them for the next time.

mod bitscan;
pub(crate) mod candidate;
mod digest;
mod fixed;
mod group;
mod hash;
mod impossible;
mod in_factor;
mod kannan;
pub mod known;
mod lock;
mod method;
mod narrow;
mod prove;
mod shared_factor;
mod solve;
pub(crate) mod stream;
mod tester;

pub use bitscan::{BitScan, bit_scan};
pub use digest::problem_hash;
pub use fixed::{Fixed, solve_fixed};
pub use group::{Group, GroupEffort, Placed, fewest_bits, solve_group};
pub use hash::{Fold, Hash, Key, Magic};
pub use in_factor::{Fields, LaidOut, solve_in_factor};
pub use kannan::{appendix, solve_kannan};
pub use lock::{
    LOCK_VERSIONS, Lock, LockError, LockedOutput, LockedProblem, Places, every_error, table_hash,
};
pub use method::{Kind, Method, UnknownMethod, Width};
pub use narrow::solve_narrow;
pub use prove::{Clash, prove};
pub use shared_factor::{SharedClash, SharedEffort, SharedFactors, share_factors};
pub use solve::{Effort, NotFound, Solution, solve, solve_first};
pub(crate) use stream::Stream;

#[cfg(test)]
mod tests;
