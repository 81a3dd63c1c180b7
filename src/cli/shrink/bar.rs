//! Shows the progress of a search for a shorter table on standard error: the best so far, the gain per minute, the time
//! since the last gain, and what is done just now.

#![expect(clippy::cast_precision_loss, reason = "rates are shown in a few digits")]

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::cli::prove::time;
use crate::cli::reporting::Report;
use crate::cli::{is_chatty, say};

/// The time between two lines if standard error isn't a terminal.
const LINE: Duration = Duration::from_secs(30);

/// A line that is updated on a terminal, or a new line now and then with `--verbose`.
pub(super) struct Bar {
    shown: Option<ProgressBar>,
    says_lines: bool,
    what: String,
    started: Instant,
    said: Instant,
    /// The entries when the run began, or of its first packing.
    first: Option<usize>,
    best: Option<usize>,
    /// The time of the last gain in this run.
    gained: Option<Instant>,
}

impl Bar {
    /// Begins with a packing of `best` entries, if there is one.
    pub(super) fn new(report: &Report, what: &str, best: Option<usize>) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let is_wanted = is_chatty(report) && is_terminal && std::env::var_os("CI").is_none();
        let shown = is_wanted.then(|| {
            let bar = ProgressBar::new_spinner();
            bar.set_message(what.to_owned());
            bar.enable_steady_tick(Duration::from_millis(300));
            bar
        });
        let now = Instant::now();
        Self {
            says_lines: shown.is_none() && report.verbose && report.quiet == 0,
            shown,
            what: what.to_owned(),
            started: now,
            said: now,
            first: best,
            best,
            gained: None,
        }
    }

    /// Shows the state after a unit.
    pub(super) fn unit(&mut self, best: Option<usize>, units: u64, doing: &str) {
        if best != self.best {
            self.first = self.first.or(best);
            self.best = best;
            self.gained = Some(Instant::now());
        }
        if let Some(bar) = &self.shown {
            bar.set_message(self.message(units, doing));
        } else if self.says_lines && self.said.elapsed() >= LINE {
            self.said = Instant::now();
            say(&self.message(units, doing));
        }
    }

    fn message(&self, units: u64, doing: &str) -> String {
        let (Some(best), Some(first)) = (self.best, self.first) else {
            return format!("{}: no table yet, unit {units}, {doing}", self.what);
        };
        let minutes = self.started.elapsed().as_secs_f64().max(1.0) / 60.0;
        let gain = first.saturating_sub(best) as f64 / minutes;
        let last = match self.gained {
            Some(at) => format!("last gain {} ago", time(at.elapsed().as_secs_f64())),
            None => "no gain yet".to_owned(),
        };
        let what = &self.what;
        format!("{what}: {best} entries, {gain:.1} fewer a minute, {last}, unit {units}, {doing}")
    }

    /// Removes the line.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}
