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
    /// The number of index bits.
    window: u32,
    /// Ways to group the mask's bits, the most useful one first.
    groupings: Vec<Vec<MaskBitGroup>>,
    /// Candidates made so far.
    made: u64,
}

impl Designer {
    /// A maker of candidates for the square with this mask.
    #[must_use]
    pub fn new(hash: Hash, mask: Bitboard, window: u8) -> Self {
        let groupings = groupings(hash, mask, window).into();
        Self { hash, window: u32::from(window), groupings, made: 0 }
    }

    /// The next candidate.
    pub fn next(&mut self, stream: &mut Stream) -> u64 {
        self.made += 1;
        let factor = match self.made % 16 {
            0 => self.sparse(stream),
            5 => self.place(1, stream),
            10 => self.place(2, stream),
            _ => self.place(0, stream),
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
    fn place(&self, grouping: usize, stream: &mut Stream) -> u64 {
        let bottom = u32::from(self.hash.product_bits()) - self.window;
        let overflow = stream.below(16) == 0;
        let mut used = 0_u64;
        let mut factor = 0;
        for group in &self.groupings[grouping] {
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

/// Three ways to group the bits of `mask`: by bytes, by nearness, and each bit alone.
pub(super) fn groupings(hash: Hash, mask: Bitboard, window: u8) -> [Vec<MaskBitGroup>; 3] {
    let mut places: Vec<KeyBitPlace> =
        magicgen_board::bits(mask).filter_map(|bit| hash.place(bit)).collect();
    places.sort_unstable();
    [
        group(&places, |first, next| first.bit / 8 == next.bit / 8),
        group(&places, |first, next| next.bit - first.bit < window.min(8)),
        group(&places, |_, _| false),
    ]
}

/// Splits ascending places into groups, with a cut where a half of the key ends and where `together` is false for the
/// group's first place and the next one. The widest group comes first, since it is the hardest to place.
fn group(
    places: &[KeyBitPlace],
    together: impl Fn(KeyBitPlace, KeyBitPlace) -> bool,
) -> Vec<MaskBitGroup> {
    let mut groups: Vec<(KeyBitPlace, MaskBitGroup)> = Vec::new();
    for place in places {
        match groups.last_mut() {
            Some((first, group)) if first.half == place.half && together(*first, *place) => {
                group.pattern |= 1 << (place.bit - first.bit);
            }
            _ => {
                groups
                    .push((*place, MaskBitGroup { half: place.half, low: place.bit, pattern: 1 }));
            }
        }
    }
    let mut groups: Vec<MaskBitGroup> = groups.into_iter().map(|(_, group)| group).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.span()));
    groups
}
