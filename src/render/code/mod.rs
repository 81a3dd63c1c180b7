//! How a lookup becomes source: a [`Program`](crate::model::Program) is turned into typed nodes ([`node`]), a language's
//! [`Dialect`](node::Dialect) turns each node into an expression ([`expr`]), and one printer ([`mod@print`]) turns expressions into
//! text at last. Nothing before the printer is text, so that nothing has to be read again to be known.

pub mod bounds;
pub mod calls;
pub mod cuts;
pub mod expr;
pub mod formula;
pub mod node;
pub mod print;
pub mod scope;
pub mod statements;
