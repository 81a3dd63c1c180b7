//! The slot of each subset of each mask.

use super::Component;
use magicgen_board::{Bitboard, subsets};
use magicgen_ir::Rows;
use magicgen_search::Hash;

/// The highest position in a table: positions are numbers modulo 2^32.
const MASK: usize = u32::MAX as usize;

/// The position at which a square's range begins, in a table with rows or without.
pub(super) fn place<'a>(
    rows: &'a Rows,
    starts: &'a [u32],
    row_start: usize,
) -> impl Fn(u8) -> usize + 'a {
    move |bit| match rows {
        Rows::No => starts[usize::from(bit)] as usize,
        _ => rows.start(bit) + row_start,
    }
}

/// Calls `visit` with bit index, class, position and attack set of every subset of every mask, where a square's range
/// begins at `start`. A class is an attack set's number, as in [`Problem::classes`].
pub(super) fn each_slot(
    component: &Component,
    start: impl Fn(u8) -> usize,
    mut visit: impl FnMut(u8, u16, usize, Bitboard),
) {
    let hash = component.solution.method.hash;
    for square in component.problem.squares() {
        let bit = square.bit;
        let Some(magic) = component.solution.magic(bit) else { continue };
        let (attacks, classes) =
            (component.problem.attacks(*square), component.problem.classes(*square));
        let sets = classes.iter().zip(attacks);
        let start = start(bit);
        let mut visit = |index: usize, (class, attacks): (&u16, &Bitboard)| {
            visit(bit, *class, start.wrapping_add(index) & MASK, *attacks);
        };
        match hash {
            // Subsets come in the order of their packed bits.
            Hash::Pext => sets.enumerate().for_each(|(index, set)| visit(index, set)),
            // The commonest way to compute an index has a separate loop, without a choice for each subset.
            Hash::Multiply => {
                for (occupied, set) in subsets(square.mask).zip(sets) {
                    visit(Hash::Multiply.index(occupied, magic), set);
                }
            }
            hash => {
                for (occupied, set) in subsets(square.mask).zip(sets) {
                    visit(hash.index(occupied, magic), set);
                }
            }
        }
    }
}
