//! Lookup programs: what a lookup computes, in a form without any language.
//!
//! A [`Program`] is a list of operations ([`Op`]); each has one result ([`Value`]), and an operation's operands stand before it.
//! It reads [`Fields`] by square and [`Table`]s. [`interp`] runs it, and `Display` prints it, one operation a line.

mod column;
mod field;
pub mod fold;
pub mod interp;
mod listing;
mod op;
mod parts;
mod plan;
mod program;
mod table;

pub use field::{Column, Field, Fields, Role, Storage};
pub use listing::Listing;
pub use op::Op;
pub use parts::{
    Binary, Count, Lanes, LookupRef, Operands, Pack, Parameter, Pick, Places, TableRef, Type,
    Value, Vector, WordCount,
};
pub use program::Program;
pub use table::{Caption, Rows, Table, TableRole};
