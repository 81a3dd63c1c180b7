//! Turns a board, an orientation and pieces into a [`Problem`] in terms of bit indices.
//!
//! This is the only stage that knows squares by file and rank. A [`Problem`] speaks of bit indices alone, so that
//! search, layout and model work for every board, order of squares and piece.

mod betza;
mod bit_gather;
mod board;
#[cfg(test)]
mod counts;
mod course;
mod deposit;
mod graph;
mod line;
mod mapping;
mod mirror;
mod orientation;
mod path;
mod piece;
mod problem;
mod square_set;
mod truth;
mod walk;

pub use betza::{Betza, BetzaError, BetzaErrorKind, betza};
pub use bit_gather::BitGather;
pub use board::{Board, BoardError, Coordinate, SquareNames};
pub use course::{Course, Landing, Leg, Purpose, Step, Way, Zone, Zones};
pub use graph::{EdgeError, Edges, Graph};
pub use line::{Line, lines};
pub use mapping::{Mapping, MappingError};
pub use mirror::{Fold, Mirror, NotMirrored};
pub use orientation::{Corner, Major, Order, Standard};
pub use path::Path;
pub use piece::{
    BISHOP, HEX_CORNERS, HEX_EDGES, HEX_KNIGHT, KING, KNIGHT, Piece, PieceError, ROOK,
};
pub use problem::bits;
pub use problem::{Problem, SquareProblem, TooManyRelevant, Views, compress, expand, subsets};
pub use square_set::SquareSet;
pub use truth::{TruthError, TruthTable};
pub use walk::{GridRay, Permutation, Walk};

/// A set of squares: bit `i` stands for the square with bit index `i`.
///
/// No other place fixes the width of a word. Smaller boards use the low bits.
pub type Bitboard = u64;

/// The number of bits in a [`Bitboard`], and so the most squares that a board can have.
pub const WORD_BITS: u8 = 64;

/// The most squares of a board whose sets have several words.
pub const MOST_BITS: u16 = 256;

/// The most squares that a relevant occupancy mask may have on a board of several words: a square then has 2^18
/// subsets.
pub const MOST_RELEVANT_WIDE: u32 = 18;

/// The most squares that a relevant occupancy mask may have: a square then has 2^16 subsets, whose attack sets take
/// 512 KiB.
pub const MOST_RELEVANT: u32 = 16;
