//! `magicgen search --goal`: shortens one table for any length of time, keeps a checkpoint, and lowers the lock.
//!
//! The checkpoint (`-o`) contains the pool of factors and the whole state of the search. A killed run resumes from it,
//! and finds the same tables. With `--effort`, the result depends on the seed, the effort and the tables at the
//! beginning.

mod args;
mod asked;
mod bar;
pub(super) mod file;
mod merge;
mod plot;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(super) use args::Shrinking;
use asked::{ShrinkRequest, solver};
use bar::ShrinkBar;
use file::{CheckpointKeeper, existing_pool, hold, pool, read_lock, refuse};
use plot::{Picture, PlotRow};

use super::args::Cli;
use super::diagnostic;
use serde::Serialize;

use super::envelope::{Payload, enveloped, failed};
use super::interrupt::INTERRUPTED;
use super::reporting::Format;
use super::signals::on_signal;
use super::write::is_for_a_file;
use super::{discover::nearest_config, print};
use crate::emit::{commit_all, stage};
use crate::error::Error;
use crate::generate::Solver;
use magicgen_lab::shrink::file::{Begun, PoolError, PoolErrorKind, PoolFile};
use magicgen_lab::shrink::{Ground, Shrink};
use magicgen_search::packing::{Packing, Placed, slots};
use magicgen_search::{Effort, Watch};

/// The time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(3);

/// Set by Ctrl-C and by a signal to terminate.
static STOP: AtomicBool = AtomicBool::new(false);

/// The output of a run, for people and as a line of JSON, and its exit status.
struct ShrinkOutput {
    status: u8,
    text: String,
    json: String,
}

/// The JSON object that a run prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[cfg_attr(test, schemars(rename = "Table"))]
pub(super) enum ShrinkResult {
    /// Of a search.
    Shrunk(Shrunk),
    /// Of `--merge` with locks.
    Locks(merge::MergedLocks),
    /// Of `--merge` with pools.
    Pools(merge::MergedPools),
}

impl Payload for ShrinkResult {
    const KIND: &'static str = "table";
}

/// What came of a search for a shorter table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Shrunk {
    /// Whether there is a shorter one.
    status: Outcome,
    /// The table.
    table: String,
    /// Its entries before: in the lock, or in what is printed without one.
    before: Option<usize>,
    /// Its entries now, if one was found.
    entries: Option<usize>,
    /// The seed of the search.
    seed: u64,
    /// The units that were searched, in all runs that made the pool.
    units: u64,
    /// Units, and the entries that were reached by then.
    curve: Vec<[u64; 2]>,
}

/// What came of a search.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum Outcome {
    /// The table is shorter than before.
    Shorter,
    /// It is as long as before.
    Same,
    /// A signal ended the search; the same command goes on.
    Interrupted,
}

/// Runs, prints the result, and returns the exit status.
pub(super) fn shrink(shrinking: &Shrinking, cli: &Cli) -> ExitCode {
    let is_json = cli.report.format == Format::Json;
    let (text, status) = match run(shrinking, cli) {
        Ok(said) if is_json => (said.json, said.status),
        Ok(said) => (said.text, said.status),
        Err(error) => {
            diagnostic::say(&error, &cli.report);
            (
                if is_json { failed(ShrinkResult::KIND, &error) } else { String::new() },
                error.status(),
            )
        }
    };
    match print(&text) {
        ExitCode::SUCCESS => ExitCode::from(status),
        broken => broken,
    }
}

fn run(shrinking: &Shrinking, cli: &Cli) -> Result<ShrinkOutput, Error> {
    if !shrinking.merge.is_empty() {
        return merge::merge(shrinking, cli);
    }
    let Some(goal) = &shrinking.goal else {
        return Err(usage("`--time` needs `--goal`", "--goal packed --time 30m"));
    };
    let end = match (shrinking.time, cli.reproduce.effort) {
        (Some(time), _) => End::Time(Instant::now() + time),
        (None, Some(0)) => return Err(usage("`--effort 0` searches nothing", "--effort 100")),
        (None, Some(effort)) => End::Units(effort),
        (None, None) => {
            return Err(usage("`--time` or `--effort` is missing", "--time 30m"));
        }
    };
    if let Some(path) = &shrinking.plot {
        is_for_a_file(path)?;
    }
    let watch = Watch::new();
    let of_signal = watch.clone();
    // If no handler can be set, a signal ends the run at once; the checkpoint lacks only the last seconds.
    let _ = on_signal(move || {
        STOP.store(true, Ordering::Relaxed);
        of_signal.stop();
    });
    if let Some(jobs) = cli.reproduce.jobs {
        // This fails only if threads have been started before.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global();
    }
    let asked = ShrinkRequest::new(shrinking, cli, goal)?;
    let ground = Ground::new(&asked.problems()).map_err(|error| asked.not_packed(error))?;
    let mut search = ShrinkSearch::open(shrinking, cli, &asked, &ground, watch)?;
    search.go(end)?;
    if let (Some(path), Some(picture)) = (&shrinking.plot, search.picture()) {
        commit_all(vec![stage(path, picture.svg().as_bytes())?])?;
    }
    Ok(search.said(&asked))
}

/// An error of the command line.
fn usage(message: &str, help: &str) -> Error {
    Error::Usage { message: message.to_owned(), help: Some(help.to_owned()) }
}

/// The end of a run.
#[derive(Clone, Copy)]
enum End {
    Time(Instant),
    /// The number of units of all runs together.
    Units(u64),
}

impl End {
    fn is_reached(self, units: u64) -> bool {
        match self {
            Self::Time(end) => Instant::now() >= end,
            Self::Units(most) => units >= most,
        }
    }
}

/// The lock that a search lowers.
fn lock_path(cli: &Cli) -> Option<PathBuf> {
    let nearest = || if cli.place.no_config { None } else { nearest_config() };
    let config = || cli.place.config.clone().or_else(nearest);
    let beside = || config().map(|config| config.with_file_name("magicgen.lock"));
    cli.reproduce.lock.clone().or_else(beside)
}

/// A search and its files.
struct ShrinkSearch<'a> {
    asked: &'a ShrinkRequest,
    ground: &'a Ground<'a>,
    shrink: Shrink<'a>,
    solver: Solver,
    begun: Begun,
    keeper: CheckpointKeeper,
    lock: Option<PathBuf>,
    /// The entries of the shortest packing when the run began.
    before: Option<usize>,
    /// The entries of the packing that the lock was last offered.
    offered: Option<usize>,
    is_begun: bool,
    is_stopped: bool,
    bar: ShrinkBar,
}

impl<'a> ShrinkSearch<'a> {
    /// Reads lock, checkpoint and pools.
    fn open(
        shrinking: &Shrinking,
        cli: &Cli,
        asked: &'a ShrinkRequest,
        ground: &'a Ground<'a>,
        watch: Watch,
    ) -> Result<Self, Error> {
        let lock = lock_path(cli);
        let output = shrinking.output.clone();
        if lock.is_none() && output.is_none() {
            return Err(usage("the result has no file", "--lock magicgen.lock"));
        }
        if output.as_deref().is_some_and(|path| path.as_os_str() == "-") {
            return Err(usage("a checkpoint can't be this file", "-o packed.pool"));
        }
        let seed = cli.reproduce.seed.unwrap_or(0);
        let effort = Effort { seed, watch, ..Effort::default() };
        let mut solver = solver(shrinking, effort);
        let mut shrink =
            Shrink::new(ground, asked.goal, seed).map_err(|error| asked.not_packed(error))?;
        let begun = Begun { method: asked.method, seed };
        let (kept, text) = match &output {
            Some(path) => pool(path)?.map_or((None, None), |(pool, text)| (Some(pool), Some(text))),
            None => (None, None),
        };
        if let Some(lock) = &lock {
            read_lock(lock, &mut solver)?;
        }
        let problems = asked.problems();
        let held = solver.held_packing(asked.site(), asked.axes, &problems)?;
        let is_begun = kept.as_ref().is_some_and(|kept| kept.search.is_some());
        if let (Some(path), Some(kept)) = (&output, &kept) {
            let of_file = refuse(path);
            resume(&mut shrink, ground, begun, kept).map_err(of_file)?;
        }
        if !is_begun {
            if shrinking.from_nothing {
                shrink.begin_from_nothing();
            }
            let known = solver.known_packings(asked.goal, &problems);
            // Begin with the table that is printed without a lock, since the lock must never get a longer one.
            let printed = if shrinking.from_nothing {
                None
            } else {
                solver.packing_without_lock(asked.site(), asked.axes, &problems)?
            };
            let starts: Vec<&Packing> = held.iter().chain(&printed).collect();
            for packing in &starts {
                shrink.start(packing);
            }
            for packing in starts.into_iter().chain(known.iter().map(|(known, _)| known)) {
                shrink.add_known(packing);
            }
            for path in &shrinking.pool {
                let pool = existing_pool(path)?;
                resume(&mut shrink, ground, begun, &pool.without_search()).map_err(refuse(path))?;
            }
        }
        let before = shrink.best().map(|best| best.entries);
        let bar = ShrinkBar::new(&cli.report, &asked.shown, before);
        let keeper = CheckpointKeeper::new(output, text);
        let (is_stopped, offered) = (false, None);
        Ok(Self {
            asked,
            ground,
            shrink,
            solver,
            begun,
            keeper,
            lock,
            before,
            offered,
            is_begun,
            is_stopped,
            bar,
        })
    }

    /// Searches until the end.
    fn go(&mut self, end: End) -> Result<(), Error> {
        // Places that can't be written to are reported before the search.
        self.save()?;
        self.shrink.begin(&self.solver.effort.watch).map_err(|error| {
            let is_stopped = STOP.load(Ordering::Relaxed);
            if is_stopped { Error::Interrupted } else { self.asked.not_packed(error) }
        })?;
        let mut saved = Instant::now();
        while !end.is_reached(self.shrink.units()) {
            if STOP.load(Ordering::Relaxed) {
                self.is_stopped = true;
                break;
            }
            let doing = self.shrink.doing();
            self.shrink.unit();
            self.is_begun = true;
            let best = self.shrink.best().map(|best| best.entries);
            self.bar.unit(best, self.shrink.units(), doing);
            if saved.elapsed() >= CHECKPOINT {
                self.save()?;
                saved = Instant::now();
            }
        }
        self.bar.finish();
        self.save()
    }

    /// Writes the checkpoint, and the lock if the packing is shorter.
    fn save(&mut self) -> Result<(), Error> {
        let (shrink, ground, begun) = (&self.shrink, self.ground, self.begun);
        let names = self.asked.names();
        let is_begun = self.is_begun;
        self.keeper.save(|| {
            let file = PoolFile::new(ground, &names, begun, shrink.state());
            if is_begun { file } else { file.without_search() }
        })?;
        let Some(best) = self.shrink.best() else { return Ok(()) };
        let Some(lock) = &self.lock else { return Ok(()) };
        if self.offered != Some(best.entries) {
            // The effort that found the packing, not the effort so far.
            self.solver.choices.effort = shrink.curve().last().map(|gain| gain.unit);
            hold(lock, self.asked, &mut self.solver, best)?;
            self.offered = Some(best.entries);
        }
        Ok(())
    }

    /// The shortest table; `None` if there is none yet.
    fn picture(&self) -> Option<Picture> {
        let best = self.shrink.best()?;
        let square =
            |bit| self.asked.mapping.square(bit).map_or_else(String::new, |at| at.to_string());
        let of_piece = |(piece, (places, slots)): (usize, (&Vec<Placed>, Vec<Vec<usize>>))| {
            let squares = places.iter().zip(slots);
            squares
                .map(|(place, slots)| PlotRow { piece, square: square(place.bit), slots })
                .collect::<Vec<_>>()
        };
        let slots = slots(&self.asked.problems(), best);
        let gains = self.shrink.curve().iter().map(|gain| (gain.unit, gain.entries));
        let gains: Vec<(u64, usize)> = gains.collect();
        // A resumed run begins with the tables of an earlier run, and the file doesn't say with what that one began.
        let is_longer = |before: &usize| gains.first().is_none_or(|(_, first)| before > first);
        let begun = self.before.filter(is_longer).map(|before| (0, before));
        Some(Picture {
            table: self.asked.shown.clone(),
            entries: best.entries,
            seed: self.begun.seed,
            units: self.shrink.units(),
            curve: begun.into_iter().chain(gains).collect(),
            pieces: self.asked.names(),
            rows: best.pieces.iter().zip(slots).enumerate().flat_map(of_piece).collect(),
        })
    }

    /// The result of the search as output.
    fn said(&self, asked: &ShrinkRequest) -> ShrinkOutput {
        let entries = self.shrink.best().map(|best| best.entries);
        let is_shorter = entries != self.before;
        let (units, seed) = (self.shrink.units(), self.begun.seed);
        let status = match (self.is_stopped, is_shorter) {
            (true, _) => Outcome::Interrupted,
            (false, true) => Outcome::Shorter,
            (false, false) => Outcome::Same,
        };
        let table = match (entries, self.before) {
            (None, _) => "no table yet".to_owned(),
            (Some(entries), Some(before)) if is_shorter => {
                format!("lowered from {before} to {entries} entries, every lookup proved")
            }
            (Some(entries), Some(_)) => format!("stays at {entries} entries"),
            (Some(entries), None) => format!("found with {entries} entries, every lookup proved"),
        };
        let after =
            if self.is_stopped { "interrupted; the same command goes on from there: " } else { "" };
        let text = format!("{after}{}: {table} (seed {seed}, {units} units)\n", asked.shown);
        let curve = self.shrink.curve().iter().map(|gain| [gain.unit, gain.entries as u64]);
        let (table, before, curve) = (asked.shown.clone(), self.before, curve.collect());
        let shrunk = Shrunk { status, table, before, entries, seed, units, curve };
        let json = enveloped(&ShrinkResult::Shrunk(shrunk), &[]);
        ShrinkOutput { status: if self.is_stopped { INTERRUPTED } else { 0 }, text, json }
    }
}

/// Resumes from a file's state, after checks.
fn resume(
    shrink: &mut Shrink,
    ground: &Ground,
    begun: Begun,
    file: &PoolFile,
) -> Result<(), PoolError> {
    file.expect(ground, begun.method.kind.key())?;
    if let Some(other) = file.search.filter(|other| *other != begun) {
        let shown = |begun: Begun| format!("`{}` with seed {}", begun.method, begun.seed);
        let kind = PoolErrorKind::Search(shown(other), shown(begun));
        return Err(PoolError { line: None, kind });
    }
    let resumed = match file.search {
        Some(_) => shrink.resume(&file.state),
        None => shrink.add_pool(&file.state),
    };
    resumed.map_err(|error| file.wrong(error))
}

/// Whether a file is a pool, by its first line.
fn is_pool(path: &Path) -> bool {
    use std::io::Read as _;
    let mut first = Vec::new();
    let file = std::fs::File::open(path).map(|file| file.take(13).read_to_end(&mut first));
    file.is_ok() && first == b"magicgen pool"
}
