//! `magicgen explain`: shows how the lookup of one square works, step by step, with every value that it computes.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::codes::{self, Code};
use super::diagnostic;
use super::envelope::{enveloped, failed};
use super::interrupt::{Kept, interruptible};
use super::lookups::Lookups;
use super::progress::while_waiting;
use super::reporting::{Format, Manner, Report};
use super::rows::terminal_columns;
use super::start::Start;
use super::{print, print_in_colour};
use crate::config::{Job, OnBoard, Source, nearest, on_board};
use crate::error::Error;
use crate::explain::json::json as data;
use crate::explain::svg::svg;
use crate::explain::text::{Look, text};
use crate::explain::{Explanation, Question, explain as explained, occupancy};
use crate::generate::{choose, inside};
use crate::geometry::{Bitboard, Coordinate, Mapping};

/// The piece and the square, and what the answer looks like.
#[derive(Args, Clone, Debug)]
#[command(
    override_usage = "magicgen explain [OPTIONS] <PIECE> <SQUARE>\n       magicgen explain [OPTIONS] <CODE>",
    after_long_help = "The config is the nearest magicgen.toml, as for other commands; of its outputs, the first one that \
    has the piece counts. Without a config, the variant is fancy. Nothing is written. Exit status: 0 done, 2 bad usage or config, \
    3 no factors.\n\n\
    \x20 magicgen explain rook c3 --occupied a3,c6\n\
    \x20 magicgen explain queen d4 --variant packed --occupied '8/3p4/8/8/8/8/8/8 w - - 0 1'\n\
    \x20 magicgen explain bishop e4 --format svg >bishop.svg\n\
    \x20 magicgen explain config::board"
)]
pub(super) struct Explain {
    /// rook, bishop, queen, or one declared in the config; or the code of an error, such as `config::board`
    #[arg(value_name = "PIECE")]
    piece: String,
    /// The piece's square
    #[arg(value_name = "SQUARE")]
    square: Option<String>,
    /// Occupied squares: names (a3,c6), the placement of a FEN, or a word (0x81) in this order of squares; `-`: none
    /// [default: the initial position on the chess board, else none]
    #[arg(long, value_name = "WHICH", allow_hyphen_values = true)]
    occupied: Option<String>,
    #[command(flatten)]
    lookups: Lookups,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Human)]
    format: Form,
    /// Draw boards in ASCII
    #[arg(long)]
    ascii: bool,
    /// The most columns of the text [default: the terminal's, or 100]
    #[arg(long, value_name = "COLUMNS")]
    width: Option<u16>,
    #[command(flatten)]
    manner: Manner,
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
const COLUMNS: usize = 100;

/// Explains, and returns the exit status.
pub(super) fn explain(asked: Explain) -> ExitCode {
    let format = if asked.format == Form::Json { Format::Json } else { Format::Human };
    let report = Report::new(format, &asked.manner);
    let Some(square) = asked.square.clone() else {
        return match code(&asked) {
            Ok(text) => print(&text),
            Err(error) => {
                diagnostic::say(&error, &report);
                if format == Format::Json {
                    print(&failed("code", &error));
                }
                ExitCode::from(error.status())
            }
        };
    };
    let reporting = report.clone();
    interruptible(&report, Duration::ZERO, move |kept| {
        let answer = run(&asked, &square, &reporting, kept);
        if let Err(error) = &answer {
            diagnostic::say(error, &reporting);
        }
        let status = answer.as_ref().err().map_or(0, Error::status);
        let printed = match (asked.format, &answer) {
            (Form::Json, Ok(explanation)) => {
                let content = json!({ "status": "explained", "explanation": data(explanation) });
                print(&enveloped("explanation", content, &[]))
            }
            (Form::Json, Err(error)) => print(&failed("explanation", error)),
            (Form::Svg, Ok(explanation)) => print(&svg(explanation)),
            (Form::Human, Ok(explanation)) => print_in_colour(&text(explanation, look(&asked))),
            (Form::Svg | Form::Human, Err(_)) => ExitCode::SUCCESS,
        };
        if printed == ExitCode::SUCCESS { ExitCode::from(status) } else { printed }
    })
}

/// What a code means.
fn code(asked: &Explain) -> Result<String, Error> {
    let id = &asked.piece;
    let Some(code) = Code::find(id) else {
        let known: Vec<String> = codes::ALL.iter().map(|code| code.id.to_owned()).collect();
        let near = nearest(id, &known).unwrap_or("config::board");
        return Err(Error::Usage {
            message: format!("`{id}` is no code of an error, and a piece needs a square"),
            help: Some(format!("magicgen explain rook c3, or magicgen explain {near}")),
        });
    };
    match asked.format {
        Form::Human => Ok(code.text()),
        Form::Json => Ok(enveloped("code", code.json(), &[])),
        Form::Svg => Err(Error::Usage {
            message: "there is no picture of an error".to_owned(),
            help: Some(format!("magicgen explain {id}")),
        }),
    }
}

fn look(asked: &Explain) -> Look {
    let width = asked.width.map(usize::from).or_else(terminal_columns).unwrap_or(COLUMNS);
    Look { width, is_ascii: asked.ascii }
}

fn run(asked: &Explain, square: &str, report: &Report, kept: &Kept) -> Result<Explanation, Error> {
    let found = asked.lookups.found()?;
    // The piece is looked for before anything is searched.
    let source = Source::new(&found.name, &found.text, asked.lookups.overrides()?);
    let OnBoard { piece, .. } = on_board(&source, &asked.piece)
        .map_err(|errors| Error::Config { source: Box::new(source), errors })?;
    let run = |pieces| {
        let start = asked.lookups.start(found.clone(), pieces, report, kept)?;
        answer(asked, square, &piece.name, start, report)
    };
    match run(Vec::new()) {
        // No output has the piece, or the variant has no room for another piece of the output.
        Ok(None) | Err(Error::Unfit { .. }) => {}
        Ok(Some(explanation)) => return Ok(explanation),
        Err(error) => return Err(error),
    }
    run(vec![piece.name.clone()])?.ok_or_else(|| Error::Usage {
        message: format!("no output has the {}", piece.name),
        help: Some("leave out --only, or name another output".to_owned()),
    })
}

/// The searched pieces that make a piece, by their positions in the job.
fn pieces_of(job: &Job, name: &str) -> Option<Vec<usize>> {
    let union = job.unions.iter().find(|union| union.name == name);
    let single = || job.pieces.iter().position(|piece| piece.piece.name == name);
    union.map(|union| union.of.clone()).or_else(|| Some(vec![single()?]))
}

/// Explains the lookup of the first output that has the piece; `None` if none has it.
fn answer(
    asked: &Explain,
    name: &str,
    piece: &str,
    start: Start,
    report: &Report,
) -> Result<Option<Explanation>, Error> {
    let Start { plan, mut solver, turn: _turn, .. } = start;
    let with_piece = |job: &&Job| pieces_of(job, piece).is_some();
    let Some(job) = plan.jobs.iter().find(with_piece) else { return Ok(None) };
    let square = square(name, &job.mapping)?;
    let occupied = occupied(asked.occupied.as_deref(), &job.mapping)?;
    let watch = solver.watch.clone();
    while_waiting(report, &watch, || {
        let job = choose(job, &mut solver)?;
        let inside = inside(job, &mut solver)?;
        let question = Question {
            piece,
            of: pieces_of(job, piece).unwrap_or_default(),
            mapping: &job.mapping,
            orientation: job.orientation(),
            square,
            occupied,
        };
        explained(&inside, &question).map(Some).map_err(Error::Disproof)
    })
}

/// The square of this name.
fn square(name: &str, mapping: &Mapping) -> Result<Coordinate, Error> {
    let board = mapping.board();
    let at = name.parse::<Coordinate>().ok();
    if let Some(at) = at.filter(|at| mapping.bit(*at).is_some()) {
        return Ok(at);
    }
    let last = Coordinate { file: board.width - 1, rank: board.height - 1 };
    let size = format!("{} x {}", board.width, board.height);
    let message = match at {
        Some(at) if board.holes.contains(&at) => format!("`{name}` is a hole of the {size} board"),
        _ => format!("`{name}` is no square of the {size} board"),
    };
    Err(Error::Usage { message, help: Some(format!("name a square of `a1` to `{last}`")) })
}

/// The occupied squares that are asked for; else the initial position of chess on its board.
fn occupied(text: Option<&str>, mapping: &Mapping) -> Result<Bitboard, Error> {
    let initial = if mapping.board().is_chess() { INITIAL } else { "-" };
    occupancy(text.unwrap_or(initial), mapping).map_err(|error| Error::Usage {
        message: format!("--occupied: {error}"),
        help: Some(error.help(mapping)),
    })
}

/// The occupied squares of the initial position of chess.
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
