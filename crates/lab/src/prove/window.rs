//! Excludes the candidates of a window that put a key into a slot of another class.
//!
//! A window is the set of all values of the bits that a level makes known. A value `v` moves every key with the new
//! square by `v` times the same step. So for one key, all values can be tested together: each leads to a slot, which
//! another class may hold. A bitset of the held slots, read from the key's slot on, answers this for up to 256 values
//! at once.

#[cfg(test)]
mod tests;

use pulp::{Arch, NullaryFnOnce};

/// The number of words that may be read past the end of a set, since a window may begin at its last slot.
const PAD: usize = 5;

/// How the candidates of a window lie among slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A candidate's step is 1 / 2^`phases` of a slot. The candidates of one phase share a word, with one bit for each
    /// slot.
    Fine {
        /// log2 of the number of phases, at most 3.
        phases: u8,
        /// log2 of the number of slots that the window covers, at most 5.
        slots: u8,
    },
    /// A candidate's step is 2^`stride` slots. A set has its slots in rows: slots whose distance is a multiple of the
    /// step have neighbouring bits.
    Wide {
        /// log2 of the number of slots in a step.
        stride: u8,
        /// log2 of the number of candidates, at most 8.
        count: u8,
    },
}

/// The number of words of each of 2^`rows` rows of 2^`length` slots, with padding. Several short rows are one word
/// each, which repeats the row: a window has no more candidates than a row has slots, so it reads no further. The
/// window's shape doesn't count, since a window may read the sets of another one.
fn padded_words(rows: u8, length: u8) -> usize {
    if rows > 0 && length < 6 { 1 } else { (1 << length) / 64 + PAD }
}

/// A set of candidates, with one bit for each.
pub(super) type Candidates = [u64; 8];

impl Shape {
    /// The set of all candidates.
    pub(super) fn all(self) -> Candidates {
        let mut all = [0; 8];
        match self {
            Self::Fine { phases, slots } => {
                all[..1 << phases].fill(u64::MAX >> (64 - (1_u32 << slots)));
            }
            Self::Wide { count, .. } if count >= 6 => all[..1 << (count - 6)].fill(u64::MAX),
            Self::Wide { count, .. } => all[0] = u64::MAX >> (64 - (1_u32 << count)),
        }
        all
    }

    /// The word and the bit of a candidate in a set of candidates.
    #[cfg(test)]
    pub(super) fn place(self, candidate: u64) -> (usize, u8) {
        match self {
            Self::Fine { phases, .. } => {
                ((candidate & ((1 << phases) - 1)) as usize, (candidate >> phases) as u8)
            }
            Self::Wide { .. } => ((candidate >> 6) as usize, (candidate & 63) as u8),
        }
    }

    /// log2 of the number of rows of a set.
    fn rows(self) -> u8 {
        match self {
            Self::Fine { .. } => 0,
            Self::Wide { stride, .. } => stride,
        }
    }

    /// log2 of the number of rows of a set of 2^`bits` slots, and of the number of slots in each row.
    fn row(self, bits: u8) -> (u8, u8) {
        (self.rows(), bits - self.rows())
    }

    /// The number of words of a set of 2^`bits` slots, with padding.
    pub(super) fn words(self, bits: u8) -> usize {
        let (rows, length) = self.row(bits);
        padded_words(rows, length) << rows
    }

    /// The distance by which a key moves from one candidate to the next. A slot's number begins at bit `shift`.
    fn step(self, shift: u8) -> u64 {
        match self {
            Self::Fine { phases, .. } => 1 << (shift - phases),
            Self::Wide { stride, .. } => 1 << (shift + stride),
        }
    }

    /// Whether sets for this shape have their slots in the same order as sets for the other.
    pub(super) fn is_laid_out_like(self, other: Self) -> bool {
        self.rows() == other.rows()
    }

    /// The set of the candidates from `first` to `last`. A wide shape always gives all candidates.
    pub(super) fn between(self, first: u64, last: u64) -> Candidates {
        let mut all = self.all();
        if let Self::Fine { phases, slots } = self
            && (first > 0 || last + 1 < 1 << (phases + slots))
        {
            for (lane, word) in (0_u64..).zip(&mut all[..1 << phases]) {
                let least = (first + (1 << phases) - 1 - lane) >> phases;
                let end = (last + (1 << phases) - lane) >> phases;
                *word &= (1_u64 << end).wrapping_sub(1) & (u64::MAX << least);
            }
        }
        all
    }

    /// Lists the candidates of a set.
    pub(super) fn list(self, left: &Candidates, into: &mut Vec<u16>) {
        into.clear();
        for (word, bits) in (0_u16..).zip(left) {
            let mut bits = *bits;
            while bits != 0 {
                let bit = bits.trailing_zeros() as u16;
                bits &= bits - 1;
                into.push(self.candidate(word, bit));
            }
        }
    }

    /// The candidate with this word and bit in a set of candidates.
    fn candidate(self, word: u16, bit: u16) -> u16 {
        match self {
            Self::Fine { phases, .. } => bit << phases | word,
            Self::Wide { .. } => word << 6 | bit,
        }
    }
}

/// Bitsets of the slots that classes hold, with the slots in the order in which a window reads them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sets {
    /// log2 of the number of rows. A slot's row is its number modulo the number of rows.
    rows: u8,
    /// log2 of the number of slots in a row.
    length: u8,
    /// The slots that any class held when the sets were finished last.
    any: Vec<u64>,
    /// For each set, the slots that its class holds. The last set is for all classes without their own set.
    own: Vec<u64>,
    /// For each set, the slots that other classes hold, with the start of each row repeated as padding after its end.
    other: Vec<u64>,
}

impl Sets {
    /// Empty sets of 2^`bits` slots.
    pub(super) fn new(shape: Shape, bits: u8, sets: usize) -> Self {
        let (rows, length) = shape.row(bits);
        let words = (1_usize << length).div_ceil(64) << rows;
        Self {
            rows,
            length,
            any: vec![0; words],
            own: vec![0; words * (sets + 1)],
            other: vec![0; shape.words(bits) * sets],
        }
    }

    /// Copies the sets of a node above. If these have their slots in another order, the sets are emptied and the result
    /// is false.
    pub(super) fn copy(&mut self, above: Option<&Self>) -> bool {
        let Some(above) = above.filter(|above| above.rows == self.rows) else {
            self.own.fill(0);
            return false;
        };
        self.own.copy_from_slice(&above.own);
        true
    }

    /// Puts classes into slots, each given as a slot and the class's set.
    pub(super) fn put(&mut self, mut held: impl Iterator<Item = (usize, u8)>) {
        let row_words = (1_usize << self.length).div_ceil(64);
        let words = self.any.len();
        // All places are computed first: a processor that doesn't know yet where it writes can't read on.
        let mut places = [(0, 0); 16];
        loop {
            let mut count = 0;
            for (place, (slot, set)) in places.iter_mut().zip(&mut held) {
                let at = slot >> self.rows;
                let row = slot & ((1 << self.rows) - 1);
                *place = (usize::from(set) * words + row * row_words + at / 64, 1 << (at % 64));
                count += 1;
            }
            for (word, bit) in &places[..count] {
                self.own[*word] |= bit;
            }
            if count < places.len() {
                break;
            }
        }
    }

    /// Makes the sets that a window reads: for each class the slots of other classes, with padding.
    pub(super) fn finish(&mut self, arch: Arch) -> &[u64] {
        arch.dispatch(Finish(self));
        &self.other
    }

    /// The same for the processor that it is compiled for.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn make(&mut self) {
        let row_words = (1_usize << self.length).div_ceil(64);
        let (first, rest) = self.own.split_at(self.any.len());
        self.any.copy_from_slice(first);
        for own in rest.chunks_exact(self.any.len()) {
            self.any.iter_mut().zip(own).for_each(|(any, own)| *any |= own);
        }
        let padded_words = padded_words(self.rows, self.length);
        if padded_words == 1 {
            self.make_short();
            return;
        }
        let own = self.own.chunks_exact(row_words);
        let any = self.any.chunks_exact(row_words).cycle();
        let padded = self.other.chunks_exact_mut(padded_words);
        for ((other, own), any) in padded.zip(own).zip(any) {
            other.iter_mut().zip(own).zip(any).for_each(|((other, own), any)| *other = any & !own);
            if self.length >= 6 {
                for pad in row_words..other.len() {
                    other[pad] = other[pad - row_words];
                }
            } else {
                let mut word = other[0];
                for doubling in self.length..6 {
                    word |= word << (1_u32 << doubling);
                }
                other.fill(word);
            }
        }
    }

    /// The same for rows of one word each, all rows at once.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn make_short(&mut self) {
        let words = self.any.len();
        let own = self.own.chunks_exact(words);
        for (other, own) in self.other.chunks_exact_mut(words).zip(own) {
            let sets = own.iter().zip(&self.any);
            other.iter_mut().zip(sets).for_each(|(other, (own, any))| *other = any & !own);
        }
        for doubling in self.length..6 {
            self.other.iter_mut().for_each(|word| *word |= *word << (1_u32 << doubling));
        }
    }

    /// The sets that [`Self::finish`] made last.
    pub(super) fn finished(&self) -> &[u64] {
        &self.other
    }
}

/// [`Sets::finish`], compiled for each kind of processor.
struct Finish<'a>(&'a mut Sets);

impl NullaryFnOnce for Finish<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn call(self) {
        self.0.make();
    }
}

/// A subset with the new square, for which a window tests where it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// The subset, without the new square if the shape is fine.
    pub(super) rest: u64,
    /// The position of the first word of its class's set.
    pub(super) set: u32,
    /// Its class plus 1.
    pub(super) class: u16,
}

/// A window at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) shape: Shape,
    /// The lowest bit of a slot's number.
    pub(super) shift: u8,
    /// The least factor of the node's box.
    pub(super) factor: u64,
    /// The difference between the largest and the least factor of the box.
    pub(super) spread: u64,
    /// The least number that is added to each product.
    pub(super) base: u64,
    /// The difference between the largest and the least number that is added.
    pub(super) drift: u64,
}

/// The number of keys that are tested before the next check whether a candidate is left. The length of a list of keys
/// is a multiple of this number.
pub(super) const STRETCH: usize = 4;

/// The number of stretches of keys that [`sift`] tests at most. By then it has taken as long as sets take to be made.
const SIFTED: usize = 40;

/// The same as [`sieve`] for a few candidates, one by one, from the class of each slot plus 1, or 0 where none is known.
/// False if that took too long; `left` has candidates then that some key leaves out.
pub(super) fn sift(
    window: Window,
    keys: &[Key],
    class_of_slot: &[u16],
    left: &mut Candidates,
) -> bool {
    let step = window.shape.step(window.shift);
    let mut most = SIFTED;
    for (word, left) in (0_u16..).zip(left) {
        let mut bits = *left;
        while bits != 0 {
            let bit = bits.trailing_zeros() as u16;
            bits &= bits - 1;
            let candidate = u64::from(window.shape.candidate(word, bit));
            let base = window.base.wrapping_add(candidate.wrapping_mul(step));
            let mut stretches = keys.as_chunks().0.iter();
            let mut tested = stretches.by_ref().take(most);
            let window = Window { base, ..window };
            let is_excluded = tested.any(|keys| is_excluded(window, keys, class_of_slot));
            if is_excluded {
                *left &= !(1 << bit);
            } else if stretches.len() > 0 {
                return false;
            }
            most -= keys.len() / STRETCH - stretches.len();
        }
    }
    true
}

/// Whether one of the keys has each of its slots held by another class.
fn is_excluded(window: Window, keys: &[Key; STRETCH], class_of_slot: &[u16]) -> bool {
    let Window { shift, factor, spread, base, drift, .. } = window;
    let mut is_excluded = false;
    for key in keys {
        let at = key.rest.wrapping_mul(factor).wrapping_add(base);
        let end = at.wrapping_add(key.rest.wrapping_mul(spread).wrapping_add(drift));
        let [first, last] = [at, end].map(|at| class_of_slot[(at >> shift) as usize]);
        let is_other = |held: u16| held != 0 && held != key.class;
        is_excluded |= is_other(first) && is_other(last);
    }
    is_excluded
}

/// Removes from `left` the candidates that put one of `keys` into a slot of another class, until none is left.
pub(super) fn sieve(arch: Arch, window: Window, keys: &[Key], sets: &[u64], left: &mut Candidates) {
    arch.dispatch(Sieve { window, keys, sets, left });
}

/// [`sieve`], compiled for each kind of processor.
struct Sieve<'a> {
    window: Window,
    keys: &'a [Key],
    sets: &'a [u64],
    left: &'a mut Candidates,
}

impl NullaryFnOnce for Sieve<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn call(self) {
        let Self { window, keys, sets, left } = self;
        match window.shape {
            Shape::Fine { phases, .. } => fine(window, phases, keys, sets, left),
            Shape::Wide { stride, .. } => wide(window, stride, keys, sets, left),
        }
    }
}

/// The number of parts of a slot in two slots. A key of a window is within that.
const PARTS: usize = 16;

/// For 1 to 3 phases and each number of parts from the start of a slot to a key: the slots by which each lane moves the
/// key. Lanes past the last phase have no candidates.
static SLOTS: [[[u64; 8]; PARTS]; 3] = [slots(1), slots(2), slots(3)];

const fn slots(phases: u8) -> [[u64; 8]; PARTS] {
    let mut slots = [[0; 8]; PARTS];
    let mut index = 0;
    while index < 8 * PARTS {
        slots[index / 8][index % 8] = (index / 8 + index % 8) as u64 >> phases;
        index += 1;
    }
    slots
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn fine(window: Window, phases: u8, keys: &[Key], sets: &[u64], left: &mut Candidates) {
    let Window { shift, factor, spread, base, drift, .. } = window;
    let (in_slot, part) = ((1_u64 << shift) - 1, shift - phases);
    let slots = &SLOTS[usize::from(phases - 1)];
    let mut alive = *left;
    for stretch in keys.as_chunks::<STRETCH>().0 {
        for key in stretch {
            let at = key.rest.wrapping_mul(factor).wrapping_add(base);
            let wide = key.rest.wrapping_mul(spread).wrapping_add(drift);
            let set = &sets[key.set as usize + (at >> shift >> 6) as usize..][..2];
            let bit = (at >> shift) & 63;
            let held = (set[0] >> bit) | (set[1] << 1 << (63 - bit));
            // A lane adds whole parts of a slot, so the bits below a part carry nothing.
            let parts = |at: u64| &slots[(at >> part) as usize % PARTS];
            let (first, last) = (parts(at & in_slot), parts((at & in_slot) + wide));
            for lane in 0..8 {
                alive[lane] &= !((held >> first[lane]) & (held >> last[lane]));
            }
        }
        if alive.iter().fold(0, |all, word| all | word) == 0 {
            break;
        }
    }
    *left = alive;
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn wide(window: Window, stride: u8, keys: &[Key], sets: &[u64], left: &mut Candidates) {
    let Window { shift, factor, spread, base, drift, .. } = window;
    let row_words = padded_words(stride, 64 - shift - stride);
    if row_words == 1 {
        wide_short(window, stride, keys, sets, left);
        return;
    }
    let row = |key: &Key, at: u64| {
        let slot = at >> shift;
        let row = (slot & ((1 << stride) - 1)) as usize;
        let first = slot >> stride;
        let set = &sets[key.set as usize + row * row_words + (first >> 6) as usize..][..PAD];
        let bit = first & 63;
        let mut held = [0; 4];
        for word in 0..4 {
            held[word] = (set[word] >> bit) | (set[word + 1] << 1 << (63 - bit));
        }
        held
    };
    for stretch in keys.as_chunks::<STRETCH>().0 {
        for key in stretch {
            let at = key.rest.wrapping_mul(factor).wrapping_add(base);
            let end = at.wrapping_add(key.rest.wrapping_mul(spread).wrapping_add(drift));
            let mut held = row(key, at);
            if at >> shift != end >> shift {
                let after = row(key, end);
                held.iter_mut().zip(after).for_each(|(held, after)| *held &= after);
            }
            left.iter_mut().zip(held).for_each(|(left, held)| *left &= !held);
        }
        if left.iter().fold(0, |all, word| all | word) == 0 {
            return;
        }
    }
}

/// [`wide`] for rows of one word each.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn wide_short(window: Window, stride: u8, keys: &[Key], sets: &[u64], left: &mut Candidates) {
    let Window { shift, factor, spread, base, drift, .. } = window;
    let held = |key: &Key, at: u64| {
        let slot = at >> shift;
        let row = (slot & ((1 << stride) - 1)) as usize;
        sets[key.set as usize + row] >> (slot >> stride)
    };
    for stretch in keys.as_chunks::<STRETCH>().0 {
        for key in stretch {
            let at = key.rest.wrapping_mul(factor).wrapping_add(base);
            let end = at.wrapping_add(key.rest.wrapping_mul(spread).wrapping_add(drift));
            left[0] &= !(held(key, at) & held(key, end));
        }
        if left[0] == 0 {
            return;
        }
    }
}
