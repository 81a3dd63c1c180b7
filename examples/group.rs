//! Searches how many squares of a piece one range of so many index bits holds: `group PIECE BITS [mask] [CANDIDATES
//! ROUNDS]`.
//!
//! The numbers on groups in `docs/findings.md` were printed by this example.
#![allow(clippy::print_stdout, missing_docs)]

use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};
use magicgen_search::{GroupEffort, solve_group};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let piece = if arguments[0] == "rook" { Piece::rook() } else { Piece::bishop() };
    let bits: u8 = arguments[1].parse().expect("index bits");
    let is_masked = arguments.iter().any(|argument| argument == "mask");
    let numbers: Vec<u32> = arguments[2..].iter().filter_map(|text| text.parse().ok()).collect();
    let mut effort = GroupEffort::default();
    if let [candidates, rounds] = numbers[..] {
        (effort.candidates, effort.rounds) = (candidates, rounds);
    }
    let mapping = Mapping::chess(Standard::ALL[0]);
    let walk = Walk::new(&piece, &mapping);
    let problem = Problem::new(&walk, mapping.squares()).expect("a chess piece");
    let placed = match solve_group(&problem, bits, is_masked, &effort) {
        Ok(group) => group.magics.len(),
        Err(placed) => placed.best.magics.len(),
    };
    println!("{} {bits} bits, post-mask {is_masked}: {placed} squares", piece.name);
}
