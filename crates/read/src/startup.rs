//! Recognises texts of programs that search their factors when they start.

use super::report::StartUpSearch;
use super::token::{SourceToken, TokenKind};

/// The signs of a search found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Startup {
    /// The first name that tells of a search, and its line.
    search: Option<(String, u32)>,
    /// The line of the first list of seeds.
    seeds: Option<u32>,
    /// The first name that tells of setting up magics, and its line. It is a search if there are random numbers too.
    setup: Option<(String, u32)>,
    /// Whether the text has random numbers.
    is_random: bool,
    /// The first name that tells of a generator which makes the magics before the program is compiled, and its line.
    generator: Option<(String, u32)>,
    /// Whether the text speaks of magics.
    has_magic: bool,
}

/// Words for a search. They count in names that also contain `magic`.
const SEARCHES: [&str; 6] = ["find", "search", "generat", "candidate", "random", "try"];

/// Words for setting up tables, by a search or from factors that stand elsewhere.
const SETUPS: [&str; 2] = ["init", "calculate"];

/// Names of random numbers with few one bits, which only searches for magics use.
const SPARSE: [&str; 8] = [
    "sparse_rand", "sparserand", "rand_sparse", "fewbits", "few_bits", "random_few", "randomfew",
    "rand_few",
];

impl Startup {
    /// Takes the next token.
    pub(super) fn take(&mut self, token: &SourceToken) {
        if token.comment || token.kind != TokenKind::Word || token.text.len() > 64 {
            return;
        }
        let may_be = |text: &str| text.bytes().any(|byte| b"mMsSfFrR".contains(&byte));
        if self.search.is_some() && self.seeds.is_some() || !may_be(token.text) {
            return;
        }
        // The word `entry` contains `try`, and is no sign of a search.
        let word = token.text.to_ascii_lowercase().replace("entry", "");
        self.has_magic |= word.contains("magic");
        if self.generator.is_none() && (word == "out_dir" || word.contains("magicgen")) {
            self.generator = Some((token.text.to_owned(), token.line));
        }
        // A `MagicMoveGenerator` looks moves up, and searches nothing.
        let magic = word.contains("magic")
            && !word.contains("move")
            && SEARCHES.iter().any(|search| word.contains(search));
        if self.search.is_none() && (magic || SPARSE.iter().any(|sparse| word.contains(sparse))) {
            self.search = Some((token.text.to_owned(), token.line));
        }
        self.is_random |= word.contains("rand") || word.contains("prng");
        let sets_up = word.contains("magic") && SETUPS.iter().any(|setup| word.contains(setup));
        if self.setup.is_none() && sets_up {
            self.setup = Some((token.text.to_owned(), token.line));
        }
        if self.seeds.is_none() && (word == "seeds" || word.contains("magic_seed")) {
            self.seeds = Some(token.line);
        }
    }

    /// The signs of a search, for the report on a text without factors.
    pub(super) fn searched(self) -> Option<StartUpSearch> {
        let setup = self.setup.filter(|_| self.is_random || self.seeds.is_some());
        // Cargo's `OUT_DIR` may hold other generated files.
        let generator = self.generator.filter(|_| self.has_magic);
        let is_generated = generator.is_some();
        let (word, line) = generator.or(self.search).or(setup)?;
        let seeds = self.seeds.map(|line| line as usize).filter(|_| !is_generated);
        Some(StartUpSearch { word, line: line as usize, seeds, is_generated })
    }
}
