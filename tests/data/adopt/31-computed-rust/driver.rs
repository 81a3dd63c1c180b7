#[path = "src/lib.rs"]
mod lib;
#[allow(dead_code)]
mod rays;

use lib::{Bitboard, Square};

fn main() {
    let place = |square: usize| Square(square as u8);
    rays::digest("rook_attacks", |square, occupied, _| {
        lib::rook_attacks(Bitboard(occupied), place(square)).0
    });
    rays::digest("bishop_attacks", |square, occupied, _| {
        lib::bishop_attacks(Bitboard(occupied), place(square)).0
    });
    rays::digest("battery_attacks", |square, occupied, own| {
        lib::battery_attacks(Bitboard(occupied), Bitboard(own), place(square)).0
    });
    rays::digest("rook_moves", |square, occupied, _| {
        lib::rook_moves(Bitboard(occupied), place(square)).0
    });
}
