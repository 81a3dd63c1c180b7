//! The table during packing: it tells the positions at which an image fits, and the cost of a placement.
//!
//! 512 positions are tested together, slot by slot of the image, until none of them is left. If each slot serves one
//! attack set, one bitmap of the taken slots is enough. Under a post-mask there are two bitmaps for each square of the
//! board: the slots in which some user's attack set has the square, and the slots in which some user reaches the
//! square, but its attack set lacks it. A slot of an image clashes if, for a square in the image's reach, it is in the
//! bitmap of the opposite value.

use std::cell::Cell;

use super::image::SlotImage;
use magicgen_board::{Bitboard, bits};
use magicgen_search::packing::Sharing;
use magicgen_search::packing::bitmap::{AddedSlots, added, end, shifted};

/// The number of words of positions that are tested together.
const CHUNK: usize = 8;
/// At most `FEW` positions are tested one by one.
const FEW: usize = 6;

/// The steps to add a user to a slot, to remove one, to sum up a word of slots, and to write all bitmaps of a word.
const INSERTED: usize = 10;
const REMOVED: usize = 25;
const SUMMED: usize = 60;
const WRITTEN: usize = 1_000;

/// The content of the slots under a post-mask.
#[derive(Default)]
struct MaskedContent {
    /// For each square of the board: the slots whose users' attack sets have it.
    ones: Vec<Vec<u64>>,
    /// For each square of the board: the slots whose users reach it, where attack sets lack it.
    zeros: Vec<Vec<u64>>,
    /// The same by slot, and by 64 slots together.
    contents: Vec<SlotContent>,
    sums: Vec<SlotContent>,
    /// The squares that use each slot, each with the attack set that it needs there.
    tenants: Vec<Vec<Need>>,
}

/// The content of a slot.
#[derive(Clone, Copy)]
struct SlotContent {
    /// The squares that some user's attack set has.
    ones: Bitboard,
    /// The squares that some user reaches, but its attack set lacks.
    zeros: Bitboard,
}

/// The content of a slot without users.
const EMPTY: SlotContent = SlotContent { ones: 0, zeros: 0 };

impl SlotContent {
    fn of(need: Need) -> Self {
        Self { ones: need.set, zeros: need.reach & !need.set }
    }

    /// The union of the contents.
    fn sum(contents: impl IntoIterator<Item = Self>) -> Self {
        contents.into_iter().fold(EMPTY, |sum, content| Self {
            ones: sum.ones | content.ones,
            zeros: sum.zeros | content.zeros,
        })
    }

    /// The squares that a user needs otherwise.
    fn clashes(self, set: Bitboard, reach: Bitboard) -> Bitboard {
        self.zeros & set | self.ones & reach & !set
    }
}

/// A square that uses a slot, with the attack set that it needs there and the squares that it reaches.
#[derive(Clone, Copy)]
struct Need {
    square: u16,
    set: Bitboard,
    reach: Bitboard,
}

/// A square with its image.
#[derive(Clone, Copy)]
pub(super) struct SlotTenant<'a> {
    pub(super) square: usize,
    /// The attack set on the empty board.
    pub(super) reach: Bitboard,
    pub(super) image: &'a SlotImage,
}

/// The taken slots.
pub(super) struct SlotTable {
    taken: Vec<u64>,
    shared: Option<MaskedContent>,
    /// The number of taken slots.
    pub(super) used: i64,
    /// The number of places where a taken slot and an empty one meet.
    pub(super) edges: i64,
    /// The number of steps done; a step takes about a nanosecond.
    pub(super) work: Cell<u64>,
}

impl SlotTable {
    pub(super) fn new(sharing: Sharing) -> Self {
        let shared = (sharing == Sharing::PostMask).then(|| MaskedContent {
            ones: vec![Vec::new(); 64],
            zeros: vec![Vec::new(); 64],
            contents: Vec::new(),
            sums: Vec::new(),
            tenants: Vec::new(),
        });
        Self { taken: Vec::new(), shared, used: 0, edges: 0, work: Cell::new(0) }
    }

    /// Makes room for an image at all positions up to `last`.
    pub(super) fn reserve(&mut self, image: &SlotImage, last: usize) {
        let words = (last + image.length() + 64 * CHUNK) / 64 + CHUNK + 2;
        if self.taken.len() >= words {
            return;
        }
        let words = words + words / 4;
        self.taken.resize(words, 0);
        if let Some(shared) = &mut self.shared {
            let planes = shared.ones.iter_mut().chain(&mut shared.zeros);
            planes.for_each(|plane| plane.resize(words, 0));
            shared.contents.resize(64 * words, EMPTY);
            shared.sums.resize(words, EMPTY);
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
    pub(super) fn insert(&mut self, tenant: SlotTenant, position: usize) {
        let image = tenant.image;
        let gain = self.gain(image, position);
        self.used += gain.used;
        self.edges += gain.edges;
        for (at, word) in shifted(&image.words, position) {
            self.taken[at] |= word;
        }
        self.step(image.words.len());
        let Some(shared) = &mut self.shared else { return };
        for (relative, set) in image.scattered.iter().zip(&image.sets) {
            let need = Need { square: tenant.square as u16, set: *set, reach: tenant.reach };
            let at = position + *relative as usize;
            shared.contents[at] = SlotContent::sum([shared.contents[at], SlotContent::of(need)]);
            shared.tenants[at].push(need);
        }
        let steps = shared.write(tenant, position);
        self.step(INSERTED * image.scattered.len() + steps);
    }

    /// Frees the slots of an image that begins at `position`.
    pub(super) fn remove(&mut self, tenant: SlotTenant, position: usize) {
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
                    if shared.free(at, tenant.square) {
                        self.taken[at / 64] &= !(1 << (at % 64));
                    }
                }
                let steps = shared.write(tenant, position);
                self.step(REMOVED * image.scattered.len() + steps);
            }
        }
        self.step(image.words.len());
        let gain = self.gain(image, position);
        self.used -= gain.used;
        self.edges -= gain.edges;
    }

    /// The taken slots and edges that an image that begins at `position` would add.
    pub(super) fn gain(&self, image: &SlotImage, position: usize) -> AddedSlots {
        self.step(4 * image.words.len() + 4);
        added(&self.taken, &image.words, position)
    }

    /// Whether the image fits at a position.
    pub(super) fn fits_at(&self, tenant: SlotTenant, position: usize) -> bool {
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
        tenant: SlotTenant,
        from: usize,
        to: usize,
        mut each: impl FnMut(usize) -> bool,
    ) -> bool {
        let mut base = from / 64 * 64;
        while base < to {
            let mut free = within(base, from, to);
            match &self.shared {
                None => self.sift(&mut free, tenant.image, base),
                Some(shared) => self.sift_shared(&mut free, shared, tenant, base),
            }
            for (word, free) in free.into_iter().enumerate() {
                let mut left = free;
                while left != 0 {
                    let position = base + 64 * word + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if !each(position) {
                        return false;
                    }
                }
            }
            base += 64 * CHUNK;
        }
        true
    }

    /// Clears, of a bitmap of positions from `base` on, those at which some slot of the image is taken.
    fn sift(&self, free: &mut [u64; CHUNK], image: &SlotImage, base: usize) {
        let mut steps = 1;
        for relative in &image.scattered {
            let begin = base + *relative as usize;
            let taken = window(&self.taken, begin / 64);
            steps += 4;
            if clear(free, taken, begin % 64) == 0 {
                break;
            }
        }
        self.step(steps);
    }

    /// Clears, of a bitmap of positions from `base` on, those at which some slot can't serve the image under a post-mask. All are
    /// tested together while there are many, and one by one when few are left.
    fn sift_shared(
        &self,
        free: &mut [u64; CHUNK],
        shared: &MaskedContent,
        tenant: SlotTenant,
        base: usize,
    ) {
        let mut steps = 1;
        let image = tenant.image;
        let mut slots = image.scattered.iter().zip(&image.sets);
        for (relative, set) in slots.by_ref() {
            let begin = base + *relative as usize;
            let near = shared.sums[begin / 64..].iter().take(CHUNK + 1).copied();
            let wanted = SlotContent::sum(near).clashes(*set, tenant.reach);
            steps += 10;
            if wanted == 0 {
                continue;
            }
            let mut clashes = [0; CHUNK + 1];
            for bit in bits(wanted) {
                let others = if set >> bit & 1 == 1 { &shared.zeros } else { &shared.ones };
                let others = window(&others[usize::from(bit)], begin / 64);
                clashes.iter_mut().zip(others).for_each(|(clash, other)| *clash |= other);
            }
            let any = clear(free, &clashes, begin % 64);
            steps += 16 + 4 * wanted.count_ones() as usize;
            if any == 0 || are_few(free) {
                break;
            }
        }
        if slots.len() == 0 {
            self.step(steps);
            return;
        }
        for (word, free) in free.iter_mut().enumerate() {
            let mut left = *free;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let position = base + 64 * word + bit as usize;
                let tested = slots.len();
                let mut others = slots.clone();
                let clashes = others.any(|(relative, set)| {
                    shared.contents[position + *relative as usize].clashes(*set, tenant.reach) != 0
                });
                steps += 5 * (tested - others.len()) + 4;
                *free &= !(u64::from(clashes) << bit);
            }
        }
        self.step(steps);
    }
}

impl MaskedContent {
    /// Writes the contents of a tenant's slots to the bitmaps of the squares that it reaches. If a word has few of the
    /// slots, it writes slot by slot, and otherwise the whole word. Returns the number of steps.
    fn write(&mut self, tenant: SlotTenant, position: usize) -> usize {
        let reached = tenant.reach.count_ones() as usize;
        let mut steps = 0;
        for (at, own) in shifted(&tenant.image.words, position).filter(|(_, own)| *own != 0) {
            let contents = self.contents[64 * at..].first_chunk().unwrap_or(&[EMPTY; 64]);
            self.sums[at] = SlotContent::sum(*contents);
            let single = own.count_ones() as usize * (2 + 2 * reached);
            if single < WRITTEN {
                for slot in bits(own) {
                    let (content, mark) = (contents[usize::from(slot)], 1_u64 << slot);
                    for bit in bits(tenant.reach) {
                        let put = |plane: &mut u64, squares: Bitboard| {
                            *plane = *plane & !mark | (squares >> bit & 1) << slot;
                        };
                        put(&mut self.ones[usize::from(bit)][at], content.ones);
                        put(&mut self.zeros[usize::from(bit)][at], content.zeros);
                    }
                }
            } else {
                let ones = transposed(contents.map(|content| content.ones));
                let zeros = transposed(contents.map(|content| content.zeros));
                for bit in bits(tenant.reach).map(usize::from) {
                    self.ones[bit][at] = ones[bit];
                    self.zeros[bit][at] = zeros[bit];
                }
            }
            steps += SUMMED + single.min(WRITTEN);
        }
        steps
    }

    /// Removes a square's need, and returns whether nobody uses the slot now. Bitmaps are written later.
    fn free(&mut self, at: usize, square: usize) -> bool {
        let tenants = &mut self.tenants[at];
        tenants.retain(|need| usize::from(need.square) != square);
        self.contents[at] = SlotContent::sum(tenants.iter().copied().map(SlotContent::of));
        tenants.is_empty()
    }
}

/// Whether no more than [`FEW`] positions are left. Many words with one are found out without counting further.
fn are_few(free: &[u64; CHUNK]) -> bool {
    let words = free.iter().filter(|word| **word != 0);
    words.clone().count() <= FEW
        && words.map(|word| word.count_ones() as usize).sum::<usize>() <= FEW
}

/// The columns of 64 rows of 64 bits as rows.
fn transposed(mut rows: [u64; 64]) -> [u64; 64] {
    let mut width = 32;
    let mut low = u64::MAX >> 32;
    while width != 0 {
        for rows in rows.chunks_exact_mut(2 * width) {
            let (one, other) = rows.split_at_mut(width);
            for (one, other) in one.iter_mut().zip(other) {
                let exchanged = (*one >> width ^ *other) & low;
                *one ^= exchanged << width;
                *other ^= exchanged;
            }
        }
        width /= 2;
        low ^= low << width;
    }
    rows
}

/// The positions from `base` on that are at least `from` and less than `to`.
fn within(base: usize, from: usize, to: usize) -> [u64; CHUNK] {
    if from <= base && base + 64 * CHUNK <= to {
        return [u64::MAX; CHUNK];
    }
    // The lowest `count` bits of a word.
    let low = |count: usize| if count < 64 { (1 << count) - 1 } else { u64::MAX };
    std::array::from_fn(|word| {
        let begin = base + 64 * word;
        low(to.saturating_sub(begin)) & !low(from.saturating_sub(begin))
    })
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
