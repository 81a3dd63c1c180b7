//! The problem that all later stages work on: for every square its mask, and for every subset of the mask an attack
//! set, all by bit index, without names, files or ranks.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use super::{Bitboard, MOST_RELEVANT, MOST_RELEVANT_WIDE, Mapping, SquareSet, Walk};

/// The masks and attack sets of one slider on all squares.
///
/// The subsets of a mask are counted in the order of the carry-rippler: subset `k` has the bits of `k` on the squares
/// of the mask, lowest first. The attack sets of all squares stand one after another in that order, and so do the
/// classes.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The length of a table that is indexed by square: the highest bit index plus one, at most 64.
    pub indices: u8,
    squares: Vec<SquareProblem>,
    attacks: Vec<Bitboard>,
    classes: Vec<u16>,
    /// Of each square in turn, what its blockers leave; empty where that isn't known.
    views: Vec<Option<Views>>,
}

/// What single blockers leave of a slider's attack set, where each acts on one ray alone.
///
/// The attack set under several blockers is the intersection of theirs, and so is its class.
#[derive(Clone, Copy, Debug)]
pub struct Views {
    /// The class of the attack set on the empty board.
    pub empty: u16,
    /// The class under each relevant square alone, in the order of the mask's bits.
    of: [u16; MOST_RELEVANT as usize],
    count: u8,
}

impl Views {
    /// Nothing known yet of `count` blockers.
    pub(super) fn new(empty: u16, count: u32) -> Self {
        Self { empty, of: [empty; MOST_RELEVANT as usize], count: count as u8 }
    }

    /// Sets the class under one blocker, by its number among the mask's bits.
    pub(super) fn set(&mut self, blocker: u32, class: u16) {
        self.of[blocker as usize] = class;
    }

    /// The class under each relevant square alone, in the order of the mask's bits.
    #[must_use]
    pub fn of_blockers(&self) -> &[u16] {
        &self.of[..usize::from(self.count)]
    }

    /// Appends the class of each subset, in the order of the carry-rippler.
    pub fn append_classes(&self, classes: &mut Vec<u16>) {
        let start = classes.len();
        classes.push(self.empty);
        for keep in self.of_blockers() {
            let done = classes.len();
            classes.extend_from_within(start..);
            classes[done..].iter_mut().for_each(|class| *class &= keep);
        }
    }
}

/// One square of a [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareProblem {
    /// The slider's bit index.
    pub bit: u8,
    /// The relevant occupancy mask.
    pub mask: Bitboard,
    /// Every square that is attacked under some occupancy: for a slider, the attack set on the empty board.
    pub reach: Bitboard,
    /// The position of this square's first subset among the subsets of all squares.
    start: usize,
}

impl SquareProblem {
    /// The number of relevant squares, which is the number of index bits that tell all subsets apart.
    #[must_use]
    pub fn bits(&self) -> u8 {
        self.mask.count_ones() as u8
    }

    /// The number of subsets of the mask: 2 to the number of relevant squares.
    #[must_use]
    pub fn subsets(&self) -> usize {
        1 << self.mask.count_ones()
    }

    fn range(&self) -> Range<usize> {
        self.start..self.start + self.subsets()
    }
}

/// The error for a mask with too many subsets to enumerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyRelevant {
    /// The slider's bit index.
    pub bit: u8,
    /// The number of relevant squares.
    pub count: u32,
    /// The most that there may be.
    pub most: u32,
}

impl fmt::Display for TooManyRelevant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} relevant squares at bit {}, more than {}", self.count, self.bit, self.most)
    }
}

impl std::error::Error for TooManyRelevant {}

impl Problem {
    /// Enumerates the attack sets of `walk` on each of `squares`.
    ///
    /// If rays don't cross, each blocker's effect is independent of the others, and attack sets are made by doubling:
    /// the set for subset `k` plus one blocker is the set for `k` without the squares that the blocker hides. That is
    /// 20 times as fast as walking the rays for each subset.
    pub fn new(walk: &Walk, squares: Bitboard) -> Result<Self, TooManyRelevant> {
        let mut problem = Self {
            indices: (Bitboard::BITS - squares.leading_zeros()) as u8,
            squares: Vec::with_capacity(squares.count_ones() as usize),
            ..Self::default()
        };
        let mut total = 0;
        for bit in bits(squares) {
            let mask = walk.mask(bit);
            if mask.count_ones() > MOST_RELEVANT {
                let count = mask.count_ones();
                return Err(TooManyRelevant { bit, count, most: MOST_RELEVANT });
            }
            let square = SquareProblem { bit, mask, reach: walk.attacks(bit, 0), start: total };
            total += square.subsets();
            problem.squares.push(square);
        }
        problem.attacks.reserve_exact(total);
        problem.classes.reserve_exact(total);
        problem.find_views(walk);
        for index in 0..problem.squares.len() {
            problem.enumerate(walk, problem.squares[index], problem.views[index]);
        }
        Ok(problem)
    }

    /// The masks of `walk` on each of `squares`, where some are too large to enumerate: no square has attack sets.
    #[must_use]
    pub fn without_subsets(walk: &Walk, squares: Bitboard) -> Self {
        let indices = (Bitboard::BITS - squares.leading_zeros()) as u8;
        let square = |bit| SquareProblem {
            bit,
            mask: walk.mask(bit),
            reach: walk.attacks(bit, 0),
            start: 0,
        };
        let squares = bits(squares).map(square).collect();
        let mut problem = Self { indices, squares, ..Self::default() };
        problem.find_views(walk);
        problem
    }

    fn find_views(&mut self, walk: &Walk) {
        self.views = self.squares.iter().map(|square| walk.views(square)).collect();
    }

    /// A problem for several lookups with one index: the attack sets are numbers that tell apart what any of `walks`
    /// tells apart, and a square that is relevant for one walk is relevant for all.
    #[must_use]
    pub fn joint(walks: &[Walk], squares: Bitboard) -> Self {
        let mut joint = Self::without_subsets(&walks[0], squares);
        let mut start = 0;
        for square in &mut joint.squares {
            let bit = square.bit;
            square.mask = walks.iter().fold(0, |mask, walk| mask | walk.mask(bit));
            square.reach = walks.iter().fold(0, |reach, walk| reach | walk.attacks(bit, 0));
            square.start = start;
            start += square.subsets();
            let sets: Vec<Vec<SquareSet>> =
                walks.iter().map(|walk| walk.attack_sets(bit, square.mask.into())).collect();
            let mut numbers: BTreeMap<Vec<SquareSet>, u64> = BTreeMap::new();
            for subset in 0..square.subsets() {
                let tuple = sets.iter().map(|sets| sets[subset]).collect();
                let next = numbers.len() as u64;
                joint.attacks.push(*numbers.entry(tuple).or_insert(next));
            }
        }
        for square in joint.squares.clone() {
            let own = joint.attacks[square.range()].iter().map(|number| *number as u16);
            joint.classes.extend(own);
        }
        joint
    }

    /// The problem of one square whose relevant squares have become bits of a key: `places` has the bit of each, in the
    /// order of the squares of `mask`. Its attack sets are numbers that tell apart what `walk` tells apart.
    #[must_use]
    pub fn of_key(walk: &Walk, bit: u8, mask: SquareSet, places: &[u8]) -> Self {
        let key = places.iter().fold(0, |key, place| key | 1 << place);
        let sets = walk.attack_sets(bit, mask);
        // The number in `mask` of the square that becomes each bit of the key.
        let numbers: Vec<usize> =
            bits(key).filter_map(|place| places.iter().position(|other| *other == place)).collect();
        let mut known: BTreeMap<SquareSet, u64> = BTreeMap::new();
        let mut number = |subset: usize| {
            let chosen = numbers.iter().enumerate().filter(|(at, _)| subset >> at & 1 != 0);
            let set = sets[chosen.fold(0, |packed, (_, number)| packed | 1 << number)];
            let next = known.len() as u64;
            *known.entry(set).or_insert(next)
        };
        let attacks: Vec<u64> = (0..1 << numbers.len()).map(&mut number).collect();
        let classes = attacks.iter().map(|number| *number as u16).collect();
        let square = SquareProblem { bit, mask: key, reach: 0, start: 0 };
        let indices = bit.saturating_add(1);
        Self { indices, squares: vec![square], attacks, classes, views: Vec::new() }
    }

    /// The attack sets of `walk` for every subset of the masks of `other`, which have all its relevant squares.
    #[must_use]
    pub fn under(walk: &Walk, other: &Self) -> Self {
        let mut problem = other.without_squares();
        for square in &other.squares {
            let start = problem.attacks.len();
            let sets = walk.attack_sets(square.bit, square.mask.into());
            let reach = sets.iter().fold(0, |reach, set| reach | set.low());
            problem.squares.push(SquareProblem { reach, start, ..*square });
            problem.attacks.extend(sets.iter().map(|set| set.low()));
            problem.number_classes(start);
        }
        problem
    }

    /// True where each square has its attack sets.
    #[must_use]
    pub fn is_enumerated(&self) -> bool {
        self.squares.is_empty() || !self.attacks.is_empty()
    }

    /// Refuses masks that are too large to enumerate, without enumerating any.
    pub fn check(walk: &Walk, mapping: &Mapping) -> Result<(), TooManyRelevant> {
        let most = if mapping.is_wide() { MOST_RELEVANT_WIDE } else { MOST_RELEVANT };
        let squares = mapping.square_set().bits();
        let mut large = squares.map(|bit| (bit, walk.relevant(bit).len()));
        let large = large.find(|(_, count)| *count > most);
        large.map_or(Ok(()), |(bit, count)| Err(TooManyRelevant { bit, count, most }))
    }

    fn enumerate(&mut self, walk: &Walk, square: SquareProblem, views: Option<Views>) {
        let SquareProblem { bit, mask, reach, start } = square;
        if !walk.is_slide() {
            self.attacks.extend(walk.attack_sets(bit, mask.into()).iter().map(|set| set.low()));
            self.number_classes(start);
            let reach = self.attacks[start..].iter().fold(0, |reach, set| reach | set);
            if let Some(square) = self.squares.iter_mut().find(|square| square.bit == bit) {
                square.reach = reach;
            }
            return;
        }
        let Some(views) = views else {
            self.attacks.extend(subsets(mask).map(|occupied| walk.attacks(bit, occupied)));
            self.number_classes(start);
            return;
        };
        views.append_classes(&mut self.classes);
        self.attacks.push(reach);
        for class in views.of_blockers() {
            let keep = expand((*class).into(), reach);
            let done = self.attacks.len();
            self.attacks.extend_from_within(start..);
            self.attacks[done..].iter_mut().for_each(|set| *set &= keep);
        }
    }

    /// Numbers the distinct attack sets from `start` on, ascending.
    fn number_classes(&mut self, start: usize) {
        let sets: BTreeMap<Bitboard, u16> =
            self.attacks[start..].iter().map(|set| (*set, 0)).collect();
        let ids: BTreeMap<Bitboard, u16> = sets.into_keys().zip(0..=u16::MAX).collect();
        self.classes.extend(self.attacks[start..].iter().map(|set| ids[set]));
    }

    /// A problem of the same board that has no square yet.
    pub(super) fn without_squares(&self) -> Self {
        Self { indices: self.indices, ..Self::default() }
    }

    /// Adds a square with a higher bit index than all squares here, with the attack set and the class of every subset.
    pub(super) fn push_square(
        &mut self,
        square: SquareProblem,
        attacks: impl Iterator<Item = Bitboard>,
        classes: &[u16],
    ) {
        self.squares.push(SquareProblem { start: self.attacks.len(), ..square });
        self.attacks.extend(attacks);
        self.classes.extend_from_slice(classes);
    }

    /// The squares, by ascending bit index.
    #[must_use]
    pub fn squares(&self) -> &[SquareProblem] {
        &self.squares
    }

    /// The square with this bit index.
    #[must_use]
    pub fn square(&self, bit: u8) -> Option<SquareProblem> {
        self.squares.iter().copied().find(|square| square.bit == bit)
    }

    /// The attack set under each subset of a square's mask.
    #[must_use]
    pub fn attacks(&self, square: SquareProblem) -> &[Bitboard] {
        &self.attacks[square.range()]
    }

    /// The distinct attack sets of a square, ascending.
    #[must_use]
    pub fn sets(&self, square: SquareProblem) -> Vec<Bitboard> {
        // Of the subsets with one class, the first stands for all.
        let mut seen = vec![0_u64; 1 << (u16::BITS - 6)];
        let both = self.attacks(square).iter().zip(self.classes(square));
        let first = both.filter(|(_, class)| {
            let (word, bit) = (&mut seen[usize::from(**class >> 6)], 1 << (**class & 63));
            let is_first = *word & bit == 0;
            *word |= bit;
            is_first
        });
        let mut sets: Vec<Bitboard> = first.map(|(attacks, _)| *attacks).collect();
        sets.sort_unstable();
        sets
    }

    /// A number for each subset of a square's mask. Two subsets have the same number exactly if they have the same
    /// attack set.
    #[must_use]
    pub fn classes(&self, square: SquareProblem) -> &[u16] {
        &self.classes[square.range()]
    }

    /// What single blockers leave of a square's attack set; `None` where rays cross, where more than
    /// 16 squares are reached, and in problems that were made of others.
    #[must_use]
    pub fn views(&self, square: SquareProblem) -> Option<&Views> {
        let at = self.squares.binary_search_by_key(&square.bit, |square| square.bit).ok()?;
        self.views.get(at)?.as_ref()
    }

    /// The attack set under any occupancy, which may have bits outside the mask.
    #[must_use]
    pub fn attacks_under(&self, square: SquareProblem, occupied: Bitboard) -> Bitboard {
        self.attacks(square)[compress(occupied & square.mask, square.mask) as usize]
    }
}

/// The indices of the bits of a set, lowest first.
pub fn bits(mut set: Bitboard) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// Every subset of a mask, in the order of the carry-rippler: the empty one first.
pub fn subsets(mask: Bitboard) -> impl Iterator<Item = Bitboard> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let subset: Bitboard = next?;
        let following = subset.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

/// Gathers the bits of `set` at the places of `mask` into the low bits, as PEXT does.
#[must_use]
pub fn compress(set: Bitboard, mask: Bitboard) -> Bitboard {
    bits(mask).enumerate().fold(0, |packed, (index, bit)| packed | (set >> bit & 1) << index)
}

/// Spreads the low bits of `packed` to the places of `mask`, as PDEP does.
#[must_use]
pub fn expand(packed: Bitboard, mask: Bitboard) -> Bitboard {
    bits(mask).enumerate().fold(0, |set, (index, bit)| set | (packed >> index & 1) << bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Coordinate, Mapping, Order, Piece, Standard};

    fn chess(piece: &Piece, standard: Standard) -> Problem {
        let mapping = Mapping::chess(standard);
        Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap()
    }

    #[test]
    fn rook_and_bishop_have_the_known_numbers_of_subsets_and_attack_sets() {
        for (piece, subsets, sets) in
            [(Piece::rook(), 102_400, 4_900), (Piece::bishop(), 5_248, 1_428)]
        {
            let problem = chess(&piece, Standard::ALL[0]);
            assert_eq!(problem.attacks.len(), subsets);
            let mut distinct = 0;
            for square in problem.squares() {
                let mut attacks = problem.attacks(*square).to_vec();
                attacks.sort_unstable();
                attacks.dedup();
                distinct += attacks.len();
            }
            assert_eq!(distinct, sets);
        }
    }

    /// Orientation is no input of the search: the eight symmetries of the board map the set of moves to itself.
    #[test]
    fn the_eight_standard_orders_give_one_problem() {
        for piece in [Piece::rook(), Piece::bishop()] {
            let first = chess(&piece, Standard::ALL[0]);
            for standard in Standard::ALL {
                let other = chess(&piece, standard);
                assert_eq!(first.squares, other.squares, "{}", standard.id);
                assert_eq!(first.attacks, other.attacks, "{}", standard.id);
                assert_eq!(first.classes, other.classes, "{}", standard.id);
            }
        }
    }

    #[test]
    fn doubling_agrees_with_walking_on_odd_boards_and_pieces() {
        let mut board = Board::new(6, 5).unwrap();
        board.holes.insert(Coordinate { file: 2, rank: 2 });
        let order = Order::Standard { standard: Standard::ALL[6], stride: 7 };
        let mapping = Mapping::new(board, order).unwrap();
        let pieces = [
            Piece::new("short-rook", super::super::ROOK, 3).unwrap(),
            Piece::new("lance", &[(0, 1)], 63).unwrap(),
            Piece::new("crossing", &[(1, 0), (2, 0), (1, 2)], 63).unwrap(),
        ];
        for piece in pieces {
            let walk = Walk::new(&piece, &mapping);
            let problem = Problem::new(&walk, mapping.squares()).unwrap();
            for square in problem.squares() {
                let attacks = problem.attacks(*square);
                let classes = problem.classes(*square);
                for (subset, occupied) in subsets(square.mask).enumerate() {
                    assert_eq!(
                        attacks[subset],
                        walk.attacks(square.bit, occupied),
                        "{}",
                        piece.name
                    );
                    for earlier in 0..subset {
                        assert_eq!(
                            attacks[earlier] == attacks[subset],
                            classes[earlier] == classes[subset]
                        );
                    }
                }
                let junk = 0x9e37_79b9_7f4a_7c15;
                assert_eq!(problem.attacks_under(*square, junk), walk.attacks(square.bit, junk));
            }
        }
    }

    /// Under a permutation rays are walked on the grid; one that spells out a standard order has the same attack sets.
    #[test]
    fn a_permutation_that_spells_out_an_order_is_that_order() {
        let standard = Standard::ALL[3];
        let mapping = Mapping::chess(standard);
        let bits = mapping.board().places().filter_map(|at| mapping.bit(at)).collect();
        let spelled = Mapping::new(Board::chess(), Order::Permutation(bits)).unwrap();
        let walk = Walk::new(&Piece::rook(), &spelled);
        assert!(walk.permutation.is_some());
        let problem = Problem::new(&walk, spelled.squares()).unwrap();
        assert_eq!(problem.attacks, chess(&Piece::rook(), standard).attacks);
    }

    /// The 50 fields of draughts have one word, but 100 places; a bishop's diagonals are walked here by file and rank.
    #[test]
    fn fields_of_one_word_may_stand_on_more_places() {
        let mut board = Board::wide(10, 10).unwrap();
        board.holes = board.places().filter(|at| (at.file + at.rank) % 2 == 1).collect();
        let (fields, holes): (Vec<_>, Vec<_>) =
            board.places().partition(|at| !board.holes.contains(at));
        let all: Vec<Coordinate> = fields.into_iter().chain(holes).collect();
        let bit = |at: Coordinate| all.iter().position(|other| *other == at).unwrap() as u8;
        let order = Order::Permutation(board.places().map(bit).collect());
        let mapping = Mapping::wide(board, order, 4).unwrap();
        assert!(!mapping.is_wide());
        let walk = Walk::new(&Piece::bishop(), &mapping);
        let problem = Problem::new(&walk, mapping.squares()).unwrap();
        let blocked = |at: Coordinate| at.file == 7 && at.rank == 7;
        for square in problem.squares() {
            let mut right = 0;
            for step in [(1, 1), (-1, 1), (-1, -1), (1, -1)] {
                let mut at = mapping.square(square.bit).unwrap();
                while let Some(next) = at.stepped(step).filter(|at| at.file < 10 && at.rank < 10) {
                    at = next;
                    right |= 1 << mapping.bit(at).unwrap();
                    if blocked(at) {
                        break;
                    }
                }
            }
            let blocker = Coordinate { file: 7, rank: 7 };
            let occupied = 1 << mapping.bit(blocker).unwrap();
            assert_eq!(problem.attacks_under(*square, occupied), right);
        }
    }

    #[test]
    fn a_mask_of_more_than_16_squares_is_refused() {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let rays: Vec<_> = [super::super::ROOK, super::super::BISHOP].concat();
        let queen = Piece::new("queen", &rays, 63).unwrap();
        let refused = Problem::new(&Walk::new(&queen, &mapping), mapping.squares());
        assert_eq!(refused.unwrap_err(), TooManyRelevant { bit: 0, count: 18, most: 16 });
    }

    /// Checks a piece that reaches more squares than a class has bits, where classes are numbered instead.
    #[test]
    fn a_class_is_an_attack_set() {
        let rays = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
        let piece = Piece::new("short-queen", &rays, 3).unwrap();
        let walk = Walk::new(&piece, &Mapping::chess(Standard::ALL[0]));
        let problem = Problem::new(&walk, 1 << 27).unwrap();
        let square = problem.squares()[0];
        assert_eq!(square.reach.count_ones(), 24);
        let both = || problem.classes(square).iter().zip(problem.attacks(square));
        let by_class: BTreeMap<_, _> = both().collect();
        let by_set: BTreeMap<_, _> = both().map(|(class, set)| (set, class)).collect();
        assert_eq!(by_class.len(), by_set.len());
        assert!(both().all(|(class, set)| by_class[class] == set));
    }
}
