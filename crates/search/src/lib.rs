//! Finds a factor and a shift for each square of a [`Problem`](magicgen_board::Problem).
//!
//! [`solve()`] finds factors, [`prove()`] checks them with every subset, and a [`Lock`] keeps them for the next run.

mod bitscan;
pub mod candidate;
mod digest;
mod fixed;
pub mod gather;
mod group;
mod hash;
mod impossible;
mod in_factor;
mod kannan;
pub mod known;
mod list;
mod lock;
mod method;
mod narrow;
pub mod packing;
mod prove;
pub mod read;
mod rounds;
mod shared_factor;
mod shift_add;
mod singles;
mod solve;
pub mod source;
pub mod stream;
mod tester;
pub mod text;
mod threads;
mod watch;
pub mod wide;
mod window;

pub use bitscan::{BitScan, bit_scan};
pub use digest::problem_hash;
pub use fixed::{Fixed, solve_fixed};
pub use group::solve_group_within;
pub use group::{BestPlacing, GroupEffort, OneTable, fewest_bits, solve_group};
pub use hash::{Hash, Key, Magic, WordFold};
pub use in_factor::{FactorFields, LaidOut, solve_in_factor};
pub use kannan::{appendix, solve_kannan};
pub use lock::{
    LOCK_VERSIONS, Lock, LockError, LockedOutput, LockedProblem, Places, every_error, place_at,
    table_hash,
};
pub use method::{FactorKind, Method, UnknownMethod, Width};
pub use narrow::solve_narrow;
pub use prove::{ADDED_BITS, Clash, MOST_BITS, prove};
pub use shared_factor::share_factors_within;
pub use shared_factor::{SharedClash, SharedEffort, SharedFactors, share_factors};
pub use shift_add::{MOST_ADDED, added, shifts, solve_shift_add};
pub use solve::{Effort, NotFound, Solution, solve, solve_first};
pub use stream::Stream;
pub use watch::{At, Budget, Watch};

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod pinned;
#[cfg(test)]
mod tests;
