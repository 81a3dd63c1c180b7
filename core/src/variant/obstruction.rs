//! Obstruction difference (Hoffmann 2006), which needs no factors and no table: along each line, the nearest blocker
//! below the slider is subtracted from twice the nearest one above, which sets all bits from the lower one to the upper
//! one.
//!
//! The nearest blocker above is the lowest one bit there; the nearest one below is the highest one bit there, which is
//! found by counting leading zeros. Where there is no blocker below, bit 0 stands for it; where there is none above,
//! the difference is below zero and sets all bits up to the last one. Bits off the line are cut off.

use super::PieceOnBoard;
use super::bytes_of_lines::{Parts, lookups_of_lines};
use crate::layout::Unfit;
use crate::model::{Binary, Count, Lookups, Op, Value};

/// The lookups of all pieces.
pub(super) fn lookups(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    lookups_of_lines(pieces, Vec::new(), |_, parts, _| Ok(attacks(parts)))
}

fn attacks(p: &mut Parts<'_>) -> Value {
    let one = p.word(1);
    let square = p.program.push(Op::Square);
    let slider = p.shl(one, square);
    let below = p.binary(Binary::Sub, slider, one);
    p.program.name(below, "below");
    let occupied = p.program.push(Op::Occupied);
    let reach = p.reach();
    let blockers = p.binary(Binary::And, occupied, reach);
    p.program.name(blockers, "blockers");
    let lower = p.binary(Binary::And, blockers, below);
    let lower = p.binary(Binary::Or, lower, one);
    let zeros = p.program.push(Op::Count(Count::LeadingZeros, lower));
    let highest = p.word(1 << 63);
    let nearest = p.shr(highest, zeros);
    p.program.name(nearest, "nearest");
    let upper = p.binary(Binary::AndNot, blockers, below);
    p.program.name(upper, "upper");
    let zero = p.word(0);
    let negative = p.binary(Binary::Sub, zero, upper);
    let lowest = p.binary(Binary::And, upper, negative);
    let one_place = p.half(1);
    let twice = p.shl(lowest, one_place);
    let between = p.binary(Binary::Sub, twice, nearest);
    p.binary(Binary::And, between, reach)
}
