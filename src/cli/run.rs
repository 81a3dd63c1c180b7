//! Generates files: finds the config and resolves it, takes factors from the lock or a search, and writes or compares
//! the files.

use super::reporting::Format;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use serde::Serialize as _;

use super::args::Cli;
use super::check::check;
use super::diagnostic::diagnostics;
use super::discover::find_config;
use super::files::{check_places, files};
use super::interrupt::{Kept, interruptible};
use super::orphans::{self, is_configs_own, orphans};
use super::progress::while_waiting;
use super::report::RunReport;
use super::start::start;
use super::write::write;
use super::{diagnostic, is_chatty, print, say};
use crate::error::Error;
use crate::generate::{choose, generate as generate_job};

/// Generates, prints the report, and returns the exit status.
pub(super) fn generate(cli: Cli) -> ExitCode {
    super::color(cli.report.color);
    let reporting = cli.report.clone();
    interruptible(&reporting, Duration::ZERO, move |kept| reported(&cli, kept))
}

fn reported(cli: &Cli, kept: &Kept) -> ExitCode {
    let mut report = RunReport::new();
    let result = run(cli, kept, &mut report);
    let status = match &result {
        Ok(status) => *status,
        Err(error) => {
            report.status = "error";
            report.diagnostics = diagnostics(error);
            diagnostic::say(error, &cli.report);
            error.status()
        }
    };
    if cli.report.format == Format::Json {
        let mut out = Vec::new();
        let mut serializer = serde_json::Serializer::new(&mut out);
        if report.serialize(&mut serializer).is_ok() {
            out.push(b'\n');
            let printed = print(&String::from_utf8_lossy(&out));
            if printed != ExitCode::SUCCESS {
                return printed;
            }
        }
    }
    ExitCode::from(status)
}

fn run(cli: &Cli, kept: &Kept, report: &mut RunReport) -> Result<u8, Error> {
    let mut start = start(cli, find_config(cli)?, kept)?;
    let writes_lock = !(cli.reproduce.check || cli.reproduce.dry_run || cli.reproduce.locked);
    if writes_lock && start.found.config.is_some() {
        start.hold(kept);
    }
    let jobs = std::mem::take(&mut start.plan.jobs);
    let solver = &mut start.solver;
    let mut outputs = Vec::new();
    for job in &jobs {
        let asked = job;
        let watch = solver.watch.clone();
        let job = while_waiting(&cli.report, &watch, || choose(asked, solver))?;
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
        let generated = while_waiting(&cli.report, &watch, || generate_job(job, solver))?;
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
        let status = check(cli, &files, config, report)?;
        if !is_configs_own(cli) {
            return Ok(status);
        }
        let base = config.and_then(Path::parent).unwrap_or(Path::new(""));
        let orphans = orphans(&start.solver.lock, base, &files, !cli.place.only.is_empty());
        return Ok(status.max(orphans::check(&orphans, base, cli, report)));
    }
    if cli.reproduce.dry_run {
        for file in &files {
            if is_chatty(&cli.report) {
                say(&format!("would write {}", file.summary()));
            }
            report.note(&cli.report, || file.report("changed", Vec::new()));
        }
        return Ok(0);
    }
    write(cli, &mut start, &files, kept, report)?;
    Ok(0)
}
