//! `magicgen search`: searches for smaller tables than those in the lock, as far as the effort goes. Tables that can't
//! be made smaller stay as they are, and no source is written.

use serde::Serialize;

use super::reporting::{Format, Reporting};
use super::start::{Start, lock_text, start};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::args::{self, Cli, OutputArgs, Reproduce, What};
use super::diagnostic;
use super::discover::{FoundConfig, find_config};
use super::envelope::{Payload, enveloped, failed};
use super::interrupt::{InterruptedRun, interruptible};
use super::progress::while_waiting;
use super::shrink::{Shrinking, shrink};
use super::{is_chatty, print, say};
use crate::emit::{folder_of, stage_in, sweep};
use crate::error::Error;
use crate::generate::{choose, held_tables, sizes};
use magicgen_search::Lock;

/// The time in which an interrupted search must end by itself.
const GRACE: Duration = Duration::from_secs(3);

/// What to search, and for how long.
#[derive(Args, Debug)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    shrink: Shrinking,
    /// Language whose default variant is searched
    #[arg(short, long, value_name = "LANG", value_parser = args::languages())]
    lang: Option<String>,
    /// Variant whose tables are shortened [default: the variants of the outputs, or all in the lock]
    #[arg(long, value_name = "VARIANT", value_parser = args::variants())]
    variant: Option<String>,
    /// Order of squares [default: a1lsb]
    #[arg(short = 'O', long, value_name = "NAME", value_parser = args::orientations())]
    orientation: Option<String>,
    /// rook, bishop, queen, or a piece of the config; repeatable [default: the pieces of the outputs]
    #[arg(short, long, value_name = "PIECE", value_delimiter = ',')]
    piece: Vec<String>,
    /// Override a config key, e.g. -D board.width=5
    #[arg(short = 'D', long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Config file; `-` is standard input [default: nearest magicgen.toml upwards]
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Ignore config files
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
    /// Search only for the [[output]] with this id; repeatable
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    only: Vec<String>,
    /// Lock file [default: magicgen.lock beside the config]
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// Seed of the search [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Effort of the search: millions of candidates a square; for packed variants, units of about a second on two cores,
    /// with --goal on one core
    #[arg(long, value_name = "N")]
    effort: Option<u64>,
    /// Search threads; the result doesn't depend on them [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[command(flatten)]
    report: Reporting,
}

impl SearchArgs {
    /// Runs, and returns the exit status.
    pub(super) fn run(self) -> ExitCode {
        let (variant, orientation) = (self.variant, self.orientation);
        let (lang, piece, set) = (self.lang, self.piece, self.set);
        let what = What { lang, variant, orientation, piece, set, ..What::default() };
        let (config, no_config, only) = (self.config, self.no_config, self.only);
        let place = OutputArgs { config, no_config, only, ..OutputArgs::default() };
        let (lock, seed, effort, jobs) = (self.lock, self.seed, self.effort, self.jobs);
        let reproduce = Reproduce { lock, seed, effort, jobs, ..Reproduce::default() };
        let cli = Cli { command: None, what, place, reproduce, report: self.report };
        if self.shrink.is_asked() { shrink(&self.shrink, &cli) } else { search(cli) }
    }
}

/// The JSON object that a run prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(super) enum Searched {
    /// The lock has what was found.
    Searched {
        /// The outputs of the config.
        outputs: Vec<Lowered>,
    },
}

impl Payload for Searched {
    const KIND: &'static str = "search";
}

/// What a search brought for an output.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Lowered {
    /// The output's id.
    id: String,
    /// Its variant.
    variant: &'static str,
    /// The entries of its tables before, if the lock had them.
    before: Option<usize>,
    /// The entries of its tables now.
    entries: usize,
}

/// Runs the search, and returns the exit status.
fn search(cli: Cli) -> ExitCode {
    let report = cli.report.clone();
    interruptible(&report, Searched::KIND, GRACE, move |kept| match run(&cli, kept) {
        Ok(Some(line)) if cli.report.format == Format::Json => print(&line),
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            diagnostic::say(&error, &cli.report);
            if cli.report.format == Format::Json {
                print(&failed(Searched::KIND, &error));
            }
            ExitCode::from(error.status())
        }
    })
}

fn run(cli: &Cli, kept: &InterruptedRun) -> Result<Option<String>, Error> {
    let found = match (find_config(cli), &cli.reproduce.lock) {
        (Err(Error::Usage { .. }), Some(lock)) => {
            FoundConfig::of_flags(config_of(cli.what.variant.as_deref(), lock)?)
        }
        (found, _) => found?,
    };
    let start = start(cli, found, kept)?;
    start.hold(kept);
    let Start { plan, mut solver, lock_path, old_lock, lock_base, before, turn: _turn, .. } = start;
    let Some(path) = lock_path else {
        return Err(Error::Usage {
            message: "there is no lock to improve".to_owned(),
            help: Some("name it with `--lock FILE`, or a config with `--config FILE`".to_owned()),
        });
    };
    solver.keeps = true;
    let mut outputs = Vec::new();
    for job in &plan.jobs {
        let held = solver.lock.clone();
        solver.improves = false;
        let watch = solver.effort.watch.clone();
        let job = while_waiting(&cli.report, &watch, || choose(job, &mut solver))?;
        let before = if held.problems().is_empty() {
            None
        } else {
            Some(while_waiting(&cli.report, &watch, || sizes(job, &mut solver))?)
        };
        let was_held = solver.lock == held;
        solver.improves = true;
        let after = while_waiting(&cli.report, &watch, || sizes(job, &mut solver))?;
        if watch.is_stopped() {
            // The code that stopped the search saves the results so far.
            return Ok(None);
        }
        let before = before.filter(|_| was_held);
        if is_chatty(&cli.report) {
            say(&match before {
                Some(before) if after < before => {
                    format!(
                        "{}: {} lowered from {before} to {after} entries",
                        job.id, job.variant.id
                    )
                }
                Some(_) => format!("{}: {} stays at {after} entries", job.id, job.variant.id),
                None => format!("{}: {} found with {after} entries", job.id, job.variant.id),
            });
        }
        let (id, variant) = (job.id.clone(), job.variant.id);
        outputs.push(Lowered { id, variant, before, entries: after });
    }
    let text = solver.lock.to_string();
    if old_lock.as_deref() != Some(text.as_str()) {
        let base = lock_base.as_deref();
        sweep(folder_of(&path), base);
        let staged = stage_in(&path, text.as_bytes(), base)?.since(&before.of(&path));
        kept.commit(|_| staged.commit())?;
    }
    Ok(Some(enveloped(&Searched::Searched { outputs }, &[])))
}

/// The config's text for a run with only a lock: with the given variant, or with all variants whose tables for rook and
/// bishop on the chess board are in the lock. The language doesn't matter.
fn config_of(variant: Option<&str>, path: &Path) -> Result<String, Error> {
    let mut text = "version = 1\n".to_owned();
    let mut add = |id: &str| {
        let _ = write!(
            text,
            "\n[[output]]\nid = \"{id}\"\nlang = \"rust\"\npath = \"{id}.rs\"\nvariant = \"{id}\"\n"
        );
    };
    if let Some(variant) = variant {
        add(variant);
        return Ok(text);
    }
    let written = lock_text(path)?.ok_or_else(|| Error::Io {
        action: "read",
        path: path.to_owned(),
        error: std::io::ErrorKind::NotFound.into(),
    })?;
    let lock: Lock = written.parse().map_err(|error| Error::Lock {
        path: path.to_owned(),
        text: written.clone(),
        error,
    })?;
    let held = held_tables(&lock);
    if held.is_empty() {
        return Err(Error::Usage {
            message: format!("{} has no packed table of rook and bishop", path.display()),
            help: Some("name its config with `--config FILE`".to_owned()),
        });
    }
    held.into_iter().for_each(&mut add);
    Ok(text)
}
