//! Bounded runs of what `fuzz/` does without end: everything that was kept, and a fixed number of mutants of it.

#[path = "harness/mod.rs"]
mod harness;
mod large;
mod mutate;

use std::path::{Path, PathBuf};

/// All that is allocated at a time: what goes beyond ends the test.
#[global_allocator]
static HEAP: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, harness::HEAP);

/// The inputs kept for a target, in the order of their names.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut kept: Vec<_> = files.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect();
    kept.sort();
    assert!(kept.len() >= 20, "{target} has {} kept inputs", kept.len());
    kept
}

/// Runs everything kept, and then so many mutants.
fn bounded(target: &str, run: fn(&[u8]), mutants: usize) {
    let kept = corpus(target);
    for (path, input) in &kept {
        harness::timed(run, input, &path.display().to_string());
    }
    let small: Vec<&[u8]> =
        kept.iter().map(|(_, input)| &input[..]).filter(|input| input.len() <= 4096).collect();
    for number in 0..mutants {
        let mutant = mutate::mutant(&small, number as u64);
        harness::timed(run, &mutant, &format!("mutant {number} of {target}"));
    }
}

#[test]
fn configs() {
    bounded("config", harness::config::run, 3000);
}

#[test]
fn locks() {
    bounded("lock", harness::lock::run, 1000);
}

#[test]
fn ledgers() {
    bounded("ledger", harness::ledger::run, 2000);
}

#[test]
fn sources() {
    bounded("verify", harness::verify::run, 200);
}

/// The seed from which locks are mutated holds what today's program writes.
#[test]
fn a_lock_is_made_and_read_back() {
    harness::lock::run(harness::lock::small().as_bytes());
}
