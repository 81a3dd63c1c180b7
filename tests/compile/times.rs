//! How long the programs of each cell keep a processor busy, which doesn't depend on what else the machine does.

use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;

use crate::compile::support::Cell;

/// The file into which the seconds of each cell are written.
pub(crate) struct Times(File);

/// What the kernel calls a second: its unit of processor time is a hundredth on every Linux.
const TICKS: f64 = 100.0;

impl Times {
    /// The file that `MAGICGEN_TIMES` names.
    pub(crate) fn asked() -> Option<Self> {
        let path = std::env::var_os("MAGICGEN_TIMES")?;
        let file = File::create(&path);
        Some(Self(file.unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
    }

    /// Runs a cell, and notes its time if that is asked for.
    pub(crate) fn take(
        times: Option<Arc<Self>>,
        cell: Cell,
    ) -> impl FnOnce() -> Result<(), String> + Send + 'static {
        move || {
            let Some(times) = times else { return (cell.run)() };
            let before = of_children();
            let result = (cell.run)();
            let _ = writeln!(&times.0, "{:8.2} {}", of_children() - before, cell.name);
            result
        }
    }
}

/// The seconds of a processor that all programs took which this one has started, and which have ended.
fn of_children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may have blanks. The fields after it begin with the third.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
}
