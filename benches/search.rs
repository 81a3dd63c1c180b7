//! Compares the search with two start-up searches of engines, in one process, and prints the ratios: the usual one, and
//! the same with preselected seeds, one for each rank.
//!
//! Each iteration of the first two has another seed. All times include making occupancies and attack sets.

#![allow(missing_docs, clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use magicgen_benches::now;
use magicgen_board::{Mapping, Piece, Problem, Standard, Walk, subsets};
use magicgen_search::{Effort, Method, solve};

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

/// The seeds of Stockfish's start-up search on 64-bit machines, by rank. Few candidates fail with them.
const SEEDS: [u64; 8] = [728, 10316, 55013, 32803, 12281, 15100, 16645, 255];

/// The usual start-up search of engines, from one seed for all squares.
fn usual(seed: u64) -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    at_start_up(|_| None, &mut state)
}

/// The same, restarted on each square with its rank's seed.
fn seeded(_: u64) -> u64 {
    at_start_up(|bit| Some(SEEDS[usize::from(bit / 8)]), &mut 0)
}

/// A start-up search of engines. Rays are walked for each subset of the carry-rippler. Candidates are the `and` of
/// three words of xorshift64* (Vigna, 2014) that bring at least six bits of the mask to the top byte. A table has the
/// attempt of each index's last use, so it needs no clearing.
fn at_start_up(seed_of: impl Fn(u8) -> Option<u64>, state: &mut u64) -> u64 {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let mut candidates = 0;
    let mut attempts = vec![0_u32; 4096];
    let mut attempt = 0;
    let mut table = vec![0_u64; 4096];
    for piece in [Piece::rook(), Piece::bishop()] {
        let walk = Walk::new(&piece, &mapping);
        for bit in 0..64 {
            *state = seed_of(bit).unwrap_or(*state);
            let mask = walk.mask(bit);
            let shift = 64 - mask.count_ones();
            let occupied: Vec<u64> = subsets(mask).collect();
            let attacks: Vec<u64> = occupied.iter().map(|set| walk.attacks(bit, *set)).collect();
            'candidate: loop {
                let factor = word(state) & word(state) & word(state);
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

/// The next word of xorshift64*.
const fn word(state: &mut u64) -> u64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    state.wrapping_mul(0x2545_f491_4f6c_dd1d)
}

/// The median time of a run, and the mean of its candidates. A round is `runs` runs, since the thread's clock may stand
/// for some milliseconds.
fn median(rounds: u32, runs: u32, run: impl Fn(u64) -> u64) -> (Duration, u64) {
    let (mut seed, mut candidates) = (0, 0);
    let start = Instant::now();
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let before = now(start);
            for _ in 0..runs {
                seed += 1;
                candidates += run(seed);
            }
            now(start).saturating_sub(before) / runs
        })
        .collect();
    times.sort_unstable();
    (times[times.len() / 2], candidates / seed)
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
    for (name, search) in [("usual", usual as fn(u64) -> u64), ("seeded", seeded)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                seed += 1;
                search(seed)
            });
        });
    }
    group.finish();
    criterion.final_summary();

    let (ours, candidates) = median(31, 64, |seed| ours(Method::FANCY, seed));
    println!("fancy, 128 squares, medians: {ours:?} ({candidates} candidates)");
    for (name, (time, candidates)) in
        [("usual", median(9, 1, usual)), ("seeded", median(9, 8, seeded))]
    {
        let ratio = time.as_secs_f64() / ours.as_secs_f64();
        println!("{name}: {time:?} ({candidates} candidates), {ratio:.0} times as long");
    }
}
