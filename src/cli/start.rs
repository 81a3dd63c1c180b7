//! The start of a run: reads config and lock, notes the state of the files at its paths, and waits for its turn in
//! their folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::Cli;
use super::discover::{FoundConfig, settings};
use super::interrupt::InterruptedRun;
use super::{is_chatty, say};
use crate::config::{Leads, Plan, Request, Source, Target, resolve};
use crate::emit::{
    Before, Folder, MOST_LOCK, PathTarget, Refusal, Share, Turn, folder_of, place, read_file,
    read_known, real,
};
use crate::error::Error;
use crate::generate::Solver;
use magicgen_search::{Effort, Lock};

/// Everything that a run begins with: config, lock and the plan that follows from them.
pub(super) struct Start {
    pub(super) found: FoundConfig,
    pub(super) source: Source,
    pub(super) plan: Plan,
    pub(super) solver: Solver,
    pub(super) lock_path: Option<PathBuf>,
    pub(super) old_lock: Option<String>,
    /// The folder that the config's paths must stay in; `None` if they may leave it.
    pub(super) base: Option<Arc<Folder>>,
    /// The folder that the lock's path must stay in; `None` for a lock named by the user.
    pub(super) lock_base: Option<Arc<Folder>>,
    /// The state of the files when the run began.
    pub(super) before: Earlier,
    /// The run's turn in the folders, held until the run ends. A run from flags alone takes its turn when it writes.
    pub(super) turn: Option<Turn>,
}

impl Start {
    /// Makes sure that factors found from now on are kept if the run is interrupted.
    pub(super) fn hold(&self, kept: &InterruptedRun) {
        if let Some(path) = &self.lock_path {
            self.solver.tell(&self.solver.lock);
            let found = Arc::clone(&self.solver.found);
            let (before, old) = (self.before.of(path), self.old_lock.clone());
            kept.hold(path.clone(), self.lock_base.clone(), before, old, found);
        }
    }
}

/// Reads config and lock, and makes the plan.
pub(super) fn start(cli: &Cli, found: FoundConfig, kept: &InterruptedRun) -> Result<Start, Error> {
    let source = Source::new(&found.name, &found.text, settings(cli)?);
    let lock_path = cli
        .reproduce
        .lock
        .clone()
        .or_else(|| found.file().map(|config| config.with_file_name("magicgen.lock")));
    let mut single = Vec::new();
    if found.config.is_some() {
        let given = [
            (cli.what.lang.is_some(), "--lang"),
            (cli.place.output.is_some(), "--output"),
            (cli.what.name.is_some(), "--name"),
        ];
        single.extend(given.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag));
    }
    let folder = real(folder_of(found.file().unwrap_or(Path::new(""))));
    let is_outside = |path: &Path| !cli.place.allow_outside && !real(path).starts_with(&folder);
    let base = base(cli, &found)?;
    let lock_base = base.clone().filter(|_| cli.reproduce.lock.is_none());
    let read = |path: &Path| {
        if cli.place.watch {
            kept.name(path);
        }
        read_known(path)
    };
    let request = Request {
        config: found.config.as_deref(),
        lock: lock_path.as_deref(),
        only: &cli.place.only,
        single: &single,
        output: cli.place.output.as_deref(),
        leads: &leads,
        read: &read,
        is_outside: &is_outside,
    };
    let plan = resolve(&source, &request)
        .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })?;
    if let Some(path) = lock_path.as_ref().filter(|_| lock_base.is_some())
        && !cli.reproduce.keeps_lock()
        && is_outside(path)
    {
        let (path, refusal) = (path.clone(), Refusal::Outside);
        return Err(Error::Refused { action: "write", path, refusal });
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = cli.reproduce.jobs.map_or(cores, usize::from);
    let watch = kept.watch.clone();
    let mut solver = Solver::new(Effort { threads, watch, ..plan.effort.clone() });
    solver.choices = plan.choices.clone();
    // A run from flags alone has no lock to keep factors in.
    solver.keeps = found.config.is_some();
    let mut before = Earlier::default();
    let mut held = None;
    if let Some(lock) = &lock_path {
        let files = plan.jobs.iter().filter_map(|job| match &job.target {
            Target::File(path) => Some(path.clone()),
            Target::Stdout | Target::Stream(_) => None,
        });
        let files: Vec<PathBuf> = std::iter::once(lock.clone()).chain(files).collect();
        let reads = cli.reproduce.check || cli.reproduce.dry_run;
        held = Some(turn(cli, &files, if reads { Share::Read } else { Share::Write }));
        before = Earlier::now(&files);
    }
    let old_lock = read_lock(lock_path.as_deref(), &mut solver)?;
    // --check implies --locked only if there is a lock.
    solver.is_locked = cli.reproduce.locked || cli.reproduce.check && lock_path.is_some();
    Ok(Start {
        found,
        source,
        plan,
        solver,
        lock_path,
        old_lock,
        base,
        lock_base,
        before,
        turn: held,
    })
}

/// The folder that a config's paths must stay in: the config's folder, or the current folder if it came through a pipe.
fn base(cli: &Cli, found: &FoundConfig) -> Result<Option<Arc<Folder>>, Error> {
    if cli.place.allow_outside || found.config.is_none() {
        return Ok(None);
    }
    if let Some(folder) = &found.folder {
        return Ok(Some(Arc::clone(folder)));
    }
    let here = Path::new(".");
    let failed = |error| Error::Io { action: "use", path: here.to_owned(), error };
    Folder::open(here).map(|folder| Some(Arc::new(folder))).map_err(failed)
}

/// The kind of place that a path leads to, for the config's reader.
pub(super) fn leads(path: &Path) -> Leads {
    match place(path) {
        Ok(PathTarget::Folder) => Leads::ToFolder,
        Ok(PathTarget::Stream(_)) => Leads::ToStream,
        Ok(PathTarget::Stdout) => Leads::ToStdout,
        // A place that can't be used is reported when the file is written.
        Ok(PathTarget::File(..) | PathTarget::Nothing(_)) | Err(_) => Leads::ToFile,
    }
}

/// Waits until no other run uses the folders of these files, and takes the turn there.
pub(super) fn turn(cli: &Cli, files: &[PathBuf], share: Share) -> Turn {
    let folders: Vec<PathBuf> =
        files.iter().map(|path| folder_of(&real(path)).to_owned()).collect();
    Turn::take(&folders, share, &|folder| {
        if is_chatty(&cli.report) {
            let folder = folder.display();
            say(&format!("note: waiting for another run of magicgen in {folder}"));
        }
    })
}

/// The state of the files at some paths when the run's turn began.
#[derive(Default)]
pub(super) struct Earlier(BTreeMap<PathBuf, Before>);

impl Earlier {
    pub(super) fn now<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        Self(paths.into_iter().map(|path| (path.clone(), Before::now(path))).collect())
    }

    /// The state of a path at that time; for a path that wasn't noted, the state now.
    pub(super) fn of(&self, path: &Path) -> Before {
        self.0.get(path).cloned().unwrap_or_else(|| Before::now(path))
    }
}

/// A lock's text; `None` if there is no such file.
pub(super) fn lock_text(path: &Path) -> Result<Option<String>, Error> {
    let usage = |error: Error| match error {
        Error::Refused {
            refusal: refusal @ (Refusal::Folder | Refusal::NotRegular), path, ..
        } => Error::Usage {
            message: format!("{} can't be the lock: {refusal}", path.display()),
            help: Some("--lock magicgen.lock".to_owned()),
        },
        error => error,
    };
    text_of(path).map_err(usage)
}

/// A file's text; `None` if there is no such file.
pub(super) fn text_of(path: &Path) -> Result<Option<String>, Error> {
    let Some(bytes) = read_file(path, MOST_LOCK)? else { return Ok(None) };
    let refused =
        |_| Error::Refused { action: "read", path: path.to_owned(), refusal: Refusal::NotText };
    String::from_utf8(bytes).map(Some).map_err(refused)
}

/// Reads the lock into the solver, and returns its text if there is such a file.
fn read_lock(path: Option<&Path>, solver: &mut Solver) -> Result<Option<String>, Error> {
    let Some(path) = path else { return Ok(None) };
    let Some(text) = lock_text(path)? else {
        solver.origin = Some((path.to_owned(), String::new()));
        return Ok(None);
    };
    solver.lock = text.parse::<Lock>().map_err(|error| Error::Lock {
        path: path.to_owned(),
        text: text.clone(),
        error,
    })?;
    solver.origin = Some((path.to_owned(), text.clone()));
    Ok(Some(text))
}
