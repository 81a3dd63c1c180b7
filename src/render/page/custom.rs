//! The customs of languages that decide what stands on a page.

/// The customs of a language that a page depends on.
#[derive(Clone, Copy, Debug)]
pub struct Custom {
    /// Names that the file uses beside those of its naming, such as imported ones.
    pub others: &'static [&'static str],
    /// Marks a name as private, as in `_rook_masks`.
    pub private: fn(String) -> String,
    /// Whether private constants have the prefix of public names, and whether private functions do.
    pub own_prefix: [bool; 2],
    /// A sentence on the time when start-up code runs: `The first lookup fills them.`
    pub when_filled: &'static str,
    /// A clause on what a square does that is out of range: `any other panics`.
    pub beyond: &'static str,
    /// The same where functions are checked.
    pub refused: &'static str,
    /// True where a word that a function returns is a pair of halves.
    pub returns_pairs: bool,
    /// True where tests stand in a file of their own, together with the arrays that they read.
    pub tests_apart: bool,
    /// The library's functions that pack a word's bits (PEXT) and spread them (PDEP); `None` if the file has its own.
    pub movers: Option<[&'static str; 2]>,
}

impl Custom {
    /// The clause on squares out of range where nothing certain happens.
    pub const UNDEFINED: &'static str = "undefined for any other index";

    /// The customs of most languages, with a sentence on when start-up code runs, and a clause on squares out of range.
    #[must_use]
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
            returns_pairs: false,
            tests_apart: true,
            movers: None,
        }
    }
}
