//! Shows the progress of a complete search on standard error: the part of the tree that is done, the rate, and the time
//! left.

#![expect(clippy::cast_precision_loss, reason = "shares and rates are shown in a few digits")]

use std::time::Instant;

use crate::cli::line::StatusLine;
use crate::cli::reporting::Reporting;
use magicgen_lab::prove::run::Slice;

/// The line, and what it shows.
pub(super) struct ProveBar {
    line: StatusLine,
    state: ProveBarState,
}

struct ProveBarState {
    what: String,
    started: Instant,
    /// The number of all roots.
    all: u64,
    /// The number of roots that were done before this run.
    before: u64,
    /// The number of roots that this run has done.
    now: u64,
    nodes: u64,
}

impl ProveBar {
    /// Begins with `before` of `all` roots done.
    pub(super) fn new(report: &Reporting, what: &str, before: u64, all: u64) -> Self {
        let what = what.to_owned();
        let line = StatusLine::new(report, &what);
        Self {
            line,
            state: ProveBarState { what, started: Instant::now(), all, before, now: 0, nodes: 0 },
        }
    }

    /// Counts a finished slice, and shows the progress.
    pub(super) fn add(&mut self, slice: &Slice) {
        let state = &mut self.state;
        state.now += slice.roots.end - slice.roots.start;
        state.nodes += slice.tally.all_nodes();
        self.line.show(|| state.message());
    }

    /// Removes the line.
    pub(super) fn finish(&self) {
        self.line.finish();
    }
}

impl ProveBarState {
    /// The line. All roots take about the same time, so the time left follows from their number.
    fn message(&self) -> String {
        let done = self.before + self.now;
        let seconds = self.started.elapsed().as_secs_f64();
        let left = seconds * (self.all - done.min(self.all)) as f64 / self.now.max(1) as f64;
        format!(
            "{}: {:.2} % of the tree, {}, {} left",
            self.what,
            100.0 * done as f64 / self.all.max(1) as f64,
            rate(self.nodes as f64 / seconds.max(1e-3)),
            time(left)
        )
    }
}

/// A rate such as `45.1 M nodes/s`.
pub(super) fn rate(nodes: f64) -> String {
    match nodes {
        nodes if nodes >= 1e6 => format!("{:.1} M nodes/s", nodes / 1e6),
        nodes if nodes >= 1e3 => format!("{:.1} k nodes/s", nodes / 1e3),
        nodes => format!("{nodes:.0} nodes/s"),
    }
}

/// A time such as `2 h 13 min`.
pub(in crate::cli) fn time(seconds: f64) -> String {
    let minutes = seconds / 60.0;
    let hours = minutes / 60.0;
    let days = hours / 24.0;
    match seconds {
        _ if days >= 1e6 => format!("{days:.1e} days"),
        _ if days >= 2.0 => format!("{days:.1} days"),
        _ if hours >= 1.0 => format!("{:.0} h {:.0} min", hours.floor(), minutes.floor() % 60.0),
        _ if minutes >= 1.0 => {
            format!("{:.0} min {:.0} s", minutes.floor(), seconds.floor() % 60.0)
        }
        _ if seconds >= 10.0 => format!("{seconds:.0} s"),
        _ => format!("{seconds:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_rates_are_said_in_fitting_units() {
        assert_eq!(time(0.5), "0.50 s");
        assert_eq!(time(59.9), "60 s");
        assert_eq!(time(133.0), "2 min 13 s");
        assert_eq!(time(2.0 * 3600.0 + 13.5 * 60.0), "2 h 13 min");
        assert_eq!(time(86_400.0 * 3.5), "3.5 days");
        assert_eq!(rate(45_120_000.0), "45.1 M nodes/s");
        assert_eq!(rate(12.0), "12 nodes/s");
    }
}
