//! Guesses factors bit by bit, after section 4 of Kannan's "Magic Move-Bitboard Generation in Computer Chess" (2007).
//!
//! The paper treats the bits of a factor as unknowns and guesses one after another, first zero, then one, as in its bit
//! scan (section 3.2). After each guess the indices of some keys no longer depend on the bits that are still unknown.
//! The test for this is `computable`, listing 8 (where `unknown & unknown` must be `unknown & -unknown`; the minus sign
//! is missing in print). A guess under which two such keys of different attack sets have one index is taken back.
//!
//! Bits that move a single relevant square into the index are guessed first, from the least significant up. Bits that
//! act by carries alone follow, from the most significant down. The paper would order the first kind by how many keys
//! share a bit ("simple, non-optimal") and gives no details. Beginning with the least significant bit is the same order
//! for keys that are powers of two, and completes the keys of the highest squares early.
//!
//! The paper leaves two points open. Here they are settled so:
//!
//! * The number of index bits is an argument in the paper. Here it is the number of relevant squares, and one or two
//!   more where that fails. After a success one bit less is tried with few guesses, as long as a factor is found.
//! * A search that always guesses zero first gets lost in a deep subtree without factors. So a tree is left after a
//!   number of guesses, and in each further tree a bit is guessed as a one first with a probability of one in ten.

use super::stream::Stream;
use super::{Effort, Hash, Magic, Method, NotFound, Solution};
use crate::watch::Budget;
use magicgen_board::{Problem, SquareProblem, bits, subsets};

/// Guesses after which a tree is left for another.
const PATIENCE: u64 = 1 << 8;

/// A guess tries 1 before 0 in one of `ONE_FIRST` cases, except in the first tree.
const ONE_FIRST: u32 = 10;

/// As [`ONE_FIRST`], with fewer index bits than relevant squares. There factors with many one bits work where sparse
/// ones don't.
const ONE_FIRST_OF_FEWER: u32 = 2;

/// `1 / SHARE_OF_FEWER` of an effort's guesses go to each width with fewer index bits than relevant squares.
const SHARE_OF_FEWER: u64 = 1 << 9;

/// A square may make `1 / GREAT_PART` of the visits that are left. A visit enters the index of one key.
const GREAT_PART: u64 = 2;

/// The factor by which this search may make more visits than others: most of its visits find the key entered already,
/// and take little time.
const CHEAP: u64 = 4;

/// Searches all squares of `problem` by Kannan's section 4. A candidate is a guess of one bit.
///
/// The result depends on problem, seed and candidates alone. Shifts differ from square to square; [`appendix`] lists
/// the index bits.
pub fn solve_kannan(problem: &Problem, effort: &Effort) -> Result<Solution, NotFound> {
    let method = Method::KANNAN;
    let hash = Hash::Multiply;
    let mut solution = Solution { method, magics: Vec::new(), candidates: 0 };
    let mut left = effort.visits().saturating_mul(CHEAP);
    for square in problem.squares() {
        if square.mask == 0 {
            solution.magics.push((square.bit, Magic::white(0, hash.shift(0))));
            continue;
        }
        let mut stream = Stream::new(effort.seed, "kannan", square.bit, square.mask);
        let mut budget =
            Budget::new(&effort.watch, square.bit, effort.candidates, left / GREAT_PART);
        let mut try_width = |width: u8, most: u64| {
            let mut tree = Tree::new(problem, *square, width);
            budget.work(tree.size());
            let ones = if width < square.bits() { ONE_FIRST_OF_FEWER } else { ONE_FIRST };
            let last = budget.tried + most;
            let factor = tree.search(&mut stream, &mut budget, last, ones);
            factor.map(|factor| Magic::white(factor, hash.shift(width)))
        };
        let usual = square.bits();
        let widths = usual..=usual + method.more_bits();
        let share = effort.candidates.div_ceil(widths.clone().count() as u64);
        let mut found = widths.into_iter().find_map(|width| try_width(width, share));
        let mut width = usual;
        while width > 1
            && found.is_some_and(|magic| magic.shift == hash.shift(width))
            && let Some(fewer) = try_width(width - 1, effort.candidates / SHARE_OF_FEWER)
        {
            found = Some(fewer);
            width -= 1;
        }
        left = left.saturating_sub(budget.visits);
        let missed = NotFound { method, bit: square.bit, candidates: budget.tried };
        solution.magics.push((square.bit, found.ok_or(missed)?));
        solution.candidates += budget.tried;
    }
    Ok(solution)
}

/// The rows of the paper's appendix A, by ascending bit index: the square's bit index, its factor and the number of
/// index bits. The paper writes squares as `A1` and factors as `0x` with 16 digits, and has a table for each piece.
pub fn appendix(solution: &Solution) -> impl Iterator<Item = (u8, u64, u8)> {
    let product_bits = solution.method.hash.product_bits();
    solution.magics.iter().map(move |(bit, magic)| (*bit, magic.factor, product_bits - magic.shift))
}

/// A key whose index may become computable once a certain number of bits is known.
#[derive(Clone, Copy)]
struct Pending {
    /// The key's number in the order of the carry-rippler.
    subset: u16,
    /// The most that the unknown bits can add to the key's product.
    spill: u64,
}

/// A key whose index a guess has entered, kept so that the guess can be taken back.
struct Entered {
    subset: u16,
    index: usize,
    /// Whether the slot at this index was empty before.
    first: bool,
}

/// The limits of the search of one tree.
struct TreeLimits<'a> {
    stream: &'a mut Stream,
    /// The total count of candidates at which the tree is left.
    last: u64,
    /// A guess tries 1 before 0 in one of this number of cases; 0 stands for never.
    one_first: u32,
}

/// The tree of guesses for one square and one number of index bits.
struct Tree<'a> {
    keys: Vec<u64>,
    classes: &'a [u16],
    /// The unknown bits, in the order of guessing.
    order: Vec<u8>,
    /// The keys to look at for each number of known bits.
    pending: Vec<Vec<Pending>>,
    shift: u8,
    /// Whether the index of each subset is known.
    computed: Vec<bool>,
    /// For each index, the class of attack set there plus one, or 0 where the slot is empty.
    table: Vec<u32>,
    entered: Vec<Entered>,
}

impl<'a> Tree<'a> {
    fn new(problem: &'a Problem, square: SquareProblem, width: u8) -> Self {
        let keys: Vec<u64> = subsets(square.mask).collect();
        let mut tree = Self {
            classes: problem.classes(square),
            order: order(square.mask, width),
            pending: Vec::new(),
            shift: Hash::Multiply.shift(width),
            computed: vec![false; keys.len()],
            table: vec![0; 1 << width],
            entered: Vec::new(),
            keys,
        };
        tree.pending = (0..=tree.order.len()).map(|_| Vec::new()).collect();
        for subset in 0..tree.keys.len() {
            // From all bits known backwards, until the unknown bits can change the index.
            let mut spill = 0;
            let mut after = None;
            for known in (0..=tree.order.len()).rev() {
                if let Some(bit) = tree.order.get(known) {
                    let map: u64 = tree.keys[subset] << bit;
                    if map >> tree.shift != 0 || (spill + map) >> tree.shift != 0 {
                        break;
                    }
                    spill += map;
                }
                // As long as unknown bits can't add to the product, only the smallest number of known bits matters.
                if spill == 0
                    && let Some(after) = after
                {
                    let later: &mut Vec<Pending> = &mut tree.pending[after];
                    later.pop();
                }
                after = Some(known);
                tree.pending[known].push(Pending { subset: subset as u16, spill });
            }
        }
        tree
    }

    /// The cost of making this tree, in visits.
    fn size(&self) -> u64 {
        self.keys.len() as u64 * 4
    }

    /// Searches tree after tree until a factor is found or the budget has had `most` candidates. From the second tree
    /// on, a bit is guessed as a one first in one of `ones` cases.
    fn search(
        &mut self,
        stream: &mut Stream,
        budget: &mut Budget,
        most: u64,
        ones: u32,
    ) -> Option<u64> {
        let mut one_first = 0;
        while budget.tried < most && budget.has_more() {
            let mut walk =
                TreeLimits { stream, last: most.min(budget.tried + PATIENCE), one_first };
            if self.enter(0, 0, budget)
                && let Some(factor) = self.guess(0, 0, &mut walk, budget)
            {
                return Some(factor);
            }
            self.take_back(0);
            one_first = ones;
        }
        None
    }

    /// Guesses the next bit and all bits after it.
    fn guess(
        &mut self,
        known: usize,
        factor: u64,
        walk: &mut TreeLimits,
        budget: &mut Budget,
    ) -> Option<u64> {
        let Some(bit) = self.order.get(known).copied() else { return Some(factor) };
        let first = u64::from(walk.one_first != 0 && walk.stream.below(walk.one_first) == 0);
        for value in [first, 1 - first] {
            if budget.tried >= walk.last || !budget.take() {
                return None;
            }
            let factor = factor | value << bit;
            let before = self.entered.len();
            if self.enter(known + 1, factor, budget) {
                let found = self.guess(known + 1, factor, walk, budget);
                if found.is_some() {
                    return found;
                }
            }
            self.take_back(before);
        }
        None
    }

    /// Enters the indices that have become computable; false where two of them clash.
    fn enter(&mut self, known: usize, factor: u64, budget: &mut Budget) -> bool {
        let limit = 1 << self.shift;
        budget.work(self.pending[known].len() as u64);
        for Pending { subset, spill } in &self.pending[known] {
            let at = usize::from(*subset);
            if self.computed[at] {
                continue;
            }
            let product = self.keys[at].wrapping_mul(factor);
            // Listing 8: no carry reaches the index.
            if (product & (limit - 1)) + spill >= limit {
                continue;
            }
            let index = (product >> self.shift) as usize;
            let class = u32::from(self.classes[at]) + 1;
            let there = &mut self.table[index];
            if *there != 0 && *there != class {
                return false;
            }
            self.entered.push(Entered { subset: *subset, index, first: *there == 0 });
            *there = class;
            self.computed[at] = true;
        }
        true
    }

    /// Removes the indices that were entered after the first `before` ones.
    fn take_back(&mut self, before: usize) {
        for entered in self.entered.drain(before..).rev() {
            self.computed[usize::from(entered.subset)] = false;
            if entered.first {
                self.table[entered.index] = 0;
            }
        }
    }
}

/// The order in which a factor's bits are guessed: first the bits that move a relevant square into an index of `width`
/// bits, lowest first, then the bits that act by carries alone, highest first. Bits that would move every relevant
/// square out of the word are left out and stay 0.
fn order(mask: u64, width: u8) -> Vec<u8> {
    let window = |bit: u8| (64 - width).saturating_sub(bit)..64 - bit;
    let direct = |at: &u8| bits(mask).any(|bit| window(bit).contains(at));
    let acts = |at: &u8| bits(mask).any(|bit| *at < 64 - bit);
    let mut order: Vec<u8> = (0..64).filter(direct).collect();
    order.extend((0..64).rev().filter(|at| acts(at) && !direct(at)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_board::{Mapping, Piece, Standard, Walk as Rays};

    fn chess(piece: &Piece, squares: u64) -> Problem {
        let mapping = Mapping::chess(Standard::ALL[0]);
        Problem::new(&Rays::new(piece, &mapping), squares).unwrap()
    }

    /// Listing 8 of the paper, with the missing minus sign added.
    fn computable(a: u64, known: u64, mut unknown: u64, s: u32) -> bool {
        let mut max = (1_u64 << (64 - s)) - (a.wrapping_mul(known) & (u64::MAX >> s));
        while unknown != 0 {
            let b_i = unknown & unknown.wrapping_neg();
            let map = a.wrapping_mul(b_i);
            if map >= max {
                return false;
            }
            max -= map;
            unknown ^= b_i;
        }
        true
    }

    #[test]
    fn what_is_computable_agrees_with_listing_8() {
        let mut stream = Stream::new(0, "listing 8", 0, 0);
        for (piece, bit) in [(Piece::rook(), 27), (Piece::bishop(), 9), (Piece::bishop(), 35)] {
            let problem = chess(&piece, 1 << bit);
            let square = problem.squares()[0];
            let alike = vec![0; square.subsets()];
            for width in [square.bits() - 1, square.bits()] {
                let mut tree = Tree::new(&problem, square, width);
                // One class, so that nothing clashes.
                tree.classes = &alike;
                let watch = crate::Watch::default();
                let mut budget = Budget::new(&watch, bit, u64::MAX, u64::MAX);
                let mut factor = 0;
                for known in 0..=tree.order.len() {
                    assert!(tree.enter(known, factor, &mut budget));
                    let unknown = tree.order[known..].iter().fold(0, |set, bit| set | 1 << bit);
                    for (key, computed) in tree.keys.iter().zip(&tree.computed) {
                        // A key that was computable stays computable.
                        let expected = computable(*key, factor, unknown, width.into());
                        assert_eq!(*computed, expected, "{known} {key:#x} {factor:#x}");
                    }
                    if let Some(bit) = tree.order.get(known) {
                        factor |= u64::from(stream.below(2)) << bit;
                    }
                }
                assert!(tree.computed.iter().all(|computed| *computed));
            }
        }
    }

    #[test]
    fn bits_in_the_index_come_first_and_upwards() {
        // A rook on d4: the factor's bits 3 to 12 move d7, bit 51, into the ten index bits.
        let problem = chess(&Piece::rook(), 1 << 27);
        let order = order(problem.squares()[0].mask, 10);
        assert_eq!(order[..3], [3, 4, 5]);
        assert_eq!(order.len(), 53);
        let carries = order.iter().position(|bit| *bit == 2).unwrap();
        assert!(order[..carries].is_sorted());
        assert!(order[carries - 1] == 52 && order[carries + 1..] == [1, 0]);
    }

    #[test]
    #[ignore = "slow"]
    fn rook_and_bishop_have_factors() {
        for piece in [Piece::rook(), Piece::bishop()] {
            let problem = chess(&piece, u64::MAX);
            let solution = solve_kannan(&problem, &Effort::default()).unwrap();
            assert_eq!(super::super::prove(&problem, &solution), Ok(()));
            assert_eq!(solution.wider(&problem).count(), 0);
            assert!(
                solution.entries(&problem) <= if piece.name == "rook" { 102_400 } else { 5_248 }
            );
            for (square, (bit, factor, width)) in problem.squares().iter().zip(appendix(&solution))
            {
                assert_eq!(square.bit, bit);
                let mut seen = vec![None; 1 << width];
                for (occupied, attacks) in subsets(square.mask).zip(problem.attacks(*square)) {
                    let index = (occupied.wrapping_mul(factor) >> (64 - width)) as usize;
                    assert_eq!(seen[index].get_or_insert(attacks), &attacks, "{bit} {occupied:#x}");
                }
            }
        }
    }

    #[test]
    fn the_method_is_solved_by_its_id() {
        let problem = chess(&Piece::bishop(), 0xff);
        for seed in [0, 1] {
            let effort = Effort { seed, candidates: 1 << 18, threads: 2, ..Effort::default() };
            let method: Method = "fancy-kannan".parse().unwrap();
            let solution = super::super::solve(&problem, method, &effort).unwrap();
            assert_eq!(solution, solve_kannan(&problem, &effort).unwrap());
            assert_eq!(solution.method, method);
        }
    }

    /// The effort bounds the cost of trees, too: a square of 12 relevant squares has 4,096 subsets, and each of them is
    /// looked at about four times.
    #[test]
    fn a_tree_costs_four_visits_a_subset() {
        let problem = chess(&Piece::rook(), 1);
        assert_eq!(Tree::new(&problem, problem.squares()[0], 12).size(), 16_384);
    }
}
