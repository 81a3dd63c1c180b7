//! Obstruction difference (Hoffmann 2006): no factors and no table; along each line, the nearest blocker below the slider
//! is subtracted from twice the nearest one above, so that all squares between them are set, the upper blocker with them.
//!
//! The nearest one above is the lowest one bit there, and the nearest one below the highest, which leading zeros tell. Where
//! there is none below, bit 0 stands for it; where there is none above, the difference is below zero, and sets all bits
//! up to the last. What isn't on the line is cut off.

use super::PieceOnBoard;
use super::bytes_of_lines::{Parts, fields, lines_of};
use crate::layout::Unfit;
use crate::model::{Binary, Count, Lookup, Lookups, Op, Program, Value};

/// The lookups of all pieces.
pub(super) fn lookups(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    let mut lookups = Vec::with_capacity(pieces.len());
    for (at, on_board) in pieces.iter().enumerate() {
        let lines = lines_of(at, *on_board)?;
        let mut program = Program::new();
        let mut union: Option<Value> = None;
        for line in &lines {
            let mut parts = Parts { program: &mut program, line: line.line };
            let set = attacks(&mut parts);
            union = Some(match union {
                None => set,
                Some(others) => parts.binary(Binary::Or, others, set),
            });
        }
        program.result = union.unwrap_or(Value(0));
        let fields = fields(*on_board, &lines, &program);
        lookups.push(Lookup { program, fields, fills: Vec::new() });
    }
    Ok(Lookups { tables: Vec::new(), pieces: lookups })
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
