//! The same as `bench.c`, in Rust: files of these names lie beside it, and `VARIANT` is in the environment of the compiler.

mod again;
mod arrays;
mod pointers;
mod records;
mod square_pointers;
mod square_records;

use std::hint::black_box;
use std::time::Instant;

const COUNT: usize = 4096;
const REPEATS: usize = 16;
const ROUNDS: usize = 101;
const FORMS: usize = 6;
/// Positions between two rounds of other data.
const FEW: usize = 16;
/// Words of other data: 256 KiB.
const OTHER: usize = 32 * 1024;

type Lookup = fn(&Boards, &mut u64) -> f64;

struct Boards {
    squares: Vec<usize>,
    occupied: Vec<u64>,
}

#[repr(C)]
struct Time {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut Time) -> i32;
}

/// The thread's own processor time in nanoseconds; the clock has this number on Linux.
fn now() -> f64 {
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // Safety: the structure has the C library's layout on 64-bit Linux.
    unsafe { clock_gettime(3, &raw mut time) };
    time.seconds as f64 * 1e9 + time.nanoseconds as f64
}

/// Lookups that don't depend on one another, lookups of which each waits for the one before, and lookups whose entries have left
/// the first cache.
macro_rules! timed {
    ($form:ident, $lookup:ident) => {
        [
            (|boards, sum| {
                let start = now();
                for _ in 0..REPEATS {
                    for (square, occupied) in boards.squares.iter().zip(&boards.occupied) {
                        *sum ^= $form::$lookup(*square, *occupied);
                    }
                    *sum = sum.rotate_left(1);
                }
                (now() - start) / (COUNT * REPEATS) as f64
            }) as Lookup,
            |boards, sum| {
                let start = now();
                for _ in 0..REPEATS {
                    for (square, occupied) in boards.squares.iter().zip(&boards.occupied) {
                        *sum = $form::$lookup(*square, *occupied ^ (*sum & 1));
                    }
                }
                (now() - start) / (COUNT * REPEATS) as f64
            },
            |boards, sum| {
                let mut other = vec![0_u64; OTHER];
                let mut spent = 0;
                let all = boards.squares.chunks(FEW).zip(boards.occupied.chunks(FEW));
                for (squares, occupied) in all {
                    other.iter_mut().step_by(8).for_each(|word| *word += 1);
                    black_box(&mut other);
                    let start = Instant::now();
                    for (square, occupied) in squares.iter().zip(occupied) {
                        *sum ^= $form::$lookup(*square, *occupied);
                    }
                    black_box(&sum);
                    spent += start.elapsed().as_nanos();
                }
                spent as f64 / COUNT as f64
            },
        ]
    };
}

macro_rules! forms {
    ($lookup:ident) => {
        [
            timed!(arrays, $lookup),
            timed!(again, $lookup),
            timed!(records, $lookup),
            timed!(pointers, $lookup),
            timed!(square_records, $lookup),
            timed!(square_pointers, $lookup),
        ]
    };
}

fn compare(boards: &Boards, what: &str, forms: [Lookup; FORMS]) {
    let mut times: [Vec<f64>; FORMS] = Default::default();
    for round in 0..ROUNDS {
        let mut sums = [0; FORMS];
        for turn in 0..FORMS {
            let form = (turn * if round % 2 == 0 { 1 } else { FORMS - 1 } + round) % FORMS;
            times[form].push(forms[form](boards, &mut sums[form]));
        }
        assert!(sums.iter().all(|sum| *sum == sums[0]), "{what}: {sums:?}");
    }
    let found = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 10]
    });
    let ratios: Vec<String> =
        found[1..].iter().map(|one| format!("{:.3}", found[0] / one)).collect();
    println!("{} {what} {:.3} {}", env!("VARIANT"), found[0], ratios.join(" "));
}

fn main() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut boards = Boards { squares: Vec::new(), occupied: Vec::new() };
    for _ in 0..COUNT {
        let words = [next(), next()];
        boards.occupied.push(words[0] & words[1]);
        boards.squares.push((words[1] >> 58) as usize);
    }
    let pieces = [
        ("rook", forms!(rook_attacks)),
        ("bishop", forms!(bishop_attacks)),
        ("queen", forms!(queen_attacks)),
    ];
    for (way, how) in ["throughput", "latency", "pressure"].iter().enumerate() {
        for (piece, forms) in &pieces {
            compare(&boards, &format!("{piece}-{how}"), forms.map(|form| form[way]));
        }
    }
}
