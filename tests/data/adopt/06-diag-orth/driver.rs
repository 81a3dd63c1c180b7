#[path = "src/lib.rs"]
mod lib;
mod rays;

fn main() {
    if std::env::args().nth(1).is_some() {
        rays::write(rays::STRAIGHT, 52, &lib::ORTH_MAGICS, ["ORTH_MASK", "ORTH"]);
        rays::write(rays::SLANTED, 55, &lib::DIAG_MAGICS, ["DIAG_MASK", "DIAG"]);
        return;
    }
    rays::digest("orth_attacks", |square, occupied, _| lib::orth_attacks(square, occupied));
    rays::digest("diag_attacks", |square, occupied, _| lib::diag_attacks(square, occupied));
}
