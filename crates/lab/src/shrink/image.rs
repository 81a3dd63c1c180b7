//! The slots that a factor uses for a square, in the form that the packer needs.

use std::sync::Arc;

use magicgen_board::{Bitboard, bits};
use magicgen_search::packing::bitmap::shifted;
use magicgen_search::packing::image::{FactorTrial, ImageShape, Square, gcd};
use magicgen_search::packing::{Goal, Sharing};
use magicgen_search::{Hash, Key, MOST_BITS, Magic};

/// The slots that a square's factor uses, counted from the lowest one.
#[derive(Debug)]
pub(super) struct SlotImage {
    pub(super) magic: Magic,
    pub(super) shape: ImageShape,
    /// The lowest index. A square whose image begins at slot `p` has the offset `p - low`.
    pub(super) low: usize,
    /// A bitmap of the used slots.
    pub(super) words: Vec<u64>,
    /// The used slots, in an order in which slots far from each other come first, since neighbours are often free or
    /// taken together.
    pub(super) scattered: Vec<u32>,
    /// The attack sets of these slots, in this order, where squares may share slots.
    pub(super) sets: Vec<Bitboard>,
}

impl SlotImage {
    /// The image of a factor that [`Gauge::shape`] has measured. It isn't counted as work, since images of pools
    /// are made again when a search is continued.
    pub(super) fn of(square: &Square, goal: Goal, shaped: Shaped) -> Arc<Self> {
        let Shaped { magic, shape } = shaped;
        let indices = || square.indices(goal.hash, magic);
        // A gauge has turned a free constant such that the lowest index is 0.
        let low = if has_free_constant(goal) { 0 } else { indices().min().unwrap_or(0) };
        let length = shape.length as usize;
        let mut words = vec![0; length.div_ceil(64)];
        for index in indices() {
            words[(index - low) / 64] |= 1_u64 << ((index - low) % 64);
        }
        let scattered = scattered(&words, shape.used as usize);
        let mut sets = Vec::new();
        if goal.sharing == Sharing::PostMask {
            let mut by_slot = vec![0; length];
            for (index, set) in indices().zip(square.attacks()) {
                by_slot[index - low] = *set;
            }
            sets.extend(scattered.iter().map(|slot| by_slot[*slot as usize]));
        }
        Arc::new(Self { magic, shape, low, words, scattered, sets })
    }

    /// The slots of some images, each at its position, as one image. It has the factor of the first image, and no
    /// attack sets.
    pub(super) fn joined<'a>(
        parts: impl Iterator<Item = (&'a Self, usize)> + Clone,
    ) -> Option<Self> {
        let length = parts.clone().map(|(image, position)| position + image.length()).max()?;
        let mut words = vec![0; length.div_ceil(64) + 1];
        let mut low = 0;
        for (image, position) in parts.clone() {
            low = low.max(image.low.saturating_sub(position));
            for (at, word) in shifted(&image.words, position) {
                words[at] |= word;
            }
        }
        words.truncate(length.div_ceil(64));
        let runs = Bitmap { words: &words, width: length }.runs();
        let used = words.iter().map(|word| word.count_ones()).sum();
        let scattered = scattered(&words, used as usize);
        let shape = ImageShape { used, runs, length: length as u32 };
        let magic = parts.map(|(image, _)| image.magic).next()?;
        Some(Self { magic, shape, low, words, scattered, sets: Vec::new() })
    }

    /// The highest minus the lowest index plus one.
    pub(super) fn length(&self) -> usize {
        self.shape.length as usize
    }
}

/// True if a constant of the square is added to the product. All indices may then be moved, modulo their number,
/// without any change of the indices that meet.
pub(super) fn has_free_constant(goal: Goal) -> bool {
    goal.key == Key::Constant && goal.hash == Hash::Multiply
}

/// Working memory for measuring images.
pub(super) struct Gauge {
    pub(super) bench: FactorTrial,
    words: Vec<u64>,
}

/// A factor that keeps attack sets apart, and the shape of its image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shaped {
    pub(super) magic: Magic,
    pub(super) shape: ImageShape,
}

impl Gauge {
    pub(super) fn new(hash: Hash) -> Self {
        Self { bench: FactorTrial::new(hash), words: Vec::new() }
    }

    /// The shape of a factor's image, unless two different attack sets meet. A free constant is changed such that the
    /// lowest index is 0 and, if `turns`, such that the largest gap of the image, taken as a circle, lies outside of it.
    pub(super) fn shape(
        &mut self,
        square: &Square,
        goal: Goal,
        magic: Magic,
        turns: bool,
    ) -> Option<Shaped> {
        let bits = goal.hash.product_bits().checked_sub(magic.shift);
        bits.filter(|bits| (1..=MOST_BITS).contains(bits))?;
        let width = self.bench.marks(square, magic, &mut self.words)?;
        let bitmap = Bitmap { words: &self.words, width };
        let (first, last) = (bitmap.first()?, bitmap.last()?);
        let used = self.words.iter().map(|word| word.count_ones()).sum();
        let runs = bitmap.runs();
        let (mut low, mut length) = (first, last - first + 1);
        let mut joined = 0;
        if turns && has_free_constant(goal) {
            let around = width - length;
            if let Some((gap, end)) = bitmap.longest_gap(around) {
                (low, length) = (end, width - gap);
                joined = u32::from(around == 0);
            }
        }
        let shape = ImageShape { used, runs: runs - joined, length: length as u32 };
        let constant = if has_free_constant(goal) {
            magic.constant.wrapping_sub((low as u64) << magic.shift)
        } else {
            magic.constant
        };
        Some(Shaped { magic: Magic { constant, ..magic }, shape })
    }
}

/// The `used` slots, far ones after one another: in steps of the golden section, coprime to their number so that each is
/// met once.
fn scattered(words: &[u64], used: usize) -> Vec<u32> {
    let mut slots = Vec::with_capacity(used);
    for (at, word) in (0..).step_by(64).zip(words) {
        slots.extend(bits(*word).map(|bit| at + u32::from(bit)));
    }
    let count = slots.len();
    let mut step = (count * 618 / 1000).max(1);
    while gcd(step, count) != 1 {
        step += 1;
    }
    let mut at = 0;
    let next = |_| {
        let slot = slots[at];
        at += step;
        if at >= count {
            at -= count;
        }
        slot
    };
    (0..count).map(next).collect()
}

/// The used ones of `width` indices.
struct Bitmap<'a> {
    words: &'a [u64],
    width: usize,
}

impl Bitmap<'_> {
    fn first(&self) -> Option<usize> {
        let at = self.words.iter().position(|word| *word != 0)?;
        Some(64 * at + self.words[at].trailing_zeros() as usize)
    }

    fn last(&self) -> Option<usize> {
        let at = self.words.iter().rposition(|word| *word != 0)?;
        Some(64 * at + 63 - self.words[at].leading_zeros() as usize)
    }

    /// The number of stretches of used indices.
    fn runs(&self) -> u32 {
        let mut below = 0;
        let mut runs = 0;
        for word in self.words {
            runs += (word & !(word << 1 | below)).count_ones();
            below = word >> 63;
        }
        runs
    }

    /// The length of the longest stretch of unused indices between used ones that has more than `least`, and the index
    /// behind it.
    fn longest_gap(&self, least: usize) -> Option<(usize, usize)> {
        let mut longest = least;
        let mut behind = None;
        // The index behind the last used one.
        let mut last = None;
        for (at, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                let begin = left.trailing_zeros() as usize;
                let index = 64 * at + begin;
                if let Some(last) = last
                    && index - last > longest
                {
                    longest = index - last;
                    behind = Some(index);
                }
                // Between the ends of a word there is no gap of more than 62.
                let end = if longest >= 62 {
                    64 - left.leading_zeros() as usize
                } else {
                    begin + (!(left >> begin)).trailing_zeros() as usize
                };
                last = Some(64 * at + end);
                left = if end >= 64 { 0 } else { left & u64::MAX << end };
            }
        }
        debug_assert!(behind.is_none_or(|index| index < self.width));
        behind.map(|index| (longest, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_search::Stream;

    /// The first of the longest gaps, found index by index.
    fn plain(words: &[u64], least: usize) -> Option<(usize, usize)> {
        let used: Vec<usize> =
            (0..64 * words.len()).filter(|at| words[at / 64] >> (at % 64) & 1 == 1).collect();
        let gaps = used.windows(2).map(|pair| (pair[1] - pair[0] - 1, pair[1]));
        let longer = gaps.filter(|(gap, _)| *gap > least);
        longer.min_by_key(|(gap, behind)| (std::cmp::Reverse(*gap), *behind))
    }

    #[test]
    fn the_longest_gap_is_that_of_a_plain_search() {
        let mut stream = Stream::new(1, "longest gap", 0, 0);
        for turn in 0..2_000_u32 {
            let count = 1 + stream.below(8) as usize;
            // From words full of gaps to words of which few have a used index.
            let words: Vec<u64> = (0..count)
                .map(|_| (0..turn % 12).fold(u64::MAX, |word, _| word & stream.word()))
                .collect();
            let bitmap = Bitmap { words: &words, width: 64 * count };
            for least in [0, 1, 5, 61, 62, 63, 100] {
                assert_eq!(bitmap.longest_gap(least), plain(&words, least), "{words:x?} {least}");
            }
        }
    }
}
