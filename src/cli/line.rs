//! Shows how far a long search is, on standard error: a line that is updated on a terminal, or a new line now and then
//! with `--verbose`.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::progress::is_wanted;
use super::reporting::Reporting;
use super::say;

/// The time between two lines if standard error isn't a terminal.
const AGAIN: Duration = Duration::from_secs(30);

/// The line.
pub(super) struct StatusLine {
    shown: Option<ProgressBar>,
    says_lines: bool,
    said: Instant,
}

impl StatusLine {
    /// Begins with a message.
    pub(super) fn new(report: &Reporting, message: &str) -> Self {
        let shown = is_wanted(report).then(|| {
            let bar = ProgressBar::new_spinner();
            bar.set_message(message.to_owned());
            bar.enable_steady_tick(Duration::from_millis(300));
            bar
        });
        let says_lines = shown.is_none() && report.verbose && report.manner.quiet == 0;
        Self { shown, says_lines, said: Instant::now() }
    }

    /// Shows another message. It is made only if it is shown.
    pub(super) fn show(&mut self, message: impl FnOnce() -> String) {
        if let Some(bar) = &self.shown {
            bar.set_message(message());
        } else if self.says_lines && self.said.elapsed() >= AGAIN {
            self.said = Instant::now();
            say(&message());
        }
    }

    /// Removes the line.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}
