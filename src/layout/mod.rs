//! Problems and solutions in; offsets and filled tables out.
//!
//! Each square's attack sets go to the indices that its factor gives them. A slot that no occupancy reaches
//! stays 0.

use crate::geometry::{Bitboard, Problem, subsets};
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
        let length =
            solution.magics.iter().map(|(_, magic)| solution.range(*magic)).max().unwrap_or(1);
        let mut words = vec![0; usize::from(problem.indices) * length];
        for (bit, _) in &solution.magics {
            fill(&mut words[usize::from(*bit) * length..], problem, solution, *bit);
        }
        layout.tables.push(AttackTable { piece: Some(piece), rows: Rows::Equal(length), words });
    }
    layout
}

fn consecutive(pieces: &[(&Problem, &Solution)]) -> Layout {
    let ranges = pieces
        .iter()
        .flat_map(|(_, solution)| solution.magics.iter().map(|(_, magic)| solution.range(*magic)));
    let mut words = vec![0; ranges.sum()];
    let mut offsets = Vec::with_capacity(pieces.len());
    let mut next = 0;
    for (problem, solution) in pieces {
        let mut by_square = vec![0; usize::from(problem.indices)];
        for (bit, magic) in &solution.magics {
            by_square[usize::from(*bit)] = next as u32;
            fill(&mut words[next..], problem, solution, *bit);
            next += solution.range(*magic);
        }
        offsets.push(by_square);
    }
    Layout { tables: vec![AttackTable { piece: None, rows: Rows::No, words }], offsets }
}

fn fill(words: &mut [Bitboard], problem: &Problem, solution: &Solution, bit: u8) {
    let (Some(square), Some(magic)) = (problem.square(bit), solution.magic(bit)) else { return };
    let hash = solution.method.hash;
    for (occupied, attacks) in subsets(square.mask).zip(problem.attacks(square)) {
        words[hash.index(occupied, magic)] = *attacks;
    }
}
