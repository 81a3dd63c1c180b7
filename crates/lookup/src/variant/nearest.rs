//! Lookups from the nearest blockers on each line, which need no factors and no table.
//!
//! The nearest blocker above the slider is the lowest one bit there. The nearest one below is the highest one bit
//! there, found by counting leading zeros. If there is no blocker below, bit 0 stands for it. If there is none above,
//! the result has all bits up to the last one. Bits off the line are cut off.
//!
//! * Obstruction difference (Hoffmann 2006): subtracts the nearest blocker below from twice the nearest one above,
//!   which sets all bits from the lower one to the upper one.
//! * SBAMG (Fahad 2016): subtracts three times the nearest blocker below from the line's occupancy. That takes the
//!   blocker away and borrows from the bit above it up to the next blocker, so that exactly the bits from one to the
//!   other change.
//! * Slide arithmetic (Progsch and Inführ 2011), and Leorik (Jahn 2022), which computes ranks and files: subtracting 1
//!   from the blockers above changes exactly the bits up to the lowest of them, and the bits below the highest blocker
//!   below are a shift of ones.

use super::PieceOnBoard;
use super::bytes_of_lines::{LineOnBoard, Parts, lookups_of_lines};
use crate::layout::Unfit;
use crate::model::Lookups;
use magicgen_ir::{Binary, Count, Op, Value};

/// The lookups of all pieces by obstruction difference.
pub(super) fn obstruction_difference(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    lookups_of_lines(pieces, Vec::new(), |_, p, _| {
        let Sides { blockers, below, reach } = sides(p, None);
        let lower = at_least_one(p, blockers, below);
        let nearest = highest(p, lower);
        p.program.name(nearest, "nearest");
        let upper = p.binary(Binary::AndNot, blockers, below);
        p.program.name(upper, "upper");
        let zero = p.word(0);
        let negative = p.binary(Binary::Sub, zero, upper);
        let lowest = p.binary(Binary::And, upper, negative);
        let one_place = p.half(1);
        let twice = p.shl(lowest, one_place);
        let between = p.binary(Binary::Sub, twice, nearest);
        Ok(p.binary(Binary::And, between, reach))
    })
}

/// The lookups of all pieces by three times the nearest blocker below.
pub(super) fn sbamg(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    lookups_of_lines(pieces, Vec::new(), |_, p, _| {
        let Sides { blockers, below, reach } = sides(p, None);
        let one = p.word(1);
        let occupied = p.binary(Binary::Or, blockers, one);
        p.program.name(occupied, "blockers");
        p.program.without_name_of(blockers);
        let lower = p.binary(Binary::And, occupied, below);
        let lower = p.binary(Binary::Or, lower, one);
        let nearest = highest(p, lower);
        p.program.name(nearest, "nearest");
        let one_place = p.half(1);
        let twice = p.shl(nearest, one_place);
        let rest = p.binary(Binary::Sub, occupied, nearest);
        let borrowed = p.binary(Binary::Sub, rest, twice);
        let between = p.binary(Binary::Xor, occupied, borrowed);
        Ok(p.binary(Binary::And, between, reach))
    })
}

/// The lookups of all pieces by slide arithmetic.
pub(super) fn slide_arithmetic(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    lookups_of_lines(pieces, Vec::new(), |_, p, _| Ok(slide(p, None)))
}

/// The lookups of all pieces by slide arithmetic on lines that are computed where they are ranks or files of the word.
pub(super) fn leorik(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    lookups_of_lines(pieces, Vec::new(), |_, p, line| Ok(slide(p, Some(line))))
}

/// The attacks along a line by slide arithmetic.
pub(super) fn slide(p: &mut Parts<'_>, computed: Option<&LineOnBoard>) -> Value {
    let Sides { blockers, below, reach } = sides(p, computed);
    let lower = at_least_one(p, blockers, below);
    let zeros = p.program.push(Op::Count(Count::LeadingZeros, lower));
    let ones = p.word(u64::MAX >> 1);
    let hidden = p.shr(ones, zeros);
    p.program.name(hidden, "hidden");
    let upper = p.binary(Binary::AndNot, blockers, below);
    p.program.name(upper, "upper");
    let one = p.word(1);
    let borrowed = p.binary(Binary::Sub, upper, one);
    let seen = p.binary(Binary::Xor, upper, borrowed);
    let between = p.binary(Binary::Xor, seen, hidden);
    p.binary(Binary::And, between, reach)
}

/// The squares that the slider reaches on a line: a shift of a constant for a rank or a file of eight squares, and a
/// field for any other line.
fn computed_reach(p: &mut Parts<'_>, line: &LineOnBoard) -> Value {
    let Some((whole, places)) = line.whole() else { return p.reach() };
    let square = p.program.push(Op::Square);
    let places = p.half(places);
    let by = p.binary(Binary::And, square, places);
    let whole = p.word(whole);
    let along = p.shl(whole, by);
    let slider = p.slider();
    let reach = p.binary(Binary::Xor, along, slider);
    p.program.hint(reach, "reach")
}

/// The blockers on a line, and the bits that tell blockers above the slider from blockers below it.
struct Sides {
    /// The blockers on the line.
    blockers: Value,
    /// All bits below the slider.
    below: Value,
    /// The squares that the slider reaches on the empty board.
    reach: Value,
}

/// The blockers on a line, whose squares are a field unless they are to be computed.
fn sides(p: &mut Parts<'_>, computed: Option<&LineOnBoard>) -> Sides {
    let below = p.below();
    let occupied = p.program.push(Op::Occupied);
    let reach = match computed {
        None => p.reach(),
        Some(line) => computed_reach(p, line),
    };
    let blockers = p.binary(Binary::And, occupied, reach);
    p.program.name(blockers, "blockers");
    Sides { blockers, below, reach }
}

/// The blockers below the slider, with bit 0, which stands for the edge.
fn at_least_one(p: &mut Parts<'_>, blockers: Value, below: Value) -> Value {
    let lower = p.binary(Binary::And, blockers, below);
    let one = p.word(1);
    p.binary(Binary::Or, lower, one)
}

/// The highest one bit of a word that isn't 0.
fn highest(p: &mut Parts<'_>, word: Value) -> Value {
    let zeros = p.program.push(Op::Count(Count::LeadingZeros, word));
    let highest = p.word(1 << 63);
    p.shr(highest, zeros)
}
