//! A source file of anybody's.

use magicgen::verify::{decode, examine};

/// The bytes of a file, as `verify` reads them.
pub fn run(bytes: &[u8]) {
    let Some(text) = decode(bytes.to_vec()) else { return };
    let report = examine(&text);
    assert!(!report.lines().is_empty(), "nothing is said");
    assert!(serde_json::to_string(&report).is_ok());
    let _ = report.status();
}
