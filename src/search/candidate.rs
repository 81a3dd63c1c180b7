//! A mask and an arithmetic in; candidates for a factor, likely ones first, out.
//!
//! Most are designed, not drawn: the mask's bits are taken in groups (the rows of a board), and for each group one
//! bit of the factor moves the group's pattern as a whole to free cells of the index window, the top bits of the
//! product. Each relevant square then has an index bit of its own, and the candidate fails only where the other
//! groups' copies disturb it. Of such candidates one in ten is a magic; of sparse random numbers (three random words
//! joined by `and`: Romstad, 2006), which find what designs can't, one in ten thousand.

use super::stream::Stream;
use super::{Hash, hash::Place};
use crate::geometry::Bitboard;

/// Mask bits that one bit of the factor moves together.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// Which half of the factor.
    half: u8,
    /// The lowest of the bits.
    low: u8,
    /// Relative to the lowest.
    pattern: u64,
}

impl Group {
    fn span(&self) -> u32 {
        u64::BITS - self.pattern.leading_zeros()
    }
}

/// Makes candidates for one square.
pub(crate) struct Designer {
    hash: Hash,
    /// Index bits.
    window: u32,
    /// Ways to group the bits, the usual one first.
    groupings: Vec<Vec<Group>>,
    made: u64,
}

impl Designer {
    pub(crate) fn new(hash: Hash, mask: Bitboard, window: u8) -> Self {
        let mut places: Vec<Place> =
            crate::geometry::bits(mask).filter_map(|bit| hash.place(bit)).collect();
        places.sort_unstable();
        let bytes = group(&places, |first, next| first.bit / 8 == next.bit / 8);
        let spans = group(&places, |first, next| next.bit - first.bit < window.min(8));
        let singles = group(&places, |_, _| false);
        Self { hash, window: u32::from(window), groupings: vec![bytes, spans, singles], made: 0 }
    }

    /// The next candidate.
    pub(crate) fn next(&mut self, stream: &mut Stream) -> u64 {
        self.made += 1;
        let factor = match self.made % 16 {
            0 => self.sparse(stream),
            5 => self.place(1, stream),
            10 => self.place(2, stream),
            _ => self.place(0, stream),
        };
        factor & self.hash.factor_mask()
    }

    /// A number with an eighth of its bits set.
    pub(crate) fn sparse(&self, stream: &mut Stream) -> u64 {
        stream.word() & stream.word() & stream.word() & self.hash.factor_mask()
    }

    /// Index bits.
    pub(crate) fn bits(&self) -> u8 {
        self.window as u8
    }

    /// Puts each group at random on cells of the window that are still free.
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

/// Splits ascending places where a half ends or `together` doesn't hold; the widest group first, since it is the
/// hardest to place.
fn group(places: &[Place], together: impl Fn(Place, Place) -> bool) -> Vec<Group> {
    let mut groups: Vec<(Place, Group)> = Vec::new();
    for place in places {
        match groups.last_mut() {
            Some((first, group)) if first.half == place.half && together(*first, *place) => {
                group.pattern |= 1 << (place.bit - first.bit);
            }
            _ => groups.push((*place, Group { half: place.half, low: place.bit, pattern: 1 })),
        }
    }
    let mut groups: Vec<Group> = groups.into_iter().map(|(_, group)| group).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.span()));
    groups
}
