//! A square's problem, a factor and a number of bits in; whether every occupancy finds its attack set, out.

use std::sync::LazyLock;

use crate::geometry::{
    BISHOP, Bitboard, Mapping, Piece, Problem, ROOK, SquareProblem, Standard, Walk,
};
use crate::search::Hash;

use super::slider::{Key, Slider};

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
    /// By how much the key is shifted right before.
    pub(super) before: u8,
}

impl Formula {
    /// The index of a subset of a mask.
    pub(super) fn index(self, subset: Bitboard, mask: Bitboard, bits: u8) -> usize {
        let product = self.hash.product(self.key.of(subset, mask) >> self.before, self.factor);
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

/// The problems of all sliders, in the order of [`Slider`].
static PROBLEMS: LazyLock<[Problem; 6]> = LazyLock::new(|| {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let pieces = Slider::PIECES.into_iter().chain(Slider::LINES);
    let problems: Vec<Problem> = pieces
        .map(|slider| {
            let rays = match slider {
                Slider::Rook => ROOK,
                Slider::Bishop => BISHOP,
                Slider::Rank => &[(1, 0), (-1, 0)],
                Slider::File => &[(0, 1), (0, -1)],
                Slider::Diagonal => &[(1, 1), (-1, -1)],
                Slider::Antidiagonal => &[(-1, 1), (1, -1)],
            };
            let piece = Piece::new(slider.name(), rays, 7).expect("rays of one or two lines");
            Problem::new(&Walk::new(&piece, &mapping), mapping.squares())
                .expect("a rook has at most 12 relevant squares, all others fewer")
        })
        .collect();
    problems.try_into().expect("one for each slider")
});

/// Room to try factors.
pub(super) struct Prober {
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
        let slots = 1 << MOST_BITS;
        Self { epochs: vec![0; slots], seen: vec![0; slots], classes: vec![0; slots], epoch: 0 }
    }

    pub(super) fn problem(piece: Slider) -> &'static Problem {
        &PROBLEMS[piece as usize]
    }

    /// The problem of a bit, which must be less than 64.
    pub(super) fn square(piece: Slider, bit: u8) -> SquareProblem {
        Self::problem(piece).squares()[usize::from(bit)]
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
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.epochs.fill(0);
            self.epoch = 1;
        }
        let problem = Self::problem(piece);
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

    /// The fewest bits with which a factor works: those of a table with equal rows, or more, up to `wide`.
    pub(super) fn fewest_of_all(
        &mut self,
        piece: Slider,
        bit: u8,
        formula: Formula,
        wide: u8,
    ) -> Option<u8> {
        let most = piece.most_bits();
        self.fewest(piece, bit, formula, most).or_else(|| {
            let wide = most + 1..=wide;
            wide.into_iter().find(|bits| self.probe(piece, bit, formula, *bits).is_ok())
        })
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
