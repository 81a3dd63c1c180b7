//! A problem and which fields go into the factor in; factors that hold them, and where ranges lie, out.
//!
//! The shift in the upper six bits is Grant Osborne's (2008), the offset in the lower sixteen Eugene Kotlov's (2018;
//! both together 2019).
//!
//! An offset decides what the highest relevant squares contribute to an index (see [`fixed`](super::fixed)). A rook
//! on the last rank of the chess board needs an odd one, or twice an odd one, else the highest relevant square is
//! lost; on the rank before, a multiple of 64 or 128; on the one before that, a small one. So ranges aren't laid in the
//! order of squares: the squares on which the offset has most say choose first, the others fill in around them. And
//! so each piece has its own table and unit: what bishops need is too fine for rooks.

use std::collections::BTreeMap;

use super::fixed::{Fixed, Search};
use super::prove::MOST_BITS;
use super::tester::Tester;
use super::{Effort, Hash, Method, NotFound, Solution};
use crate::geometry::{Problem, SquareProblem};
use crate::watch::{Budget, Watch};

/// Bits that hold an offset.
const OFFSET_BITS: u32 = 16;

/// Offsets that they hold.
const ROOM: usize = 1 << OFFSET_BITS;

/// The lowest of the bits that hold a shift.
const SHIFT_AT: u32 = 58;

/// Candidates for a square at each offset that it is tried at, in the first round; in each further one four times
/// as many.
const AT_EACH_OFFSET: u64 = 1 << 10;
const ROUNDS_GROW: u64 = 2;

/// Bits below the shortest range's that an offset has at first: fewer leave too little choice, more disturb. Rooks and
/// bishops on the chess board need so many.
const CHOICE: u8 = 4;

/// Orders of squares that a round tries.
const ORDERS: usize = 16;

/// How many offsets get their full number of candidates, in one round.
const AT_MOST: u64 = 128;

/// Thirds of what others may visit that this search may: a rook on the chess board takes nearly five times as much.
const HARD: u64 = 14;

/// Gaps that a round allows, by round: parts of the table in a thousand. Ranges that begin at odd offsets and ranges that
/// begin at multiples of their length leave some where they meet.
const GAPS: [usize; 5] = [15, 30, 60, 120, 240];

/// What the factor holds beside itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fields {
    /// `index = key * factor >> (factor >> 58)`.
    Shift,
    /// `T[((factor & 0xffff) << unit) + index]`.
    Offset,
    /// Both.
    ShiftAndOffset,
}

impl Fields {
    /// The bits of a factor that hold this shift and this offset in units.
    #[must_use]
    pub const fn fixed(self, shift: u8, offset: u16) -> Fixed {
        let shift = Fixed { mask: u64::MAX << SHIFT_AT, value: (shift as u64) << SHIFT_AT };
        let offset = Fixed { mask: (1 << OFFSET_BITS) - 1, value: offset as u64 };
        match self {
            Self::Shift => shift,
            Self::Offset => offset,
            Self::ShiftAndOffset => {
                Fixed { mask: shift.mask | offset.mask, value: shift.value | offset.value }
            }
        }
    }
}

/// Factors that hold offsets, and these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidOut {
    /// An offset of 1 stands for `1 << unit` slots.
    pub unit: u8,
    /// By bit index: the low bits of the factor. 0 where there is no square.
    pub offsets: Vec<u16>,
    /// The length of the table, in slots: the end of the last range.
    pub entries: usize,
    /// The factors.
    pub solution: Solution,
}

/// One square that wants a range.
struct Item<'a> {
    search: Search<'a>,
    bit: u8,
    shift: u8,
    slots: usize,
    /// What was found at offsets that were tried.
    known: BTreeMap<usize, Option<u64>>,
}

/// Lays the ranges of all squares into one table and searches factors that hold their offsets.
///
/// The unit is no longer than the shortest range, so that it leaves no gaps of itself, but where sixteen
/// bits couldn't hold all offsets then. The result depends on its arguments alone, but not on threads.
///
/// # Panics
///
/// With a method of another arithmetic than [`Hash::Multiply`].
pub fn solve_in_factor(
    problem: &Problem,
    method: Method,
    fields: Fields,
    effort: &Effort,
) -> Result<LaidOut, NotFound> {
    solve_in_factor_watched(problem, method, fields, effort, &Watch::default())
}

/// As [`solve_in_factor`], with somebody watching.
pub(crate) fn solve_in_factor_watched(
    problem: &Problem,
    method: Method,
    fields: Fields,
    effort: &Effort,
    watch: &Watch,
) -> Result<LaidOut, NotFound> {
    assert_eq!(method.hash, Hash::Multiply, "offsets go into factors of one multiplication");
    let width = method.bits(problem);
    let shortest = problem.squares().iter().map(&width).min().unwrap_or(0);
    let squares = problem.squares().len() as u64;
    let most = effort.candidates.saturating_mul(squares);
    let budget = Budget::new(watch, 0, most, (effort.visits() / 3).saturating_mul(HARD));
    let mut bench = Bench { tester: Tester::new(), budget };
    let mut missed = NotFound { method, bit: 0, candidates: 0 };
    let mut candidates = AT_EACH_OFFSET;
    let fits = |unit: &u8| {
        let lengths = problem.squares().iter().map(|square| units(1 << width(square), *unit));
        lengths.sum::<usize>() * 5 / 4 <= ROOM
    };
    let least = (0..MOST_BITS).find(fits).unwrap_or(MOST_BITS);
    let mut by_promise: Vec<u8> = (least..=shortest.max(least)).collect();
    by_promise.sort_by_key(|unit| unit.abs_diff(shortest.saturating_sub(CHOICE)));
    for gaps in GAPS {
        // Larger gaps cost less time than other units.
        let promising = if gaps <= 30 { 1 } else { by_promise.len() };
        for &unit in &by_promise[..promising] {
            let lengths = problem.squares().iter().map(|square| units(1 << width(square), unit));
            let total = lengths.sum::<usize>();
            let end = total + total * gaps / 1000;
            let round = Round { method, fields, unit, end, candidates };
            match round.run(problem, effort, &mut bench) {
                Ok(laid) => return Ok(laid),
                Err(error) => missed = error,
            }
        }
        if candidates >= effort.candidates || !bench.budget.has_more() {
            break;
        }
        candidates *= ROUNDS_GROW;
    }
    Err(missed)
}

/// How many units hold `slots`.
const fn units(slots: usize, unit: u8) -> usize {
    slots.div_ceil(1 << unit)
}

/// What all searches use, and use up.
struct Bench<'a> {
    tester: Tester,
    budget: Budget<'a>,
}

/// One attempt at all squares.
struct Round {
    method: Method,
    fields: Fields,
    unit: u8,
    /// Where the last range must end, in units.
    end: usize,
    /// For each square at each offset.
    candidates: u64,
}

impl Round {
    /// Where a square finds no place, it is the first to choose next time.
    fn run(
        &self,
        problem: &Problem,
        effort: &Effort,
        bench: &mut Bench,
    ) -> Result<LaidOut, NotFound> {
        let mut items = self.items(problem, effort.seed);
        for _ in 0..ORDERS {
            match self.place_all(&mut items, effort, bench) {
                Ok(places) => return Ok(self.laid_out(problem, &items, &places)),
                Err(index) => {
                    items[..=index].rotate_right(1);
                    // Nobody was before it, or nothing is left.
                    if index == 0 || !bench.budget.has_more() {
                        break;
                    }
                }
            }
        }
        // The last that failed.
        let candidates = bench.budget.tried;
        Err(NotFound { method: self.method, bit: items[0].bit, candidates })
    }

    /// The offset and factor of each item, or the first that has none.
    fn place_all(
        &self,
        items: &mut [Item],
        effort: &Effort,
        bench: &mut Bench,
    ) -> Result<Vec<(usize, u64)>, usize> {
        let mut taken = vec![false; self.end];
        let mut places = Vec::with_capacity(items.len());
        for index in 0..items.len() {
            let (before, rest) = items.split_at_mut(index);
            let item = &mut rest[0];
            let place = self
                .place(item, &mut taken, effort, bench)
                .or_else(|| self.swap(before, item, &mut places, &mut taken, effort, bench));
            places.push(place.ok_or(index)?);
        }
        Ok(places)
    }

    /// Takes the range of an equally long one that finds another place.
    fn swap(
        &self,
        before: &mut [Item],
        item: &mut Item,
        places: &mut [(usize, u64)],
        taken: &mut [bool],
        effort: &Effort,
        bench: &mut Bench,
    ) -> Option<(usize, u64)> {
        for (other, place) in before.iter_mut().zip(places) {
            if other.slots != item.slots {
                continue;
            }
            let offset = place.0;
            item.search.load(&mut bench.tester);
            let most = item.search.tried + self.candidates;
            let Some(factor) = self.at(item, offset, most, bench) else { continue };
            if let Some(found) = self.place(other, taken, effort, bench) {
                *place = found;
                return Some((offset, factor));
            }
        }
        None
    }

    /// The factor for a square at an offset; none, too, where it has had `most` candidates.
    fn at(&self, item: &mut Item, offset: usize, most: u64, bench: &mut Bench) -> Option<u64> {
        let Item { known, search, .. } = item;
        match known.get(&offset) {
            Some(known) => *known,
            None if search.tried >= most || !bench.budget.has_more() => None,
            None => {
                let fixed = self.fields.fixed(item.shift, offset as u16);
                let Bench { tester, budget } = bench;
                budget.bit = item.bit;
                let factor = search.find(tester, fixed, self.candidates, budget);
                known.insert(offset, factor);
                factor
            }
        }
    }

    fn laid_out(&self, problem: &Problem, items: &[Item], places: &[(usize, u64)]) -> LaidOut {
        let mut laid = LaidOut {
            unit: self.unit,
            offsets: vec![0; usize::from(problem.indices)],
            entries: 0,
            solution: Solution { method: self.method, magics: Vec::new(), candidates: 0 },
        };
        for (item, (offset, factor)) in items.iter().zip(places) {
            laid.offsets[usize::from(item.bit)] = *offset as u16;
            laid.entries = laid.entries.max((offset << self.unit) + item.slots);
            laid.solution.magics.push((item.bit, item.search.magic(*factor)));
            laid.solution.candidates += item.search.tried;
        }
        laid.solution.magics.sort_unstable_by_key(|(bit, _)| *bit);
        laid
    }

    /// The squares, the hardest first.
    fn items<'a>(&self, problem: &'a Problem, seed: u64) -> Vec<Item<'a>> {
        let width = self.method.bits(problem);
        let item = |square: &SquareProblem| Item {
            search: Search::new(problem, *square, width(square), seed),
            bit: square.bit,
            shift: self.method.hash.shift(width(square)),
            slots: 1 << width(square),
            known: BTreeMap::new(),
        };
        let mut items: Vec<Item> = problem.squares().iter().map(item).collect();
        items.sort_by_cached_key(|item| {
            std::cmp::Reverse((item.search.out_of_reach(OFFSET_BITS as u8), item.slots, item.bit))
        });
        items
    }

    /// Takes the first free range for whose offset a factor is found.
    fn place(
        &self,
        item: &mut Item,
        taken: &mut [bool],
        effort: &Effort,
        bench: &mut Bench,
    ) -> Option<(usize, u64)> {
        item.search.load(&mut bench.tester);
        let units = units(item.slots, self.unit);
        let most = effort.candidates.min(item.search.tried + self.candidates * AT_MOST);
        for offset in offsets(units, self.end) {
            if taken[offset..offset + units].contains(&true) {
                continue;
            }
            if let Some(factor) = self.at(item, offset, most, bench) {
                taken[offset..offset + units].fill(true);
                return Some((offset, factor));
            }
        }
        None
    }
}

/// Offsets of ranges that end by `end`: multiples of the length first, since their low zeros disturb least, then
/// those one, two and three units above, from the end, since what needs these is rarely particular and low offsets
/// are rare.
fn offsets(units: usize, end: usize) -> impl Iterator<Item = usize> {
    let count = move |above: usize| (end + 1).saturating_sub(units + above).div_ceil(units);
    let aligned = (0..count(0)).map(move |at| at * units);
    let odd = (1..units.min(4))
        .flat_map(move |above| (0..count(above)).rev().map(move |at| at * units + above));
    aligned.chain(odd)
}

#[cfg(test)]
mod tests;
