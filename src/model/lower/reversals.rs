//! Reversed bytes and bits in; shifts and masks out.

use crate::model::program::{Binary, Op, Program, Type, Value};

/// Rewrites reversals of bytes and bits as shifts and masks, for targets that have no operation for them.
#[must_use]
pub(in crate::model) fn without_reversals(program: &Program) -> Program {
    let swapped = |out: &mut Program, op: Op, _| match op {
        Op::ReverseBytes(a) => Some(swap_neighbours(out, a, &NEIGHBOURS[..3])),
        Op::ReverseBits(a) => Some(swap_neighbours(out, a, &NEIGHBOURS)),
        _ => None,
    };
    program.rewritten(swapped).0
}

/// Groups of bits that change places with their neighbours, each half as wide as the last: how wide, and the lower
/// ones of all pairs.
const NEIGHBOURS: [(u64, u64); 6] = [
    (32, 0x0000_0000_ffff_ffff),
    (16, 0x0000_ffff_0000_ffff),
    (8, 0x00ff_00ff_00ff_00ff),
    (4, 0x0f0f_0f0f_0f0f_0f0f),
    (2, 0x3333_3333_3333_3333),
    (1, 0x5555_5555_5555_5555),
];

fn swap_neighbours(out: &mut Program, word: Value, swaps: &[(u64, u64)]) -> Value {
    let mut word = word;
    for (width, lower) in swaps {
        let by = out.push(Op::Const(*width, Type::Half));
        let right = out.push(Op::Shr(word, by));
        let left = out.push(Op::Shl(word, by));
        word = if *width == 32 {
            out.push(Op::Binary(Binary::Or, left, right))
        } else {
            let lower = out.push(Op::Const(*lower, Type::Word));
            let right = out.push(Op::Binary(Binary::And, right, lower));
            let kept = out.push(Op::Binary(Binary::And, word, lower));
            let left = out.push(Op::Shl(kept, by));
            out.push(Op::Binary(Binary::Or, left, right))
        };
        out.name(word, "swapped");
    }
    word
}
