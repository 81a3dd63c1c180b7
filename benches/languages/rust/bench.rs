//! Compares the times of generated lookups and of the same lookups written by hand.

mod filled;
mod magics;

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

#[inline]
fn reference_rook(square: usize, occupied: u64) -> u64 {
    let relevant = occupied & magics::ROOK_MASKS[square];
    let index = relevant.wrapping_mul(magics::ROOK_FACTORS[square]) >> magics::ROOK_SHIFTS[square];
    magics::ATTACKS[magics::ROOK_OFFSETS[square] as usize + index as usize]
}

#[inline]
fn reference_bishop(square: usize, occupied: u64) -> u64 {
    let relevant = occupied & magics::BISHOP_MASKS[square];
    let index =
        relevant.wrapping_mul(magics::BISHOP_FACTORS[square]) >> magics::BISHOP_SHIFTS[square];
    magics::ATTACKS[magics::BISHOP_OFFSETS[square] as usize + index as usize]
}

#[inline]
fn reference_queen(square: usize, occupied: u64) -> u64 {
    reference_rook(square, occupied) | reference_bishop(square, occupied)
}

/// A table filled at the first lookup, like handwritten code.
static FILLED: LazyLock<Box<[u64]>> = LazyLock::new(|| Box::new(magics::ATTACKS));

#[inline]
fn filled_rook(square: usize, occupied: u64) -> u64 {
    let relevant = occupied & magics::ROOK_MASKS[square];
    let index = relevant.wrapping_mul(magics::ROOK_FACTORS[square]) >> magics::ROOK_SHIFTS[square];
    FILLED[magics::ROOK_OFFSETS[square] as usize + index as usize]
}

#[inline]
fn filled_bishop(square: usize, occupied: u64) -> u64 {
    let relevant = occupied & magics::BISHOP_MASKS[square];
    let index =
        relevant.wrapping_mul(magics::BISHOP_FACTORS[square]) >> magics::BISHOP_SHIFTS[square];
    FILLED[magics::BISHOP_OFFSETS[square] as usize + index as usize]
}

#[inline]
fn filled_queen(square: usize, occupied: u64) -> u64 {
    filled_rook(square, occupied) | filled_bishop(square, occupied)
}

/// Combines the lookups of all squares on all boards. Each lookup has its own copy of the loop, as in an engine.
#[inline(never)]
fn sum<L: Fn(usize, u64) -> u64>(lookup: L, boards: &[(usize, u64)]) -> u64 {
    boards.iter().fold(0, |sum, (square, occupied)| sum ^ lookup(*square, *occupied))
}

fn main() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut boards = Vec::new();
    for _ in 0..4096 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        boards.extend((0..64).map(|square| (square, state & (state << 21))));
    }
    type Run = fn(&[(usize, u64)]) -> u64;
    let runs: [(&str, Run); 8] = [
        ("rook", |boards| sum(reference_rook, boards)),
        ("rook", |boards| sum(magics::rook_attacks, boards)),
        ("rook-init", |boards| sum(filled_rook, boards)),
        ("rook-init", |boards| sum(filled::rook_attacks, boards)),
        ("queen", |boards| sum(reference_queen, boards)),
        ("queen", |boards| sum(magics::queen_attacks, boards)),
        ("queen-init", |boards| sum(filled_queen, boards)),
        ("queen-init", |boards| sum(filled::queen_attacks, boards)),
    ];
    let mut least = [Duration::MAX; 8];
    let mut sums = [0; 8];
    for _ in 0..100 {
        for (at, (_, run)) in runs.iter().enumerate() {
            let start = Instant::now();
            sums[at] = run(black_box(&boards));
            least[at] = least[at].min(start.elapsed());
        }
    }
    let nanoseconds = |at: usize| least[at].as_secs_f64() * 1e9 / boards.len() as f64;
    // Each run comes directly after its reference.
    for (at, (name, _)) in runs.iter().enumerate().filter(|(at, _)| at % 2 == 1) {
        let reference = at - 1;
        assert_eq!(sums[at], sums[reference], "{name}");
        let (found, by_hand) = (nanoseconds(at), nanoseconds(reference));
        println!("rust {name} {found:.2} {by_hand:.2} {:.2}", by_hand / found);
    }
    eprintln!("xor {:016x} {:016x}", sums[0], sums[4]);
}
