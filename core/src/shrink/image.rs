//! The slots that a factor uses for a square, as the packer wants them.

use std::sync::Arc;

use crate::packing::Goal;
use crate::packing::image::{Bench, Shape, Square};
use crate::search::{Hash, Key, MOST_BITS, Magic};

/// The slots that a square's factor uses, counted from the lowest one.
#[derive(Debug)]
pub(super) struct Image {
    pub(super) magic: Magic,
    pub(super) shape: Shape,
    /// The lowest index. A square whose image begins at slot `p` has the offset `p - low`.
    pub(super) low: usize,
    /// A bitmap of the used slots.
    pub(super) words: Vec<u64>,
    /// The used slots, in an order in which slots far from each other come first, since neighbours are often free or
    /// taken together.
    pub(super) scattered: Vec<u32>,
    /// A subset whose index each slot is; 0 in a hole.
    pub(super) subsets: Vec<u32>,
}

impl Image {
    /// The image of a factor that [`Gauge::shape`] has measured. It isn't counted as work, since images of pools
    /// are made again when a search is continued.
    pub(super) fn of(square: &Square, hash: Hash, shaped: Shaped) -> Arc<Self> {
        let Shaped { magic, shape } = shaped;
        let indices = || square.indices(hash, magic);
        let low = indices().min().unwrap_or(0);
        let length = shape.length as usize;
        let mut words = vec![0; length.div_ceil(64)];
        let mut subsets = vec![0; length];
        for (index, subset) in indices().zip(0..) {
            words[(index - low) / 64] |= 1_u64 << ((index - low) % 64);
            subsets[index - low] = subset;
        }
        let is_used = |slot: &u32| words[*slot as usize / 64] >> (slot % 64) & 1 == 1;
        let slots: Vec<u32> = (0..shape.length).filter(is_used).collect();
        let count = slots.len();
        // Steps of the golden section, coprime to the count so that each slot is met once.
        let mut step = (count * 618 / 1000).max(1);
        while gcd(step, count) != 1 {
            step += 1;
        }
        let scattered = (0..count).map(|turn| slots[turn * step % count]).collect();
        Arc::new(Self { magic, shape, low, words, scattered, subsets })
    }

    /// The highest minus the lowest index plus one.
    pub(super) fn length(&self) -> usize {
        self.shape.length as usize
    }
}

/// True where a number of the square's own is added to the product, so that all indices may be moved, modulo their
/// number, without any change of what meets.
pub(super) fn has_free_constant(goal: Goal) -> bool {
    goal.key == Key::Constant && goal.hash == Hash::Multiply
}

/// Working memory for measuring images.
pub(super) struct Gauge {
    pub(super) bench: Bench,
    words: Vec<u64>,
}

/// A factor that keeps attack sets apart, and the shape of its image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shaped {
    pub(super) magic: Magic,
    pub(super) shape: Shape,
}

impl Gauge {
    pub(super) fn new(hash: Hash) -> Self {
        Self { bench: Bench::new(hash), words: Vec::new() }
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
            let (gap, end) = bitmap.longest_gap();
            if gap > around {
                (low, length) = (end, width - gap);
                joined = u32::from(around == 0);
            }
        }
        let shape = Shape { used, runs: runs - joined, length: length as u32 };
        let constant = if has_free_constant(goal) {
            magic.constant.wrapping_sub((low as u64) << magic.shift)
        } else {
            magic.constant
        };
        Some(Shaped { magic: Magic { constant, ..magic }, shape })
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
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

    /// The length of the longest stretch of unused indices between used ones, and the index behind it.
    fn longest_gap(&self) -> (usize, usize) {
        let mut longest = (0, 0);
        let mut last = None;
        for (at, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                let begin = left.trailing_zeros() as usize;
                let index = 64 * at + begin;
                if let Some(last) = last
                    && index - last - 1 > longest.0
                {
                    longest = (index - last - 1, index);
                }
                // The end of the run that begins here, within this word.
                let run = (!(left >> begin)).trailing_zeros() as usize;
                last = Some(index + run - 1);
                left = if begin + run >= 64 { 0 } else { left & u64::MAX << (begin + run) };
            }
        }
        debug_assert!(longest.1 < self.width);
        longest
    }
}
