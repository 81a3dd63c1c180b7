//! A source file of anybody's.

use magicgen::verify::examine;

/// The bytes of a file, as `verify` reads them.
pub fn run(bytes: &[u8]) {
    let report = examine(&String::from_utf8_lossy(bytes));
    assert!(!report.lines().is_empty(), "nothing is said");
    assert!(serde_json::to_string(&report).is_ok());
    let _ = report.status();
}
