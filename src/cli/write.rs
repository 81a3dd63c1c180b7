//! Writes generated files, the lock and a rule for `make`.
//!
//! Each new file is written completely beside its place as soon as it is generated, and its bytes are dropped. When all
//! are written, the files are replaced, the lock first. So whenever a run is killed, each file is either old or new,
//! and the next run finds in the lock what it needs to go on.

use super::reporting::Format;
use super::start::{Earlier, Start, turn};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use super::args::Cli;
use super::depfile;
use super::files::{File, digest, summaries};
use super::interrupt::InterruptedRun;
use super::orphans::{is_configs_own, orphans, slashed, tell};
use super::report::{CompareStatus, LockReport, RunReport, RunStatus};
use super::{is_chatty, print_bytes, say};
use crate::config::{ConfigError, FileOf, Job, clash};
use crate::emit::{
    Folder, MOST_LOCK, PathTarget, Refusal, Share, Staged, commit_all, folder_of, place, real,
    stage, stage_in, sweep,
};
use crate::error::Error;
use crate::render::text::provenance::size;
use magicgen_search::{Lock, LockedOutput};

/// Refuses a path that can't be a file, before a command works for it.
pub(super) fn is_for_a_file(path: &Path) -> Result<(), Error> {
    if let PathTarget::Folder = place(path).map_err(|error| error.doing("write"))? {
        let (path, refusal) = (path.to_owned(), Refusal::Folder);
        return Err(Error::Refused { action: "write", path, refusal });
    }
    Ok(())
}

/// The writing of a run's files: [`Self::stage`] for each of them, then [`Self::end`].
pub(super) struct Write<'a> {
    cli: &'a Cli,
    jobs: &'a [Job],
    kept: &'a InterruptedRun,
    is_begun: bool,
    /// The folders that weren't there when the run began to write.
    folders: Vec<String>,
    /// The file for standard output.
    printed: Vec<u8>,
}

/// The verb of a file that was replaced.
const WROTE: &str = "wrote";

/// The verb of a file that has its bytes already.
const UNCHANGED: &str = "unchanged";

/// The most files that the line of a run names.
const NAMED: usize = 3;

impl<'a> Write<'a> {
    pub(super) const fn new(cli: &'a Cli, jobs: &'a [Job], kept: &'a InterruptedRun) -> Self {
        Self { cli, jobs, kept, is_begun: false, folders: Vec::new(), printed: Vec::new() }
    }

    /// Writes a file into a temporary one beside its place. `verb` then says whether the file will be replaced.
    pub(super) fn stage(
        &mut self,
        start: &mut Start,
        file: &mut File<'_>,
        bytes: Cow<'_, [u8]>,
    ) -> Result<(), Error> {
        let Some(path) = &file.path else {
            spare_terminal(self.cli, file.length)?;
            self.printed = bytes.into_owned();
            return Ok(());
        };
        self.begin(start)?;
        check_depfile(self.cli, start, [path.as_path()])?;
        let base = start.base.as_deref().filter(|_| file.job.is_configs_path);
        let before = start.before.of(path);
        let is_changed = self.kept.stage(|| Ok(stage_in(path, &bytes, base)?.since(&before)))?;
        file.verb = if is_changed { WROTE } else { UNCHANGED };
        Ok(())
    }

    /// Waits for the run's turn, and removes temporary files of killed runs.
    fn begin(&mut self, start: &mut Start) -> Result<(), Error> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        let paths = || self.jobs.iter().filter_map(Job::path);
        check_depfile(self.cli, start, paths())?;
        if start.turn.is_none() {
            let paths: Vec<PathBuf> = paths().map(Path::to_owned).collect();
            start.turn = Some(turn(self.cli, &paths, Share::Write));
            start.before = Earlier::now(&paths);
        }
        let base_of = |job: &Job| start.base.as_deref().filter(|_| job.is_configs_path);
        let of_jobs = self.jobs.iter().filter_map(|job| Some((job.path()?, base_of(job))));
        let lock = NewLock::path(self.cli, start).map(|path| (path, start.lock_base.as_deref()));
        let depfile = self.cli.place.depfile.as_deref().map(|path| (path, None));
        let files: Vec<(&Path, Option<&Folder>)> = of_jobs.chain(lock).chain(depfile).collect();
        self.folders = new_folders(files.iter().map(|(path, _)| *path));
        let folders: BTreeMap<PathBuf, Option<&Folder>> = files
            .into_iter()
            .map(|(path, base)| (folder_of(&real(path)).to_owned(), base))
            .collect();
        for (folder, base) in folders {
            sweep(&folder, base);
        }
        Ok(())
    }

    /// Replaces all files that have changed, and reports that.
    pub(super) fn end(
        mut self,
        start: &mut Start,
        files: &[File<'_>],
        report: &mut RunReport,
    ) -> Result<(), Error> {
        self.begin(start)?;
        let Self { cli, kept, folders, printed, .. } = self;
        let lock = NewLock::of(cli, start, files);
        if let Some(lock) = &lock {
            lock.check_length()?;
            report.lock = Some(lock.report(CompareStatus::Written));
        }
        if let Some(path) = &cli.place.depfile {
            let targets: Vec<&Path> =
                files.iter().filter_map(|file| file.path.as_deref()).collect();
            // A lock that isn't there and isn't written now is no source for `make`.
            let locked = start.lock_path.as_deref().filter(|_| start.old_lock.is_some());
            let written = lock.as_ref().map(|lock| lock.path.as_path());
            let own = [start.found.file(), written.or(locked)].into_iter().flatten();
            let sources = own.chain(start.plan.files.iter().map(PathBuf::as_path));
            let rule = depfile::rule(&targets, sources)?;
            kept.stage(|| stage(path, &rule))?;
        }
        let lock = lock.filter(|lock| lock.is_changed);
        if let Some(NewLock { path, text, .. }) = &lock {
            let (before, base) = (start.before.of(path), start.lock_base.as_deref());
            kept.stage(|| Ok(stage_in(path, text.as_bytes(), base)?.since(&before)))?;
        }
        let streams = kept.commit(|mut staged| {
            // The lock is staged last, and replaced first.
            staged.rotate_right(usize::from(lock.is_some()));
            let (streams, staged): (Vec<Staged>, Vec<Staged>) =
                staged.into_iter().partition(Staged::is_stream);
            commit_all(staged).map(|()| streams)
        })?;
        // Pipes are written last, since their readers may be slow.
        streams.into_iter().try_for_each(Staged::commit)?;
        if !printed.is_empty() && cli.report.format == Format::Human {
            let path = PathBuf::from("standard output");
            let failed = |error| Error::Io { action: "write", path, error };
            print_bytes(&printed).map_err(failed)?;
        }
        for file in files {
            let is_written = file.path.is_none() || file.verb == WROTE;
            let status = if is_written { CompareStatus::Written } else { CompareStatus::Unchanged };
            report.note(&cli.report, || file.report(status, Vec::new()));
        }
        if files.iter().any(|file| file.verb == WROTE) {
            report.status = RunStatus::Written;
        }
        let mut lines = Vec::new();
        if cli.place.watch {
            lines.push(in_a_line(files, lock.as_ref()));
        } else {
            lines.extend(folders.iter().map(|folder| format!("made {folder}")));
            lines.extend(lock.map(|lock| format!("{WROTE} {}", lock.summary())));
            lines.extend(summaries(files));
        }
        if is_chatty(&cli.report) {
            for line in &lines {
                say(line);
            }
        }
        report.folders = folders;
        Ok(())
    }
}

/// The effect of a run in one line, for `--watch`.
fn in_a_line(files: &[File<'_>], lock: Option<&NewLock>) -> String {
    let of = |verb: &'static str| files.iter().filter(move |file| file.verb == verb);
    let lock = lock.map(|lock| lock.path.display().to_string());
    let wrote: Vec<String> = of(WROTE).map(File::shown).chain(lock).collect();
    let unchanged = match of(UNCHANGED).count() {
        0 => String::new(),
        count => format!("; {count} unchanged"),
    };
    match wrote.split_at_checked(NAMED) {
        _ if wrote.is_empty() => format!("wrote nothing{unchanged}"),
        Some((first, [_, more @ ..])) if !more.is_empty() => {
            format!("{WROTE} {} and {} more files{unchanged}", first.join(", "), more.len() + 1)
        }
        _ => format!("{WROTE} {}{unchanged}", wrote.join(", ")),
    }
}

/// The missing folders of files, without those that contain others of them.
pub(super) fn new_folders<'a>(files: impl Iterator<Item = &'a Path>) -> Vec<String> {
    let new: BTreeSet<&Path> = files.map(folder_of).filter(|folder| !folder.exists()).collect();
    let is_above =
        |folder: &Path| new.iter().any(|other| *other != folder && other.starts_with(folder));
    let lowest = new.iter().filter(|folder| !is_above(folder));
    lowest.map(|folder| folder.join("").display().to_string()).collect()
}

/// The size of the largest source that a terminal gets without `-o -`, in bytes.
const MOST_ON_TERMINAL: usize = 100 << 10;

/// Refuses to show megabytes on a terminal unless `-o -` is given.
fn spare_terminal(cli: &Cli, length: usize) -> Result<(), Error> {
    let is_for_people = cli.report.format == Format::Human && std::io::stdout().is_terminal();
    if cli.place.output.is_some() || !is_for_people || length <= MOST_ON_TERMINAL {
        return Ok(());
    }
    Err(Error::Usage {
        message: format!("the source is too long for a terminal: {}", size(length)),
        help: Some("write it to a file with `-o FILE`, or print it with `-o -`".to_owned()),
    })
}

/// The lock after a run.
pub(super) struct NewLock {
    pub(super) path: PathBuf,
    text: String,
    /// Whether it differs from the one on disk.
    pub(super) is_changed: bool,
    /// The number of its sets of factors.
    sets: usize,
}

impl NewLock {
    /// The path of the lock that a run writes; `None` for a run that writes none.
    pub(super) fn path<'a>(cli: &Cli, start: &'a Start) -> Option<&'a Path> {
        let is_written = start.found.config.is_some() && !cli.reproduce.locked;
        start.lock_path.as_deref().filter(|_| is_written)
    }

    /// The lock with the generated files; `None` for a run that writes none.
    pub(super) fn of(cli: &Cli, start: &mut Start, files: &[File<'_>]) -> Option<Self> {
        let path = Self::path(cli, start)?.to_owned();
        let base = start.found.file().and_then(Path::parent).unwrap_or(Path::new(""));
        if is_configs_own(cli) {
            note_outputs(&mut start.solver.lock, base, files, cli);
        }
        let text = start.solver.lock.to_string();
        // Line ends of a lock don't count, since git may change them.
        let is_new = |old: &str| old.replace("\r\n", "\n") != text;
        let is_changed = start.old_lock.as_deref().is_none_or(is_new);
        Some(Self { path, text, is_changed, sets: start.solver.lock.problems().len() })
    }

    /// Refuses a lock that is too long for later runs to read.
    fn check_length(&self) -> Result<(), Error> {
        if self.text.len() as u64 <= MOST_LOCK {
            return Ok(());
        }
        let (path, most) = (self.path.display(), MOST_LOCK >> 20);
        Err(Error::Usage {
            message: format!("{path} would be longer than {most} MiB, the limit of a lock"),
            help: Some(format!("split the config, or delete {path} to drop unused factors")),
        })
    }

    /// A summary such as `magicgen.lock (2 sets of factors, 9 KiB)`.
    pub(super) fn summary(&self) -> String {
        let (path, sets) = (self.path.display(), self.sets);
        let s = if sets == 1 { "" } else { "s" };
        format!("{path} ({sets} set{s} of factors, {})", size(self.text.len()))
    }

    /// The report; `changed` is the status of a changed lock.
    pub(super) fn report(&self, changed: CompareStatus) -> LockReport {
        let (path, digest) = (self.path.display().to_string(), digest(self.text.as_bytes()));
        let status = if self.is_changed { changed } else { CompareStatus::Unchanged };
        LockReport { path, status, digest }
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
        let (Some(path), Some(digest)) = (&file.path, &file.digest) else { continue };
        lock.insert_output(LockedOutput {
            id: file.id.clone(),
            path: slashed(path.strip_prefix(base).unwrap_or(path)),
            digest: digest.clone(),
        });
    }
}

/// Refuses a rule for `make` that would replace the config, the lock or a generated file.
fn check_depfile<'a>(
    cli: &Cli,
    start: &Start,
    outputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Error> {
    let Some(depfile) = &cli.place.depfile else { return Ok(()) };
    let place = real(depfile);
    let own = [(start.found.file(), "config"), (start.lock_path.as_deref(), "lock")];
    let outputs = outputs.into_iter().map(|output| (Some(output), "generated file"));
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
