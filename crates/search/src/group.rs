//! Searches a factor for each square such that all squares share one table and one shift, without any offset: the
//! "wishing dream" of the chess programming wiki.
//!
//! The slider's own bit is or-ed into the key ([`Key::Slider`](super::Key::Slider)). The indices of different squares
//! have to be different, or equal only where their attack sets agree: entirely, or under a post-mask on the squares
//! that both sliders reach. The bishop's 1,428 attack sets on the chess board would need 11 bits at least, and the
//! rook's 4,900 would need 13.
//!
//! Squares are placed one after another, the hardest first, by a climb towards fewer clashes within the square and with
//! the table. A square that finds no free place takes the place where it clashes least, and the square that it drives
//! out is placed again.

use std::fmt;

use super::candidate::Designer;
use super::stream::Stream;
use super::{FactorKind, Hash, Key, Magic, Solution};
use crate::watch::{Budget, Watch};
use magicgen_board::{Bitboard, Problem, SquareProblem, subsets};

/// The weight of a clash between two subsets of one square; a clash with the table counts 1.
const OWN: u32 = 8;

/// Steps without progress after which a climb ends and another begins at a new candidate.
const PATIENCE: u32 = 300;

/// How much work a search may do, and the seed of its random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupEffort {
    /// Another seed means other factors.
    pub seed: u64,
    /// Candidates for each placing of a square.
    pub candidates: u32,
    /// The number of times that a square may be placed, on average over all squares.
    pub rounds: u32,
}

impl Default for GroupEffort {
    fn default() -> Self {
        Self { seed: 0, candidates: 20_000, rounds: 4 }
    }
}

/// A factor for each square, where all squares share one table and one shift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneTable {
    /// The number of index bits: the table has 2 to the power of this many words.
    pub bits: u8,
    /// Whether a lookup needs a post-mask: the loaded word is an attack set only after `& reach`.
    pub post_mask: bool,
    /// The bit index of each square, ascending, with its magic, whose constant is the slider's part of the product.
    pub magics: Vec<(u8, Magic)>,
}

/// The best result of a search that couldn't place all squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlacing {
    /// The group with the most squares that were in the table at once.
    pub best: OneTable,
    /// The number of squares of the problem.
    pub squares: usize,
}

impl fmt::Display for BestPlacing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (placed, bits) = (self.best.magics.len(), self.best.bits);
        write!(f, "{placed} of {} squares found room in one table of {bits} bits", self.squares)
    }
}

impl std::error::Error for BestPlacing {}

impl OneTable {
    /// The table, of `1 << bits` words: at each index the union of all attack sets that have this index.
    #[must_use]
    pub fn table(&self, problem: &Problem) -> Vec<Bitboard> {
        let mut table = vec![0; 1 << self.bits];
        for (bit, magic) in &self.magics {
            let Some(square) = problem.square(*bit) else { continue };
            for (occupied, attacks) in subsets(square.mask).zip(problem.attacks(square)) {
                table[Hash::Multiply.index(occupied, *magic)] |= attacks;
            }
        }
        table
    }

    /// The group in a solution of this kind. All its squares have one shift.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let product = solution.method.hash.product_bits();
        let shift = solution.magics.first().map_or(product, |(_, magic)| magic.shift);
        let post_mask = solution.method.kind == FactorKind::MaskedGroup;
        Self { bits: product - shift, post_mask, magics: solution.magics.clone() }
    }

    /// Looks up every subset of the masks of the squares that were placed. The error is the bit index of the first
    /// square that gets a wrong attack set.
    pub fn prove(&self, problem: &Problem) -> Result<(), u8> {
        let table = self.table(problem);
        for (bit, magic) in &self.magics {
            let square = problem.square(*bit).ok_or(*bit)?;
            let post = if self.post_mask { square.reach } else { Bitboard::MAX };
            for (occupied, attacks) in subsets(square.mask).zip(problem.attacks(square)) {
                let key = occupied | 1 << bit;
                let index = (key.wrapping_mul(magic.factor) >> magic.shift) as usize;
                if table.get(index).is_none_or(|word| word & post != *attacks) {
                    return Err(*bit);
                }
            }
        }
        Ok(())
    }
}

/// Places all squares of `problem` in one table of `1 << bits` words.
///
/// The result depends on the arguments alone.
pub fn solve_group(
    problem: &Problem,
    bits: u8,
    post_mask: bool,
    effort: &GroupEffort,
) -> Result<OneTable, BestPlacing> {
    let watch = Watch::default();
    let mut budget = Budget::new(&watch, 0, u64::MAX, u64::MAX);
    solve_group_within(problem, bits, post_mask, effort, &mut budget)
}

/// As [`solve_group`], within a budget.
pub fn solve_group_within(
    problem: &Problem,
    bits: u8,
    post_mask: bool,
    effort: &GroupEffort,
    budget: &mut Budget,
) -> Result<OneTable, BestPlacing> {
    let squares = problem.squares().len();
    let mut search = GroupSearch::new(problem, bits, post_mask, effort);
    let mut best = Vec::new();
    for _ in 0..squares * effort.rounds as usize {
        let Some(at) = search.next().filter(|_| budget.has_more()) else { break };
        search.tried[at] += 1;
        budget.bit = problem.squares()[at].bit;
        let factor = search.climb(at, effort.candidates, budget);
        search.put(at, factor);
        if search.placed() > best.len() {
            best = search.magics();
        }
    }
    let group = OneTable { bits, post_mask, magics: best };
    if group.magics.len() == squares {
        Ok(group)
    } else {
        Err(BestPlacing { best: group, squares })
    }
}

/// The group with the fewest index bits with which [`solve_group`] places all squares. The numbers of bits that are
/// tried begin with the least that could hold all attack sets and end with `most`.
pub fn fewest_bits(
    problem: &Problem,
    post_mask: bool,
    most: u8,
    effort: &GroupEffort,
) -> Result<OneTable, BestPlacing> {
    let sets = problem.squares().iter().map(|square| problem.sets(*square).len());
    // Under a post-mask squares share slots, but a square needs a slot for each of its sets.
    let words: usize = if post_mask { sets.max().unwrap_or(1) } else { sets.sum() };
    let least = (usize::BITS - words.saturating_sub(1).leading_zeros()).max(1) as u8;
    let mut result = solve_group(problem, least.min(most), post_mask, effort);
    for bits in least + 1..=most {
        if result.is_ok() {
            break;
        }
        result = solve_group(problem, bits, post_mask, effort);
    }
    result
}

struct GroupSearch<'a> {
    problem: &'a Problem,
    bits: u8,
    post_mask: bool,
    stream: Stream,
    /// The factor of each square that is placed.
    factors: Vec<Option<u64>>,
    /// How often each square was tried.
    tried: Vec<u32>,
    /// The keys of each square: its subsets, each with the slider's own bit.
    keys: Vec<Vec<Bitboard>>,
    /// For each index, the word there, and the squares of it that matter to some placed square.
    table: Vec<(Bitboard, Bitboard)>,
    /// For each index, the last attempt that had a key there, and that key's attack set.
    seen: Vec<(u32, Bitboard)>,
    attempt: u32,
}

impl<'a> GroupSearch<'a> {
    fn new(problem: &'a Problem, bits: u8, post_mask: bool, effort: &GroupEffort) -> Self {
        let with_slider = |square: &SquareProblem| {
            subsets(square.mask).map(|occupied| occupied | 1 << square.bit).collect()
        };
        Self {
            problem,
            bits,
            post_mask,
            stream: Stream::new(effort.seed, "group", bits, u64::from(post_mask)),
            factors: vec![None; problem.squares().len()],
            tried: vec![0; problem.squares().len()],
            keys: problem.squares().iter().map(with_slider).collect(),
            table: vec![(0, 0); 1 << bits],
            seen: vec![(0, 0); 1 << bits],
            attempt: 0,
        }
    }

    /// The square to place next: of the unplaced squares that were tried least, the one with most subsets.
    fn next(&self) -> Option<usize> {
        let free = (0..self.factors.len()).filter(|at| self.factors[*at].is_none());
        free.min_by_key(|at| (self.tried[*at], std::cmp::Reverse(self.keys[*at].len()), *at))
    }

    fn placed(&self) -> usize {
        self.factors.iter().flatten().count()
    }

    fn magics(&self) -> Vec<(u8, Magic)> {
        let shift = Hash::Multiply.shift(self.bits);
        let squares = self.problem.squares().iter().zip(&self.factors);
        let magic = |(square, factor): (&SquareProblem, &Option<u64>)| {
            let factor = (*factor)?;
            let constant = Key::Slider.constant(Hash::Multiply, square.bit, square.mask, factor)?;
            Some((square.bit, Magic { constant, ..Magic::white(factor, shift) }))
        };
        squares.filter_map(magic).collect()
    }

    /// The part of a slot that matters to a slider: under a post-mask the squares that the slider reaches, else all.
    fn care(&self, at: usize) -> Bitboard {
        if self.post_mask { self.problem.squares()[at].reach } else { Bitboard::MAX }
    }

    /// The weighted number of clashes of a square's keys with one another and with the table. The count stops once it
    /// exceeds `limit`.
    fn clashes(&mut self, at: usize, factor: u64, limit: u32, budget: &mut Budget) -> u32 {
        self.attempt += 1;
        let sets = self.problem.attacks(self.problem.squares()[at]);
        let care_here = self.care(at);
        let keys = &self.keys[at];
        let shift = Hash::Multiply.shift(self.bits);
        let mut clashes = 0;
        let mut subset = 0;
        let mut visited = 0;
        while visited < keys.len() {
            visited += 1;
            let subset_now = subset % keys.len();
            // Each subset once, with neighbouring subsets far apart, as in the tester.
            subset += 0x421;
            let index = (keys[subset_now].wrapping_mul(factor) >> shift) as usize;
            let set = sets[subset_now];
            let (attempt, there) = self.seen[index];
            if attempt != self.attempt {
                self.seen[index] = (self.attempt, set);
                let (value, care) = self.table[index];
                clashes += u32::from((value ^ set) & care & care_here != 0);
            } else if there != set {
                clashes += OWN;
            }
            if clashes > limit {
                break;
            }
        }
        budget.work(visited as u64);
        clashes
    }

    /// The factor with the fewest clashes among `candidates` candidates.
    fn climb(&mut self, at: usize, candidates: u32, budget: &mut Budget) -> u64 {
        let square = self.problem.squares()[at];
        let mut designer = Designer::new(Hash::Multiply, square.mask, self.bits);
        let mut best = (u32::MAX, 0);
        let mut left = candidates;
        while left > 0 && best.0 > 0 && budget.take() {
            let mut factor = designer.next(&mut self.stream);
            let mut clashes = self.clashes(at, factor, u32::MAX, budget);
            let mut patience = PATIENCE;
            while clashes > 0 && left > 0 && patience > 0 && budget.take() {
                left -= 1;
                let mut next = factor;
                for _ in 0..=self.stream.below(3) {
                    next ^= 1 << self.stream.below(u64::BITS);
                }
                let count = self.clashes(at, next, clashes, budget);
                patience = if count < clashes { PATIENCE } else { patience - 1 };
                if count <= clashes {
                    (factor, clashes) = (next, count);
                }
            }
            best = best.min((clashes, factor));
            left = left.saturating_sub(1);
        }
        best.1
    }

    /// Places a square, and takes out the square that it clashes with. The square stays out if its own keys clash, or
    /// if it would drive out more than one square.
    fn put(&mut self, at: usize, factor: u64) {
        let square = self.problem.squares()[at];
        let shift = Hash::Multiply.shift(self.bits);
        let mut own = vec![None; 1 << self.bits];
        for (key, set) in self.keys[at].iter().zip(self.problem.attacks(square)) {
            let slot = &mut own[(key.wrapping_mul(factor) >> shift) as usize];
            if slot.is_some_and(|there| there != *set) {
                return;
            }
            *slot = Some(*set);
        }
        let clashes = |other: &usize| {
            let Some(of_other) = self.factors[*other].filter(|_| *other != at) else {
                return false;
            };
            let both = self.care(at) & self.care(*other);
            let sets = self.problem.attacks(self.problem.squares()[*other]);
            self.keys[*other].iter().zip(sets).any(|(key, set)| {
                let there = own[(key.wrapping_mul(of_other) >> shift) as usize];
                there.is_some_and(|there| (there ^ set) & both != 0)
            })
        };
        let out: Vec<usize> = (0..self.factors.len()).filter(clashes).collect();
        // A square that replaces one other may still lead to a full table; losing two for one is never made up for.
        if out.len() > 1 {
            return;
        }
        for other in out {
            self.factors[other] = None;
        }
        self.factors[at] = Some(factor);
        self.table.fill((0, 0));
        for at in 0..self.factors.len() {
            let Some(factor) = self.factors[at] else { continue };
            let here = self.care(at);
            let sets = self.problem.attacks(self.problem.squares()[at]);
            for (key, set) in self.keys[at].iter().zip(sets) {
                let (value, care) = &mut self.table[(key.wrapping_mul(factor) >> shift) as usize];
                *value |= set;
                *care |= here;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_board::{Board, Mapping, Order, Piece, Standard, Walk};

    fn chess(piece: &Piece) -> Problem {
        let mapping = Mapping::chess(Standard::ALL[0]);
        Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap()
    }

    /// Checks a group independently of `table` and `prove`: each slot is a list of the attack sets that must be found
    /// there.
    fn check(problem: &Problem, group: &OneTable) {
        let mut slots: Vec<Vec<(Bitboard, Bitboard)>> = vec![Vec::new(); 1 << group.bits];
        for (bit, magic) in &group.magics {
            let square = problem.square(*bit).unwrap();
            assert_eq!(magic.shift, 64 - group.bits);
            for occupied in subsets(square.mask) {
                let product = (occupied | 1 << bit).wrapping_mul(magic.factor);
                let slot = &mut slots[(product >> magic.shift) as usize];
                let wanted = (square.reach, problem.attacks_under(square, occupied));
                if !slot.contains(&wanted) {
                    slot.push(wanted);
                }
                assert_eq!(
                    Hash::Multiply.index(occupied, *magic),
                    (product >> magic.shift) as usize
                );
            }
        }
        for slot in slots {
            if !group.post_mask {
                assert!(slot.iter().all(|(_, set)| *set == slot[0].1));
            }
            let word = slot.iter().fold(0, |word, (_, set)| word | set);
            assert!(slot.iter().all(|(reach, set)| word & reach == *set));
        }
    }

    #[test]
    fn bishops_share_one_table() {
        let problem = chess(&Piece::bishop());
        let effort = GroupEffort { candidates: 1_000, ..GroupEffort::default() };
        for (bits, post_mask) in [(18, false), (15, true)] {
            let group = solve_group(&problem, bits, post_mask, &effort).unwrap();
            assert_eq!(group.prove(&problem), Ok(()));
            check(&problem, &group);
            assert_eq!(solve_group(&problem, bits, post_mask, &effort), Ok(group.clone()));
            let mut wrong = group;
            wrong.magics[30].1.factor ^= 1 << 40;
            assert!(wrong.prove(&problem).is_err());
        }
    }

    #[test]
    fn the_fewest_bits_are_looked_for_from_below() {
        let board = Board::new(4, 4).unwrap();
        let order = Order::Standard { standard: Standard::ALL[0], stride: 4 };
        let mapping = Mapping::new(board, order).unwrap();
        let problem =
            Problem::new(&Walk::new(&Piece::rook(), &mapping), mapping.squares()).unwrap();
        let effort = GroupEffort { candidates: 500, rounds: 2, ..GroupEffort::default() };
        for post_mask in [false, true] {
            let group = fewest_bits(&problem, post_mask, 14, &effort).unwrap();
            assert_eq!(group.prove(&problem), Ok(()));
            check(&problem, &group);
            assert!(solve_group(&problem, group.bits - 1, post_mask, &effort).is_err());
        }
        let placed = fewest_bits(&problem, false, 3, &effort).unwrap_err();
        assert_eq!((placed.best.bits, placed.squares), (3, 16));
    }

    #[test]
    fn what_finds_no_room_is_counted() {
        let problem = chess(&Piece::bishop());
        let effort = GroupEffort { candidates: 100, rounds: 1, ..GroupEffort::default() };
        for post_mask in [false, true] {
            let placed = solve_group(&problem, 9, post_mask, &effort).unwrap_err();
            assert!(!placed.best.magics.is_empty() && placed.best.magics.len() < 64);
            assert_eq!(placed.best.prove(&problem), Ok(()));
            check(&problem, &placed.best);
        }
    }
}
