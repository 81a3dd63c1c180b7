//! Questions about single squares, answered from values alone: no file, no clock, no terminal and no thread is needed.
//!
//! The command line, the web page and the package for node ask the same questions; [`request`] takes them as JSON.

mod explained;
mod factor;
mod flags;
mod proof;
mod quick;
pub mod request;
#[cfg(test)]
mod tests;

pub use explained::{Prepared, WantedSquare, phase, prepared};
pub use factor::NamedProblem;
pub use flags::{Flags, override_of};
pub use quick::{black, quick};
