//! Kindergarten bitboards (Isenberg 2006). One multiplication gathers the six inner squares of a line into an index. A
//! table of 512 bytes holds the attacks along a line, and another multiplication spreads the byte over the line's
//! squares.
//!
//! A slope has its squares in different bits of different bytes. A factor with one bit in each byte adds the bytes up,
//! and the same factor repeats a byte in all bytes. The table knows the squares by these bits, so that they have to be
//! in the order of the line. A column has its squares in the same bit of each byte. A factor with one bit in nine turns
//! it into a byte, and another factor of this form turns a byte into a column. The highest byte becomes the lowest bit.
//!
//! With more memory nothing has to be spread (Sherwin 2023): each square has a row of 64 attack sets for each line.

use super::PieceOnBoard;
use super::bytes_of_lines::{Lie, LineOnBoard, Parts, line_attacks, lookups_of_lines};
use crate::layout::Unfit;
use crate::model::{Fill, FillMode, Lookups};
use magicgen_board::subsets;
use magicgen_ir::interp::{Memory, run};
use magicgen_ir::{Binary, Op, Rows, Storage, Table, TableRef, TableRole, Value};

/// The lowest bit of each byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// Every ninth bit, from the lowest on.
const STEPS: u64 = 0x8040_2010_0804_0201;

/// A factor of every ninth bit that brings bit `8 r` to bit `64 - r`, where `r` is from 1 to 6.
const GATHER_COLUMN: u64 = 0x0080_4020_1008_0400;

/// The lookups of all pieces.
pub(super) fn lookups(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    lookups_of_lines(pieces, vec![line_attacks()], |piece, parts, line| match line.lie {
        Lie::Byte => Ok(parts.byte_line(line.is_cut)),
        Lie::Column => Ok(column(parts, line)),
        Lie::Slope => Ok(slope(parts)),
        Lie::Wrapped => Err(Unfit::Wrapped { piece, line: line.line }),
        Lie::Ascending => Err(Unfit::Line { piece, line: line.line }),
    })
}

/// The number of attack sets in a square's row for one line: one for each occupancy of six inner squares.
const OCCUPANCIES: usize = 64;

/// The lookups of all pieces with a row of attack sets for each square.
pub(super) fn in_rows(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    let mut fills: Vec<Vec<Fill>> = vec![Vec::new(); pieces.len()];
    let mut lookups = lookups_of_lines(pieces, Vec::new(), |at, p, line| {
        let inner = match line.lie {
            Lie::Byte => inner_of_byte(p),
            Lie::Column => inner_of_column(p),
            // A row has an attack set for each index, so that the order of the bits doesn't matter.
            Lie::Slope | Lie::Wrapped => {
                let relevant = relevant(p);
                let gathered = gathered_slope(p, relevant);
                upper_six(p, gathered)
            }
            Lie::Ascending => return Err(Unfit::Line { piece: at, line: line.line }),
        };
        let fills = &mut fills[at];
        let start = fills.len() * OCCUPANCIES;
        let index = if start == 0 {
            inner
        } else {
            let start = p.half(start as u64);
            p.binary(Binary::Add, inner, start)
        };
        let (line, rays) = (Some(line.line), line.rays.clone());
        fills.push(Fill { index, table: at, is_row: true, line, rays, mode: FillMode::Assign });
        let table = TableRef { index: at as u8, kind: Storage::Word.type_of() };
        Ok(p.program.push(Op::LoadRow(table, index)))
    })?;
    for (at, (piece, fills)) in pieces.iter().zip(fills).enumerate() {
        let length = fills.len() * OCCUPANCIES;
        let mut entries = vec![0; usize::from(piece.problem.indices) * length];
        let lookup = &mut lookups.pieces[at];
        let memory = Memory { fields: &lookup.fields, tables: &[] };
        for fill in &fills {
            let (along, field) = (piece.walk.along(&fill.rays), fill.mask());
            let unfit =
                Unfit::Line { piece: at, line: field.line.unwrap_or(magicgen_board::Line::Rank) };
            for square in piece.problem.squares() {
                let bit = square.bit;
                let occupied: Vec<u64> = subsets(lookup.fields.get(field, bit)).collect();
                let indices = run(&lookup.program, fill.index, memory, bit, &occupied);
                for (occupied, index) in occupied.iter().zip(indices.map_err(|_| unfit)?) {
                    let attacks = along.attacks(bit, *occupied);
                    let slot = &mut entries[usize::from(bit) * length + index as usize];
                    if *slot != 0 && *slot != attacks {
                        return Err(unfit);
                    }
                    *slot = attacks;
                }
            }
        }
        lookup.fills = fills;
        lookups.tables.push(Table {
            role: TableRole::Attacks,
            piece: Some(at),
            rows: Rows::Equal(length),
            storage: Storage::Word,
            entries,
            title: None,
        });
    }
    Ok(lookups)
}

/// The occupancy of the relevant squares of a line.
fn relevant(p: &mut Parts<'_>) -> Value {
    let occupied = p.program.push(Op::Occupied);
    let mask = p.mask();
    let relevant = p.binary(Binary::And, occupied, mask);
    p.program.name(relevant, "relevant")
}

/// The occupancy of the six inner squares of a byte.
fn inner_of_byte(p: &mut Parts<'_>) -> Value {
    let relevant = relevant(p);
    let (square, bytes, one) = (p.program.push(Op::Square), p.half(56), p.half(1));
    let shift = p.binary(Binary::And, square, bytes);
    let past = p.binary(Binary::Or, shift, one);
    p.program.hint(past, "past");
    let inner = p.shr(relevant, past);
    let inner = p.program.push(Op::Low(inner));
    p.program.name(inner, "inner")
}

/// The occupancy of the six inner squares of a column.
fn inner_of_column(p: &mut Parts<'_>) -> Value {
    let relevant = relevant(p);
    let (square, places) = (p.program.push(Op::Square), p.half(7));
    let file = p.binary(Binary::And, square, places);
    p.program.name(file, "place");
    let moved = p.shr(relevant, file);
    p.program.name(moved, "column");
    let gather = p.word(GATHER_COLUMN);
    let gathered = p.binary(Binary::Mul, moved, gather);
    upper_six(p, gathered)
}

/// The upper six bits of a word.
fn upper_six(p: &mut Parts<'_>, gathered: Value) -> Value {
    let top = p.half(58);
    let inner = p.shr(gathered, top);
    let inner = p.program.push(Op::Low(inner));
    p.program.name(inner, "inner")
}

/// The squares of a slope as the upper bits of a product.
fn gathered_slope(p: &mut Parts<'_>, blockers: Value) -> Value {
    // Bit f of any byte goes to bit 57 + f, so that the inner squares are the upper six.
    let gather = p.word(BYTES << 1);
    p.binary(Binary::Mul, blockers, gather)
}

fn slope(p: &mut Parts<'_>) -> Value {
    let occupied = p.program.push(Op::Occupied);
    let reach = p.reach();
    let blockers = p.binary(Binary::And, occupied, reach);
    let gathered = gathered_slope(p, blockers);
    let (square, places) = (p.program.push(Op::Square), p.half(7));
    let place = p.binary(Binary::And, square, places);
    p.program.name(place, "place");
    let byte = looked_up(p, gathered, place);
    let spread = p.word(BYTES);
    let spread = p.binary(Binary::Mul, byte, spread);
    p.binary(Binary::And, spread, reach)
}

fn column(p: &mut Parts<'_>, line: &LineOnBoard) -> Value {
    let (square, places) = (p.program.push(Op::Square), p.half(7));
    let file = p.binary(Binary::And, square, places);
    p.program.name(file, "place");
    let mut occupied = p.program.push(Op::Occupied);
    if line.is_cut {
        let reach = p.reach();
        occupied = p.binary(Binary::And, occupied, reach);
    }
    let moved = p.shr(occupied, file);
    let inner = p.word(BYTES & 0x00ff_ffff_ffff_ff00);
    let moved = p.binary(Binary::And, moved, inner);
    p.program.name(moved, "column");
    let gather = p.word(GATHER_COLUMN);
    let gathered = p.binary(Binary::Mul, moved, gather);
    // The highest byte becomes the lowest bit, so the place is 7 minus the number of the slider's byte, which has 3
    // bits.
    let three = p.half(3);
    let rank = p.shr(square, three);
    let last = p.half(7);
    let place = p.binary(Binary::Xor, rank, last);
    let byte = looked_up(p, gathered, place);
    let steps = p.word(STEPS);
    let spread = p.binary(Binary::Mul, byte, steps);
    let last = p.half(7);
    let spread = p.shr(spread, last);
    let set = if line.is_cut {
        p.shl(spread, file)
    } else {
        let lowest = p.word(BYTES);
        let spread = p.binary(Binary::And, spread, lowest);
        return p.shl(spread, file);
    };
    let reach = p.reach();
    p.binary(Binary::And, set, reach)
}

/// The byte of attacks from `place` when the inner squares' occupancy is in the upper six bits of `gathered`.
fn looked_up(p: &mut Parts<'_>, gathered: Value, place: Value) -> Value {
    let inner = upper_six(p, gathered);
    p.attacks(place, inner)
}
