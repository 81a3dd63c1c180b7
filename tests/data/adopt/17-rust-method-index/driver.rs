#[path = "src/lib.rs"]
mod lib;
mod rays;

use lib::{Bitboard, Square};

fn main() {
    if std::env::args().nth(1).is_some() {
        rays::write(rays::STRAIGHT, 52, &lib::ROOK_MAGICS, ["ROOK_MASK", "ROOK"]);
        rays::write(rays::SLANTED, 55, &lib::BISHOP_MAGICS, ["BISHOP_MASK", "BISHOP"]);
        return;
    }
    // The fields of both types are private.
    let square = |square: usize| unsafe { std::mem::transmute::<u8, Square>(square as u8) };
    let board = |bits: u64| unsafe { std::mem::transmute::<u64, Bitboard>(bits) };
    let bits = |board: Bitboard| unsafe { std::mem::transmute::<Bitboard, u64>(board) };
    rays::digest("rook_attacks", |at, all, _| bits(lib::rook_attacks(square(at), board(all))));
    rays::digest("bishop_attacks", |at, all, _| bits(lib::bishop_attacks(square(at), board(all))));
}
