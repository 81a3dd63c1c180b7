//! Finds the occupancies that lead to the slots of a lookup.

use super::stage::cell;
use super::{Question, run};
use crate::generate::{Inside, PieceInside};
use magicgen_board::SquareSet;
use magicgen_ir::interp::Memory;
use magicgen_ir::{Op, Role, Rows, Table, TableRef, TableRole, Value};
use magicgen_lookup::model::Disproof;

/// The most occupancies kept as examples.
const MOST_EXAMPLES: usize = 4;

/// A slot that a lookup reads.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The table's name in words.
    pub table: String,
    /// The number of the table's entries.
    pub entries: usize,
    /// The position in the table.
    pub position: u64,
    /// The relevant squares that the position depends on.
    pub relevant: SquareSet,
    /// The number of occupancies of these squares that lead to this slot, including the given one.
    pub sharing: usize,
    /// Some of these occupancies: sets of these squares.
    pub examples: Vec<SquareSet>,
    /// The number of slots used by all occupancies of these squares.
    pub used: usize,
    /// The other squares whose lookups read this slot under some occupancies; empty for a table of lines, which all
    /// squares share.
    pub others: Vec<Other>,
}

impl Slot {
    /// The number of occupancies of the squares that the position depends on.
    #[must_use]
    pub fn occupancies(&self) -> u64 {
        1 << self.relevant.len()
    }
}

/// A square that shares a slot with the explained one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The piece.
    pub piece: String,
    /// The square's name.
    pub square: String,
    /// The number of occupancies of the square's relevant squares that lead to the slot.
    pub occupancies: usize,
}

/// A load of a slot.
#[derive(Clone, Copy, Debug)]
struct Load {
    value: Value,
    table: TableRef,
    index: Value,
    is_row: bool,
}

/// A square's positions in one table of slots.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The value that is loaded.
    pub value: Value,
    /// The table.
    pub table: TableRef,
    /// The position for each subset of the square's relevant squares.
    pub positions: Vec<u64>,
}

/// The positions that a lookup reads, load by load.
pub fn cells(inside: &Inside, piece: usize, bit: u8) -> Result<Vec<Cells>, Disproof> {
    let of = &inside.pieces[piece];
    let cells = |load: Load| {
        let all: Vec<SquareSet> = mask(of, load.index, bit).subsets().collect();
        let positions = positions(inside, of, load, bit, &all)?;
        Ok(Cells { value: load.value, table: load.table, positions })
    };
    loads(of, &inside.tables).into_iter().map(cells).collect()
}

/// The slots that a lookup reads, in the program's order.
pub(super) fn slots(
    inside: &Inside,
    at: usize,
    asked: &Question<'_>,
) -> Result<Vec<Slot>, Disproof> {
    let piece = &inside.pieces[at];
    let slot = |load: Load| slot(inside, piece, load, asked);
    loads(piece, &inside.tables).into_iter().map(slot).collect()
}

fn loads(piece: &PieceInside, tables: &[Table]) -> Vec<Load> {
    let loads = piece.program.loads().filter_map(|(value, _, index)| {
        let table = cell(&piece.program, value, tables)?;
        let is_row = matches!(piece.program.op(value), Op::LoadRow(..));
        Some(Load { value, table, index, is_row })
    });
    loads.collect()
}

fn slot(
    inside: &Inside,
    piece: &PieceInside,
    load: Load,
    asked: &Question<'_>,
) -> Result<Slot, Disproof> {
    let table = &inside.tables[usize::from(load.table.index)];
    let bit = asked.bit();
    let mask = mask(piece, load.index, bit);
    // Blockers on other squares stay as given.
    let rest = asked.occupied & !mask;
    let all: Vec<SquareSet> = mask.subsets().map(|subset| subset | rest).collect();
    let positions = positions(inside, piece, load, bit, &all)?;
    let position = positions[mask.numbers(asked.occupied) as usize];
    let relevant = depends_on(&positions, mask);
    let mut leading: Vec<(SquareSet, u64)> = all
        .into_iter()
        .zip(positions)
        .map(|(occupied, position)| (occupied & mask, position))
        .filter(|(subset, _)| (*subset & !relevant).is_empty())
        .collect();
    let mut used: Vec<u64> = leading.iter().map(|(_, position)| *position).collect();
    used.sort_unstable();
    used.dedup();
    leading.retain(|(_, other)| *other == position);
    let own = asked.occupied & relevant;
    let examples = leading.iter().map(|(subset, _)| *subset).filter(|subset| *subset != own);
    Ok(Slot {
        table: table.role.words(),
        entries: table.length(),
        position,
        relevant,
        sharing: leading.len(),
        examples: examples.take(MOST_EXAMPLES).collect(),
        used: used.len(),
        others: others(inside, piece, bit, load, position, asked)?,
    })
}

/// The positions of a load in its table under some occupancies.
fn positions(
    inside: &Inside,
    piece: &PieceInside,
    load: Load,
    bit: u8,
    occupied: &[SquareSet],
) -> Result<Vec<u64>, Disproof> {
    let memory = Memory { fields: &piece.fields, tables: &inside.tables };
    let rows: &Rows = &inside.tables[usize::from(load.table.index)].rows;
    let start = if load.is_row { rows.start(bit) as u64 } else { 0 };
    let indices = run(piece, load.index, memory, bit, occupied)?;
    Ok(indices.into_iter().map(|index| start + index.low()).collect())
}

/// The squares of a mask that affect the positions of its subsets.
fn depends_on(positions: &[u64], mask: SquareSet) -> SquareSet {
    let makes_difference = |(number, _): &(usize, u8)| {
        let with = |subset: usize| subset | 1_usize << *number;
        (0..positions.len()).any(|subset| positions[subset] != positions[with(subset)])
    };
    mask.bits().enumerate().filter(makes_difference).map(|(_, bit)| bit).collect()
}

/// The other squares of all pieces whose lookups read a slot.
fn others(
    inside: &Inside,
    asked_piece: &PieceInside,
    asked_bit: u8,
    asked_load: Load,
    position: u64,
    asked: &Question<'_>,
) -> Result<Vec<Other>, Disproof> {
    let table = &inside.tables[usize::from(asked_load.table.index)];
    if table.role == TableRole::LineAttacks || asked_load.is_row {
        return Ok(Vec::new());
    }
    let mut others = Vec::new();
    for piece in &inside.pieces {
        for bit in piece.fields.squares() {
            if piece.name == asked_piece.name && bit == asked_bit {
                continue;
            }
            let loads = loads(piece, &inside.tables);
            let mut occupancies = 0;
            for load in loads.into_iter().filter(|load| load.table.index == asked_load.table.index)
            {
                let all: Vec<SquareSet> = mask(piece, load.index, bit).subsets().collect();
                let positions = positions(inside, piece, load, bit, &all)?;
                occupancies += positions.into_iter().filter(|other| *other == position).count();
            }
            if occupancies > 0 {
                let name = asked.mapping.name(bit);
                others.push(Other { piece: piece.name.clone(), square: name, occupancies });
            }
        }
    }
    Ok(others)
}

/// The relevant squares that an index depends on: those in the masks of its computation; all, if it has no mask.
fn mask(piece: &PieceInside, index: Value, bit: u8) -> SquareSet {
    let masks =
        piece.program.needed(index).into_iter().filter_map(|value| match piece.program.op(value) {
            Op::Field(field) if field.role == Role::Mask => Some(piece.fields.set(field, bit)),
            _ => None,
        });
    masks.reduce(|all, mask| all | mask).unwrap_or_else(|| piece.walk.relevant(bit))
}
