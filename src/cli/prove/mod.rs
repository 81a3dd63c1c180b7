//! `magicgen prove`: whether a piece on a square has a factor with a number of index bits. The answer has a witness or
//! a certificate.
//!
//! Quick ways to find a factor come first: published factors, and random candidates if there are as many index bits as
//! relevant squares. They are skipped with `--all`, `--shard` or `--roots`, and if the ledger of `-o` has lines
//! already. Then the tree is searched, root by root.

mod answer;
mod args;
mod bar;
mod estimate;
pub(super) mod file;
mod merge;
mod recheck;
mod search;

use super::reporting::Format;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(super) use answer::ProveResult;
pub(super) use args::Prove;
pub(super) use bar::time;
#[cfg(test)]
pub(super) use {estimate::Estimate, recheck::Rechecked};

use super::diagnostic;
use super::discover::{FoundConfig, overrides};
use super::envelope::{Payload as _, failed};
use super::interrupt::INTERRUPTED;
use super::print;
use super::signals::on_signal;
use crate::ask::NamedProblem;
use crate::config::Source;
use crate::error::Error;

/// Set by Ctrl-C and by a signal to terminate.
static STOP: AtomicBool = AtomicBool::new(false);

/// The output of a run, for people and as a line of JSON, and its exit status.
struct ProveOutput {
    status: u8,
    text: String,
    json: String,
}

/// Runs, prints the answer, and returns the exit status.
pub(super) fn prove(prove: &Prove) -> ExitCode {
    let is_json = prove.report.format == Format::Json;
    let (text, status) = match run(prove) {
        Ok(said) if is_json => (said.json, said.status),
        Ok(said) => (said.text, said.status),
        Err(error) => {
            diagnostic::say(&error, &prove.report);
            (
                if is_json { failed(ProveResult::KIND, &error) } else { String::new() },
                error.status(),
            )
        }
    };
    match print(&text) {
        ExitCode::SUCCESS => ExitCode::from(status),
        broken => broken,
    }
}

fn run(prove: &Prove) -> Result<ProveOutput, Error> {
    catch_signals();
    if !prove.merge.is_empty() {
        return merge::merge(prove);
    }
    if let Some(ledger) = &prove.recheck {
        return recheck::recheck(prove, ledger);
    }
    let (Some(piece), Some(square), Some(bits)) = (&prove.piece, &prove.square, prove.bits) else {
        return Err(Error::Usage {
            message: "a piece, a square and `--bits` are missing".to_owned(),
            help: Some("magicgen prove rook a1 --bits 11".to_owned()),
        });
    };
    let asked = asked(prove, piece, square)?;
    let question = asked.question(bits, prove.constant())?;
    if prove.estimate {
        Ok(estimate::estimate(prove, &asked, question))
    } else {
        search::search(prove, &asked, question)
    }
}

/// The piece on its square, on the board of the named config, of the nearest one, or else on the chess board.
fn asked(prove: &Prove, piece: &str, square: &str) -> Result<NamedProblem, Error> {
    let (config, ignores) = (prove.config.as_deref(), prove.no_config);
    let found = FoundConfig::named_or_nearest(config, ignores, "version = 1\n")?;
    let source = Source::new(&found.name, &found.text, overrides(&prove.set)?);
    NamedProblem::new(found.piece(&source, piece)?, square)
}

/// Makes signals end the run soon, with its ledger written. Further signals change nothing, since schedulers often send
/// two.
fn catch_signals() {
    // If no handler can be set, a signal ends the run at once; the ledger has all lines up to then.
    let _ = on_signal(|| STOP.store(true, Ordering::Relaxed));
}

/// Runs `work` with a flag that tells it to stop. The flag is set after the time `most`, or when a signal ends the run.
fn within<T>(most: Duration, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let is_over = AtomicBool::new(false);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let is_ended = || is_over.load(Ordering::Relaxed) || STOP.load(Ordering::Relaxed);
            while begun.elapsed() < most && !is_ended() {
                std::thread::sleep(Duration::from_millis(5));
            }
            is_over.store(true, Ordering::Relaxed);
        });
        let done = work(&is_over);
        is_over.store(true, Ordering::Relaxed);
        done
    })
}
