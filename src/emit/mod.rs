//! Files in memory in; files on disk, or what differs from them, out.
//!
//! A file is written only when its bytes change, and whole or not at all: every new file of a run stands complete
//! beside its place before the first one is renamed into it.

mod check;
mod write;

pub use check::{Difference, TableChange, compare};
pub use write::{Staged, stage};
