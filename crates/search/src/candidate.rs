//! Proposes candidates for the factor of a square.
//!
//! Most candidates are designed. A design splits the mask's bits into groups, usually the rows of a board. For each
//! group one bit of the factor moves the group's pattern as a whole to free cells of the index window, which is the top
//! bits of the product. Each relevant square then has its own index bit. The candidate fails only where copies of other
//! groups' patterns disturb these bits. One designed candidate in ten is a magic.
//!
//! The other candidates are sparse random numbers, three random words joined by `and` (Romstad, 2006). One in ten
//! thousand of them is a magic, but they find factors that designs can't.

use super::stream::Stream;
use super::{Hash, hash::KeyBitPlace};
use magicgen_board::Bitboard;

/// Mask bits that one bit of the factor moves together.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaskBitGroup {
    /// The half of the factor that multiplies these bits: 0 for the low half, 1 for the high half.
    half: u8,
    /// The lowest bit of the group, as a bit index within its half.
    pub(super) low: u8,
    /// The group's bits, shifted right by `low`.
    pub(super) pattern: u64,
}

impl MaskBitGroup {
    /// The number of cells from the group's lowest bit to its highest.
    fn span(&self) -> u32 {
        u64::BITS - self.pattern.leading_zeros()
    }
}

/// Makes the candidates of one square.
pub struct Designer {
    hash: Hash,
    mask: Bitboard,
    /// The number of index bits.
    window: u32,
    /// The groups of each grouping that has been used.
    groups: [Option<Vec<MaskBitGroup>>; 3],
    /// Candidates made so far.
    made: u64,
}

impl Designer {
    /// A maker of candidates for the square with this mask.
    #[must_use]
    pub fn new(hash: Hash, mask: Bitboard, window: u8) -> Self {
        Self { hash, mask, window: u32::from(window), groups: [None, None, None], made: 0 }
    }

    /// The next candidate.
    pub fn next(&mut self, stream: &mut Stream) -> u64 {
        self.made += 1;
        let factor = match self.made % 16 {
            0 => self.sparse(stream),
            5 => self.place(MaskGrouping::Near, stream),
            10 => self.place(MaskGrouping::Alone, stream),
            _ => self.place(MaskGrouping::Bytes, stream),
        };
        factor & self.hash.factor_mask()
    }

    /// A random number with an eighth of its bits set on average.
    pub fn sparse(&self, stream: &mut Stream) -> u64 {
        stream.word() & stream.word() & stream.word() & self.hash.factor_mask()
    }

    /// The number of index bits that the candidates are made for.
    #[must_use]
    pub fn bits(&self) -> u8 {
        self.window as u8
    }

    /// A factor whose bits move each group to randomly chosen cells of the window that are still free.
    fn place(&mut self, grouping: MaskGrouping, stream: &mut Stream) -> u64 {
        let (hash, mask, window) = (self.hash, self.mask, self.bits());
        let groups = self.groups[grouping as usize]
            .get_or_insert_with(|| grouping.groups(hash, mask, window));
        let bottom = u32::from(self.hash.product_bits()) - self.window;
        let overflow = stream.below(16) == 0;
        let mut used = 0_u64;
        let mut factor = 0;
        for group in groups {
            let low = u32::from(group.low);
            let cells = u64::MAX << low.saturating_sub(bottom) & !(u64::MAX << self.window);
            let mut free = cells;
            if !overflow && group.span() <= self.window {
                free &= !(u64::MAX << (self.window - group.span() + 1));
            }
            let mut pattern = group.pattern;
            while pattern != 0 {
                free &= !(used >> pattern.trailing_zeros());
                pattern &= pattern - 1;
            }
            if free == 0 {
                free = cells;
            }
            if free == 0 {
                continue;
            }
            let mut choice = stream.below(free.count_ones());
            while choice != 0 {
                free &= free - 1;
                choice -= 1;
            }
            let cell = free.trailing_zeros();
            used |= group.pattern << cell;
            factor |= 1 << (32 * u32::from(group.half) + cell + bottom - low);
        }
        factor
    }
}

/// A way to group the bits of a mask, the most useful one first.
#[derive(Clone, Copy)]
pub(super) enum MaskGrouping {
    /// By bytes, which are rows of the chess board.
    Bytes,
    /// By nearness.
    Near,
    /// Each bit alone.
    Alone,
}

impl MaskGrouping {
    pub(super) const ALL: [Self; 3] = [Self::Bytes, Self::Near, Self::Alone];

    /// The groups. A half of the key has groups of its own. The widest group comes first, since it is the hardest to
    /// place.
    pub(super) fn groups(self, hash: Hash, mask: Bitboard, window: u8) -> Vec<MaskBitGroup> {
        let mut places = [KeyBitPlace { half: 0, bit: 0 }; 64];
        let mut count = 0;
        for place in magicgen_board::bits(mask).filter_map(|bit| hash.place(bit)) {
            places[count] = place;
            count += 1;
        }
        let places = &mut places[..count];
        places.sort_unstable();
        let mut groups: Vec<MaskBitGroup> = Vec::with_capacity(count);
        for place in places {
            let KeyBitPlace { half, bit } = *place;
            match groups.last_mut() {
                Some(group) if group.half == half && self.joins(group.low, bit, window) => {
                    group.pattern |= 1 << (bit - group.low);
                }
                _ => groups.push(MaskBitGroup { half, low: bit, pattern: 1 }),
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.span()));
        groups
    }

    /// True if a bit belongs to the group whose lowest bit is `first`.
    const fn joins(self, first: u8, bit: u8, window: u8) -> bool {
        match self {
            Self::Bytes => first / 8 == bit / 8,
            Self::Near => bit - first < if window < 8 { window } else { 8 },
            Self::Alone => false,
        }
    }
}
