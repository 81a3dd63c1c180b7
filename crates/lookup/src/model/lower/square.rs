//! Rewrites a lookup for one square alone: its fields, and all values computed from them, become constants.

use magicgen_board::SquareSet;
use magicgen_ir::fold::push;
use magicgen_ir::interp::{Memory, run_on_sets};
use magicgen_ir::{Binary, Op, Pack, Program, Type, Value};

/// The lookup of one square. It keeps only operations that depend on the occupancy, and loads from tables at an index
/// that does.
#[must_use]
pub(in crate::model) fn for_square(program: &Program, memory: Memory<'_>, square: u8) -> Program {
    let (mut special, _) = program.rewritten(|out, op, _| {
        let op = with_one_mask(out, op);
        let new = push(out, op);
        Some(constant(out, new, memory, square).unwrap_or(new))
    });
    // A variable may have become a constant, or the occupancy.
    for value in special.values().filter(|value| special.op(*value).is_given()).collect::<Vec<_>>()
    {
        special.without_name_of(value);
    }
    special
}

/// The same program with a result that is a constant word joined from two halves, for targets without words; or with
/// a set whose constant words are.
#[must_use]
pub(in crate::model) fn with_halved_result(mut program: Program) -> Program {
    let result = if let Op::Pack(pack) = program.op(program.result) {
        let words: Vec<Value> =
            pack.words().iter().map(|word| halved(&mut program, *word)).collect();
        Pack::new(&words, pack.count).map(|pack| program.push(Op::Pack(pack)))
    } else {
        let result = program.result;
        Some(halved(&mut program, result))
    };
    program.result = result.unwrap_or(program.result);
    program
}

/// A constant word joined from two halves; any other value as it is.
fn halved(program: &mut Program, value: Value) -> Value {
    let Op::Const(word, Type::Word) = program.op(value) else { return value };
    let halves = [word & u64::from(u32::MAX), word >> 32];
    let [low, high] = halves.map(|half| program.push(Op::Const(half, Type::Half)));
    program.push(Op::Join(low, high))
}

/// The operation with one mask, if it masks by a constant a value that a constant masks already.
fn with_one_mask(out: &mut Program, op: Op) -> Op {
    let constant = |value| match out.op(value) {
        Op::Const(constant, _) => Some(constant),
        _ => None,
    };
    let Op::Binary(binary @ (Binary::And | Binary::AndNot), masked, by) = op else { return op };
    let Op::Binary(Binary::And, inner, first) = out.op(masked) else { return op };
    let (Some(first), Some(second)) = (constant(first), constant(by)) else { return op };
    let kind = out.type_of(by);
    let mask = out.push(Op::Const(binary.apply(first, second), kind));
    Op::Binary(Binary::And, inner, mask)
}

/// The constant that a value is on a square, if it doesn't depend on the occupancy.
fn constant(out: &mut Program, of: Value, memory: Memory<'_>, square: u8) -> Option<Value> {
    let is_constant = |operand| matches!(out.op(operand), Op::Const(..));
    let is_known = match out.op(of) {
        Op::Square | Op::Field(_) => true,
        // Targets without words take halves apart and join them only as the result.
        Op::Occupied
        | Op::OccupiedSet(_)
        | Op::Parameter(_)
        | Op::Call(..)
        | Op::Const(..)
        | Op::Join(..)
        | Op::Pack(_) => false,
        op => op.operands().all(is_constant),
    };
    if !is_known || out.type_of(of).lanes() > 1 {
        return None;
    }
    let found = run_on_sets(out, of, memory, square, &[SquareSet::EMPTY]).ok()?;
    let kind = out.type_of(of);
    let words = found.first()?.words();
    let Type::Set(count) = kind else { return Some(out.push(Op::Const(words[0], kind))) };
    let words = words.map(|word| out.push(Op::Const(word, Type::Word)));
    let pack = Pack::new(&words[..usize::from(count.count())], count)?;
    Some(out.push(Op::Pack(pack)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_ir::interp::run;
    use magicgen_ir::{Field, Fields};

    /// On the square 1 the mask is empty, so that nothing of the occupancy is left.
    #[test]
    fn fields_become_constants_and_what_they_decide_is_left_out() {
        let mask = Field::MASK;
        let mut program = Program::new();
        let [square, occupied] = [Op::Square, Op::Occupied].map(|op| program.push(op));
        let field = program.push(Op::Field(mask));
        let relevant = program.push(Op::Binary(Binary::And, occupied, field));
        program.name(relevant, "relevant");
        let one = program.push(Op::Const(1, Type::Word));
        let own = program.push(Op::Shl(one, square));
        program.result = program.push(Op::Binary(Binary::Or, relevant, own));
        let mut fields = Fields::new(0b11);
        fields.insert(mask, vec![0xf0, 0]);
        let memory = Memory { fields: &fields, tables: &[] };
        for (square, length) in [(0, 5), (1, 1)] {
            let special = for_square(&program, memory, square);
            let halved = with_halved_result(special.clone());
            assert!(!special.has(|op| matches!(op, Op::Square | Op::Field(_))), "{square}");
            assert_eq!(special.needed(special.result).len(), length, "{square}");
            let occupied = [0, 0x10, u64::MAX];
            let right = run(&program, program.result, memory, square, &occupied);
            assert_eq!(run(&special, special.result, memory, square, &occupied), right, "{square}");
            assert_eq!(run(&halved, halved.result, memory, square, &occupied), right, "{square}");
            let is_joined = matches!(halved.op(halved.result), Op::Join(..));
            assert_eq!(is_joined, length == 1, "only a constant is joined");
        }
    }
}
