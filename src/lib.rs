//! Magic bitboards as source code: a config goes in, proved tables come out in the language that was asked for.
//!
//! Each stage hands one type to the next; see the modules in the order of the data.

pub mod geometry;
pub mod layout;
pub mod model;
pub mod render;
pub mod search;
pub mod variant;
