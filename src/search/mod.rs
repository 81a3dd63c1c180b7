//! A [`Problem`](crate::geometry::Problem) in; for each square a factor and a shift out.

mod hash;
mod method;

pub use hash::{Fold, Hash, Magic};
pub use method::{Method, Solution, Width, solve_slowly};
