//! PEXT and PDEP without these instructions, for many words under one mask: six moves by powers of two are worked out once for
//! the mask (Warren, "Hacker's Delight", section 7-4).

use super::Bitboard;

/// The moves that gather the bits of words at the places of a mask into the low bits.
#[derive(Clone, Copy, Debug)]
pub struct BitGather {
    mask: Bitboard,
    /// The bits that move down by 1, 2, 4, 8, 16 and 32 places, at their places before that move.
    moves: [Bitboard; 6],
}

impl BitGather {
    /// The moves for a mask.
    #[must_use]
    pub fn new(mask: Bitboard) -> Self {
        let mut moves = [0; 6];
        // The bits that are left, and for each of them whether an odd number of zeros lies below it, then whether half
        // that number is odd, and so on.
        let (mut left, mut zeros) = (mask, !mask << 1);
        for (power, moved) in moves.iter_mut().enumerate() {
            let mut odd = zeros;
            for by in 0..6 {
                odd ^= odd << (1 << by);
            }
            *moved = odd & left;
            left = left ^ *moved | *moved >> (1 << power);
            zeros &= !odd;
        }
        Self { mask, moves }
    }

    /// The bits of a word at the places of the mask, in the low bits.
    #[must_use]
    #[inline]
    pub fn gathered(&self, word: Bitboard) -> Bitboard {
        let mut word = word & self.mask;
        for (power, moved) in self.moves.iter().enumerate() {
            let moving = word & moved;
            word = word ^ moving | moving >> (1 << power);
        }
        word
    }

    /// The low bits of a word, at the places of the mask.
    #[must_use]
    #[inline]
    pub fn spread(&self, mut word: Bitboard) -> Bitboard {
        for (power, moved) in self.moves.iter().enumerate().rev() {
            word = word & !moved | word << (1 << power) & moved;
        }
        word & self.mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{compress, expand};

    #[test]
    fn moves_gather_and_spread_as_single_bits_do() {
        let mut word: u64 = 0x0123_4567_89ab_cdef;
        let mut next = || {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            word ^ word >> 29
        };
        let masks = [0, 1, u64::MAX, 1 << 63, 0x8100_0000_0000_0081, 0xaaaa_aaaa_aaaa_aaaa];
        let random = (0..500).map(|_| next() & next()).collect::<Vec<u64>>();
        for mask in masks.into_iter().chain(random) {
            let gather = BitGather::new(mask);
            for word in [0, u64::MAX, mask, next(), next()] {
                assert_eq!(gather.gathered(word), compress(word, mask), "{word:x} {mask:x}");
                assert_eq!(gather.spread(word), expand(word, mask), "{word:x} {mask:x}");
            }
        }
    }
}
