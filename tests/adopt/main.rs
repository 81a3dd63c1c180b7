//! Factors of engines taken over: `magicgen verify --adopt`.

#[path = "../command_line/support.rs"]
mod support;

mod files;
mod sources;
