//! Tests that a search finds exactly the same packings as ever, on small boards.
//!
//! The same seed and effort give the same packing everywhere. A change of these numbers changes the files that configs
//! generate: it is a line in the CHANGELOG and a new `lock-version`.

use super::tests::{PACKED, chess_pieces, effort, goal, problems};
use super::*;
use magicgen_board::{Piece, Problem};

/// The length of a packing's table, and a digest of its magics and offsets.
fn digest(packing: &Packing) -> (usize, String) {
    let mut hasher = blake3::Hasher::new();
    for place in packing.pieces.iter().flatten() {
        hasher.update(&[place.bit, place.magic.shift]);
        for word in [place.magic.factor, place.magic.constant, place.offset as u64] {
            hasher.update(&word.to_le_bytes());
        }
    }
    (packing.entries, hasher.finalize().to_hex()[..16].to_owned())
}

fn found(problems: &[Problem], goal: Goal, known: &[Packing], units: u64) -> Packing {
    let problems: Vec<&Problem> = problems.iter().collect();
    let packing = pack(&problems, goal, known, &effort(units)).unwrap();
    assert_eq!(prove(&problems, &packing), Ok(packing.entries));
    packing
}

fn check(packing: &Packing, entries: usize, expected: &str) {
    assert_eq!(digest(packing), (entries, expected.to_owned()), "{:?}", packing.goal);
}

/// The effort gives two rounds, and the second begins with the result of the first. It allows wide ranges, which are
/// tried from 8 units on.
#[test]
fn ranges_of_their_own_lengths() {
    let packing = found(&problems(5, 5, &chess_pieces()), PACKED, &[], 14);
    check(&packing, 815, "55381755fae00f91");
}

#[test]
fn ranges_of_one_length() {
    let goal = goal(Key::White, ShiftGoal::Constant, Sharing::None);
    let packing = found(&problems(6, 4, &chess_pieces()), goal, &[], 4);
    check(&packing, 860, "53e3221fea13c70d");
}

#[test]
fn shared_slots() {
    let goal = goal(Key::White, ShiftGoal::Own, Sharing::PostMask);
    let packing = found(&problems(5, 4, &chess_pieces()), goal, &[], 12);
    check(&packing, 192, "dc57cbc6919c4122");
}

#[test]
fn free_constants() {
    let goal = goal(Key::Constant, ShiftGoal::Own, Sharing::None);
    let packing = found(&problems(5, 5, &chess_pieces()), goal, &[], 6);
    check(&packing, 824, "6c74fd58ff64d8e6");
}

#[test]
fn black_keys_with_shared_slots() {
    let goal = goal(Key::Black, ShiftGoal::Constant, Sharing::PostMask);
    let packing = found(&problems(4, 5, &chess_pieces()), goal, &[], 6);
    check(&packing, 216, "da19966272e0aeae");
}

#[test]
fn halves() {
    let goal = Goal { hash: Hash::SplitXor, ..PACKED };
    let packing = found(&problems(6, 5, &chess_pieces()), goal, &[], 6);
    check(&packing, 1_920, "23febc2dd7151c08");
}

/// Squares with fewer attack sets than subsets have images of many different lengths.
#[test]
fn a_given_packing_is_lowered() {
    let problems = problems(6, 5, &[Piece::bishop(), Piece::rook()]);
    let first = found(&problems, PACKED, &[], 1);
    check(&first, 1_984, "d7a233ddabfde770");
    let second = found(&problems, PACKED, &[first], 6);
    check(&second, 1_958, "a45fb406a357dcc4");
}
