//! A program and its bounds in; the values whose high bits have to be cut off out.
//!
//! For languages whose integers are as long as their values, and below zero in an endless two's complement: what
//! overflows may stay as it is while only its low bits are looked at.

use super::bounds::Bounds;
use crate::model::{Binary, Op, Program, Value};

/// The values to cut to the width of their types, where `wanted` is computed. The rest fits, or does no harm.
#[must_use]
pub fn cuts(program: &Program, wanted: Value, bounds: &Bounds) -> Vec<Value> {
    let needed = program.needed(wanted);
    let harmed: Vec<Value> = needed
        .iter()
        .flat_map(|value| by_high_bits(program.op(*value)))
        .flatten()
        .chain([wanted])
        .collect();
    let mut loose: Vec<Value> = Vec::new();
    let mut cuts = Vec::new();
    for value in needed {
        let is_loose = |operand: Value| loose.contains(&operand);
        let overflows = match program.op(value) {
            Op::Binary(Binary::And, a, b) => is_loose(a) && is_loose(b),
            Op::Binary(Binary::AndNot, a, _) => is_loose(a),
            Op::Binary(_, a, b) => bounds.wraps(value) || is_loose(a) || is_loose(b),
            Op::Low(a) => bounds.most(a) > u64::from(u32::MAX) || is_loose(a),
            Op::Shl(a, _) => bounds.wraps(value) || is_loose(a),
            _ => false,
        };
        if overflows {
            let list = if harmed.contains(&value) { &mut cuts } else { &mut loose };
            list.push(value);
        }
    }
    cuts
}

/// The operands of which an operation looks at all bits.
fn by_high_bits(op: Op) -> [Option<Value>; 2] {
    match op {
        Op::High(a)
        | Op::Widen(a)
        | Op::ReverseBytes(a)
        | Op::ReverseBits(a)
        | Op::Count(_, a)
        | Op::Load(_, a)
        | Op::LoadRow(_, a) => [Some(a), None],
        Op::Shl(_, by) => [Some(by), None],
        Op::Shr(a, b) | Op::Join(a, b) | Op::Extract(a, b) | Op::Deposit(a, b) => {
            [Some(a), Some(b)]
        }
        Op::Square | Op::Occupied | Op::Field(_) | Op::Const(..) | Op::Low(_) | Op::Binary(..) => {
            [None, None]
        }
    }
}
