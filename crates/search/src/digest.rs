//! The hash of a problem, under which a lock keeps its factors.

use magicgen_board::{Problem, WORD_BITS};

/// `blake3:` and the hexadecimal BLAKE3 hash of everything that a search depends on: the word's size, and for each
/// square its bit index, its mask and which subsets share an attack set. Classes are renumbered in the order in which
/// they first appear, so that the numbers that the problem gives them don't matter.
#[must_use]
pub fn problem_hash(problem: &Problem) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"magicgen problem 1");
    hasher.update(&[WORD_BITS, problem.indices]);
    // Attack sets count by their order alone, but whether two of them may share a slot depends on their bits. Sets that
    // PDEP reads are another problem.
    if problem.is_packed() && problem.squares().iter().any(|square| square.reach != 0) {
        hasher.update(b"read by PDEP");
    }
    // For each class, its new number in the low half. The high half has the square's turn, so that the table need not
    // be cleared between squares.
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
