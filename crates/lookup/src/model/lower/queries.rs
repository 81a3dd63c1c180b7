//! Programs of batches on vectors, whose lanes have separate squares and occupancies.

use magicgen_ir::{Binary, Count, Op, Program, Storage, Type, Value};

/// The lookup by operations that vectors have in lanes: those of a scalar, except loads, products and arithmetic on
/// halves. `None` if it needs another.
///
/// A gather of a table's entries takes longer than the loads of a loop, so only the fields of a square are gathered.
#[must_use]
pub(in crate::model) fn in_lanes(program: &Program) -> Option<Program> {
    let (lowered, _) = program.rewritten(|out, op, _| match op {
        Op::Count(Count::TrailingZeros, a) => Some(trailing_zeros(out, a)),
        _ => None,
    });
    let needed = lowered.needed(lowered.result);
    needed.iter().all(|value| is_in_lanes(&lowered, *value)).then_some(lowered)
}

/// The number of zeros below the lowest one bit, by the zeros above them.
fn trailing_zeros(out: &mut Program, a: Value) -> Value {
    let one = out.push(Op::Const(1, Type::Word));
    let below = out.push(Op::Binary(Binary::Sub, a, one));
    let zeros = out.push(Op::Binary(Binary::AndNot, below, a));
    let above = out.push(Op::Count(Count::LeadingZeros, zeros));
    let all = out.push(Op::Const(64, Type::Half));
    out.push(Op::Binary(Binary::Sub, all, above))
}

fn is_in_lanes(program: &Program, value: Value) -> bool {
    let is_word = |value: Value| program.type_of(value) == Type::Word;
    match program.op(value) {
        Op::Square | Op::Occupied | Op::Const(..) => true,
        Op::Field(field) => field.storage() == Storage::Word,
        // A half in a lane of a word must not wrap.
        Op::Binary(Binary::And | Binary::AndNot | Binary::Or | Binary::Xor, a, _) => {
            matches!(program.type_of(a), Type::Word | Type::Half)
        }
        Op::Binary(Binary::Sub, a, b) => {
            let is_count = matches!(program.op(b), Op::Count(..));
            is_word(a) || is_count && program.op(a) == Op::Const(64, Type::Half)
        }
        Op::Binary(Binary::Add, a, _)
        | Op::Shl(a, _)
        | Op::Shr(a, _)
        | Op::ReverseBytes(a)
        | Op::ReverseBits(a)
        | Op::Count(Count::LeadingZeros, a) => is_word(a),
        _ => false,
    }
}
