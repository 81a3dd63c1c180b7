//! Finds factors for pieces on a board with some axes and, in packed tables, offsets. Only factors that no lock holds
//! are searched, and no lock is trusted.

mod given;
mod published;
mod single;
mod table;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::config::{Choices, JobPiece};
use crate::error::Error;
use magicgen_board::{Line, Mapping, Problem, Walk, lines};
use magicgen_lookup::axes::{Axes, KeyForm, Multiply};
use magicgen_lookup::layout::{Component, Unfit};
use magicgen_search::packing::PackClash;
use magicgen_search::{
    Clash, Effort, FactorKind, Lock, LockError, LockedProblem, Method, Solution,
    prove as prove_solution,
};
pub(crate) use table::packed_goal;
pub(super) use table::packed_method;

use single::Single;

/// Pieces on a board.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The board's squares and their order.
    pub mapping: &'a Mapping,
    /// The pieces.
    pub pieces: &'a [JobPiece],
}

impl Site<'_> {
    /// The name of a square.
    pub(super) fn square_name(&self, bit: u8) -> String {
        self.mapping.name(bit)
    }

    /// The names of all squares, by bit index.
    pub(super) fn square_names(&self, indices: u8) -> Vec<String> {
        (0..indices).map(|bit| self.square_name(bit)).collect()
    }
}

/// The components found for a job.
#[derive(Debug, Default)]
#[cfg_attr(test, derive(Clone))]
pub(super) struct FoundComponents {
    /// The components of each piece.
    pub(super) pieces: Vec<Vec<Component>>,
    /// The source of each piece's factors; `None` for a piece without factors.
    pub(super) origins: Vec<Option<Origin>>,
}

/// The source of factors.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    /// The seed of the search.
    pub(super) seed: u64,
    /// The ids of the published sets with some of the factors.
    pub(super) known: Vec<String>,
    /// The credit of the config's factors.
    pub(super) given: Option<String>,
}

/// Gets factors from a lock, or by a search whose results go into the lock.
#[derive(Debug)]
pub struct Solver {
    /// The lock's path and text, for messages; `None` if it wasn't read from a file.
    pub origin: Option<(PathBuf, String)>,
    /// The known factors; found factors are added.
    pub lock: Lock,
    /// True if searching is forbidden.
    pub is_locked: bool,
    /// True if found factors are added to `lock`, for other outputs and for the lock's file.
    pub keeps: bool,
    /// True if the lock's packings are shortened, as far as the effort allows.
    pub improves: bool,
    /// The amount of work for a search, and the watch that reports the state of the run and may stop it.
    pub effort: Effort,
    /// The choices of `[search]`: the known factors to begin with, and the kind of search.
    pub choices: Choices,
    /// The number of problems searched in this run.
    pub searched: usize,
    /// The content of `lock` so far, for code that ends the run early.
    pub found: Arc<Mutex<Lock>>,
}

impl Solver {
    /// A solver that searches, without known factors.
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
            found: Arc::default(),
        }
    }

    /// Publishes the content of a lock in `found`.
    pub(crate) fn tell(&self, lock: &Lock) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone_from(lock);
    }

    /// Adds an entry to the lock and publishes it.
    fn keep_found(&mut self, entry: LockedProblem) {
        self.lock.insert(entry);
        self.tell(&self.lock);
    }

    /// The components of a job's pieces, each with its solution.
    pub(super) fn components(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<Result<FoundComponents, Unfit>, Error> {
        if packed_method(axes).is_some() {
            return self.packed(site, axes, problems).map(Ok);
        }
        let mut found = FoundComponents::default();
        for (piece, whole) in site.pieces.iter().zip(problems) {
            let mut components = Vec::new();
            let mut origin = None;
            for ComponentRays { line, rays, problem } in parts(site, axes, piece, whole) {
                // A common range tells squares apart by their attack sets, which a joint problem only numbers.
                let joint = joint(site, piece, line).filter(|_| !axes.has_one_range());
                let problem = match &joint {
                    Some(joint) => Problem::under(&piece.walk(site.mapping).along(&rays), joint),
                    None => problem,
                };
                let found = if axes.has_factor() {
                    let searched = joint.as_ref().unwrap_or(&problem);
                    match self.single(site, axes, piece, searched)? {
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

    /// Reports an activity for all pieces together.
    pub(super) fn begin(&self, site: Site<'_>, doing: &str) {
        let names = site.pieces.iter().map(|piece| piece.piece.name.as_str());
        let mut names: Vec<&str> = names.collect();
        // A line-by-line lookup packs each line as a separate piece.
        names.dedup();
        self.effort.watch.begin(doing, &names.join(" and "), &site.square_names(64), "steps");
    }

    /// The solution and origin of a lock's entry, once proved.
    fn proved(
        &self,
        site: Site<'_>,
        piece: &str,
        problem: &Problem,
        entry: &LockedProblem,
    ) -> Result<(Solution, Origin), Error> {
        let solution = entry.solution(problem).map_err(|error| self.wrong_lock(error))?;
        let Err(clash) = prove_solution(problem, &solution) else {
            entry.check(problem, &solution).map_err(|error| self.wrong_lock(error))?;
            let origin = Origin { seed: entry.seed, known: entry.known.clone(), given: None };
            return Ok((solution, origin));
        };
        let (path, text) = self.origin.clone().unwrap_or_default();
        let place = |places: &[Range<usize>]| places.get(usize::from(clash.bit())).cloned();
        let span = match clash {
            Clash::Shift { .. } | Clash::Unequal { .. } => place(&entry.places.shift),
            _ => place(&entry.places.factor),
        };
        let (piece, square) = (piece.to_owned(), site.square_name(clash.bit()));
        Err(Error::LockClash { path, text, span, piece, square, clash })
    }

    /// The error for a lock that can't be used.
    fn wrong_lock(&self, error: LockError) -> Error {
        let (path, text) = self.origin.clone().unwrap_or_default();
        Error::Lock { path, text, error }
    }

    /// The error for clashing index ranges of the lock, at this place of its text.
    fn wrong_table(&self, clash: PackClash, span: Range<usize>) -> Error {
        let (path, text) = self.origin.clone().unwrap_or_default();
        // Numbers that weren't read from a text have no place in one.
        let span = Some(span).filter(|span| !span.is_empty());
        Error::LockTable { path, text, span, clash }
    }

    /// The error for factors that aren't locked and must not be searched.
    fn not_locked(&self, piece: &str, method: Method) -> Error {
        Error::NotLocked {
            path: self.origin.as_ref().map(|(path, _)| path.clone()),
            // An existing lock has at least a version.
            is_missing: self.origin.as_ref().is_some_and(|(_, text)| text.is_empty()),
            piece: piece.to_owned(),
            method: method.to_string(),
        }
    }
}

/// All rays of a piece, or the rays of one of its lines, with their problem of finding magics.
struct ComponentRays {
    /// The line; `None` for all rays together.
    line: Option<Line>,
    /// The rays, as indices into the piece's walk.
    rays: Vec<usize>,
    problem: Problem,
}

/// All rays of a piece as one part or, for line-by-line lookups, a part for each line.
fn parts(site: Site<'_>, axes: Axes, piece: &JobPiece, whole: &Problem) -> Vec<ComponentRays> {
    if !axes.by_line {
        return vec![ComponentRays { line: None, rays: all_rays(piece), problem: whole.clone() }];
    }
    let walk = piece.walk(site.mapping);
    let own = all_rays(piece);
    let part = |(line, mut rays): (Line, Vec<usize>)| {
        rays.retain(|ray| own.contains(ray));
        let problem = Problem::new(&walk.along(&rays), site.mapping.squares()).ok()?;
        Some(ComponentRays { line: Some(line), rays, problem })
    };
    let parts = lines(piece.searched()).into_iter().filter_map(part);
    let has_moves = |part: &ComponentRays| !part.rays.is_empty() || piece.piece.truth.is_some();
    parts.filter(has_moves).collect()
}

/// The rays and courses of a piece, by their numbers.
fn all_rays(piece: &JobPiece) -> Vec<usize> {
    piece.searched().numbers_for(piece.purpose)
}

/// The problem of the moves for all purposes of a piece, whose lookups share factors: for a line, or for all moves.
/// `None` for a piece with one purpose.
fn joint(site: Site<'_>, piece: &JobPiece, line: Option<Line>) -> Option<Problem> {
    let whole = piece.whole.as_ref()?;
    let walk = Walk::new(whole, site.mapping);
    let of_line = |numbers: Vec<usize>| match line {
        None => numbers,
        Some(line) => {
            let lines = lines(whole);
            let own = lines.iter().find(|(other, _)| *other == line);
            own.map_or(Vec::new(), |(_, of_line)| {
                of_line.iter().copied().filter(|number| numbers.contains(number)).collect()
            })
        }
    };
    let walks = whole
        .purposes()
        .into_iter()
        .map(|purpose| walk.along(&of_line(whole.numbers_for(purpose))));
    Some(Problem::joint(&walks.collect::<Vec<_>>(), site.mapping.squares()))
}

/// The methods by which a piece can be searched alone, usually one. If there are several, the first one that finds
/// factors is used.
fn methods(axes: Axes, choices: &Choices, piece: &JobPiece) -> Vec<Method> {
    if piece.is_folded {
        return Method::FOLDS.to_vec();
    }
    let method = axes.method();
    let is_fancy = method == Method::FANCY && axes.key == KeyForm::White;
    let kind = if axes.is_sum() {
        FactorKind::ShiftAdd
    } else if axes.has_one_range() {
        if axes.is_post_masked { FactorKind::MaskedGroup } else { FactorKind::Group }
    } else if axes.factor.facts().is_shared {
        FactorKind::SharedFactor
    } else if axes.by_line && axes.multiply == Multiply::Wide && is_fancy {
        FactorKind::Denser
    } else if choices.is_kannan && is_fancy {
        FactorKind::Kannan
    } else if choices.is_denser && is_fancy {
        FactorKind::Denser
    } else if axes.is_in_factor() {
        match (axes.shift.facts().is_in_factor, axes.offset.facts().is_in_factor) {
            (true, true) => FactorKind::BothInFactor,
            (true, false) => FactorKind::ShiftInFactor,
            (false, _) => FactorKind::OffsetInFactor,
        }
    } else if method == Method::SPLIT_ADD {
        return Method::ADD.to_vec();
    } else {
        FactorKind::Usual
    };
    vec![method.of_kind(kind)]
}
