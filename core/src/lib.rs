//! The computations and proofs of magicgen, without any language or config: boards and pieces, factors, packed tables,
//! complete searches, and the lookups that are printed in many languages.
//!
//! Only the program `magicgen` and its library keep a stable interface; this package serves them, and its interface
//! changes from version to version. Each stage hands one type to the next. In the order of the data, they are
//! [`geometry`], [`search`], [`packing`], [`axes`], [`layout`], [`variant`] and [`model`]. With the feature `prove` there
//! is also `prove`, which decides by a complete search whether a factor exists; with the feature `cli`, `shrink`, which shortens a
//! packed table for as long as one likes, and `verify`, which checks the factors in other people's sources.

pub mod axes;
pub mod geometry;
pub mod layout;
pub mod model;
pub mod packing;
#[cfg(feature = "prove")]
pub mod prove;
pub mod read;
pub mod search;
#[cfg(feature = "cli")]
pub mod shrink;
pub mod text;
pub mod variant;
#[cfg(feature = "cli")]
pub mod verify;
mod watch;

pub use watch::{At, Budget, Watch};
