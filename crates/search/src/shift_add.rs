//! Searches factors for a multiplication by shifts and additions: each factor is a sum of few powers of two, less one.
//!
//! Lookups without a multiplication are by Daniel Infuehr (Gigantua's "spectral" magics, 2022). The powers differ by
//! square and their number doesn't, so that one program serves all squares of a piece. The search tries all these
//! factors, fewest terms first, so that a factor it finds has the fewest terms possible.

use super::{Effort, Magic, Method, NotFound, Solution, Width};
use crate::watch::Budget;
use magicgen_board::{Bitboard, Problem, SquareProblem, bits, subsets};

/// The most powers that are added up. One more is subtracted.
pub const MOST_ADDED: u8 = 4;

/// A square gets `1 / PART` of all visits for each number of index bits.
const PART: u64 = 12;

/// The visits that a square gets however small the effort: twice as many as any square of the chess board needs.
const LEAST: u64 = 1 << 25;

/// Subsets are visited in steps of this number, modulo their count, so that early ones differ in high bits too.
const STRIDE: usize = 0x421;

/// The most pairs of keys that are kept since a factor gave them one index.
const PAIRS: usize = 24;

/// The powers of two of a factor, as shifts: `added` powers that are added up, then one that is subtracted. `None` if
/// the factor isn't a sum of this form.
#[must_use]
pub fn shifts(factor: u64, added: u8) -> Option<Vec<u8>> {
    let added = usize::from(added);
    (0..64).find_map(|subtracted| {
        let sum = factor.wrapping_add(1 << subtracted);
        if sum.count_ones() as usize > added {
            return None;
        }
        let mut powers: Vec<u8> = bits(sum).collect();
        while powers.len() < added {
            // A power is twice the one below it.
            let at = (0..powers.len()).max_by_key(|at| powers[*at])?;
            powers[at] = powers[at].checked_sub(1)?;
            powers.push(powers[at]);
        }
        powers.push(subtracted);
        (powers.len() == added + 1).then_some(powers)
    })
}

/// The number of powers that a lookup adds up, so that it serves all squares of a solution.
#[must_use]
pub fn added(solution: &Solution) -> u8 {
    let fewest = |factor| (1..=MOST_ADDED).find(|added| shifts(factor, *added).is_some());
    let all = solution.magics.iter().map(|(_, magic)| fewest(magic.factor).unwrap_or(MOST_ADDED));
    all.max().unwrap_or(1)
}

/// Searches all squares of `problem`, one after another.
///
/// The result depends on problem, method and effort alone; there are no random numbers. A square without a factor gets
/// up to two more index bits, under [`Width::Equal`] together with all others.
pub fn solve_shift_add(
    problem: &Problem,
    method: Method,
    effort: &Effort,
) -> Result<Solution, NotFound> {
    let width = method.bits(problem);
    let most = method.more_bits();
    let visits = (effort.visits() / PART).max(LEAST);
    let mut solution = Solution { method, magics: Vec::new(), candidates: 0 };
    // More index bits than usual, and the candidates that the square has had with fewer.
    let (mut more, mut tried) = (0, 0);
    while let Some(square) = problem.squares().get(solution.magics.len()) {
        let mut budget =
            Budget::new(&effort.watch, square.bit, effort.candidates, visits).after(tried);
        let wanted = width(square) + more;
        let found = ShiftAddSearch::new(problem, *square, wanted, &mut budget).fewest_terms();
        solution.candidates += budget.tried - tried;
        tried = budget.tried;
        drop(budget);
        if let Some(factor) = found {
            let magic = Magic::white(factor, method.hash.shift(wanted));
            solution.magics.push((square.bit, magic));
            tried = 0;
            more = if method.width == Width::Own { 0 } else { more };
        } else if more < most && !effort.watch.is_stopped() {
            more += 1;
            if method.width == Width::Equal {
                solution.magics.clear();
                tried = 0;
            }
        } else {
            return Err(NotFound { method, bit: square.bit, candidates: tried });
        }
    }
    Ok(solution)
}

/// The search of one square for one number of index bits.
struct ShiftAddSearch<'a, 'b> {
    shift: u32,
    keys: Vec<Bitboard>,
    classes: &'a [u16],
    /// For each index, the number of the attempt and the subset that had the index first.
    seen: Vec<(u32, u32)>,
    attempt: u32,
    /// Keys of different attack sets that a factor gave one index, the most useful pairs first. Most factors fail at
    /// one of these, before any table is read.
    pairs: Vec<[Bitboard; 2]>,
    budget: &'a mut Budget<'b>,
}

impl<'a, 'b> ShiftAddSearch<'a, 'b> {
    fn new(
        problem: &'a Problem,
        square: SquareProblem,
        width: u8,
        budget: &'a mut Budget<'b>,
    ) -> Self {
        Self {
            // Without relevant squares every product is 0.
            shift: 64 - u32::from(width.max(1)),
            keys: subsets(square.mask).collect(),
            classes: problem.classes(square),
            seen: vec![(0, 0); 1 << width.max(1)],
            attempt: 0,
            pairs: Vec::new(),
            budget,
        }
    }

    /// The first factor that works. Factors with fewer terms come first.
    fn fewest_terms(&mut self) -> Option<u64> {
        (1..=MOST_ADDED).find_map(|added| self.add(0, added, 64))
    }

    /// Adds `added` more powers to a sum, all of them below the power `below`.
    fn add(&mut self, sum: u64, added: u8, below: u8) -> Option<u64> {
        if added == 0 {
            return self.subtract(sum);
        }
        (added - 1..below).find_map(|power| self.add(sum + (1 << power), added - 1, power))
    }

    fn subtract(&mut self, sum: u64) -> Option<u64> {
        if !self.budget.has_more() || self.budget.is_stopped() {
            return None;
        }
        self.budget.work(64);
        let mut factors = (0..64).map(|power| sum.wrapping_sub(1 << power));
        factors.find(|factor| self.passes(*factor))
    }

    /// Whether the factor keeps different attack sets apart.
    fn passes(&mut self, factor: u64) -> bool {
        let shift = self.shift;
        let index = |key: Bitboard| key.wrapping_mul(factor) >> shift;
        if let Some(at) = self.pairs.iter().position(|[a, b]| index(*a) == index(*b)) {
            self.pairs.swap(at, at.saturating_sub(1));
            return false;
        }
        if !self.budget.take() {
            return false;
        }
        self.attempt += 1;
        let last = self.keys.len() - 1;
        let mut subset = 0;
        for visit in 1..=self.keys.len() {
            let key = self.keys[subset];
            let entry = &mut self.seen[index(key) as usize];
            let first = entry.1 as usize;
            if entry.0 != self.attempt {
                *entry = (self.attempt, subset as u32);
            } else if self.classes[first] != self.classes[subset] {
                self.budget.work(visit as u64);
                self.pairs.truncate(PAIRS - 1);
                self.pairs.push([self.keys[first], key]);
                return false;
            }
            subset = (subset + STRIDE) & last;
        }
        self.budget.work(self.keys.len() as u64);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FactorKind, Hash, prove};
    use magicgen_board::{Mapping, Piece, Standard, Walk};

    fn product(key: u64, shifts: &[u8]) -> u64 {
        let (subtracted, added) = shifts.split_last().unwrap();
        let sum = added.iter().fold(0_u64, |sum, by| sum.wrapping_add(key << by));
        sum.wrapping_sub(key << subtracted)
    }

    #[test]
    fn shifts_multiply_by_the_factor_with_any_greater_number_of_terms() {
        let powers = [0_u32, 1, 2, 3, 31, 32, 61, 62, 63].map(|power| 1_u64 << power);
        for [first, second, third] in powers
            .iter()
            .flat_map(|a| powers.iter().map(move |b| [*a, *b]))
            .flat_map(|[a, b]| powers.iter().map(move |c| [a, b, *c]))
        {
            for (factor, least) in [
                (first.wrapping_sub(third), 1),
                (first.wrapping_add(second).wrapping_sub(third), 2),
                (first.wrapping_add(second).wrapping_add(1 << 40).wrapping_sub(third), 3),
            ] {
                for added in least..=MOST_ADDED {
                    let shifts = shifts(factor, added).unwrap();
                    assert_eq!(shifts.len(), usize::from(added) + 1, "{factor:x}");
                    let key = 0x1234_5678_9abc_def1;
                    assert_eq!(product(key, &shifts), key.wrapping_mul(factor), "{factor:x}");
                }
            }
        }
        assert_eq!(shifts(0x5555_5555_5555_5555, MOST_ADDED), None);
    }

    #[test]
    #[ignore = "slow"]
    fn chess_needs_four_additions_and_no_bit_more() {
        let mapping = Mapping::chess(Standard::ALL[0]);
        for piece in [Piece::rook(), Piece::bishop()] {
            let problem = Problem::new(&Walk::new(&piece, &mapping), mapping.squares()).unwrap();
            for width in [Width::Own, Width::Equal] {
                let method = Method::usual(Hash::Multiply, width).of_kind(FactorKind::ShiftAdd);
                let effort = Effort::default();
                let solution = solve_shift_add(&problem, method, &effort).unwrap();
                prove(&problem, &solution).unwrap();
                assert_eq!(added(&solution), MOST_ADDED, "{} {width:?}", piece.name);
                assert_eq!(solution.wider(&problem).count(), 0, "{} {width:?}", piece.name);
            }
        }
    }

    #[test]
    fn a_search_without_effort_ends() {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), mapping.squares());
        let method = Method::FANCY.of_kind(FactorKind::ShiftAdd);
        let effort = Effort { candidates: 1, ..Effort::default() };
        let found = solve_shift_add(&problem.unwrap(), method, &effort);
        assert!(found.is_err());
    }
}
