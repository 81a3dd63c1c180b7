//! `--watch`: generates, and again whenever the config or a file that it names changes.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use super::args::Cli;
use super::discover::{FoundConfig, find_config};
use super::interrupt::InterruptedRun;
use super::run::reported;
use super::{diagnostic, is_chatty, say};
use crate::emit::{PathTarget, folder_of, place, real};
use crate::error::Error;

/// The time without changes before files are read, since editors write in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// The longest wait for quiet.
const MOST: Duration = Duration::from_secs(1);

/// How often files are read without an event. No event tells that a folder above them was renamed, or that a link
/// within their path leads elsewhere.
const POLL: Duration = Duration::from_secs(1);

/// Files with their bytes; `None` for a file that can't be read.
pub(super) type Files = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// Generates until a signal ends the program. Errors in a config are printed; only a command line without a config ends the run.
pub(super) fn watch(cli: &Cli, kept: &InterruptedRun) -> ExitCode {
    let Err(error) = rounds(cli, kept);
    diagnostic::say(&error, &cli.report);
    ExitCode::from(error.status())
}

fn rounds(cli: &Cli, kept: &InterruptedRun) -> Result<Infallible, Error> {
    let refused = |message: &str, help: &str| Error::Usage {
        message: message.to_owned(),
        help: Some(help.to_owned()),
    };
    if let Some(path) = cli.place.output.as_deref().filter(|path| is_stream(path)) {
        let what = if path == Path::new("-") { "standard output" } else { "no file" };
        let message = format!("`--watch` writes files, and `-o {}` is {what}", path.display());
        return Err(refused(&message, "`-o FILE`, or `path` in the config"));
    }
    let found = find_config(cli)?;
    let Some(config) = found.file().map(Path::to_owned) else {
        let message = "`--watch` needs a config file to watch";
        return Err(refused(message, "`magicgen init` writes one"));
    };
    if is_chatty(&cli.report) {
        say(&format!("watching {}; Ctrl-C ends", config.display()));
    }
    let home = std::env::current_dir();
    loop {
        let mut files = Files::from([(config.clone(), content(&config))]);
        reported(cli, FoundConfig::read(&config), kept);
        kept.renew();
        files.append(&mut kept.take_named());
        wait(&files, home.as_deref().unwrap_or(Path::new(".")));
    }
}

/// Whether a path of the command line leads to a stream instead of a file.
fn is_stream(path: &Path) -> bool {
    path == Path::new("-") || matches!(place(path), Ok(PathTarget::Stdout | PathTarget::Stream(_)))
}

/// The bytes of a file; `None` for one that can't be read.
pub(super) fn content(path: &Path) -> Option<Vec<u8>> {
    // Reading a pipe would wait for its writer.
    path.is_file().then(|| std::fs::read(path).ok())?
}

/// Waits until one of the files has other bytes. `home` is the path of the current folder at the beginning.
fn wait(files: &Files, home: &Path) {
    let have_changed = || files.iter().any(|(path, bytes)| content(path) != *bytes);
    loop {
        let (changes, heard) = mpsc::channel();
        // A new watcher each time, since a folder may have been replaced. The comparison sees earlier changes.
        let _watcher = listen(files, changes.clone());
        loop {
            if std::env::current_dir().is_err() {
                // It was deleted, and may have been made again.
                let _ = std::env::set_current_dir(home);
            }
            if have_changed() {
                // A file is empty for a moment while it is written.
                std::thread::sleep(QUIET);
                if have_changed() {
                    return;
                }
            }
            if heard.recv_timeout(POLL).is_ok() {
                break;
            }
        }
        let begin = Instant::now();
        while begin.elapsed() < MOST && heard.recv_timeout(QUIET).is_ok() {}
    }
}

/// Listens for changes in the files' folders, as far as the system reports them. Editors replace a file by another, so
/// that watching the file itself would end with its first change.
fn listen(files: &Files, changes: Sender<()>) -> Option<RecommendedWatcher> {
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading a file is no change.
        if !event.is_ok_and(|event| event.kind.is_access()) {
            let _ = changes.send(());
        }
    });
    let mut watcher = watcher.ok()?;
    // A link may be replaced, or the file to which it leads.
    let folders = files.keys().flat_map(|path| [path.clone(), real(path)]);
    let nearest =
        |path: PathBuf| folder_of(&path).ancestors().find(|at| at.is_dir()).map(PathBuf::from);
    let folders: BTreeSet<PathBuf> = folders.filter_map(nearest).collect();
    for folder in folders {
        let _ = watcher.watch(&folder, RecursiveMode::NonRecursive);
    }
    Some(watcher)
}
