//! Makes the answer to a question from a ledger's counts, as a sentence and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use serde::{Serialize, Serializer};

use super::args::Shard;
use super::bar::time;
use super::{INTERRUPTED, ProveOutput};
use crate::cli::envelope::{Payload, enveloped};
use magicgen_lab::prove::ledger::{Ledger, digest, prunes};
use magicgen_lab::prove::{Constant, ProofCase};

/// The JSON object that a run prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Answer"))]
pub(in crate::cli) struct ProveResult {
    /// `exists`, `none`, `interrupted`.
    #[serde(rename = "status")]
    pub(super) result: &'static str,
    #[serde(serialize_with = "hex")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(super) factor: Option<u64>,
    #[serde(serialize_with = "hex")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(super) constant: Option<u64>,
    bits: u8,
    square: String,
    nodes: u64,
    /// Wall time in seconds, times the number of threads, of all runs that made the ledger.
    seconds: f64,
    piece: String,
    mode: &'static str,
    shard: Option<String>,
    roots: [u64; 2],
    plan: String,
    levels: Vec<u64>,
    prunes: BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    factors: Option<u128>,
    /// The digest of all counts; `None` if the search isn't finished.
    digest: Option<String>,
    ledger: Option<String>,
    how: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) black: Option<Black>,
}

impl Payload for ProveResult {
    const KIND: &'static str = "proof";
}

/// Whether a black magic exists too.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct Black {
    /// `exists`, `none`, `unknown`.
    pub(super) result: &'static str,
    #[serde(serialize_with = "hex")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(super) factor: Option<u64>,
}

/// The part of the tree that the flags ask for.
#[derive(Clone, Debug)]
pub(super) struct WantedPart {
    pub(super) roots: Range<u64>,
    pub(super) shard: Option<Shard>,
}

impl ProveResult {
    /// The answer of a ledger about a part of the tree.
    pub(super) fn new(
        case: &ProofCase,
        ledger: &Ledger,
        wanted: &WantedPart,
        path: Option<&Path>,
    ) -> Self {
        let (tally, seconds) = ledger.tally();
        let witness = tally.witness;
        let result = match witness {
            // With --all the question is how many factors there are, so the first factor doesn't answer it.
            Some(_) if case.ends_at_first() => "exists",
            _ if !ledger.missing(&wanted.roots).is_empty() => "interrupted",
            Some(_) => "exists",
            None => "none",
        };
        let how = ledger.lines().iter().find(|line| line.tally.witness.is_some());
        let how = how.and_then(|line| line.how.clone());
        let header = ledger.header();
        Self {
            result,
            factor: witness.map(|witness| witness.factor),
            constant: witness.map(|witness| witness.constant),
            bits: header.bits,
            square: header.square.clone(),
            nodes: tally.all_nodes(),
            seconds: (seconds * 1000.0).round() / 1000.0,
            piece: header.piece.clone(),
            mode: case.question.constant.id(),
            shard: wanted.shard.map(|shard| shard.to_string()),
            roots: [wanted.roots.start, wanted.roots.end],
            plan: header.plan.clone(),
            prunes: prunes(&tally),
            factors: (!case.ends_at_first()).then_some(tally.factors),
            digest: (result != "interrupted").then(|| digest(header, &wanted.roots, &tally)),
            ledger: path.map(|path| path.display().to_string()),
            how: how.unwrap_or_else(|| "complete search".to_owned()),
            levels: tally.nodes,
            black: None,
        }
    }

    /// The output of a run. `shown` names piece and square.
    pub(super) fn said(&self, case: &ProofCase, ledger: &Ledger, shown: &str) -> ProveOutput {
        let status = if self.result == "interrupted" { INTERRUPTED } else { 0 };
        let text = self.sentence(case, ledger, shown) + "\n";
        ProveOutput { status, text, json: enveloped(self, &[]) }
    }

    fn sentence(&self, case: &ProofCase, ledger: &Ledger, shown: &str) -> String {
        let bits = match self.bits {
            1 => "1 index bit".to_owned(),
            bits => format!("{bits} index bits"),
        };
        let kind =
            if case.question.constant == Constant::Black { "black factor" } else { "factor" };
        let [from, to] = self.roots;
        let is_part = to - from != case.plan.roots();
        let part = match &self.shard {
            Some(shard) => format!("shard {shard}, roots {from}..{to}"),
            None => format!("roots {from}..{to}"),
        };
        match (self.result, self.factor) {
            ("interrupted", _) => {
                let done = ledger.done(&(from..to));
                let next = match &self.ledger {
                    Some(_) => "the same command goes on from there",
                    None => "with a ledger (`-o FILE`), an interrupted run can continue",
                };
                format!("interrupted: {done} of {} roots are done; {next}", to - from)
            }
            (_, Some(factor)) => {
                let mut text = format!("exists: {shown} has ");
                match self.factors {
                    Some(count) => {
                        let s = if count == 1 { "" } else { "s" };
                        let _ = write!(text, "{count} {kind}{s} with {bits}");
                        if is_part {
                            let _ = write!(text, " in {part}");
                        }
                        let _ = write!(text, ", the first {factor:#018x}");
                    }
                    None => {
                        let _ = write!(text, "the {kind} {factor:#018x} with {bits}");
                    }
                }
                if let Some(constant) = self.constant.filter(|constant| *constant != 0) {
                    let _ = write!(text, ", {constant:#018x} added to the product");
                }
                let _ = write!(text, " ({})", self.effort());
                if let Some(black) = self.black {
                    let _ = match (black.result, black.factor) {
                        ("exists", Some(factor)) => {
                            write!(text, "\nblack: exists too, {factor:#018x}")
                        }
                        ("none", _) => write!(text, "\nblack: none"),
                        _ => write!(text, "\nblack: unknown; `--constant black` settles it"),
                    };
                }
                text
            }
            _ => {
                let constant = match case.question.constant {
                    Constant::Free => ", whatever constant is added",
                    Constant::None | Constant::Black => "",
                };
                let rest = if is_part { "; the rest of the tree may have one" } else { "" };
                let part = if is_part { format!(" in {part}") } else { String::new() };
                let effort = self.effort();
                format!("none{part}: {shown} has no {kind} with {bits}{constant} ({effort}){rest}")
            }
        }
    }

    /// How the answer was found, such as `complete search, 123 nodes in 4.50 s of one core`.
    fn effort(&self) -> String {
        match self.nodes {
            0 => self.how.clone(),
            nodes => format!("{}, {nodes} nodes in {} of one core", self.how, time(self.seconds)),
        }
    }
}

/// Writes a word as `0x` and 16 hexadecimal digits, or null.
#[expect(clippy::ref_option, reason = "serde calls it so")]
fn hex<S: Serializer>(word: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
    match word {
        Some(word) => to.serialize_str(&format!("{word:#018x}")),
        None => to.serialize_none(),
    }
}
