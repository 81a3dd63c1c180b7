//! Magic bitboards as source code: turns a config into proved tables in a chosen language.
//!
//! The public interface is [`Builder`], for `build.rs`, and its [`Error`]. The other modules are hidden: they serve the
//! program `magicgen`, its tests and its benchmarks, and change from version to version.
//!
//! Each stage hands one type to the next. In the order of the data, they are `config`, the packages `board`, `search`, `ir` and
//! `lookup`, which compute and prove, `render` and `emit`; `generate` runs them for one output.
//!
//! The feature `languages` adds the languages beside C and Rust. The feature `data` adds outputs as data for others. The feature `ask` adds `explain`, which follows a
//! lookup step by step, `prove`, which decides by complete search whether a factor exists, and `ask`, which answers
//! questions in JSON. The feature `cli` adds `cli`, the command line, `report`, which shows lookups on a page,
//! `shrink`, which shortens a packed table, and `verify`, which checks the factors in other people's sources.

// Much of what follows serves the command line alone.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod adopt;
#[cfg(feature = "ask")]
#[doc(hidden)]
pub mod ask;
mod build_script;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod config;
mod diagnostic;
#[doc(hidden)]
pub mod emit;
#[doc(hidden)]
pub mod error;
#[cfg(feature = "ask")]
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod generate;
#[doc(hidden)]
pub mod known;
#[doc(hidden)]
pub mod order;
#[doc(hidden)]
pub mod render;
#[cfg(feature = "ask")]
#[doc(hidden)]
pub mod report;
#[cfg(test)]
mod sample;
#[doc(hidden)]
pub mod shape;

pub use build_script::Builder;
pub use error::Error;
