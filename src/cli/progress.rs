//! Shows the progress of a run on the terminal, once it takes more than a moment.

use super::reporting::Reporting;
use std::io::IsTerminal as _;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::is_chatty;
use magicgen_search::Watch;

/// The time after which the line appears.
const SOON: Duration = Duration::from_millis(300);

/// The time between two changes of the line.
const AGAIN: Duration = Duration::from_millis(100);

/// Does `work`, and shows its progress on a terminal. The line appears after a moment and is removed when the work is
/// done.
pub(super) fn while_waiting<T>(report: &Reporting, watch: &Watch, work: impl FnOnce() -> T) -> T {
    let _line = is_wanted(report).then(|| ProgressThread::new(watch.clone()));
    work()
}

/// Whether progress is shown: only if standard error is a terminal that can remove a line again.
pub(super) fn is_wanted(report: &Reporting) -> bool {
    is_chatty(report)
        && std::io::stderr().is_terminal()
        && std::env::var_os("CI").is_none()
        && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// The thread that shows the line. It ends when this is dropped.
struct ProgressThread {
    is_done: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl ProgressThread {
    fn new(watch: Watch) -> Self {
        let is_done = Arc::<(Mutex<bool>, Condvar)>::default();
        let shared = Arc::clone(&is_done);
        let thread = std::thread::Builder::new().spawn(move || print(&watch, &shared)).ok();
        Self { is_done, thread }
    }
}

impl Drop for ProgressThread {
    fn drop(&mut self) {
        *self.is_done.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.is_done.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn print(watch: &Watch, (is_done, changed): &(Mutex<bool>, Condvar)) {
    let mut bar = None;
    let mut wait = SOON;
    loop {
        let guard = is_done.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = changed.wait_timeout_while(guard, wait, |is_done| !*is_done);
        if *waited.unwrap_or_else(PoisonError::into_inner).0 {
            break;
        }
        wait = AGAIN;
        let bar: &mut ProgressBar = bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            ProgressBar::new_spinner()
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        bar.set_message(watch.look().to_string());
        bar.tick();
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}
