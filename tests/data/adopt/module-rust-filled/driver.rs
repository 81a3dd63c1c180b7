#[path = "src/lib.rs"]
mod lib;
mod rays;

use lib::Square;

fn other(occupied: u64) -> u8 {
    (occupied.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as u8
}

fn main() {
    if std::env::args().nth(1).is_some() {
        rays::write(rays::STRAIGHT, 52, &lib::ORTH_MAGICS, ["ORTH_MASK", "ORTH"]);
        rays::write(rays::SLANTED, 55, &lib::DIAG_MAGICS, ["DIAG_MASK", "DIAG"]);
        return;
    }
    let at = |square: usize| Square(square as u8);
    rays::digest("orth_attacks", |square, occupied, _| lib::orth_attacks(at(square), occupied));
    rays::digest("diag_attacks", |square, occupied, _| lib::diag_attacks(at(square), occupied));
    rays::digest("KNIGHTS", |square, _, _| lib::KNIGHTS[square].0);
    rays::digest("king_attacks", |square, _, _| lib::king_attacks(at(square)).0);
    rays::digest("pawn_attacks", |square, occupied, _| lib::pawn_attacks(at(square), other(occupied) > 31).0);
    rays::digest("between", |square, occupied, _| lib::between(at(square), Square(other(occupied))));
}
