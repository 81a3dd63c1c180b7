//! Compares the search with the usual search of engines at start-up, in one process, and prints the ratio.
//!
//! Each iteration has another seed. Both times include the making of occupancies and attack sets.

#![allow(missing_docs, clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use magicgen::geometry::{Mapping, Piece, Problem, Standard, Walk, subsets};
use magicgen::search::{Effort, Method, solve};

fn ours(method: Method, seed: u64) -> u64 {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let mut candidates = 0;
    for piece in [Piece::rook(), Piece::bishop()] {
        let walk = Walk::new(&piece, &mapping);
        let problem = Problem::new(&walk, mapping.squares()).expect("chess masks are small");
        let effort = Effort { seed, candidates: 1 << 24, ..Effort::default() };
        let solution = solve(&problem, method, &effort).expect("chess has factors");
        candidates += black_box(solution).candidates;
    }
    candidates
}

/// The usual search of engines at start-up. Rays are walked for each subset of the carry-rippler. Candidates are the
/// `and` of three words of xorshift64* (Vigna, 2014), without those that bring fewer than six bits of the mask to the
/// top byte. A table has the attempt in which each index was last used, so that it needs no clearing.
fn usual(seed: u64) -> u64 {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut word = move || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let mut candidates = 0;
    let mut attempts = vec![0_u32; 4096];
    let mut attempt = 0;
    let mut table = vec![0_u64; 4096];
    for piece in [Piece::rook(), Piece::bishop()] {
        let walk = Walk::new(&piece, &mapping);
        for bit in 0..64 {
            let mask = walk.mask(bit);
            let shift = 64 - mask.count_ones();
            let occupied: Vec<u64> = subsets(mask).collect();
            let attacks: Vec<u64> = occupied.iter().map(|set| walk.attacks(bit, *set)).collect();
            'candidate: loop {
                let factor = word() & word() & word();
                candidates += 1;
                if (mask.wrapping_mul(factor) >> 56).count_ones() < 6 {
                    continue;
                }
                attempt += 1;
                for (set, attacks) in occupied.iter().zip(&attacks) {
                    let index = (set.wrapping_mul(factor) >> shift) as usize;
                    if attempts[index] != attempt {
                        attempts[index] = attempt;
                        table[index] = *attacks;
                    } else if table[index] != *attacks {
                        continue 'candidate;
                    }
                }
                black_box(factor);
                break;
            }
        }
    }
    candidates
}

fn median(rounds: u64, mut run: impl FnMut(u64) -> u64) -> (Duration, u64) {
    let mut times = Vec::new();
    let mut candidates = 0;
    for seed in 1..=rounds {
        let start = Instant::now();
        candidates += run(seed);
        times.push(start.elapsed());
    }
    times.sort_unstable();
    (times[times.len() / 2], candidates / rounds)
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut seed = 0;
    for method in [Method::FANCY, Method::PLAIN, Method::SPLIT_XOR] {
        criterion.bench_function(&format!("search/{method}"), |bencher| {
            bencher.iter(|| {
                seed += 1;
                ours(method, seed)
            });
        });
    }
    criterion.bench_function("search/problem", |bencher| {
        let mapping = Mapping::chess(Standard::ALL[0]);
        bencher.iter(|| {
            [Piece::rook(), Piece::bishop()]
                .map(|piece| Problem::new(&Walk::new(&piece, &mapping), mapping.squares()))
        });
    });
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    group.bench_function("usual", |bencher| {
        bencher.iter(|| {
            seed += 1;
            usual(seed)
        });
    });
    group.finish();
    criterion.final_summary();

    let (fast, few) = median(301, |seed| ours(Method::FANCY, seed));
    let (slow, many) = median(9, usual);
    println!(
        "fancy, 128 squares, medians: {fast:?} ({few} candidates) against {slow:?} ({many} candidates), {:.0} \
         times as fast",
        slow.as_secs_f64() / fast.as_secs_f64()
    );
}
