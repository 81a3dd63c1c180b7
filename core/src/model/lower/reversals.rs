//! Rewrites reversals of bytes and bits by shifts and masks.

use crate::model::op::{Binary, Op, Type, Value};
use crate::model::program::Program;

/// Rewrites reversals of bytes and bits by shifts and masks, for targets that have no operation for them.
#[must_use]
pub(in crate::model) fn without_reversals(program: &Program) -> Program {
    let swapped = |out: &mut Program, op: Op, _| match op {
        Op::ReverseBytes(a) => Some(swap_neighbours(out, a, &SWAPS[..3])),
        Op::ReverseBits(a) => Some(swap_neighbours(out, a, &SWAPS)),
        _ => None,
    };
    program.rewritten(swapped).0
}

/// The steps of a reversal: in each, groups of bits change places with their neighbours, and the groups are half as
/// wide as in the step before.
const SWAPS: [Swap; 6] = [
    Swap { width: 32, lower: 0x0000_0000_ffff_ffff },
    Swap { width: 16, lower: 0x0000_ffff_0000_ffff },
    Swap { width: 8, lower: 0x00ff_00ff_00ff_00ff },
    Swap { width: 4, lower: 0x0f0f_0f0f_0f0f_0f0f },
    Swap { width: 2, lower: 0x3333_3333_3333_3333 },
    Swap { width: 1, lower: 0x5555_5555_5555_5555 },
];

/// An exchange of neighbouring groups of bits.
struct Swap {
    /// The number of bits in a group.
    width: u64,
    /// A mask of the lower group of each pair.
    lower: u64,
}

fn swap_neighbours(out: &mut Program, word: Value, swaps: &[Swap]) -> Value {
    let mut word = word;
    for Swap { width, lower } in swaps {
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
