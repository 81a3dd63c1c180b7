//! Turns programs of lookups into source text: a [`Program`](magicgen_ir::Program) becomes typed nodes ([`node`]), a
//! language's [`Dialect`](node::Dialect) turns each node into an expression ([`expr`]), and one printer ([`mod@print`])
//! turns expressions into text. Before the printer, everything is typed, so that no code has to parse printed text.

pub mod bounds;
pub mod calls;
pub mod cuts;
pub mod expr;
pub mod formula;
pub mod node;
pub mod operators;
pub mod print;
pub mod rolled;
pub mod scope;
pub mod statements;
pub mod steps;
mod tree;
