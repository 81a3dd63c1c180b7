//! Runs a command that Ctrl-C can end; the lock keeps the factors found so far.
//!
//! The run has its own thread, so that Ctrl-C works at any moment: in a search, or while the run waits for its turn or
//! for the reader of a pipe.

use super::envelope::interrupted;
use super::reporting::{Format, Reporting};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::report::RunReport;
use super::signals::on_signal;
use super::watching::{Files, content};
use super::{diagnostic, is_chatty, print, say};
use crate::emit::{Before, Folder, Staged, discard, folder_of, stage_in, sweep};
use crate::error::Error;
use magicgen_search::{Lock, Watch};

/// The exit status of an interrupted run.
pub(super) const INTERRUPTED: u8 = 130;

/// The time between two checks for a panic of the run.
const LOOK: Duration = Duration::from_secs(1);

/// The stack size of the thread in bytes, like the usual one of a main thread.
const STACK: usize = 8 << 20;

/// The state that an interrupted run leaves, and the watch that stops it.
pub(super) struct InterruptedRun {
    state: Mutex<InterruptState>,
    /// The files that the config names, for `--watch`.
    named: Mutex<Files>,
    /// The run's watch, by which a signal stops it.
    pub(super) watch: Watch,
}

#[derive(Default)]
struct InterruptState {
    /// The files that are staged so far, whose temporary files an interrupted run removes.
    staged: Vec<Staged>,
    lock: LockState,
}

#[derive(Default)]
enum LockState {
    /// There is no lock, or it hasn't been read yet.
    #[default]
    Nothing,
    /// There is a lock, to which `found` is to be written.
    Lock {
        path: PathBuf,
        /// The folder into which the path has to lead.
        base: Option<Arc<Folder>>,
        before: Before,
        old: Option<String>,
        found: Arc<Mutex<Lock>>,
    },
    /// All files have been written, or the run was interrupted: nothing more may be written.
    Written,
}

impl InterruptedRun {
    /// The state of a run that has found nothing yet.
    pub(super) fn new() -> Self {
        Self::with(Watch::new())
    }

    /// The state of a run that another run's watch stops.
    pub(super) fn with(watch: Watch) -> Self {
        Self { state: Mutex::default(), named: Mutex::default(), watch }
    }

    /// Notes a file that the config names.
    pub(super) fn name(&self, path: &Path) {
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        named.insert(path.to_owned(), content(path));
    }

    /// Takes the files that the config names.
    pub(super) fn take_named(&self) -> Files {
        std::mem::take(&mut self.named.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins another run, unless a signal has ended the program.
    pub(super) fn renew(&self) {
        let mut state = self.state();
        if !self.watch.is_stopped() {
            state.lock = LockState::Nothing;
        }
    }

    fn state(&self) -> MutexGuard<'_, InterruptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes sure that `found` is written to the lock if the run is interrupted from now on.
    pub(super) fn hold(
        &self,
        path: PathBuf,
        base: Option<Arc<Folder>>,
        before: Before,
        old: Option<String>,
        found: Arc<Mutex<Lock>>,
    ) {
        self.state().lock = LockState::Lock { path, base, before, old, found };
    }

    /// Stages a file, and keeps it until [`Self::commit`]. Returns whether the file is to be changed. A signal has no effect
    /// until the file is staged.
    pub(super) fn stage(
        &self,
        stage: impl FnOnce() -> Result<Staged, Error>,
    ) -> Result<bool, Error> {
        let mut state = self.unwritten()?;
        let staged = stage()?;
        let is_changed = staged.is_changed;
        state.staged.push(staged);
        Ok(is_changed)
    }

    /// Calls `write` with the staged files. A signal has no effect until it returns.
    pub(super) fn commit<T>(
        &self,
        write: impl FnOnce(Vec<Staged>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut state = self.unwritten()?;
        let written = write(std::mem::take(&mut state.staged));
        state.lock = LockState::Written;
        written
    }

    /// The state of a run that may still write.
    fn unwritten(&self) -> Result<MutexGuard<'_, InterruptState>, Error> {
        let state = self.state();
        match state.lock {
            LockState::Written => Err(Error::Interrupted),
            _ => Ok(state),
        }
    }

    /// Removes the temporary files of a run that has failed.
    pub(super) fn discard(&self) {
        discard(std::mem::take(&mut self.state().staged));
    }

    /// Removes temporary files, writes the factors found to the lock, unless it has them already, and returns a message
    /// about it.
    fn save(&self) -> Result<&'static str, Error> {
        let mut state = self.state();
        discard(std::mem::take(&mut state.staged));
        let lock = std::mem::replace(&mut state.lock, LockState::Written);
        let (path, base, before, old, found) = match &lock {
            LockState::Nothing => return Ok("interrupted"),
            LockState::Written => return Ok("interrupted after the files were written"),
            LockState::Lock { path, base, before, old, found } => {
                (path, base.as_deref(), before, old, found)
            }
        };
        let text = found.lock().unwrap_or_else(PoisonError::into_inner).to_string();
        let is_new = text != old.clone().unwrap_or_else(|| Lock::default().to_string());
        if is_new {
            sweep(folder_of(path), base);
            stage_in(path, text.as_bytes(), base)?.since(before).commit()?;
        }
        Ok(if is_new {
            "interrupted; the lock has the results so far"
        } else {
            "interrupted; there are no new results"
        })
    }
}

enum Event {
    Done(ExitCode),
    Signal,
}

/// Runs a command; `kind` is what it prints as JSON. After a signal, the run has the time `grace` to end by itself; then
/// its results are saved and its thread is abandoned.
pub(super) fn interruptible(
    report: &Reporting,
    kind: &str,
    grace: Duration,
    run: impl FnOnce(&InterruptedRun) -> ExitCode + Send + 'static,
) -> ExitCode {
    let kept = Arc::new(InterruptedRun::new());
    let (events, heard) = mpsc::channel();
    let of_signal = events.clone();
    // If no handler can be set, a signal ends the run at once. Files are complete even then, but factors found are
    // lost.
    let _ = on_signal(move || {
        let _ = of_signal.send(Event::Signal);
    });
    let of_run = Arc::clone(&kept);
    let thread = std::thread::Builder::new().name("run".to_owned()).stack_size(STACK);
    let thread = thread.spawn(move || {
        let status = run(&of_run);
        let _ = events.send(Event::Done(status));
        status
    });
    let Ok(thread) = thread else {
        say("error: can't start a thread");
        return ExitCode::from(4);
    };
    loop {
        match heard.recv_timeout(LOOK) {
            Ok(Event::Done(status)) => return status,
            Ok(Event::Signal) => break,
            // A thread that panics sends no event.
            Err(_) if thread.is_finished() => {
                return thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
    kept.watch.stop();
    // A search for smaller tables ends by itself, with the results so far.
    if !grace.is_zero() {
        let _ = heard.recv_timeout(grace);
    }
    let saved = kept.save();
    let status = match &saved {
        Ok(_) => INTERRUPTED,
        Err(error) => error.status(),
    };
    match saved {
        Ok(message) if is_chatty(report) => say(&format!("note: {message}")),
        Ok(_) => {}
        Err(error) => diagnostic::say(&error, report),
    }
    let text = match report.format {
        Format::Json => Some(interrupted(kind)),
        format => RunReport::new().text(format),
    };
    if let Some(text) = text {
        let _ = print(&text);
    }
    ExitCode::from(status)
}
