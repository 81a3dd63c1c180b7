//! Explains the lookup of a square, of the first output of a config that has the piece.

use crate::config::{Job, OnBoard};
use crate::error::Error;
use crate::explain::{Explanation, Question, explain, occupancy};
use crate::generate::{Inside, Phase, Solver, choose, inside};
use magicgen_board::{Coordinate, Mapping, SquareSet};

/// A piece's square, and the occupied squares.
#[derive(Clone, Copy, Debug)]
pub struct WantedSquare<'a> {
    /// The name of the slider's square.
    pub square: &'a str,
    /// Names of squares, the placement of a FEN or a word; `None` for the initial position on the chess board, else for no
    /// square.
    pub occupied: Option<&'a str>,
}

/// The lookups of an output, of which some make up a piece.
#[derive(Clone, Debug)]
pub struct Prepared {
    piece: String,
    of: Vec<usize>,
    mapping: Mapping,
    orientation: String,
    inside: Inside,
}

impl Prepared {
    /// Prepares the lookups of the first output that has the piece; `None` if none has it. That `wanted` is right is made sure
    /// of before anything is searched.
    pub fn new(
        jobs: &[Job],
        solver: &mut Solver,
        piece: &str,
        wanted: WantedSquare<'_>,
    ) -> Result<Option<Self>, Error> {
        let mut found = jobs.iter().filter_map(|job| Some((job, pieces_of(job, piece)?)));
        let Some((job, of)) = found.next() else { return Ok(None) };
        wanted.on(&job.mapping)?;
        let job = choose(job, solver)?;
        Ok(Some(Self {
            piece: piece.to_owned(),
            of,
            mapping: job.mapping.clone(),
            orientation: job.orientation(),
            inside: inside(job, solver)?,
        }))
    }

    /// Explains the lookup of a square.
    pub fn explain(&self, wanted: WantedSquare<'_>) -> Result<Explanation, Error> {
        let (square, occupied) = wanted.on(&self.mapping)?;
        let question = Question {
            piece: &self.piece,
            of: self.of.clone(),
            mapping: &self.mapping,
            orientation: self.orientation.clone(),
            square,
            occupied,
        };
        explain(&self.inside, &question).map_err(Error::Disproof)
    }
}

/// The text of a lookup at a phase, of the first output that has the piece; `None` if none has it.
pub fn phase(
    jobs: &[Job],
    solver: &mut Solver,
    piece: &str,
    at: &str,
    phase: Phase,
) -> Result<Option<String>, Error> {
    let mut found = jobs.iter().filter_map(|job| Some((job, pieces_of(job, piece)?)));
    let Some((job, of)) = found.next() else { return Ok(None) };
    let bit = job.mapping.bit(square(at, &job.mapping)?).unwrap_or_default();
    let job = choose(job, solver)?;
    let text = phase.text(job, solver, &of, bit)?;
    if text.is_empty() {
        return Err(Error::Usage {
            message: format!("output `{}` has no lookups", job.id),
            help: Some("-D 'output.emit=[\"lookup\"]'".to_owned()),
        });
    }
    Ok(Some(text))
}

/// Prepares the lookups of a config's piece. `prepare` plans its outputs, and gets the one piece of all outputs where these have none of
/// this name, or no room for it beside others.
pub fn prepared<T>(
    OnBoard { piece, of, .. }: &OnBoard,
    mut prepare: impl FnMut(&str, Option<&str>) -> Result<Option<T>, Error>,
) -> Result<T, Error> {
    match prepare(&piece.name, None) {
        // No output has the piece, or the variant has no room for another piece of the output.
        Ok(None) | Err(Error::Unfit { .. }) => {}
        Ok(Some(prepared)) => return Ok(prepared),
        Err(error) => return Err(error),
    }
    prepare(&piece.name, Some(of))?.ok_or_else(|| Error::Usage {
        message: format!("no output has the {}", piece.name),
        help: Some("leave out --only, or name another output".to_owned()),
    })
}

/// The searched pieces that make a piece, by their positions in the job.
fn pieces_of(job: &Job, name: &str) -> Option<Vec<usize>> {
    let union = job.printed.unions.iter().find(|union| union.name == name);
    let single = || job.pieces.iter().position(|piece| piece.piece.name == name);
    union.map(|union| union.of.clone()).or_else(|| Some(vec![single()?]))
}

impl WantedSquare<'_> {
    /// The square and the occupied squares of a board.
    fn on(&self, mapping: &Mapping) -> Result<(Coordinate, SquareSet), Error> {
        Ok((square(self.square, mapping)?, occupied(self.occupied, mapping)?))
    }
}

/// The square of this name.
fn square(name: &str, mapping: &Mapping) -> Result<Coordinate, Error> {
    let board = mapping.board();
    let at = board.square(name);
    if let Some(at) = at.filter(|at| mapping.bit(*at).is_some()) {
        return Ok(at);
    }
    let size = format!("{} x {}", board.width, board.height);
    let message = match at {
        Some(_) => format!("`{name}` is a hole of the {size} board"),
        None => format!("`{name}` isn't a square of the {size} board"),
    };
    Err(Error::Usage { message, help: Some(format!("name a square {}", board.some_names())) })
}

/// The occupied squares that are asked for; else the initial position of chess on its board.
fn occupied(text: Option<&str>, mapping: &Mapping) -> Result<SquareSet, Error> {
    let initial = if mapping.board().is_chess() { INITIAL } else { "-" };
    occupancy(text.unwrap_or(initial), mapping).map_err(|error| Error::Usage {
        message: format!("--occupied: {error}"),
        help: Some(error.help(mapping)),
    })
}

/// The occupied squares of the initial position of chess.
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
