//! A [`Problem`](crate::geometry::Problem) in; for each square a factor and a shift out.

mod hash;

pub use hash::{Fold, Hash, Magic};
