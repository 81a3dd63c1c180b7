//! The slow tests, which `cargo test --workspace --exclude magicgen-wasm` runs after the quick ones in `tests/quick`.

#[macro_use]
#[path = "../support/trials.rs"]
mod trials;

#[cfg(target_os = "linux")]
mod action;
mod adopted;
mod boards;
mod book;
#[path = "../compile/mod.rs"]
mod compile;
mod data;
mod examples;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/factors.rs"]
mod factors;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/folder.rs"]
mod folder;
mod forms;
mod games;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/golden.rs"]
mod golden;
mod hostile;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/installed.rs"]
mod installed;
mod instructions;
mod lock;
mod minimal_bits;
mod mutants;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/mutation.rs"]
mod mutation;
#[cfg(target_os = "linux")]
mod packages;
mod program;
mod recipes;
mod same_bytes;
mod spelling;
mod strings;
#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../support/subject.rs"]
mod subject;
mod units;
#[path = "../support/verified.rs"]
mod verified;
mod verify_generated;
mod web;
mod wide;
mod wide_companions;
mod workflows;

use compile::Tier;
use libtest_mimic::Arguments;
pub(crate) use program::program;

/// The folder of the project.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn main() {
    let mut arguments = Arguments::from_args();
    if std::env::var_os("MAGICGEN_TIMES").is_some() {
        // What a cell takes is measured without others beside it.
        arguments.test_threads = Some(1);
    }
    // What takes longest comes first, so that no core waits for it at the end.
    let trials = [
        web::trials(),
        units::trials(),
        examples::trials(),
        forms::trials(),
        boards::trials(),
        adopted::trials(),
        games::trials(),
        wide::trials(),
        wide_companions::trials(),
        compile::trials(Tier::Slow),
        same_bytes::trials(),
        verify_generated::trials(),
        strings::trials(),
        spelling::trials(),
        data::trials(),
        hostile::trials(),
        lock::trials(),
        mutants::trials(),
        instructions::trials(),
        minimal_bits::trials(),
        book::trials(),
        recipes::trials(),
        workflows::trials(),
        #[cfg(target_os = "linux")]
        action::trials(),
        #[cfg(target_os = "linux")]
        packages::trials(),
    ];
    let trials = trials.into_iter().flatten().collect();
    libtest_mimic::run(&arguments, trials).exit();
}
