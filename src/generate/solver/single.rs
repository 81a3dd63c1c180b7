//! Factors of a single problem, from the lock or from the search that the axes ask for.

use std::cmp::Reverse;

use super::table::place_of;
use super::{Origin, Site, Solver, methods};
use crate::config::JobPiece;
use crate::error::Error;
use crate::known::{denser, found};
use magicgen_board::{Problem, SquareProblem};
use magicgen_lookup::axes::Axes;
use magicgen_lookup::layout::Unfit;
use magicgen_search::packing::{
    Goal, PackClash, Packing, Placed, Sharing, ShiftGoal, extent, prove,
};
use magicgen_search::{
    Budget, Effort, FactorFields, FactorKind, GroupEffort, Key, LockError, LockedProblem,
    MOST_BITS, Magic, Method, NotFound, SharedEffort, Solution, Width, place_at, problem_hash,
    share_factors_within, solve_first, solve_fixed, solve_group_within, solve_in_factor,
    solve_kannan, solve_narrow, solve_shift_add,
};

/// The most index bits of a range shared by all squares of a piece: 2^17 slots of 8 bytes are 1 MiB.
const GROUP_BITS: u8 = 17;

/// The factors found for one problem.
#[derive(Debug)]
pub(super) struct Single {
    pub(super) solution: Solution,
    /// Offsets by bit index, if they are fields of the factors.
    pub(super) offsets: Option<Vec<u32>>,
    /// The number of bits by which lookups shift an offset in a factor to the left.
    pub(super) unit: u8,
    pub(super) origin: Option<Origin>,
}

impl From<Solution> for Single {
    fn from(solution: Solution) -> Self {
        Self { solution, offsets: None, unit: 0, origin: None }
    }
}

impl Solver {
    /// The factors of a piece, or of one of its lines: from the lock, from the program's own lock, or by a search.
    pub(super) fn single(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        piece: &JobPiece,
        problem: &Problem,
    ) -> Result<Result<Single, Unfit>, Error> {
        let methods = methods(axes, &self.choices, piece);
        if let Some(given) = self.given_single(site, axes, piece, problem)? {
            return Ok(Ok(given));
        }
        let name = piece.piece.name.as_str();
        if !self.lock.problems().is_empty() {
            let hash = problem_hash(problem);
            let mut entries = methods.iter().filter_map(|method| self.lock.entry(&hash, *method));
            if let Some(entry) = entries.next() {
                return self.locked_single(site, name, problem, entry).map(Ok);
            }
        }
        if self.is_locked {
            return Err(self.not_locked(name, methods[0]));
        }
        if let Some(entry) = self.shipped(problem, methods[0]) {
            let found = self.locked_single(site, name, problem, entry)?;
            if self.keeps {
                self.keep_found(LockedProblem { piece: name.to_owned(), ..entry.clone() });
            }
            return Ok(Ok(found));
        }
        self.searched += 1;
        let doing = format!("searching {} factors", methods[0]);
        self.effort.watch.begin(&doing, name, &site.square_names(problem.indices), "candidates");
        if methods[0].kind.is_group() {
            let found = self.group(name, problem, methods[0]);
            return if self.effort.watch.is_stopped() {
                Err(Error::Interrupted)
            } else {
                Ok(found)
            };
        }
        let mut found = self.search(problem, &methods).map_err(|error| {
            if self.effort.watch.is_stopped() {
                return Error::Interrupted;
            }
            Error::NotFound { piece: name.to_owned(), square: site.square_name(error.bit), error }
        })?;
        let origin = found.origin.get_or_insert_default();
        origin.seed = self.effort.seed;
        if self.keeps {
            let effort = self.effort.candidates / Effort::CANDIDATES;
            let entry = LockedProblem::new(problem, name, &found.solution, origin.seed, effort);
            let (known, offsets) = (origin.known.clone(), found.offsets.clone());
            self.keep_found(LockedProblem { known, offsets, ..entry });
        }
        Ok(Ok(found))
    }

    /// The program's own lock entry, if a search would take seconds and the config sets neither known factors nor an
    /// effort.
    fn shipped(&self, problem: &Problem, method: Method) -> Option<&'static LockedProblem> {
        let is_wanted = self.choices.known.is_none() && self.choices.effort.is_none();
        let is_slow = !matches!(method.kind, FactorKind::Usual | FactorKind::Kannan);
        (is_wanted && is_slow).then(|| found().entry(&problem_hash(problem), method))?
    }

    /// Factors with which all squares share one index range without a clash, with the fewest index bits for which the
    /// effort finds them.
    fn group(&mut self, name: &str, problem: &Problem, method: Method) -> Result<Single, Unfit> {
        let slots: usize = problem.squares().iter().map(SquareProblem::subsets).sum();
        let effort = GroupEffort { seed: self.effort.seed, ..GroupEffort::default() };
        let is_masked = method.kind == FactorKind::MaskedGroup;
        // No search has found factors for a range more than half full, or a quarter without a post-mask.
        let spare = if is_masked { 1 } else { 2 };
        let least = slots.next_power_of_two().ilog2() as u8 + spare;
        let mut left = self.effort.visits();
        for bits in least..=GROUP_BITS {
            // Each number of bits gets only a share of the remaining work, since the search of a range that is too
            // small might never end.
            let visits = left / u64::from(GROUP_BITS - bits + 1);
            let candidates = self.effort.candidates * problem.squares().len() as u64;
            let watch = self.effort.watch.clone();
            let mut budget = Budget::new(&watch, 0, candidates, visits);
            let group = solve_group_within(problem, bits, is_masked, &effort, &mut budget);
            left = left.saturating_sub(budget.visits);
            let Ok(group) = group else { continue };
            let solution = Solution { method, magics: group.magics, candidates: 0 };
            if self.keeps {
                let entry = LockedProblem::new(problem, name, &solution, effort.seed, 0);
                self.keep_found(LockedProblem { entries: 1 << bits, ..entry });
            }
            let origin = Some(Origin { seed: effort.seed, ..Origin::default() });
            return Ok(Single { origin, ..Single::from(solution) });
        }
        let squares = problem.squares().len();
        Err(Unfit::Group { piece: 0, squares, slots, bits: GROUP_BITS })
    }

    /// The factors of a lock's entry, once proved.
    fn locked_single(
        &self,
        site: Site<'_>,
        piece: &str,
        problem: &Problem,
        entry: &LockedProblem,
    ) -> Result<Single, Error> {
        let (solution, origin) = self.proved(site, piece, problem, entry)?;
        let mut single = Single { origin: Some(origin), ..Single::from(solution) };
        let Some(offsets) = &entry.offsets else { return Ok(single) };
        single.unit = unit(&single.solution, offsets);
        // Lookups read the offsets in the factors.
        for (bit, magic) in &single.solution.magics {
            let given: u64 = offsets.get(usize::from(*bit)).copied().unwrap_or(0).into();
            let wanted = offset_in(magic.factor, single.unit);
            if given != wanted {
                return Err(self.wrong_lock(LockError::Contradiction {
                    key: "offset",
                    piece: entry.piece.clone(),
                    bit: Some(*bit),
                    given,
                    wanted,
                    span: place_at(&entry.places.offset, *bit),
                }));
            }
        }
        if let Err(clash) = prove_offsets(problem, &single.solution, offsets) {
            return Err(self.wrong_table(clash, place_of(&clash, &entry.places)));
        }
        single.offsets = Some(offsets.clone());
        Ok(single)
    }

    fn search(&self, problem: &Problem, methods: &[Method]) -> Result<Single, NotFound> {
        let method = methods[0];
        match method.kind {
            FactorKind::Denser if is_narrow(problem) => {
                let solution = solve_narrow(problem, &self.effort)?;
                Ok(Solution { method, ..solution }.into())
            }
            FactorKind::Denser => self.denser(problem, method),
            FactorKind::Kannan => Ok(solve_kannan(problem, &self.effort)?.into()),
            FactorKind::SharedFactor => {
                let mut effort = SharedEffort { seed: self.effort.seed, ..SharedEffort::default() };
                let candidates = self.effort.candidates * problem.squares().len() as u64;
                let mut budget =
                    Budget::new(&self.effort.watch, 0, candidates, self.effort.visits() / 2);
                if let Some(units) = self.choices.effort {
                    let units = units.min(64) as u32;
                    (effort.climbs, effort.steps) = (4 * units, 1000 * units);
                    // The config's effort sets the number of climbs and steps, so that the budget doesn't limit it.
                    budget.most_visits = u64::MAX;
                }
                let shared = share_factors_within(problem, method.width, &effort, &mut budget)?;
                Ok(shared.solution(problem, method).into())
            }
            FactorKind::ShiftAdd => Ok(solve_shift_add(problem, method, &self.effort)?.into()),
            FactorKind::ShiftInFactor => {
                let fixed =
                    |_: &SquareProblem, bits| FactorFields::Shift.fixed(method.hash.shift(bits), 0);
                Ok(solve_fixed(problem, method, fixed, &self.effort)?.into())
            }
            FactorKind::OffsetInFactor | FactorKind::BothInFactor => {
                let is_both = method.kind == FactorKind::BothInFactor;
                let fields =
                    if is_both { FactorFields::ShiftAndOffset } else { FactorFields::Offset };
                let laid_out = solve_in_factor(problem, method, fields, &self.effort)?;
                let slot = |units: &u16| u32::from(*units) << laid_out.unit;
                let offsets = laid_out.offsets.iter().map(slot).collect();
                let single = Single::from(laid_out.solution);
                Ok(Single { offsets: Some(offsets), unit: laid_out.unit, ..single })
            }
            _ => Ok(solve_first(problem, methods, &self.effort)?.into()),
        }
    }

    /// The factors of the usual search; on some squares, known factors with one index bit less replace them.
    fn denser(&self, problem: &Problem, method: Method) -> Result<Single, NotFound> {
        let usual = method.of_kind(FactorKind::Usual);
        let mut solution = solve_first(problem, &[usual], &self.effort)?;
        solution.method = method;
        let mut ids: Vec<String> = Vec::new();
        let allowed = self.choices.known();
        for (bit, magic, known) in denser(problem) {
            if !allowed.iter().any(|set| set.id == known.id) {
                continue;
            }
            if let Some((_, place)) = solution.magics.iter_mut().find(|(other, _)| *other == bit) {
                *place = magic;
                if !ids.contains(&known.id) {
                    ids.push(known.id.clone());
                }
            }
        }
        let origin = Some(Origin { known: ids, ..Origin::default() });
        Ok(Single { origin, ..Single::from(solution) })
    }
}

/// True if all masks are small enough for a search for fewer index bits, like masks of single lines on the chess board.
fn is_narrow(problem: &Problem) -> bool {
    problem.squares().iter().all(|square| square.bits() <= 6)
}

/// The first slot of a square's range, given by its factor in units of `1 << unit` slots.
const fn offset_in(factor: u64, unit: u8) -> u64 {
    (factor & 0xffff) << unit
}

/// The shift that turns offsets in factors into the stated offsets. It holds for most squares, in case an offset is
/// wrong.
fn unit(solution: &Solution, offsets: &[u32]) -> u8 {
    let squares = |unit: u8| {
        let is_stated = |(bit, magic): &&(u8, Magic)| {
            let stated = offsets.get(usize::from(*bit)).copied().map(u64::from);
            stated == Some(offset_in(magic.factor, unit))
        };
        solution.magics.iter().filter(is_stated).count()
    };
    (0..=MOST_BITS).max_by_key(|unit| (squares(*unit), Reverse(*unit))).unwrap_or(0)
}

/// Proves that no two index ranges overlap.
fn prove_offsets(problem: &Problem, solution: &Solution, offsets: &[u32]) -> Result<(), PackClash> {
    let place = |(bit, magic): &(u8, _)| Placed {
        bit: *bit,
        magic: *magic,
        offset: offsets.get(usize::from(*bit)).copied().unwrap_or(0).into(),
    };
    let places: Vec<Placed> = solution.magics.iter().map(place).collect();
    let is_constant = solution.method.width == Width::Equal;
    let shift = if is_constant { ShiftGoal::Constant } else { ShiftGoal::Own };
    let goal = Goal { hash: solution.method.hash, key: Key::White, shift, sharing: Sharing::None };
    let mut packing = Packing { goal, pieces: vec![places], entries: 0 };
    if let Some((lowest, highest)) = extent(&[problem], &packing) {
        packing.entries = (highest - lowest) as usize + 1;
        // Offsets are counted from the lowest slot, since a unit may leave unused slots before it.
        packing.pieces[0].iter_mut().for_each(|place| place.offset -= lowest);
    }
    prove(&[problem], &packing).map(|_| ())
}
