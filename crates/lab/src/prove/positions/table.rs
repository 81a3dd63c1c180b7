//! Tables of the positions of two translates of a base at which two keys of different classes surely share a slot.

use pulp::{Arch, NullaryFnOnce};

use super::UNIT_BITS;
use super::base::Base;
use crate::prove::plan::SUBSLOT_BITS;

/// log2 of the number of ranges of positions that begin in a slot.
pub(super) const RANGE_BITS: u8 = 4;
pub(super) const RANGES: usize = 1 << RANGE_BITS;

/// The units from one range's begin to the next one's.
pub(super) const UNITS: u64 = 1 << (UNIT_BITS - RANGE_BITS);

/// The number of ranges that begin in a candidate's step.
const RESTS: usize = 1 << (RANGE_BITS - SUBSLOT_BITS);
const STEPS: usize = 1 << SUBSLOT_BITS;

/// The number of units by which a range is wider if a square's part of a product moves its positions. One is for the
/// part, which is known to a unit. One is for the moved range, which begins at any unit, while ranges begin at every
/// second one.
pub(super) const MOVED: u64 = 2;

/// The words that may be read past the end of a row.
const PAD: usize = 4;

/// The widths of the ranges of the lower and of the upper position, in units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    pub(super) lower: u64,
    pub(super) upper: u64,
}

/// For each range of the lower translate's position, counted within a slot, and each range of the upper translate's
/// position: whether a bad pair of the base surely shares a slot, with its first subset in the upper translate. The
/// bits of a row belong to upper ranges a step apart.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionTable {
    bits: Vec<u64>,
    /// The number of words of a row, without padding.
    words: usize,
}

/// The place of a bit.
#[derive(Clone, Copy)]
pub(super) struct BitPlace {
    pub(super) word: usize,
    pub(super) bit: u32,
}

impl PositionTable {
    /// Makes the table for a base's products under all factors from the first of `factors` to as much above as the second
    /// says. A range with index i begins one factor's step, 2^`zeros`, below i / 16 of a slot.
    pub(super) fn make(
        &mut self,
        base: &Base,
        factors: (u64, u64),
        shift: u8,
        zeros: u8,
        widths: Widths,
        arch: Arch,
    ) {
        self.empty(1 << (64 - shift));
        arch.dispatch(Make { table: self, base, factors, shift, zeros, widths });
    }

    /// Makes the table of a base with one more square, which adds from `moved` to less than `moved + 1` units. `from`
    /// are the tables of the pairs of which neither has the square, the upper, the lower, and both. If a translate has
    /// the square, its table has ranges that are [`MOVED`] wider.
    pub(super) fn widen(&mut self, from: [&Self; 4], moved: u64, arch: Arch) {
        self.empty(from[0].words * 64 / STEPS);
        arch.dispatch(Widen { table: self, from, moved: (moved / UNITS) as usize });
    }

    fn empty(&mut self, slots: usize) {
        self.words = slots * STEPS / 64;
        self.bits.resize((self.words + PAD) * RANGES * RESTS, 0);
    }

    /// The number of words of the rows of one lower range.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    pub(super) fn row_words(&self) -> u32 {
        ((self.words + PAD) * RESTS) as u32
    }

    /// The place of the bit for a lower range and an upper range. `rows` is the first word of the lower range's rows,
    /// and `upper` counts from the lower range's slot on.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    pub(super) fn at(&self, rows: u32, upper: u32) -> BitPlace {
        let row = rows as usize + upper as usize % RESTS * (self.words + PAD);
        let step = (upper as usize / RESTS) & (self.words * 64 - 1);
        BitPlace { word: row + step / 64, bit: step as u32 % 64 }
    }

    /// The bits of `64 * WORDS` candidates, a step from one to the next.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    pub(super) fn read<const WORDS: usize>(&self, at: BitPlace) -> [u64; WORDS] {
        let words = &self.bits[at.word..=at.word + WORDS];
        std::array::from_fn(|word| {
            (words[word] >> at.bit) | (words[word + 1] << 1 << (63 - at.bit))
        })
    }

    fn row(&self, lower: usize, rest: usize) -> &[u64] {
        &self.bits[(lower * RESTS + rest) * (self.words + PAD)..][..self.words + PAD]
    }

    fn row_mut(&mut self, lower: usize, rest: usize) -> &mut [u64] {
        let words = self.words + PAD;
        &mut self.bits[(lower * RESTS + rest) * words..][..words]
    }
}

/// [`PositionTable::make`], compiled for each kind of processor.
struct Make<'a> {
    table: &'a mut PositionTable,
    base: &'a Base,
    factors: (u64, u64),
    shift: u8,
    zeros: u8,
    widths: Widths,
}

/// Sets of slots for some groups or ranges, one after another.
struct SlotSets {
    words: usize,
    bits: Vec<u64>,
}

impl SlotSets {
    fn new(rows: usize, words: usize) -> Self {
        Self { words, bits: vec![0; rows * words] }
    }

    fn row(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }
}

impl NullaryFnOnce for Make<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn call(self) {
        let Self { table, base, factors: (factor, spread), shift, zeros, widths } = self;
        let slots = 1_usize << (64 - shift);
        let words = slots.div_ceil(64);
        let groups = base.bad.len();
        let (slot, range) = (1_u64 << shift, 1_u64 << (shift - RANGE_BITS));
        let least = 1_u64 << zeros;
        let width = |units: u64| (units << (shift - UNIT_BITS)) + least - 1;
        // The products of each key at a range with index 0, and how much larger they may be.
        let products: Vec<(u64, u64)> = base
            .keys
            .iter()
            .map(|key| (key.wrapping_mul(factor).wrapping_sub(least), key.wrapping_mul(spread)))
            .collect();
        let mut held = SlotSets::new(groups, words);
        let mut others = SlotSets::new(groups, 2 * words + 1);
        // For each number of ranges that is a power of two, and each range: the slots excluded for this number of
        // ranges.
        let mut excluded = SlotSets::new((usize::from(RANGE_BITS) + 1) * RANGES, words);
        for lower in 0..RANGES {
            held.bits.fill(0);
            for ((at, more), group) in products.iter().zip(&base.group) {
                let first = at.wrapping_add(lower as u64 * range);
                let last = first.wrapping_add(more + width(widths.lower));
                if first >> shift == last >> shift {
                    let slot = (first >> shift) as usize;
                    held.row(*group)[slot / 64] |= 1 << (slot % 64);
                }
            }
            for (group, bad) in base.bad.iter().enumerate() {
                let others = others.row(group);
                others.fill(0);
                for other in bad {
                    others.iter_mut().zip(held.row(*other)).for_each(|(all, one)| *all |= *one);
                }
                for word in words..others.len() {
                    others[word] = others[word - words];
                }
            }
            excluded.bits.fill(0);
            for ((at, more), group) in products.iter().zip(&base.group) {
                let others = others.row(*group);
                let (inside, end) = (at & (slot - 1), more + width(widths.upper));
                // The number of ranges by which the key is still in its slot, and from which on it is in the next one.
                let stays = (slot - inside).saturating_sub(end).div_ceil(range);
                let moves = (slot - inside).div_ceil(range);
                let stays_after = (2 * slot - inside).saturating_sub(end).div_ceil(range);
                let first = (at >> shift) as usize;
                let both = [(first, 0, stays), (first + 1, moves, stays_after)];
                for (first, from, to) in both {
                    let (from, to) = (from as usize, to.min(RANGES as u64) as usize);
                    if from < to {
                        // Two runs of a power of two cover all from the first to the last.
                        let log = (to - from).ilog2() as usize;
                        for from in [from, to - (1 << log)] {
                            let into = excluded.row(log * RANGES + from);
                            or_shifted(into, others, first % slots);
                        }
                    }
                }
            }
            spread_out(&mut excluded);
            table.interleave(lower, &excluded);
        }
    }
}

/// Adds the slots excluded for a run of ranges to each range of the run.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn spread_out(excluded: &mut SlotSets) {
    let words = excluded.words;
    for log in (1..=usize::from(RANGE_BITS)).rev() {
        let half = 1 << (log - 1);
        let (below, runs) = excluded.bits.split_at_mut(log * RANGES * words);
        let below = &mut below[(log - 1) * RANGES * words..];
        for from in 0..=RANGES - (1 << log) {
            let run = &runs[from * words..][..words];
            for at in [from, from + half] {
                below[at * words..][..words]
                    .iter_mut()
                    .zip(run)
                    .for_each(|(all, one)| *all |= *one);
            }
        }
    }
}

impl PositionTable {
    /// Puts the slots that are excluded for each upper range that begins in slot 0 into the rows of a lower range.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn interleave(&mut self, lower: usize, excluded: &SlotSets) {
        let words = self.words;
        for rest in 0..RESTS {
            let row = self.row_mut(lower, rest);
            for (at, into) in row[..words].iter_mut().enumerate() {
                // Eight slots, in each of which all steps begin.
                let bytes = std::array::from_fn(|step| {
                    let slots = excluded.bits[(rest + step * RESTS) * excluded.words + at / 8];
                    (slots >> (at % 8 * 8)) as u8
                });
                *into = transpose(u64::from_le_bytes(bytes));
            }
            pad(row, words);
        }
    }
}

/// Repeats the begin of a row after its end.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn pad(row: &mut [u64], words: usize) {
    for at in words..row.len() {
        row[at] = row[at - words];
    }
}

/// Adds the bits of a set from one on.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn or_shifted(into: &mut [u64], set: &[u64], from: usize) {
    let (set, bit) = (&set[from / 64..][..=into.len()], from % 64);
    for (word, into) in into.iter_mut().enumerate() {
        *into |= (set[word] >> bit) | (set[word + 1] << 1 << (63 - bit));
    }
}

/// [`PositionTable::widen`], compiled for each kind of processor.
struct Widen<'a> {
    table: &'a mut PositionTable,
    from: [&'a PositionTable; 4],
    moved: usize,
}

impl NullaryFnOnce for Widen<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn call(self) {
        let Self { table, from, moved } = self;
        let words = table.words;
        let ranges = words * 64 * RESTS;
        for lower in 0..RANGES {
            // A lower position beyond its slot counts from a later slot on, and the upper one with it.
            let (beyond, slots) = ((lower + moved) % RANGES, (lower + moved) / RANGES);
            let back = ranges - slots * RANGES % ranges;
            for rest in 0..RESTS {
                let into = table.row_mut(lower, rest);
                into[..words].copy_from_slice(&from[0].row(lower, rest)[..words]);
                let moves = [
                    (from[1], lower, rest + moved),
                    (from[2], beyond, rest + back),
                    (from[3], beyond, rest + moved + back),
                ];
                for (from, lower, upper) in moves {
                    let step = upper / RESTS % (words * 64);
                    let row = from.row(lower, upper % RESTS);
                    // The steps up to the row's end, and those from its begin on.
                    let (first, second) = into[..words].split_at_mut(words - step / 64);
                    or_shifted(first, row, step);
                    or_shifted(second, row, step % 64);
                }
                pad(into, words);
            }
        }
    }
}

/// Eight bytes as a square of bits, mirrored at its diagonal: bit c of byte r becomes bit r of byte c.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
pub(super) fn transpose(square: u64) -> u64 {
    let swap = |square: u64, by: u32, mask: u64| {
        let changed = (square ^ (square >> by)) & mask;
        square ^ changed ^ (changed << by)
    };
    let square = swap(square, 7, 0x00aa_00aa_00aa_00aa);
    let square = swap(square, 14, 0x0000_cccc_0000_cccc);
    swap(square, 28, 0x0000_0000_f0f0_f0f0)
}
