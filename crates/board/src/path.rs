//! Paths: the squares that a course passes from one square, and what lands on them under an occupancy.

use std::fmt;

use super::course::Landing;
use super::square_set::SquareSet;

/// A course from one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The bit indices of the squares in their order, each with true where the piece may land.
    squares: Vec<(u8, bool)>,
    hurdles: u8,
    landing: Landing,
    /// True where the first square has to be occupied and all others up to the landing empty: the way back from a
    /// square next to a hurdle.
    begins_with_hurdle: bool,
}

impl Path {
    pub(super) const fn new(hurdles: u8, landing: Landing) -> Self {
        Self { squares: Vec::new(), hurdles, landing, begins_with_hurdle: false }
    }

    pub(super) fn push(&mut self, bit: u8, lands: bool) {
        self.squares.push((bit, lands));
    }

    /// The path up to the last square on which the piece may land; `None` if there is no such square.
    pub(super) fn trimmed(mut self) -> Option<Self> {
        // Nothing lands in front of the hurdles.
        let first = usize::from(self.hurdles);
        let last = self.squares.iter().rposition(|(_, lands)| *lands)?;
        self.squares.truncate(last + 1);
        (last >= first).then_some(self)
    }

    /// The way from `target` back to `own`, the square where this path begins; `None` if the path doesn't land on
    /// `target`.
    pub(super) fn back(&self, target: u8, own: u8) -> Option<Self> {
        let at = self.squares.iter().position(|(bit, lands)| *bit == target && *lands)?;
        let between = self.squares[..at].iter().rev().map(|(bit, _)| (*bit, false));
        let squares = between.chain([(own, true)]).collect();
        let is_next = self.landing == Landing::Next;
        Self { squares, begins_with_hurdle: is_next, landing: Landing::Beyond, ..self.clone() }
            .trimmed()
    }

    /// The squares in their order.
    pub fn squares(&self) -> impl Iterator<Item = u8> {
        self.squares.iter().map(|(bit, _)| *bit)
    }

    /// The squares in their order, each with true where the piece may land.
    #[must_use]
    pub fn steps(&self) -> &[(u8, bool)] {
        &self.squares
    }

    /// The number of hurdles, and where the piece lands behind them; `None` for a way back that begins with a hurdle.
    #[must_use]
    pub fn rule(&self) -> Option<(u8, Landing)> {
        (!self.begins_with_hurdle).then_some((self.hurdles, self.landing))
    }

    /// The squares on which the piece lands, if the squares of the path are occupied as `is_occupied` says.
    #[must_use]
    pub fn landings(&self, is_occupied: impl Fn(usize, u8) -> bool) -> SquareSet {
        let mut landings = SquareSet::EMPTY;
        let mut passed = 0;
        let mut is_next = false;
        for (at, (bit, lands)) in self.squares.iter().enumerate() {
            let is_behind = passed == self.hurdles;
            if is_behind && *lands && (self.landing == Landing::Beyond || is_next) {
                landings.insert(*bit);
            }
            let is_over = is_behind && self.landing == Landing::Next;
            let is_hurdle = is_occupied(at, *bit);
            if is_over || is_hurdle && is_behind || at == 0 && self.begins_with_hurdle && !is_hurdle
            {
                break;
            }
            passed += u8::from(is_hurdle);
            is_next = is_hurdle;
        }
        landings
    }

    /// The positions on the path on which its landings may depend: those in front of some landing.
    fn lands_at(&self) -> impl Iterator<Item = usize> {
        let first = usize::from(self.hurdles);
        let landings = self.squares.iter().enumerate().skip(first);
        landings.filter(|(_, (_, lands))| *lands).map(|(at, _)| at)
    }
}

impl fmt::Display for Path {
    /// Writes the squares, those on which nothing lands in brackets, and the rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (bit, lands) in &self.squares {
            if *lands { write!(f, "{bit} ")? } else { write!(f, "({bit}) ")? }
        }
        let rule = match self.landing {
            _ if self.begins_with_hurdle => "first",
            Landing::Beyond => "beyond",
            Landing::Next => "next",
        };
        write!(f, "over {} {rule}", self.hurdles)
    }
}

/// The most squares over which two paths to one square are compared, occupancy by occupancy.
const MOST_COMPARED: u32 = 20;

/// The relevant squares of some paths from one square: those whose occupancy changes the attack set under some
/// occupancy of the others.
#[must_use]
pub(super) fn relevant(paths: &[Path]) -> SquareSet {
    let mut targets: Vec<(u8, usize, usize)> = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        targets.extend(path.lands_at().map(|at| (path.squares[at].0, number, at)));
    }
    targets.sort_unstable();
    let mut relevant = SquareSet::EMPTY;
    for alike in targets.chunk_by(|one, other| one.0 == other.0) {
        let before = |(_, path, at): &(u8, usize, usize)| {
            paths[*path].squares[..*at].iter().map(|(bit, _)| *bit)
        };
        let squares: SquareSet = alike.iter().flat_map(before).collect();
        // The landing of one path depends on every square in front of it.
        if alike.len() == 1 || squares.len() > MOST_COMPARED {
            relevant |= squares;
            continue;
        }
        let target = alike[0].0;
        let lands = |packed: u64| {
            let occupied = squares.subset(packed);
            let mut alike = alike.iter();
            alike.any(|(_, path, _)| paths[*path].landings(|_, bit| occupied.has(bit)).has(target))
        };
        let answers: Vec<bool> = (0..1 << squares.len()).map(lands).collect();
        let changes = |number: usize| {
            let flipped = |subset: usize| answers[subset] != answers[subset ^ 1 << number];
            (0..answers.len()).any(flipped)
        };
        let numbered = squares.bits().enumerate();
        relevant |= numbered.filter(|(number, _)| changes(*number)).map(|(_, bit)| bit).collect();
    }
    relevant
}

/// The attack set of some paths for every subset of `mask`, which is counted as in a problem: subset `k` has the bits
/// of `k` on the squares of the mask, lowest first.
pub(super) fn by_subset(paths: &[Path], mask: SquareSet) -> Vec<SquareSet> {
    let squares: Vec<u8> = mask.bits().collect();
    let mut sets = vec![SquareSet::EMPTY; 1 << squares.len()];
    for path in paths {
        // The path's squares that are relevant, by their number in the mask.
        let numbers: Vec<(usize, u8)> = (path.squares.iter())
            .filter_map(|(bit, _)| squares.iter().position(|square| square == bit).zip(Some(*bit)))
            .collect();
        let place = |bit| numbers.iter().position(|(_, other)| *other == bit);
        let landings: Vec<SquareSet> = (0..1_usize << numbers.len())
            .map(|packed| {
                path.landings(|_, bit| place(bit).is_some_and(|place| packed >> place & 1 != 0))
            })
            .collect();
        // Eight squares of the mask at a time tell which of the path's squares are occupied.
        let chunks: Vec<Vec<usize>> = (0..squares.len())
            .step_by(8)
            .map(|first| {
                let width = (squares.len() - first).min(8);
                let mut packed = vec![0; 1 << width];
                for (place, (number, _)) in numbers.iter().enumerate() {
                    if let Some(bit) = number.checked_sub(first).filter(|bit| *bit < width) {
                        packed[1 << bit] = 1 << place;
                    }
                }
                // A set of squares has what its highest one has, and the others.
                for byte in 1..packed.len() {
                    let highest = 1 << byte.ilog2();
                    packed[byte] = packed[highest] | packed[byte ^ highest];
                }
                packed
            })
            .collect();
        for (subset, set) in sets.iter_mut().enumerate() {
            let bytes = chunks.iter().enumerate();
            let packed =
                bytes.fold(0, |packed, (at, chunk)| packed | chunk[subset >> (8 * at) & 0xff]);
            *set |= landings[packed];
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BISHOP, Board, Coordinate, Course, KING, Leg, Mapping, Order, Piece, ROOK, Standard, Step,
        Walk, Way, bits, subsets,
    };

    /// A piece with these courses.
    fn piece(courses: Vec<Course>) -> Piece {
        Piece { courses, ..Piece::default() }
    }

    fn hopper(steps: &[Step], landing: Landing) -> Piece {
        let course =
            |step: &Step| Course { hurdles: 1, landing, ..Course::new(vec![Leg::ride(*step)]) };
        piece(steps.iter().map(course).collect())
    }

    /// The xiangqi horse: a step along a rank or file that has to be empty, and one diagonal step on.
    fn horse() -> Piece {
        let beside =
            |(files, ranks): Step| [(files + ranks, ranks + files), (files - ranks, ranks - files)];
        let legs = |step: &Step| beside(*step).map(|next| vec![Leg::pass(*step), Leg::leap(next)]);
        piece(ROOK.iter().flat_map(legs).map(Course::new).collect())
    }

    fn janggi_elephant() -> Piece {
        let beside =
            |(files, ranks): Step| [(files + ranks, ranks + files), (files - ranks, ranks - files)];
        let legs = |step: &Step| {
            beside(*step).map(|next| vec![Leg::pass(*step), Leg::pass(next), Leg::leap(next)])
        };
        piece(ROOK.iter().flat_map(legs).map(Course::new).collect())
    }

    fn griffon() -> Piece {
        let legs = |step: &Step| {
            [(step.0, 0), (0, step.1)].map(|on| vec![Leg::leap(*step), Leg::ride(on)])
        };
        piece(BISHOP.iter().flat_map(legs).map(Course::new).collect())
    }

    /// A bishop that passes over the first square, which has to be empty.
    fn picket() -> Piece {
        let legs = |step: &Step| Course::new(vec![Leg::pass(*step), Leg::ride(*step)]);
        piece(BISHOP.iter().map(legs).collect())
    }

    fn dragon() -> Piece {
        let leaps = BISHOP.iter().map(|step| Course::new(vec![Leg::leap(*step)]));
        Piece { courses: leaps.collect(), ..Piece::rook() }
    }

    fn chess() -> Mapping {
        Mapping::chess(Standard::ALL[0])
    }

    fn walked(piece: &Piece, mapping: &Mapping) -> Walk {
        Walk::new(piece, mapping)
    }

    /// Entries and distinct attack sets, summed over the squares of the chess board.
    fn counted(walk: &Walk) -> (u64, usize) {
        let (mut entries, mut sets) = (0, 0);
        for bit in 0..64 {
            let mask = walk.relevant(bit);
            let mut distinct = walk.attack_sets(bit, mask);
            entries += distinct.len() as u64;
            distinct.sort_unstable();
            distinct.dedup();
            sets += distinct.len();
        }
        (entries, sets)
    }

    /// The numbers are those of a program in C++ with a model of its own.
    #[test]
    fn pieces_have_the_known_numbers_of_subsets_and_attack_sets() {
        let knight = Piece::knight().rays;
        let pieces = [
            (hopper(ROOK, Landing::Beyond), (102_400, 30_976)),
            (dragon(), (102_400, 4_900)),
            (horse(), (576, 576)),
            (janggi_elephant(), (23_552, 2_048)),
            (Piece::new("nightrider", &knight, 63).unwrap(), (1_280, 880)),
        ];
        for (piece, known) in pieces {
            assert_eq!(counted(&walked(&piece, &chess())), known, "{piece:?}");
        }
    }

    #[test]
    fn lines_have_the_known_numbers_of_subsets_and_attack_sets() {
        let queen = [ROOK, BISHOP].concat();
        let pieces = [
            (hopper(ROOK, Landing::Beyond), (5_120, 2_816)),
            (hopper(&queen, Landing::Next), (6_784, 1_712)),
            (griffon(), (7_232, 1_688)),
            (dragon(), (5_120, 1_120)),
            (horse(), (576, 576)),
        ];
        for (piece, known) in pieces {
            let walk = walked(&piece, &chess());
            let lines = crate::lines(&piece);
            let counts = lines.iter().map(|(_, numbers)| counted(&walk.along(numbers)));
            let total = counts.fold((0, 0), |sum, (entries, sets)| (sum.0 + entries, sum.1 + sets));
            assert_eq!(total, known, "{piece:?}");
        }
    }

    /// A grasshopper's landing is described without paths.
    #[test]
    fn a_hopper_lands_next_to_its_hurdle() {
        let mapping = chess();
        let walk = walked(&hopper(KING, Landing::Next), &mapping);
        for bit in [0, 27, 62] {
            for occupied in [0x00ff_1234_8100_4281_u64, 0x8241_0000_ffe7_1042, 1 << 28 | 1 << 29] {
                let from = mapping.square(bit).unwrap();
                let mut wanted = 0_u64;
                for (files, ranks) in KING {
                    let at = |steps: i8| {
                        let at = from.stepped((files * steps, ranks * steps))?;
                        mapping.bit(at)
                    };
                    let hurdle =
                        (1..8).find(|steps| at(*steps).is_some_and(|bit| occupied >> bit & 1 != 0));
                    wanted |= hurdle.and_then(|steps| at(steps + 1)).map_or(0, |bit| 1 << bit);
                }
                assert_eq!(walk.attacks(bit, occupied), wanted);
            }
        }
    }

    /// Every relevant square changes something, and no other one does.
    #[test]
    fn masks_are_minimal_even_where_paths_cross() {
        let mut board = Board::new(5, 6).unwrap();
        board.holes.insert(Coordinate { file: 1, rank: 2 });
        let order = Order::Standard { standard: Standard::ALL[5], stride: 7 };
        let mapping = Mapping::new(board, order).unwrap();
        // A rook that also leaps two squares: the square between hinders only what lies behind both.
        let leaps = ROOK.iter().map(|step| Course::new(vec![Leg::leap((2 * step.0, 2 * step.1))]));
        let leaping_rook = Piece { courses: leaps.collect(), ..Piece::new("r", ROOK, 2).unwrap() };
        let both = Piece { courses: [griffon().courses, horse().courses].concat(), ..dragon() };
        for piece in [leaping_rook, both, picket(), griffon(), horse()] {
            let walk = walked(&piece, &mapping);
            for bit in bits(mapping.squares()) {
                let mask = walk.mask(bit);
                let sets = walk.attack_sets(bit, mask.into());
                for (set, occupied) in sets.iter().zip(subsets(mask)) {
                    let others = !mask & 0x1357_9bdf_0246_8ace;
                    assert_eq!(set.low(), walk.attacks(bit, occupied | others));
                    assert_eq!(set.low(), walk.attacks(bit, occupied | !mask));
                }
                for number in 0..mask.count_ones() {
                    let changes = |subset: usize| sets[subset] != sets[subset ^ 1 << number];
                    assert!((0..sets.len()).any(changes), "{piece:?} {bit} {mask:#x}");
                }
            }
        }
    }

    #[test]
    fn the_way_back_leads_to_every_square_from_which_the_piece_comes() {
        let mapping = chess();
        for piece in [
            horse(),
            griffon(),
            hopper(ROOK, Landing::Beyond),
            hopper(KING, Landing::Next),
            Piece::rook(),
        ] {
            let back = |course: Course| {
                let way = Way::Back(Box::new(course));
                Course::of(way)
            };
            let back = self::piece(piece.all_courses().into_iter().map(back).collect());
            let [walk, back] = [walked(&piece, &mapping), walked(&back, &mapping)];
            for occupied in [0x00ff_1234_8100_4281_u64, 0x8241_0000_ffe7_1042, 0] {
                for target in 0..64 {
                    let comes = |from: &u8| walk.attacks(*from, occupied) >> target & 1 != 0;
                    let wanted = (0..64).filter(comes).fold(0, |set, from| set | 1_u64 << from);
                    assert_eq!(back.attacks(target, occupied), wanted);
                }
            }
        }
    }
}
