//! Tests whether a candidate keeps a square's attack sets apart: the inner loop of every search.
//!
//! A factor that passes here still has to be proved by [`prove`](super::prove), which shares no code with this file.

use super::{Hash, Magic, WordFold};
use magicgen_board::Bitboard;

/// Subsets are visited in steps of this number, modulo their count; as it is odd, each subset is visited once.
/// Neighbouring subsets share their high bits and subsets far apart don't, so that a bad candidate shows itself in half
/// as many visits as in order.
const STRIDE: usize = 0x421;

/// Working tables, kept from candidate to candidate and from square to square.
pub(super) struct Tester {
    /// For each index, the number of the attempt in the high half and the class of attack set in the low half. One load
    /// and one comparison tell an empty entry, a constructive collision and a destructive collision apart, and no
    /// attempt has to clear the table (Costalba, Stockfish 2015, who keeps the attempt in a table of its own).
    seen: Vec<u32>,
    /// The number of the present attempt, which fits 16 bits.
    attempt: u32,
    /// The squares of each subset.
    keys: Vec<Bitboard>,
    /// Subsets visited so far, over all attempts.
    pub(super) visits: u64,
}

impl Tester {
    pub(super) fn new() -> Self {
        Self { seen: Vec::new(), attempt: 0, keys: Vec::new(), visits: 0 }
    }

    /// Loads the subsets of `mask`, and makes room for indices of `bits` bits.
    pub(super) fn load(&mut self, mask: Bitboard, bits: u8) {
        self.keys.clear();
        self.keys.reserve(1 << mask.count_ones());
        self.keys.push(0);
        let mut left = mask;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            let done = self.keys.len();
            self.keys.extend_from_within(..);
            self.keys[done..].iter_mut().for_each(|key| *key |= bit);
            left ^= bit;
        }
        if self.seen.len() < 1 << bits {
            self.seen.resize(1 << bits, 0);
        }
    }

    /// Counts the subsets whose index is taken by a subset of another class, up to one more than `limit`.
    /// `classes` has the class of each subset of the mask that was loaded last.
    pub(super) fn clashes(
        &mut self,
        hash: Hash,
        magic: Magic,
        bits: u8,
        classes: &[u16],
        limit: u32,
    ) -> u32 {
        // One copy of the loop for each arithmetic, so that the loop doesn't test which one it is.
        macro_rules! run {
            ($hash:expr) => {
                self.run(bits, classes, limit, 0, |key| $hash.index(key, magic))
            };
        }
        match hash {
            Hash::Multiply => run!(Hash::Multiply),
            Hash::SplitXor => run!(Hash::SplitXor),
            Hash::SplitAdd => run!(Hash::SplitAdd),
            Hash::ShiftedSplitAdd(by) => run!(Hash::ShiftedSplitAdd(by)),
            Hash::Pext => 0,
            Hash::Preshifted => run!(Hash::Preshifted),
            Hash::Fold(WordFold::Right(by)) => run!(Hash::Fold(WordFold::Right(by))),
            Hash::Fold(WordFold::Left(by)) => run!(Hash::Fold(WordFold::Left(by))),
            Hash::Fold(WordFold::Sum(by)) => run!(Hash::Fold(WordFold::Sum(by))),
        }
    }

    /// As [`Self::clashes`] with [`Hash::Multiply`], for the subsets alone that have none of the mask's `low` lowest
    /// squares. The products of these subsets don't depend on the factor's highest bits.
    pub(super) fn clashes_above(
        &mut self,
        low: u8,
        magic: Magic,
        bits: u8,
        classes: &[u16],
        limit: u32,
    ) -> u32 {
        self.run(bits, classes, limit, low, |key| Hash::Multiply.index(key, magic))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call for each subset costs more than the test")]
    fn run(
        &mut self,
        bits: u8,
        classes: &[u16],
        limit: u32,
        low: u8,
        index: impl Fn(Bitboard) -> usize,
    ) -> u32 {
        self.attempt += 1;
        if self.attempt > u32::from(u16::MAX) {
            self.seen.fill(0);
            self.attempt = 1;
        }
        let attempt = self.attempt << 16;
        let seen = &mut self.seen[..1 << bits];
        let last_index = seen.len() - 1;
        let keys = &self.keys[..];
        let classes = &classes[..keys.len()];
        let last = keys.len() - 1;
        let mut subset = 0;
        let mut clashes = 0;
        let count = keys.len() >> low;
        let mut visited = 0;
        while visited < count {
            visited += 1;
            // The shift has left no more bits than the mask has; the mask lets the compiler drop its bounds check.
            let entry = &mut seen[index(keys[subset & last]) & last_index];
            let class = attempt | u32::from(classes[subset & last]);
            if *entry < attempt {
                *entry = class;
            } else if *entry != class {
                clashes += 1;
                if clashes > limit {
                    break;
                }
            }
            subset = subset.wrapping_add(STRIDE << low);
        }
        self.visits += visited as u64;
        clashes
    }
}
