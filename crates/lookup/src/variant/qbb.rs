//! The lookup of the engine QBB (Gobbato), which keeps nothing: no factors, no table, no masks by square.
//!
//! The squares of a line are at equal distances in the word, so that a ray is a constant with one bit at each such
//! distance, shifted to the slider. The squares on which a ray ends count as blockers, so that each ray has one. The
//! same constants are shifted from the nearest blocker above and the nearest one below towards one another. Their
//! common squares are the attack set and the slider's own square.
//!
//! The shifted form (Inführ 2022) shifts the line up to the lower blocker, and shifts the squares beyond the upper one
//! out of the word and back.

use super::PieceOnBoard;
use super::bytes_of_lines::{LineOnBoard, Parts, lookups_of_lines};
use crate::layout::Unfit;
use crate::model::Lookups;
use magicgen_board::Bitboard;
use magicgen_ir::{Binary, Count, Op, Value};

/// The lookups of all pieces.
pub(super) fn lookups(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    of_lines(pieces, |p, line, (lower, upper)| {
        let up = p.word(line.line_of_first());
        let up = p.shl(up, lower);
        let down = p.word(line.line_of_first().reverse_bits());
        let down = p.shr(down, upper);
        p.binary(Binary::And, up, down)
    })
}

/// The lookups of all pieces in the shifted form.
pub(super) fn shifted(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    of_lines(pieces, |p, line, (lower, upper)| {
        let line = p.word(line.line_of_first());
        let line = p.shl(line, lower);
        let line = p.shl(line, upper);
        p.shr(line, upper)
    })
}

/// The lookups of all pieces, where `between` gives the squares of a line from a lower one to an upper one. The upper
/// one is counted from the word's last bit.
fn of_lines(
    pieces: &[PieceOnBoard<'_>],
    between: impl Fn(&mut Parts<'_>, &Stride, (Value, Value)) -> Value,
) -> Result<Lookups, Unfit> {
    let mut lookups = lookups_of_lines(pieces, Vec::new(), |at, p, line| {
        let stride = Stride::new(at, pieces[at], line)?;
        let square = p.program.push(Op::Square);
        let last = p.half(63);
        let from_last = p.binary(Binary::Xor, square, last);
        let occupied = p.program.push(Op::Occupied);
        let slider = p.slider();
        let others = p.binary(Binary::AndNot, occupied, slider);
        p.program.name(others, "elsewhere");
        let below = match stride.lower_ends {
            None => square,
            Some(ends) => {
                let ray = p.word(stride.line_of_first().reverse_bits());
                let ray = p.shr(ray, from_last);
                let blockers = blockers(p, others, ends, ray);
                let zeros = p.program.push(Op::Count(Count::LeadingZeros, blockers));
                p.binary(Binary::Xor, zeros, last)
            }
        };
        let above = match stride.upper_ends {
            None => from_last,
            Some(ends) => {
                let ray = p.word(stride.line_of_first());
                let ray = p.shl(ray, square);
                let blockers = blockers(p, others, ends, ray);
                let zeros = p.program.push(Op::Count(Count::TrailingZeros, blockers));
                p.binary(Binary::Xor, zeros, last)
            }
        };
        Ok(between(p, &stride, (below, above)))
    })?;
    // Each line has the slider's own square.
    for lookup in &mut lookups.pieces {
        let program = &mut lookup.program;
        let [one, square] =
            [Op::Const(1, magicgen_ir::Type::Word), Op::Square].map(|op| program.push(op));
        let slider = program.push(Op::Shl(one, square));
        program.result = program.push(Op::Binary(Binary::Xor, program.result, slider));
    }
    Ok(lookups)
}

/// The blockers on a ray, among them the squares on which such rays end.
fn blockers(p: &mut Parts<'_>, others: Value, ends: Bitboard, ray: Value) -> Value {
    let ends = p.word(ends);
    let all = p.binary(Binary::Or, others, ends);
    let blockers = p.binary(Binary::And, all, ray);
    p.program.hint(blockers, "blockers")
}

/// A line whose squares are at equal distances in the word.
struct Stride {
    /// The distance between two squares; 64 where no line has two.
    distance: u8,
    /// The bits at which the ray to lower bits ends, if the line has one: the bits from which it takes no step.
    lower_ends: Option<Bitboard>,
    /// The bits at which the ray to higher bits ends, if the line has one.
    upper_ends: Option<Bitboard>,
}

impl Stride {
    fn new(piece: usize, on_board: PieceOnBoard<'_>, line: &LineOnBoard) -> Result<Self, Unfit> {
        let PieceOnBoard { walk, problem, .. } = on_board;
        if walk.permutation.is_some() {
            return Err(Unfit::Distance { piece, line: line.line });
        }
        let mut stride = Self { distance: 64, lower_ends: None, upper_ends: None };
        for at in &line.rays {
            let Some(ray) = walk.rays.get(*at) else { continue };
            for square in problem.squares() {
                if walk.path(*ray, square.bit).last().is_some_and(|last| ray.from >> last & 1 != 0)
                {
                    return Err(Unfit::Steps { piece, bit: square.bit });
                }
            }
            if ray.delta == 0 {
                continue;
            }
            stride.distance = ray.delta.unsigned_abs();
            let ends = if ray.delta > 0 { &mut stride.upper_ends } else { &mut stride.lower_ends };
            *ends = Some(!ray.from);
        }
        Ok(stride)
    }

    /// The bits of a line from bit 0 on.
    fn line_of_first(&self) -> Bitboard {
        (0..64).step_by(usize::from(self.distance)).fold(0, |line, bit| line | 1 << bit)
    }
}
