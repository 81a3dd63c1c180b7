//! Writes and reads the lines of a ledger, each with the counts below a slice of roots and their digest.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Header;
use super::error::LedgerErrorKind;
use crate::prove::{RULES, Tally, Witness};

/// The counts below a slice of roots.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerLine {
    /// The roots; empty if a witness was found without a search.
    pub roots: Range<u64>,
    /// The counts below the roots.
    pub tally: Tally,
    /// The wall time in seconds, times the number of threads. It isn't part of the digest, since it can't be
    /// reproduced.
    pub seconds: f64,
    /// How a witness was found without a search.
    pub how: Option<String>,
}

/// The most bytes of a line: several times as many as the counts of a plan with the most levels take.
pub(super) const MOST_BYTES: usize = 64 << 10;

/// The `seconds` that a line may have: less than 32,000 years, so that sums of many lines can be written in JSON too.
const SECONDS: Range<f64> = 0.0..1e12;

/// The line as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LedgerText {
    roots: [u64; 2],
    nodes: Vec<u64>,
    sums: Vec<LedgerWord>,
    prunes: BTreeMap<String, u64>,
    factors: u128,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    factor: Option<LedgerWord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    constant: Option<LedgerWord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    how: Option<String>,
    digest: String,
    seconds: f64,
}

/// A word in hexadecimal, since many readers of JSON lose digits of large numbers.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
struct LedgerWord(#[serde(with = "super::hex")] u64);

impl LedgerLine {
    /// The digest of the line, which is chained over the levels: 32 hexadecimal digits.
    #[must_use]
    pub fn digest(&self, header: &Header) -> String {
        digest(header, &self.roots, &self.tally)
    }

    /// The text of the line, without an end of line.
    pub(super) fn write(&self, header: &Header) -> String {
        let hexes = |words: &[u64]| words.iter().copied().map(LedgerWord).collect();
        let text = LedgerText {
            roots: [self.roots.start, self.roots.end],
            nodes: self.tally.nodes.clone(),
            sums: hexes(&self.tally.sums),
            prunes: counted(&self.tally, header.rules()),
            factors: self.tally.factors,
            factor: self.tally.witness.map(|witness| LedgerWord(witness.factor)),
            constant: self.tally.witness.map(|witness| LedgerWord(witness.constant)),
            how: self.how.clone(),
            digest: self.digest(header),
            seconds: (self.seconds * 1000.0).round() / 1000.0,
        };
        // Numbers, texts and lists can always be written in JSON, so the default doesn't occur.
        serde_json::to_string(&text).unwrap_or_default()
    }

    /// Reads a line and checks that its digest fits its counts. Only another search can check that the counts are true.
    pub(super) fn read(
        text: &str,
        header: &Header,
        levels: usize,
    ) -> Result<Self, LedgerErrorKind> {
        let unreadable = |reason: &str| LedgerErrorKind::Unreadable(reason.to_owned());
        if text.len() > MOST_BYTES {
            return Err(unreadable("it is too long"));
        }
        let text: LedgerText = serde_json::from_str(text)
            .map_err(|error| LedgerErrorKind::Unreadable(super::clause(&error)))?;
        if text.nodes.len() != levels || text.sums.len() != levels {
            return Err(LedgerErrorKind::Levels { there: text.nodes.len(), here: levels });
        }
        let mut tally = Tally::new(levels);
        tally.nodes = text.nodes;
        tally.sums = text.sums.into_iter().map(|sum| sum.0).collect();
        for (name, count) in &text.prunes {
            let Some(rule) = RULES[..header.rules()].iter().position(|rule| rule == name) else {
                return Err(unreadable(&format!("there is no rule `{name}`")));
            };
            tally.prunes[rule] = *count;
        }
        if text.prunes.len() != header.rules() {
            return Err(unreadable("not every rule is counted"));
        }
        if !SECONDS.contains(&text.seconds) {
            return Err(unreadable("the number of `seconds` is too large"));
        }
        tally.factors = text.factors;
        tally.witness = match (text.factor, text.constant) {
            (Some(factor), Some(constant)) => {
                Some(Witness { factor: factor.0, constant: constant.0 })
            }
            (None, None) => None,
            _ => return Err(unreadable("a factor needs its constant")),
        };
        let [from, to] = text.roots;
        // Only a witness that was found without a search may have an empty range of roots.
        let is_found = text.how.is_some() && tally.witness.is_some() && from == to;
        if to > header.roots || from > to || (from == to || text.how.is_some()) && !is_found {
            return Err(LedgerErrorKind::Roots { roots: from..to, all: header.roots });
        }
        let line = Self { roots: from..to, tally, seconds: text.seconds, how: text.how };
        let digest = line.digest(header);
        if digest != text.digest {
            return Err(LedgerErrorKind::Digest { there: text.digest, here: digest });
        }
        Ok(line)
    }
}

/// The digest of the counts below `roots`: 32 hexadecimal digits. It doesn't depend on how they are split into lines.
#[must_use]
pub fn digest(header: &Header, roots: &Range<u64>, tally: &Tally) -> String {
    let mut hasher = header.digest();
    hasher.update(&roots.start.to_le_bytes());
    hasher.update(&roots.end.to_le_bytes());
    let mut chained = *hasher.finalize().as_bytes();
    for (nodes, sum) in tally.nodes.iter().zip(&tally.sums) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&chained);
        hasher.update(&nodes.to_le_bytes());
        hasher.update(&sum.to_le_bytes());
        chained = *hasher.finalize().as_bytes();
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(&chained);
    for prunes in &tally.prunes[..header.rules()] {
        hasher.update(&prunes.to_le_bytes());
    }
    hasher.update(&tally.factors.to_le_bytes());
    if let Some(Witness { factor, constant }) = tally.witness {
        hasher.update(&factor.to_le_bytes());
        hasher.update(&constant.to_le_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// The number of prunes of each rule, under the rule's name.
#[must_use]
pub fn prunes(tally: &Tally) -> BTreeMap<String, u64> {
    counted(tally, RULES.len())
}

/// The number of prunes of each of the first `rules` rules.
fn counted(tally: &Tally, rules: usize) -> BTreeMap<String, u64> {
    RULES.iter().take(rules).map(|rule| (*rule).to_owned()).zip(tally.prunes).collect()
}
