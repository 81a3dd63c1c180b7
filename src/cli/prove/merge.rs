//! Merges the ledgers of shards into the ledger of the whole tree, and prints its answer.

use std::path::{Path, PathBuf};

use super::answer::{ProveResult, WantedPart};
use super::args::Prove;
use super::file::{existing, expect_whole, ledger_error, refuse, save, text};
use super::{ProveOutput, asked};
use crate::ask::NamedProblem;
use crate::error::Error;
use magicgen_lab::prove::ledger::{Header, Ledger};
use magicgen_lab::prove::{Constant, ProofCase, Until};

/// Merges the ledgers that the arguments name.
pub(super) fn merge(prove: &Prove) -> Result<ProveOutput, Error> {
    let Some(output) = prove.output.as_deref() else {
        return Err(Error::Usage {
            message: "--merge has no file to write".to_owned(),
            help: Some("magicgen prove --merge a1-*.jsonl -o a1.jsonl".to_owned()),
        });
    };
    let mut found: Option<(NamedProblem, ProofCase)> = None;
    let mut ledgers = Vec::new();
    for path in &prove.merge {
        let text = existing(path)?;
        let (_, case) = match &mut found {
            Some(found) => found,
            none => none.insert(case_of(prove, path, &text)?),
        };
        let ledger = Ledger::read(&text, case).map_err(refuse(path))?;
        ledgers.push((path.display().to_string(), ledger));
    }
    let Some((asked, case)) = found else {
        return Err(Error::Usage { message: "--merge has no ledgers".to_owned(), help: None });
    };
    // A file that isn't a ledger of this question isn't replaced.
    if let Some(text) = text(output)? {
        Ledger::read(&text, &case).map_err(refuse(output))?;
    }
    let merged = Ledger::merge(&ledgers, &case)
        .map_err(|(name, error)| ledger_error(PathBuf::from(name), &error))?;
    let wanted = WantedPart { roots: 0..case.plan.roots(), shard: None };
    expect_whole(prove, output, &merged, &case, &wanted.roots)?;
    save(output, &merged)?;
    let answer = ProveResult::new(&case, &merged, &wanted, Some(output));
    Ok(answer.said(&case, &merged, &asked.shown))
}

/// The question that a ledger's first line states, with a new plan.
pub(super) fn case_of(
    prove: &Prove,
    path: &Path,
    text: &str,
) -> Result<(NamedProblem, ProofCase), Error> {
    let header = Header::read(text).map_err(refuse(path))?;
    let asked = asked(prove, &header.piece, &header.square)?;
    let is_meant = |constant: &Constant| constant.id() == header.constant;
    // Wrong values are replaced here; they are refused when the ledger's first line is compared with the question's.
    let constant = Constant::ALL.into_iter().find(is_meant).unwrap_or(Constant::None);
    let until = if header.until == "all" { Until::All } else { Until::First };
    let question = asked.question(header.bits, constant)?;
    let case = asked.case_of_version(question, until, header.search);
    Ok((asked, case))
}
