//! Shows the progress of a search for a shorter table on standard error: the best so far, the gain per minute, the time
//! since the last gain, and the current step.

#![expect(clippy::cast_precision_loss, reason = "rates are shown in a few digits")]

use std::time::Instant;

use crate::cli::line::StatusLine;
use crate::cli::prove::time;
use crate::cli::reporting::Reporting;

/// The line, and what it shows.
pub(super) struct ShrinkBar {
    line: StatusLine,
    state: ShrinkBarState,
}

struct ShrinkBarState {
    what: String,
    started: Instant,
    /// The entries when the run began, or the entries of its first packing.
    first: Option<usize>,
    best: Option<usize>,
    /// The time of the last gain in this run.
    gained: Option<Instant>,
}

impl ShrinkBar {
    /// Begins with a packing of `best` entries, if there is one.
    pub(super) fn new(report: &Reporting, what: &str, best: Option<usize>) -> Self {
        let what = what.to_owned();
        let line = StatusLine::new(report, &what);
        let state =
            ShrinkBarState { what, started: Instant::now(), first: best, best, gained: None };
        Self { line, state }
    }

    /// Shows the state after a unit.
    pub(super) fn unit(&mut self, best: Option<usize>, units: u64, doing: &str) {
        let state = &mut self.state;
        if best != state.best {
            state.first = state.first.or(best);
            state.best = best;
            state.gained = Some(Instant::now());
        }
        self.line.show(|| state.message(units, doing));
    }

    /// Removes the line.
    pub(super) fn finish(&self) {
        self.line.finish();
    }
}

impl ShrinkBarState {
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
}
