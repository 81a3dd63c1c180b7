//! `magicgen explain`: shows how the lookup of one square works, step by step, with every value that it computes.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::args::{Cli, Place, Reproduce, What};
use super::diagnostic::{self, diagnostics};
use super::discover::{Found, nearest_config, overrides};
use super::interrupt::{Kept, interruptible};
use super::progress::while_waiting;
use super::reporting::{Color, Format, Report};
use super::start::{Start, start};
use super::{args, print, print_in_colour};
use crate::ask::{Prepared, Wanted, prepared};
use crate::config::Source;
use crate::error::Error;
use crate::explain::Explanation;
use crate::explain::json::json as data;
use crate::explain::svg::svg;
use crate::explain::text::{Look, text};

/// The piece and the square, and what the answer looks like.
#[derive(Args, Clone, Debug)]
#[command(
    after_long_help = "The config is the nearest magicgen.toml, as for other commands; of its outputs, the first one that \
    has the piece counts. Without a config, the variant is fancy. Nothing is written. Exit status: 0 done, 2 bad usage or config, \
    3 no factors.\n\n\
    \x20 magicgen explain rook c3 --occupied a3,c6\n\
    \x20 magicgen explain queen d4 --variant packed --occupied '8/3p4/8/8/8/8/8/8 w - - 0 1'\n\
    \x20 magicgen explain bishop e4 --format svg >bishop.svg"
)]
pub(super) struct Explain {
    /// rook, bishop, queen, or one declared in the config
    #[arg(value_name = "PIECE")]
    piece: String,
    /// The piece's square
    #[arg(value_name = "SQUARE")]
    square: String,
    /// Occupied squares: names (a3,c6), the placement of a FEN, or a word (0x81) in this order of squares; `-`: none
    /// [default: the initial position on the chess board, else none]
    #[arg(long, value_name = "WHICH", allow_hyphen_values = true)]
    occupied: Option<String>,
    /// Search, packing and lookup [default: the output's own]
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
    /// The [[output]] with this id [default: the first one that has the piece]
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Human)]
    format: Form,
    /// Draw boards in ASCII
    #[arg(long)]
    ascii: bool,
    /// The most columns of the text [default: the terminal's, or 100]
    #[arg(long, value_name = "COLUMNS")]
    width: Option<u16>,
    /// Colour of text and messages
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    color: Color,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Human,
    /// One JSON object on standard output
    Json,
    /// A picture
    Svg,
}

/// The columns of text that isn't for a terminal.
const COLUMNS: u16 = 100;

/// Explains, and returns the exit status.
pub(super) fn explain(asked: Explain) -> ExitCode {
    super::color(asked.color);
    let format = if asked.format == Form::Json { Format::Json } else { Format::Human };
    let report = Report { format, color: asked.color, ..Report::default() };
    let reporting = report.clone();
    interruptible(&report, Duration::ZERO, move |kept| {
        let answer = run(&asked, &reporting, kept);
        if let Err(error) = &answer {
            diagnostic::say(error, &reporting);
        }
        let status = answer.as_ref().err().map_or(0, Error::status);
        let printed = match (asked.format, &answer) {
            (Form::Json, answer) => print(&enveloped(answer)),
            (Form::Svg, Ok(explanation)) => print(&svg(explanation)),
            (Form::Human, Ok(explanation)) => print_in_colour(&text(explanation, look(&asked))),
            (Form::Svg | Form::Human, Err(_)) => ExitCode::SUCCESS,
        };
        if printed == ExitCode::SUCCESS { ExitCode::from(status) } else { printed }
    })
}

/// The JSON object that a run prints.
fn enveloped(answer: &Result<Explanation, Error>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (status, explanation, diagnostics) = match answer {
        Ok(explanation) => ("explained", data(explanation), Vec::new()),
        Err(error) => ("error", json!(null), diagnostics(error)),
    };
    let object = json!({
        "format": 1,
        "version": version,
        "status": status,
        "explanation": explanation,
        "diagnostics": diagnostics,
    });
    serde_json::to_string_pretty(&object).unwrap_or_default() + "\n"
}

fn look(asked: &Explain) -> Look {
    let terminal = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0);
    let width = asked.width.or_else(terminal).unwrap_or(COLUMNS);
    Look { width: usize::from(width), is_ascii: asked.ascii }
}

fn run(asked: &Explain, report: &Report, kept: &Kept) -> Result<Explanation, Error> {
    let nearest = || if asked.no_config { None } else { nearest_config() };
    let found = match asked.config.clone().or_else(nearest) {
        Some(config) => Found::read(&config)?,
        None => Found::of_flags("version = 1\n\n[[output]]\nlang = \"rust\"\n".to_owned()),
    };
    let source = Source::new(&found.name, &found.text, overrides(&asked.set)?);
    let wanted = Wanted { square: &asked.square, occupied: asked.occupied.as_deref() };
    let prepared = prepared(&source, &asked.piece, |piece, only| {
        let mut cli = cli(asked, report);
        cli.what.piece = only.map(str::to_owned).into_iter().collect();
        let Start { plan, mut solver, turn: _turn, .. } = start(&cli, found.clone(), kept)?;
        let watch = solver.watch.clone();
        while_waiting(report, &watch, || Prepared::new(&plan.jobs, &mut solver, piece, wanted))
    })?;
    prepared.explain(wanted)
}

/// The command line of a run that would generate the outputs.
fn cli(asked: &Explain, report: &Report) -> Cli {
    let what = What {
        variant: asked.variant.clone(),
        orientation: asked.orientation.clone(),
        set: asked.set.clone(),
        ..What::default()
    };
    let only = asked.only.iter().cloned().collect();
    let place = Place { only, config: asked.config.clone(), ..Place::default() };
    let reproduce = Reproduce { dry_run: true, ..Reproduce::default() };
    Cli { command: None, what, place, reproduce, report: report.clone() }
}
