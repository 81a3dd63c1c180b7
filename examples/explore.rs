//! Generates random boards, pieces, orders of squares and variants, each on one thread, and lists the configs that took
//! longest: `explore [SECONDS [SEED]]`. `docs/time.md` has its results.
#![allow(clippy::print_stdout, missing_docs)]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use magicgen::Error;
use magicgen::config::{Request, Source, resolve};
use magicgen::generate::{Solver, generate};
use magicgen_lookup::variant;
use magicgen_search::Watch;

/// The time after which a run is asked to stop.
const TOO_LONG: Duration = Duration::from_secs(20);

/// The number of slowest configs that are listed at the end.
const SLOWEST: usize = 20;

/// Random numbers by xorshift64* (Vigna, 2014). Each seed gives the same configs every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}

/// A random config.
fn config(dice: &mut Dice) -> String {
    let mut text = "version = 1\n".to_owned();
    let width = 1 + dice.below(18);
    let height = 1 + dice.below(64 / width);
    let squares = width * height;
    if dice.below(4) == 0 {
        let mut bits: Vec<usize> = (0..64).collect();
        for at in (1..64).rev() {
            bits.swap(at, dice.below(at + 1));
        }
        bits.truncate(squares);
        let _ = write!(text, "[orientation]\npermutation = {bits:?}\n");
    } else {
        let order = ["a1lsb", "h1lsb", "a8lsb", "h8lsb", "a1lsb-file", "h8lsb-file"];
        text = format!("version = 1\norientation = \"{}\"\n", order[dice.below(order.len())]);
    }
    let _ = write!(text, "[board]\nwidth = {width}\nheight = {height}\n");
    if dice.below(3) == 0 {
        let file = char::from(b'a' + dice.below(width) as u8);
        let _ = writeln!(text, "holes = [\"{file}{}\"]", 1 + dice.below(height));
    }
    let mut pieces = Vec::new();
    for number in 0..=dice.below(2) {
        let name = ["rook", "bishop", "other"][dice.below(3)].to_owned();
        if name != "other" {
            pieces.push(name);
            continue;
        }
        let name = format!("other-{number}");
        let mut rays = Vec::new();
        for _ in 0..=dice.below(8) {
            let ray = (dice.below(5) as i8 - 2, dice.below(5) as i8 - 2);
            if ray != (0, 0) && !rays.contains(&ray) {
                rays.push(ray);
            }
        }
        let rays: Vec<[i8; 2]> = rays.iter().map(|(file, rank)| [*file, *rank]).collect();
        let range = 1 + dice.below(7);
        let _ = write!(text, "[[piece]]\nname = \"{name}\"\nrays = {rays:?}\nrange = {range}\n");
        pieces.push(name);
    }
    pieces.dedup();
    let variant = variant::ALL[dice.below(variant::ALL.len())].id;
    let _ = write!(
        text,
        "[[output]]\nlang = \"c\"\npath = \"x.h\"\nvariant = \"{variant}\"\npieces = {pieces:?}\n"
    );
    text
}

/// Generates the output of a config, and returns its table entries or the error; `None` if the config isn't valid.
fn run(text: &str, watch: Watch) -> Option<Result<usize, Error>> {
    let source = Source::new("x.toml", text, Vec::new());
    let request = Request { config: Some(Path::new("x.toml")), ..Request::default() };
    let plan = resolve(&source, &request).ok()?;
    let mut solver = Solver::new(plan.effort);
    solver.choices = plan.choices.clone();
    solver.effort.watch = watch;
    Some(generate(&plan.jobs[0], &mut solver).map(|generated| generated.entries))
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let seconds = numbers.next().unwrap_or(60);
    let seed = numbers.next().unwrap_or(1);
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let begin = Instant::now();
    let (mut runs, mut refused, mut stopped) = (0, 0, 0);
    let mut times: Vec<(Duration, String)> = Vec::new();
    while begin.elapsed() < Duration::from_secs(seconds) {
        let text = config(&mut dice);
        let watch = Watch::new();
        let (done, wait) = channel::<()>();
        let watched = watch.clone();
        let dog = std::thread::spawn(move || {
            if wait.recv_timeout(TOO_LONG) == Err(RecvTimeoutError::Timeout) {
                watched.stop();
            }
        });
        let start = cpu();
        let result = run(&text, watch.clone());
        let time = cpu().saturating_sub(start);
        drop(done);
        let _ = dog.join();
        let Some(result) = result else { continue };
        runs += 1;
        stopped += usize::from(watch.is_stopped());
        let (_, visits) = watch.spent();
        let how = match result {
            Ok(entries) => format!("{entries} entries"),
            Err(error) => {
                refused += 1;
                format!("refused: {error}")
            }
        };
        times.push((time, format!("{how}, {} M visits\n{text}", visits / 1_000_000)));
        times.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        times.truncate(SLOWEST);
    }
    println!("{runs} runs, {refused} refused, {stopped} stopped after {TOO_LONG:?}");
    for (time, text) in times {
        println!("{:.2} s: {text}", time.as_secs_f64());
    }
}

/// The thread's own time on Linux, elsewhere the wall time.
fn cpu() -> Duration {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let own = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let own = own.and_then(|text| text.split(' ').next()?.parse().ok());
    own.map_or_else(|| BEGIN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}
