//! Reads the functions of an engine's source: the value that each computes, and whether that is a lookup.
//!
//! Code that isn't fully understood stays unchanged. There is no library for all of these languages without a C grammar
//! for each, which would take longer to compile than everything else here.

mod blank;
mod choices;
mod expressions;
mod lookup;
mod made;
mod parse;
mod statements;
mod tokens;
mod tree;
mod value;

pub(super) use blank::blanked;
pub(super) use lookup::{EngineIndex, EngineLookup, IndexWays, PEXT, Recognizer};
pub(super) use parse::expression;
pub(super) use statements::LOOPS;
pub(super) use tree::{SourceExpr, SourceNode};
pub(super) use value::{BlankedSource, Why};
