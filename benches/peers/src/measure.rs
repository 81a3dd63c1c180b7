//! Measures the nanoseconds of a peer's lookups.
//!
//! Several effects would make measurements worthless, and are prevented:
//!
//! * The compiler turns some peers' loops into gathers and leaves others scalar. So there is a barrier on square and
//!   occupancy of each lookup.
//! * A peer pays for the cache that the peer before it has filled. So each pass runs once untimed before it is timed.
//! * A fixed order favours some peer. So the order is shuffled in each of many rounds, and medians are taken.
//! * Chance looks like a gain. So two peers are listed twice; the difference of their rows is noise.

use std::arch::asm;
use std::time::Instant;

use crate::lookup::Lookup;
use crate::positions::Input;

pub const ROOK: u8 = 0;
pub const BISHOP: u8 = 1;
pub const QUEEN: u8 = 2;

/// The number of words of the buffer that is read between lookups: 16 MiB.
pub const BUFFER: usize = 1 << 21;
/// The number of words that are read to empty the first two levels of cache: 4 MiB.
const EVICTED: usize = 1 << 19;
/// The number of lookups after each emptying of the caches.
const COLD: usize = 32;

#[inline(always)]
fn opaque(mut square: usize, mut occupied: u64) -> (usize, u64) {
    // Safety: the assembly has no instruction.
    unsafe {
        asm!("/* {} {} */", inout(reg) square, inout(reg) occupied, options(nomem, nostack, preserves_flags));
    }
    (square, occupied)
}

#[inline(always)]
fn look_up<L: Lookup, const PIECE: u8>(square: usize, occupied: u64) -> u64 {
    match PIECE {
        ROOK => L::rook(square, occupied),
        BISHOP => L::bishop(square, occupied),
        _ => L::queen(square, occupied),
    }
}

/// A pass of lookups that don't depend on one another.
#[inline(never)]
pub fn throughput<L: Lookup, const PIECE: u8>(input: &Input) -> u64 {
    let mut sum = 0;
    for (square, occupied) in input.squares.iter().zip(&input.occupied) {
        let (square, occupied) = opaque(usize::from(*square), *occupied);
        sum ^= look_up::<L, PIECE>(square, occupied);
    }
    sum
}

/// A pass of lookups whose occupancy depends on the lookup before. The square doesn't depend on it, as in a program
/// that knows the squares of its pieces.
#[inline(never)]
pub fn latency<L: Lookup, const PIECE: u8>(input: &Input) -> u64 {
    let (_, zero) = opaque(0, 0);
    let mut last = 0;
    for (square, occupied) in input.squares.iter().zip(&input.occupied) {
        let (square, occupied) = opaque(usize::from(*square), *occupied ^ (last & zero));
        last = look_up::<L, PIECE>(square, occupied);
    }
    last
}

/// As [`throughput`], with a read at a random place of 16 MiB for each lookup.
#[inline(never)]
pub fn pressure<L: Lookup, const PIECE: u8>(input: &Input, buffer: &[u64]) -> u64 {
    let mut sum = 0;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for (square, occupied) in input.squares.iter().zip(&input.occupied) {
        let (square, occupied) = opaque(usize::from(*square), *occupied);
        state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        sum ^=
            look_up::<L, PIECE>(square, occupied) ^ buffer[(state >> 40) as usize & (BUFFER - 1)];
    }
    sum
}

/// The nanoseconds per lookup if the first two levels of cache are emptied every few lookups.
#[inline(never)]
pub fn cold<L: Lookup, const PIECE: u8>(input: &Input, buffer: &[u64], batches: usize) -> f64 {
    let mut nanoseconds = 0;
    let mut sum = 0;
    for batch in 0..batches {
        let start = batch * 997 % (input.squares.len() - COLD);
        let range = start..start + COLD;
        let squares = &input.squares[range.clone()];
        let occupied = &input.occupied[range];
        sum ^= buffer[..EVICTED].iter().step_by(8).fold(0, |sum, word| sum ^ word);
        // The input is in the cache.
        sum ^= occupied
            .iter()
            .zip(squares)
            .fold(0, |sum, (occupied, square)| sum ^ occupied ^ u64::from(*square));
        let (_, kept) = opaque(0, sum);
        sum = kept;
        let before = Instant::now();
        for (square, occupied) in squares.iter().zip(occupied) {
            let (square, occupied) = opaque(usize::from(*square), *occupied);
            sum ^= look_up::<L, PIECE>(square, occupied);
        }
        let (_, kept) = opaque(0, sum);
        nanoseconds += before.elapsed().as_nanos();
        sum = kept;
    }
    std::hint::black_box(sum);
    nanoseconds as f64 / (batches * COLD) as f64
}

/// The nanoseconds per lookup of a pass, which runs once before it is timed.
pub fn time(lookups: usize, passes: usize, mut pass: impl FnMut() -> u64) -> f64 {
    std::hint::black_box(pass());
    let before = Instant::now();
    for _ in 0..passes {
        std::hint::black_box(pass());
    }
    before.elapsed().as_nanos() as f64 / (passes * lookups) as f64
}
