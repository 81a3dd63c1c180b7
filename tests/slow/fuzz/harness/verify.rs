//! Harness for `verify` on any file.

use magicgen::render::source_syntaxes;
use magicgen_read::{decode, examine};

/// Runs an input: the bytes of a file.
pub fn run(bytes: &[u8]) {
    let Some(text) = decode(bytes.to_vec()) else { return };
    let report = examine(&text, &source_syntaxes());
    assert!(!report.lines().is_empty(), "nothing is said");
    assert!(serde_json::to_string(&report).is_ok());
    let _ = report.status();
}
