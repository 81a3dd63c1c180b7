//! Looks up a queen on d4.

mod magics {
    include!(concat!(env!("OUT_DIR"), "/magics.rs"));
}

fn main() {
    // Pieces on d6, f4 and b2.
    let occupied = 1 << magics::D6 | 1 << magics::F4 | 1 << magics::B2;
    let attacks = magics::queen_attacks(magics::D4, occupied);
    println!("queen on d4: 0x{attacks:016x}");
    assert_eq!(attacks, 0x8041_2a1c_371c_2a48);
}
