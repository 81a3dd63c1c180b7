//! A run in; its exit status out, or that of an interrupted one once what it had found is kept.
//!
//! The run has a thread of its own, so that Ctrl-C is answered wherever it is: in a search, waiting for its turn or for
//! the reader of a pipe.

use super::reporting::{Format, Report};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::report::RunReport;
use super::{diagnostic, is_chatty, print, say};
use crate::Watch;
use crate::emit::{Before, folder_of, stage, sweep};
use crate::error::Error;
use crate::search::Lock;

/// Exit status of a run that was interrupted.
pub(super) const INTERRUPTED: u8 = 130;

/// Between two looks whether the run has panicked.
const LOOK: Duration = Duration::from_secs(1);

/// Stack of the thread: as the system's first one has.
const STACK: usize = 8 << 20;

/// What an interrupted run leaves, and how it learns that it is interrupted.
pub(super) struct Kept {
    state: Mutex<State>,
    /// The run's own: a signal stops it.
    pub(super) watch: Watch,
}

#[derive(Default)]
enum State {
    /// Nothing: there is no lock, or it isn't read yet.
    #[default]
    Nothing,
    /// A lock, with what has been found.
    Lock { path: PathBuf, before: Before, old: Option<String>, found: Arc<Mutex<Lock>> },
    /// All that there was to write.
    Written,
}

impl Kept {
    /// Of a run that has nothing to leave yet.
    pub(super) fn new() -> Self {
        Self { state: Mutex::default(), watch: Watch::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From here on, `found` goes into the lock.
    pub(super) fn hold(
        &self,
        path: PathBuf,
        before: Before,
        old: Option<String>,
        found: Arc<Mutex<Lock>>,
    ) {
        *self.state() = State::Lock { path, before, old, found };
    }

    /// Writes files: a signal waits until that is done.
    pub(super) fn commit(&self, write: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
        let mut state = self.state();
        let written = write();
        *state = State::Written;
        written
    }

    /// Puts into the lock what it doesn't hold yet, and says so.
    fn save(&self) -> Result<&'static str, Error> {
        let mut state = self.state();
        let (path, before, old, found) = match &*state {
            State::Nothing => return Ok("interrupted"),
            State::Written => return Ok("interrupted after the files were written"),
            State::Lock { path, before, old, found } => (path, before, old, found),
        };
        let text = found.lock().unwrap_or_else(PoisonError::into_inner).to_string();
        let is_new = text != old.clone().unwrap_or_else(|| Lock::default().to_string());
        if is_new {
            sweep(folder_of(path));
            stage(path, text.as_bytes())?.since(before).commit()?;
        }
        *state = State::Written;
        Ok(if is_new {
            "interrupted; what was found is in the lock"
        } else {
            "interrupted before anything was found that the lock doesn't hold"
        })
    }
}

enum Event {
    Done(ExitCode),
    Signal,
}

/// Runs until it is done, or until a signal comes and `grace` is over.
pub(super) fn interruptible(
    report: &Report,
    grace: Duration,
    run: impl FnOnce(&Kept) -> ExitCode + Send + 'static,
) -> ExitCode {
    let kept = Arc::new(Kept::new());
    let (events, heard) = mpsc::channel();
    let on_signal = events.clone();
    // Without a handler a signal ends the run at once: files are whole, and what was found is lost.
    let _ = ctrlc::set_handler(move || {
        let _ = on_signal.send(Event::Signal);
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
            // A thread that panics says nothing.
            Err(_) if thread.is_finished() => {
                return thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
    kept.watch.stop();
    // A search that lowers something comes to an end by itself, with what it has so far.
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
    if report.format == Format::Json {
        let interrupted = RunReport { status: "interrupted", ..RunReport::new() };
        let text = serde_json::to_string(&interrupted).unwrap_or_default();
        let _ = print(&(text + "\n"));
    }
    ExitCode::from(status)
}
