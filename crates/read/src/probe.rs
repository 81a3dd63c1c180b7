//! Tests whether a factor with a number of index bits works for a square.

use std::sync::LazyLock;

use magicgen_board::{
    BISHOP, Bitboard, Mapping, Piece, Problem, ROOK, SquareProblem, Standard, Walk, subsets,
};
use magicgen_search::{Hash, Stream};

use super::lookup::MOST_STEPS;
use super::slider::{MultipliedKey, Slider};

/// The most index bits that are tried, unless a lookup shifts by a number that leaves more.
pub(super) const MOST_BITS: u8 = 16;

/// The most index bits that are tried where a lookup's shift leaves them.
pub(super) const WIDEST_BITS: u8 = 18;

/// The step between the key and its multiplication: `(key & keep) ^ (key >> shift)`, which has no branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyStep {
    keep: u64,
    shift: u8,
}

impl KeyStep {
    /// The key itself.
    pub(super) const NONE: Self = Self::shift(0);
    /// `key ^= key >> 32`.
    pub(super) const FOLD: Self = Self { keep: u64::MAX, shift: 32 };

    /// A right shift of the key.
    pub(super) const fn shift(shift: u8) -> Self {
        Self { keep: 0, shift }
    }

    fn of(self, key: u64) -> u64 {
        (key & self.keep) ^ (key >> self.shift)
    }
}

/// The arithmetic of one square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    /// The form of the key.
    pub(super) key: MultipliedKey,
    /// The kind of multiplication.
    pub(super) hash: Hash,
    /// The factor.
    pub(super) factor: u64,
    /// The constant that is added to the product.
    pub(super) constant: u64,
    /// The step between the key and its multiplication.
    pub(super) before: KeyStep,
}

impl Formula {
    /// The index of a subset of a mask.
    pub(super) fn index(self, subset: Bitboard, mask: Bitboard, bits: u8) -> usize {
        let product = self.hash.product(self.before.of(self.key.of(subset, mask)), self.factor);
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
    /// The index of both.
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

/// A subset of a square's mask.
#[derive(Clone, Copy)]
struct Subset {
    occupied: Bitboard,
    /// The number of the subset's attack set. A square of the chess board has at most 144 attack sets.
    class: u8,
}

/// For each slider and square, all subsets of the mask in a random order. The carry-rippler changes the low bits first,
/// so its successive subsets are alike, and it takes two to four times as long to find that a factor fails.
static SUBSETS: LazyLock<[Vec<Vec<Subset>>; 6]> = LazyLock::new(|| {
    PROBLEMS.each_ref().map(|problem| {
        let shuffled = |square: &SquareProblem| {
            let mut known = std::collections::BTreeMap::new();
            let mut class = |number| {
                let next = known.len() as u8;
                *known.entry(number).or_insert(next)
            };
            let numbered = subsets(square.mask).zip(problem.classes(*square));
            let mut all: Vec<Subset> = numbered
                .map(|(occupied, number)| Subset { occupied, class: class(number) })
                .collect();
            Stream::new(0, "verify", square.bit, square.mask).shuffle(&mut all);
            all
        };
        problem.squares().iter().map(shuffled).collect()
    })
});

/// Facts about a text that decide which factors are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints {
    /// True if bishops may have as many index bits as rooks, since their masks have edge squares.
    pub(super) has_edges: bool,
    /// True if the text folds keys by `key ^= key >> 32`.
    pub(super) folds: bool,
    /// Right shifts of keys that the text computes from the square.
    pub(super) shifts: [Option<[u8; 64]>; MOST_STEPS],
    /// The most index bits of rooks.
    pub(super) most_bits: u8,
}

impl Default for Hints {
    fn default() -> Self {
        Self { has_edges: false, folds: false, shifts: [None; MOST_STEPS], most_bits: MOST_BITS }
    }
}

/// Working tables for trying factors.
pub(super) struct Prober {
    /// For each index, the last attempt that used it in the upper byte, and the class of its attack set in the lower
    /// one. One small table holds both, since most attempts fail after a few subsets at scattered indices.
    seen: Box<[u16]>,
    /// The number of the current attempt.
    tries: u8,
    /// For each index, the number of the last subset with it, for [`Self::may_work`].
    subsets: Box<[u16]>,
    pub(super) hints: Hints,
}

impl Prober {
    pub(super) fn new(hints: &Hints) -> Self {
        let slots = 1 << hints.most_bits;
        Self {
            hints: *hints,
            seen: vec![0; slots].into_boxed_slice(),
            tries: 0,
            subsets: vec![0; slots].into_boxed_slice(),
        }
    }

    /// The problem of a slider on the chess board.
    pub(super) fn problem(piece: Slider) -> &'static Problem {
        &PROBLEMS[piece as usize]
    }

    /// The problem of the square at a bit index, which must be less than 64.
    pub(super) fn square(piece: Slider, bit: u8) -> SquareProblem {
        Self::problem(piece).squares()[usize::from(bit)]
    }

    /// Whether a factor keeps all attack sets of a square apart. `bits` is 1 to `hints.most_bits`.
    pub(super) fn works(&mut self, piece: Slider, bit: u8, formula: Formula, bits: u8) -> bool {
        let Formula { key, hash, factor, constant, before } = formula;
        let always = key.of(0, Self::square(piece, bit).mask);
        let shift = hash.product_bits() - bits;
        // Each kind of product has its own loop, which therefore needn't test the kind.
        if hash == Hash::Multiply {
            self.are_apart(piece, bit, |subset| {
                let product = before.of(subset | always).wrapping_mul(factor);
                product.wrapping_add(constant) >> shift
            })
        } else {
            self.are_apart(piece, bit, |subset| {
                let product = hash.product(before.of(subset | always), factor) as u32;
                u64::from(product.wrapping_add(constant as u32)) >> shift
            })
        }
    }

    /// True if all subsets with one index have one attack set.
    fn are_apart(&mut self, piece: Slider, bit: u8, index: impl Fn(Bitboard) -> u64) -> bool {
        let attempt = self.attempt();
        let most = self.seen.len() - 1;
        SUBSETS[piece as usize][usize::from(bit)].iter().all(|Subset { occupied, class }| {
            let seen = &mut self.seen[index(*occupied) as usize & most];
            let entry = attempt | u16::from(*class);
            let is_free = *seen >> 8 != attempt >> 8;
            if is_free {
                *seen = entry;
            }
            is_free || *seen == entry
        })
    }

    /// The number of a new attempt, in the upper byte as in [`Self::seen`].
    fn attempt(&mut self) -> u16 {
        self.tries = self.tries.wrapping_add(1);
        if self.tries == 0 {
            self.seen.fill(0);
            self.tries = 1;
        }
        u16::from(self.tries) << 8
    }

    /// False if no constant, added to the products, makes a factor keep the attack sets of a square apart. The
    /// formula's constant is ignored. `bits` is 1 to `hints.most_bits`.
    pub(super) fn may_work(&mut self, piece: Slider, bit: u8, formula: Formula, bits: u8) -> bool {
        let Formula { key, hash, factor, before, .. } = formula;
        let always = key.of(0, Self::square(piece, bit).mask);
        let shift = hash.product_bits() - bits;
        if hash == Hash::Multiply {
            self.may_be_apart(piece, bit, shift, |subset| {
                before.of(subset | always).wrapping_mul(factor)
            })
        } else {
            self.may_be_apart(piece, bit, shift, |subset| {
                hash.product(before.of(subset | always), factor)
            })
        }
    }

    /// False if subsets with different attack sets have one index, whatever constant is added to the products.
    ///
    /// A constant moves all borders between indices by the same distance. Two products that wrongly share an index need
    /// a border between them: above the lower product, and not above the upper one. A few pairs mostly have no such
    /// place in common.
    fn may_be_apart(
        &mut self,
        piece: Slider,
        bit: u8,
        shift: u8,
        product: impl Fn(Bitboard) -> u64,
    ) -> bool {
        let attempt = self.attempt();
        let subsets = &SUBSETS[piece as usize][usize::from(bit)];
        let most = self.seen.len() - 1;
        let (mut lowest, mut highest) = (1, (1 << shift) - 1);
        for (number, Subset { occupied, class }) in subsets.iter().enumerate() {
            let one = product(*occupied);
            let index = (one >> shift) as usize & most;
            let entry = attempt | u16::from(*class);
            let seen = std::mem::replace(&mut self.seen[index], entry);
            let other = std::mem::replace(&mut self.subsets[index], number as u16);
            if seen >> 8 == attempt >> 8 && seen != entry {
                let other = product(subsets[usize::from(other)].occupied);
                let place = |product: u64| product % (1 << shift);
                lowest = lowest.max(place(one.min(other)) + 1);
                highest = highest.min(place(one.max(other)));
                if lowest > highest {
                    return false;
                }
            }
        }
        true
    }

    /// The number of slots that a factor uses. The error is the first collision of two subsets with different attack
    /// sets.
    pub(super) fn probe(
        piece: Slider,
        bit: u8,
        formula: Formula,
        bits: u8,
    ) -> Result<u64, Collision> {
        let problem = Self::problem(piece);
        let square = Self::square(piece, bit);
        let mut seen: Vec<Option<(Bitboard, u16)>> = vec![None; 1 << bits];
        let mut subset: Bitboard = 0;
        let mut used = 0;
        for (number, class) in problem.classes(square).iter().enumerate() {
            let index = formula.index(subset, square.mask, bits);
            match seen[index] {
                None => {
                    seen[index] = Some((subset, *class));
                    used += 1;
                }
                Some((earlier, other)) if other != *class => {
                    let attacks =
                        [problem.attacks_under(square, earlier), problem.attacks(square)[number]];
                    return Err(Collision { occupied: [earlier, subset], attacks, index });
                }
                Some(_) => {}
            }
            subset = subset.wrapping_sub(square.mask) & square.mask;
        }
        Ok(used)
    }

    /// The fewest index bits, at most `most`, with which a factor works. A factor that works with some number of bits
    /// works with more as well, since an index with one bit more splits each slot in two. The number of relevant
    /// squares is tried first, since few factors need another number.
    pub(super) fn fewest(
        &mut self,
        piece: Slider,
        bit: u8,
        formula: Formula,
        most: u8,
    ) -> Option<u8> {
        let first = Self::square(piece, bit).bits().clamp(1, most);
        if !self.works(piece, bit, formula, first) {
            return (first + 1..=most).find(|bits| self.works(piece, bit, formula, *bits));
        }
        let fewer = (1..first).rev();
        Some(
            fewer.take_while(|bits| self.works(piece, bit, formula, *bits)).last().unwrap_or(first),
        )
    }
}
