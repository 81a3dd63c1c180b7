//! Pieces on a board and axes in; what was found for each of them out. Searches only what no lock holds, and trusts no
//! lock.

mod single;
mod table;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Watch;
use crate::axes::{Axes, KeyForm, Multiply};
use crate::config::{Choices, JobPiece};
use crate::error::Error;
use crate::geometry::{Line, Mapping, Problem, Walk, lines};
use crate::layout::{Component, Unfit};
use crate::search::{
    Clash, Effort, Kind, Lock, LockedProblem, Method, Solution, prove as prove_solution,
};
pub(super) use table::packed_method;

use single::Single;

/// Pieces on a board.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Squares and their order.
    pub mapping: &'a Mapping,
    /// The pieces.
    pub pieces: &'a [JobPiece],
}

impl Site<'_> {
    /// The name of a square.
    pub(super) fn square_name(&self, bit: u8) -> String {
        self.mapping.square(bit).map(|at| at.to_string()).unwrap_or_default()
    }

    /// The names of all squares, by bit index.
    pub(super) fn square_names(&self, indices: u8) -> Vec<String> {
        (0..indices).map(|bit| self.square_name(bit)).collect()
    }
}

/// What was found for a job.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// By piece, its components.
    pub(super) pieces: Vec<Vec<Component>>,
    /// By piece, where its factors come from; `None` where it has none.
    pub(super) origins: Vec<Option<Origin>>,
}

/// Where factors come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    /// The seed that they were found by.
    pub(super) seed: u64,
    /// Whose published factors were taken, by id.
    pub(super) known: Vec<String>,
}

/// Where factors come from: a lock, or a search that is then put into it.
#[derive(Debug)]
pub struct Solver {
    /// The lock's path and text; `None` where there is none to name in messages.
    pub origin: Option<(PathBuf, String)>,
    /// What is known; what is found is added.
    pub lock: Lock,
    /// True where nothing may be searched.
    pub is_locked: bool,
    /// True where what is found goes into `lock`, for other outputs and for the file.
    pub keeps: bool,
    /// True where what the lock holds is to be lowered, as far as the effort goes.
    pub improves: bool,
    /// How hard to search.
    pub effort: Effort,
    /// What to search from, and how.
    pub choices: Choices,
    /// Problems searched in this run.
    pub searched: usize,
    /// Says what the run is at, and may stop it.
    pub watch: Watch,
    /// What `lock` has held so far, for whoever ends the run before it is done.
    pub found: Arc<Mutex<Lock>>,
}

impl Solver {
    /// A solver that searches, with nothing known.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Self {
            origin: None,
            lock: Lock::default(),
            is_locked: false,
            keeps: true,
            improves: false,
            effort,
            choices: Choices::default(),
            searched: 0,
            watch: Watch::default(),
            found: Arc::default(),
        }
    }

    /// Tells what has been found.
    pub(crate) fn tell(&self, lock: &Lock) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone_from(lock);
    }

    /// Keeps what was found.
    fn keep_found(&mut self, entry: LockedProblem) {
        self.lock.insert(entry);
        self.tell(&self.lock);
    }

    /// The components of a job's pieces, each solved.
    pub(super) fn components(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<Result<Found, Unfit>, Error> {
        if packed_method(axes).is_some() {
            return self.packed(site, axes, problems).map(Ok);
        }
        let mut found = Found::default();
        for (piece, whole) in site.pieces.iter().zip(problems) {
            let mut components = Vec::new();
            let mut origin = None;
            for (line, rays, problem) in parts(site, axes, piece, whole) {
                let found = if axes.key.facts().has_factor {
                    match self.single(site, axes, piece, &problem)? {
                        Ok(found) => found,
                        Err(unfit) => return Ok(Err(unfit.of_piece(found.pieces.len()))),
                    }
                } else {
                    Single::from(Solution::pext(&problem))
                };
                let Single { solution, offsets, unit, origin: from } = found;
                origin = from;
                components.push(Component { line, rays, problem, solution, offsets, unit });
            }
            found.pieces.push(components);
            found.origins.push(origin);
        }
        Ok(Ok(found))
    }

    /// Says what is done for all pieces together.
    pub(super) fn begin(&self, site: Site<'_>, doing: &str) {
        let names: Vec<&str> = site.pieces.iter().map(|piece| piece.piece.name.as_str()).collect();
        self.watch.begin(doing, &names.join(" and "), &site.square_names(64), "steps");
    }

    /// An entry of the lock, once it is proved.
    fn proved(
        &self,
        site: Site<'_>,
        piece: &str,
        problem: &Problem,
        entry: &LockedProblem,
    ) -> Result<(Solution, Origin), Error> {
        let (path, text) = self.origin.clone().unwrap_or_default();
        let solution = match entry.solution(problem) {
            Ok(solution) => solution,
            Err(error) => return Err(Error::Lock { path, text, error }),
        };
        let Err(clash) = prove_solution(problem, &solution) else {
            let origin = Origin { seed: entry.seed, known: entry.known.clone() };
            return Ok((solution, origin));
        };
        let place = |places: &[Range<usize>]| places.get(usize::from(clash.bit())).cloned();
        let span = match clash {
            Clash::Shift { .. } | Clash::Unequal { .. } => place(&entry.places.shift),
            _ => place(&entry.places.factor),
        };
        let (piece, square) = (piece.to_owned(), site.square_name(clash.bit()));
        Err(Error::LockClash { path, text, span, piece, square, clash })
    }

    /// The error for what isn't locked and may not be searched.
    fn not_locked(&self, piece: &str, method: Method) -> Error {
        Error::NotLocked {
            path: self.origin.as_ref().map(|(path, _)| path.clone()),
            piece: piece.to_owned(),
            method: method.to_string(),
        }
    }
}

/// A piece's rays together, or each of its lines: with what they make.
fn parts(
    site: Site<'_>,
    axes: Axes,
    piece: &JobPiece,
    whole: &Problem,
) -> Vec<(Option<Line>, Vec<usize>, Problem)> {
    if !axes.by_line {
        return vec![(None, all_rays(piece), whole.clone())];
    }
    let walk = Walk::new(&piece.piece, site.mapping);
    let part = |(line, rays): (Line, Vec<usize>)| {
        let problem = Problem::new(&walk.along(&rays), site.mapping.squares()).ok()?;
        Some((Some(line), rays, problem))
    };
    lines(&piece.piece).into_iter().filter_map(part).collect()
}

fn all_rays(piece: &JobPiece) -> Vec<usize> {
    (0..piece.piece.rays.len()).collect()
}

/// What may have been searched for a piece by itself: one method, or the first of several that has factors.
fn methods(axes: Axes, choices: &Choices, piece: &JobPiece) -> Vec<Method> {
    if piece.is_folded {
        return Method::FOLDS.to_vec();
    }
    let method = axes.method();
    let is_fancy = method == Method::FANCY && axes.key == KeyForm::White;
    let kind = if axes.has_one_range() {
        if axes.is_post_masked { Kind::MaskedGroup } else { Kind::Group }
    } else if axes.factor.facts().is_shared {
        Kind::SharedFactor
    } else if axes.by_line && axes.multiply == Multiply::Wide && is_fancy {
        Kind::Denser
    } else if choices.is_kannan && is_fancy {
        Kind::Kannan
    } else if choices.is_denser && is_fancy {
        Kind::Denser
    } else if axes.is_in_factor() {
        match (axes.shift.facts().is_in_factor, axes.offset.facts().is_in_factor) {
            (true, true) => Kind::BothInFactor,
            (true, false) => Kind::ShiftInFactor,
            (false, _) => Kind::OffsetInFactor,
        }
    } else if method == Method::SPLIT_ADD {
        return Method::ADD.to_vec();
    } else {
        Kind::Usual
    };
    vec![method.of_kind(kind)]
}
