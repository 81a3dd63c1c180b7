//! The index of a square on a board of several words: its arithmetic and its proof.

use magicgen_board::SquareSet;

/// The most relevant squares of a mask whose subsets are visited for a proof: 2^20 subsets take some milliseconds.
pub const MOST_PROVED: u32 = 20;

/// The numbers that make an index of a square's occupancy. It has as many bits as the mask has squares, or a few more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideIndex {
    /// The relevant squares.
    pub mask: SquareSet,
    /// How the words of the masked occupancy become one product.
    pub product: WideProduct,
    /// The number of places by which the product is shifted; at most 63.
    pub shift: u8,
}

/// How the words w0 to w3 of a masked occupancy become one product. A board with fewer words leaves out the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideProduct {
    /// `((w0 ^ (w1 << k1) ^ (w2 << k2) ^ (w3 << k3)) >> before) * factor`: the words are folded into one.
    Folded {
        /// The shifts of the words to the left: 0, k1, k2 and k3.
        shifts: WordShifts,
        /// The shift of the folded word to the right; 0, or to its lowest relevant place.
        before: u8,
        /// The factor; 0 for a mask without a square.
        factor: u64,
    },
    /// `(w0 >> p0) * f0 + (w1 >> p1) * f1 + (w2 >> p2) * f2 + (w3 >> p3) * f3`.
    Split {
        /// The shifts of the words to the right; 0, or to the words' lowest relevant places.
        before: WordShifts,
        /// The factors; 0 for a word without a relevant square.
        factors: [u64; 4],
    },
}

/// A shift for each word, the lowest word first.
pub type WordShifts = [u8; 4];

/// The words of a set, folded into one. No bit may be shifted out, and no two may meet.
pub(super) fn fold(set: SquareSet, shifts: WordShifts) -> u64 {
    set.words().iter().zip(shifts).fold(0, |key, (word, shift)| key ^ word << shift)
}

impl WideIndex {
    /// The index of an occupancy.
    #[must_use]
    pub fn of(&self, occupied: SquareSet) -> u64 {
        let masked = occupied & self.mask;
        let product = match self.product {
            WideProduct::Folded { shifts, before, factor } => {
                (fold(masked, shifts) >> before).wrapping_mul(factor)
            }
            WideProduct::Split { before, factors } => {
                let words = masked.words().into_iter().zip(before).zip(factors);
                words.fold(0_u64, |sum, ((word, before), factor)| {
                    sum.wrapping_add((word >> before).wrapping_mul(factor))
                })
            }
        };
        product >> self.shift
    }

    /// The same index as a [`WideProduct::Split`]: a fold is a sum, since no bits meet in it, and so its product is the
    /// sum of the words' products.
    #[must_use]
    pub fn to_split(&self) -> Self {
        let WideProduct::Folded { shifts, before: folded, factor } = self.product else {
            return self.clone();
        };
        let mut before = shifts.map(|shift| folded.saturating_sub(shift));
        let mut factors = shifts.map(|shift| factor << shift.saturating_sub(folded));
        for (word, squares) in self.mask.words().into_iter().enumerate() {
            if squares == 0 {
                (before[word], factors[word]) = (0, 0);
            }
        }
        Self { product: WideProduct::Split { before, factors }, ..self.clone() }
    }

    /// The bit of the key that each relevant square becomes, in the order of the squares: the bit of the folded word that
    /// the factor multiplies. `None` where each word has its own factor.
    #[must_use]
    pub fn key_places(&self) -> Option<Vec<u8>> {
        let WideProduct::Folded { shifts, before, .. } = self.product else { return None };
        let key = |bit| fold(SquareSet::of(bit), shifts) >> before;
        Some(self.mask.bits().map(|bit| key(bit).trailing_zeros() as u8).collect())
    }

    /// The number of the index's bits: at least that of the relevant squares.
    #[must_use]
    pub fn bits(&self) -> u32 {
        if self.mask == SquareSet::EMPTY { 0 } else { 64 - u32::from(self.shift) }
    }

    /// The shift of the folded word to the right that gives the same index without a product, where one does: the
    /// relevant squares are neighbours in the folded word.
    #[must_use]
    pub const fn net_shift(&self) -> Option<u8> {
        match self.product {
            WideProduct::Folded { factor: 0, .. } => Some(0),
            WideProduct::Folded { before, factor, .. } if factor.is_power_of_two() => {
                Some(before + self.shift - factor.trailing_zeros() as u8)
            }
            _ => None,
        }
    }

    /// True if the shift of the key or of a word to the right is needed.
    #[must_use]
    pub fn is_preshifted(&self) -> bool {
        match self.product {
            WideProduct::Folded { before, .. } => before > 0,
            WideProduct::Split { before, .. } => before != [0; 4],
        }
    }

    /// True if each relevant square moves one bit of the index, so that the index is a permutation of the squares.
    #[must_use]
    pub fn is_gathered(&self) -> bool {
        self.mask.bits().all(|bit| self.of(SquareSet::of(bit)).is_power_of_two())
    }

    /// True if all subsets of a mask have different indices below 2^n, for n index bits. Every subset is visited. False
    /// for an index of more than [`MOST_PROVED`] bits.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        let squares: Vec<SquareSet> = self.mask.bits().map(SquareSet::of).collect();
        if self.bits() > MOST_PROVED {
            return false;
        }
        let (subsets, count) = (1_u64 << self.mask.len(), 1_u64 << self.bits());
        let mut seen = vec![0_u64; count.div_ceil(64) as usize];
        let mut subset = SquareSet::EMPTY;
        // In Gray's order (1953), one square enters or leaves at each step.
        (0..subsets).all(|step| {
            if step > 0 {
                subset = subset ^ squares[step.trailing_zeros() as usize];
            }
            let index = self.of(subset);
            let is_new = index < count && seen[index as usize / 64] >> (index % 64) & 1 == 0;
            if is_new {
                seen[index as usize / 64] |= 1 << (index % 64);
            }
            is_new
        })
    }
}

/// The relevant squares of a line as they stand in a row of bits: `set >> lowest` has them in its `bits` lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowOfBits {
    /// The lowest relevant bit index; 0 for no squares.
    pub lowest: u8,
    /// The number of bits from the lowest relevant one to the highest. The slider's own square may be among them, so
    /// that a table has up to twice as many entries as the square has subsets.
    pub bits: u8,
}

impl RowOfBits {
    /// The row of a mask.
    #[must_use]
    pub fn of(mask: SquareSet) -> Self {
        match (mask.bits().next(), mask.bits().last()) {
            (Some(lowest), Some(highest)) => {
                Self { lowest, bits: (highest - lowest).saturating_add(1) }
            }
            _ => Self { lowest: 0, bits: 0 },
        }
    }
}
