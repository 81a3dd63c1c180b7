//! Bounded runs of the targets that `fuzz/` runs without end: all kept inputs, and a fixed number of mutants of them.

#[path = "harness/mod.rs"]
mod harness;
mod large;
mod mutate;

use std::ops::Range;
use std::path::{Path, PathBuf};

/// The allocator of the test, with a limit: an allocation beyond it ends the test.
#[global_allocator]
static HEAP: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, harness::HEAP);

/// The inputs kept for a target, in the order of their names.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut kept: Vec<_> = files.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect();
    kept.sort();
    assert!(kept.len() >= 20, "{target} has {} kept inputs", kept.len());
    kept
}

/// Runs all kept inputs, and then so many mutants.
fn bounded(target: &str, run: fn(&[u8]), mutants: u64) {
    let kept = corpus(target);
    for (path, input) in &kept {
        harness::timed(run, input, &path.display().to_string());
    }
    mutated(&kept, target, run, 0..mutants);
}

/// Runs the mutants of kept inputs that have these numbers.
fn mutated(kept: &[(PathBuf, Vec<u8>)], target: &str, run: fn(&[u8]), numbers: Range<u64>) {
    let small: Vec<&[u8]> =
        kept.iter().map(|(_, input)| &input[..]).filter(|input| input.len() <= 4096).collect();
    for number in numbers {
        let mutant = mutate::mutant(&small, number);
        harness::timed(run, &mutant, &format!("mutant {number} of {target}"));
    }
}

#[test]
fn configs() {
    bounded("config", harness::config::run, 1500);
}

/// Beside the others, on another core.
#[test]
fn more_configs() {
    mutated(&corpus("config"), "config", harness::config::run, 1500..3000);
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

/// The lock that is mutated is written by the program itself.
#[test]
fn a_lock_is_made_and_read_back() {
    harness::lock::run(harness::lock::small().as_bytes());
}

/// The texts that differ from a lock's text in one number: a decimal number changed by one, or a factor with one bit
/// flipped.
fn neighbours(lock: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut start = 0;
    for line in lock.split_inclusive('\n') {
        let (from, end) = (start, start + line.len());
        start = end;
        if line.starts_with("hash") {
            continue;
        }
        let is_digit = |at: usize| lock.as_bytes()[at].is_ascii_hexdigit();
        let mut at = from;
        while at < end {
            let Some(first) = (at..end).find(|at| lock.as_bytes()[*at].is_ascii_digit()) else {
                break;
            };
            let is_hex = lock[first..end].starts_with("0x");
            let digits = if is_hex { first + 2 } else { first };
            at = (digits..end).find(|at| !is_digit(*at)).unwrap_or(end).max(first + 1);
            let mut changed = |number: String| {
                texts.push(format!("{}{number}{}", &lock[..first], &lock[at..]));
            };
            if is_hex {
                let Ok(factor) = u64::from_str_radix(&lock[digits..at], 16) else { continue };
                changed(format!("0x{:016x}", factor ^ 1 << (first * 7 % 64)));
            } else if let Ok(number) = lock[digits..at].parse::<u64>() {
                changed((number + 1).to_string());
                changed(number.saturating_sub(1).to_string());
            }
        }
    }
    texts
}

/// Whichever number of a lock is wrong, the lock is refused with the place of the number, or all lookups made from it
/// work. A part is one of two halves of these locks, which two cores take side by side.
fn locks_with_one_other_number(part: usize) {
    let texts = neighbours(&harness::lock::small());
    assert!(texts.len() > 1000, "{} numbers were changed", texts.len());
    for text in texts.iter().skip(part).step_by(2) {
        harness::timed(harness::lock::run, text.as_bytes(), text);
    }
}

#[test]
fn every_second_lock_with_one_other_number() {
    locks_with_one_other_number(0);
}

#[test]
fn every_other_lock_with_one_other_number() {
    locks_with_one_other_number(1);
}
