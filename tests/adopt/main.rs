//! Factors of engines taken over: `magicgen verify --adopt` and `magicgen adopt`.

#[path = "../command_line/support.rs"]
mod support;

mod files;
mod folder;
mod init;
mod sources;
