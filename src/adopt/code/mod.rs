//! Reads functions of an engine's source as far as lookups need it: what a function computes, and whether that is a lookup.
//!
//! What isn't understood whole isn't changed. No library reads all of these languages without a grammar in C for each, which
//! would take longer to compile than everything else here.

mod blank;
mod lookup;
mod parse;
mod tokens;
mod tree;
mod value;

pub(super) use blank::blanked;
pub(super) use lookup::{Lookup, Recognizer};
pub(super) use parse::expression;
pub(super) use tree::{Expr, Node};
pub(super) use value::{Source, Why};
