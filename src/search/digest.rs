//! A problem in; the text under which a lock keeps its factors out.

use crate::geometry::{Problem, WORD_BITS};

/// BLAKE3 over what a search depends on: the word's size, and for each bit its mask and which subsets share an
/// attack set. Classes are renumbered by first appearance, so their own numbers don't matter.
#[must_use]
pub fn problem_hash(problem: &Problem) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"magicgen problem 1");
    hasher.update(&[WORD_BITS, problem.indices]);
    // By class: the square's turn in the high half, so that nothing needs clearing, and the number.
    let mut numbers = vec![0_u32; 1 << 16];
    let mut bytes = Vec::new();
    for (turn, square) in (1..).zip(problem.squares()) {
        let turn: u32 = turn << 16;
        let mut next = turn;
        bytes.clear();
        for class in problem.classes(*square) {
            let number = &mut numbers[usize::from(*class)];
            if *number < turn {
                *number = next;
                next += 1;
            }
            bytes.extend_from_slice(&(*number as u16).to_le_bytes());
        }
        hasher.update(&[square.bit]);
        hasher.update(&square.mask.to_le_bytes());
        hasher.update(&bytes);
    }
    format!("blake3:{}", hasher.finalize().to_hex())
}
