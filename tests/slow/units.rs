//! The slow tests that stand beside the quick ones, in the libraries and in `tests/quick`: they are `ignored` there.

use std::io::Write as _;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![slow_tests_beside_quick_ones, examples_in_documentation]
}

/// The same build as that of `cargo test`, so that nothing is compiled.
fn slow_tests_beside_quick_ones() -> Result<(), Failed> {
    cargo_test(&["--lib", "--test", "quick", "--", "--ignored"])
}

fn examples_in_documentation() -> Result<(), Failed> {
    cargo_test(&["--doc"])
}

/// Runs `cargo test` for the libraries, and shows its summaries.
fn cargo_test(arguments: &[&str]) -> Result<(), Failed> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let profile: &[&str] = if cfg!(debug_assertions) { &[] } else { &["--release"] };
    let output = Command::new(cargo)
        .args(["test", "--locked", "--package=magicgen"])
        .args(
            ["board", "ir", "lab", "literal", "lookup", "read", "search"]
                .map(|room| format!("--package=magicgen-{room}")),
        )
        .args(profile)
        .args(arguments)
        .current_dir(crate::ROOT)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("{text}{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    for line in text.lines().filter(|line| line.starts_with("test result: ")) {
        writeln!(std::io::stdout(), "{}: {line}", arguments.join(" "))?;
    }
    Ok(())
}
