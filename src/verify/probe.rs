//! A square's problem, a factor and a number of bits in; whether every occupancy finds its attack set, out.

use crate::geometry::{Bitboard, Mapping, Piece, Problem, SquareProblem, Standard, Walk};
use crate::search::Hash;

use super::report::{Key, Slider};

/// The most index bits that are believed.
pub(super) const MOST_BITS: u8 = 16;

/// The arithmetic of one square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    /// What is multiplied.
    pub(super) key: Key,
    /// How.
    pub(super) hash: Hash,
    /// By what.
    pub(super) factor: u64,
    /// What is added to the product.
    pub(super) constant: u64,
}

impl Formula {
    /// The index of a subset of a mask.
    pub(super) fn index(self, subset: Bitboard, mask: Bitboard, bits: u8) -> usize {
        let product = self.hash.product(self.key.of(subset, mask), self.factor);
        let product = match self.hash {
            Hash::Multiply => product.wrapping_add(self.constant),
            _ => u64::from((product as u32).wrapping_add(self.constant as u32)),
        };
        (product >> (self.hash.product_bits() - bits)) as usize
    }
}

/// Two subsets with one index and different attack sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collision {
    /// The subsets.
    pub(super) occupied: [Bitboard; 2],
    /// Their attack sets.
    pub(super) attacks: [Bitboard; 2],
    /// Their index.
    pub(super) index: usize,
}

/// The problems of rook and bishop, and room to try factors.
pub(super) struct Prober {
    problems: [Problem; 2],
    /// By index: the last try that used it.
    epochs: Vec<u32>,
    /// By index: the subset seen there.
    seen: Vec<Bitboard>,
    /// By index: its class.
    classes: Vec<u16>,
    epoch: u32,
}

impl Prober {
    pub(super) fn new() -> Self {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let problem = |piece: &Piece| {
            Problem::new(&Walk::new(piece, &mapping), mapping.squares())
                .expect("a rook has at most 12 relevant squares, a bishop 9")
        };
        let slots = 1 << MOST_BITS;
        Self {
            problems: [problem(&Piece::rook()), problem(&Piece::bishop())],
            epochs: vec![0; slots],
            seen: vec![0; slots],
            classes: vec![0; slots],
            epoch: 0,
        }
    }

    pub(super) fn problem(&self, piece: Slider) -> &Problem {
        &self.problems[usize::from(piece == Slider::Bishop)]
    }

    /// The problem of a bit, which must be less than 64.
    pub(super) fn square(&self, piece: Slider, bit: u8) -> SquareProblem {
        self.problem(piece).squares()[usize::from(bit)]
    }

    /// Tries a factor: the number of slots used, or what is wrong with it. `bits` is at least 1 and at most
    /// [`MOST_BITS`].
    pub(super) fn probe(
        &mut self,
        piece: Slider,
        bit: u8,
        formula: Formula,
        bits: u8,
    ) -> Result<u64, Collision> {
        self.epoch += 1;
        let problem = &self.problems[usize::from(piece == Slider::Bishop)];
        let square = problem.squares()[usize::from(bit)];
        let mut subset: Bitboard = 0;
        let mut used = 0;
        for (number, class) in problem.classes(square).iter().enumerate() {
            let index = formula.index(subset, square.mask, bits);
            if self.epochs[index] != self.epoch {
                self.epochs[index] = self.epoch;
                self.seen[index] = subset;
                self.classes[index] = *class;
                used += 1;
            } else if self.classes[index] != *class {
                let earlier = self.seen[index];
                let attacks =
                    [problem.attacks_under(square, earlier), problem.attacks(square)[number]];
                return Err(Collision { occupied: [earlier, subset], attacks, index });
            }
            subset = subset.wrapping_sub(square.mask) & square.mask;
        }
        Ok(used)
    }

    /// The fewest bits, at most `most`, with which a factor works. The index with one bit more refines that with
    /// one fewer, so what works with some number of bits works with more.
    pub(super) fn fewest(
        &mut self,
        piece: Slider,
        bit: u8,
        formula: Formula,
        most: u8,
    ) -> Option<u8> {
        let mut fewest = None;
        for bits in (1..=most).rev() {
            if self.probe(piece, bit, formula, bits).is_err() {
                break;
            }
            fewest = Some(bits);
        }
        fewest
    }
}
