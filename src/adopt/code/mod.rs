//! Reads the functions of an engine's source: the value that each computes, and whether that is a lookup.
//!
//! Code that isn't fully understood stays unchanged. There is no library for all of these languages without a C grammar
//! for each, which would take longer to compile than everything else here.

mod blank;
mod choices;
mod constants;
mod evaluate;
mod expressions;
mod lookup;
mod made;
mod methods;
mod operators;
mod parse;
mod run;
#[cfg(test)]
mod run_tests;
mod scan;
mod start;
mod statements;
mod steps;
mod tokens;
mod tree;
mod value;

pub(super) use blank::blanked;
pub(super) use evaluate::{Evaluator, Runnable};
pub(super) use lookup::{EngineIndex, EngineLookup, IndexWays, PEXT, Recognizer};
pub(super) use methods::implemented;
pub(super) use parse::expression;
pub(super) use run::Entries;
pub(super) use start::FillingFunction;
pub(super) use statements::LOOPS;
pub(super) use tokens::{CodeTokenKind, Token as CodeToken, tokens};
pub(super) use tree::{SourceExpr, SourceNode};
pub(super) use value::{BlankedSource, Why};
