//! A square's subsets and a factor in; the slots that it uses, as a bitmap and in an order to test them by, out.

use super::table::interleaved;
use crate::geometry::{Bitboard, Problem, SquareProblem, subsets};
use crate::search::{Fold, Hash, Key, Magic};

/// Subsets are visited in steps of this odd number: neighbours share their high bits, so that a bad factor shows
/// itself sooner.
const STRIDE: usize = 0x421;

/// One square of one piece, with all that a try of a factor reads.
#[expect(clippy::struct_field_names, reason = "the problem's square, and what it is enumerated to")]
pub(super) struct Square<'a> {
    pub(super) piece: usize,
    pub(super) square: SquareProblem,
    classes: &'a [u16],
    attacks: &'a [Bitboard],
    keys: Vec<Bitboard>,
}

impl<'a> Square<'a> {
    /// The squares of all pieces, in one row.
    pub(super) fn all(problems: &[&'a Problem]) -> Vec<Self> {
        let of = |(piece, problem): (usize, &&'a Problem)| {
            let problem = *problem;
            problem.squares().iter().map(move |square| Self {
                piece,
                square: *square,
                classes: problem.classes(*square),
                attacks: problem.attacks(*square),
                keys: subsets(square.mask).collect(),
            })
        };
        problems.iter().enumerate().flat_map(of).collect()
    }

    pub(super) fn subsets(&self) -> usize {
        self.keys.len()
    }

    /// The magic of a factor: the constant is the key's, or `constant` where that is free.
    pub(super) fn magic(
        &self,
        hash: Hash,
        key: Key,
        factor: u64,
        constant: u64,
        shift: u8,
    ) -> Magic {
        let own = key.constant(hash, self.square.bit, self.square.mask, factor);
        Magic { constant: own.unwrap_or(constant), ..Magic::white(factor, shift) }
    }
}

/// What a factor makes of a square, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Indices that a subset has.
    pub(super) used: u32,
    /// Stretches of them without a hole.
    pub(super) runs: u32,
    /// Highest minus lowest index plus one.
    pub(super) length: u32,
}

/// Tables that are kept from try to try.
pub(super) struct Bench {
    hash: Hash,
    /// By index: the try in the high half, the class of attack set in the low half, and an entry before the first.
    seen: Vec<u32>,
    attempt: u32,
    /// Subsets visited so far, and what else took time, in subsets.
    pub(super) work: u64,
}

impl Bench {
    pub(super) fn new(hash: Hash) -> Self {
        Self { hash, seen: Vec::new(), attempt: 0, work: 0 }
    }

    /// The shape, unless two different attack sets meet.
    pub(super) fn shape(&mut self, square: &Square, magic: Magic) -> Option<Shape> {
        if !self.visit(square, magic) {
            return None;
        }
        let width = 1 << (self.hash.product_bits() - magic.shift);
        self.work += width as u64 / 8;
        // Signed, and with the entry before the first, so that four are compared at a time.
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
        Some(Shape { used, runs, length: (high - low + 1) as u32 })
    }

    /// Everything about a factor that keeps its attack sets apart.
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
        // One loop for each arithmetic, so that nothing is decided inside.
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
            Hash::Fold(Fold::Right(by)) => run!(Hash::Fold(Fold::Right(by))),
            Hash::Fold(Fold::Left(by)) => run!(Hash::Fold(Fold::Left(by))),
            Hash::Fold(Fold::Sum(by)) => run!(Hash::Fold(Fold::Sum(by))),
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
            // Masked for the compiler's sake: the shift has left no more bits.
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

/// The slots that a square's factor uses, from the lowest.
#[derive(Debug)]
pub(super) struct Image {
    pub(super) magic: Magic,
    pub(super) shape: Shape,
    /// The lowest index: a square whose image begins at slot `p` has the offset `p - low`.
    pub(super) low: usize,
    /// Highest minus lowest index plus one.
    pub(super) length: usize,
    /// A bit for each slot.
    pub(super) words: Vec<u64>,
    /// The slots far from each other first, since neighbours fare alike.
    pub(super) scattered: Vec<u32>,
    /// How well it interleaves: what a few copies of it need, for each.
    pub(super) interleaved: usize,
    /// By slot: its attack set; 0 in a hole.
    pub(super) sets: Vec<Bitboard>,
}

impl Image {
    fn new(
        magic: Magic,
        shape: Shape,
        low: usize,
        words: Vec<u64>,
        slots: &[u32],
        sets: Vec<Bitboard>,
    ) -> Self {
        let count = slots.len();
        // Steps by the golden section, made coprime to the count.
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

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
