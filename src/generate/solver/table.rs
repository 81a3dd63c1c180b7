//! Gets the factors and offsets of pieces in one packed table: from the lock, or by a search for all together.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use super::published::used;
use super::{ComponentRays, FoundComponents, Origin, Site, Solver, all_rays, parts};
use crate::config::JobPiece;
use crate::error::Error;
use crate::known::{found, may_have_found};
use magicgen_board::Problem;
use magicgen_lookup::axes::Axes;
use magicgen_lookup::layout::Component;
use magicgen_search::packing::{
    Goal, PackClash, PackEffort, Packing, Placed, Sharing, ShiftGoal, improve, pack, prove,
};
use magicgen_search::{
    FactorKind, Lock, LockError, LockedProblem, Method, Places, Solution, Width, place_at,
    problem_hash, table_hash,
};

/// A packing and the source of its factors.
pub(super) struct Packed {
    pub(super) packing: Packing,
    pub(super) origin: Origin,
}

impl Solver {
    /// The components of pieces whose index ranges overlap in a packed table.
    pub(super) fn packed(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<FoundComponents, Error> {
        if axes.by_line {
            return self.packed_lines(site, axes, problems);
        }
        let (method, goal) = goal(axes);
        let (whole, read) = (problems, as_read(axes, problems));
        let problems: &[&Problem] = &read.iter().map(AsRef::as_ref).collect::<Vec<_>>();
        if let Some(given) = self.given_packing(site, goal, problems)? {
            return Ok(laid_out(site, method, whole, &given));
        }
        let locked = self.locked_packing(site, method, goal, problems)?;
        let is_known = locked.is_some();
        let mut packed = match locked {
            Some(packed) => packed,
            None if self.is_locked => {
                return Err(self.not_locked(&site.pieces[0].piece.name, method));
            }
            None => self.unlocked_packing(site, method, goal, problems)?,
        };
        if self.improves && is_known {
            let known: Vec<Packing> =
                self.known_packings(goal, problems).into_iter().map(|(known, _)| known).collect();
            let before = packed.packing.entries;
            let effort = self.pack_effort(1);
            self.begin(site, "lowering the table");
            packed.packing = improve(problems, packed.packing, &known, &effort);
            if packed.packing.entries < before {
                self.keep(site, method, problems, &packed);
            }
        }
        Ok(laid_out(site, method, whole, &packed))
    }

    /// Like [`Self::packed`] for tables in which each line has a range on every square: each line is packed as a piece.
    fn packed_lines(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<FoundComponents, Error> {
        let mut all = Vec::new();
        for (at, (piece, whole)) in site.pieces.iter().zip(problems).enumerate() {
            let lines = parts(site, axes, piece, whole).into_iter().enumerate();
            all.extend(lines.map(|(line, part)| ((at, line), part)));
        }
        // The order depends on reaches, not on files and ranks, so that one table serves all orders of squares.
        let reaches = |part: &ComponentRays| -> Vec<_> {
            part.problem.squares().iter().rev().map(|square| square.reach).collect()
        };
        all.sort_by_cached_key(|((at, _), part)| (*at, Reverse(reaches(part))));
        let pieces: Vec<JobPiece> =
            all.iter().map(|((at, _), _)| site.pieces[*at].clone()).collect();
        let of_lines: Vec<&Problem> = all.iter().map(|(_, part)| &part.problem).collect();
        let by_line = Site { mapping: site.mapping, pieces: &pieces };
        let packed = self.packed(by_line, Axes { by_line: false, ..axes }, &of_lines)?;
        let mut found = FoundComponents::default();
        found.pieces.resize(site.pieces.len(), Vec::new());
        found.origins.resize(site.pieces.len(), None);
        let each = packed.pieces.into_iter().zip(packed.origins);
        let mut placed: Vec<_> = all.iter().zip(each).collect();
        placed.sort_by_key(|((place, _), _)| *place);
        for (((at, _), part), (components, origin)) in placed {
            let of_line = |component| {
                let (line, rays) = (part.line, part.rays.clone());
                Component { line, rays, ..component }
            };
            found.pieces[*at].extend(components.into_iter().map(of_line));
            found.origins[*at] = origin;
        }
        Ok(found)
    }

    /// The lock's packing for this table, once proved.
    fn locked_packing(
        &self,
        site: Site<'_>,
        method: Method,
        goal: Goal,
        problems: &[&Problem],
    ) -> Result<Option<Packed>, Error> {
        self.packing_in(&self.lock, site, method, goal, problems)
    }

    /// The packing if the lock has none: the program's own one, or the result of a search.
    fn unlocked_packing(
        &mut self,
        site: Site<'_>,
        method: Method,
        goal: Goal,
        problems: &[&Problem],
    ) -> Result<Packed, Error> {
        match self.shipped_packing(site, method, goal, problems)? {
            Some(packed) => Ok(packed),
            None => self.search_packing(site, method, goal, problems),
        }
    }

    /// The program's own packing, if the config sets neither known factors nor an effort. It is added to the lock.
    fn shipped_packing(
        &mut self,
        site: Site<'_>,
        method: Method,
        goal: Goal,
        problems: &[&Problem],
    ) -> Result<Option<Packed>, Error> {
        if self.choices.known.is_some() || self.choices.effort.is_some() {
            return Ok(None);
        }
        let hashes: Vec<String> = problems.iter().map(|problem| problem_hash(problem)).collect();
        if !may_have_found(&table_hash(&hashes, 0)) {
            return Ok(None);
        }
        let shipped = self.packing_in(found(), site, method, goal, problems)?;
        if let (Some(packed), true) = (&shipped, self.keeps) {
            self.keep(site, method, problems, packed);
        }
        Ok(shipped)
    }

    fn packing_in(
        &self,
        lock: &Lock,
        site: Site<'_>,
        method: Method,
        goal: Goal,
        problems: &[&Problem],
    ) -> Result<Option<Packed>, Error> {
        if lock.problems().is_empty() {
            return Ok(None);
        }
        let mut packing = Packing { goal, pieces: Vec::new(), entries: 0 };
        let mut origin = Origin::default();
        let mut entries: Vec<&LockedProblem> = Vec::new();
        let hashes: Vec<String> = problems.iter().map(|problem| problem_hash(problem)).collect();
        for (at, problem) in problems.iter().enumerate() {
            let table = table_hash(&hashes, at);
            let Some(entry) = lock.entry_in(&hashes[at], method, Some(&table)) else {
                return Ok(None);
            };
            let piece = &site.pieces[at].piece.name;
            let (solution, from) = self.proved(site, piece, problem, entry)?;
            let offset = |bit: u8| {
                let offset = entry.offsets.as_ref()?.get(usize::from(bit)).copied()?;
                // A stored offset is a number modulo 2^32: a range may begin before the table.
                Some(i64::from(offset.cast_signed()))
            };
            let placed = |(bit, magic): &(u8, _)| Placed {
                bit: *bit,
                magic: *magic,
                offset: offset(*bit).unwrap_or(0),
            };
            packing.pieces.push(solution.magics.iter().map(placed).collect());
            entries.push(entry);
            origin = from;
        }
        self.prove_stated(problems, &entries, &mut packing)?;
        Ok(Some(Packed { packing, origin }))
    }

    /// Proves a packing of the lock. Each piece's entry states the length of the table, and all must state the right
    /// one.
    fn prove_stated(
        &self,
        problems: &[&Problem],
        entries: &[&LockedProblem],
        packing: &mut Packing,
    ) -> Result<(), Error> {
        let mut stated: Vec<u64> = entries.iter().map(|entry| entry.entries).collect();
        stated.dedup();
        let mut clashes = Vec::new();
        for length in stated {
            packing.entries = usize::try_from(length).unwrap_or(usize::MAX);
            let Err(clash) = prove(problems, packing) else {
                let Some(other) = entries.iter().find(|entry| entry.entries != length) else {
                    return Ok(());
                };
                return Err(self.wrong_lock(LockError::Contradiction {
                    key: "entries",
                    piece: other.piece.clone(),
                    bit: None,
                    given: other.entries,
                    wanted: length,
                    span: other.places.entries.clone(),
                }));
            };
            clashes.push(clash);
        }
        match clashes.first() {
            None => Ok(()),
            Some(clash) => {
                let at = clash.piece().unwrap_or(0).min(entries.len() - 1);
                Err(self.wrong_table(*clash, place_of(clash, &entries[at].places)))
            }
        }
    }

    /// The lock's packing for these pieces, once proved; also `None` if the axes need none.
    pub(crate) fn held_packing(
        &self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<Option<Packing>, Error> {
        let (method, goal) = goal(axes);
        let held = self.locked_packing(site, method, goal, problems)?;
        Ok(held.map(|packed| packed.packing))
    }

    /// The packing printed by a run without a lock; `None` if it finds none.
    pub(crate) fn packing_without_lock(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
    ) -> Result<Option<Packing>, Error> {
        let (method, goal) = goal(axes);
        let keeps = std::mem::replace(&mut self.keeps, false);
        let packed = self.unlocked_packing(site, method, goal, problems);
        self.keeps = keeps;
        match packed {
            Err(Error::NotPacked { .. }) => Ok(None),
            packed => Ok(Some(packed?.packing)),
        }
    }

    /// Puts a packing into the lock, with the published sets that have some of its factors.
    pub(crate) fn hold_packing(
        &mut self,
        site: Site<'_>,
        axes: Axes,
        problems: &[&Problem],
        packing: Packing,
    ) {
        let (method, goal) = goal(axes);
        let known = used(&self.serving(goal), problems, &packing);
        let origin = Origin { seed: self.effort.seed, known, given: None };
        self.keep(site, method, problems, &Packed { packing, origin });
    }

    fn search_packing(
        &mut self,
        site: Site<'_>,
        method: Method,
        goal: Goal,
        problems: &[&Problem],
    ) -> Result<Packed, Error> {
        self.searched += problems.len();
        let known = self.known_packings(goal, problems);
        self.begin(site, "packing the table");
        let packing = if let Some(packing) = self.known_table(goal, problems, &known) {
            packing
        } else {
            let known: Vec<Packing> = known.into_iter().map(|(known, _)| known).collect();
            let effort = self.pack_effort(PackEffort::default().effort);
            pack(problems, goal, &known, &effort).map_err(|error| {
                if self.effort.watch.is_stopped() {
                    return Error::Interrupted;
                }
                Error::NotPacked {
                    piece: error.piece().map(|at| site.pieces[at].piece.name.clone()),
                    square: error.bit().map(|bit| site.square_name(bit)),
                    error,
                }
            })?
        };
        let used = used(&self.serving(goal), problems, &packing);
        let origin = Origin { seed: self.effort.seed, known: used, given: None };
        let packed = Packed { packing, origin };
        // A stopped search hasn't found the result of this effort.
        if self.keeps && !self.effort.watch.is_stopped() {
            self.keep(site, method, problems, &packed);
        }
        Ok(packed)
    }

    fn pack_effort(&self, default: u64) -> PackEffort {
        PackEffort {
            seed: self.effort.seed,
            effort: self.choices.effort.unwrap_or(default),
            threads: self.effort.threads,
            watch: self.effort.watch.clone(),
        }
    }

    fn keep(&mut self, site: Site<'_>, method: Method, problems: &[&Problem], packed: &Packed) {
        let Packed { packing, origin } = packed;
        let effort = self.choices.effort.unwrap_or(0);
        let hashes: Vec<String> = problems.iter().map(|problem| problem_hash(problem)).collect();
        for (at, (problem, places)) in problems.iter().zip(&packing.pieces).enumerate() {
            let solution = solution(method, places);
            let name = &site.pieces[at].piece.name;
            let entry = LockedProblem::new(problem, name, &solution, origin.seed, effort);
            let offsets = offsets(problem, places);
            let entry = entry.in_table(table_hash(&hashes, at), offsets, packing.entries);
            self.keep_found(LockedProblem { known: origin.known.clone(), ..entry });
        }
    }
}

/// The place in a lock of the number that makes a packing clash: in the entry of the clash's piece, if it names one.
pub(super) fn place_of(clash: &PackClash, places: &Places) -> Range<usize> {
    match clash {
        PackClash::Squares { .. } => places.factors.clone(),
        PackClash::Shift { bit, .. } => place_at(&places.shift, *bit),
        PackClash::Constant { bit, .. } => place_at(&places.constant, *bit),
        PackClash::Outside { bit, .. } | PackClash::Slot { second: (_, bit), .. } => {
            place_at(&places.offset, *bit)
        }
        PackClash::TooMany { .. } | PackClash::Entries { .. } => places.entries.clone(),
    }
}

/// The problems for packing: if squares share slots by the bits that PDEP reads, these bits replace the board's
/// squares.
fn as_read<'a>(axes: Axes, problems: &[&'a Problem]) -> Vec<Cow<'a, Problem>> {
    let read = |problem: &&'a Problem| {
        if axes.shares_bits() { Cow::Owned(problem.packed()) } else { Cow::Borrowed(*problem) }
    };
    problems.iter().map(read).collect()
}

/// The components of a packed table.
fn laid_out(
    site: Site<'_>,
    method: Method,
    problems: &[&Problem],
    packed: &Packed,
) -> FoundComponents {
    let mut found = FoundComponents::default();
    for (at, places) in packed.packing.pieces.iter().enumerate() {
        let problem = problems[at].clone();
        let offsets = Some(offsets(&problem, places));
        let solution = solution(method, places);
        let rays = all_rays(&site.pieces[at]);
        let component = Component { line: None, rays, problem, solution, offsets, unit: 0 };
        found.pieces.push(vec![component]);
        found.origins.push(Some(packed.origin.clone()));
    }
    found
}

/// The method under which a lock keeps a packing; `None` if the axes need none.
pub(in crate::generate) fn packed_method(axes: Axes) -> Option<Method> {
    let is_packed = axes.placement.facts().is_packed;
    (is_packed && !axes.has_one_range()).then(|| goal(axes).0)
}

/// The method and the goal of the axes' packing; `None` if they need none.
pub(crate) fn packed_goal(axes: Axes) -> Option<(Method, Goal)> {
    packed_method(axes).map(|_| goal(axes))
}

/// The search for these axes: the method's name in locks, and the packer's goal.
fn goal(axes: Axes) -> (Method, Goal) {
    let key = axes.search_key();
    let method = axes.method();
    let is_shared = axes.placement.facts().is_shared;
    let kind = if is_shared { FactorKind::Shared(key) } else { FactorKind::Overlapped(key) };
    let goal = Goal {
        hash: method.hash,
        key,
        shift: match method.width {
            Width::Own => ShiftGoal::Own,
            Width::Equal => ShiftGoal::Constant,
        },
        sharing: if is_shared { Sharing::PostMask } else { Sharing::None },
    };
    (method.of_kind(kind), goal)
}

fn solution(method: Method, places: &[Placed]) -> Solution {
    let magics = places.iter().map(|place| (place.bit, place.magic)).collect();
    Solution { method, magics, candidates: 0 }
}

fn offsets(problem: &Problem, places: &[Placed]) -> Vec<u32> {
    let mut offsets = vec![0; usize::from(problem.indices)];
    for place in places {
        offsets[usize::from(place.bit)] = place.offset as u32;
    }
    offsets
}
