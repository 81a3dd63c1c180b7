//! Names that are reserved in WGSL, as data.

/// Keywords, reserved words, and names that files use.
pub(super) const KEYWORDS: &[&str] = words_of!("wgsl/keywords.txt");

/// The name of a parameter or a variable, with an underscore appended if it is reserved.
pub(super) fn unreserved(name: &str) -> String {
    let end = if KEYWORDS.contains(&name) { "_" } else { "" };
    format!("{name}{end}")
}
