//! Reads the functions of an engine's source: the value that each computes, and whether that is a lookup.
//!
//! Code that isn't fully understood stays unchanged. There is no library for all of these languages without a C grammar
//! for each, which would take longer to compile than everything else here.

mod blank;
mod lookup;
mod parse;
mod tokens;
mod tree;
mod value;

pub(super) use lookup::{EngineLookup, Recognizer};
pub(super) use parse::expression;
pub(super) use tree::{SourceExpr, SourceNode};
pub(super) use value::{BlankedSource, Why};
