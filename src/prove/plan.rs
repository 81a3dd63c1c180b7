//! A question in; the order in which the bits of a factor become known out.

use std::fmt;

use super::Question;

/// The levels of a search. Its text is part of a ledger: the same question has the same plan everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    roots: u64,
    text: String,
}

impl Plan {
    /// The plan for a question.
    #[must_use]
    pub fn new(question: &Question) -> Self {
        let _ = question;
        Self { roots: 1 << 16, text: "37-53 r3".to_owned() }
    }

    /// How many roots the tree has: parts of a factor that are searched one after another, each for itself.
    #[must_use]
    pub fn roots(&self) -> u64 {
        self.roots
    }

    /// How many levels a [`Tally`](super::Tally) of it has.
    #[must_use]
    pub fn levels(&self) -> usize {
        3
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
