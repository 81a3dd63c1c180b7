//! Cells that are smaller than words: fills tables with packed sets or with positions in a dictionary.

use super::dictionary::Dictionary;
use super::slots::{each_slot, place};
use super::{Component, Starts, Unfit};
use crate::axes::{Axes, Cell};
use magicgen_board::{Problem, compress};
use magicgen_ir::{Fields, Role, Rows, Storage, Table, TableRole};

/// Fills `tables` in the way that `axes` asks for if cells are smaller than words, and adds the fields and tables that
/// this needs.
pub(super) fn encode(
    axes: Axes,
    pieces: &[Vec<Component>],
    starts: &Starts,
    tables: &mut Vec<Table>,
    fields: &mut [Fields],
) -> Result<(), Unfit> {
    match axes.cell {
        // Boards of one word have no codes: `Axes::clashes` refuses them.
        Cell::Word | Cell::Spread => Ok(()),
        Cell::Pdep => {
            for (piece, component) in flat(pieces) {
                for square in component.problem.squares() {
                    let (bit, squares) = (square.bit, square.reach.count_ones());
                    if squares > 16 {
                        return Err(Unfit::Reach { piece, bit, squares, bits: 16 });
                    }
                }
            }
            fill(pieces, starts, tables, |_, component, bit, attacks| {
                let reach = component.problem.square(bit).map_or(0, |square| square.reach);
                compress(attacks, reach)
            });
            retype(tables, axes.cell);
            Ok(())
        }
        Cell::Half | Cell::Byte => {
            let problems: Vec<&Problem> =
                flat(pieces).map(|(_, component)| &component.problem).collect();
            let has_window = axes.cell.facts().has_window;
            let dictionary = match (has_window, axes.is_post_masked) {
                (false, _) => Dictionary::flat(&problems)?,
                (true, true) => Dictionary::few(&problems)?,
                (true, false) => Dictionary::exact(&problems)?,
            };
            fill(pieces, starts, tables, |piece, _, bit, attacks| {
                dictionary.id(piece, bit, attacks).map_or(0, u64::from)
            });
            retype(tables, axes.cell);
            if has_window {
                for (fields, base) in fields.iter_mut().zip(&dictionary.base) {
                    let base = base.iter().map(|base| u64::from(*base)).collect();
                    fields.insert(Role::Base.into(), base);
                }
            }
            tables.push(Table {
                role: TableRole::Dictionary,
                piece: None,
                rows: Rows::No,
                storage: Storage::Word,
                entries: dictionary.words,
                title: None,
            });
            Ok(())
        }
    }
}

/// The only component of each piece, with the piece's index: axes with lines don't go with cells smaller than a word.
fn flat(pieces: &[Vec<Component>]) -> impl Iterator<Item = (usize, &Component)> {
    pieces.iter().enumerate().filter_map(|(piece, components)| Some((piece, components.first()?)))
}

/// Fills each used slot with the results of `cell` for its piece, component, bit index and attack set, which is asked
/// for once for each attack set of a square. If squares share a slot, their results are united.
fn fill(
    pieces: &[Vec<Component>],
    starts: &Starts,
    tables: &mut [Table],
    mut cell: impl FnMut(usize, &Component, u8, u64) -> u64,
) {
    // For each class of attack sets, its cell and the piece and bit index that this is for.
    let mut known = vec![(0, usize::MAX, 0); 1 << u16::BITS];
    for (piece, component) in flat(pieces) {
        let table = tables.iter().position(|table| table.piece == Some(piece)).unwrap_or(0);
        let Table { rows, entries, .. } = &mut tables[table];
        let start = place(rows, &starts[piece][0], 0);
        each_slot(component, start, |bit, class, position, attacks| {
            let known = &mut known[usize::from(class)];
            if (known.1, known.2) != (piece, bit) {
                *known = (cell(piece, component, bit, attacks), piece, bit);
            }
            if let Some(slot) = entries.get_mut(position) {
                *slot |= known.0;
            }
        });
    }
}

fn retype(tables: &mut [Table], cell: Cell) {
    let facts = cell.facts();
    for table in tables {
        (table.role, table.storage) = (facts.role(), facts.storage);
    }
}
