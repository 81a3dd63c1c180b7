//! Generates files: finds the config and resolves it, takes factors from the lock or a search, and writes or compares
//! the files.

use super::reporting::{CommonFlags, Format, Reporting};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::args::{Cli, OutputArgs, Reproduce, What};
use super::check::{Check, New, Unlocked, check_unlocked, foresee, foreseen};
use super::diagnostic::diagnostics;
use super::discover::{FoundConfig, find_config};
use super::envelope::Payload as _;
use super::files::{Places, files as files_of};
use super::interrupt::{InterruptedRun, interruptible};
use super::orphans::{self, is_configs_own, orphans};
use super::progress::while_waiting;
use super::report::{RunReport, RunStatus};
use super::start::{Start, start};
use super::watching::watch;
use super::write::{NewLock, Write};
use super::{diagnostic, is_chatty, print, say, stdout};
use crate::config::{Job, Target};
use crate::emit::{Refusal, hold_many};
use crate::error::Error;
use crate::generate::{Generated, Solver, choose, generate as generate_job};
use magicgen_search::Watch;

/// Generates, prints the report, and returns the exit status.
pub(super) fn generate(cli: Cli) -> ExitCode {
    let reporting = cli.report.clone();
    interruptible(&reporting, RunReport::KIND, Duration::ZERO, move |kept| {
        if cli.place.watch { watch(&cli, kept) } else { reported(&cli, find_config(&cli), kept) }
    })
}

/// Generates what a config asks for, and prints the report.
pub(super) fn reported(
    cli: &Cli,
    found: Result<FoundConfig, Error>,
    kept: &InterruptedRun,
) -> ExitCode {
    let mut report = RunReport::new();
    let result = found.and_then(|found| run(cli, found, kept, &mut report));
    kept.discard();
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

/// Generates what the config at a path asks for, without messages, until `watch` is stopped.
pub(super) fn quietly(config: &Path, watch: &Watch) -> Result<(), Error> {
    let manner = CommonFlags { quiet: 1, ..CommonFlags::default() };
    let place = OutputArgs { config: Some(config.to_owned()), ..OutputArgs::default() };
    let cli = Cli {
        command: None,
        what: What::default(),
        place,
        reproduce: Reproduce::default(),
        report: Reporting::new(Format::Human, &manner),
    };
    let kept = InterruptedRun::with(watch.clone());
    let made = run(&cli, FoundConfig::read(config)?, &kept, &mut RunReport::new());
    kept.discard();
    made.map(|_| ())
}

fn run(
    cli: &Cli,
    found: FoundConfig,
    kept: &InterruptedRun,
    report: &mut RunReport,
) -> Result<u8, Error> {
    hold_many();
    let mut start = start(cli, found, kept)?;
    if !cli.reproduce.keeps_lock() && start.found.config.is_some() {
        start.hold(kept);
    }
    let jobs = std::mem::take(&mut start.plan.jobs);
    expect_stdout(cli, &jobs)?;
    let wrong_place = |start: &Start, error| Error::Config {
        source: Box::new(start.source.clone()),
        errors: vec![error],
    };
    let places = Places::of(start.found.file(), start.lock_path.as_deref(), &jobs);
    let mut places = places.map_err(|error| wrong_place(&start, error))?;
    // An empty lock is itself the fault, so the run doesn't go on to other outputs.
    let lock = &start.solver.lock;
    let is_empty = lock.problems().is_empty() && lock.outputs().is_empty();
    let goes_on = cli.reproduce.check && !is_empty;
    let mut unlocked = Vec::new();
    let (mut files, mut checked) = (Vec::new(), Check::default());
    let mut write = Write::new(cli, &jobs, kept);
    let has_digests = cli.report.format == Format::Json || NewLock::path(cli, &start).is_some();
    for job in &jobs {
        let Some((job, generated)) = made(cli, job, &mut start.solver, goes_on, &mut unlocked)?
        else {
            continue;
        };
        for (mut file, bytes) in files_of(job, &generated, has_digests) {
            if let Some(path) = file.path.as_ref().filter(|path| job.path() != Some(path)) {
                let taken = places.take(path, &job.id);
                taken.map_err(|error| wrong_place(&start, error))?;
            }
            let new = New { bytes: &bytes, tables: &generated.tables };
            if cli.reproduce.check {
                let about = (start.found.file(), &mut start.solver);
                checked.file(cli, &file, new, about, report)?;
            } else if cli.reproduce.dry_run {
                file.verb = foresee(cli, &file, new, report)?;
            } else {
                write.stage(&mut start, &mut file, bytes)?;
            }
            files.push(file);
        }
    }
    report.searched = start.solver.searched;
    if cli.reproduce.check {
        let config = start.found.file();
        let mut status = checked.end(cli, report)?;
        if check_unlocked(cli, &start.source, &unlocked, report) != 0 {
            status = 1;
        }
        if is_configs_own(cli) {
            let base = config.and_then(Path::parent).unwrap_or(Path::new(""));
            let is_partial = !cli.place.only.is_empty();
            let lock = &start.solver.lock;
            let mut orphans = orphans(lock, base, &files, is_partial);
            // Outputs without factors made no files in this run; their files aren't orphans.
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
        foreseen(cli, &mut start, &files, report);
    } else {
        write.end(&mut start, &files, report)?;
    }
    Ok(0)
}

/// Generates an output; `None` if the lock has no factors for it and the run goes on with the others.
fn made<'a>(
    cli: &Cli,
    asked: &'a Job,
    solver: &mut Solver,
    goes_on: bool,
    unlocked: &mut Vec<Unlocked<'a>>,
) -> Result<Option<(&'a Job, Generated)>, Error> {
    let watch = solver.effort.watch.clone();
    let is_chatty = is_chatty(&cli.report);
    let chosen = while_waiting(&cli.report, &watch, || choose(asked, solver));
    let Some(job) = locked(goes_on, asked, chosen, unlocked)? else { return Ok(None) };
    if let Some(budget) = asked.budget.as_ref().filter(|_| is_chatty) {
        let (id, bytes, variant) = (&job.id, budget.max_bytes, job.variant.id);
        say(&format!("{id}: {variant} is the fastest variant within {bytes} bytes"));
    }
    if cli.report.verbose && is_chatty {
        let (language, variant) = (job.language.id, job.variant.id);
        say(&format!("{}: {language} {variant}, {}", job.id, job.orientation()));
    }
    let before = solver.searched;
    let generated = while_waiting(&cli.report, &watch, || generate_job(job, solver));
    let Some(generated) = locked(goes_on, job, generated, unlocked)? else { return Ok(None) };
    if cli.report.verbose && is_chatty {
        let searched = solver.searched - before;
        say(&format!("{}: {searched} searched, {} entries, proved", job.id, generated.entries));
    }
    if is_chatty {
        generated.notes.iter().for_each(|note| say(&format!("{}: {note}", job.id)));
    }
    Ok(Some((job, generated)))
}

/// The result of a step of an output; `None` if the lock has no factors for it and the run goes on with the others.
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

/// Refuses to print a source if standard output is closed, before any search.
fn expect_stdout(cli: &Cli, jobs: &[Job]) -> Result<(), Error> {
    let prints = cli.report.format == Format::Human
        && !(cli.reproduce.check || cli.reproduce.dry_run)
        && jobs.iter().any(|job| job.target == Target::Stdout);
    let is_taken = cli.report.format == Format::Json
        && cli.place.output.as_deref() == Some(Path::new("-"))
        && !cli.reproduce.keeps_lock();
    if is_taken {
        return Err(Error::Usage {
            message: "standard output can't have both the source and JSON".to_owned(),
            help: Some("write the source to a file with `-o FILE`".to_owned()),
        });
    }
    if prints && stdout::is_closed() {
        let (path, refusal) = (PathBuf::from("standard output"), Refusal::Closed);
        return Err(Error::Refused { action: "write", path, refusal });
    }
    Ok(())
}
