//! The first line of a ledger, which states the question, and its digest.

use serde::{Deserialize, Serialize};

use super::error::{LedgerError, LedgerErrorKind};
use crate::prove::{Question, RULES, SEARCH_VERSION, SearchPlan, Until};
use magicgen_search::text::{Flaw, check_line, check_words};

/// The version of the file format. Lines of another version have other fields or meanings.
const FORMAT: u32 = 1;

/// The question, with everything else that the counts of its search depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file format.
    pub ledger: u32,
    /// The [`SEARCH_VERSION`] of the search.
    pub search: u32,
    /// The version of the program, for human readers; it isn't compared.
    pub magicgen: String,
    /// The piece's name.
    pub piece: String,
    /// The square's name, as under a1lsb.
    pub square: String,
    /// A hash of word, mask and classes, since pieces of one name may move differently.
    pub problem: String,
    /// The relevant occupancy mask.
    #[serde(with = "super::hex")]
    pub mask: u64,
    /// The number of index bits.
    pub bits: u8,
    /// The number of bits in a word.
    pub word: u8,
    /// The kind of constant: `none`, `free` or `black`.
    pub constant: String,
    /// The end of a slice's search: `first` for the first factor, or `all`.
    pub until: String,
    /// The plan's text.
    pub plan: String,
    /// The number of roots of the plan.
    pub roots: u64,
}

/// The fields that show another format or search version, which are read before all others.
#[derive(Deserialize)]
struct Versions {
    ledger: u32,
    search: u32,
    #[serde(default)]
    magicgen: String,
}

impl Header {
    /// The header of a ledger of this question, written by this program.
    #[must_use]
    pub fn new(
        piece: &str,
        square: &str,
        question: &Question,
        plan: &SearchPlan,
        until: Until,
    ) -> Self {
        let until = if until == Until::First { "first" } else { "all" };
        Self {
            ledger: FORMAT,
            search: plan.version(),
            magicgen: env!("CARGO_PKG_VERSION").to_owned(),
            piece: piece.to_owned(),
            square: square.to_owned(),
            problem: problem(question),
            mask: question.mask,
            bits: question.bits,
            word: question.word,
            constant: question.constant.id().to_owned(),
            until: until.to_owned(),
            plan: plan.to_string(),
            roots: plan.roots(),
        }
    }

    /// Reads the first line of a ledger.
    pub fn read(text: &str) -> Result<Self, LedgerError> {
        let wrong = |kind| LedgerError { line: Some(1), kind };
        let Some(first) = text.lines().next() else {
            return Err(wrong(LedgerErrorKind::NotALedger));
        };
        if first.len() > super::line::MOST_BYTES {
            return Err(wrong(LedgerErrorKind::NotALedger));
        }
        let versions: Versions =
            serde_json::from_str(first).map_err(|_| wrong(LedgerErrorKind::NotALedger))?;
        if versions.ledger != FORMAT {
            return Err(wrong(LedgerErrorKind::Format { there: versions.ledger, here: FORMAT }));
        }
        if !(1..=SEARCH_VERSION).contains(&versions.search) {
            return Err(wrong(LedgerErrorKind::Search {
                there: versions.search,
                here: SEARCH_VERSION,
                magicgen: versions.magicgen,
            }));
        }
        let header: Self = serde_json::from_str(first)
            .map_err(|error| wrong(LedgerErrorKind::Unreadable(super::clause(&error))))?;
        let unread =
            |flaw: Flaw| wrong(LedgerErrorKind::Unreadable(format!("a text in it {flaw}")));
        check_words(&header.piece).map_err(unread)?;
        let texts = [&header.magicgen, &header.square, &header.problem, &header.constant];
        for text in texts.into_iter().chain([&header.until, &header.plan]) {
            check_line(text).map_err(unread)?;
        }
        Ok(header)
    }

    /// An error if this is the header of another question than `asked`.
    pub(super) fn expect(&self, asked: &Self) -> Result<(), LedgerError> {
        if self.search != asked.search {
            let (there, here) = (self.search, asked.search);
            let magicgen = self.magicgen.clone();
            let kind = LedgerErrorKind::Search { there, here, magicgen };
            return Err(LedgerError { line: Some(1), kind });
        }
        let text = |header: &Self| {
            [
                ("piece", header.piece.clone()),
                ("square", header.square.clone()),
                ("bits", header.bits.to_string()),
                ("constant", header.constant.clone()),
                ("until", header.until.clone()),
                ("mask", format!("{:#018x}", header.mask)),
                ("word", header.word.to_string()),
                ("problem", header.problem.clone()),
                ("plan", header.plan.clone()),
                ("roots", header.roots.to_string()),
            ]
        };
        for ((field, there), (_, here)) in text(self).into_iter().zip(text(asked)) {
            if there != here {
                let kind = LedgerErrorKind::Other { field, there, here };
                return Err(LedgerError { line: Some(1), kind });
            }
        }
        Ok(())
    }

    /// The number of rules that a search of the ledger's version counts, the first of [`RULES`].
    pub(super) fn rules(&self) -> usize {
        match self.search {
            1 => RULES.len() - 2,
            2..=4 => RULES.len() - 1,
            _ => RULES.len(),
        }
    }

    /// The start of every line's digest, which covers all fields except the program's version.
    pub(super) fn digest(&self) -> blake3::Hasher {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"magicgen ledger");
        let numbers = [u64::from(self.ledger), u64::from(self.search), self.mask, self.bits.into()];
        for number in numbers.into_iter().chain([self.word.into(), self.roots]) {
            hasher.update(&number.to_le_bytes());
        }
        let texts = [&self.piece, &self.square, &self.problem, &self.constant, &self.until];
        for text in texts.into_iter().chain([&self.plan]) {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        hasher
    }
}

/// The hash of a square's problem.
fn problem(question: &Question) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"magicgen question 1");
    hasher.update(&[question.word]);
    hasher.update(&question.mask.to_le_bytes());
    for class in &question.classes {
        hasher.update(&class.to_le_bytes());
    }
    format!("blake3:{}", hasher.finalize().to_hex())
}
