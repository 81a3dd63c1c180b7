//! What a search counted below some roots in; a line of a ledger with its digest out, and back.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Header;
use super::error::LedgerErrorKind;
use crate::prove::{RULES, Tally, Witness};

/// What was counted below a slice of roots.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Which roots. None where a witness came without a search.
    pub roots: Range<u64>,
    /// What was counted.
    pub tally: Tally,
    /// Wall time by threads. No part of the digest: nobody can measure it again.
    pub seconds: f64,
    /// How a witness came without a search.
    pub how: Option<String>,
}

/// Bytes of a line: several times what the most levels of a plan can take.
pub(super) const MOST_BYTES: usize = 64 << 10;

/// Up to 30,000 years; the sums of such have a form in JSON too.
const SECONDS: Range<f64> = 0.0..1e12;

/// The line as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    roots: [u64; 2],
    nodes: Vec<u64>,
    sums: Vec<Hex>,
    prunes: BTreeMap<String, u64>,
    factors: u128,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    factor: Option<Hex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    constant: Option<Hex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    how: Option<String>,
    digest: String,
    seconds: f64,
}

/// A word in hexadecimal: JSON's numbers lose digits in many a reader.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
struct Hex(#[serde(with = "super::hex")] u64);

impl Line {
    /// The digest, chained over levels: 128 bits in hexadecimal.
    #[must_use]
    pub fn digest(&self, header: &Header) -> String {
        digest(header, &self.roots, &self.tally)
    }

    pub(super) fn write(&self, header: &Header) -> String {
        let hexes = |words: &[u64]| words.iter().copied().map(Hex).collect();
        let text = Text {
            roots: [self.roots.start, self.roots.end],
            nodes: self.tally.nodes.clone(),
            sums: hexes(&self.tally.sums),
            prunes: prunes(&self.tally),
            factors: self.tally.factors,
            factor: self.tally.witness.map(|witness| Hex(witness.factor)),
            constant: self.tally.witness.map(|witness| Hex(witness.constant)),
            how: self.how.clone(),
            digest: self.digest(header),
            seconds: (self.seconds * 1000.0).round() / 1000.0,
        };
        // Numbers, texts and lists of them have a form in JSON.
        serde_json::to_string(&text).unwrap_or_default()
    }

    /// Reads a line; whether its digest and its counts fit together is looked at, not whether they are true.
    pub(super) fn read(
        text: &str,
        header: &Header,
        levels: usize,
    ) -> Result<Self, LedgerErrorKind> {
        let unreadable = |reason: &str| LedgerErrorKind::Unreadable(reason.to_owned());
        if text.len() > MOST_BYTES {
            return Err(unreadable("it is too long"));
        }
        let text: Text = serde_json::from_str(text)
            .map_err(|error| LedgerErrorKind::Unreadable(super::clause(&error)))?;
        if text.nodes.len() != levels || text.sums.len() != levels {
            return Err(LedgerErrorKind::Levels { there: text.nodes.len(), here: levels });
        }
        let mut tally = Tally::new(levels);
        tally.nodes = text.nodes;
        tally.sums = text.sums.into_iter().map(|sum| sum.0).collect();
        for (name, count) in &text.prunes {
            let Some(rule) = RULES.iter().position(|rule| rule == name) else {
                return Err(unreadable(&format!("no rule is called `{name}`")));
            };
            tally.prunes[rule] = *count;
        }
        if text.prunes.len() != RULES.len() {
            return Err(unreadable("not every rule is counted"));
        }
        if !SECONDS.contains(&text.seconds) {
            return Err(unreadable("no search takes so many `seconds`"));
        }
        tally.factors = text.factors;
        tally.witness = match (text.factor, text.constant) {
            (Some(factor), Some(constant)) => {
                Some(Witness { factor: factor.0, constant: constant.0 })
            }
            (None, None) => None,
            _ => return Err(unreadable("a factor goes with its constant")),
        };
        let [from, to] = text.roots;
        // Only a witness that came without a search stands for no roots.
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

/// The digest of what was counted below `roots`, however many lines it stands in.
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
    for prunes in tally.prunes {
        hasher.update(&prunes.to_le_bytes());
    }
    hasher.update(&tally.factors.to_le_bytes());
    if let Some(Witness { factor, constant }) = tally.witness {
        hasher.update(&factor.to_le_bytes());
        hasher.update(&constant.to_le_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Prunes under the names of their rules.
#[must_use]
pub fn prunes(tally: &Tally) -> BTreeMap<String, u64> {
    RULES.iter().map(|rule| (*rule).to_owned()).zip(tally.prunes).collect()
}
