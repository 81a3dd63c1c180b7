//! The slots that a factor uses for a square: as a bitmap, and in an order in which they are tested.

use super::table::interleaved;
use crate::{Hash, Key, Magic, WordFold};
use magicgen_board::{Bitboard, Problem, SquareProblem, subsets};

/// Subsets are visited in steps of this odd number. Neighbours in the usual order share their high bits, so that a bad
/// factor is found out sooner this way.
const STRIDE: usize = 0x421;

/// One square of one piece, with all data that a try of a factor reads.
pub struct Square<'a> {
    /// The piece, as an index into the problems.
    pub piece: usize,
    /// The square, with its mask.
    pub square: SquareProblem,
    classes: &'a [u16],
    attacks: &'a [Bitboard],
    keys: Vec<Bitboard>,
}

impl<'a> Square<'a> {
    /// The squares of all pieces, one piece after another.
    #[must_use]
    pub fn all(problems: &[&'a Problem]) -> Vec<Self> {
        let squares_of = |(piece, problem): (usize, &&'a Problem)| {
            let problem = *problem;
            problem.squares().iter().map(move |square| Self {
                piece,
                square: *square,
                classes: problem.classes(*square),
                attacks: problem.attacks(*square),
                keys: subsets(square.mask).collect(),
            })
        };
        problems.iter().enumerate().flat_map(squares_of).collect()
    }

    /// The number of subsets of the mask.
    #[must_use]
    pub fn subsets(&self) -> usize {
        self.keys.len()
    }

    /// The magic of a factor. Its constant is the key's constant, or `constant` if the key leaves it free.
    #[must_use]
    pub fn magic(&self, hash: Hash, key: Key, factor: u64, constant: u64, shift: u8) -> Magic {
        let own = key.constant(hash, self.square.bit, self.square.mask, factor);
        Magic { constant: own.unwrap_or(constant), ..Magic::white(factor, shift) }
    }

    /// The index of each subset.
    pub fn indices(&self, hash: Hash, magic: Magic) -> impl Iterator<Item = usize> {
        self.keys.iter().map(move |key| hash.index(*key, magic))
    }

    /// The attack set under each subset.
    #[must_use]
    pub fn attacks(&self) -> &'a [Bitboard] {
        self.attacks
    }
}

/// The size and the holes of the image that a factor gives a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageShape {
    /// The number of indices that some subset has.
    pub used: u32,
    /// The number of stretches of such indices without a hole.
    pub runs: u32,
    /// The highest minus the lowest such index plus one.
    pub length: u32,
}

/// Working memory for trying factors, kept from try to try.
pub struct FactorTrial {
    hash: Hash,
    /// For each index, the number of the try in the high half and the class of the attack set in the low half. An
    /// additional entry stands before the first.
    seen: Vec<u32>,
    attempt: u32,
    /// The number of subsets visited so far, plus other work in units of a visit.
    pub work: u64,
}

impl FactorTrial {
    /// Working memory for keys of this arithmetic.
    #[must_use]
    pub fn new(hash: Hash) -> Self {
        Self { hash, seen: Vec::new(), attempt: 0, work: 0 }
    }

    /// The shape of the image, unless two different attack sets meet.
    pub(super) fn shape(&mut self, square: &Square, magic: Magic) -> Option<ImageShape> {
        if !self.visit(square, magic) {
            return None;
        }
        let width = 1 << (self.hash.product_bits() - magic.shift);
        self.work += width as u64 / 8;
        // The comparison is signed and there is an entry before the first, so that compilers compare four entries at a
        // time.
        let attempt = (self.attempt << 16) as i32;
        let seen = &self.seen[..=width];
        let (mut used, mut runs) = (0, 0);
        for pair in seen.windows(2) {
            let taken = u32::from(pair[1] as i32 >= attempt);
            used += taken;
            runs += taken & u32::from((pair[0] as i32) < attempt);
        }
        let taken = |entry: &u32| *entry as i32 >= attempt;
        let low = seen[1..].iter().position(taken)?;
        let high = seen[1..].iter().rposition(taken)?;
        Some(ImageShape { used, runs, length: (high - low + 1) as u32 })
    }

    /// Marks the indices of a factor in a bitmap, unless two different attack sets meet. Returns the number of indices
    /// that the shift leaves.
    pub fn marks(&mut self, square: &Square, magic: Magic, words: &mut Vec<u64>) -> Option<usize> {
        if !self.visit(square, magic) {
            return None;
        }
        let width = 1 << (self.hash.product_bits() - magic.shift);
        self.work += width as u64 / 4;
        // Signed comparisons are those that vectors have.
        let attempt = (self.attempt << 16) as i32;
        words.clear();
        words.extend(self.seen[1..=width].chunks(64).map(|chunk| {
            let mut marks = [0_u8; 64];
            for (mark, entry) in marks.iter_mut().zip(chunk) {
                *mark = u8::from(*entry as i32 >= attempt);
            }
            let (groups, _) = marks.as_chunks::<8>();
            groups.iter().rev().fold(0, |word, group| word << 8 | gathered(*group))
        }));
        Some(width)
    }

    /// The number of pairs of neighbouring indices, of the factor that was marked last, that have different attack sets. Pairs
    /// begin at index 0, or, if `is_odd`, at index 1, the last with index 0 as its second.
    pub fn clashes(&mut self, width: usize, is_odd: bool) -> u32 {
        self.work += width as u64 / 8;
        let attempt = (self.attempt << 16) as i32;
        let clash = |[one, other]: [u32; 2]| {
            // Numbers, so that compilers compare several pairs at a time.
            u32::from(one as i32 >= attempt)
                & u32::from(other as i32 >= attempt)
                & u32::from(one != other)
        };
        let indices = &self.seen[1..=width];
        let (pairs, _) = indices[usize::from(is_odd)..].as_chunks::<2>();
        let around = if is_odd { clash([indices[width - 1], indices[0]]) } else { 0 };
        pairs.iter().map(|pair| clash(*pair)).sum::<u32>() + around
    }

    /// The image of a factor, if it keeps the attack sets apart.
    pub(super) fn image(&mut self, square: &Square, magic: Magic) -> Option<Image> {
        let shape = self.shape(square, magic)?;
        let attempt = self.attempt << 16;
        let width = 1_usize << (self.hash.product_bits() - magic.shift);
        let seen = &self.seen[1..=width];
        let low = seen.iter().position(|entry| *entry >= attempt)?;
        let high = seen.iter().rposition(|entry| *entry >= attempt)?;
        let mut slots = Vec::with_capacity(shape.used as usize);
        let length = high - low + 1;
        let mut words = vec![0_u64; length.div_ceil(64)];
        for (index, entry) in seen[low..=high].iter().enumerate() {
            if *entry >= attempt {
                slots.push(index as u32);
                words[index / 64] |= 1 << (index % 64);
            }
        }
        let mut sets = vec![0; length];
        for (key, attacks) in square.keys.iter().zip(square.attacks) {
            sets[self.hash.index(*key, magic) - low] = *attacks;
        }
        Some(Image::new(magic, shape, low, words, &slots, sets))
    }

    fn visit(&mut self, square: &Square, magic: Magic) -> bool {
        // One loop for each arithmetic, so that no loop has to choose.
        macro_rules! run {
            ($hash:expr) => {
                self.run(square, magic.shift, |key| $hash.index(key, magic))
            };
        }
        match self.hash {
            Hash::Multiply => run!(Hash::Multiply),
            Hash::SplitXor => run!(Hash::SplitXor),
            Hash::SplitAdd => run!(Hash::SplitAdd),
            Hash::ShiftedSplitAdd(by) => run!(Hash::ShiftedSplitAdd(by)),
            Hash::Pext => run!(Hash::Pext),
            Hash::Preshifted => run!(Hash::Preshifted),
            Hash::Fold(WordFold::Right(by)) => run!(Hash::Fold(WordFold::Right(by))),
            Hash::Fold(WordFold::Left(by)) => run!(Hash::Fold(WordFold::Left(by))),
            Hash::Fold(WordFold::Sum(by)) => run!(Hash::Fold(WordFold::Sum(by))),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call for each subset costs more than the test")]
    fn run(&mut self, square: &Square, shift: u8, index: impl Fn(Bitboard) -> usize) -> bool {
        let width = 1_usize << (self.hash.product_bits() - shift);
        if self.seen.len() <= width {
            self.seen.resize(width + 1, 0);
        }
        self.attempt += 1;
        if self.attempt > i16::MAX as u32 {
            self.seen.fill(0);
            self.attempt = 1;
        }
        let attempt = self.attempt << 16;
        let seen = &mut self.seen[1..=width];
        let keys = &square.keys[..];
        let classes = &square.classes[..keys.len()];
        let last = keys.len() - 1;
        let mut subset = 0;
        for visited in 0..keys.len() {
            // The mask helps the compiler: the shift has left no more bits anyway.
            let entry = &mut seen[index(keys[subset & last]) & (width - 1)];
            let class = attempt | u32::from(classes[subset & last]);
            if *entry < attempt {
                *entry = class;
            } else if *entry != class {
                self.work += visited as u64 + 16;
                return false;
            }
            subset += STRIDE;
        }
        self.work += keys.len() as u64 + 16;
        true
    }
}

/// The slots that a square's factor uses, counted from the lowest one.
#[derive(Debug)]
pub struct Image {
    /// The factor.
    pub magic: Magic,
    pub(super) shape: ImageShape,
    /// The lowest index. A square whose image begins at slot `p` has the offset `p - low`.
    pub(super) low: usize,
    /// The highest minus the lowest index plus one.
    pub(super) length: usize,
    /// A bitmap of the used slots.
    pub(super) words: Vec<u64>,
    /// The used slots, in an order in which slots far from each other come first, since neighbours are often free or
    /// taken together.
    pub(super) scattered: Vec<u32>,
    /// The number of slots that each of a few interleaved copies needs, which tells how well the image interleaves.
    pub(super) interleaved: usize,
    /// The attack set of each slot; 0 in a hole.
    pub(super) sets: Vec<Bitboard>,
}

impl Image {
    fn new(
        magic: Magic,
        shape: ImageShape,
        low: usize,
        words: Vec<u64>,
        slots: &[u32],
        sets: Vec<Bitboard>,
    ) -> Self {
        let count = slots.len();
        // Steps of the golden section, coprime to the count so that each slot is met once.
        let mut step = (count * 618 / 1000).max(1);
        while gcd(step, count) != 1 {
            step += 1;
        }
        let scattered = (0..count).map(|turn| slots[turn * step % count]).collect();
        let length = sets.len();
        let mut image = Self { magic, shape, low, length, words, scattered, interleaved: 0, sets };
        image.interleaved = interleaved(&image);
        image
    }
}

/// Eight marks of 0 or 1 in the bits of a byte: the product moves each mark to its own bit of the highest byte.
fn gathered(marks: [u8; 8]) -> u64 {
    u64::from_le_bytes(marks).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The greatest common divisor.
#[must_use]
pub fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
