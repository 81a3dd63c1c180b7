//! Whether there is a standard output.

use std::io;

/// True if standard output was closed when the program started, as by `>&-` in a shell.
#[cfg(unix)]
pub(super) fn is_closed() -> bool {
    at_start::IS_CLOSED.load(std::sync::atomic::Ordering::Relaxed)
}

#[cfg(not(unix))]
pub(super) fn is_closed() -> bool {
    false
}

/// The standard output, or an error if it was closed when the program started.
pub(super) fn open() -> io::Result<io::Stdout> {
    if is_closed() { Err(io::Error::other("it is closed")) } else { Ok(io::stdout()) }
}

/// Rust's runtime opens `/dev/null` in place of a closed stream, so that no write fails. Only code that runs before it
/// can tell.
#[cfg(unix)]
mod at_start {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look() {
            let status = rustix::fs::fcntl_getfl(std::io::stdout());
            IS_CLOSED.store(status == Err(rustix::io::Errno::BADF), Ordering::Relaxed);
        }
    }
}
