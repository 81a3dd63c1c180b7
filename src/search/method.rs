//! What is searched for.

use super::Hash;

/// How many index bits a square gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// As many as it has relevant squares.
    Own,
    /// As many as the square of the piece that has most.
    Equal,
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Method {
    /// The arithmetic.
    pub hash: Hash,
    /// Index bits.
    pub width: Width,
}

/// STUB until the search branch lands.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What was searched.
    pub method: Method,
    /// By bit.
    pub magics: Vec<(u8, super::Magic)>,
}
impl Solution {
    /// Length of an index range.
    #[must_use]
    pub fn range(&self, magic: super::Magic) -> usize {
        if magic.factor == 0 { 1 } else { 1 << (self.method.hash.product_bits() - magic.shift) }
    }
    /// of a square.
    #[must_use]
    pub fn magic(&self, bit: u8) -> Option<super::Magic> {
        self.magics.iter().find(|(b, _)| *b == bit).map(|(_, m)| *m)
    }
}

/// STUB: sparse random numbers.
#[must_use]
pub fn solve_slowly(problem: &crate::geometry::Problem, method: Method) -> Solution {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let most = problem.squares().iter().map(|square| square.bits()).max().unwrap_or(0);
    let magics = problem.squares().iter().map(|square| {
        let bits = if method.width == Width::Own { square.bits() } else { most };
        let shift = method.hash.shift(bits);
        if square.mask == 0 {
            return (square.bit, super::Magic { factor: 0, shift });
        }
        let occupied: Vec<u64> = crate::geometry::subsets(square.mask).collect();
        let attacks = problem.attacks(*square);
        let mut used = vec![(0_u32, 0_u64); 1 << bits];
        for epoch in 1.. {
            let magic = super::Magic { factor: next() & next() & next(), shift };
            let ok = occupied.iter().zip(attacks).all(|(occupied, attacks)| {
                let slot = &mut used[method.hash.index(*occupied, magic)];
                if slot.0 == epoch {
                    slot.1 == *attacks
                } else {
                    *slot = (epoch, *attacks);
                    true
                }
            });
            if ok {
                return (square.bit, magic);
            }
        }
        unreachable!()
    });
    Solution { method, magics: magics.collect() }
}
