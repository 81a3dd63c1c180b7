//! Pieces, which are rays with a range. The built-in pieces stand here; others come from a config.

use std::fmt;

/// A piece that slides along rays until it meets something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name, as in `--piece`: `rook`, `short-rook`.
    pub name: String,
    /// Each ray's step, as (files, ranks).
    pub rays: Vec<(i8, i8)>,
    /// The most steps along a ray.
    pub range: u8,
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
        Ok(Self { name: name.to_owned(), rays: rays.to_vec(), range })
    }

    /// The rook, with a range that no board limits.
    #[must_use]
    pub fn rook() -> Self {
        Self { name: "rook".to_owned(), rays: ROOK.to_vec(), range: super::WORD_BITS - 1 }
    }

    /// The bishop, with a range that no board limits.
    #[must_use]
    pub fn bishop() -> Self {
        Self { name: "bishop".to_owned(), rays: BISHOP.to_vec(), range: super::WORD_BITS - 1 }
    }

    /// The knight.
    #[must_use]
    pub fn knight() -> Self {
        Self { name: "knight".to_owned(), rays: KNIGHT.to_vec(), range: 1 }
    }

    /// The king, without castling.
    #[must_use]
    pub fn king() -> Self {
        Self { name: "king".to_owned(), rays: KING.to_vec(), range: 1 }
    }
}
