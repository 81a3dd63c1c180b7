//! Signals that end a run: Ctrl-C, `SIGTERM`, and `SIGHUP` when a terminal closes.

use std::io;

/// Calls `act` in its own thread for each signal that ends the run. A signal that was ignored when the program started
/// stays ignored, as `nohup` and background jobs of a shell need.
#[cfg(unix)]
pub(super) fn on_signal(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored(&std::fs::read_to_string("/proc/self/status").unwrap_or_default());
    let is_ignored = |signal: i32| ignored >> (signal - 1) & 1 == 1;
    let signals = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = signal_hook::iterator::Signals::new(signals)?;
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(move || signals.forever().for_each(|_| act()))?;
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn on_signal(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}

/// The ignored signals in Linux's `/proc/self/status`: bit 0 is signal 1. Other systems have no such file, and no
/// signal counts as ignored.
#[cfg(unix)]
fn ignored(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|line| u64::from_str_radix(line.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_status() {
        let status = "Name:\tmagicgen\nSigBlk:\t0000000000000004\nSigIgn:\t0000000000001001\n";
        assert_eq!(ignored(status), 1 << 12 | 1);
        assert_eq!(ignored("Name:\tmagicgen\n"), 0);
        assert_eq!(ignored("SigIgn:\tx\n"), 0);
    }
}
