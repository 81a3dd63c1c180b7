//! `magicgen explain`: shows the lookup of one square step by step, with every value; or explains a variant, a
//! language, a key or an error.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::args;
use super::book;
use super::codes::{self, Code, Meaning};
use super::diagnostic;
use super::envelope::{Payload, enveloped, failed};
use super::interrupt::{InterruptedRun, interruptible};
use super::lookups::LookupArgs;
use super::progress::while_waiting;
use super::reporting::{CommonFlags, Format, Reporting};
use super::rows::terminal_columns;
use super::start::Start;
use super::{print, print_in_colour};
use crate::ask::{Prepared, WantedSquare, phase, prepared};
use crate::config::{Job, LEAPERS, Source, is_leaper, nearest};
use crate::error::Error;
use crate::explain::json::{Data, data};
use crate::explain::svg::{animated, svg};
use crate::explain::text::{TextStyle, text};
use crate::generate::{Phase, Solver};

/// The piece and the square, and what the answer looks like.
#[derive(Args, Clone, Debug)]
#[command(
    override_usage = "magicgen explain [OPTIONS] <PIECE> <SQUARE>\n       magicgen explain [OPTIONS] <WORD>",
    after_long_help = "The lookup is the one of the first output with this piece in the nearest magicgen.toml. Without a config, \
    the variant is fancy. No file is written.\n\n\
    Exit status:\n\
    \x20 0  done\n\
    \x20 2  the usage or the config is wrong\n\
    \x20 3  no factors\n\n\
    Examples:\n\
    \x20 magicgen explain rook c3 --occupied a3,c6\n\
    \x20 magicgen explain queen d4 --variant packed --occupied '8/3p4/8/8/8/8/8/8 w - - 0 1'\n\
    \x20 magicgen explain bishop e4 --format svg >bishop.svg\n\
    \x20 magicgen explain rook c3 --format animated-svg >rook.svg\n\
    \x20 magicgen explain rook c3 --stage nodes --lang c     # for work on magicgen itself\n\
    \x20 magicgen explain fixed                             # a variant, a language or a key\n\
    \x20 magicgen explain config::board"
)]
pub(super) struct Explain {
    /// rook, bishop, queen, or a piece of the config; or a variant, a language, a key, or an error's code
    #[arg(value_name = "PIECE")]
    piece: String,
    /// Square of the piece
    #[arg(value_name = "SQUARE")]
    square: Option<String>,
    /// Occupied squares: names (a3,c6), a FEN, a number in this order of squares (0x81), or `-` for none
    /// [default: the initial position on a chess board, else none]
    #[arg(long, value_name = "WHICH", allow_hyphen_values = true)]
    occupied: Option<String>,
    #[command(flatten)]
    lookups: LookupArgs,
    /// Format of the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ExplainFormat::Human)]
    format: ExplainFormat,
    /// Print the lookup as the generator has it at a stage, for work on magicgen itself
    #[arg(long, value_name = "STAGE", value_enum, requires = "square",
        conflicts_with_all = ["format", "occupied", "ascii", "width"])]
    stage: Option<StageFlag>,
    /// Language of the stages lowered and nodes [default: the output's]
    #[arg(short, long, value_name = "LANG", value_parser = args::languages(), requires = "stage")]
    lang: Option<String>,
    /// Draw boards in ASCII
    #[arg(long)]
    ascii: bool,
    /// Width of the text in columns [default: the terminal's, or 100]
    #[arg(long, value_name = "COLUMNS")]
    width: Option<u16>,
    #[command(flatten)]
    manner: CommonFlags,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// Text for people
    Human,
    /// One JSON object on standard output
    Json,
    /// An SVG picture
    Svg,
    /// An SVG picture that shows the stages of the lookup one after another
    AnimatedSvg,
}

/// `--stage`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StageFlag {
    /// The variant's program
    Ir,
    /// The program with the operations that the language's machine has
    Lowered,
    /// The statements and expressions that the language's printer walks
    Nodes,
}

/// The JSON object that a run prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(super) enum Explained {
    /// The lookup was followed.
    Explained {
        /// What it computed.
        explanation: Data,
    },
}

impl Payload for Explained {
    const KIND: &'static str = "explanation";
}

/// The width of text that isn't for a terminal, in columns.
const COLUMNS: usize = 100;

/// Explains, and returns the exit status.
pub(super) fn explain(asked: Explain) -> ExitCode {
    let format = if asked.format == ExplainFormat::Json { Format::Json } else { Format::Human };
    let report = Reporting::new(format, &asked.manner);
    let Some(square) = asked.square.clone() else {
        return match code(&asked) {
            Ok(text) => print(&text),
            Err(error) => {
                diagnostic::say(&error, &report);
                if format == Format::Json {
                    print(&failed(Meaning::KIND, &error));
                }
                ExitCode::from(error.status())
            }
        };
    };
    if let Some(stage) = asked.stage {
        return staged(asked, square, stage, &report);
    }
    let reporting = report.clone();
    interruptible(&report, Explained::KIND, Duration::ZERO, move |kept| {
        let wanted = WantedSquare { square: &square, occupied: asked.occupied.as_deref() };
        let prepared = run(&asked, &reporting, kept, |jobs, solver, piece| {
            Prepared::new(jobs, solver, piece, wanted)
        });
        let answer = prepared.and_then(|prepared| prepared.explain(wanted));
        if let Err(error) = &answer {
            diagnostic::say(error, &reporting);
        }
        let status = answer.as_ref().err().map_or(0, Error::status);
        let printed = match (asked.format, &answer) {
            (ExplainFormat::Json, Ok(explanation)) => {
                print(&enveloped(&Explained::Explained { explanation: data(explanation) }, &[]))
            }
            (ExplainFormat::Json, Err(error)) => print(&failed(Explained::KIND, error)),
            (ExplainFormat::Svg, Ok(explanation)) => print(&svg(explanation)),
            (ExplainFormat::AnimatedSvg, Ok(explanation)) => print(&animated(explanation)),
            (ExplainFormat::Human, Ok(explanation)) => {
                print_in_colour(&text(explanation, look(&asked)))
            }
            (ExplainFormat::Svg | ExplainFormat::AnimatedSvg | ExplainFormat::Human, Err(_)) => {
                ExitCode::SUCCESS
            }
        };
        if printed == ExitCode::SUCCESS { ExitCode::from(status) } else { printed }
    })
}

/// Prints a lookup at a stage, and returns the exit status.
fn staged(asked: Explain, square: String, stage: StageFlag, report: &Reporting) -> ExitCode {
    let stage = match stage {
        StageFlag::Ir => Phase::Ir,
        StageFlag::Lowered => Phase::Lowered,
        StageFlag::Nodes => Phase::Nodes,
    };
    let reporting = report.clone();
    interruptible(report, Explained::KIND, Duration::ZERO, move |kept| {
        let text = run(&asked, &reporting, kept, |jobs, solver, piece| {
            phase(jobs, solver, piece, &square, stage)
        });
        match text {
            Ok(text) => print(&text),
            Err(error) => {
                diagnostic::say(&error, &reporting);
                ExitCode::from(error.status())
            }
        }
    })
}

/// The book's text on a word, or the meaning of an error code.
fn code(asked: &Explain) -> Result<String, Error> {
    let id = &asked.piece;
    if asked.format == ExplainFormat::Human
        && let Some(said) = book::said(id, look(asked).width)
    {
        return Ok(said);
    }
    let Some(code) = Code::find(id) else {
        let known: Vec<String> = codes::ALL.iter().map(|code| code.id.to_owned()).collect();
        if ["rook", "bishop", "queen"].contains(&id.as_str()) {
            return Err(Error::Usage {
                message: format!("`{id}` needs a square"),
                help: Some(format!("magicgen explain {id} c3")),
            });
        }
        let near = nearest(id, &known).map(str::to_owned).or_else(|| book::like(id));
        let near = near.unwrap_or_else(|| "config::board".to_owned());
        return Err(Error::Usage {
            message: format!(
                "`{id}` isn't a variant, language, key or error code, and a piece needs a square"
            ),
            help: Some(if is_leaper(id) {
                LEAPERS.to_owned()
            } else {
                format!("magicgen explain rook c3, or magicgen explain {near}")
            }),
        });
    };
    match asked.format {
        ExplainFormat::Human => Ok(code.text()),
        ExplainFormat::Json => Ok(code.json()),
        ExplainFormat::Svg | ExplainFormat::AnimatedSvg => Err(Error::Usage {
            message: "there is no picture of an error".to_owned(),
            help: Some(format!("magicgen explain {id}")),
        }),
    }
}

fn look(asked: &Explain) -> TextStyle {
    let width = asked.width.map(usize::from).or_else(terminal_columns).unwrap_or(COLUMNS);
    TextStyle { width, is_ascii: asked.ascii }
}

/// Starts a run that writes nothing, and makes the answer from its outputs.
fn run<T>(
    asked: &Explain,
    report: &Reporting,
    kept: &InterruptedRun,
    answer: impl Fn(&[Job], &mut Solver, &str) -> Result<Option<T>, Error>,
) -> Result<T, Error> {
    let found = asked.lookups.found()?;
    let source = Source::new(&found.name, &found.text, asked.lookups.overrides()?);
    // The piece is looked for before anything is searched.
    let on_board = found.piece(&source, &asked.piece)?;
    prepared(&on_board, |piece, only| {
        let pieces = only.map(str::to_owned).into_iter().collect();
        let start = asked.lookups.start(found.clone(), pieces, asked.lang.clone(), report, kept)?;
        let Start { plan, mut solver, turn: _turn, .. } = start;
        let watch = solver.effort.watch.clone();
        while_waiting(report, &watch, || answer(&plan.jobs, &mut solver, piece))
    })
}
