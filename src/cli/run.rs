//! Generates: finds the config, resolves it, takes factors from the lock or the search, and writes or compares.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize as _;

use super::args::{Cli, Format};
use super::check::check;
use super::diagnostic::diagnostics;
use super::discover::{Found, find_config, settings};
use super::progress::while_waiting;
use super::report::{LockReport, OutputReport, RunReport, TableReport};
use super::{diagnostic, is_chatty, print_bytes, say};
use crate::Watch;
use crate::config::{ConfigError, ConfigErrorKind, Job, Plan, Request, Source, Target, resolve};
use crate::emit::stage;
use crate::error::Error;
use crate::generate::{Generated, Solver, choose, generate as generate_job};
use crate::render::provenance::size;
use crate::search::{Lock, LockedOutput};

/// Runs, reports, and says how it went.
pub(super) fn generate(cli: &Cli) -> ExitCode {
    super::color(cli.report.color);
    let mut report = RunReport::new();
    let result = run(cli, &mut report);
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
            if let Err(error) = print_bytes(&out) {
                say(&format!("error: can't write standard output: {error}"));
                return ExitCode::from(4);
            }
        }
    }
    ExitCode::from(status)
}

/// What a run begins with: config, lock and what they ask for.
pub(super) struct Start {
    pub(super) found: Found,
    source: Source,
    pub(super) plan: Plan,
    pub(super) solver: Solver,
    pub(super) lock_path: Option<PathBuf>,
    pub(super) old_lock: Option<String>,
}

/// Reads config and lock.
pub(super) fn start(cli: &Cli, found: Found) -> Result<Start, Error> {
    let source = Source::new(
        &found.config.as_ref().map(|path| path.display().to_string()).unwrap_or_default(),
        &found.text,
        settings(cli)?,
    );
    let lock_path = cli
        .reproduce
        .lock
        .clone()
        .or_else(|| found.config.as_ref().map(|config| config.with_file_name("magicgen.lock")));
    let mut single = Vec::new();
    if found.config.is_some() {
        let given = [
            (cli.what.lang.is_some(), "--lang"),
            (cli.place.output.is_some(), "--output"),
            (cli.what.name.is_some(), "--name"),
        ];
        single.extend(given.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag));
    }
    let request = Request {
        config: found.config.as_deref(),
        lock: lock_path.as_deref(),
        only: &cli.place.only,
        single: &single,
        output: cli.place.output.as_deref(),
        is_folder: &|path: &Path| path.is_dir(),
    };
    let plan = resolve(&source, &request)
        .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })?;
    let mut effort = plan.effort;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    effort.threads = cli.reproduce.jobs.map_or(cores, usize::from);
    let mut solver = Solver::new(effort);
    solver.watch = Watch::new();
    solver.choices = plan.choices.clone();
    // One output of flags alone has nobody to keep anything for.
    solver.keeps = found.config.is_some();
    let old_lock = read_lock(lock_path.as_deref(), &mut solver)?;
    // Without a lock there is nothing to be held to, unless --locked says so.
    solver.is_locked = cli.reproduce.locked || cli.reproduce.check && lock_path.is_some();
    Ok(Start { found, source, plan, solver, lock_path, old_lock })
}

fn run(cli: &Cli, report: &mut RunReport) -> Result<u8, Error> {
    let Start { found, source, plan, mut solver, lock_path, old_lock } =
        start(cli, find_config(cli)?)?;
    let mut outputs = Vec::new();
    for job in &plan.jobs {
        let asked = job;
        let watch = solver.watch.clone();
        let job = while_waiting(&cli.report, &watch, || choose(asked, &mut solver))?;
        if let Some(budget) = asked.budget.as_ref().filter(|_| is_chatty(&cli.report)) {
            let (id, bytes, variant) = (&job.id, budget.max_bytes, job.variant.id);
            say(&format!("{id}: {variant} is the fastest variant within {bytes} bytes"));
        }
        if cli.report.verbose && is_chatty(&cli.report) {
            say(&format!(
                "{}: {} {}, {}",
                job.id,
                job.language.id(),
                job.variant.id,
                job.orientation()
            ));
        }
        let before = solver.searched;
        let generated = while_waiting(&cli.report, &watch, || generate_job(job, &mut solver))?;
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
    check_places(&files, found.config.as_deref(), lock_path.as_deref())
        .map_err(|error| Error::Config { source: Box::new(source.clone()), errors: vec![error] })?;
    if cli.reproduce.check {
        return check(cli, &files, report);
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
    write(cli, &found, &files, &mut solver, lock_path.as_deref(), old_lock.as_deref(), report)?;
    Ok(0)
}

/// One file to write.
pub(super) struct File<'a> {
    pub(super) job: &'a Job,
    pub(super) generated: &'a Generated,
    pub(super) path: Option<PathBuf>,
    pub(super) bytes: Cow<'a, [u8]>,
    /// Which file of its output.
    index: usize,
}

impl File<'_> {
    pub(super) fn shown(&self) -> String {
        self.path.as_ref().map_or("-".to_owned(), |path| path.display().to_string())
    }

    /// `src/Magics.java (fancy, h1lsb, 107648 entries, 841 KiB)`
    fn summary(&self) -> String {
        let Generated { entries, bytes, .. } = self.generated;
        let (variant, orientation) = (self.job.variant.id, self.job.orientation());
        format!("{} ({variant}, {orientation}, {entries} entries, {})", self.shown(), size(*bytes))
    }

    /// The output's id; further files of one output are told apart by their names.
    fn id(&self) -> String {
        let artifact = &self.generated.artifacts[self.index];
        let name = if self.index > 0 { format!("/{}", artifact.name) } else { String::new() };
        self.job.id.clone() + &name
    }

    fn digest(&self) -> String {
        format!("blake3:{}", blake3::hash(&self.bytes).to_hex())
    }

    pub(super) fn report(&self, status: &'static str, tables: Vec<TableReport>) -> OutputReport {
        OutputReport {
            id: self.job.id.clone(),
            path: self.shown(),
            status,
            bytes: self.bytes.len(),
            digest: self.digest(),
            tables,
        }
    }
}

fn files<'a>(outputs: &'a [(&Job, Generated)]) -> Vec<File<'a>> {
    let mut files = Vec::new();
    for (job, generated) in outputs {
        for (index, bytes) in generated.encoded(job.eol).into_iter().enumerate() {
            let path = match &job.target {
                Target::Stdout => None,
                Target::File(path) if index == 0 => Some(path.clone()),
                Target::File(path) => Some(path.with_file_name(&generated.artifacts[index].name)),
            };
            files.push(File { job, generated, path, bytes, index });
        }
    }
    files
}

/// No file may replace the config, the lock or another output's file, under whatever name it goes there: the
/// config's reader has compared paths, this compares places.
fn check_places(
    files: &[File<'_>],
    config: Option<&Path>,
    lock: Option<&Path>,
) -> Result<(), ConfigError> {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
        let beside = folder.map(|folder| folder.join(path.file_name().unwrap_or_default()));
        std::fs::canonicalize(path).ok().or(beside).unwrap_or_else(|| path.to_owned())
    };
    let own = [(config, "config"), (lock, "lock")];
    let own = own.map(|(path, what)| (path.map(place), what));
    let mut seen: Vec<(PathBuf, &str)> = Vec::new();
    for file in files {
        let Some(path) = &file.path else { continue };
        let shown = path.display().to_string();
        let here = place(path);
        if let Some((_, what)) = own.iter().find(|(own, _)| own.as_ref() == Some(&here)) {
            return Err(ConfigError::nowhere(ConfigErrorKind::PathOverwrites {
                path: shown,
                what,
            }));
        }
        if let Some((_, other)) = seen.iter().find(|(other, _)| *other == here) {
            let other = (*other).to_owned();
            return Err(ConfigError::nowhere(ConfigErrorKind::PathTwice { path: shown, other }));
        }
        seen.push((here, &file.job.id));
    }
    Ok(())
}

/// Reads the lock into the solver; returns its text, where it is there.
fn read_lock(path: Option<&Path>, solver: &mut Solver) -> Result<Option<String>, Error> {
    let Some(path) = path else { return Ok(None) };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            solver.origin = Some((path.to_owned(), String::new()));
            return Ok(None);
        }
        Err(error) => return Err(Error::Io { action: "read", path: path.to_owned(), error }),
    };
    solver.lock = text.parse::<Lock>().map_err(|error| Error::Lock {
        path: path.to_owned(),
        text: text.clone(),
        error,
    })?;
    solver.origin = Some((path.to_owned(), text.clone()));
    Ok(Some(text))
}

fn write(
    cli: &Cli,
    found: &Found,
    files: &[File<'_>],
    solver: &mut Solver,
    lock_path: Option<&Path>,
    old_lock: Option<&str>,
    report: &mut RunReport,
) -> Result<(), Error> {
    for file in files.iter().filter(|file| file.path.is_none()) {
        let failed = |error| Error::Io { action: "write", path: "standard output".into(), error };
        if cli.report.format == Format::Human {
            print_bytes(&file.bytes).map_err(failed)?;
        }
        report.note(&cli.report, || file.report("written", Vec::new()));
    }
    let on_disk: Vec<_> =
        files.iter().filter_map(|file| Some((file, file.path.as_deref()?))).collect();
    let mut staged = Vec::new();
    for (file, path) in &on_disk {
        staged.push((*file, stage(path, &file.bytes)?));
    }
    let lock = lock_path.filter(|_| found.config.is_some() && !cli.reproduce.locked);
    if let Some(path) = lock {
        let base = found.config.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        if cli.place.only.is_empty() {
            solver.lock.retain(|_| true, |_| false);
        }
        for (file, path) in &on_disk {
            solver.lock.insert_output(LockedOutput {
                id: file.id(),
                path: slashed(path.strip_prefix(base).unwrap_or(path)),
                digest: file.digest(),
            });
        }
        let text = solver.lock.to_string();
        report.lock = Some(LockReport {
            path: path.display().to_string(),
            digest: format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex()),
        });
        if old_lock != Some(text.as_str()) {
            stage(path, text.as_bytes())?.commit()?;
        }
    }
    for (file, staged) in staged {
        let status = if staged.is_changed { "written" } else { "unchanged" };
        staged.commit()?;
        if is_chatty(&cli.report) {
            let verb = if status == "written" { "wrote" } else { "unchanged" };
            say(&format!("{verb} {}", file.summary()));
        }
        if status == "written" {
            report.status = "written";
        }
        report.note(&cli.report, || file.report(status, Vec::new()));
    }
    if let Some(depfile) = &cli.place.depfile {
        let rule = dependency_rule(&on_disk, found.config.as_deref(), lock_path);
        stage(depfile, rule.as_bytes())?.commit()?;
    }
    Ok(())
}

/// A path with `/` on every system.
fn slashed(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// `a.h b.h: magicgen.toml magicgen.lock`
fn dependency_rule(
    files: &[(&File<'_>, &Path)],
    config: Option<&Path>,
    lock: Option<&Path>,
) -> String {
    let escaped = |path: &Path| path.display().to_string().replace(' ', "\\ ").replace('$', "$$");
    let targets: Vec<String> = files.iter().map(|(_, path)| escaped(path)).collect();
    let sources: Vec<String> = config.into_iter().chain(lock).map(escaped).collect();
    format!("{}: {}\n", targets.join(" "), sources.join(" "))
}
