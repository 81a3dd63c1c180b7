//! Hyperbola quintessence (Isenberg and Peshkov 2007): no factors; along each line, the slider is subtracted from the
//! occupancy, and in the other direction from its reverse.
//!
//! A subtraction borrows up to the first blocker above the slider, so that exactly the squares up to it change.
//! Downwards the same is done in a reversed word: with its bytes reversed where no two squares of the line share one,
//! else with its bits reversed. A line within one byte, a rank in rank-major order, is looked up in 512 bytes.

use super::PieceOnBoard;
use super::bytes_of_lines::{Lie, LineOnBoard, Parts, fields, line_attacks, lines_of};
use crate::layout::Unfit;
use crate::model::{Binary, Lookup, Lookups, Op, Program, Value};

/// The lookups of all pieces.
pub(super) fn lookups(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    let mut lookups = Vec::with_capacity(pieces.len());
    let mut reads_table = false;
    for (at, on_board) in pieces.iter().enumerate() {
        let lines = lines_of(at, *on_board)?;
        let mut program = Program::new();
        let mut union: Option<Value> = None;
        for line in &lines {
            reads_table |= line.lie == Lie::Byte;
            let mut parts = Parts { program: &mut program, line: line.line };
            let set = attacks(&mut parts, line);
            union = Some(match union {
                None => set,
                Some(others) => parts.binary(Binary::Or, others, set),
            });
        }
        program.result = union.unwrap_or(Value(0));
        let fields = fields(*on_board, &lines, &program);
        lookups.push(Lookup { program, fields, fills: Vec::new() });
    }
    let tables = if reads_table { vec![line_attacks()] } else { Vec::new() };
    Ok(Lookups { tables, pieces: lookups })
}

fn attacks(p: &mut Parts<'_>, line: &LineOnBoard) -> Value {
    let reverse: fn(Value) -> Op = match line.lie {
        Lie::Byte => return p.byte_line(line.is_cut),
        Lie::Column | Lie::Slope => Op::ReverseBytes,
        Lie::Ascending => Op::ReverseBits,
    };
    let one = p.word(1);
    let square = p.program.push(Op::Square);
    let slider = p.shl(one, square);
    p.program.name(slider, "slider");
    let occupied = p.program.push(Op::Occupied);
    let reach = p.reach();
    let blockers = p.binary(Binary::And, occupied, reach);
    p.program.name(blockers, "blockers");
    let up = p.binary(Binary::Sub, blockers, slider);
    let reversed = p.program.push(reverse(blockers));
    let reversed_slider = p.program.push(reverse(slider));
    let down = p.binary(Binary::Sub, reversed, reversed_slider);
    let down = p.program.push(reverse(down));
    let both = p.binary(Binary::Xor, up, down);
    p.binary(Binary::And, both, reach)
}
