//! Tests of tables with offsets that were found together with the factors.

use super::boards::{board, on};
use super::*;
use crate::axes::OffsetFrom;
use magicgen_board::Piece;
use magicgen_search::{Effort, Method, solve};

const PACKED: Axes = Axes { placement: Placement::Overlapped, ..Axes::FANCY };
const OFFSET_IN_FACTOR: Axes = Axes { offset: OffsetFrom::InFactor, ..Axes::FANCY };

/// A piece on a board of 4 x 4 whose squares' ranges follow one another from `first` on, and the end of the last range.
fn component(piece: &Piece, first: u32) -> (Component, u32) {
    let problem = on(piece, &board(4, 4));
    let solution = solve(&problem, Method::FANCY, &Effort::default()).unwrap();
    let mut end = first;
    let mut offsets = vec![0; usize::from(problem.indices)];
    for square in problem.squares() {
        offsets[usize::from(square.bit)] = end;
        end += solution.slots(square).unwrap() as u32;
    }
    let rays = (0..piece.rays.len()).collect();
    (Component { line: None, rays, problem, solution, offsets: Some(offsets), unit: 0 }, end)
}

/// Whether every subset of a component finds its attack set in the table.
fn finds(table: &Table, component: &Component) -> bool {
    let offsets = component.offsets.as_ref().unwrap();
    let mut is_right = true;
    let start = |bit: u8| offsets[usize::from(bit)] as usize;
    each_slot(component, start, |_, _, slot, attacks| {
        is_right &= table.entries.get(slot) == Some(&attacks);
    });
    is_right
}

/// The highest slot that a component uses, from its attack sets alone.
fn last_used(component: &Component) -> usize {
    let offsets = component.offsets.as_ref().unwrap();
    let mut used = Vec::new();
    let start = |bit: u8| offsets[usize::from(bit)] as usize;
    each_slot(component, start, |_, _, slot, _| used.push(slot));
    used.into_iter().max().unwrap()
}

#[test]
fn a_table_ends_with_the_last_slot_that_is_used() {
    let (rook, end) = component(&Piece::rook(), 0);
    // Each piece has its own table.
    let (bishop, _) = component(&Piece::bishop(), 0);
    let pieces = [vec![rook.clone()], vec![bishop.clone()]];
    let own = lay_out(OFFSET_IN_FACTOR, &pieces).unwrap();
    for (piece, component) in [&rook, &bishop].into_iter().enumerate() {
        let table = &own.tables[own.cells(piece)];
        assert_eq!(table.entries.len(), last_used(component) + 1);
        assert!(finds(table, component), "piece {piece}");
    }
    // Both pieces are in one table.
    let (bishop, _) = component(&Piece::bishop(), end);
    let pieces = [vec![rook.clone()], vec![bishop.clone()]];
    let both = lay_out(PACKED, &pieces).unwrap();
    assert_eq!(both.cells(0), both.cells(1));
    let table = &both.tables[both.cells(0)];
    assert_eq!(table.entries.len(), last_used(&bishop) + 1);
    assert!(finds(table, &rook) && finds(table, &bishop));
}
