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
    rays::digest("rook_attacks", |at, all, _| lib::rook_attacks(Square(at as u8), Bitboard(all)).0);
    rays::digest("bishop_attacks", |at, all, _| lib::bishop_attacks(Square(at as u8), Bitboard(all)).0);
    rays::digest("sliders", |at, all, own| if at == 0 { lib::sliders(own, all) } else { 0 });
}
