//! Rook, bishop and queen on the chess board.

use super::{Piece, magics};

const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const QUEEN: [(i32, i32); 8] =
    [ROOK[0], ROOK[1], ROOK[2], ROOK[3], BISHOP[0], BISHOP[1], BISHOP[2], BISHOP[3]];

/// The pieces with factors.
pub const PIECES: &[Piece] = &[
    Piece { name: "rook", lookup: magics::rook_attacks, rays: &ROOK, range: 7 },
    Piece { name: "bishop", lookup: magics::bishop_attacks, rays: &BISHOP, range: 7 },
];

/// The pieces whose lookups are unions of others.
pub const UNIONS: &[Piece] =
    &[Piece { name: "queen", lookup: magics::queen_attacks, rays: &QUEEN, range: 7 }];

/// The generated function that makes a square of a file and a rank.
pub const SQUARE: fn(usize, usize) -> usize = magics::square;

/// Some squares: file, rank and the generated constant.
pub const CORNERS: &[(i32, i32, usize)] =
    &[(0, 0, magics::A1), (7, 0, magics::H1), (0, 7, magics::A8), (7, 7, magics::H8)];
