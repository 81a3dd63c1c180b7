//! Looks up in the tables of a base which candidates of a node put two keys of different classes into one slot for sure.

use pulp::{Arch, NullaryFnOnce};

use super::table::{PositionTable, RANGE_BITS, RANGES, UNITS, Widths};
use super::{BITS, Place, UNIT_BITS};
use crate::prove::node::TreeNode;
use crate::prove::plan::SUBSLOT_BITS;

/// log2 of the number of candidates that are looked up together, for which the last square of the rest is known to a unit.
const BLOCK_BITS: u8 = 6;
const BLOCKS: usize = 1 << (BITS - BLOCK_BITS);

/// The units of a free constant that are looked up together.
const CELL: u64 = 2;

/// A pair of subsets of the rest. The upper translate has the square that is asked about as well.
#[derive(Clone, Copy)]
struct SubsetPair {
    upper: usize,
    lower: usize,
}

const fn pair(upper: usize, lower: usize) -> SubsetPair {
    SubsetPair { upper, lower }
}

/// The pairs without the last square of the rest. Their squares' parts of a product are known so well that all
/// candidates can be looked up together.
const STEADY: [SubsetPair; 4] = [pair(1, 0), pair(0, 1), pair(0, 0), pair(1, 1)];

/// The other pairs of two squares' subsets.
const OTHERS: [SubsetPair; 12] = [
    pair(2, 0),
    pair(0, 2),
    pair(1, 2),
    pair(2, 1),
    pair(3, 0),
    pair(0, 3),
    pair(2, 2),
    pair(3, 1),
    pair(1, 3),
    pair(3, 2),
    pair(2, 3),
    pair(3, 3),
];

/// The square of the candidates as a third one of the rest.
const THIRD: usize = 4;

/// The pairs in which at least one subset has the third square.
const WITH_THIRD: [SubsetPair; 48] = {
    let mut pairs = [pair(0, 0); 48];
    let mut at = 0;
    let mut index = 0;
    while index < 64 {
        let (upper, lower) = (index / 8, index % 8);
        if (upper | lower) & THIRD != 0 {
            pairs[at] = pair(upper, lower);
            at += 1;
        }
        index += 1;
    }
    pairs
};

/// The widths of ranges, in units. A position is less than [`UNITS`] above the begin of the range with its index. For a
/// block, the part of the last square of the rest is known to a unit and 1/256 more. If a position may leave its range
/// by that, the pair excludes nothing. A free constant adds a cell, and the upper position adds a candidate's step.
pub(super) fn widths(is_mirrored: bool) -> Widths {
    let cell = if is_mirrored { 0 } else { CELL };
    let lower = UNITS + 1 + cell;
    Widths { lower, upper: lower + (1 << (UNIT_BITS - SUBSLOT_BITS)) }
}

/// A lookup of the candidates that a node leaves.
pub(super) struct PositionAsk<'a> {
    pub(super) place: &'a Place,
    pub(super) node: &'a TreeNode,
    pub(super) table: &'a PositionTable,
    /// The candidates that the node's box leaves.
    pub(super) first: u64,
    pub(super) last: u64,
}

/// The candidates that are left, a bit for each.
pub(super) fn left(ask: PositionAsk<'_>, arch: Arch) -> [u64; BLOCKS] {
    arch.dispatch(ask)
}

impl NullaryFnOnce for PositionAsk<'_> {
    type Output = [u64; BLOCKS];

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn call(self) -> [u64; BLOCKS] {
        let TreeNode { constant, reach, .. } = *self.node;
        let all = between(self.first, self.last);
        if self.place.is_mirrored {
            // A range begins one step of a constant below its first unit, so that it has both constants.
            return self.left_with(constant + reach, all);
        }
        let cell = CELL << (self.place.shift - UNIT_BITS);
        let mut left = [0; BLOCKS];
        let mut least = 0;
        while least <= reach && left != all {
            let wanted = std::array::from_fn(|block| all[block] & !left[block]);
            let more = self.left_with(constant + least, wanted);
            left.iter_mut().zip(more).for_each(|(left, more)| *left |= more);
            least += cell;
        }
        left
    }
}

/// A bit for each candidate from `first` to `last`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn between(first: u64, last: u64) -> [u64; BLOCKS] {
    std::array::from_fn(|block| {
        let start = (block as u64) << BLOCK_BITS;
        let end = start + (1 << BLOCK_BITS) - 1;
        if last < start || end < first {
            return 0;
        }
        let from = u64::MAX << first.saturating_sub(start);
        from & u64::MAX >> (end - last.min(end))
    })
}

/// For each subset of the rest, the distance from a range's begin below which the range holds every value that a
/// position may have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rooms {
    lower: [u64; 4],
    upper: [u64; 4],
}

impl Rooms {
    /// The rooms if a factor's lowest `bits` bits are unknown, and the upper translate's own square adds a part known
    /// to within `inner` products.
    fn new(place: &Place, bits: u8, inner: u64, reach: u64) -> Self {
        let room = |units: u64, rest: u64, inner: u64| {
            let more = (rest << bits) - rest + reach + inner;
            (units << (place.shift - UNIT_BITS)).saturating_sub(more)
        };
        let Widths { lower, upper } = place.widths;
        Self {
            lower: place.rest.map(|rest| room(lower, rest, 0)),
            upper: place.rest.map(|rest| room(upper, rest, inner)),
        }
    }

    /// The rooms for all candidates, for a block, and for a single one and the factors below it.
    pub(super) fn all(place: &Place) -> [Self; 3] {
        let reach = if place.is_mirrored { 0 } else { (CELL << (place.shift - UNIT_BITS)) - 1 };
        let step = (1 << (place.shift - SUBSLOT_BITS)) - 1;
        [
            Self::new(place, place.next_low + BITS, step, reach),
            Self::new(place, place.next_low + BLOCK_BITS, step, reach),
            Self::new(place, place.next_low, 0, reach),
        ]
    }
}

/// The positions of the translates, one with each subset of the rest.
struct Spots {
    /// The range of the upper position.
    upper: [u32; 4],
    /// The range in which the slot of the lower position begins, and the first word of that position's rows.
    slot: [u32; 4],
    row: [u32; 4],
    /// All ones if the range holds every value that the position may have.
    is_upper: [u64; 4],
    is_lower: [u64; 4],
}

impl PositionAsk<'_> {
    /// The candidates of `left` that remain under one group of constants, from `constant` on.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn left_with(&self, constant: u64, mut left: [u64; BLOCKS]) -> [u64; BLOCKS] {
        let Place { square, rooms: [steady, block, _], .. } = self.place;
        let spots = self.spots(0, *square, constant, steady);
        for pair in STEADY {
            let excluded: [u64; BLOCKS] = self.excluded(&spots, pair);
            left.iter_mut().zip(excluded).for_each(|(left, excluded)| *left &= !excluded);
        }
        for (index, left) in (0..).zip(&mut left).filter(|(_, left)| **left != 0) {
            let spots = self.spots(index << BLOCK_BITS, *square, constant, block);
            for pairs in OTHERS.as_chunks::<4>().0 {
                for pair in pairs {
                    let [excluded] = self.excluded(&spots, *pair);
                    *left &= !excluded;
                }
                if *left == 0 {
                    break;
                }
            }
        }
        if let Some(last) = self.place.last {
            self.complete(last, constant, &mut left);
        }
        left
    }

    /// The positions of the translates under a candidate. The upper ones have `square` too.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn spots(&self, candidate: u64, square: u8, constant: u64, rooms: &Rooms) -> Spots {
        let Place { shift, next_low, rest, .. } = self.place;
        let factor = self.node.prefix | candidate << next_low;
        let own = factor << square;
        let range = shift - RANGE_BITS;
        let inside = (1 << range) - 1;
        let row_words = self.table.row_words();
        let lower = rest.map(|rest| rest.wrapping_mul(factor).wrapping_add(constant));
        let upper = lower.map(|lower| lower.wrapping_add(own));
        let at = lower.map(|lower| (lower >> range) as u32);
        let is_in = |position: u64, room: u64| u64::from(position & inside < room).wrapping_neg();
        Spots {
            upper: upper.map(|upper| (upper >> range) as u32),
            slot: at.map(|at| at / RANGES as u32 * RANGES as u32),
            row: at.map(|at| at % RANGES as u32 * row_words),
            is_upper: std::array::from_fn(|subset| is_in(upper[subset], rooms.upper[subset])),
            is_lower: std::array::from_fn(|subset| is_in(lower[subset], rooms.lower[subset])),
        }
    }

    /// The bits that a pair's table has for some upper positions.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn excluded<const WORDS: usize>(&self, spots: &Spots, pair: SubsetPair) -> [u64; WORDS] {
        let above = spots.upper[pair.upper].wrapping_sub(spots.slot[pair.lower]);
        let bits = self.table.read(self.table.at(spots.row[pair.lower], above));
        bits.map(|bits: u64| bits & spots.is_upper[pair.upper] & spots.is_lower[pair.lower])
    }

    /// Leaves out the candidates below which no factor is left, by means of the last square's part.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn complete(&self, last: u8, constant: u64, left: &mut [u64; BLOCKS]) {
        for (block, left) in (0_u64..).zip(left) {
            let mut bits = *left;
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                if !self.has_factor(block << BLOCK_BITS | u64::from(bit), last, constant) {
                    *left &= !(1 << bit);
                }
            }
        }
    }

    /// Whether a factor is left below a candidate.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn has_factor(&self, candidate: u64, last: u8, constant: u64) -> bool {
        let Place { rooms, next_low, zeros, shift, .. } = self.place;
        // The number of steps by which the last square moves the upper translate from one factor to the next.
        let stride = 1 << (last + zeros + SUBSLOT_BITS - shift);
        let spots = self.spots(candidate, last, constant, &rooms[2]);
        let mut left = [0_u64; BLOCKS];
        for factor in 0..1 << (next_low - zeros) {
            let bit = factor * stride;
            left[bit / 64] |= 1 << (bit % 64);
        }
        for pairs in [STEADY].iter().chain(OTHERS.as_chunks().0) {
            for pair in pairs {
                let excluded: [u64; BLOCKS] = self.excluded(&spots, *pair);
                left.iter_mut().zip(excluded).for_each(|(left, excluded)| *left &= !excluded);
            }
            if left == [0; BLOCKS] {
                return false;
            }
        }
        let known = self.node.prefix | candidate << next_low;
        (0..1 << (next_low - zeros)).any(|factor| {
            let bit = factor * stride;
            left[bit / 64] >> (bit % 64) & 1 != 0
                && !self.is_excluded(known | (factor as u64) << zeros, last, constant)
        })
    }

    /// Whether two keys of different classes share a slot under a factor and all constants of a range.
    fn is_excluded(&self, factor: u64, last: u8, constant: u64) -> bool {
        let Place { shift, rest, square, rooms: [_, _, rooms], .. } = self.place;
        let (third, fourth) = (factor << square, factor << last);
        let range = shift - RANGE_BITS;
        // The constant is known as well as with the empty subset of the rest.
        let (lower_room, upper_room) = (rooms.lower[0], rooms.upper[0]);
        let positions: [u64; 8] = std::array::from_fn(|subset| {
            let third = if subset & THIRD == 0 { 0 } else { third };
            rest[subset % THIRD].wrapping_mul(factor).wrapping_add(constant).wrapping_add(third)
        });
        let is_in = |position: u64, room: u64| position & ((1 << range) - 1) < room;
        WITH_THIRD.iter().any(|pair| {
            let lower = positions[pair.lower];
            let upper = positions[pair.upper].wrapping_add(fourth);
            let (above, at) = ((upper >> range) as u32, (lower >> range) as u32);
            let (slot, row) = (at / RANGES as u32 * RANGES as u32, at % RANGES as u32);
            let at = self.table.at(row * self.table.row_words(), above.wrapping_sub(slot));
            let [excluded] = self.table.read(at);
            excluded & 1 != 0 && is_in(lower, lower_room) && is_in(upper, upper_room)
        })
    }
}
