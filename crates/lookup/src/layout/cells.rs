//! Cells that are smaller than words: replaces the attack sets in tables by packed sets or by positions in a
//! dictionary.

use super::dictionary::Dictionary;
use super::{Component, MASK, Starts, Unfit, each_slot};
use crate::axes::{Axes, Cell};
use magicgen_board::{Problem, compress};
use magicgen_ir::{Fields, Role, Rows, Storage, Table, TableRole};

/// Encodes the slots of `tables` in the way that `axes` asks for, and adds the fields and tables that this needs.
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
            rewrite(pieces, starts, tables, |_, component, bit, attacks| {
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
            rewrite(pieces, starts, tables, |piece, _, bit, attacks| {
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

/// Replaces each used slot by the results of `cell` for its piece, component, bit index and attack set. If squares
/// share a slot, their results are united.
fn rewrite(
    pieces: &[Vec<Component>],
    starts: &Starts,
    tables: &mut [Table],
    mut cell: impl FnMut(usize, &Component, u8, u64) -> u64,
) {
    for table in tables.iter_mut() {
        table.entries.fill(0);
    }
    for (piece, component) in flat(pieces) {
        let table = tables.iter().position(|table| table.piece == Some(piece)).unwrap_or(0);
        let Table { rows, entries, .. } = &mut tables[table];
        each_slot(component, |bit, _, index, attacks| {
            let start = match rows {
                Rows::No => starts[piece][0][usize::from(bit)] as usize,
                _ => rows.start(bit),
            };
            if let Some(slot) = entries.get_mut(start.wrapping_add(index) & MASK) {
                *slot |= cell(piece, component, bit, attacks);
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
