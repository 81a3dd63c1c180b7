//! The quick integration tests, which `cargo test` runs.
//!
//! Slow tests are in `tests/slow`, a package of its own. [`compile`] belongs to both: here one cell of each language runs.

#[macro_use]
#[path = "../support/trials.rs"]
mod trials;

mod adopt;
mod architecture;
mod command_line;
#[path = "../compile/mod.rs"]
mod compile;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/factors.rs"]
mod factors;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/folder.rs"]
mod folder;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/golden.rs"]
mod golden;
mod goldens;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/installed.rs"]
mod installed;
mod languages;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/mutation.rs"]
mod mutation;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/subject.rs"]
mod subject;
#[path = "../support/verified.rs"]
mod verified;
mod verify;

use std::io::Write as _;
#[cfg(unix)]
use std::sync::Arc;

use compile::Tier;
use libtest_mimic::Arguments;

/// The last line of a run, which the README repeats.
pub(crate) const LEFT_OUT: &str = "Left out: the slow tests, which compile for every language, search, fuzz and run the book. \
     `cargo test --workspace --exclude magicgen-wasm` runs all.";

/// The folder of the project.
pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The program that is tested.
pub(crate) fn program() -> &'static str {
    env!("CARGO_BIN_EXE_magicgen")
}

/// Makes sure that the programs under test can be interrupted, though `nohup` or a script ignores signals for all that it starts: a
/// program inherits what is ignored, but no handler.
#[cfg(unix)]
fn handle_what_is_ignored() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0);
    for signal in [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|one| ignored >> (one - 1) & 1 == 1)
    {
        signal_hook::flag::register(signal, Arc::default()).unwrap();
    }
}

fn main() {
    #[cfg(unix)]
    handle_what_is_ignored();
    let arguments = Arguments::from_args();
    let trials = [
        compile::trials(Tier::Quick),
        command_line::trials(),
        goldens::trials(),
        verify::trials(),
        adopt::trials(),
        architecture::trials(),
        languages::trials(),
    ];
    let conclusion = libtest_mimic::run(&arguments, trials.into_iter().flatten().collect());
    if !arguments.list {
        // Whether anybody reads it doesn't matter to the tests.
        let _ = writeln!(std::io::stdout(), "{LEFT_OUT}\n");
    }
    conclusion.exit();
}
