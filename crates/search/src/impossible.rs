//! Shows quickly, for some squares, that no factor exists with any number of index bits.
//!
//! If a key's bits lie at the top of its half, the product depends only on the low bits of the factor, and these can be
//! tried exhaustively. If all of them fail, the other bits need no search. Examples are a rook on bit 63 with
//! [`SplitAdd`](super::Hash::SplitAdd), and squares that a fold lays on one another.

use super::tester::Tester;
use super::{Hash, Magic};
use magicgen_board::{Bitboard, SquareProblem, bits, compress, subsets};

/// The number of low bits of each half of the factor that are tried.
const DEPTH: u8 = 10;

/// The most choices of bits that are tried before the question is left open.
const MOST: u32 = 1 << 18;

/// The relevant squares whose product depends only on the factor's lowest bits, one more bit at each level, with the
/// classes of their subsets.
struct LowBits {
    tester: Tester,
    classes: Vec<u16>,
    top: Bitboard,
}

/// True if there is certainly no factor; false leaves the question open.
pub(super) fn is_impossible(hash: Hash, square: SquareProblem, classes: &[u16]) -> bool {
    let last = hash.product_bits() - 1;
    let mut levels: Vec<LowBits> = (0..DEPTH)
        .map(|depth| {
            let reaches = |bit: &u8| hash.place(*bit).is_none_or(|place| place.bit + depth >= last);
            let top = bits(square.mask).filter(reaches).fold(0, |top, bit| top | 1 << bit);
            let mut tester = Tester::new();
            tester.load(top, depth + 1);
            let class = |subset| classes[compress(subset, square.mask) as usize];
            LowBits { tester, classes: subsets(top).map(class).collect(), top }
        })
        .collect();
    // Levels after the last one that adds a square can't fail, and are dropped.
    while let [.., before, last] = &levels[..]
        && before.top == last.top
    {
        levels.pop();
    }
    let halves: &[u64] = match hash {
        Hash::Multiply | Hash::Fold(_) => &[0, 1],
        _ => &[0, 1, 1 << 32, 1 << 32 | 1],
    };
    let mut left = MOST;
    !extends(hash, &mut levels, 0, halves, 0, &mut left)
}

/// True if the next bits can be chosen without a clash up to the last level, or if finding out would take too long.
fn extends(
    hash: Hash,
    levels: &mut [LowBits],
    depth: u8,
    halves: &[u64],
    factor: u64,
    left: &mut u32,
) -> bool {
    let Some((level, rest)) = levels.split_first_mut() else { return true };
    for half in halves {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        let factor = factor | half << depth;
        let magic = Magic::white(factor, hash.product_bits() - 1 - depth);
        if level.tester.clashes(hash, magic, depth + 1, &level.classes, 0) == 0
            && extends(hash, rest, depth + 1, halves, factor, left)
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every choice is counted, and when none is left the question stays open.
    #[test]
    fn choices_run_out() {
        let extends_with = |choices: u32| {
            // Two subsets of different classes, with and without the word's top bit: only odd factors tell them apart.
            let mut tester = Tester::new();
            tester.load(1 << 63, 1);
            let mut levels = [LowBits { tester, classes: vec![0, 1], top: 1 << 63 }];
            let mut left = choices;
            let extends = extends(Hash::Multiply, &mut levels, 0, &[0, 1], 0, &mut left);
            (extends, left)
        };
        assert_eq!(extends_with(0), (true, 0));
        assert_eq!(extends_with(1), (true, 0));
        assert_eq!(extends_with(5), (true, 3));
        let mut tester = Tester::new();
        tester.load(1 << 63, 1);
        // The same two subsets, but only even factors.
        let mut levels = [LowBits { tester, classes: vec![0, 1], top: 1 << 63 }];
        let mut left = 5;
        assert!(!extends(Hash::Multiply, &mut levels, 0, &[0, 2], 0, &mut left));
        assert_eq!(left, 3);
    }
}
