//! Tokens in; whether the text searches its factors when the program starts, out.

use super::report::Searched;
use super::token::{Kind, Token};

/// What speaks for a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Startup {
    /// The first word that does, and its line.
    search: Option<(String, u32)>,
    /// The first list of seeds.
    seeds: Option<u32>,
}

/// Words for a search that need another for magics beside them.
const SEARCHES: [&str; 8] =
    ["find", "search", "generat", "candidate", "random", "init", "try", "calculate"];

/// Random numbers with few bits set are for nothing else.
const SPARSE: [&str; 8] = [
    "sparse_rand",
    "sparserand",
    "rand_sparse",
    "fewbits",
    "few_bits",
    "random_few",
    "randomfew",
    "rand_few",
];

impl Startup {
    /// Takes the next token.
    pub(super) fn take(&mut self, token: &Token) {
        if token.comment || token.kind != Kind::Word || token.text.len() > 64 {
            return;
        }
        let may_be = |text: &str| {
            text.bytes().any(|byte| matches!(byte, b'm' | b'M' | b's' | b'S' | b'f' | b'F'))
        };
        if self.search.is_some() && self.seeds.is_some() || !may_be(token.text) {
            return;
        }
        let word = token.text.to_ascii_lowercase();
        let magic = word.contains("magic") && SEARCHES.iter().any(|search| word.contains(search));
        if self.search.is_none() && (magic || SPARSE.iter().any(|sparse| word.contains(sparse))) {
            self.search = Some((token.text.to_owned(), token.line));
        }
        if self.seeds.is_none() && (word == "seeds" || word.contains("magic_seed")) {
            self.seeds = Some(token.line);
        }
    }

    /// What to tell of a text without factors.
    pub(super) fn searched(self) -> Option<Searched> {
        let (word, line) = self.search?;
        Some(Searched { word, line: line as usize, seeds: self.seeds.map(|line| line as usize) })
    }
}
