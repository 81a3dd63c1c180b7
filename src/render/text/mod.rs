//! Pieces of text that every language prints: rows of numbers, the facts in a file's header, and names that are still free.

pub mod literal;
pub mod provenance;
pub mod taken;
