//! Compares the search with the start-up searches of engines, in one process, and prints the ratios: one with preselected
//! seeds for each rank, one with a seed for all squares, and the plain one that clears its table for each candidate
//! (Romstad's example in the Chess Programming Wiki). The floor is what it takes to try the final factors once.
//!
//! Each iteration without preselected seeds has another seed. The times of engines include making occupancies and attack
//! sets, the time of the search does once; the search itself needs masks alone.

#![allow(missing_docs, clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use magicgen_benches::now;
use magicgen_board::{Mapping, Piece, Problem, Standard, Walk, subsets};
use magicgen_search::{Effort, Method, solve};

/// The search after attack sets are made. Files are proved with these afterwards.
fn ours(method: Method, seed: u64) -> u64 {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = |piece| Problem::new(&Walk::new(&piece, &mapping), mapping.squares());
    let problems =
        [Piece::rook(), Piece::bishop()].map(|piece| problem(piece).expect("small masks"));
    search(&problems, method, seed)
}

fn search(problems: &[Problem; 2], method: Method, seed: u64) -> u64 {
    let effort = Effort { seed, ..Effort::default() };
    let solve = |problem| solve(problem, method, &effort).expect("chess has factors");
    problems.iter().map(|problem| black_box(solve(problem)).candidates).sum()
}

/// The masks of rook and bishop, without attack sets.
fn masks() -> [Problem; 2] {
    let mapping = Mapping::chess(Standard::ALL[0]);
    [Piece::rook(), Piece::bishop()]
        .map(|piece| Problem::without_subsets(&Walk::new(&piece, &mapping), mapping.squares()))
}

/// Tries the final factors once, with attack sets and occupancies given.
struct Floor {
    squares: Vec<(u64, u32, Vec<u64>, Vec<u64>)>,
}

impl Floor {
    fn new() -> Self {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let mut squares = Vec::new();
        for piece in [Piece::rook(), Piece::bishop()] {
            let walk = Walk::new(&piece, &mapping);
            let problem = Problem::new(&walk, mapping.squares()).expect("small masks");
            let solution = solve(&problem, Method::FANCY, &Effort::default());
            let solution = solution.expect("chess has factors");
            for square in problem.squares() {
                let magic = solution.magic(square.bit).expect("every square has one");
                let attacks = problem.attacks(*square).to_vec();
                let occupied = subsets(square.mask).collect();
                squares.push((magic.factor, magic.shift.into(), occupied, attacks));
            }
        }
        Self { squares }
    }

    fn run(&self) -> u64 {
        let (mut table, mut attempts) = (vec![0_u64; 4096], vec![0_u32; 4096]);
        for (attempt, (factor, shift, occupied, attacks)) in (1..).zip(&self.squares) {
            for (set, attacks) in occupied.iter().zip(attacks) {
                let index = (set.wrapping_mul(*factor) >> shift) as usize % 4096;
                if attempts[index] == attempt {
                    assert_eq!(table[index], *attacks, "the factor works");
                } else {
                    attempts[index] = attempt;
                    table[index] = *attacks;
                }
            }
        }
        black_box(table);
        self.squares.len() as u64
    }
}

/// The seeds of Stockfish's start-up search on 64-bit machines, by rank. Few candidates fail with them.
const SEEDS: [u64; 8] = [728, 10316, 55013, 32803, 12281, 15100, 16645, 255];

/// The usual start-up search of engines, from one seed for all squares.
fn usual(seed: u64) -> u64 {
    at_start_up(|_| None, &mut state_of(seed), false)
}

/// The search of the wiki, which clears its table for each candidate.
fn clearing(seed: u64) -> u64 {
    at_start_up(|_| None, &mut state_of(seed), true)
}

const fn state_of(seed: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1
}

/// The same, restarted on each square with its rank's seed.
fn seeded(_: u64) -> u64 {
    at_start_up(|bit| Some(SEEDS[usize::from(bit / 8)]), &mut 0, false)
}

/// A start-up search of engines. Rays are walked for each subset of the carry-rippler. Candidates are the `and` of
/// three words of xorshift64* (Vigna, 2014) that bring at least six bits of the mask to the top byte. A table has the
/// attempt of each index's last use, so that it needs no clearing, unless the search `clears` it.
fn at_start_up(seed_of: impl Fn(u8) -> Option<u64>, state: &mut u64, clears: bool) -> u64 {
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
                if clears {
                    attempts.fill(0);
                }
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
    let (masks, floor) = (masks(), Floor::new());
    criterion.bench_function("search/masks", |bencher| {
        bencher.iter(|| {
            seed += 1;
            search(&masks, Method::FANCY, seed)
        });
    });
    criterion.bench_function("search/floor", |bencher| bencher.iter(|| floor.run()));
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

    let (ours, candidates) = median(63, 256, |seed| search(&masks, Method::FANCY, seed));
    println!("fancy, 128 squares, from masks, medians: {ours:?} ({candidates} candidates)");
    let whole = |seed| self::ours(Method::FANCY, seed);
    for (name, (time, candidates)) in [
        ("again", median(63, 256, |seed| search(&masks, Method::FANCY, seed))),
        ("floor: the final factors tried once", median(63, 256, |_| floor.run())),
        ("with attack sets", median(63, 64, whole)),
        ("seeded", median(9, 8, seeded)),
        ("usual", median(9, 1, usual)),
        ("usual, clearing its table", median(5, 1, clearing)),
    ] {
        let ratio = time.as_secs_f64() / ours.as_secs_f64();
        println!("{name}: {time:?} ({candidates} candidates), {ratio:.2} times as long");
    }
}
