//! Images and positions in; which positions are free, and what a placement would cost, out.
//!
//! Slot 0 of the table is the packing's first. Where a slot serves one attack set, a bitmap of the taken slots
//! says all, and 512 positions are tested at a time. Under a post-mask a slot has a union of attack sets too, and
//! a union of what the squares that use it can reach: a set fits if it agrees with the union wherever both reach,
//! however many squares share the slot.

use super::Sharing;
use super::image::Image;
use crate::geometry::Bitboard;

#[cfg(test)]
mod tests;

/// Words of positions that are tested together.
const CHUNK: usize = 8;

/// Slots of an image that are tested for a whole chunk, before the positions left are looked at one by one.
const TOGETHER: usize = 40;

/// Copies by which it is judged whether an image interleaves.
const COPIES: usize = 4;

/// One slot under a post-mask.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The union of the attack sets.
    value: Bitboard,
    /// The union of what their squares reach.
    reach: Bitboard,
}

/// A square of the table, as it was placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tenant<'a> {
    /// The square's number.
    pub(super) square: usize,
    /// Its attack set on the empty board.
    pub(super) reach: Bitboard,
    pub(super) image: &'a Image,
}

/// What is taken.
#[derive(Clone, Debug)]
pub(super) struct Table {
    taken: Vec<u64>,
    /// Under a post-mask: by slot, and the squares there.
    slots: Vec<Slot>,
    tenants: Vec<Vec<u16>>,
    /// Slots taken.
    pub(super) used: i64,
    /// Places where a taken slot and an empty one meet.
    pub(super) edges: i64,
    /// Steps done, of about a nanosecond.
    pub(super) work: u64,
}

/// What a placement would add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gain {
    pub(super) used: i64,
    pub(super) edges: i64,
}

impl Table {
    pub(super) fn new(sharing: Sharing, slots: usize) -> Self {
        let mut table = Self {
            taken: Vec::new(),
            slots: Vec::new(),
            tenants: Vec::new(),
            used: 0,
            edges: 0,
            work: 0,
        };
        table.grow(sharing, slots);
        table
    }

    fn grow(&mut self, sharing: Sharing, slots: usize) {
        let words = slots.div_ceil(64) + CHUNK + 2;
        if self.taken.len() < words {
            self.taken.resize(words, 0);
            if sharing == Sharing::PostMask {
                self.slots.resize(words * 64, Slot::default());
                self.tenants.resize(words * 64, Vec::new());
            }
        }
    }

    fn sharing(&self) -> Sharing {
        if self.slots.is_empty() { Sharing::None } else { Sharing::PostMask }
    }

    /// The highest taken slot plus one.
    pub(super) fn end(&self) -> usize {
        let last = self.taken.iter().rposition(|word| *word != 0);
        last.map_or(0, |at| at * 64 + 64 - self.taken[at].leading_zeros() as usize)
    }

    /// Makes room, so that positions up to `last` can be asked for and taken.
    pub(super) fn reserve(&mut self, image: &Image, last: usize) {
        self.grow(self.sharing(), last + image.length + 64 * CHUNK);
    }

    /// Takes the slots of an image that begins at `position`.
    pub(super) fn insert(&mut self, tenant: Tenant, position: usize) {
        let gain = self.gain(tenant.image, position);
        self.used += gain.used;
        self.edges += gain.edges;
        for (at, word) in shifted(&tenant.image.words, position) {
            self.taken[at] |= word;
        }
        if !self.slots.is_empty() {
            for relative in &tenant.image.scattered {
                let at = position + *relative as usize;
                self.slots[at].value |= tenant.image.sets[*relative as usize];
                self.slots[at].reach |= tenant.reach;
                self.tenants[at].push(tenant.square as u16);
            }
        }
        self.work += 2 * tenant.image.scattered.len() as u64;
    }

    /// Gives them back; `other` names the squares that may be there still.
    pub(super) fn remove<'a>(
        &mut self,
        tenant: Tenant,
        position: usize,
        other: impl Fn(usize) -> (Tenant<'a>, usize),
    ) {
        if self.slots.is_empty() {
            for (at, word) in shifted(&tenant.image.words, position) {
                self.taken[at] &= !word;
            }
        } else {
            for relative in &tenant.image.scattered {
                let at = position + *relative as usize;
                let tenants = &mut self.tenants[at];
                tenants.retain(|square| usize::from(*square) != tenant.square);
                let mut slot = Slot::default();
                for square in tenants.iter() {
                    let (other, begin) = other(usize::from(*square));
                    slot.value |= other.image.sets[at - begin];
                    slot.reach |= other.reach;
                }
                if tenants.is_empty() {
                    self.taken[at / 64] &= !(1 << (at % 64));
                }
                self.slots[at] = slot;
            }
            self.work += 6 * tenant.image.scattered.len() as u64;
        }
        let gain = self.gain(tenant.image, position);
        self.used -= gain.used;
        self.edges -= gain.edges;
    }

    /// What an image that begins at `position` would add.
    pub(super) fn gain(&mut self, image: &Image, position: usize) -> Gain {
        self.work += 8 * image.words.len() as u64;
        let mut gain = Gain::default();
        let first = position / 64;
        // The slot below the first word, and above each word its neighbour, before and after.
        let below = if first == 0 { 1 } else { self.taken[first - 1] >> 63 };
        let (mut carry_before, mut carry_after) = (below, below);
        let mut last = first;
        for (at, word) in shifted(&image.words, position) {
            let before = self.taken[at];
            let after = before | word;
            gain.used += i64::from((after ^ before).count_ones());
            gain.edges += i64::from((after ^ (after << 1 | carry_after)).count_ones())
                - i64::from((before ^ (before << 1 | carry_before)).count_ones());
            carry_before = before >> 63;
            carry_after = after >> 63;
            last = at;
        }
        let above = self.taken.get(last + 1).map_or(0, |word| word & 1);
        gain.edges += (carry_after ^ above) as i64 - (carry_before ^ above) as i64;
        gain
    }

    /// The positions from `from` on, before `to`, at which the image fits, as long as `each` wants more;
    /// whether it did to the end.
    pub(super) fn fits(
        &mut self,
        image: &Image,
        reach: Bitboard,
        from: usize,
        to: usize,
        mut each: impl FnMut(&mut Self, usize) -> bool,
    ) -> bool {
        let mut base = from / 64 * 64;
        while base < to {
            let mut free = if self.slots.is_empty() {
                self.chunk(image, base)
            } else {
                self.chunk_shared(image, reach, base, from, to)
            };
            for (word, free) in free.iter_mut().enumerate() {
                while *free != 0 {
                    let position = base + 64 * word + free.trailing_zeros() as usize;
                    *free &= *free - 1;
                    if position >= from && position < to && !each(self, position) {
                        return false;
                    }
                }
            }
            base += 64 * CHUNK;
        }
        true
    }

    /// The positions from `base` on at which no slot is taken.
    fn chunk(&mut self, image: &Image, base: usize) -> [u64; CHUNK] {
        let mut free = [u64::MAX; CHUNK];
        let mut steps = 0;
        let mut any = u64::MAX;
        for relative in image.scattered.iter().take(TOGETHER) {
            let (at, shift) = ((base + *relative as usize) / 64, relative % 64);
            let words: &[u64; CHUNK + 1] =
                self.taken[at..=at + CHUNK].try_into().unwrap_or(&[u64::MAX; CHUNK + 1]);
            any = 0;
            for (word, free) in free.iter_mut().enumerate() {
                *free &= !(words[word] >> shift | (words[word + 1] << 1) << (63 - shift));
                any |= *free;
            }
            steps += 1;
            if any == 0 {
                break;
            }
        }
        self.work += 4 * steps + 4;
        if any != 0 && image.scattered.len() > TOGETHER {
            for (word, free) in free.iter_mut().enumerate() {
                let mut left = *free;
                while left != 0 {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let position = base + 64 * word + bit;
                    let mut steps = 0;
                    let meets = shifted(&image.words, position).any(|(at, word)| {
                        steps += 1;
                        self.taken[at] & word != 0
                    });
                    self.work += steps + 4;
                    if meets {
                        *free &= !(1 << bit);
                    }
                }
            }
        }
        free
    }

    /// The positions from `base` on at which every slot can serve.
    fn chunk_shared(
        &mut self,
        image: &Image,
        reach: Bitboard,
        base: usize,
        from: usize,
        to: usize,
    ) -> [u64; CHUNK] {
        let mut free = [0; CHUNK];
        let mut steps = 0;
        for position in base.max(from)..(base + 64 * CHUNK).min(to) {
            let clash = image.scattered.iter().any(|relative| {
                steps += 1;
                let slot = &self.slots[position + *relative as usize];
                (image.sets[*relative as usize] ^ slot.value) & slot.reach & reach != 0
            });
            if !clash {
                free[(position - base) / 64] |= 1 << (position % 64);
            }
            steps += 1;
        }
        self.work += steps;
        free
    }
}

/// Slots that a copy needs where some are put as low as they go.
pub(super) fn interleaved(image: &Image) -> usize {
    let mut table = Table::new(Sharing::None, COPIES * image.length);
    for _ in 0..COPIES {
        let mut lowest = 0;
        let end = table.end();
        table.reserve(image, end);
        table.fits(image, 0, 0, end + 1, |_, position| {
            lowest = position;
            false
        });
        table.insert(Tenant { square: 0, reach: 0, image }, lowest);
    }
    table.end() / COPIES
}

/// The words of a bitmap that begins at `position`, with their places in the table.
fn shifted(words: &[u64], position: usize) -> impl Iterator<Item = (usize, u64)> {
    let (first, shift) = (position / 64, position % 64);
    let at = move |index: usize| words.get(index).copied().unwrap_or(0);
    (0..=words.len()).map(move |index| {
        let below = if index == 0 { 0 } else { (at(index - 1) >> 1) >> (63 - shift) };
        (first + index, at(index) << shift | below)
    })
}
