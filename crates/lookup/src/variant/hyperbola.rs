//! Hyperbola quintessence (Isenberg and Peshkov 2007), which needs no factors. Along each line, the slider is
//! subtracted from the occupancy, and for the other direction from the reversed occupancy.
//!
//! A subtraction borrows up to the first blocker above the slider, so that exactly the squares up to it change. For the
//! squares below the slider the word is reversed: byte by byte if no two squares of the line share a byte, and
//! otherwise bit by bit. A line within one byte, such as a rank in rank-major order, is looked up in a table of 512
//! bytes.
//!
//! If the processor reverses bits by one instruction, all lines are reversed by it (Stockfish 2026, for ARM). There is
//! no table then, and the reversed slider is computed from the square.

use super::PieceOnBoard;
use super::bytes_of_lines::{Lie, LineOnBoard, Parts, line_attacks, lookups_of_lines};
use crate::layout::Unfit;
use crate::model::Lookups;
use magicgen_ir::{Binary, Op, Value};

/// The lookups of all pieces.
pub(super) fn lookups(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    let mut reads_table = false;
    let mut lookups = lookups_of_lines(pieces, vec![line_attacks()], |_, parts, line| {
        reads_table |= line.lie == Lie::Byte;
        Ok(attacks(parts, line))
    })?;
    if !reads_table {
        lookups.tables.clear();
    }
    Ok(lookups)
}

/// The lookups of all pieces with all bits reversed along every line.
pub(super) fn reversed(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    lookups_of_lines(pieces, Vec::new(), |_, p, _| {
        let highest = p.word(1 << 63);
        let square = p.program.push(Op::Square);
        let reversed_slider = p.shr(highest, square);
        Ok(along(p, Op::ReverseBits, |_| reversed_slider))
    })
}

/// The attacks along a line.
pub(super) fn attacks(p: &mut Parts<'_>, line: &LineOnBoard) -> Value {
    let reverse: fn(Value) -> Op = match line.lie {
        Lie::Byte => return p.byte_line(line.is_cut),
        Lie::Column | Lie::Slope | Lie::Wrapped => Op::ReverseBytes,
        Lie::Ascending => Op::ReverseBits,
    };
    along(p, reverse, |p| {
        let slider = p.slider();
        p.program.push(reverse(slider))
    })
}

/// The attacks along a line whose squares are in the opposite order once a word is reversed.
fn along(
    p: &mut Parts<'_>,
    reverse: fn(Value) -> Op,
    reversed_slider: impl FnOnce(&mut Parts<'_>) -> Value,
) -> Value {
    let slider = p.slider();
    p.program.name(slider, "slider");
    let occupied = p.program.push(Op::Occupied);
    let reach = p.reach();
    between(p, Along { slider, occupied, reach }, reverse, reversed_slider)
}

/// The operands for the attacks along a line: words, or vectors of several lines.
pub(super) struct Along {
    /// The slider's own square.
    pub(super) slider: Value,
    /// The occupied squares.
    pub(super) occupied: Value,
    /// The squares that the slider reaches on the empty board.
    pub(super) reach: Value,
}

/// The squares between the nearest blockers of a line whose squares are in the opposite order once a word is reversed.
pub(super) fn between<'p>(
    p: &mut Parts<'p>,
    Along { slider, occupied, reach }: Along,
    reverse: fn(Value) -> Op,
    reversed_slider: impl FnOnce(&mut Parts<'p>) -> Value,
) -> Value {
    let blockers = p.binary(Binary::And, occupied, reach);
    p.program.name(blockers, "blockers");
    let up = p.binary(Binary::Sub, blockers, slider);
    p.program.hint(up, "upward");
    let reversed = p.program.push(reverse(blockers));
    let reversed_slider = reversed_slider(p);
    p.program.hint(reversed, "reversed");
    p.program.hint(reversed_slider, "reversed_slider");
    let down = p.binary(Binary::Sub, reversed, reversed_slider);
    p.program.hint(down, "downward");
    let down = p.program.push(reverse(down));
    let both = p.binary(Binary::Xor, up, down);
    p.program.hint(both, "both");
    let along = p.binary(Binary::And, both, reach);
    p.program.hint(along, "along")
}
