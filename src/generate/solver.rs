//! A job and its axes in; what was found for each of its pieces out. Searches only what no lock holds, and trusts no
//! lock.

use std::ops::Range;
use std::path::PathBuf;

use crate::config::JobPiece;
use crate::error::Error;
use crate::geometry::{Line, Mapping, Problem, Walk, lines};
use crate::layout::{Component, Unfit};
use crate::search::{
    Clash, Effort, Lock, LockedProblem, Method, Solution, problem_hash, prove as prove_solution,
    solve_first,
};
use crate::variant::{Axes, KeyForm};

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
}

/// What was found for a job.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// By piece, its components.
    pub(super) pieces: Vec<Vec<Component>>,
    /// By piece, the seed that its factors were found by; `None` where nothing was searched.
    pub(super) seeds: Vec<Option<u64>>,
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
    /// How hard to search.
    pub effort: Effort,
    /// Problems searched in this run.
    pub searched: usize,
}

impl Solver {
    /// The components of a job's pieces, each solved.
    pub(super) fn components(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<Result<Found, Unfit>, Error> {
        let mut found = Found::default();
        for (piece, whole) in site.pieces.iter().zip(problems) {
            let mut components = Vec::new();
            let mut seeds = None;
            for (line, rays, problem) in parts(site, axes, piece, whole) {
                let (solution, seed) = if axes.key == KeyForm::Pext {
                    (Solution::pext(&problem), None)
                } else {
                    let (solution, seed) = self.solve(site, axes, piece, &problem)?;
                    (solution, Some(seed))
                };
                seeds = seed;
                components.push(Component {
                    line,
                    rays,
                    problem,
                    solution,
                    offsets: None,
                    unit: 0,
                });
            }
            found.pieces.push(components);
            found.seeds.push(seeds);
        }
        Ok(Ok(found))
    }

    /// A solver that searches, with nothing known.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Self {
            origin: None,
            lock: Lock::default(),
            is_locked: false,
            keeps: true,
            effort,
            searched: 0,
        }
    }

    /// The factors of a piece, and the seed that they were found by.
    fn solve(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        piece: &JobPiece,
        problem: &Problem,
    ) -> Result<(Solution, u64), Error> {
        let name = piece.piece.name.as_str();
        let methods = methods(axes, piece);
        for method in &methods {
            if let Some(known) = self.known(site, name, problem, *method)? {
                return Ok(known);
            }
        }
        if self.is_locked {
            return Err(Error::NotLocked {
                path: self.origin.as_ref().map(|(path, _)| path.clone()),
                piece: name.to_owned(),
                method: methods.first().map(ToString::to_string).unwrap_or_default(),
            });
        }
        self.searched += 1;
        let solution = solve_first(problem, &methods, &self.effort).map_err(|error| {
            Error::NotFound { piece: name.to_owned(), square: site.square_name(error.bit), error }
        })?;
        let seed = self.effort.seed;
        if self.keeps {
            let effort = self.effort.candidates / Effort::CANDIDATES;
            self.lock.insert(LockedProblem::new(problem, name, &solution, seed, effort));
        }
        Ok((solution, seed))
    }

    /// What the lock holds, once it is proved.
    fn known(
        &self,
        site: Site<'_>,
        piece: &str,
        problem: &Problem,
        method: Method,
    ) -> Result<Option<(Solution, u64)>, Error> {
        if self.lock.problems().is_empty() {
            return Ok(None);
        }
        let Some(entry) = self.lock.entry(&problem_hash(problem), method) else { return Ok(None) };
        let (path, text) = self.origin.clone().unwrap_or_default();
        let solution = match entry.solution(problem) {
            Ok(solution) => solution,
            Err(error) => return Err(Error::Lock { path, text, error }),
        };
        let Err(clash) = prove_solution(problem, &solution) else {
            return Ok(Some((solution, entry.seed)));
        };
        let place = |places: &[Range<usize>]| places.get(usize::from(clash.bit())).cloned();
        let span = match clash {
            Clash::Shift { .. } => place(&entry.places.shift),
            _ => place(&entry.places.factor),
        };
        let (piece, square) = (piece.to_owned(), site.square_name(clash.bit()));
        Err(Error::LockClash { path, text, span, piece, square, clash })
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
        return vec![(None, (0..piece.piece.rays.len()).collect(), whole.clone())];
    }
    let walk = Walk::new(&piece.piece, site.mapping);
    let part = |(line, rays): (Line, Vec<usize>)| {
        let problem = Problem::new(&walk.along(&rays), site.mapping.squares()).ok()?;
        Some((Some(line), rays, problem))
    };
    lines(&piece.piece).into_iter().filter_map(part).collect()
}

/// What may have been searched for a piece: one method, or the first of several that has factors.
fn methods(axes: Axes, piece: &JobPiece) -> Vec<Method> {
    if piece.is_folded {
        return Method::FOLDS.to_vec();
    }
    let method = axes.method();
    if method == Method::SPLIT_ADD { Method::ADD.to_vec() } else { vec![method] }
}
