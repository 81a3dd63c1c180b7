//! Times what is run again and again, and prints the median and the quartiles. A library for this would take a tenth of the build
//! that `cargo test` waits for.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long something is run for, at least once.
const TOTAL: Duration = Duration::from_secs(3);

/// What a command line asks for.
pub(crate) struct Measure {
    /// False in `cargo test --benches`, which shows that everything runs.
    is_timed: bool,
    /// What names have to contain.
    wanted: Option<String>,
}

impl Measure {
    pub(crate) fn from_args() -> Self {
        let mut arguments = std::env::args().skip(1);
        let is_timed = std::env::args().any(|argument| argument == "--bench");
        Self { is_timed, wanted: arguments.find(|argument| !argument.starts_with('-')) }
    }

    /// Runs something and prints its time, and how many of its `steps` it takes in a second.
    #[expect(clippy::cast_precision_loss, clippy::print_stdout, reason = "figures for people")]
    pub(crate) fn of<T>(&self, name: &str, steps: Option<u64>, mut run: impl FnMut() -> T) {
        if self.wanted.as_ref().is_some_and(|wanted| !name.contains(wanted.as_str())) {
            return;
        }
        let start = Instant::now();
        let mut times: Vec<Duration> = Vec::new();
        while times.is_empty() || self.is_timed && start.elapsed() < TOTAL {
            let before = Instant::now();
            black_box(run());
            times.push(before.elapsed());
        }
        times.sort_unstable();
        let [low, median, high] = [1, 2, 3].map(|quarter| times[(times.len() - 1) * quarter / 4]);
        let rate = steps.map_or(String::new(), |steps| {
            format!(", {:.3} million a second", steps as f64 / median.as_secs_f64() / 1e6)
        });
        println!("{name}: {median:.3?} ({low:.3?} to {high:.3?}, {} runs){rate}", times.len());
    }
}
