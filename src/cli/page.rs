//! `magicgen report`: one page of HTML that shows the lookups of a config.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use super::args::{self, Cli, Reproduce, What};
use super::discover::{Found, nearest_config, overrides};
use super::interrupt::{Kept, interruptible};
use super::progress::while_waiting;
use super::reporting::{Format, Report};
use super::start::{Start, start};
use super::{diagnostic, is_chatty, list, print_bytes, say};
use crate::config::{Job, Target};
use crate::emit::{Place, Refusal, commit_all, place, stage};
use crate::error::Error;
use crate::generate::{choose, inside};
use crate::report::{Part, page};

/// Where the page goes, and what it shows.
#[derive(Args, Clone, Debug)]
#[command(
    after_long_help = "The page is one file and asks no network. It has a board on which lookups run step by step, maps of each \
    square's index bits, slots and factors, the table with the owner of each slot, all variants side by side, and where factors come \
    from. The config is the nearest magicgen.toml; outputs with the same lookups are shown once. Without a config, the variant is \
    fancy.\n\n\
    \x20 magicgen report -o report.html\n\
    \x20 magicgen report --variant packed -o packed.html"
)]
pub(super) struct Page {
    /// The page; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
    /// Search, packing and lookup [default: the outputs' own]
    #[arg(long, value_name = "VARIANT", value_parser = args::variants())]
    variant: Option<String>,
    /// Order of squares [default: the config's, or a1lsb]
    #[arg(short = 'O', long, value_name = "NAME", value_parser = args::orientations())]
    orientation: Option<String>,
    /// Override any config key, e.g. -D board.width=5
    #[arg(short = 'D', long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Config file; `-` is standard input [default: nearest magicgen.toml upwards]
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Ignore config files
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
    /// Only the [[output]]s with these ids
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    only: Vec<String>,
    #[command(flatten)]
    report: Report,
}

/// Writes the page, and returns the exit status.
pub(super) fn report(asked: Page) -> ExitCode {
    super::color(asked.report.color);
    let report = asked.report.clone();
    let reporting = report.clone();
    interruptible(&report, Duration::ZERO, move |kept| match write(&asked, kept) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            diagnostic::say(&error, &reporting);
            ExitCode::from(error.status())
        }
    })
}

fn write(asked: &Page, kept: &Kept) -> Result<(), Error> {
    let is_stdout = asked.output.as_os_str() == "-";
    // A place that can't be written to is told before anything is searched.
    if !is_stdout
        && let Place::Folder = place(&asked.output).map_err(|error| error.doing("write"))?
    {
        let (path, refusal) = (asked.output.clone(), Refusal::Folder);
        return Err(Error::Refused { action: "write", path, refusal });
    }
    let nearest = || if asked.no_config { None } else { nearest_config() };
    let found = match asked.config.clone().or_else(nearest) {
        Some(config) => Found::read(&config)?,
        None => Found::of_flags("version = 1\n\n[[output]]\nlang = \"rust\"\n".to_owned()),
    };
    overrides(&asked.set)?;
    let Start { plan, mut solver, turn: _turn, .. } = start(&cli(asked), found, kept)?;
    let watch = solver.watch.clone();
    let text = while_waiting(&asked.report, &watch, || {
        let mut parts: Vec<Part> = Vec::new();
        for job in &plan.jobs {
            let part = part(job, &mut solver)?;
            let shows = |other: &Part| {
                (&other.inside.variant, &other.orientation, &other.unions)
                    == (&part.inside.variant, &part.orientation, &part.unions)
                    && names(other).eq(names(&part))
            };
            if !parts.iter().any(shows) {
                parts.push(part);
            }
        }
        page(&parts, &variants(&asked.report)?).map_err(Error::Disproof)
    })?;
    if is_stdout {
        return print_bytes(text.as_bytes()).map_err(|error| Error::Io {
            action: "write",
            path: "standard output".into(),
            error,
        });
    }
    commit_all(vec![stage(&asked.output, text.as_bytes())?])?;
    if is_chatty(&asked.report) {
        say(&format!("wrote {}", asked.output.display()));
    }
    Ok(())
}

fn names(part: &Part) -> impl Iterator<Item = &str> {
    part.inside.pieces.iter().map(|piece| piece.name.as_str())
}

fn part(job: &Job, solver: &mut crate::generate::Solver) -> Result<Part, Error> {
    let job = choose(job, solver)?;
    let title = match &job.target {
        Target::File(path) => {
            path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
        }
        Target::Stdout | Target::Stream(_) => String::new(),
    };
    let unions = job.unions.iter().map(|union| (union.name.clone(), union.of.clone())).collect();
    let (mapping, orientation) = (job.mapping.clone(), job.orientation());
    Ok(Part { title, inside: inside(job, solver)?, mapping, orientation, unions })
}

/// The rows of `magicgen list variants`.
fn variants(report: &Report) -> Result<Value, Error> {
    let report = Report { format: Format::Json, ..report.clone() };
    let rows = list::list(args::Listed::Variants, &report)?;
    Ok(serde_json::from_str(&rows).unwrap_or_default())
}

/// The command line of a run that would generate the outputs.
fn cli(asked: &Page) -> Cli {
    let what = What {
        variant: asked.variant.clone(),
        orientation: asked.orientation.clone(),
        set: asked.set.clone(),
        ..What::default()
    };
    let config = asked.config.clone();
    let place = args::Place { only: asked.only.clone(), config, ..args::Place::default() };
    let reproduce = Reproduce { dry_run: true, ..Reproduce::default() };
    Cli { command: None, what, place, reproduce, report: asked.report.clone() }
}
