//! Generates files: finds the config and resolves it, takes factors from the lock or a search, and writes or compares
//! the files.

use super::reporting::Format;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::args::Cli;
use super::check::{Unlocked, check, check_unlocked, foresee};
use super::diagnostic::diagnostics;
use super::discover::find_config;
use super::envelope::Content as _;
use super::files::{File, check_places, files};
use super::interrupt::{Kept, interruptible};
use super::orphans::{self, is_configs_own, orphans};
use super::progress::while_waiting;
use super::report::{RunReport, RunStatus};
use super::start::start;
use super::write::write;
use super::{diagnostic, is_chatty, print, say, stdout};
use crate::config::{Job, Target};
use crate::emit::Refusal;
use crate::error::Error;
use crate::generate::{choose, generate as generate_job};
use crate::render::text::provenance::size;

/// Generates, prints the report, and returns the exit status.
pub(super) fn generate(cli: Cli) -> ExitCode {
    let reporting = cli.report.clone();
    interruptible(&reporting, RunReport::KIND, Duration::ZERO, move |kept| reported(&cli, kept))
}

fn reported(cli: &Cli, kept: &Kept) -> ExitCode {
    let mut report = RunReport::new();
    let result = run(cli, kept, &mut report);
    let status = match &result {
        Ok(status) => *status,
        Err(error) => {
            report.status = RunStatus::Error;
            report.diagnostics.extend(diagnostics(error));
            diagnostic::say(error, &cli.report);
            error.status()
        }
    };
    if let Some(text) = report.text(cli.report.format) {
        let printed = print(&text);
        if printed != ExitCode::SUCCESS {
            return printed;
        }
    }
    ExitCode::from(status)
}

fn run(cli: &Cli, kept: &Kept, report: &mut RunReport) -> Result<u8, Error> {
    let mut start = start(cli, find_config(cli)?, kept)?;
    if !cli.reproduce.keeps_lock() && start.found.config.is_some() {
        start.hold(kept);
    }
    let jobs = std::mem::take(&mut start.plan.jobs);
    expect_stdout(cli, &jobs)?;
    let solver = &mut start.solver;
    let mut outputs = Vec::new();
    // An empty lock is as good as none: there the lock is what is wrong.
    let is_empty = solver.lock.problems().is_empty() && solver.lock.outputs().is_empty();
    let goes_on = cli.reproduce.check && !is_empty;
    let mut unlocked = Vec::new();
    for job in &jobs {
        let asked = job;
        let watch = solver.effort.watch.clone();
        let chosen = while_waiting(&cli.report, &watch, || choose(asked, solver));
        let Some(job) = locked(goes_on, asked, chosen, &mut unlocked)? else { continue };
        if let Some(budget) = asked.budget.as_ref().filter(|_| is_chatty(&cli.report)) {
            let (id, bytes, variant) = (&job.id, budget.max_bytes, job.variant.id);
            say(&format!("{id}: {variant} is the fastest variant within {bytes} bytes"));
        }
        if cli.report.verbose && is_chatty(&cli.report) {
            say(&format!(
                "{}: {} {}, {}",
                job.id,
                job.language.id,
                job.variant.id,
                job.orientation()
            ));
        }
        let before = solver.searched;
        let generated = while_waiting(&cli.report, &watch, || generate_job(job, solver));
        let Some(generated) = locked(goes_on, job, generated, &mut unlocked)? else { continue };
        if cli.report.verbose && is_chatty(&cli.report) {
            let searched = solver.searched - before;
            say(&format!("{}: {searched} searched, {} entries, proved", job.id, generated.entries));
        }
        if is_chatty(&cli.report) {
            generated.notes.iter().for_each(|note| say(&format!("{}: {note}", job.id)));
        }
        outputs.push((job, generated));
    }
    report.searched = solver.searched;
    let files = files(&outputs);
    let config = start.found.file();
    check_places(&files, config, start.lock_path.as_deref()).map_err(|error| Error::Config {
        source: Box::new(start.source.clone()),
        errors: vec![error],
    })?;
    if cli.reproduce.check {
        let mut status = check(cli, &files, config, report)?;
        if check_unlocked(cli, &start.source, &unlocked, report) != 0 {
            status = 1;
        }
        if is_configs_own(cli) {
            let base = config.and_then(Path::parent).unwrap_or(Path::new(""));
            let is_partial = !cli.place.only.is_empty();
            let lock = &start.solver.lock;
            let mut orphans = orphans(lock, base, &files, is_partial);
            // The files of outputs without factors aren't among those that were made.
            orphans.retain(|orphan| !unlocked.iter().any(|other| other.has_made(orphan, lock)));
            status = status.max(orphans::check(&orphans, base, cli, report));
        }
        if status == 0 && is_chatty(&cli.report) {
            let count = files.len();
            say(&format!("{count} file{} up to date", if count == 1 { "" } else { "s" }));
        }
        return Ok(status);
    }
    if cli.reproduce.dry_run {
        foresee(cli, &mut start, &files, report)?;
        return Ok(0);
    }
    spare_terminal(cli, &files)?;
    write(cli, &mut start, &files, kept, report)?;
    Ok(0)
}

/// The result of a step of an output; `None` where the lock has no factors for it and the run goes on with the others.
fn locked<'a, T>(
    goes_on: bool,
    job: &'a Job,
    made: Result<T, Error>,
    unlocked: &mut Vec<Unlocked<'a>>,
) -> Result<Option<T>, Error> {
    match made {
        Err(Error::NotLocked { path: Some(lock), is_missing: false, piece, .. }) if goes_on => {
            unlocked.push(Unlocked { job, lock, piece });
            Ok(None)
        }
        made => made.map(Some),
    }
}

/// Refuses to print a source where standard output is closed, before anything is searched.
fn expect_stdout(cli: &Cli, jobs: &[Job]) -> Result<(), Error> {
    let prints = cli.report.format == Format::Human
        && !(cli.reproduce.check || cli.reproduce.dry_run)
        && jobs.iter().any(|job| job.target == Target::Stdout);
    if prints && stdout::is_closed() {
        let (path, refusal) = (PathBuf::from("standard output"), Refusal::Closed);
        return Err(Error::Refused { action: "write", path, refusal });
    }
    Ok(())
}

/// The most bytes of a source that a terminal gets without having been named by `-o -`.
const MOST_ON_TERMINAL: usize = 100 << 10;

/// Refuses to show megabytes on a terminal, unless that is asked for.
fn spare_terminal(cli: &Cli, files: &[File<'_>]) -> Result<(), Error> {
    let is_for_people = cli.report.format == Format::Human && std::io::stdout().is_terminal();
    if cli.place.output.is_some() || !is_for_people {
        return Ok(());
    }
    let is_long = |file: &&File<'_>| file.path.is_none() && file.bytes.len() > MOST_ON_TERMINAL;
    let Some(file) = files.iter().find(is_long) else { return Ok(()) };
    Err(Error::Usage {
        message: format!("the source is too long for a terminal: {}", size(file.bytes.len())),
        help: Some("`-o FILE` writes it to a file, and `-o -` shows it all the same".to_owned()),
    })
}
