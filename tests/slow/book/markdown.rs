//! Text of pages.

use std::fmt::Write as _;

use magicgen_literal::{Decimal, Literal as _};

/// The remark at the head of a printed page.
pub(crate) const PRINTED: &str =
    "<!-- Printed by `just update`: change what it is printed from. -->\n";

/// A table with a row of heads.
pub(crate) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "| {} |", heads.join(" | "));
    let _ = writeln!(out, "| {} |", vec!["---"; heads.len()].join(" | "));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out
}

/// Text in the form of code.
pub(crate) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A number with commas between thousands.
pub(crate) fn grouped(number: usize) -> String {
    Decimal::plain(Some(',')).text(number as u64)
}

/// Bytes as KiB with one digit behind the point.
pub(crate) fn kib(bytes: usize) -> String {
    format!("{}.{} KiB", grouped(bytes / 1024), bytes % 1024 * 10 / 1024)
}
