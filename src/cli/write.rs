//! Writes generated files, the lock and a rule for `make`.
//!
//! All new files are written completely beside their places before the first file is replaced, and the lock is replaced
//! first. So at whatever moment a run is killed, each file is either the old or the new one, and the next run finds in
//! the lock what it needs to go on.

use super::reporting::Format;
use super::start::{Earlier, Start, turn};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::args::Cli;
use super::depfile;
use super::files::{File, digest, summaries};
use super::interrupt::Kept;
use super::orphans::{is_configs_own, orphans, slashed, tell};
use super::report::{FileStatus, LockReport, RunReport, RunStatus};
use super::{is_chatty, print_bytes, say};
use crate::config::{ConfigError, FileOf, clash};
use crate::emit::{
    Folder, MOST_LOCK, Place, Refusal, Share, Staged, commit_all, folder_of, place, real, stage,
    stage_in, sweep,
};
use crate::error::Error;
use crate::search::{Lock, LockedOutput};

/// Refuses a place that can't have a file, before a command works for it.
pub(super) fn is_for_a_file(path: &Path) -> Result<(), Error> {
    if let Place::Folder = place(path).map_err(|error| error.doing("write"))? {
        let (path, refusal) = (path.to_owned(), Refusal::Folder);
        return Err(Error::Refused { action: "write", path, refusal });
    }
    Ok(())
}

/// Writes all files that have changed.
pub(super) fn write(
    cli: &Cli,
    start: &mut Start,
    files: &[File<'_>],
    kept: &Kept,
    report: &mut RunReport,
) -> Result<(), Error> {
    let on_disk: Vec<(&File<'_>, &Path)> =
        files.iter().filter_map(|file| Some((file, file.path.as_deref()?))).collect();
    let paths: Vec<PathBuf> = on_disk.iter().map(|(_, path)| (*path).to_owned()).collect();
    check_depfile(cli, start, &paths)?;
    if start.turn.is_none() {
        start.turn = Some(turn(cli, &paths, Share::Write));
        start.before = Earlier::now(&paths);
    }
    let lock = NewLock::of(cli, start, files);
    let depfile = cli.place.depfile.as_ref();
    let (base, lock_base) = (start.base.clone(), start.lock_base.clone());
    let base_of = |file: &File<'_>| base.as_deref().filter(|_| file.job.is_configs_path);
    let with_bases = on_disk
        .iter()
        .map(|(file, path)| (*path, base_of(file)))
        .chain(lock.as_ref().map(|lock| (lock.path.as_path(), lock_base.as_deref())))
        .chain(depfile.map(|path| (path.as_path(), None)));
    let folders: BTreeMap<PathBuf, Option<&Folder>> =
        with_bases.map(|(path, base)| (folder_of(&real(path)).to_owned(), base)).collect();
    for (folder, base) in &folders {
        sweep(folder, *base);
    }
    let mut staged = Vec::new();
    if let Some(lock) = &lock {
        lock.check_length()?;
        report.lock = Some(lock.report());
        if lock.is_changed {
            let staged_lock = stage_in(&lock.path, lock.text.as_bytes(), lock_base.as_deref())?;
            staged.push(staged_lock.since(&start.before.of(&lock.path)));
        }
    }
    let mut is_written = Vec::new();
    for (file, path) in &on_disk {
        let output = stage_in(path, &file.bytes, base_of(file))?.since(&start.before.of(path));
        is_written.push(output.is_changed);
        staged.push(output);
    }
    if let Some(path) = depfile {
        let targets: Vec<&Path> = on_disk.iter().map(|(_, path)| *path).collect();
        let given = start.solver.choices.given.as_ref().map(|given| given.path.as_path());
        // `make` has no rule for a lock that is neither there nor written now.
        let locked = start.lock_path.as_deref().filter(|_| start.old_lock.is_some());
        let written = lock.as_ref().map(|lock| lock.path.as_path());
        let sources = [start.found.file(), written.or(locked), given];
        let rule = depfile::rule(&targets, sources.into_iter().flatten())?;
        staged.push(stage(path, &rule)?);
    }
    let (streams, staged): (Vec<Staged>, Vec<Staged>) =
        staged.into_iter().partition(Staged::is_stream);
    kept.commit(|| commit_all(staged))?;
    // Pipes are written last, since their readers may be slow.
    streams.into_iter().try_for_each(Staged::commit)?;
    let mut is_written = is_written.into_iter();
    let mut told = Vec::new();
    for file in files {
        if file.path.is_none() && cli.report.format == Format::Human {
            let path = PathBuf::from("standard output");
            let failed = |error| Error::Io { action: "write", path, error };
            print_bytes(&file.bytes).map_err(failed)?;
        }
        let is_written = file.path.is_none() || is_written.next().unwrap_or(false);
        let status = if is_written { FileStatus::Written } else { FileStatus::Unchanged };
        if file.path.is_some() {
            told.push((if is_written { "wrote" } else { "unchanged" }, file));
            if is_written {
                report.status = RunStatus::Written;
            }
        }
        report.note(&cli.report, || file.report(status, Vec::new()));
    }
    if is_chatty(&cli.report) {
        for line in summaries(&told) {
            say(&line);
        }
    }
    Ok(())
}

/// The lock as a run leaves it.
pub(super) struct NewLock {
    pub(super) path: PathBuf,
    text: String,
    /// Whether it isn't that on disk.
    pub(super) is_changed: bool,
}

impl NewLock {
    /// The lock with the generated files; `None` for a run that writes none.
    pub(super) fn of(cli: &Cli, start: &mut Start, files: &[File<'_>]) -> Option<Self> {
        let path = start.lock_path.clone();
        let path = path.filter(|_| start.found.config.is_some() && !cli.reproduce.locked)?;
        let base = start.found.file().and_then(Path::parent).unwrap_or(Path::new(""));
        if is_configs_own(cli) {
            note_outputs(&mut start.solver.lock, base, files, cli);
        }
        let text = start.solver.lock.to_string();
        // Line ends of a lock don't count, since git may have changed them and would change them again.
        let is_new = |old: &str| old.replace("\r\n", "\n") != text;
        let is_changed = start.old_lock.as_deref().is_none_or(is_new);
        Some(Self { path, text, is_changed })
    }

    /// Refuses a lock that no later run would read.
    fn check_length(&self) -> Result<(), Error> {
        if self.text.len() as u64 <= MOST_LOCK {
            return Ok(());
        }
        let (path, most) = (self.path.display(), MOST_LOCK >> 20);
        Err(Error::Usage {
            message: format!(
                "{path} would be longer than {most} MiB, the most that is read of a lock"
            ),
            help: Some(format!(
                "split the config, or delete {path} to drop factors that no output needs"
            )),
        })
    }

    pub(super) fn report(&self) -> LockReport {
        let (path, digest) = (self.path.display().to_string(), digest(self.text.as_bytes()));
        LockReport { path, digest }
    }
}

/// Notes the generated files and the orphans in the lock.
fn note_outputs(lock: &mut Lock, base: &Path, files: &[File<'_>], cli: &Cli) {
    let is_partial = !cli.place.only.is_empty();
    let orphans = orphans(lock, base, files, is_partial);
    tell(&orphans, base, cli);
    lock.set_orphans(orphans);
    if !is_partial {
        lock.retain(|_| true, |_| false);
    }
    for file in files.iter().filter(|file| !file.is_stream()) {
        let Some(path) = &file.path else { continue };
        lock.insert_output(LockedOutput {
            id: file.id(),
            path: slashed(path.strip_prefix(base).unwrap_or(path)),
            digest: file.digest(),
        });
    }
}

/// Refuses a rule for `make` that would replace the config, the lock or a generated file.
fn check_depfile(cli: &Cli, start: &Start, outputs: &[PathBuf]) -> Result<(), Error> {
    let Some(depfile) = &cli.place.depfile else { return Ok(()) };
    let place = real(depfile);
    let own = [(start.found.file(), "config"), (start.lock_path.as_deref(), "lock")];
    let outputs = outputs.iter().map(|output| (Some(output.as_path()), "generated file"));
    let clashes = own
        .into_iter()
        .chain(outputs)
        .find_map(|(file, what)| clash(&place, &real(file?), &FileOf::Run(what)));
    let Some(kind) = clashes else { return Ok(()) };
    Err(Error::Config {
        source: Box::new(start.source.clone()),
        errors: vec![ConfigError::of_path(kind, depfile)],
    })
}
