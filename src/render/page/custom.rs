//! The conventions of languages that decide on the items of a page.

use crate::render::prelude::*;

/// The conventions of a language that a page depends on.
#[derive(Clone, Copy, Debug)]
pub struct Custom {
    /// Names that the file uses outside its naming rules, such as imported ones.
    pub others: &'static [&'static str],
    /// Marks a name as private, as in `_rook_masks`.
    pub private: fn(String) -> String,
    /// Whether private constants have the prefix of public names, and whether private functions do.
    pub own_prefix: [bool; 2],
    /// A sentence on the time when start-up code runs: `The first lookup fills them.`
    pub when_filled: &'static str,
    /// A clause on squares out of range: `any other panics`.
    pub beyond: &'static str,
    /// The same clause for checked functions.
    pub refused: &'static str,
    /// The case of members of records.
    pub members: Case,
    /// True if functions return words as pairs of halves.
    pub returns_pairs: bool,
    /// True if tests are in a separate file, with the arrays that they read.
    pub tests_apart: bool,
    /// The library's functions that pack a word's bits (PEXT) and spread them (PDEP); `None` if the file has its own.
    pub movers: Option<[&'static str; 2]>,
}

impl Custom {
    /// The clause on squares out of range in languages with undefined behaviour.
    pub const UNDEFINED: &'static str = "undefined for any other index";

    /// The conventions of most languages, with a sentence on when start-up code runs, and a clause on squares out of
    /// range.
    pub const fn new(when_filled: &'static str, beyond: &'static str) -> Self {
        let own_prefix = [true; 2];
        let (others, private): (&[&str], fn(String) -> String) = (&[], |name| name);
        Self {
            others,
            private,
            own_prefix,
            when_filled,
            beyond,
            refused: "an assertion refuses any other",
            members: Case::Camel,
            returns_pairs: false,
            tests_apart: true,
            movers: None,
        }
    }
}
