//! Kindergarten bitboards (Isenberg 2006): one multiplication gathers the six inner squares of a line into an index, a
//! table of 512 bytes holds the attacks along a line, and another multiplication spreads such a byte over the line's
//! squares.
//!
//! A slope has its squares in different bits of different bytes: a factor with one bit in each byte adds the bytes up,
//! and the same factor repeats a byte in all bytes. A column has its squares in the same bit of each byte: a factor
//! with one bit in nine turns it into a byte, and such a factor turns a byte into a column. The highest byte becomes
//! the lowest bit.

use super::PieceOnBoard;
use super::bytes_of_lines::{Lie, LineOnBoard, Parts, line_attacks, lookups_of_lines};
use crate::layout::Unfit;
use crate::model::{Binary, Lookups, Op, Value};

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
        Lie::Ascending => Err(Unfit::Line { piece, line: line.line }),
    })
}

fn slope(p: &mut Parts<'_>) -> Value {
    let occupied = p.program.push(Op::Occupied);
    let reach = p.reach();
    let blockers = p.binary(Binary::And, occupied, reach);
    // Bit f of any byte goes to bit 57 + f, so that the inner squares are the upper six.
    let gather = p.word(BYTES << 1);
    let gathered = p.binary(Binary::Mul, blockers, gather);
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
    let top = p.half(58);
    let inner = p.shr(gathered, top);
    let inner = p.program.push(Op::Low(inner));
    p.program.name(inner, "inner");
    p.attacks(place, inner)
}
