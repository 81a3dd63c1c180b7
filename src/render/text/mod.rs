//! Pieces of text that languages print: documents in lines that fit, indented lines, patterns that are filled in, the facts in a file's header, and names that are still free.

pub mod document;
pub mod indented;
pub(crate) mod marks;
pub mod pattern;
pub mod provenance;
pub mod taken;
#[macro_use]
pub(super) mod words;

/// A text with a small first letter, to follow other text in a sentence.
pub fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// A clause as a sentence, with a capital letter and a full stop.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
