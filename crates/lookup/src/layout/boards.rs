//! Boards and problems for the tests of layouts.

use magicgen_board::{Board, Mapping, Order, Piece, Problem, Standard, Walk};

/// A piece's problem on the chess board.
pub(super) fn chess(piece: &Piece) -> Problem {
    on(piece, &Mapping::chess(Standard::ALL[0]))
}

/// A piece's problem on a board.
pub(super) fn on(piece: &Piece, mapping: &Mapping) -> Problem {
    Problem::new(&Walk::new(piece, mapping), mapping.squares()).unwrap()
}

/// A board without holes or gaps.
pub(super) fn board(width: u8, height: u8) -> Mapping {
    let order = Order::Standard { standard: Standard::ALL[0], stride: width };
    Mapping::new(Board::new(width, height).unwrap(), order).unwrap()
}
