//! Pieces: rays with a range, and courses for all that rays can't say. The built-in pieces stand here; others come from
//! a config.

use std::fmt;
use std::sync::Arc;

use super::{Board, Course, Leg, Purpose, Step, TruthTable};

/// A piece. It slides along rays until it meets something, and moves on courses, which have their own rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The name, as in `--piece`: `rook`, `short-rook`.
    pub name: String,
    /// Each ray's step, as (files, ranks).
    pub rays: Vec<(i8, i8)>,
    /// The most steps along a ray.
    pub range: u8,
    /// The moves that aren't rays of this range.
    pub courses: Vec<Course>,
    /// Instead of rays and courses: the attack set of every square under every occupancy of its relevant squares.
    pub truth: Option<Arc<TruthTable>>,
}

/// The rook's rays, as (files, ranks).
pub const ROOK: &[(i8, i8)] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The bishop's rays, as (files, ranks).
pub const BISHOP: &[(i8, i8)] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// The knight's steps, as (files, ranks).
pub const KNIGHT: &[(i8, i8)] =
    &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The king's steps, as (files, ranks).
pub const KING: &[(i8, i8)] =
    &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The steps over the edges of a hexagon, from one neighbour to the next. Files and ranks are axes at 60 degrees.
pub const HEX_EDGES: &[(i8, i8)] = &[(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
/// The steps over the corners of a hexagon.
pub const HEX_CORNERS: &[(i8, i8)] = &[(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)];
/// The knight's steps on hexagons: two over edges in one direction, and one in a neighbouring direction, to hexagons that no
/// line of the queen reaches.
pub const HEX_KNIGHT: &[(i8, i8)] = &[
    (1, 2),
    (2, 1),
    (3, -1),
    (3, -2),
    (2, -3),
    (1, -3),
    (-1, -2),
    (-2, -1),
    (-3, 1),
    (-3, 2),
    (-2, 3),
    (-1, 3),
];

/// The number of distinct steps between squares of an 8 x 8 board, the shape that has most: (2 x 8 - 1)^2 - 1.
const MOST_RAYS: usize = 224;

/// A reason why a piece is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceError {
    /// The piece has no rays.
    NoRays,
    /// A ray doesn't leave its square.
    ZeroRay,
    /// A ray isn't two numbers; this is how many it is.
    NotTwoSteps(usize),
    /// A ray is given twice.
    Twice((i8, i8)),
    /// There are more rays than steps between squares of a board; this is how many there are.
    TooManyRays(usize),
    /// The range is 0.
    ZeroRange,
}

impl fmt::Display for PieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRays => write!(f, "a piece needs at least one ray"),
            Self::ZeroRay => write!(f, "the ray [0, 0] has no step"),
            Self::NotTwoSteps(numbers) => {
                write!(
                    f,
                    "a ray needs two numbers, the step in files and the step in ranks, not {numbers}"
                )
            }
            Self::Twice((files, ranks)) => write!(f, "the ray [{files}, {ranks}] is given twice"),
            Self::TooManyRays(rays) => {
                write!(f, "{rays} rays are more than the {MOST_RAYS} steps of the widest board")
            }
            Self::ZeroRange => write!(f, "a range of 0 reaches no square"),
        }
    }
}

impl std::error::Error for PieceError {}

impl Piece {
    /// A piece with these rays, once they are found to be valid.
    pub fn new(name: &str, rays: &[(i8, i8)], range: u8) -> Result<Self, PieceError> {
        if rays.is_empty() {
            return Err(PieceError::NoRays);
        }
        if rays.len() > MOST_RAYS {
            return Err(PieceError::TooManyRays(rays.len()));
        }
        if rays.contains(&(0, 0)) {
            return Err(PieceError::ZeroRay);
        }
        if let Some(twice) = (1..rays.len()).find(|index| rays[..*index].contains(&rays[*index])) {
            return Err(PieceError::Twice(rays[twice]));
        }
        if range == 0 {
            return Err(PieceError::ZeroRange);
        }
        Ok(Self { name: name.to_owned(), rays: rays.to_vec(), range, ..Self::default() })
    }

    /// A piece with these rays, which are known to be valid.
    #[must_use]
    pub fn of_rays(name: &str, rays: &[(i8, i8)], range: u8) -> Self {
        Self { name: name.to_owned(), rays: rays.to_vec(), range, ..Self::default() }
    }

    /// True where the piece only slides along its rays.
    #[must_use]
    pub fn is_slider(&self) -> bool {
        self.courses.is_empty() && self.truth.is_none()
    }

    /// True where no occupancy changes the piece's attacks on a board of any size, since it makes one step.
    #[must_use]
    pub fn is_leaper(&self) -> bool {
        let slides = self.range > 1 && !self.rays.is_empty();
        !slides && self.truth.is_none() && self.courses.iter().all(Course::is_free)
    }

    /// The rays and the courses, all as courses: rays come first.
    #[must_use]
    pub fn all_courses(&self) -> Vec<Course> {
        let range = self.range;
        let ray = |step: &(i8, i8)| Course::new(vec![Leg { times: range, ..Leg::ride(*step) }]);
        self.rays.iter().map(ray).chain(self.courses.iter().cloned()).collect()
    }

    /// The piece of the other side: ranks are mirrored.
    #[must_use]
    pub fn turned(&self, board: &Board) -> Self {
        let rays = self.rays.iter().map(|step| board.mirrored_step(*step)).collect();
        let courses = self.courses.iter().map(|course| course.turned(board)).collect();
        Self { rays, courses, ..self.clone() }
    }

    /// The same piece with rays instead of courses, where all its courses are rays of one range.
    #[must_use]
    pub fn simplified(self) -> Self {
        let courses = self.all_courses();
        let rays: Option<Vec<(Step, u8)>> = courses.iter().map(Course::as_ray).collect();
        let Some(rays) = rays.filter(|rays| !rays.is_empty() && self.truth.is_none()) else {
            return self;
        };
        let range = rays[0].1;
        if rays.iter().any(|(_, other)| *other != range) {
            return self;
        }
        let mut steps: Vec<Step> = Vec::new();
        for (step, _) in rays {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        Self::of_rays(&self.name, &steps, range.min(super::WORD_BITS - 1))
    }

    /// The purposes of the piece's moves, in the order of [`Purpose::ALL`]. Rays and truth tables are attacks.
    #[must_use]
    pub fn purposes(&self) -> Vec<Purpose> {
        let attacks = !self.rays.is_empty() || self.truth.is_some();
        let has = |purpose: &Purpose| {
            *purpose == Purpose::Attack && attacks
                || self.courses.iter().any(|course| course.purpose == *purpose)
        };
        Purpose::ALL.into_iter().filter(has).collect()
    }

    /// The numbers of the rays and courses for a purpose: rays come first, and they attack.
    #[must_use]
    pub fn numbers_for(&self, purpose: Purpose) -> Vec<usize> {
        let courses = self.all_courses();
        let numbered = courses.iter().enumerate();
        numbered.filter(|(_, course)| course.purpose == purpose).map(|(number, _)| number).collect()
    }

    /// The piece with its moves for one purpose alone.
    #[must_use]
    pub fn for_purpose(&self, purpose: Purpose) -> Self {
        let is_attack = purpose == Purpose::Attack;
        Self {
            rays: self.rays.iter().copied().filter(|_| is_attack).collect(),
            courses: self
                .courses
                .iter()
                .filter(|course| course.purpose == purpose)
                .cloned()
                .collect(),
            truth: self.truth.clone().filter(|_| is_attack),
            ..self.clone()
        }
    }

    /// The rook, with a range that no board limits.
    #[must_use]
    pub fn rook() -> Self {
        Self::of_rays("rook", ROOK, super::WORD_BITS - 1)
    }

    /// The bishop, with a range that no board limits.
    #[must_use]
    pub fn bishop() -> Self {
        Self::of_rays("bishop", BISHOP, super::WORD_BITS - 1)
    }

    /// The knight.
    #[must_use]
    pub fn knight() -> Self {
        Self::of_rays("knight", KNIGHT, 1)
    }

    /// The king, without castling.
    #[must_use]
    pub fn king() -> Self {
        Self::of_rays("king", KING, 1)
    }
}
