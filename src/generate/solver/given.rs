//! Factors given by the config: proved and used unchanged, neither searched nor kept in a lock.

use super::published::{as_packing, names, suits};
use super::single::Single;
use super::table::Packed;
use super::{Origin, Site, Solver, methods};
use crate::config::{Given, JobPiece};
use crate::error::Error;
use magicgen_board::Problem;
use magicgen_lookup::axes::Axes;
use magicgen_search::known::{self, KnownPiece};
use magicgen_search::packing::{Goal, Sharing, extent, prove as prove_packing};
use magicgen_search::{Key, Magic, Solution, prove as prove_solution};

impl Solver {
    /// The given factors of a piece; `None` if the config gives none for it.
    pub(super) fn given_single(
        &self,
        site: Site<'_>,
        axes: Axes,
        piece: &JobPiece,
        problem: &Problem,
    ) -> Result<Option<Single>, Error> {
        let Some(given) = &self.choices.given else { return Ok(None) };
        let Some(known) = given.known.piece(problem) else { return Ok(None) };
        let method = methods(axes, &self.choices, piece)[0];
        let suits = given.known.hash == method.hash
            && given.known.key == Key::White
            && !axes.factor.facts().is_shared
            && !axes.offset.facts().is_in_factor
            && !axes.has_one_range()
            && !axes.is_sum();
        if !suits {
            return Err(unsuited(given));
        }
        if axes.shift.facts().is_in_factor
            && let Some(known) = known.magics.iter().find(|known| !has_shift(known.magic))
        {
            let square = site.square_name(known.bit);
            let why = format!("the upper six bits of the factor on {square} aren't its shift");
            return Err(lacking(given, &piece.piece.name, &why));
        }
        let here = known.magics.iter().filter(|known| problem.square(known.bit).is_some());
        let magics = here.map(|known| (known.bit, known.magic)).collect();
        let solution = Solution { method, magics, candidates: 0 };
        prove_solution(problem, &solution)
            .map_err(|clash| wrong(given, &piece.piece.name, &clash.to_string()))?;
        let origin = Some(origin(given));
        Ok(Some(Single { origin, ..Single::from(solution) }))
    }

    /// The table of the given factors and offsets; `None` if the config gives none for any of the pieces.
    pub(super) fn given_packing(
        &self,
        site: Site<'_>,
        goal: Goal,
        problems: &[&Problem],
    ) -> Result<Option<Packed>, Error> {
        let Some(given) = &self.choices.given else { return Ok(None) };
        let names = names(problems);
        let Some(mut packing) = as_packing(&given.known, goal, problems, &names) else {
            return Ok(None);
        };
        if !suits(given.known.hash, given.known.key, goal)
            || given.known.sharing != sharing(goal, problems)
        {
            return Err(unsuited(given));
        }
        for (piece, problem) in site.pieces.iter().zip(problems) {
            let name = &piece.piece.name;
            let known = given.known.piece(problem).filter(|known| is_laid_out(known));
            if known.is_none() {
                return Err(lacking(given, name, "it has no offsets, which a packed table needs"));
            }
        }
        let highest = extent(problems, &packing).map_or(-1, |(_, highest)| highest);
        packing.entries = usize::try_from(highest.saturating_add(1)).unwrap_or(0);
        if let Err(clash) = prove_packing(problems, &packing) {
            let names: Vec<&str> =
                site.pieces.iter().map(|piece| piece.piece.name.as_str()).collect();
            return Err(wrong(given, &names.join(" and "), &clash.to_string()));
        }
        Ok(Some(Packed { packing, origin: origin(given) }))
    }
}

fn origin(given: &Given) -> Origin {
    let mut credit = given.known.source_credit();
    if let Some(note) = &given.known.note {
        credit = format!("{credit}. {}", note.trim_end_matches('.'));
    }
    Origin { given: Some(credit), ..Origin::default() }
}

/// The sharing of slots that a file of factors must state for this goal.
fn sharing(goal: Goal, problems: &[&Problem]) -> known::Sharing {
    match goal.sharing {
        Sharing::None => known::Sharing::None,
        Sharing::PostMask if problems.iter().all(|problem| problem.is_packed()) => {
            known::Sharing::Pdep
        }
        Sharing::PostMask => known::Sharing::PostMask,
    }
}

fn is_laid_out(known: &KnownPiece) -> bool {
    known.magics.iter().all(|known| known.offset.is_some())
}

fn has_shift(magic: Magic) -> bool {
    magic.factor >> 58 == u64::from(magic.shift)
}

/// The error for factors whose form isn't the output's.
fn unsuited(given: &Given) -> Error {
    let message = format!("the factors of `{}` don't fit this lookup", given.name);
    Error::Usage { message, help: Some(removal(given)) }
}

/// The error for factors without numbers that the output's variant needs.
fn lacking(given: &Given, piece: &str, why: &str) -> Error {
    let message = format!("`{}` gives nothing that works for the {piece}: {why}", given.name);
    Error::Usage { message, help: Some(removal(given)) }
}

/// The advice for factors that another variant needs.
fn removal(given: &Given) -> String {
    let place = match given.line {
        Some(line) => format!("`given = ...` in line {line} of the config"),
        None => "`search.given` from the command line".to_owned(),
    };
    format!(
        "remove {place}, so that magicgen has its own factors; or use the `variant` that `magicgen verify --adopt` \
         prints for the source of these"
    )
}

/// The error for factors that don't work.
fn wrong(given: &Given, piece: &str, why: &str) -> Error {
    Error::Usage {
        message: format!("`{}` gives nothing that works for the {piece}: {why}", given.name),
        help: Some(format!("see `magicgen verify {}`; or {}", given.name, removal(given))),
    }
}
