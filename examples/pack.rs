//! Runs a packing from the command line, on the chess board:
//! `pack KEY SHIFT SHARING EFFORT [SEED [THREADS [FILE...]]]`.
//!
//! KEY is white, black, constant or split (two 32-bit products); SHIFT own or constant; SHARING none or post.
//! The files are known packings, in the format that this example prints: piece, bit, factor, constant, shift, offset.
#![allow(clippy::print_stdout, clippy::print_stderr, missing_docs)]

use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};
use magicgen_search::packing::{
    Goal, PackEffort, Packing, Placed, Sharing, ShiftGoal, pack, prove,
};
use magicgen_search::{Hash, Key, Magic};

fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
        None => text.parse().unwrap(),
    }
}

/// Reads a packing in either format: with six columns, or with four for a constant shift or five with index bits.
fn read(path: &str, problems: &[&Problem], hash: Hash) -> Packing {
    let text = std::fs::read_to_string(path).unwrap();
    let key =
        if text.lines().take(4).any(|line| {
            line.contains("mask[sq]) *") && line.contains('|') || line.contains("~mask)")
        }) {
            Key::Black
        } else {
            Key::White
        };
    let mut pieces = vec![Vec::new(), Vec::new()];
    let mut lowest = i64::MAX;
    let mut highest = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let piece = usize::from(columns[0].starts_with(['b', 'B']));
        let bit = columns[1].parse().unwrap();
        let factor = number(columns[2]);
        let usual = if hash == Hash::SplitXor { 0 } else { [52, 55][piece] };
        let (shift, offset) = match columns.len() {
            6 => (columns[4].parse().unwrap(), columns[5].parse().unwrap()),
            5 => (64 - columns[3].parse::<u8>().unwrap(), columns[4].parse().unwrap()),
            _ if hash == Hash::SplitXor => (columns[3].parse().unwrap(), 0),
            _ => (usual, columns[3].parse::<i64>().unwrap()),
        };
        let square = problems[piece].square(bit).unwrap();
        let constant = key.constant(hash, bit, square.mask, factor).unwrap();
        let constant = if columns.len() == 6 && number(columns[3]) != 0 {
            number(columns[3])
        } else {
            constant
        };
        let magic = Magic { constant, ..Magic::white(factor, shift) };
        for key in magicgen_board::subsets(square.mask) {
            let slot = hash.index(key, magic) as i64 + offset;
            lowest = lowest.min(slot);
            highest = highest.max(slot);
        }
        pieces[piece].push(Placed { bit, magic, offset });
    }
    pieces.iter_mut().flatten().for_each(|place: &mut Placed| place.offset -= lowest);
    for places in &mut pieces {
        places.sort_by_key(|place| place.bit);
    }
    let goal = Goal { hash, key, shift: ShiftGoal::Own, sharing: Sharing::None };
    Packing { goal, pieces, entries: (highest - lowest + 1) as usize }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (hash, key) = match arguments[0].as_str() {
        "white" => (Hash::Multiply, Key::White),
        "black" => (Hash::Multiply, Key::Black),
        "constant" => (Hash::Multiply, Key::Constant),
        "split" => (Hash::SplitXor, Key::White),
        other => panic!("{other}"),
    };
    let shift = if arguments[1] == "own" { ShiftGoal::Own } else { ShiftGoal::Constant };
    let sharing = if arguments[2] == "post" { Sharing::PostMask } else { Sharing::None };
    let goal = Goal { hash, key, shift, sharing };
    let seed = arguments.get(4).map_or(0, |seed| number(seed));
    let threads = arguments.get(5).map_or(2, |threads| number(threads) as usize);
    let units = number(&arguments[3]);
    let effort = PackEffort { seed, effort: units, threads, ..PackEffort::default() };
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problems = [Piece::rook(), Piece::bishop()]
        .map(|piece| Problem::new(&Walk::new(&piece, &mapping), mapping.squares()).unwrap());
    let problems: Vec<&Problem> = problems.iter().collect();
    let known: Vec<Packing> =
        arguments.iter().skip(6).map(|path| read(path, &problems, hash)).collect();
    let began = std::time::Instant::now();
    let packing = pack(&problems, goal, &known, &effort).unwrap();
    let entries = prove(&problems, &packing).unwrap();
    eprintln!("{entries} entries after {:.1} s, {goal:?}", began.elapsed().as_secs_f32());
    println!(
        "# {entries} entries, {goal:?}, PackEffort {{ seed: {seed}, effort: {units}, \
         threads: {threads} }}, negative offsets: {}",
        packing.has_negative_offset()
    );
    println!("# columns: piece square(a1=0) factor constant shift offset");
    let formula = if key == Key::Black { "(occ | ~mask)" } else { "(occ & mask)" };
    println!("# index = (({formula} * factor) >> shift) + offset");
    for (places, name) in packing.pieces.iter().zip(["R", "B"]) {
        for Placed { bit, magic, offset } in places {
            println!(
                "{name} {bit} {:#018x} {:#x} {} {offset}",
                magic.factor, magic.constant, magic.shift
            );
        }
    }
}
