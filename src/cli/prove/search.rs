//! Answers a question by complete search, and keeps a ledger.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::answer::{Black, ProveResult, WantedPart};
use super::args::Prove;
use super::bar::ProveBar;
use super::file::{LedgerKeeper, refuse, text};
use super::{ProveOutput, STOP, within};
use crate::ask::{NamedProblem, black, quick};
use crate::error::Error;
use magicgen_lab::prove::ledger::{Header, Ledger, LedgerLine};
use magicgen_lab::prove::run::Runner;
use magicgen_lab::prove::{Constant, ProofCase, Question, SEARCH_VERSION, Tally, Until, Witness};

/// The wall time of a slice: short enough to search a slice again as a sample, long enough for a short ledger.
const LINE: Duration = Duration::from_secs(30);

/// The time for which a black magic is searched after a witness with a free constant. `--constant black` searches
/// without a limit.
const BLACK: Duration = Duration::from_secs(10);

/// Answers a question.
pub(super) fn search(
    prove: &Prove,
    asked: &NamedProblem,
    question: Question,
) -> Result<ProveOutput, Error> {
    let until = if prove.all { Until::All } else { Until::First };
    let path = prove.output.as_deref();
    let begun = begun(path)?;
    // A ledger that an earlier version of the search began goes on by that version's rules.
    let version = begun.as_ref().map_or(SEARCH_VERSION, |(_, header)| header.search);
    let case = asked.case_of_version(question, until, version);
    let wanted = wanted(prove, &case)?;
    let (mut ledger, mut keeper) = open(path, begun.map(|(text, _)| text), &case, &wanted)?;
    // A place that can't be written to is reported before the search.
    keeper.save(&ledger)?;
    let is_whole = prove.shard.is_none() && prove.roots.is_none();
    let is_settled = ledger.missing(&wanted.roots).is_empty();
    if is_whole && case.ends_at_first() && ledger.lines().is_empty() {
        find(asked, &case, &mut ledger);
        keeper.save(&ledger)?;
    }
    fill(prove, asked, &case, &mut ledger, &wanted, &mut keeper, &STOP)?;
    let mut answer = ProveResult::new(&case, &ledger, &wanted, path);
    if answer.result == "exists"
        && case.question.constant == Constant::Free
        && let (Some(factor), Some(constant)) = (answer.factor, answer.constant)
    {
        let may_search = is_whole && !is_settled;
        answer.black =
            Some(is_black(prove, asked, &case, Witness { factor, constant }, may_search));
    }
    Ok(answer.said(&case, &ledger, &asked.shown))
}

/// The part of the tree that the flags ask for.
pub(super) fn wanted(prove: &Prove, case: &ProofCase) -> Result<WantedPart, Error> {
    let all = case.plan.roots();
    let roots = match (prove.shard, prove.roots) {
        (Some(shard), _) => shard.roots(all),
        (None, Some((from, to))) if to <= all => from..to,
        (None, Some((from, to))) => {
            return Err(Error::Usage {
                message: format!("roots {from}..{to} aren't a slice of the plan's 0..{all}"),
                help: Some(format!("--roots 0..{all}")),
            });
        }
        (None, None) => 0..all,
    };
    Ok(WantedPart { roots, shard: prove.shard })
}

/// The text and the header of a ledger to go on with; `None` if there is none.
fn begun(path: Option<&Path>) -> Result<Option<(String, Header)>, Error> {
    let Some(path) = path else { return Ok(None) };
    if path.as_os_str() == "-" {
        return Err(Error::Usage {
            message: "a ledger can't be standard output".to_owned(),
            help: Some("-o a1.jsonl".to_owned()),
        });
    }
    let Some(text) = text(path)? else { return Ok(None) };
    let header = Header::read(&text).map_err(refuse(path))?;
    Ok(Some((text, header)))
}

/// The ledger to go on with, or a new one.
fn open<'a>(
    path: Option<&'a Path>,
    text: Option<String>,
    case: &ProofCase,
    wanted: &WantedPart,
) -> Result<(Ledger, LedgerKeeper<'a>), Error> {
    let Some(path) = path else { return Ok((Ledger::new(case), LedgerKeeper::new(None, None))) };
    let ledger = match &text {
        Some(text) => Ledger::read(text, case).map_err(refuse(path))?,
        None => Ledger::new(case),
    };
    ledger.expect_within(&wanted.roots).map_err(refuse(path))?;
    Ok((ledger, LedgerKeeper::new(Some(path), text)))
}

/// Adds a witness to the ledger if one is found without a search.
fn find(asked: &NamedProblem, case: &ProofCase, ledger: &mut Ledger) {
    let started = Instant::now();
    if let Some((witness, how)) = quick(asked, &case.question) {
        let tally = Tally { witness: Some(witness), ..Tally::new(case.plan.levels()) };
        let seconds = started.elapsed().as_secs_f64();
        ledger.push(LedgerLine { roots: 0..0, tally, seconds, how: Some(how.to_owned()) });
    }
}

/// Searches the roots that the ledger lacks.
fn fill(
    prove: &Prove,
    asked: &NamedProblem,
    case: &ProofCase,
    ledger: &mut Ledger,
    wanted: &WantedPart,
    keeper: &mut LedgerKeeper<'_>,
    stop: &AtomicBool,
) -> Result<(), Error> {
    if ledger.missing(&wanted.roots).is_empty() {
        return Ok(());
    }
    let what = format!("{}, {} index bits", asked.shown, case.question.bits);
    let all = wanted.roots.end - wanted.roots.start;
    let mut bar = ProveBar::new(&prove.report, &what, ledger.done(&wanted.roots), all);
    let mut runner = Runner::new(case, prove.threads());
    let filled = runner.fill(
        ledger,
        &wanted.roots,
        LINE,
        stop,
        |slice| bar.add(slice),
        |ledger| keeper.save(ledger),
    );
    bar.finish();
    filled.map(|_| ())
}

/// Whether a black magic exists as well, given a witness with a free constant. It may be the witness itself, a quickly
/// found one, or the result of a search within [`BLACK`]. `--constant black` searches without a limit, and can keep a
/// ledger.
fn is_black(
    prove: &Prove,
    asked: &NamedProblem,
    case: &ProofCase,
    witness: Witness,
    may_search: bool,
) -> Black {
    let exists = |factor| Black { result: "exists", factor: Some(factor) };
    let question = black(&case.question);
    if witness.constant == question.constant_of(witness.factor) {
        return exists(witness.factor);
    }
    if let Some((witness, _)) = quick(asked, &question) {
        return exists(witness.factor);
    }
    let unknown = Black { result: "unknown", factor: None };
    if !may_search || STOP.load(Ordering::Relaxed) {
        return unknown;
    }
    let case = asked.case(question, Until::First);
    let mut ledger = Ledger::new(&case);
    let wanted = WantedPart { roots: 0..case.plan.roots(), shard: None };
    let filled = within(BLACK, |is_over| {
        let mut keeper = LedgerKeeper::new(None, None);
        fill(prove, asked, &case, &mut ledger, &wanted, &mut keeper, is_over)
    });
    match filled {
        Ok(()) if ledger.missing(&wanted.roots).is_empty() => ledger
            .witness()
            .map_or(Black { result: "none", factor: None }, |witness| exists(witness.factor)),
        _ => unknown,
    }
}
