//! Bytes from anybody in; whatever the program does with them, done, and its promises asserted.
//!
//! Each function is what a fuzz target of `fuzz/` and the bounded test beside it both call.

pub mod config;
pub mod ledger;
pub mod lock;
pub mod verify;

/// Bytes that all that is allocated at a time may take.
pub const HEAP: usize = 256 << 20;

/// Says what is wrong as people are told; a message is a text with something in it.
fn say(error: &magicgen::Error) {
    for message in magicgen::cli::messages(error) {
        assert!(!message.trim().is_empty());
    }
    let _ = (error.help(), error.code(), error.status());
}
