//! Problems and solutions in; offsets and filled tables out.
//!
//! Each square's attack sets go to the indices that its factor gives them. A slot that no occupancy reaches
//! stays 0.

use crate::geometry::{Bitboard, Problem, SquareProblem, subsets};
use crate::model::{AttackTable, Rows};
use crate::search::Solution;
use crate::variant::Placement;

/// Tables, and where each square's range begins in them.
#[derive(Clone, Debug)]
pub struct Layout {
    /// One table for all pieces, or one a piece, as the placement has it.
    pub tables: Vec<AttackTable>,
    /// By piece, then by square; empty for rows.
    pub offsets: Vec<Vec<u32>>,
}

/// Lays out the pieces' ranges, and fills them.
#[must_use]
pub fn pack(pieces: &[(&Problem, &Solution)], placement: Placement) -> Layout {
    match placement {
        Placement::Rows => rows(pieces),
        Placement::Consecutive => consecutive(pieces),
    }
}

fn rows(pieces: &[(&Problem, &Solution)]) -> Layout {
    let mut layout = Layout { tables: Vec::new(), offsets: vec![Vec::new(); pieces.len()] };
    for (piece, (problem, solution)) in pieces.iter().enumerate() {
        let slots = problem.squares().iter().filter_map(|square| solution.slots(square));
        let length = slots.max().unwrap_or(1);
        let mut words = vec![0; usize::from(problem.indices) * length];
        for square in problem.squares() {
            fill(&mut words[usize::from(square.bit) * length..], problem, solution, *square);
        }
        layout.tables.push(AttackTable { piece: Some(piece), rows: Rows::Equal(length), words });
    }
    layout
}

fn consecutive(pieces: &[(&Problem, &Solution)]) -> Layout {
    let entries = pieces.iter().map(|(problem, solution)| solution.entries(problem)).sum();
    let mut words = vec![0; entries];
    let mut offsets = Vec::with_capacity(pieces.len());
    let mut next = 0;
    for (problem, solution) in pieces {
        let mut by_square = vec![0; usize::from(problem.indices)];
        for square in problem.squares() {
            by_square[usize::from(square.bit)] = next as u32;
            fill(&mut words[next..], problem, solution, *square);
            next += solution.slots(square).unwrap_or(0);
        }
        offsets.push(by_square);
    }
    Layout { tables: vec![AttackTable { piece: None, rows: Rows::No, words }], offsets }
}

fn fill(words: &mut [Bitboard], problem: &Problem, solution: &Solution, square: SquareProblem) {
    let Some(magic) = solution.magic(square.bit) else { return };
    let hash = solution.method.hash;
    for (occupied, attacks) in subsets(square.mask).zip(problem.attacks(square)) {
        words[hash.index(occupied, magic)] = *attacks;
    }
}
