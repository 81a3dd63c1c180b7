//! Finds the pieces, the board and the axes of a search.

use super::args::Shrinking;
use crate::cli::args::Cli;
use crate::cli::discover::{FoundConfig, overrides};
use crate::config::{ConfigError, ConfigErrorKind, JobPiece, OnBoard, Source};
use crate::error::Error;
use crate::generate::{Site, Solver, packed_goal};
use magicgen_board::{Fold, Mapping, NotMirrored, Problem, TooManyRelevant, Walk};
use magicgen_lab::shrink::file::key_id;
use magicgen_lookup::axes::{Axes, Cell, KeyForm};
use magicgen_lookup::variant;
use magicgen_lookup::variant::Form;
use magicgen_search::packing::{Goal, PackError};
use magicgen_search::{Effort, Method};

/// Pieces on a board, and the form of their table.
pub(super) struct ShrinkRequest {
    pub(super) mapping: Mapping,
    pub(super) pieces: Vec<JobPiece>,
    pub(super) problems: Vec<Problem>,
    pub(super) axes: Axes,
    pub(super) method: Method,
    pub(super) goal: Goal,
    /// The table for messages, such as `packed, key constant`.
    pub(super) shown: String,
}

impl ShrinkRequest {
    /// Reads the config, and finds pieces and form.
    pub(super) fn new(shrinking: &Shrinking, cli: &Cli, goal: &str) -> Result<Self, Error> {
        let (mapping, pieces) = pieces(cli)?;
        let mut axes = match variant::find(goal).map(|variant| variant.form) {
            Some(Form::Axes(axes)) => axes,
            _ => Axes::FANCY,
        };
        if let Some(key) = &shrinking.key {
            let form = KeyForm::ALL.iter().find(|(word, _)| word == key);
            axes.key = form.map_or(axes.key, |(_, form)| *form);
        }
        if shrinking.cell.as_deref() == Some(Cell::Pdep.id()) {
            (axes.cell, axes.is_post_masked) = (Cell::Pdep, false);
        }
        if let Some(fold) = &shrinking.fold {
            let known = Fold::ALL.iter().find(|(word, _)| word == fold);
            axes.fold = known.map_or(axes.fold, |(_, fold)| *fold);
        }
        let problem = |piece| problem(piece, &mapping, axes);
        let problems = pieces.iter().map(problem).collect::<Result<_, _>>()?;
        let (method, goal_of) = packed_goal(axes).ok_or_else(|| Error::Usage {
            message: format!("the table of `{goal}` isn't packed"),
            help: Some("--goal packed".to_owned()),
        })?;
        let cell = if axes.cell == Cell::Pdep { ", cell pdep" } else { "" };
        let fold =
            shrinking.fold.as_ref().map_or_else(String::new, |fold| format!(", fold {fold}"));
        let shown = format!("{goal}, key {}{cell}{fold}", key_id(goal_of.key));
        Ok(Self { mapping, pieces, problems, axes, method, goal: goal_of, shown })
    }

    pub(super) fn site(&self) -> Site<'_> {
        Site { mapping: &self.mapping, pieces: &self.pieces }
    }

    pub(super) fn problems(&self) -> Vec<&Problem> {
        self.problems.iter().collect()
    }

    /// The names of the pieces.
    pub(super) fn names(&self) -> Vec<String> {
        self.pieces.iter().map(|piece| piece.piece.name.clone()).collect()
    }

    /// The error for a search that can't begin.
    pub(super) fn not_packed(&self, error: PackError) -> Error {
        let site = self.site();
        let square = error.bit().and_then(|bit| site.mapping.square(bit)).map(|at| at.to_string());
        let piece = error.piece().map(|at| site.pieces[at].piece.name.clone());
        Error::NotPacked { piece, square, error }
    }
}

/// A solver that uses the lock's tables and puts results there.
pub(super) fn solver(shrinking: &Shrinking, effort: Effort) -> Solver {
    let mut solver = Solver::new(effort);
    if shrinking.from_nothing {
        solver.choices.known = Some(Vec::new());
    }
    solver
}

/// The pieces in the flags, by default rook and bishop, on the board of the named config, of the nearest one, or else
/// on the chess board.
fn pieces(cli: &Cli) -> Result<(Mapping, Vec<JobPiece>), Error> {
    let (config, ignores) = (cli.place.config.as_deref(), cli.place.no_config);
    let found = FoundConfig::named_or_nearest(config, ignores, "version = 1\n")?;
    let usual = || vec!["rook".to_owned(), "bishop".to_owned()];
    let names = if cli.what.piece.is_empty() { usual() } else { cli.what.piece.clone() };
    let source = Source::new(&found.name, &found.text, overrides(&cli.what.set)?);
    let mut pieces = Vec::new();
    let mut board = None;
    for name in names {
        let OnBoard { mapping, piece, .. } = found.piece(&source, &name)?;
        if mapping.is_wide() {
            return Err(Error::Usage {
                message: "`shrink` packs tables of boards of up to 64 bits".to_owned(),
                help: Some("`magicgen` generates lookups of wider boards".to_owned()),
            });
        }
        board = Some(mapping);
        pieces.push(JobPiece::new(piece));
    }
    let board = board.ok_or_else(|| Error::Usage { message: "no piece".to_owned(), help: None })?;
    Ok((board, pieces))
}

/// The piece's problem for packing a table with these axes.
fn problem(piece: &JobPiece, mapping: &Mapping, axes: Axes) -> Result<Problem, Error> {
    let piece = &piece.piece;
    let whole = Problem::new(&Walk::new(piece, mapping), mapping.squares()).map_err(
        |TooManyRelevant { count, .. }| Error::Usage {
            message: format!(
                "the {} has {count} relevant squares somewhere, more than {}",
                piece.name,
                magicgen_board::MOST_RELEVANT
            ),
            help: Some("give the piece a shorter `range` in a config's `[[piece]]`".to_owned()),
        },
    )?;
    let read = |problem: Problem| if axes.shares_bits() { problem.packed() } else { problem };
    if axes.fold == Fold::None {
        return Ok(read(whole));
    }
    whole.folded(axes.fold).map(read).map_err(|why| {
        let square = match why {
            NotMirrored::Board => None,
            NotMirrored::Square { bit } => mapping.square(bit).map(|at| at.to_string()),
        };
        let kind = ConfigErrorKind::Fold { piece: piece.name.clone(), square };
        let message = ConfigError::nowhere(kind).to_string();
        let help = "remove `--fold`, or use another value".to_owned();
        Error::Usage { message, help: Some(help) }
    })
}
