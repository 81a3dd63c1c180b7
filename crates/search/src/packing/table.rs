//! The table during packing: it tells the positions at which an image fits, and the cost of a placement.
//!
//! Slot 0 of the table is the packing's first. If each slot serves one attack set, a bitmap of the taken slots is
//! enough, and 512 positions are tested at a time. Under a post-mask each slot also has the union of its attack sets
//! and the union of the reaches of the squares that use it. An attack set fits if it agrees with the first union on the
//! squares that both reach, however many squares share the slot.

use super::Sharing;
use super::bitmap::{AddedSlots, added, end, shifted};
use super::image::Image;
use magicgen_board::Bitboard;

#[cfg(test)]
mod tests;

/// The number of words of positions that are tested together.
const CHUNK: usize = 8;

/// The number of slots of an image that are tested for a whole chunk, before the remaining positions are tested one by
/// one.
const TOGETHER: usize = 40;

/// The number of copies by which it is judged how well an image interleaves.
const COPIES: usize = 4;

/// The content of one slot under a post-mask.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The union of the attack sets.
    value: Bitboard,
    /// The union of their squares' reaches.
    reach: Bitboard,
}

/// A square and its image, as they are placed in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tenant<'a> {
    /// The index of the square.
    pub(super) square: usize,
    /// The square's attack set on the empty board.
    pub(super) reach: Bitboard,
    pub(super) image: &'a Image,
}

/// The taken slots.
#[derive(Clone, Debug)]
pub(super) struct Table {
    taken: Vec<u64>,
    /// Under a post-mask: the content of each slot.
    slots: Vec<Slot>,
    /// Under a post-mask: the squares that use each slot.
    tenants: Vec<Vec<u16>>,
    /// The number of taken slots.
    pub(super) used: i64,
    /// The number of places where a taken slot and an empty one meet.
    pub(super) edges: i64,
    /// The number of steps done; a step takes about a nanosecond.
    pub(super) work: u64,
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
        end(&self.taken)
    }

    /// Makes room for the image at all positions up to `last`.
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

    /// Frees the slots of an image that begins at `position`. `other` gives the image and the position of another
    /// square that uses one of them.
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

    /// The taken slots and edges that an image that begins at `position` would add.
    pub(super) fn gain(&mut self, image: &Image, position: usize) -> AddedSlots {
        self.work += 8 * image.words.len() as u64;
        added(&self.taken, &image.words, position)
    }

    /// Calls `each` with the positions from `from` on, before `to`, at which the image fits, until it returns false.
    /// Returns whether it never did.
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

    /// The positions from `base` on, as a bitmap, at which no slot of the image is taken.
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

    /// The positions from `base` on, as a bitmap, at which every slot can serve the image under a post-mask.
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

/// The number of slots that each copy of an image needs when a few copies are put as low as they fit.
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
