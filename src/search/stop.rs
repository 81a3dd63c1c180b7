//! A wish that the process's search end early. Only what lowers something that holds already looks for it: it ends with
//! the best so far. What a search finds that isn't stopped doesn't depend on it.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Asks for it, once and for all.
#[cfg(feature = "cli")]
pub(crate) fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Whether it was asked for.
pub(crate) fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}
