//! Searches factors that hold the shift or the offset of their square, and lays out the index ranges.
//!
//! The shift in the upper six bits is Grant Osborne's idea (2008), the offset in the lower sixteen bits Eugene Kotlov's
//! (2018; both together 2019).
//!
//! An offset in the factor decides how the highest relevant squares change an index (see [`fixed`](super::fixed)). A
//! rook on the last rank of the chess board needs an offset that is odd or twice an odd number, else the highest
//! relevant square doesn't change the index. A rook on the rank before needs a multiple of 64 or 128, and on the rank
//! before that a small number. So ranges aren't laid out in the order of the squares: the squares that restrict the
//! offset most choose first, and the others fill in around them. Each piece has its own table and unit, since bishops
//! need a unit that is too fine for rooks.

use std::collections::BTreeMap;

use super::fixed::{Fixed, FixedSearch};
use super::prove::MOST_BITS;
use super::tester::Tester;
use super::{Effort, Hash, Method, NotFound, Solution};
use crate::watch::Budget;
use magicgen_board::{Problem, SquareProblem};

/// Bits of a factor that hold an offset.
const OFFSET_BITS: u32 = 16;

/// The number of offsets that these bits can hold.
const ROOM: usize = 1 << OFFSET_BITS;

/// The lowest of the factor's bits that hold a shift.
const SHIFT_AT: u32 = 58;

/// Candidates for a square at each offset that it is tried at, in the first round.
const AT_EACH_OFFSET: u64 = 1 << 10;
/// The factor by which these candidates grow from round to round.
const ROUNDS_GROW: u64 = 2;

/// The unit that is tried first has `CHOICE` bits less than the shortest range. A larger unit leaves too little choice
/// of offsets; a smaller unit makes longer offsets, which disturb the product more. Rooks and bishops on the chess
/// board need this number.
const CHOICE: u8 = 4;

/// The most orders of squares that a round tries.
const ORDERS: usize = 16;

/// The number of offsets of a square that get their full number of candidates in one round.
const AT_MOST: u64 = 128;

/// The visits that this search may make, in thirds of the visits that other searches may make: a rook on the chess
/// board takes nearly five times as many.
const HARD: u64 = 14;

/// The gaps that each round allows, in thousandths of the table. There are gaps where ranges that begin at odd offsets
/// meet ranges that begin at multiples of their length.
const GAPS: [usize; 5] = [15, 30, 60, 120, 240];

/// The numbers that a factor holds beside itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorFields {
    /// `index = key * factor >> (factor >> 58)`.
    Shift,
    /// `T[((factor & 0xffff) << unit) + index]`.
    Offset,
    /// Both: `T[((factor & 0xffff) << unit) + (key * factor >> (factor >> 58))]`.
    ShiftAndOffset,
}

impl FactorFields {
    /// The given bits of a factor that holds this shift and this offset, which is counted in units.
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

/// Factors that hold offsets, with the offsets and the length of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidOut {
    /// An offset of 1 stands for `1 << unit` slots.
    pub unit: u8,
    /// The offset of each bit index, in units: the low bits of the factor. 0 where there is no square.
    pub offsets: Vec<u16>,
    /// The length of the table, in slots: the end of the last range.
    pub entries: usize,
    /// The factors and shifts.
    pub solution: Solution,
}

/// A square, with the index range that it needs.
struct RangeOfSquare<'a> {
    search: FixedSearch<'a>,
    bit: u8,
    shift: u8,
    slots: usize,
    /// The result at each offset that was tried: a factor, or none.
    known: BTreeMap<usize, Option<u64>>,
}

/// Lays the ranges of all squares into one table and searches factors that hold their offsets.
///
/// The unit is no longer than the shortest range, so that it doesn't cause gaps by itself, unless sixteen bits couldn't
/// hold all offsets then. The result depends on the arguments alone, except for the number of threads, which doesn't
/// matter.
///
/// # Panics
///
/// Panics if the arithmetic of `method` isn't [`Hash::Multiply`].
pub fn solve_in_factor(
    problem: &Problem,
    method: Method,
    fields: FactorFields,
    effort: &Effort,
) -> Result<LaidOut, NotFound> {
    assert_eq!(method.hash, Hash::Multiply, "offsets go into factors of one multiplication");
    let width = method.bits(problem);
    let shortest = problem.squares().iter().map(&width).min().unwrap_or(0);
    let squares = problem.squares().len() as u64;
    let most = effort.candidates.saturating_mul(squares);
    let visits = (effort.visits() / 3).saturating_mul(HARD);
    let budget = Budget::new(&effort.watch, 0, most, visits);
    let mut bench = RoundMemory { tester: Tester::new(), budget };
    let mut missed = NotFound { method, bit: 0, candidates: 0 };
    let mut candidates = AT_EACH_OFFSET;
    let least = least_unit(&problem.squares().iter().map(&width).collect::<Vec<_>>());
    let mut by_promise: Vec<u8> = (least..=shortest.max(least)).collect();
    by_promise.sort_by_key(|unit| unit.abs_diff(shortest.saturating_sub(CHOICE)));
    for gaps in GAPS {
        // The first unit is tried alone with larger gaps before other units are tried, since that takes less time.
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

/// The shortest unit in which all ranges, and a quarter more for gaps, can be counted by sixteen bits. `widths` are the
/// index bits of the squares.
fn least_unit(widths: &[u8]) -> u8 {
    let fits = |unit: &u8| {
        let lengths = widths.iter().map(|width| units(1 << width, *unit));
        lengths.sum::<usize>() * 5 / 4 <= ROOM
    };
    (0..MOST_BITS).find(fits).unwrap_or(MOST_BITS)
}

/// The number of units that hold `slots`.
const fn units(slots: usize, unit: u8) -> usize {
    slots.div_ceil(1 << unit)
}

/// The working tables and the budget that all rounds share.
struct RoundMemory<'a> {
    tester: Tester,
    budget: Budget<'a>,
}

/// One attempt to place all squares.
struct Round {
    method: Method,
    fields: FactorFields,
    unit: u8,
    /// The length of the table, in units: no range may end after it.
    end: usize,
    /// Candidates for each square at each offset.
    candidates: u64,
}

impl Round {
    /// Places all squares, in several orders if needed: a square that finds no place is the first to choose in the next
    /// order.
    fn run(
        &self,
        problem: &Problem,
        effort: &Effort,
        bench: &mut RoundMemory,
    ) -> Result<LaidOut, NotFound> {
        let mut items = self.items(problem, effort.seed);
        for _ in 0..ORDERS {
            match self.place_all(&mut items, effort, bench) {
                Ok(places) => return Ok(self.laid_out(problem, &items, &places)),
                Err(index) => {
                    items[..=index].rotate_right(1);
                    // The square was the first already, or the budget is used up.
                    if index == 0 || !bench.budget.has_more() {
                        break;
                    }
                }
            }
        }
        // The first item is the last square that failed.
        let candidates = bench.budget.tried;
        Err(NotFound { method: self.method, bit: items[0].bit, candidates })
    }

    /// The offset and factor of each item. The error is the position of the first item that finds no place.
    fn place_all(
        &self,
        items: &mut [RangeOfSquare],
        effort: &Effort,
        bench: &mut RoundMemory,
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

    /// Gives `item` the range of a square that was placed before, has an equally long range and finds another place.
    fn swap(
        &self,
        before: &mut [RangeOfSquare],
        item: &mut RangeOfSquare,
        places: &mut [(usize, u64)],
        taken: &mut [bool],
        effort: &Effort,
        bench: &mut RoundMemory,
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

    /// The factor for a square at an offset. `None` also where the offset is untried and the square has had `most`
    /// candidates already.
    fn at(
        &self,
        item: &mut RangeOfSquare,
        offset: usize,
        most: u64,
        bench: &mut RoundMemory,
    ) -> Option<u64> {
        let RangeOfSquare { known, search, .. } = item;
        match known.get(&offset) {
            Some(known) => *known,
            None if search.tried >= most || !bench.budget.has_more() => None,
            None => {
                let fixed = self.fields.fixed(item.shift, offset as u16);
                let RoundMemory { tester, budget } = bench;
                budget.bit = item.bit;
                let factor = search.find(tester, fixed, self.candidates, budget);
                known.insert(offset, factor);
                factor
            }
        }
    }

    fn laid_out(
        &self,
        problem: &Problem,
        items: &[RangeOfSquare],
        places: &[(usize, u64)],
    ) -> LaidOut {
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

    /// The squares, with those that restrict the offset most first.
    fn items<'a>(&self, problem: &'a Problem, seed: u64) -> Vec<RangeOfSquare<'a>> {
        let width = self.method.bits(problem);
        let item = |square: &SquareProblem| RangeOfSquare {
            search: FixedSearch::new(problem, *square, width(square), seed),
            bit: square.bit,
            shift: self.method.hash.shift(width(square)),
            slots: 1 << width(square),
            known: BTreeMap::new(),
        };
        let mut items: Vec<RangeOfSquare> = problem.squares().iter().map(item).collect();
        items.sort_by_cached_key(|item| {
            std::cmp::Reverse((item.search.out_of_reach(OFFSET_BITS as u8), item.slots, item.bit))
        });
        items
    }

    /// Takes the first free range at whose offset a factor is found.
    fn place(
        &self,
        item: &mut RangeOfSquare,
        taken: &mut [bool],
        effort: &Effort,
        bench: &mut RoundMemory,
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

/// The offsets of ranges that end by `end`, in the order in which they are tried. Multiples of the length come first,
/// since their low zeros disturb the product least. Then follow the offsets one, two and three units above these, from
/// the end down: squares that need such offsets can usually take any of them, and low offsets are scarce.
fn offsets(units: usize, end: usize) -> impl Iterator<Item = usize> {
    let count = move |above: usize| (end + 1).saturating_sub(units + above).div_ceil(units);
    let aligned = (0..count(0)).map(move |at| at * units);
    let odd = (1..units.min(4))
        .flat_map(move |above| (0..count(above)).rev().map(move |at| at * units + above));
    aligned.chain(odd)
}

#[cfg(test)]
mod tests;
