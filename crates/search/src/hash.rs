//! The arithmetic that makes an index of a key and a factor. A search tries it, the proof of a lock uses it, and a
//! lookup in the generated code repeats it.

use magicgen_board::{Bitboard, compress};

/// How the key (the masked occupancy) and a factor are multiplied.
///
/// In forms with two 32-bit multiplications, the low half of a factor multiplies the low half of the key, and the high
/// half the high half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hash {
    /// One 64-bit multiplication (Kannan, "Magic Move-Bitboard Generation in Computer Chess", 2007, listing 5).
    Multiply,
    /// One 64-bit multiplication of the key shifted right by a number that each square has: at most to the square's
    /// lowest relevant bit, so that no relevant bit is lost.
    Preshifted,
    /// Two 32-bit multiplications, combined by exclusive or (Romstad, Glaurung 2.1, 2008).
    SplitXor,
    /// Two 32-bit multiplications, combined by addition (Kannan 2007, listing 7).
    SplitAdd,
    /// [`SplitAdd`](Self::SplitAdd) of the key, shifted right by this number of bits.
    ///
    /// A rook on bit 63 of the chess board needs the shift, since `SplitAdd` has no factor there with any number of
    /// index bits. Bits 57 to 62 and 31 can only change the index if both halves of the factor are odd, and then their
    /// products reach every multiple of 2^25. The products of bits 23 and 55 are odd multiples of 2^23, so that their
    /// difference or their sum is a multiple of 2^25, which clashes.
    ShiftedSplitAdd(u8),
    /// One 32-bit multiplication of the halves folded into one.
    Fold(WordFold),
    /// No multiplication: the key's bits at the places of a mask are packed (BMI2's PEXT, Intel 2013). The mask
    /// stands in the factor's place.
    Pext,
}

/// How two halves become one word of 32 bits.
///
/// The plain exclusive or, a shift by 0, can't work for the bishop, since two squares four ranks apart become one bit.
/// A shift by one keeps all squares apart, since all squares of a bishop's mask have one colour, and the squares one
/// file further have the other. But multiplication can't spread the keys enough then for squares in the middle of the
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordFold {
    /// `low ^ (high >> by)`.
    Right(u8),
    /// `low ^ (high << by)`.
    Left(u8),
    /// `low ^ (high + (high << by))`, after `high ^ 3 * low` in FoldingHash.hpp (Gies).
    Sum(u8),
}

/// The numbers that make an index of a square's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Magic {
    /// The factor; of a 32-bit form, both halves.
    pub factor: u64,
    /// The number that is added to the product; 0 for white magics. See [`Key`].
    pub constant: u64,
    /// The right shift of the key before the multiplication; always 0 except for [`Hash::Preshifted`].
    pub before: u8,
    /// The right shift of the product that leaves the index; less than the number of the product's bits.
    pub shift: u8,
}

/// The form of the key that is multiplied, expressed as a constant added to the product of the masked occupancy.
///
/// The product of `occupied | !mask` is the product of `occupied & mask` plus the product of `!mask`, since the two
/// share no bit. So black magics are a case of an added constant, and the code that tries, proves or lays out factors
/// only has to know the constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// `occupied & mask`: nothing is added.
    White,
    /// `occupied | !mask` (Annuss 2017).
    Black,
    /// `occupied & mask`, with a constant of the square's own added to the product.
    Constant,
    /// `occupied & mask | square`: the slider's own bit is part of the key, so that squares that share a table have
    /// different keys.
    Slider,
}

impl Key {
    /// The number added to the product for this square, mask and factor; `None` where a search may choose it.
    #[must_use]
    pub fn constant(self, hash: Hash, bit: u8, mask: Bitboard, factor: u64) -> Option<u64> {
        match self {
            Self::White => Some(0),
            Self::Black => Some(hash.product(!mask, factor)),
            Self::Slider => Some(hash.product(1 << bit, factor)),
            Self::Constant => None,
        }
    }
}

/// The place at which a bit of the key enters a multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KeyBitPlace {
    /// The half of the factor that multiplies it: 0, or 1 for the high half.
    pub(super) half: u8,
    /// The bit index within that multiplication's operand.
    pub(super) bit: u8,
}

impl WordFold {
    /// The folded key: a word of 32 bits.
    #[must_use]
    #[inline]
    pub const fn apply(self, key: Bitboard) -> u32 {
        let (low, high) = (key as u32, (key >> 32) as u32);
        match self {
            Self::Right(by) => low ^ (high >> by),
            Self::Left(by) => low ^ (high << by),
            Self::Sum(by) => low ^ high.wrapping_add(high << by),
        }
    }
}

impl Magic {
    /// A white magic: a factor and a shift, without a constant and without a shift of the key.
    #[must_use]
    pub const fn white(factor: u64, shift: u8) -> Self {
        Self { factor, constant: 0, before: 0, shift }
    }
}

impl Hash {
    /// The number of bits of the product, from whose top the index is taken.
    #[must_use]
    pub const fn product_bits(self) -> u8 {
        match self {
            Self::Multiply | Self::Preshifted | Self::Pext => 64,
            Self::SplitXor | Self::SplitAdd | Self::ShiftedSplitAdd(_) | Self::Fold(_) => 32,
        }
    }

    /// The bits of a factor that the product depends on.
    #[must_use]
    pub const fn factor_mask(self) -> u64 {
        match self {
            Self::Fold(_) => u32::MAX as u64,
            _ => u64::MAX,
        }
    }

    /// The product of a key and a factor, before the shift.
    #[must_use]
    #[inline]
    pub fn product(self, key: Bitboard, factor: u64) -> u64 {
        let (low, high) = (key as u32, (key >> 32) as u32);
        let (factor_low, factor_high) = (factor as u32, (factor >> 32) as u32);
        let product = match self {
            Self::Multiply | Self::Preshifted => return key.wrapping_mul(factor),
            Self::SplitXor => low.wrapping_mul(factor_low) ^ high.wrapping_mul(factor_high),
            Self::SplitAdd => {
                low.wrapping_mul(factor_low).wrapping_add(high.wrapping_mul(factor_high))
            }
            Self::ShiftedSplitAdd(by) => return Self::SplitAdd.product(key >> by, factor),
            Self::Fold(fold) => fold.apply(key).wrapping_mul(factor_low),
            Self::Pext => return compress(key, factor),
        };
        u64::from(product)
    }

    /// The index of a key, which is the masked occupancy.
    #[must_use]
    #[inline]
    pub fn index(self, key: Bitboard, magic: Magic) -> usize {
        let key = if let Self::Preshifted = self { key >> magic.before } else { key };
        let product = self.product(key, magic.factor);
        let sum = match self {
            Self::Multiply => product.wrapping_add(magic.constant),
            // Only `Multiply` is combined with a constant.
            _ => product,
        };
        (sum >> magic.shift) as usize
    }

    /// The right shift that leaves `bits` index bits. For no index bits it is the largest shift that every language
    /// allows, one less than the product's bits; the factor is 0 then.
    #[must_use]
    pub const fn shift(self, bits: u8) -> u8 {
        let shift = self.product_bits() - bits;
        if shift == self.product_bits() { shift - 1 } else { shift }
    }

    /// The lowest place at which a bit of the key enters a multiplication; `None` where a shift drops the bit.
    pub(super) fn place(self, bit: u8) -> Option<KeyBitPlace> {
        let (half, low) = (bit / 32, bit % 32);
        match self {
            Self::Multiply | Self::Preshifted | Self::Pext => Some(KeyBitPlace { half: 0, bit }),
            Self::SplitXor | Self::SplitAdd => Some(KeyBitPlace { half, bit: low }),
            Self::ShiftedSplitAdd(by) => {
                bit.checked_sub(by).and_then(|bit| Self::SplitAdd.place(bit))
            }
            Self::Fold(WordFold::Sum(_)) => Some(KeyBitPlace { half: 0, bit: low }),
            Self::Fold(_) if half == 0 => Some(KeyBitPlace { half: 0, bit: low }),
            Self::Fold(WordFold::Right(by)) => {
                low.checked_sub(by).map(|bit| KeyBitPlace { half: 0, bit })
            }
            Self::Fold(WordFold::Left(by)) => {
                (low + by < 32).then_some(KeyBitPlace { half: 0, bit: low + by })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_where_the_product_shows_the_bit() {
        let hashes = [
            Hash::Multiply,
            Hash::SplitXor,
            Hash::SplitAdd,
            Hash::ShiftedSplitAdd(1),
            Hash::Fold(WordFold::Right(3)),
            Hash::Fold(WordFold::Left(5)),
        ];
        for hash in hashes {
            for bit in 0..64 {
                let product = |factor| hash.product(1 << bit, factor);
                match hash.place(bit) {
                    None => assert_eq!(product(u64::MAX), 0),
                    Some(place) => {
                        assert_eq!(product(1 << (32 * u64::from(place.half))), 1 << place.bit);
                    }
                }
            }
        }
    }
}
