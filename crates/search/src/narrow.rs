//! Searches factors with as few index bits as possible, for problems with small masks.
//!
//! Such problems are single lines: a rank, a file or a diagonal, with at most six relevant squares on the chess board.
//! A line has few attack sets in comparison with its subsets (7 for 64 subsets at the end of a line), so that one or
//! two index bits less than relevant squares often suffice. Designs don't find such factors, since they give each
//! relevant square an index bit of its own, and only one random number in a million is such a factor. But the indices
//! of the subsets of the highest relevant squares depend on the lowest bits of the factor alone, so that few guesses
//! are needed if these bits are guessed first (Fiekas, 2017, for complete searches).

use super::stream::Stream;
use super::tester::Tester;
use super::{Effort, Hash, Magic, Method, NotFound, Solution};
use crate::watch::Budget;
use magicgen_board::{Problem, SquareProblem, bits};

/// The most values that are tried for the bits that one relevant square adds. A descent with more values would spend
/// too long on bad values of the first bits; it ends instead, and another begins.
const BREADTH: u32 = 8;

/// `1 / SHARE` of an effort's candidates go to each width of each square: nearly all factors that exist are found
/// early.
const SHARE: u64 = 64;

/// Searches, for one 64-bit multiplication, the fewest index bits of each square that the effort allows.
///
/// The shifts differ from square to square, as in [`Method::FANCY`], and are larger than there. The result depends on
/// problem, seed and candidates alone. A square for which no narrower factor is found keeps as many index bits as it
/// has relevant squares, with a factor found as in [`solve()`](super::solve()); this is so for nearly all squares with
/// large masks.
pub fn solve_narrow(problem: &Problem, effort: &Effort) -> Result<Solution, NotFound> {
    let mut solution = super::solve(problem, Method::FANCY, effort)?;
    let mut left = effort.visits();
    let mut tester = Tester::new();
    // Factors that have saved bits, each with the lowest relevant square of the mask that it was found for.
    let mut found: Vec<(u8, u64)> = Vec::new();
    for last in [false, true] {
        for (square, (_, magic)) in problem.squares().iter().zip(&mut solution.magics) {
            let Some(lowest) = bits(square.mask).next() else { continue };
            let mut search = NarrowSearch::new(problem, *square, effort, left);
            let width = Hash::Multiply.product_bits() - magic.shift;
            for width in (search.fewest()..width).rev() {
                tester.load(square.mask, width);
                let borrowed = search.borrow(&mut tester, width, lowest, &found);
                let own = || if last { None } else { search.find(&mut tester, width) };
                let Some(factor) = borrowed.or_else(own) else { break };
                *magic = Magic::white(factor, Hash::Multiply.shift(width));
                found.push((lowest, factor));
            }
            left = left.saturating_sub(search.budget.visits);
            solution.candidates += search.budget.tried;
        }
    }
    Ok(solution)
}

/// The search of one square.
struct NarrowSearch<'a> {
    classes: &'a [u16],
    /// Relevant squares, the highest first.
    relevant: Vec<u8>,
    stream: Stream,
    /// The most candidates for each width.
    candidates: u64,
    budget: Budget<'a>,
}

impl<'a> NarrowSearch<'a> {
    fn new(problem: &'a Problem, square: SquareProblem, effort: &'a Effort, visits: u64) -> Self {
        let mut relevant: Vec<u8> = bits(square.mask).collect();
        relevant.reverse();
        Self {
            classes: problem.classes(square),
            relevant,
            stream: Stream::new(effort.seed, "narrow", square.bit, square.mask),
            candidates: effort.candidates / SHARE,
            budget: Budget::new(&effort.watch, square.bit, effort.candidates, visits),
        }
    }

    /// The number of index bits that gives as many indices as there are attack sets.
    fn fewest(&self) -> u8 {
        let mut classes = self.classes.to_vec();
        classes.sort_unstable();
        classes.dedup();
        classes.len().next_power_of_two().ilog2().max(1) as u8
    }

    /// A factor of another square, shifted by the distance of the two masks. For example, the factor of a file's square
    /// works for the next file to the left after a shift by one bit.
    fn borrow(
        &mut self,
        tester: &mut Tester,
        width: u8,
        lowest: u8,
        found: &[(u8, u64)],
    ) -> Option<u64> {
        let moved = |(other, factor): &(u8, u64)| match other.checked_sub(lowest) {
            Some(by) => factor << by,
            None => factor >> (lowest - other),
        };
        found.iter().map(moved).find(|factor| self.holds(tester, *factor, 0, width))
    }

    /// Whether the factor keeps the attack sets apart for all subsets without the `low` lowest relevant squares.
    fn holds(&mut self, tester: &mut Tester, factor: u64, low: usize, width: u8) -> bool {
        if !self.budget.take() {
            return false;
        }
        let before = tester.visits;
        let magic = Magic::white(factor, Hash::Multiply.shift(width));
        let clashes = tester.clashes_above(low as u8, magic, width, self.classes, 0);
        self.budget.work(tester.visits - before);
        clashes == 0
    }

    /// Searches a factor for `width` index bits by descents, within the candidates of one width.
    fn find(&mut self, tester: &mut Tester, width: u8) -> Option<u64> {
        let last = self.budget.tried + self.candidates;
        while self.budget.tried < last && self.budget.has_more() {
            let found = self.descend(tester, 0, 0, width, last);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Chooses the factor's bits from the highest relevant square down. Each square adds the bits up to the highest one
    /// that its product depends on, and several values of these bits are tried, from a random value on.
    fn descend(
        &mut self,
        tester: &mut Tester,
        depth: usize,
        factor: u64,
        width: u8,
        last: u64,
    ) -> Option<u64> {
        let Some(bit) = self.relevant.get(depth) else { return Some(factor) };
        let known = depth.checked_sub(1).map_or(0, |above| 64 - self.relevant[above]);
        let count = u32::from(64 - bit - known);
        let values = 1_u64.checked_shl(count).unwrap_or(0).wrapping_sub(1);
        // An odd step reaches each value once.
        let (mut value, step) = (self.stream.word(), self.stream.word() | 1);
        for _ in 0..BREADTH.min(1_u32.checked_shl(count).unwrap_or(u32::MAX)) {
            if self.budget.tried >= last || !self.budget.has_more() {
                return None;
            }
            let tried = factor | (value & values) << known;
            if self.holds(tester, tried, self.relevant.len() - depth - 1, width) {
                let found = self.descend(tester, depth + 1, tried, width, last);
                if found.is_some() {
                    return found;
                }
            }
            value = value.wrapping_add(step);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_board::{Mapping, Piece, Standard, Walk, subsets};

    fn line(rays: &[(i8, i8)], standard: Standard) -> Problem {
        let mapping = Mapping::chess(standard);
        let piece = Piece::new("line", rays, 63).unwrap();
        Problem::new(&Walk::new(&piece, &mapping), mapping.squares()).unwrap()
    }

    const LINES: [[(i8, i8); 2]; 4] =
        [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], [(1, 1), (-1, -1)], [(-1, 1), (1, -1)]];

    /// Fills the table of each square with its attack sets, checks that none clash, and returns the sum of the tables'
    /// words.
    fn words(problem: &Problem, solution: &Solution) -> usize {
        let mut words = 0;
        for (square, (bit, magic)) in problem.squares().iter().zip(&solution.magics) {
            assert_eq!(square.bit, *bit);
            let mut table = vec![None; solution.slots(square).unwrap()];
            for (subset, occupied) in subsets(square.mask).enumerate() {
                let index = (occupied.wrapping_mul(magic.factor) >> magic.shift) as usize;
                let attacks = problem.attacks(*square)[subset];
                assert_eq!(*table[index].get_or_insert(attacks), attacks, "{bit} {occupied:#x}");
            }
            words += table.len();
        }
        words
    }

    /// The smallest published tables for all four lines have 5,956 words (Gies, FoldingHash.hpp). One index bit for
    /// each relevant square would make 6,784 words.
    #[test]
    #[ignore = "slow"]
    fn the_lines_of_the_chess_board_take_less_than_the_published_record() {
        let found = LINES.map(|rays| {
            let problem = line(&rays, Standard::ALL[0]);
            let solution = solve_narrow(&problem, &Effort::default()).unwrap();
            words(&problem, &solution)
        });
        assert_eq!((found, found.iter().sum()), ([2560, 1792, 672, 720], 5_744));
    }

    #[test]
    fn a_small_effort_gives_what_there_is_and_repeats_itself() {
        for rays in &LINES[1..3] {
            let problem = line(rays, Standard::ALL[3]);
            for seed in [0, 1] {
                let effort = Effort { seed, candidates: 50_000, ..Effort::default() };
                let solution = solve_narrow(&problem, &effort).unwrap();
                assert!(words(&problem, &solution) <= 2_560);
                assert_eq!(solution, solve_narrow(&problem, &effort).unwrap());
            }
        }
    }

    /// No search is made with fewer index bits than a square's attack sets need: the 7 sets at the end of a line need
    /// three bits, and the 12 sets in the middle of a line need four.
    #[test]
    fn the_fewest_bits_hold_all_attack_sets() {
        let problem = line(&LINES[0], Standard::ALL[0]);
        let effort = Effort::default();
        for square in problem.squares() {
            let search = NarrowSearch::new(&problem, *square, &effort, 0);
            let sets = problem.sets(*square).len();
            let fewest = search.fewest();
            assert!(1 << fewest >= sets && 1 << (fewest - 1) < sets, "{fewest} for {sets}");
        }
    }

    /// The search also works for large masks, which are hardly ever narrowed.
    #[test]
    fn a_rook_is_solved_too() {
        let problem = line(&[(1, 0), (-1, 0), (0, 1), (0, -1)], Standard::ALL[0]);
        let effort = Effort { candidates: 20_000, ..Effort::default() };
        let solution = solve_narrow(&problem, &effort).unwrap();
        assert!(words(&problem, &solution) <= 102_400);
    }
}
