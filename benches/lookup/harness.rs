//! Measures the modules beside this file. `benches/lookup.rs` writes them, and compiles this file as a program.
//!
//! Each lookup has a barrier, since otherwise the compiler turns only some variants' loops into gathers. Each pass runs
//! once before it is timed, so that the cache doesn't depend on the previous variant. The order is shuffled in each
//! round, and medians are taken.

use std::time::Instant;

struct Positions {
    squares: Vec<u8>,
    occupied: Vec<u64>,
}

struct Peer {
    id: &'static str,
    pass: fn(&Positions) -> u64,
}

macro_rules! peer {
    ($id:literal, $module:ident) => {
        Peer {
            id: $id,
            pass: |positions| {
                let mut sum: u64 = 0;
                for (square, occupied) in positions.squares.iter().zip(&positions.occupied) {
                    let (square, occupied) = opaque(usize::from(*square), *occupied);
                    sum = sum.rotate_left(1) ^ $module::rook_attacks(square, occupied);
                }
                sum
            },
        }
    };
}

include!("modules.rs");

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn opaque(mut square: usize, mut occupied: u64) -> (usize, u64) {
    // Safety: the assembly has no instruction.
    unsafe {
        std::arch::asm!(
            "/* {} {} */", inout(reg) square, inout(reg) occupied, options(nomem, nostack, preserves_flags)
        );
    }
    (square, occupied)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[inline(always)]
fn opaque(square: usize, occupied: u64) -> (usize, u64) {
    std::hint::black_box((square, occupied))
}

/// SplitMix64 (Steele, Lea, Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The number of positions: enough to read most of a table, so that its size matters.
const POSITIONS: usize = 1 << 16;
const ROUNDS: usize = 201;

fn main() {
    let state = &mut 0;
    let positions = Positions {
        squares: (0..POSITIONS).map(|_| (next(state) >> 58) as u8).collect(),
        // 24 of 64 squares are occupied on average.
        occupied: (0..POSITIONS).map(|_| next(state) & (next(state) | next(state))).collect(),
    };
    for peer in PEERS {
        assert_eq!((peer.pass)(&positions), (PEERS[0].pass)(&positions), "{}", peer.id);
    }
    let mut order: Vec<usize> = (0..PEERS.len()).collect();
    let mut times: Vec<Vec<u128>> = vec![Vec::new(); PEERS.len()];
    for _ in 0..ROUNDS {
        for last in (1..order.len()).rev() {
            order.swap(last, (next(state) % (last as u64 + 1)) as usize);
        }
        for index in &order {
            let pass = PEERS[*index].pass;
            std::hint::black_box(pass(&positions));
            let before = Instant::now();
            std::hint::black_box(pass(&positions));
            times[*index].push(before.elapsed().as_nanos());
        }
    }
    let medians: Vec<f64> = times
        .iter_mut()
        .map(|times| {
            times.sort_unstable();
            times[ROUNDS / 2] as f64
        })
        .collect();
    let fancy = PEERS.iter().position(|peer| peer.id == "fancy").expect("fancy is always there");
    for (peer, median) in PEERS.iter().zip(&medians) {
        println!("{} {:.2}", peer.id, median / medians[fancy]);
    }
    let lookup = medians[fancy] / POSITIONS as f64;
    eprintln!("fancy: {lookup:.2} ns per lookup; {ROUNDS} rounds of {POSITIONS} random positions");
}
