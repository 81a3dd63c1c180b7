//! One square of a piece on a board with more than 64 squares: whether a factor keeps its attack sets apart.

use std::collections::BTreeMap;

use magicgen_board::{SquareSet, Walk};
use schemars::JsonSchema;
use serde::Serialize;

/// The most index bits that are tried.
pub(super) const MOST_BITS: u8 = 20;

/// The product whose upper bits are the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "product")]
pub enum LargeProduct {
    /// `key * factor` of 128 bits.
    Whole,
    /// `(key | key >> shift) * factor`, both of 64 bits.
    Folded {
        /// The right shift.
        shift: u8,
    },
    /// `(low | high << shift) * factor` with the two words of the key.
    Joined {
        /// The left shift.
        shift: u8,
    },
}

impl LargeProduct {
    /// The number of the product's bits.
    #[must_use]
    pub const fn bits(self) -> u8 {
        match self {
            Self::Whole => 128,
            Self::Folded { .. } | Self::Joined { .. } => 64,
        }
    }

    /// The two parts of a folded key, which are laid over each other, and what doesn't fit the word.
    const fn parts(self, key: u128) -> ([u64; 2], u128) {
        let low = key as u64;
        match self {
            Self::Whole => ([low, 0], 0),
            Self::Folded { shift } => ([low, (key >> shift) as u64], key >> shift >> 64),
            Self::Joined { shift } => {
                let high = key >> 64 << shift;
                ([low, high as u64], high >> 64)
            }
        }
    }

    /// True if each square of a mask has a bit of its own in the key.
    pub(super) const fn keeps_apart(self, mask: u128) -> bool {
        let ([low, high], lost) = self.parts(mask);
        low & high == 0 && lost == 0
    }

    /// The index of a key.
    fn index(self, key: u128, factor: u128, bits: u8) -> usize {
        if bits == 0 {
            return 0;
        }
        if self == Self::Whole {
            return (key.wrapping_mul(factor) >> (128 - bits)) as usize;
        }
        let ([low, high], _) = self.parts(key);
        ((low | high).wrapping_mul(factor as u64) >> (64 - bits)) as usize
    }
}

/// Two occupancies with one index and different attack sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct LargeCollision {
    pub(super) occupied: [u128; 2],
    pub(super) attacks: [u128; 2],
    pub(super) index: usize,
}

/// How a factor works on a square.
#[derive(Clone, Copy, Debug)]
pub(super) enum LargeVerdict {
    /// Each occupancy of the mask has an index of its own.
    Apart,
    /// Occupancies that share an index have one attack set. This many indices are used.
    Shared(u64),
    Collides(LargeCollision),
}

impl LargeVerdict {
    pub(super) const fn holds(self) -> bool {
        !matches!(self, Self::Collides(_))
    }
}

/// A square of a piece.
#[derive(Clone, Copy)]
pub(super) struct LargeSquare<'w> {
    pub(super) bit: u8,
    pub(super) walk: &'w Walk,
    /// The squares that change its attack set.
    pub(super) relevant: SquareSet,
    /// The squares on which the index depends.
    pub(super) mask: u128,
}

impl LargeSquare<'_> {
    /// Whether a factor works with this number of index bits, at most [`MOST_BITS`].
    pub(super) fn verdict(&self, product: LargeProduct, factor: u128, bits: u8) -> LargeVerdict {
        if word(self.relevant) & !self.mask == 0 && self.are_apart(product, factor, bits) {
            return LargeVerdict::Apart;
        }
        self.share(product, factor, bits)
    }

    /// True if no two occupancies of the mask have one index.
    fn are_apart(&self, product: LargeProduct, factor: u128, bits: u8) -> bool {
        if u32::from(bits) < self.mask.count_ones() {
            return false;
        }
        let mut seen = vec![0_u64; (1_usize << bits).div_ceil(64)];
        subsets(self.mask).all(|key| {
            let index = product.index(key, factor, bits);
            let is_free = seen[index / 64] >> (index % 64) & 1 == 0;
            seen[index / 64] |= 1 << (index % 64);
            is_free
        })
    }

    /// Compares the attack sets of occupancies that share an index.
    fn share(&self, product: LargeProduct, factor: u128, bits: u8) -> LargeVerdict {
        const FREE: u128 = u128::MAX;
        let mut seen = vec![FREE; 1 << bits];
        let mut used = 0;
        for occupied in subsets(self.mask | word(self.relevant)) {
            let index = product.index(occupied & self.mask, factor, bits);
            let earlier = std::mem::replace(&mut seen[index], occupied);
            if earlier == FREE {
                used += 1;
                continue;
            }
            let occupied = [earlier, occupied];
            let attacks = occupied.map(|occupied| self.attacks(occupied));
            if attacks[0] != attacks[1] {
                return LargeVerdict::Collides(LargeCollision { occupied, attacks, index });
            }
        }
        LargeVerdict::Shared(used)
    }

    fn attacks(&self, occupied: u128) -> u128 {
        word(self.walk.attack_set(self.bit, set(occupied)))
    }

    /// The attack set of each index that some occupancy reaches. The factor must work.
    pub(super) fn slots(
        &self,
        product: LargeProduct,
        factor: u128,
        bits: u8,
    ) -> BTreeMap<usize, u128> {
        let slot = |occupied: u128| {
            let index = product.index(occupied & self.mask, factor, bits);
            (index, self.attacks(occupied))
        };
        subsets(self.mask | word(self.relevant)).map(slot).collect()
    }
}

/// All subsets of a mask, by the carry-rippler.
fn subsets(mask: u128) -> impl Iterator<Item = u128> {
    let mut next = Some(0_u128);
    std::iter::from_fn(move || {
        let subset = next?;
        let after = subset.wrapping_sub(mask) & mask;
        next = (after != 0).then_some(after);
        Some(subset)
    })
}

/// A set of squares of a board with at most 128 bits, as one number.
pub(super) fn word(set: SquareSet) -> u128 {
    let [low, high, ..] = set.words();
    u128::from(high) << 64 | u128::from(low)
}

fn set(word: u128) -> SquareSet {
    SquareSet::from_words([word as u64, (word >> 64) as u64, 0, 0])
}
