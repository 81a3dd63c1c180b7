//! Searches a few factors that together serve all squares of a problem, each of them several squares.
//!
//! The key may be shifted right before the multiplication, by a number of bits that each square chooses. The shifted
//! masks of squares on one rank then differ only where the board's edges cut them off. In this way eight factors serve
//! all bishops of the chess board (Correlationmagic in Gigantua's `Chess_Movegen`, with one shift of the product for
//! all squares). If each square also has its own shift of the product, the shift of the key moves the index window over
//! the product.
//!
//! A search starts from a factor that serves one square and changes a few bits at a time. It keeps a change if the
//! factor serves no fewer squares. Factors are taken greedily until all squares are served.

use std::fmt;

use super::candidate::Designer;
use super::stream::Stream;
use super::{Hash, Magic, Method, NotFound, Solution, Width};
use crate::watch::{Budget, Watch};
use magicgen_board::{Bitboard, Problem, SquareProblem, subsets};

/// How much work a search may do, and the seed of its random numbers. The default takes less than a minute for the
/// rook on the chess board. With 32 climbs of 8,000 steps, one factor serves all bishops of the chess board if all
/// squares have one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedEffort {
    /// Another seed means other factors.
    pub seed: u64,
    /// Climbs for each factor.
    pub climbs: u32,
    /// Steps of each climb.
    pub steps: u32,
}

impl Default for SharedEffort {
    fn default() -> Self {
        Self { seed: 0, climbs: 6, steps: 1_500 }
    }
}

/// Factors, and how each square uses one: `((occ & mask) >> before) * factors[id] >> shift`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFactors {
    /// The different factors.
    pub factors: Vec<u64>,
    /// The position in `factors` of the factor for each bit index; 0 where there is no square.
    pub id: Vec<u8>,
    /// The right shift of the masked occupancy for each bit index, at most to the lowest relevant bit.
    pub before: Vec<u8>,
    /// The right shift of the product for each bit index. All are equal under [`Width::Equal`].
    pub shift: Vec<u8>,
}

/// The error for two occupancies of a square that have different attack sets but one index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedClash {
    /// The slider's bit index.
    pub bit: u8,
    /// The index of both occupancies.
    pub index: usize,
}

impl fmt::Display for SharedClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at bit {} different attack sets have the same index, {}", self.bit, self.index)
    }
}

impl std::error::Error for SharedClash {}

impl SharedFactors {
    /// The index of a slider at `bit`. `key` is the masked occupancy.
    #[must_use]
    pub fn index(&self, bit: u8, key: Bitboard) -> usize {
        let bit = usize::from(bit);
        let factor = self.factors[usize::from(self.id[bit])];
        ((key >> self.before[bit]).wrapping_mul(factor) >> self.shift[bit]) as usize
    }

    /// The same factors as a [`Solution`], which has the factor of each square.
    #[must_use]
    pub fn solution(&self, problem: &Problem, method: Method) -> Solution {
        let magic = |bit: u8| {
            let at = usize::from(bit);
            let factor = self.factors[usize::from(self.id[at])];
            Magic { before: self.before[at], ..Magic::white(factor, self.shift[at]) }
        };
        let magics = problem.squares().iter().map(|square| (square.bit, magic(square.bit)));
        Solution { method, magics: magics.collect(), candidates: 0 }
    }

    /// Checks the index of every subset of every mask.
    pub fn prove(&self, problem: &Problem) -> Result<(), SharedClash> {
        for square in problem.squares() {
            let mut slots: Vec<Option<Bitboard>> = Vec::new();
            for (occupied, attacks) in subsets(square.mask).zip(problem.attacks(*square)) {
                let index = self.index(square.bit, occupied);
                if slots.len() <= index {
                    slots.resize(index + 1, None);
                }
                if *slots[index].get_or_insert(*attacks) != *attacks {
                    return Err(SharedClash { bit: square.bit, index });
                }
            }
        }
        Ok(())
    }
}

/// Searches as few factors as possible for all squares of `problem`.
///
/// The result depends on the arguments alone. A square for which no factor is found gets up to two more index bits
/// under [`Width::Own`]; under [`Width::Equal`], or where more bits don't help, the search fails.
pub fn share_factors(
    problem: &Problem,
    width: Width,
    effort: &SharedEffort,
) -> Result<SharedFactors, NotFound> {
    let watch = Watch::default();
    share_factors_within(problem, width, effort, &mut Budget::new(&watch, 0, u64::MAX, u64::MAX))
}

/// As [`share_factors`], within a budget. Once it is used up, factors are taken as first found, without further climbs.
pub fn share_factors_within(
    problem: &Problem,
    width: Width,
    effort: &SharedEffort,
    budget: &mut Budget,
) -> Result<SharedFactors, NotFound> {
    let method = Method::usual(Hash::Multiply, width);
    let bits = method.bits(problem);
    let indices = usize::from(problem.indices);
    let mut found = SharedFactors {
        factors: Vec::new(),
        id: vec![0; indices],
        before: vec![0; indices],
        shift: vec![Hash::Multiply.shift(0); indices],
    };
    let squares: Vec<SquareSubsets> = problem
        .squares()
        .iter()
        .map(|square| SquareSubsets {
            square: *square,
            bits: bits(square),
            keys: subsets(square.mask).collect(),
            classes: problem.classes(*square),
        })
        .collect();
    let mut left: Vec<usize> = (0..squares.len()).collect();
    // The square with most relevant squares comes first: each search for a factor starts with the first square left.
    left.sort_by_key(|at| std::cmp::Reverse(squares[*at].square.bits()));
    let most = squares.iter().map(|keys| keys.bits).max().unwrap_or(0);
    let mut search = SharedFactorSearch {
        squares,
        stream: Stream::new(effort.seed, "shared factor", 0, 0),
        seen: vec![0; 1 << most],
        attempt: 0,
        budget,
    };
    while let Some(lead) = left.first().copied() {
        let mut best: Option<(u64, Vec<Option<u8>>)> = None;
        for climb in 0..effort.climbs.max(1) {
            if climb > 0 && !search.budget.has_more() {
                break;
            }
            let Some(next) = search.climb(lead, &left, effort.steps) else { continue };
            if best.as_ref().is_none_or(|best| count(&next.1) > count(&best.1)) {
                best = Some(next);
            }
        }
        let Some((factor, served)) = best else {
            let lead = &mut search.squares[lead];
            if width == Width::Equal || lead.bits == bits(&lead.square) + method.more_bits() {
                let candidates = search.budget.tried;
                return Err(NotFound { method, bit: lead.square.bit, candidates });
            }
            lead.bits += 1;
            let most = search.seen.len().max(1 << lead.bits);
            search.seen.resize(most, 0);
            continue;
        };
        for (at, before) in left.iter().zip(&served) {
            if let Some(before) = before {
                let square = &search.squares[*at];
                let bit = usize::from(square.square.bit);
                found.id[bit] = found.factors.len() as u8;
                found.before[bit] = *before;
                found.shift[bit] = Hash::Multiply.shift(square.bits);
            }
        }
        found.factors.push(factor);
        let mut served = served.into_iter();
        left.retain(|_| served.next().flatten().is_none());
    }
    Ok(found)
}

/// The most designed candidates that are tried for the factor that a climb begins with.
const TRIES: u64 = 1 << 16;

/// The most visits of these candidates.
const VISITS: u64 = 1 << 22;

/// The number of squares that are served.
fn count(served: &[Option<u8>]) -> usize {
    served.iter().flatten().count()
}

/// A square with all its subsets.
struct SquareSubsets<'a> {
    square: SquareProblem,
    bits: u8,
    keys: Vec<Bitboard>,
    classes: &'a [u16],
}

struct SharedFactorSearch<'a, 'w> {
    squares: Vec<SquareSubsets<'a>>,
    stream: Stream,
    /// For each index, the number of the attempt above the class of attack set, as in the tester.
    seen: Vec<u64>,
    attempt: u64,
    budget: &'a mut Budget<'w>,
}

impl SharedFactorSearch<'_, '_> {
    /// Whether a factor keeps a square's attack sets apart, with the key shifted right by `before`.
    fn serves(&mut self, at: usize, factor: u64, before: u8) -> bool {
        self.attempt += 1;
        let attempt = self.attempt << 16;
        let SquareSubsets { keys, classes, bits, .. } = &self.squares[at];
        let shift = Hash::Multiply.shift(*bits);
        if *bits == 0 {
            return true;
        }
        let mut subset = 0;
        let mut visited = 0;
        let mut serves = true;
        while visited < keys.len() && serves {
            visited += 1;
            let now = subset % keys.len();
            subset += 0x421;
            let index = ((keys[now] >> before).wrapping_mul(factor) >> shift) as usize;
            let class = attempt | u64::from(classes[now]);
            let entry = &mut self.seen[index];
            if *entry < attempt {
                *entry = class;
            } else {
                serves = *entry == class;
            }
        }
        self.budget.work(visited as u64);
        serves
    }

    /// For each square of `left`, a shift of the key with which the factor serves it. The shift in `before` is tried
    /// first.
    fn served(&mut self, factor: u64, left: &[usize], before: &[Option<u8>]) -> Vec<Option<u8>> {
        let mut served = Vec::with_capacity(left.len());
        for (place, at) in left.iter().enumerate() {
            let known = before.get(place).copied().flatten();
            let most = self.squares[*at].square.mask.trailing_zeros() % u64::BITS;
            let others = (0..=most as u8).filter(|shift| Some(*shift) != known);
            served.push(
                known.into_iter().chain(others).find(|shift| self.serves(*at, factor, *shift)),
            );
        }
        served
    }

    /// Climbs to a factor that serves the square `lead` and as many others of `left` as it finds. Returns the factor,
    /// with the shift of the key for each square that it serves.
    fn climb(&mut self, lead: usize, left: &[usize], steps: u32) -> Option<(u64, Vec<Option<u8>>)> {
        let SquareSubsets { square, bits, .. } = &self.squares[lead];
        let most = square.mask.trailing_zeros() % u64::BITS;
        let shift = self.stream.pick(most as usize + 1) as u8;
        let mut designer = Designer::new(Hash::Multiply, square.mask >> shift, *bits);
        let mut factor = None;
        let last = self.budget.visits.saturating_add(VISITS);
        self.budget.bit = self.squares[lead].square.bit;
        for _ in 0..TRIES {
            if self.budget.visits > last || self.budget.is_stopped() {
                break;
            }
            self.budget.tried += 1;
            let next = designer.next(&mut self.stream);
            if self.serves(lead, next, shift) {
                factor = Some(next);
                break;
            }
        }
        let mut factor = factor?;
        let mut served = self.served(factor, left, &[]);
        for _ in 0..steps {
            if !self.budget.take() {
                break;
            }
            let mut next = factor;
            for _ in 0..=self.stream.below(3) {
                next ^= 1 << self.stream.below(u64::BITS);
            }
            // Most steps lose squares that were served. A step that loses two would have to gain two others, which is
            // rare, so it is dropped at once.
            let mut lost = 0;
            for (place, at) in left.iter().enumerate() {
                if let Some(shift) = served[place]
                    && !self.serves(*at, next, shift)
                {
                    lost += 1;
                    if lost > 1 {
                        break;
                    }
                }
            }
            if lost > 1 {
                continue;
            }
            let count_now = self.served(next, left, &served);
            if count_now.first().is_some_and(Option::is_some) && count(&count_now) >= count(&served)
            {
                (factor, served) = (next, count_now);
            }
        }
        Some((factor, served))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_board::{Board, Mapping, Order, Piece, Standard, Walk};

    fn on(piece: &Piece, mapping: &Mapping) -> Problem {
        Problem::new(&Walk::new(piece, mapping), mapping.squares()).unwrap()
    }

    /// Checks the factors independently of `prove`, with the lookup written out and attack sets compared by index.
    fn check(problem: &Problem, shared: &SharedFactors) {
        for square in problem.squares() {
            let bit = usize::from(square.bit);
            assert!(
                square.mask == 0 || u32::from(shared.before[bit]) <= square.mask.trailing_zeros()
            );
            let mut slots = std::collections::BTreeMap::new();
            for occupied in subsets(square.mask) {
                let factor = shared.factors[usize::from(shared.id[bit])];
                let product = (occupied >> shared.before[bit]).wrapping_mul(factor);
                let attacks = problem.attacks_under(*square, occupied);
                let there = slots.entry(product >> shared.shift[bit]).or_insert(attacks);
                assert_eq!(*there, attacks);
            }
        }
    }

    #[test]
    fn bishops_share_factors() {
        let bishop = on(&Piece::bishop(), &Mapping::chess(Standard::ALL[0]));
        let effort = SharedEffort { climbs: 1, steps: 200, ..SharedEffort::default() };
        for width in [Width::Own, Width::Equal] {
            let shared = share_factors(&bishop, width, &effort).unwrap();
            assert_eq!(shared.prove(&bishop), Ok(()));
            check(&bishop, &shared);
            assert!(shared.factors.len() < 32, "{}", shared.factors.len());
            assert_eq!(share_factors(&bishop, width, &effort), Ok(shared.clone()));
            let mut wrong = shared;
            wrong.factors[0] ^= 1 << 20;
            assert!(wrong.prove(&bishop).is_err());
        }
    }

    #[test]
    fn odd_boards_share_factors() {
        for (width, height) in [(5, 5), (7, 4), (9, 1), (1, 1)] {
            let order = Order::Standard { standard: Standard::ALL[0], stride: width };
            let mapping = Mapping::new(Board::new(width, height).unwrap(), order).unwrap();
            let rook = on(&Piece::rook(), &mapping);
            let effort = SharedEffort { climbs: 1, steps: 50, ..SharedEffort::default() };
            let shared = share_factors(&rook, Width::Own, &effort).unwrap();
            assert_eq!(shared.prove(&rook), Ok(()));
            check(&rook, &shared);
        }
    }
}
