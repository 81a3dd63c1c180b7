//! Finds the values of a program whose high bits have to be cut off.
//!
//! For languages with integers of unlimited length, in which negative numbers have infinitely many leading ones. A
//! value that is too large needs no cut while only its low bits are used.

use super::bounds::Bounds;
use magicgen_ir::{Binary, Op, Program, Value};

/// The values to be cut to the width of their types when `wanted` is computed. All other values fit their types, or
/// only their low bits are used.
pub fn cuts(program: &Program, wanted: Value, bounds: &Bounds) -> Vec<Value> {
    let needed = program.needed(wanted);
    let harmed: Vec<Value> =
        needed.iter().flat_map(|value| by_high_bits(program.op(*value))).chain([wanted]).collect();
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

/// The operands whose high bits change the low bits of an operation's result.
fn by_high_bits(op: Op) -> Vec<Value> {
    match op {
        Op::Low(_) | Op::Binary(..) => Vec::new(),
        Op::Shl(_, by) => vec![by],
        _ => op.operands().collect(),
    }
}
