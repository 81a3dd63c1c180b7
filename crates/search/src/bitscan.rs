//! Factors and tables for bit scans, forward and reverse, of words of 8, 16, 32 and 64 bits.
//!
//! A single one bit times a de Bruijn factor is the factor shifted left, and the top bits of that product are different
//! for each place of the bit (Leiserson, Prokop, Randall, "Using de Bruijn Sequences to Index a 1 in a Computer Word",
//! 1998). The factor is found by trial and error in the order of Kannan ("Magic Move-Bitboard Generation in Computer
//! Chess", 2007, section 3.2), and is therefore the same as in that paper: 0x3A for 8 bits, 0x07EDD5E59A4E28C2 for 64.
//!
//! All products are truncated to the word's width. Words of 8 and 16 bits need this explicitly, since C promotes the
//! operands to `int`; listing 4 of the paper leaves it out.

/// A factor, a shift and a table for words of one width.
///
/// Forward, the bit index of the least significant one bit of an `x` unequal to 0:
///
/// ```text
/// table[((x & -x) * factor mod 2^width) >> shift]
/// ```
///
/// Reverse, the bit index of the most significant one bit: all bits below it are filled with ones, and then dropped
/// again by an exclusive or.
///
/// ```text
/// x |= x >> 1; x |= x >> 2; x |= x >> 4; ... up to half the width
/// x ^= x >> 1
/// table[(x * factor mod 2^width) >> shift]
/// ```
///
/// If the filled word were multiplied without that exclusive or, the reverse scan would need a factor and a table of
/// its own: under these factors two filled words share an index, in each of the four widths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitScan {
    /// Bits of the word: 8, 16, 32 or 64.
    pub width: u8,
    /// The factor.
    pub factor: u64,
    /// The right shift that leaves the index.
    pub shift: u8,
    /// The bit index for each index: `width` entries.
    pub table: Vec<u8>,
}

impl BitScan {
    /// The widths of word that have a bit scan.
    pub const WIDTHS: [u8; 4] = [8, 16, 32, 64];

    /// The index into the table for a word with a single one bit.
    #[must_use]
    pub const fn index(&self, isolated: u64) -> usize {
        let product = isolated.wrapping_mul(self.factor) & (u64::MAX >> (64 - self.width));
        (product >> self.shift) as usize
    }
}

/// Finds the bit scan for words of `width` bits; `None` for other widths than [`BitScan::WIDTHS`].
#[must_use]
pub fn bit_scan(width: u8) -> Option<BitScan> {
    if !BitScan::WIDTHS.contains(&width) {
        return None;
    }
    let (factor, _) = trial_and_error(width);
    let shift = width - width.trailing_zeros() as u8;
    let mut scan = BitScan { width, factor, shift, table: vec![0; usize::from(width)] };
    for bit in 0..width {
        let index = scan.index(1 << bit);
        scan.table[index] = bit;
    }
    Some(scan)
}

/// The factor, and the number of bits tried for it.
///
/// The search chooses bits from the least significant up and tries 0 before 1. Bit `b` completes the index of the key
/// `1 << (width - 1 - b)`. If another key has that index already, the search takes the bit back.
fn trial_and_error(width: u8) -> (u64, u32) {
    let shift = width - width.trailing_zeros() as u8;
    let word = u64::MAX >> (64 - width);
    // The index that each bit chosen so far has completed.
    let mut indices: Vec<u64> = Vec::new();
    let (mut factor, mut used, mut trials) = (0_u64, 0_u64, 0);
    let mut one = false;
    while indices.len() < usize::from(width) {
        let bit = indices.len();
        let tried = factor | u64::from(one) << bit;
        let index = (tried << (usize::from(width) - 1 - bit) & word) >> shift;
        trials += 1;
        if used >> index & 1 == 0 {
            (factor, used) = (tried, used | 1 << index);
            indices.push(index);
            one = false;
            continue;
        }
        // Back to the last zero. There is one, since a de Bruijn sequence may begin with any bits.
        while one && let Some(index) = indices.pop() {
            used ^= 1 << index;
            one = factor >> indices.len() & 1 != 0;
            factor &= !(1 << indices.len());
        }
        one = true;
    }
    (factor, trials)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn the_papers_order_of_trial_finds_the_papers_factors() {
        let factors = BitScan::WIDTHS.map(|width| bit_scan(width).unwrap().factor);
        assert_eq!(factors, [0x3a, 0x1eb2, 0x0fb5_ca62, 0x07ed_d5e5_9a4e_28c2]);
        // The paper's list of trials has as many rows.
        assert_eq!(trial_and_error(8), (0x3a, 18));
    }

    #[test]
    fn other_widths_have_none() {
        for width in (0..=u8::MAX).filter(|width| !BitScan::WIDTHS.contains(width)) {
            assert_eq!(bit_scan(width), None);
        }
    }

    /// Compares both lookups, as a program does them, with a loop over the bits.
    fn holds(scan: &BitScan, word: u64) {
        let bits = scan.width;
        let mask = u64::MAX >> (64 - bits);
        let look =
            |x: u64| scan.table[((x.wrapping_mul(scan.factor) & mask) >> scan.shift) as usize];
        let lowest = (0..bits).find(|bit| word >> bit & 1 != 0).unwrap();
        let highest = (0..bits).rev().find(|bit| word >> bit & 1 != 0).unwrap();
        assert_eq!(look(word & word.wrapping_neg()), lowest, "{word:#x}");
        let mut smeared = word;
        let mut by = 1;
        while by < bits {
            smeared |= smeared >> by;
            by *= 2;
        }
        assert_eq!(look(smeared ^ smeared >> 1), highest, "{word:#x}");
    }

    #[test]
    fn all_words_of_8_and_16_bits_are_scanned() {
        for width in [8, 16] {
            let scan = bit_scan(width).unwrap();
            (1..1_u64 << width).for_each(|word| holds(&scan, word));
        }
    }

    #[test]
    fn single_bits_and_random_words_of_32_and_64_bits_are_scanned() {
        let mut stream = Stream::new(0, "bit scan", 0, 0);
        for width in [32, 64] {
            let scan = bit_scan(width).unwrap();
            (0..width).for_each(|bit| holds(&scan, 1 << bit));
            for _ in 0..100_000 {
                let word = stream.word() >> (64 - width);
                holds(&scan, (word >> stream.below(u32::from(width))).max(1));
                holds(&scan, word << stream.below(u32::from(width)) & u64::MAX >> (64 - width) | 1);
                holds(&scan, 1 << (width - 1) | word);
            }
        }
    }

    #[test]
    fn a_smeared_word_would_need_another_factor() {
        for width in BitScan::WIDTHS {
            let scan = bit_scan(width).unwrap();
            let mut indices: Vec<usize> =
                (0..width).map(|bit| scan.index(u64::MAX >> (63 - bit))).collect();
            indices.sort_unstable();
            indices.dedup();
            assert_eq!(indices.len(), usize::from(width) - 1);
        }
    }
}
