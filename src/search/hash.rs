//! From key and factor to index: the arithmetic that a search tries, a lock is proved by and a lookup repeats.

use crate::geometry::Bitboard;

/// How the key (the occupancy, masked) and a factor are multiplied.
///
/// In the 32-bit forms the low half of a factor multiplies the low half of the key, the high half the high half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hash {
    /// One 64-bit multiplication (Kannan, "Magic Move-Bitboard Generation in Computer Chess", 2007, listing 5).
    Multiply,
    /// Two 32-bit multiplications, combined by exclusive or (Romstad, Glaurung 2.1, 2008).
    SplitXor,
    /// Two 32-bit multiplications, combined by addition (Kannan 2007, listing 7).
    SplitAdd,
    /// One 32-bit multiplication of the halves folded into one.
    Fold(Fold),
}

/// How two halves become one word of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fold {
    /// The high half is shifted right by this before it is combined by exclusive or.
    pub shift: u8,
}

/// What is stored for a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Magic {
    /// The factor; of a 32-bit form, both halves.
    pub factor: u64,
    /// The right shift that leaves the index, less than the product's bits.
    pub shift: u8,
}

impl Hash {
    /// Bits of the product, from whose top the index is taken.
    #[must_use]
    pub const fn product_bits(self) -> u8 {
        match self {
            Self::Multiply => 64,
            Self::SplitXor | Self::SplitAdd | Self::Fold(_) => 32,
        }
    }

    /// The product, before the shift.
    #[must_use]
    #[inline]
    pub const fn product(self, key: Bitboard, factor: u64) -> u64 {
        let (low, high) = (key as u32, (key >> 32) as u32);
        let (factor_low, factor_high) = (factor as u32, (factor >> 32) as u32);
        let product = match self {
            Self::Multiply => return key.wrapping_mul(factor),
            Self::SplitXor => low.wrapping_mul(factor_low) ^ high.wrapping_mul(factor_high),
            Self::SplitAdd => {
                low.wrapping_mul(factor_low).wrapping_add(high.wrapping_mul(factor_high))
            }
            Self::Fold(fold) => (low ^ (high >> fold.shift)).wrapping_mul(factor_low),
        };
        product as u64
    }

    /// The index.
    #[must_use]
    #[inline]
    pub const fn index(self, key: Bitboard, magic: Magic) -> usize {
        (self.product(key, magic.factor) >> magic.shift) as usize
    }

    /// The shift that leaves `bits` index bits. With none, the largest shift that a language allows: the factor
    /// is 0 then.
    #[must_use]
    pub const fn shift(self, bits: u8) -> u8 {
        let shift = self.product_bits() - bits;
        if shift == self.product_bits() { shift - 1 } else { shift }
    }
}
