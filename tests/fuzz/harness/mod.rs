//! Bytes from anybody in; whatever the program does with them, done, and its promises asserted.
//!
//! Each function is what a fuzz target of `fuzz/` and the bounded test beside it both call.

#![allow(
    unreachable_pub,
    reason = "what a test needs here, a fuzz target needs from another crate"
)]

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub mod config;
pub mod ledger;
pub mod lock;
pub mod verify;

/// Bytes that all that is allocated at a time may take.
pub const HEAP: usize = 256 << 20;

/// Of the processor's time, what one input may take. It is a second where the program is optimised; here most of what it
/// stands on isn't.
const LIMIT: Duration = Duration::from_secs(4);

static ALONE: Mutex<()> = Mutex::new(());

/// Runs a harness on an input, and holds it to the limit.
pub fn timed(run: fn(&[u8]), input: &[u8], name: &str) {
    // One at a time: the heap is that of the process.
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let start = processor_time();
    run(input);
    let taken = processor_time().saturating_sub(start);
    assert!(taken < LIMIT, "{name} took {taken:?}");
}

/// What this thread has had of the processor: other work of the machine doesn't count. Where the system doesn't tell,
/// nothing is measured.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

/// Says what is wrong as people are told; a message is a text with something in it.
fn say(error: &magicgen::Error) {
    for message in magicgen::cli::messages(error) {
        assert!(!message.trim().is_empty());
    }
    let _ = (error.help(), error.code(), error.status());
}
