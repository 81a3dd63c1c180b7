//! Harnesses that run the program on arbitrary bytes and assert its promises.
//!
//! Each function is called both by a fuzz target of `fuzz/` and by the bounded test here.

#![allow(
    unreachable_pub,
    reason = "what a test needs here, a fuzz target needs from another crate"
)]

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

pub mod config;
pub mod ledger;
pub mod lock;
pub mod verify;

/// The most bytes that may be allocated at a time.
pub const HEAP: usize = 256 << 20;

/// The most processor time that one input may take. An optimised program needs at most a second; here most dependencies
/// aren't optimised.
const LIMIT: Duration = Duration::from_secs(4);

/// The limit of the heap is for the whole process: inputs that are meant to need much have it for themselves, and the others
/// share it.
static TURN: RwLock<()> = RwLock::new(());

/// Runs a harness on an input beside others, and checks its time.
pub fn timed(run: fn(&[u8]), input: &[u8], name: &str) {
    let _turn = TURN.read().unwrap_or_else(PoisonError::into_inner);
    in_time(run, input, name);
}

/// Runs a harness on an input that is meant to need much, and checks its time.
pub fn alone(run: fn(&[u8]), input: &[u8], name: &str) {
    let _turn = TURN.write().unwrap_or_else(PoisonError::into_inner);
    in_time(run, input, name);
}

fn in_time(run: fn(&[u8]), input: &[u8], name: &str) {
    let start = processor_time();
    run(input);
    let taken = processor_time().saturating_sub(start);
    assert!(taken < LIMIT, "{name} took {taken:?}");
}

/// The processor time of this thread, without other work of the machine; 0 on systems that don't tell it.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

/// Makes the messages of an error, and checks that none is blank.
fn say(error: &magicgen::Error) {
    for message in magicgen::cli::messages(error) {
        assert!(!message.trim().is_empty());
    }
    let _ = (error.help(), error.code(), error.status());
}
