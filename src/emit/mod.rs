//! Writes generated files to the disk, or compares them with the files there.
//!
//! A file is written only if its bytes change, and as a whole or not at all: all new files of a run are written under
//! temporary names before the first one is renamed. A device or a pipe is written in place, and neither read nor
//! replaced.

#[cfg_attr(not(all(unix, feature = "cli")), path = "folder_by_path.rs")]
mod folder;
mod place;
mod read;
mod refusal;
mod temporary;
mod turn;
mod write;

pub use folder::{Folder, hold_many};
pub use place::{PathTarget, is_link_outside, place, real};
pub use read::{MOST_LEDGER, MOST_LOCK, read, read_file, read_known, read_text, read_text_in};
pub use refusal::Refusal;
pub use temporary::sweep;
pub use turn::{Share, Turn};
pub use write::{Before, Staged, commit_all, create_new, discard, folder_of, stage, stage_in};
