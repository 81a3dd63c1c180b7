//! Searches few words and short shared ranges for rook and bishop on the chess board: `layout PASSES STEPS SEED...`.
//!
//! Prints the best result of all seeds in the format of `crates/lookup/src/layout/found.toml`, and on standard error the result of
//! each seed.
#![allow(clippy::print_stdout, clippy::print_stderr, missing_docs)]

use magicgen_board::{Mapping, Piece, Problem, SquareProblem, Standard, Walk};
use magicgen_lookup::layout::{Dictionary, RowEffort, search_rows};

/// The squares that share each range, as pairs of the piece's number and the bit index.
type Ranges = Vec<Vec<(usize, u8)>>;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [passes, steps, ref seeds @ ..] = numbers[..] else {
        eprintln!("usage: layout PASSES STEPS SEED...");
        return;
    };
    let mapping = Mapping::chess(Standard::ALL[0]);
    let pieces = [Piece::rook(), Piece::bishop()];
    let problems = pieces.each_ref().map(|piece| {
        Problem::new(&Walk::new(piece, &mapping), mapping.squares()).expect("a chess piece")
    });
    let problems = problems.each_ref();
    let slots = |(piece, bit): &(usize, u8)| {
        problems[*piece].square(*bit).as_ref().map_or(0, SquareProblem::subsets)
    };
    let length = |groups: &[Vec<(usize, u8)>]| -> usize {
        groups.iter().filter_map(|group| group.iter().map(slots).max()).sum()
    };
    let mut words: Option<(u64, Dictionary)> = None;
    let mut ranges: Option<(u64, Ranges)> = None;
    for seed in seeds {
        let effort = RowEffort { seed: *seed, steps: steps as usize };
        let groups = search_rows(&problems, |_, square| square.subsets(), effort);
        let dictionary = Dictionary::windowed(&problems, passes as u32, *seed).expect("it fits");
        let (slots, count) = (length(&groups), dictionary.words.len());
        eprintln!("seed {seed}: {count} words, {slots} slots");
        if words.as_ref().is_none_or(|(_, best)| count < best.words.len()) {
            words = Some((*seed, dictionary));
        }
        if ranges.as_ref().is_none_or(|(_, best)| slots < length(best)) {
            ranges = Some((*seed, groups));
        }
    }
    let (Some((of_words, words)), Some((of_ranges, ranges))) = (words, ranges) else { return };
    println!(
        "# What serves rook and bishop on the chess board under a post-mask: words, where each square's window on them"
    );
    println!(
        "# begins, and the number of the range that it shares with others. Found and printed by"
    );
    println!(
        "# `cargo run --release -p tests-slow --example layout -- {passes} {steps} {of_words} {of_ranges}`."
    );
    println!("words = [");
    for line in words.words.chunks(4) {
        let line: Vec<String> = line.iter().map(|word| format!("\"{word:#018x}\",")).collect();
        println!("  {}", line.join(" "));
    }
    println!("]");
    for (at, piece) in pieces.iter().enumerate() {
        let range = |bit| ranges.iter().position(|group| group.contains(&(at, bit))).unwrap_or(0);
        let range: Vec<usize> = (0..64).map(range).collect();
        println!("\n[[piece]]\nname = \"{}\"", piece.name);
        print("base", words.base[at].iter().copied().map(usize::from));
        print("range", range.into_iter());
    }
}

fn print(key: &str, numbers: impl Iterator<Item = usize>) {
    println!("{key} = [");
    for line in numbers.collect::<Vec<usize>>().chunks(16) {
        let line: Vec<String> = line.iter().map(|number| format!("{number},")).collect();
        println!("  {}", line.join(" "));
    }
    println!("]");
}
