//! Magic bitboards as source code: a config goes in, proved tables come out in the language that was asked for.
//!
//! Each stage hands one type to the next; see the modules in the order of the data: [`config`], [`geometry`],
//! [`search`], [`axes`], [`layout`], [`variant`], [`model`], [`render`], [`emit`]. [`generate`] runs them for one output.
//! With the feature `cli` there is also `prove`: whether a square has a factor with so few index bits at all.

pub mod axes;
mod build_script;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod emit;
pub mod error;
pub mod generate;
pub mod geometry;
pub mod layout;
pub mod model;
pub mod packing;
#[cfg(feature = "cli")]
pub mod prove;
pub mod render;
#[cfg(test)]
mod sample;
pub mod search;
pub mod text;
pub mod variant;
pub mod verify;
mod watch;

pub use build_script::Builder;
pub use error::Error;
pub use watch::{At, Watch};
