//! One problem by itself in; its factors out, from the lock or a search of the kind that the axes ask for.

use super::{Origin, Site, Solver, methods};
use crate::config::JobPiece;
use crate::error::Error;
use crate::geometry::Problem;
use crate::search::known::denser;
use crate::search::{
    Effort, Kind, LockedProblem, Method, NotFound, Solution, problem_hash, solve_first,
};
use crate::variant::Axes;

impl Solver {
    /// The factors of a piece, or of one of its lines.
    pub(super) fn single(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        piece: &JobPiece,
        problem: &Problem,
    ) -> Result<(Solution, Origin), Error> {
        let name = piece.piece.name.as_str();
        let methods = methods(axes, &self.choices, piece);
        if !self.lock.problems().is_empty() {
            let hash = problem_hash(problem);
            let mut entries = methods.iter().filter_map(|method| self.lock.entry(&hash, *method));
            if let Some(entry) = entries.next() {
                return self.proved(site, name, problem, entry);
            }
        }
        if self.is_locked {
            return Err(self.not_locked(name, methods[0]));
        }
        self.searched += 1;
        let found = self.search(problem, &methods).map_err(|error| Error::NotFound {
            piece: name.to_owned(),
            square: site.square_name(error.bit),
            error,
        })?;
        let (solution, known) = found;
        let origin = Origin { seed: self.effort.seed, known };
        if self.keeps {
            let effort = self.effort.candidates / Effort::CANDIDATES;
            let entry = LockedProblem::new(problem, name, &solution, origin.seed, effort);
            self.lock.insert(LockedProblem { known: origin.known.clone(), ..entry });
        }
        Ok((solution, origin))
    }

    fn search(
        &self,
        problem: &Problem,
        methods: &[Method],
    ) -> Result<(Solution, Vec<String>), NotFound> {
        let method = methods[0];
        match method.kind {
            Kind::Denser => self.denser(problem, method),
            _ => Ok((solve_first(problem, methods, &self.effort)?, Vec::new())),
        }
    }

    /// Known factors with one index bit less, where there are, among those that the usual search finds.
    fn denser(
        &self,
        problem: &Problem,
        method: Method,
    ) -> Result<(Solution, Vec<String>), NotFound> {
        let usual = method.of_kind(Kind::Usual);
        let mut solution = solve_first(problem, &[usual], &self.effort)?;
        solution.method = method;
        let mut ids: Vec<String> = Vec::new();
        let allowed = self.choices.known();
        for (bit, magic, known) in denser(problem) {
            if !allowed.iter().any(|one| one.id == known.id) {
                continue;
            }
            if let Some((_, place)) = solution.magics.iter_mut().find(|(other, _)| *other == bit) {
                *place = magic;
                if !ids.contains(&known.id) {
                    ids.push(known.id.clone());
                }
            }
        }
        Ok((solution, ids))
    }
}
