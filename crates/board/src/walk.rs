//! A piece's moves in terms of bit indices.
//!
//! This is the plain method, which walks each ray or path square by square. Everything else is proved against it, and
//! the start-up code in the target languages does the same for rays.

use std::fmt::Write as _;
use std::sync::Arc;

use super::path::{Path, by_subset, relevant};
use super::problem::Views;
use super::{Bitboard, Coordinate, Course, Mapping, Piece, SquareProblem, SquareSet, WORD_BITS};

/// One ray on the grid: a constant step, and the positions from which it may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRay {
    /// The number that a step adds to the position.
    pub delta: i8,
    /// The positions whose next position along the ray is a square.
    pub from: Bitboard,
}

/// Maps between bit indices and the grid on which rays are walked, where the two differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// The position in the grid of each bit index.
    pub grid_of_bit: Vec<u8>,
    /// The bit index of each position in the grid.
    pub bit_of_grid: Vec<u8>,
}

/// The moves of a piece that doesn't only slide, by bit index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// The paths from each square. Each has the number of its ray or course: rays come first.
    Paths(Vec<Vec<(usize, Path)>>),
    /// The relevant squares of each square, and the attack set for each of their subsets.
    Listed(Vec<(SquareSet, Vec<SquareSet>)>),
}

/// A piece's moves, ready to be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The rays, in the order of the piece's rays. A piece that doesn't only slide has none.
    pub rays: Vec<GridRay>,
    /// The most steps along a ray.
    pub range: u8,
    /// `None` where positions in the grid are bit indices, as in the eight standard orders.
    pub permutation: Option<Permutation>,
    pub(super) moves: Option<Arc<Moves>>,
}

impl Walk {
    /// The moves of `piece` on the squares of `mapping`.
    #[must_use]
    pub fn new(piece: &Piece, mapping: &Mapping) -> Self {
        let board = mapping.board();
        let longest = board.width.max(board.height).saturating_sub(1).max(1);
        // Holes without bits may leave one word for a board whose grid needs several.
        let is_one_word = u16::from(board.width) * u16::from(board.height) <= u16::from(WORD_BITS);
        let is_plain = piece.is_slider() && !mapping.is_wide() && is_one_word;
        let moves = (!is_plain).then(|| Arc::new(Moves::new(piece, mapping)));
        let rays = piece
            .rays
            .iter()
            .filter(|_| moves.is_none())
            .map(|step| {
                let mut ray = GridRay { delta: 0, from: 0 };
                for at in board.squares() {
                    let next = at.stepped(*step).filter(|next| mapping.bit(*next).is_some());
                    if let Some(next) = next {
                        ray.delta = mapping.grid(next) as i8 - mapping.grid(at) as i8;
                        ray.from |= 1 << mapping.grid(at);
                    }
                }
                ray
            })
            .collect();
        Self {
            rays,
            range: piece.range.min(longest),
            permutation: mapping.permutation().filter(|_| is_plain),
            moves,
        }
    }

    /// The same rays, up to the edge of the board.
    #[must_use]
    pub fn unlimited(&self) -> Self {
        Self { range: u8::MAX, ..self.clone() }
    }

    /// True where the piece only slides, so that [`Self::rays`] has all its moves.
    #[must_use]
    pub const fn is_slide(&self) -> bool {
        self.moves.is_none()
    }

    /// The squares that `ray` passes from `bit` on, nearest first, on an empty board.
    pub fn path(&self, ray: GridRay, bit: u8) -> impl Iterator<Item = u8> + use<'_> {
        let mut place = match &self.permutation {
            None => bit,
            Some(permutation) => permutation.grid_of_bit[usize::from(bit)],
        };
        let mut left = self.range;
        std::iter::from_fn(move || {
            if left == 0 || ray.from >> place & 1 == 0 {
                return None;
            }
            left -= 1;
            place = place.wrapping_add_signed(ray.delta);
            Some(match &self.permutation {
                None => place,
                Some(permutation) => permutation.bit_of_grid[usize::from(place)],
            })
        })
    }

    /// The squares attacked from `bit`, including the first blocker on each ray.
    #[must_use]
    pub fn attacks(&self, bit: u8, occupied: Bitboard) -> Bitboard {
        if self.moves.is_some() {
            return self.attack_set(bit, occupied.into()).low();
        }
        let mut attacks = 0;
        for ray in &self.rays {
            for square in self.path(*ray, bit) {
                attacks |= 1 << square;
                if occupied >> square & 1 != 0 {
                    break;
                }
            }
        }
        attacks
    }

    /// The same on boards of any size.
    #[must_use]
    pub fn attack_set(&self, bit: u8, occupied: SquareSet) -> SquareSet {
        match self.moves.as_deref() {
            None => self.attacks(bit, occupied.low()).into(),
            Some(Moves::Paths(paths)) => {
                let paths = paths.get(usize::from(bit)).into_iter().flatten();
                paths.fold(SquareSet::EMPTY, |set, (_, path)| {
                    set | path.landings(|_, square| occupied.has(square))
                })
            }
            Some(Moves::Listed(squares)) => {
                let Some((mask, sets)) = squares.get(usize::from(bit)) else {
                    return SquareSet::EMPTY;
                };
                let numbered = mask.bits().enumerate();
                let subset = numbered.filter(|(_, square)| occupied.has(*square));
                sets[subset.fold(0, |subset, (number, _)| subset | 1 << number)]
            }
        }
    }

    /// The relevant occupancy mask: every square whose occupancy changes the attack set under some occupancy of the
    /// others. On a ray these are all but the last one, since a blocker there hides no square.
    #[must_use]
    pub fn mask(&self, bit: u8) -> Bitboard {
        if self.moves.is_some() {
            return self.relevant(bit).low();
        }
        let mut mask = 0;
        for ray in &self.rays {
            let mut path = self.path(*ray, bit).peekable();
            while let Some(square) = path.next() {
                if path.peek().is_some() {
                    mask |= 1 << square;
                }
            }
        }
        mask
    }

    /// The same on boards of any size.
    #[must_use]
    pub fn relevant(&self, bit: u8) -> SquareSet {
        match self.moves.as_deref() {
            None => self.mask(bit).into(),
            Some(Moves::Paths(_)) => relevant(&self.paths(bit)),
            Some(Moves::Listed(squares)) => {
                squares.get(usize::from(bit)).map(|(mask, _)| *mask).unwrap_or_default()
            }
        }
    }

    /// The attack set of each subset of `mask`, which has the relevant squares of `bit`: subset `k` has the bits of `k`
    /// on the squares of the mask, lowest first.
    #[must_use]
    pub fn attack_sets(&self, bit: u8, mask: SquareSet) -> Vec<SquareSet> {
        if let Some(Moves::Paths(_)) = self.moves.as_deref() {
            return by_subset(&self.paths(bit), mask);
        }
        let subsets = 0..1_u64 << mask.len();
        subsets.map(|packed| self.attack_set(bit, mask.subset(packed))).collect()
    }

    /// The moves that aren't rays, square by square, in a form that identifies them.
    #[must_use]
    pub fn moves_text(&self) -> String {
        let mut text = String::new();
        match self.moves.as_deref() {
            None => {}
            Some(Moves::Paths(squares)) => {
                for (bit, paths) in squares.iter().enumerate() {
                    for (number, path) in paths {
                        let _ = write!(text, "{bit} {number} {path};");
                    }
                }
            }
            Some(Moves::Listed(squares)) => {
                for (bit, (mask, sets)) in squares.iter().enumerate() {
                    let _ = write!(text, "{bit} {:x?} ", mask.words());
                    for set in sets {
                        let _ = write!(text, "{:x?}", set.words());
                    }
                }
            }
        }
        text
    }

    /// The paths from a square, each with the number of its ray or course; `None` where the moves are rays of a board of
    /// one word, or a truth table.
    #[must_use]
    pub fn numbered_paths(&self, bit: u8) -> Option<&[(usize, Path)]> {
        match self.moves.as_deref()? {
            Moves::Paths(paths) => Some(paths.get(usize::from(bit)).map_or(&[], |of_bit| of_bit)),
            Moves::Listed(_) => None,
        }
    }

    fn paths(&self, bit: u8) -> Vec<Path> {
        let of_bit = self.numbered_paths(bit).unwrap_or_default();
        of_bit.iter().map(|(_, path)| path.clone()).collect()
    }

    /// What single blockers leave of the attack set; `None` if two rays pass the same square, so that a blocker acts
    /// on more than one, or if more squares are reached than a class has bits.
    pub(super) fn views(&self, square: &SquareProblem) -> Option<Views> {
        let SquareProblem { bit, mask, reach, .. } = *square;
        if !self.is_slide() || reach.count_ones() > u16::BITS {
            return None;
        }
        // The number of a square among those below it in a set.
        let number = |set: Bitboard, square: u8| (set & ((1 << square) - 1)).count_ones();
        let empty = u16::MAX.checked_shr(u16::BITS - reach.count_ones()).unwrap_or(0);
        let mut views = Views::new(empty, mask.count_ones());
        let mut seen = 0_u16;
        for ray in &self.rays {
            // The squares of the ray up to here, and what a blocker on each of them leaves of the ray.
            let mut passed = [0_u8; u16::BITS as usize];
            let mut count = 0;
            let mut hidden = 0_u16;
            for square in self.path(*ray, bit) {
                *passed.get_mut(count)? = square;
                count += 1;
            }
            for square in passed[..count].iter().rev() {
                let class = 1 << number(reach, *square);
                if seen & class != 0 {
                    return None;
                }
                seen |= class;
                if mask >> square & 1 != 0 {
                    views.set(number(mask, *square), empty & !hidden);
                }
                hidden |= class;
            }
        }
        Some(views)
    }
}

impl Moves {
    fn new(piece: &Piece, mapping: &Mapping) -> Self {
        let squares = mapping.bit_indices().map(|bit| mapping.square(bit));
        if let Some(truth) = &piece.truth {
            let listed = |at: Option<_>| at.map(|at| truth.on(at, mapping)).unwrap_or_default();
            return Self::Listed(squares.map(listed).collect());
        }
        let courses: Vec<Course> = piece.all_courses();
        let paths = |at: Option<Coordinate>| {
            let numbered = courses.iter().enumerate();
            at.into_iter()
                .flat_map(|at| {
                    numbered.clone().flat_map(move |(number, course)| {
                        course.paths(at, mapping).into_iter().map(move |path| (number, path))
                    })
                })
                .collect()
        };
        Self::Paths(squares.map(paths).collect())
    }

    /// The moves on these rays and courses alone.
    pub(super) fn along(&self, numbers: &[usize]) -> Self {
        match self {
            Self::Listed(squares) => Self::Listed(squares.clone()),
            Self::Paths(squares) => {
                let kept = |paths: &Vec<(usize, Path)>| {
                    paths.iter().filter(|(number, _)| numbers.contains(number)).cloned().collect()
                };
                Self::Paths(squares.iter().map(kept).collect())
            }
        }
    }
}
