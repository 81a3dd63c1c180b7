//! Decides most candidates by the products of single squares, without visiting subsets.
//!
//! Let `v` be the parts of these products inside the index window, and let their parts below the window add up to less
//! than the window's lowest bit, so that no carry enters. Then the index of a subset is the sum of its squares' `v`. If
//! the lowest set bits of all `v` are inside the window and pairwise different, all subsets have different indices: at
//! the lowest bit in which two subsets' squares differ, their sums differ.
//!
//! If the window has as many bits as the mask has squares, the converse holds as well. Each index occurs once only if
//! the product of `1 + x^v` over all squares is zero at each root of unity of order 2^k but 1, and a factor is zero there
//! only if the lowest set bit of its `v` is bit k - 1. Otherwise two subsets have one index, and so
//! have these subsets without their common squares. Subsets that have no square in common have different attack sets,
//! since the nearest blocker of one of them on some ray isn't in the other.
//!
//! With a carry the index of a subset is still that of the sum of its squares' products. So two subsets without a common
//! square that have one index are looked for among sums of few products.
//!
//! Where the products of two halves are joined by exclusive or, the first statement holds if no carry enters the window of
//! either half. The results of two subsets in one half then differ lowest at the lowest bit of a square's `v`. No square
//! of the other half has that lowest bit, so the exclusive or differs, too.
//!
//! The other candidates are decided by visiting subsets.

use super::candidate::Designer;
use super::stream::Stream;
use super::{Hash, Magic};
use magicgen_board::{Bitboard, MOST_RELEVANT, SquareProblem, Views, bits};

/// Subsets are visited in steps of this number, modulo their count; as it is odd, each subset is visited once. Of
/// fifteen such numbers this one found clashes soonest.
const STRIDE: usize = 0x935;

/// Working tables, kept from square to square.
pub(super) struct Singles {
    hash: Hash,
    /// The class of each subset of the square's mask, once one is visited.
    classes: Vec<u16>,
    /// For each index, the number of the attempt in the high half and a class in the low half, as in the tester's.
    seen: Vec<u32>,
    attempt: u32,
}

/// What the products of single squares tell of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// No two subsets have one index.
    Apart,
    /// Two subsets with different attack sets have one index.
    Clash,
    /// Only a visit of subsets can tell.
    Open,
}

impl Singles {
    /// `None` for arithmetic whose results for several squares don't follow from those for single ones.
    pub(super) const fn new(hash: Hash) -> Option<Self> {
        match hash {
            Hash::Multiply | Hash::SplitXor | Hash::SplitAdd => {
                Some(Self { hash, classes: Vec::new(), seen: Vec::new(), attempt: 0 })
            }
            _ => None,
        }
    }

    /// The first designed candidate of `stream` that works, within `most` candidates, and their number.
    pub(super) fn first(
        &mut self,
        square: &SquareProblem,
        views: &Views,
        stream: &mut Stream,
        index_bits: u8,
        most: u64,
    ) -> Option<(u64, u64)> {
        let mut designer = Designer::new(self.hash, square.mask, index_bits);
        self.classes.clear();
        for tried in 1..=most {
            let factor = designer.next(stream);
            let is_found = match self.verdict(square, factor, index_bits) {
                Verdict::Apart => true,
                Verdict::Clash => false,
                Verdict::Open => self.visit(square.mask, views, factor, index_bits),
            };
            if is_found {
                return Some((factor, tried));
            }
        }
        None
    }

    fn verdict(&self, square: &SquareProblem, factor: u64, index_bits: u8) -> Verdict {
        let shift = self.hash.shift(index_bits);
        let below = (1_u64 << shift) - 1;
        let mut products = [0; MOST_RELEVANT as usize];
        // The sums of the parts below the window, and the lowest set bits inside it.
        let (mut sums, mut lowest) = ([0_u64; 2], 0_u64);
        for (product, bit) in products.iter_mut().zip(bits(square.mask)) {
            let half;
            (half, *product) = match self.hash {
                Hash::Multiply => (0, factor << bit),
                hash => {
                    let half = usize::from(bit > 31);
                    let product = ((factor >> (32 * half)) as u32) << (bit % 32);
                    (if hash == Hash::SplitXor { half } else { 0 }, u64::from(product))
                }
            };
            sums[half] += *product & below;
            let inside = *product >> shift;
            lowest ^= inside & inside.wrapping_neg();
        }
        // As many bits as squares remain only where all are different.
        let are_apart = lowest.count_ones() == square.mask.count_ones();
        let has_carry = sums[0] > below || sums[1] > below;
        if are_apart && !has_carry {
            return Verdict::Apart;
        }
        let products = &products[..usize::from(square.bits())];
        let is_clash = self.hash != Hash::SplitXor
            && ((!has_carry && index_bits == square.bits())
                || Meeting::is_found(products, shift, self.hash.product_bits() - shift));
        if is_clash { Verdict::Clash } else { Verdict::Open }
    }

    /// True if no two subsets with different attack sets have one index. Unlike the tester's loop, this one needs no list
    /// of a mask's subsets, which takes longer to make than most candidates to refute.
    fn visit(&mut self, mask: Bitboard, views: &Views, factor: u64, index_bits: u8) -> bool {
        if self.classes.is_empty() {
            views.append_classes(&mut self.classes);
        }
        if self.seen.len() < 1 << index_bits {
            self.seen.resize(1 << index_bits, 0);
        }
        self.attempt += 1;
        if self.attempt > u32::from(u16::MAX) {
            self.seen.fill(0);
            self.attempt = 1;
        }
        match self.hash {
            Hash::Multiply => self.visit_by(Hash::Multiply, mask, factor, index_bits),
            Hash::SplitXor => self.visit_by(Hash::SplitXor, mask, factor, index_bits),
            hash => self.visit_by(hash, mask, factor, index_bits),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a copy of the loop for each arithmetic")]
    fn visit_by(&mut self, hash: Hash, mask: Bitboard, factor: u64, index_bits: u8) -> bool {
        let magic = Magic::white(factor, hash.shift(index_bits));
        let attempt = self.attempt << 16;
        let seen = &mut self.seen[..1 << index_bits];
        let last_index = seen.len() - 1;
        let last = self.classes.len() - 1;
        // A step of the subset's number is an addition that only has carries between the mask's bits.
        let step = bits(mask).enumerate().filter(|(at, _)| STRIDE >> at & 1 != 0);
        let step = step.fold(0, |step, (_, bit)| step | 1_u64 << bit);
        let (mut number, mut subset) = (0_usize, 0_u64);
        for _ in 0..=last {
            let entry = &mut seen[hash.index(subset, magic) & last_index];
            let class = attempt | u32::from(self.classes[number & last]);
            if *entry < attempt {
                *entry = class;
            } else if *entry != class {
                return false;
            }
            number = number.wrapping_add(STRIDE);
            subset = (subset | !mask).wrapping_add(step) & mask;
        }
        true
    }
}

/// Looks for two subsets without a common square that have one index. It begins with two squares whose products have the
/// same lowest bit inside the window, and adds the square that takes away the lowest bit in which the indices differ.
struct Meeting<'p> {
    products: &'p [u64],
    shift: u8,
    index_mask: u64,
    /// The square whose product has this lowest bit inside the window.
    by_lowest: [Option<usize>; 32],
}

/// The most squares that are added for a pair. More find hardly anything.
const MOST_ADDED: u32 = 8;

impl<'p> Meeting<'p> {
    fn is_found(products: &'p [u64], shift: u8, index_bits: u8) -> bool {
        let index_mask = (1 << index_bits) - 1;
        let mut meeting = Meeting { products, shift, index_mask, by_lowest: [None; 32] };
        let mut pairs = [(0, 0); MOST_RELEVANT as usize];
        let mut count = 0;
        for (at, product) in products.iter().enumerate() {
            let index = meeting.index(*product);
            if index == 0 {
                return true;
            }
            match &mut meeting.by_lowest[index.trailing_zeros() as usize] {
                Some(other) => {
                    pairs[count] = (*other, at);
                    count += 1;
                }
                free => *free = Some(at),
            }
        }
        pairs[..count].iter().any(|(one, other)| meeting.begins(*one, *other))
    }

    const fn index(&self, product: u64) -> u64 {
        product >> self.shift & self.index_mask
    }

    /// Two squares with one lowest bit are in different subsets, or in the same.
    fn begins(&self, one: usize, other: usize) -> bool {
        let used = 1 << one | 1 << other;
        let [one, other] = [one, other].map(|at| self.products[at]);
        let mut left = MOST_ADDED;
        self.extends([one, other], used, &mut left)
            || self.extends([one.wrapping_add(other), 0], used, &mut left)
    }

    /// True if squares that aren't used yet make the two sums have one index.
    fn extends(&self, [one, other]: [u64; 2], used: u32, left: &mut u32) -> bool {
        let difference = self.index(one).wrapping_sub(self.index(other)) & self.index_mask;
        if difference == 0 {
            return true;
        }
        let next = self.by_lowest[difference.trailing_zeros() as usize];
        let Some(next) = next.filter(|next| used >> next & 1 == 0 && *left > 0) else {
            return false;
        };
        *left -= 1;
        let (used, product) = (used | 1 << next, self.products[next]);
        self.extends([one, other.wrapping_add(product)], used, left)
            || self.extends([one.wrapping_add(product), other], used, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::search;
    use crate::tester::Tester;
    use crate::{Effort, Method};
    use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};

    const METHODS: [Method; 4] =
        [Method::FANCY, Method::PLAIN, Method::SPLIT_XOR, Method::SPLIT_ADD];

    fn chess() -> [(Problem, Problem); 2] {
        let mapping = Mapping::chess(Standard::ALL[0]);
        [Piece::rook(), Piece::bishop()].map(|piece| {
            let walk = Walk::new(&piece, &mapping);
            let masks = Problem::without_subsets(&walk, mapping.squares());
            (Problem::new(&walk, mapping.squares()).unwrap(), masks)
        })
    }

    /// The factors, the shifts and the number of candidates of a search that visits subsets for every candidate, and of
    /// the usual one. The latter finds the same if it has nothing but masks.
    #[test]
    fn a_hundred_seeds_find_what_visits_of_all_candidates_find() {
        for (problem, masks) in &chess() {
            for method in METHODS {
                // The rook on bit 63 has no factor whose split products are added.
                let is_hopeless = method == Method::SPLIT_ADD && problem.squares()[0].bits() > 9;
                for seed in if is_hopeless { 0..1 } else { 0..100 } {
                    let effort = Effort { seed, ..Effort::default() };
                    let found = search(problem, method, &effort, true);
                    assert_eq!(found, search(problem, method, &effort, false), "{method} {seed}");
                    if seed < 10 && !is_hopeless {
                        assert_eq!(found, search(masks, method, &effort, true), "{method} {seed}");
                    }
                }
            }
        }
    }

    /// Small efforts end in every round, and some squares need more index bits than they have relevant squares.
    #[test]
    #[ignore = "slow"]
    fn unusual_boards_and_small_efforts_find_the_same() {
        for (name, problem) in crate::bounds::problems() {
            for method in [Method::FANCY, Method::PLAIN, Method::SPLIT_XOR] {
                for (seed, candidates) in [(0, 1), (1, 9), (2, 200), (3, 5_000), (4, 40_000)] {
                    let effort = Effort { seed, candidates, ..Effort::default() };
                    let found = search(&problem, method, &effort, true);
                    let expected = search(&problem, method, &effort, false);
                    assert_eq!(found, expected, "{name} {method} {candidates}");
                }
            }
        }
    }

    /// Of each square's first designs, those that a verdict decides, and how.
    #[test]
    fn verdicts_are_those_of_visits() {
        let mut decided = [0; 3];
        for (problem, _) in &chess() {
            for hash in [Hash::Multiply, Hash::SplitXor, Hash::SplitAdd] {
                let mut singles = Singles::new(hash).unwrap();
                for (square, more) in problem.squares().iter().flat_map(|one| [(one, 0), (one, 1)])
                {
                    let bits = square.bits() + more;
                    let mut stream = Stream::new(1, "verdicts", square.bit, square.mask);
                    let mut designer = Designer::new(hash, square.mask, bits);
                    let mut tester = Tester::new();
                    tester.load(square.mask, bits);
                    singles.classes.clear();
                    for _ in 0..40 {
                        let factor = designer.next(&mut stream);
                        let magic = Magic::white(factor, hash.shift(bits));
                        let classes = problem.classes(*square);
                        let is_good = tester.clashes(hash, magic, bits, classes, 0) == 0;
                        let verdict = singles.verdict(square, factor, bits);
                        let expected = if is_good { Verdict::Apart } else { Verdict::Clash };
                        assert!(verdict == expected || verdict == Verdict::Open, "{square:?}");
                        decided[verdict as usize] += 1;
                        let views = problem.views(*square).unwrap();
                        let visited = singles.visit(square.mask, views, factor, bits);
                        assert_eq!(visited, is_good);
                    }
                }
            }
        }
        assert!(decided.iter().all(|count| *count > 1000), "{decided:?}");
    }
}
