//! The schedule of a search: each unit finds factors or couples, or packs at a heat.
//!
//! The schedule has no end, so that a larger effort goes on where a smaller one has stopped. It is a row of cycles,
//! each longer than the one before. A cycle first finds factors, then heats the best packing and anneals it anew. A
//! cold packing gets stuck: a hot start moves it, with the factors found since.

use super::packer::Slope;
use magicgen_search::packing::{Goal, Sharing, ShiftGoal};

/// The first cycle's units for factors, for couples and for packing.
const FIRST: Cycle = Cycle { find: 12, couple: 12, pack: 24 };

/// A search that knows no factors soon has some table, and then finds many factors before it packs for long: a table is
/// as good as its factors. A layout has each square in one couple; restacking accepts any couple, and needs more of
/// them.
fn from_nothing(goal: Goal) -> [Cycle; 3] {
    let couple = if has_layouts(goal) { 45 } else { 90 };
    [
        Cycle { find: 12, couple: 0, pack: 1 },
        Cycle { find: 240, couple, pack: 40 },
        Cycle { find: 48, couple: 24, pack: 40 },
    ]
}

/// Whether packings begin with a layout by turns. If each square has its own shift and each slot serves one square,
/// packings that began with a layout got stuck (docs/small.md).
pub(super) fn has_layouts(goal: Goal) -> bool {
    goal.sharing == Sharing::PostMask || goal.shift == ShiftGoal::Constant
}

/// The most units of a cycle of each kind.
const LAST: Cycle = Cycle { find: 240, couple: 240, pack: 720 };

/// The heats at which packings of later cycles begin, by turns.
const HEATS: [i64; 4] = [260, 120, 320, 60];

/// The heat at which the first packing begins, and the second of a search that knows no factors.
const FIRST_HEAT: i64 = 120;

/// The numbers of units in a cycle.
#[derive(Clone, Copy)]
struct Cycle {
    find: u64,
    couple: u64,
    pack: u64,
}

/// The task of a unit.
#[derive(Clone, Copy, Debug)]
pub(super) enum UnitTask {
    /// Finds factors.
    Find,
    /// Finds couples.
    Couple,
    /// Packs; the first unit of an annealing begins anew.
    Pack { start: Option<AnnealingStart>, slope: Slope },
}

/// The start of an annealing of a packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnnealingStart {
    /// The best packing.
    Best,
    /// A layout of the large squares' ranges.
    Layout,
}

/// The task of a unit, counted from 0, of a search that knows no factors or of another one.
pub(super) fn task(unit: u64, goal: Goal, is_from_nothing: bool) -> UnitTask {
    let from_nothing = from_nothing(goal);
    let firsts = if is_from_nothing { &from_nothing[..] } else { &[FIRST] };
    let (mut cycle, mut begin, mut number) = (firsts[0], 0, 0_usize);
    loop {
        let Cycle { find, couple, pack } = cycle;
        let at = unit - begin;
        if at < find {
            return UnitTask::Find;
        }
        if at < find + couple {
            return UnitTask::Couple;
        }
        if at < find + couple + pack {
            // The first long annealing.
            let first = usize::from(is_from_nothing);
            let hot = number.checked_sub(1 + first);
            let hottest = hot.map_or(FIRST_HEAT, |number| HEATS[number % HEATS.len()]);
            let at = at - find - couple;
            let heat = |at: u64| hottest * (pack - at) as i64 / pack as i64;
            // The heats were tried with these prices.
            let used = if goal.sharing == Sharing::PostMask && number > first { 3 } else { 2 };
            let slope = Slope { heat: (scaled(heat(at)), scaled(heat(at + 1))), used };
            // Later cycles begin with a layout by turns, so that the result of a layout is improved as well. If slots
            // aren't shared, a layout is nothing without couples, and a search from nothing knows none in its first
            // cycle.
            let is_first = number == 0 && goal.sharing == Sharing::None;
            let is_in_turn = number < firsts.len() || number.is_multiple_of(2);
            let is_laid = has_layouts(goal) && is_in_turn && !is_first;
            let start = if is_laid { AnnealingStart::Layout } else { AnnealingStart::Best };
            return UnitTask::Pack { start: (at == 0).then_some(start), slope };
        }
        begin += find + couple + pack;
        number += 1;
        cycle = firsts.get(number).copied().unwrap_or_else(|| Cycle {
            find: (find * 3 / 2).min(LAST.find),
            couple: (couple * 3 / 2).min(LAST.couple),
            pack: (pack * 3 / 2).min(LAST.pack),
        });
    }
}

/// A heat in the sense of exp(-price / heat), for variates whose mean is 1.44.
fn scaled(heat: i64) -> i64 {
    heat * 100 / 144
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::tests::goal;
    use magicgen_search::Key;

    const OWN: ShiftGoal = ShiftGoal::Own;

    /// The tasks of the first units as letters, each with the number of units in a row.
    fn row(units: u64, shift: ShiftGoal, sharing: Sharing, is_from_nothing: bool) -> String {
        let goal = goal(Key::Constant, shift, sharing);
        let letter = |unit| match task(unit, goal, is_from_nothing) {
            UnitTask::Find => 'f',
            UnitTask::Couple => 'c',
            UnitTask::Pack { start: Some(AnnealingStart::Best), .. } => 'P',
            UnitTask::Pack { start: Some(AnnealingStart::Layout), .. } => 'L',
            UnitTask::Pack { start: None, .. } => 'p',
        };
        let letters: Vec<char> = (0..units).map(letter).collect();
        letters
            .chunk_by(|one, other| one == other)
            .fold(String::new(), |row, same| format!("{row}{}{} ", same[0], same.len()))
    }

    #[test]
    fn cycles_get_longer_and_a_search_from_nothing_finds_more_factors_first() {
        let exclusive = |units, is_from_nothing| row(units, OWN, Sharing::None, is_from_nothing);
        assert_eq!(exclusive(195, false), "f12 c12 P1 p23 f18 c18 P1 p35 f27 c27 P1 p20 ");
        assert_eq!(exclusive(567, true), "f12 P1 f240 c90 P1 p39 f48 c24 P1 p39 f72 ");
    }

    #[test]
    fn packings_begin_with_a_layout_by_turns() {
        let shared = |units, is_from_nothing| row(units, OWN, Sharing::PostMask, is_from_nothing);
        assert_eq!(shared(195, false), "f12 c12 L1 p23 f18 c18 P1 p35 f27 c27 L1 p20 ");
        assert_eq!(shared(485, true), "f12 L1 f240 c45 L1 p39 f48 c24 L1 p39 f35 ");
        let constant = |units, is_from_nothing| {
            row(units, ShiftGoal::Constant, Sharing::None, is_from_nothing)
        };
        assert_eq!(constant(195, false), "f12 c12 P1 p23 f18 c18 P1 p35 f27 c27 L1 p20 ");
        assert_eq!(constant(485, true), "f12 P1 f240 c45 L1 p39 f48 c24 L1 p39 f35 ");
    }

    #[test]
    fn a_search_is_hot_when_it_begins_anew() {
        let hottest = |units: std::ops::Range<u64>, is_from_nothing| {
            let goal = goal(Key::White, OWN, Sharing::None);
            let heat = |unit| match task(unit, goal, is_from_nothing) {
                UnitTask::Pack { slope, .. } => slope.heat.0,
                _ => 0,
            };
            units.map(heat).max()
        };
        let [first, second] = [FIRST_HEAT, HEATS[0]].map(|heat| Some(scaled(heat)));
        assert_eq!([hottest(0..48, false), hottest(48..120, false)], [first, second]);
        assert_eq!([hottest(0..13, true), hottest(13..383, true)], [first, first]);
        assert_eq!(hottest(383..495, true), second);
    }
}
