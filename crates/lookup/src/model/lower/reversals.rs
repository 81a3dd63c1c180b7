//! Rewrites reversals of the bits of each byte by shifts and masks.

use magicgen_ir::{Binary, Op, Program, Type, Value};

/// Rewrites each reversal of bytes of a reversal of bits, which reverses the bits of each byte, by exchanges of
/// neighbours. For targets that reverse bits by such steps anyway, and bytes besides.
#[must_use]
pub(in crate::model) fn with_bits_exchanged(program: &Program) -> Program {
    let exchanged = |out: &mut Program, op: Op, _| {
        let Op::ReverseBytes(reversed) = op else { return None };
        let Op::ReverseBits(word) = out.op(reversed) else { return None };
        Some(exchange(out, word))
    };
    program.rewritten(exchanged).0
}

/// The numbers of bits in groups that change places with their neighbours, and a mask of the lower group of each pair.
const STEPS: [(u64, u64); 3] =
    [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)];

fn exchange(out: &mut Program, word: Value) -> Value {
    let kind = out.type_of(word);
    STEPS.into_iter().fold(word, |word, (width, lower)| {
        let by = out.push(Op::Const(width, Type::Half));
        let lower = out.push(Op::Const(lower & u64::MAX >> kind.unused_bits(), kind));
        let right = out.push(Op::Shr(word, by));
        let right = out.push(Op::Binary(Binary::And, right, lower));
        let kept = out.push(Op::Binary(Binary::And, word, lower));
        let left = out.push(Op::Shl(kept, by));
        let both = out.push(Op::Binary(Binary::Or, left, right));
        out.name(both, "swapped")
    })
}
