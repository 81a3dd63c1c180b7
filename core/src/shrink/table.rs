//! The table while it is packed: at which positions an image fits, and what a placement would cost.
//!
//! 512 positions are tested together, slot by slot of the image, until none of them is left. Where a slot serves one
//! attack set, one bitmap of the taken slots is enough. Under a post-mask there are two bitmaps for each square of the
//! board: the slots in which some user's attack set has the square, and those in which some user reaches the square,
//! but its attack set lacks it. A slot of an image clashes where, for a square in its own reach, it is among the others.

use std::cell::Cell;

use super::image::Image;
use crate::geometry::{Bitboard, bits};
use crate::packing::Sharing;
use crate::packing::bitmap::{Gain, added, end, shifted};

/// The number of words of positions that are tested together.
const CHUNK: usize = 8;

/// The content of the slots under a post-mask.
#[derive(Default)]
struct Shared {
    /// For each square of the board: the slots whose users' attack sets have it.
    ones: Vec<Vec<u64>>,
    /// For each square of the board: the slots whose users reach it, where attack sets lack it.
    zeros: Vec<Vec<u64>>,
    /// The squares that use each slot, each with the attack set that it needs there.
    tenants: Vec<Vec<Need>>,
}

/// What a square needs of a slot.
#[derive(Clone, Copy)]
struct Need {
    square: u16,
    set: Bitboard,
    reach: Bitboard,
}

/// A square with its image and its attack sets.
#[derive(Clone, Copy)]
pub(super) struct Tenant<'a> {
    pub(super) square: usize,
    /// The attack set on the empty board.
    pub(super) reach: Bitboard,
    /// The attack set under each subset.
    pub(super) sets: &'a [Bitboard],
    pub(super) image: &'a Image,
}

/// The taken slots.
pub(super) struct Table {
    taken: Vec<u64>,
    shared: Option<Shared>,
    /// The number of taken slots.
    pub(super) used: i64,
    /// The number of places where a taken slot and an empty one meet.
    pub(super) edges: i64,
    /// The number of steps done; a step takes about a nanosecond.
    pub(super) work: Cell<u64>,
}

impl Table {
    pub(super) fn new(sharing: Sharing) -> Self {
        let shared = (sharing == Sharing::PostMask).then(|| Shared {
            ones: vec![Vec::new(); 64],
            zeros: vec![Vec::new(); 64],
            tenants: Vec::new(),
        });
        Self { taken: Vec::new(), shared, used: 0, edges: 0, work: Cell::new(0) }
    }

    /// Makes room for an image at all positions up to `last`.
    pub(super) fn reserve(&mut self, image: &Image, last: usize) {
        let words = (last + image.length() + 64 * CHUNK) / 64 + CHUNK + 2;
        if self.taken.len() >= words {
            return;
        }
        let words = words + words / 4;
        self.taken.resize(words, 0);
        if let Some(shared) = &mut self.shared {
            let planes = shared.ones.iter_mut().chain(&mut shared.zeros);
            planes.for_each(|plane| plane.resize(words, 0));
            shared.tenants.resize(64 * words, Vec::new());
        }
    }

    /// The highest taken slot plus one.
    pub(super) fn end(&self) -> usize {
        end(&self.taken)
    }

    fn step(&self, steps: usize) {
        self.work.set(self.work.get() + steps as u64);
    }

    /// Takes the slots of an image that begins at `position`.
    pub(super) fn insert(&mut self, tenant: Tenant, position: usize) {
        let image = tenant.image;
        let gain = self.gain(image, position);
        self.used += gain.used;
        self.edges += gain.edges;
        for (at, word) in shifted(&image.words, position) {
            self.taken[at] |= word;
        }
        self.step(image.words.len());
        let Some(shared) = &mut self.shared else { return };
        for relative in &image.scattered {
            let set = tenant.sets[image.subsets[*relative as usize] as usize];
            let need = Need { square: tenant.square as u16, set, reach: tenant.reach };
            let at = position + *relative as usize;
            shared.write(at, need);
            shared.tenants[at].push(need);
        }
        let steps = image.scattered.len() * (4 + tenant.reach.count_ones() as usize);
        self.step(steps);
    }

    /// Frees the slots of an image that begins at `position`.
    pub(super) fn remove(&mut self, tenant: Tenant, position: usize) {
        let image = tenant.image;
        match &mut self.shared {
            None => {
                for (at, word) in shifted(&image.words, position) {
                    self.taken[at] &= !word;
                }
            }
            Some(shared) => {
                for relative in &image.scattered {
                    let at = position + *relative as usize;
                    if shared.free(at, tenant) {
                        self.taken[at / 64] &= !(1 << (at % 64));
                    }
                }
                let steps = image.scattered.len() * (8 + 2 * tenant.reach.count_ones() as usize);
                self.step(steps);
            }
        }
        self.step(image.words.len());
        let gain = self.gain(image, position);
        self.used -= gain.used;
        self.edges -= gain.edges;
    }

    /// The taken slots and edges that an image that begins at `position` would add.
    pub(super) fn gain(&self, image: &Image, position: usize) -> Gain {
        self.step(4 * image.words.len() + 4);
        added(&self.taken, &image.words, position)
    }

    /// Whether the image fits at a position.
    pub(super) fn fits_at(&self, tenant: Tenant, position: usize) -> bool {
        if self.shared.is_some() {
            return !self.fits(tenant, position, position + 1, |_| false);
        }
        self.step(tenant.image.words.len());
        shifted(&tenant.image.words, position).all(|(at, word)| self.taken[at] & word == 0)
    }

    /// Calls `each` with the positions from `from` on, before `to`, at which the image fits, until it returns false.
    /// Returns whether it never did.
    pub(super) fn fits(
        &self,
        tenant: Tenant,
        from: usize,
        to: usize,
        mut each: impl FnMut(usize) -> bool,
    ) -> bool {
        let mut base = from / 64 * 64;
        while base < to {
            let free = match &self.shared {
                None => self.chunk(tenant.image, base),
                Some(shared) => self.chunk_shared(shared, tenant, base),
            };
            for (word, free) in free.into_iter().enumerate() {
                let mut left = free;
                while left != 0 {
                    let position = base + 64 * word + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if position >= from && position < to && !each(position) {
                        return false;
                    }
                }
            }
            base += 64 * CHUNK;
        }
        true
    }

    /// The positions from `base` on, as a bitmap, at which no slot of the image is taken.
    fn chunk(&self, image: &Image, base: usize) -> [u64; CHUNK] {
        let mut free = [u64::MAX; CHUNK];
        let mut steps = 1;
        for relative in &image.scattered {
            let begin = base + *relative as usize;
            let taken = window(&self.taken, begin / 64);
            steps += 4;
            if clear(&mut free, taken, begin % 64) == 0 {
                break;
            }
        }
        self.step(steps);
        free
    }

    /// The positions from `base` on, as a bitmap, at which every slot can serve the image under a post-mask.
    fn chunk_shared(&self, shared: &Shared, tenant: Tenant, base: usize) -> [u64; CHUNK] {
        let mut free = [u64::MAX; CHUNK];
        let mut steps = 1;
        let image = tenant.image;
        let reached = tenant.reach.count_ones() as usize;
        for relative in &image.scattered {
            let begin = base + *relative as usize;
            let set = tenant.sets[image.subsets[*relative as usize] as usize];
            let mut clashes = [0; CHUNK + 1];
            for bit in bits(tenant.reach) {
                let others = if set >> bit & 1 == 1 { &shared.zeros } else { &shared.ones };
                let others = window(&others[usize::from(bit)], begin / 64);
                clashes.iter_mut().zip(others).for_each(|(clash, other)| *clash |= other);
            }
            steps += 4 + 3 * reached;
            if clear(&mut free, &clashes, begin % 64) == 0 {
                break;
            }
        }
        self.step(steps);
        free
    }
}

impl Shared {
    /// Marks a need in the bitmaps of the squares that it is about.
    fn write(&mut self, at: usize, need: Need) {
        let (word, mark) = (at / 64, 1_u64 << (at % 64));
        for bit in bits(need.reach) {
            let planes = if need.set >> bit & 1 == 1 { &mut self.ones } else { &mut self.zeros };
            planes[usize::from(bit)][word] |= mark;
        }
    }

    /// Removes a square's need, and returns whether nobody uses the slot now.
    fn free(&mut self, at: usize, tenant: Tenant) -> bool {
        let (word, mark) = (at / 64, 1_u64 << (at % 64));
        for bit in bits(tenant.reach) {
            self.ones[usize::from(bit)][word] &= !mark;
            self.zeros[usize::from(bit)][word] &= !mark;
        }
        let gone = tenant.square as u16;
        let mut tenants = std::mem::take(&mut self.tenants[at]);
        tenants.retain(|need| need.square != gone);
        for need in &tenants {
            self.write(at, Need { reach: need.reach & tenant.reach, ..*need });
        }
        self.tenants[at] = tenants;
        self.tenants[at].is_empty()
    }
}

/// The words from `at` on that a chunk's positions meet with one slot.
fn window(words: &[u64], at: usize) -> &[u64; CHUNK + 1] {
    words[at..=at + CHUNK].try_into().unwrap_or(&[u64::MAX; CHUNK + 1])
}

/// Clears the positions whose slot is taken, where the words begin `shift` slots before the first; returns the rest in
/// one word.
fn clear(free: &mut [u64; CHUNK], taken: &[u64; CHUNK + 1], shift: usize) -> u64 {
    let mut any = 0;
    for (word, free) in free.iter_mut().enumerate() {
        *free &= !(taken[word] >> shift | (taken[word + 1] << 1) << (63 - shift));
        any |= *free;
    }
    any
}
