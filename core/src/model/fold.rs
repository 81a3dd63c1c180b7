//! Constant folding: an operation on halves whose result is a constant or one of its operands needs no new value.
//!
//! Rewriting words as halves makes many such operations, since the upper half of a small constant is 0.

use super::op::{Binary, Op, Type, Value};
use super::program::Program;

/// A half of all ones.
const ALL: u64 = u32::MAX as u64;

/// Appends an operation on halves, unless its result is known.
pub(super) fn push(out: &mut Program, op: Op) -> Value {
    let constant = |value: Value| match out.op(value) {
        Op::Const(constant, Type::Half) => Some(constant),
        _ => None,
    };
    let known = match op {
        Op::Binary(binary, a, b) => match (constant(a), constant(b)) {
            (Some(first), Some(second)) => Known::Constant(binary.apply(first, second)),
            (Some(first), None) => first_is_known(binary, first, b),
            (None, Some(second)) => second_is_known(binary, second, a),
            (None, None) => Known::Nothing,
        },
        Op::Shl(a, by) => match (constant(a), constant(by)) {
            (Some(0), _) | (_, Some(0)) => Known::Value(a),
            (Some(value), Some(places)) => Known::Constant(value << places),
            _ => Known::Nothing,
        },
        Op::Shr(a, by) => match (constant(a), constant(by)) {
            (Some(0), _) | (_, Some(0)) => Known::Value(a),
            (Some(value), Some(places)) => Known::Constant(value >> places),
            _ => Known::Nothing,
        },
        _ => Known::Nothing,
    };
    match known {
        Known::Nothing => out.push(op),
        Known::Value(value) => value,
        Known::Constant(value) => out.push(Op::Const(value & ALL, Type::Half)),
    }
}

/// The result of an operation, as far as it is known.
enum Known {
    Nothing,
    Value(Value),
    Constant(u64),
}

fn first_is_known(binary: Binary, first: u64, b: Value) -> Known {
    match (binary, first) {
        (Binary::And | Binary::AndNot | Binary::Mul, 0) => Known::Constant(0),
        (Binary::Or | Binary::OrNot, ALL) => Known::Constant(ALL),
        (Binary::Or | Binary::Xor | Binary::Add, 0) | (Binary::And, ALL) | (Binary::Mul, 1) => {
            Known::Value(b)
        }
        _ => Known::Nothing,
    }
}

fn second_is_known(binary: Binary, second: u64, a: Value) -> Known {
    match (binary, second) {
        (Binary::And | Binary::Mul, 0) | (Binary::AndNot, ALL) => Known::Constant(0),
        (Binary::Or, ALL) | (Binary::OrNot, 0) => Known::Constant(ALL),
        (Binary::Or | Binary::Xor | Binary::Add | Binary::Sub | Binary::AndNot, 0)
        | (Binary::And | Binary::OrNot, ALL)
        | (Binary::Mul, 1) => Known::Value(a),
        _ => Known::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Fields;
    use super::super::interp::{Memory, run};
    use super::*;

    #[test]
    fn what_is_left_out_changes_nothing() {
        let words = [0, 1, 0x8000_0001, ALL];
        let numbers = [Some(0), Some(1), Some(0x8000_0000), Some(ALL), None];
        let places = [Some(0), Some(1), Some(31)];
        for first in numbers {
            for second in numbers {
                for binary in Binary::ALL {
                    compare(first, second, |a, b| Op::Binary(binary, a, b), &words);
                }
            }
            for by in places {
                compare(first, by, Op::Shl, &words);
                compare(first, by, Op::Shr, &words);
            }
        }
    }

    /// Appends an operation whose operands are the low half of the occupancy or constants, and tells what its result is.
    fn pushed(binary: Binary, first: Option<u64>, second: Option<u64>) -> (Value, Op) {
        let mut program = Program::new();
        let occupied = program.push(Op::Occupied);
        let low = program.push(Op::Low(occupied));
        let mut operand = |known: Option<u64>| {
            known.map_or(low, |value| program.push(Op::Const(value, Type::Half)))
        };
        let (a, b) = (operand(first), operand(second));
        let result = push(&mut program, Op::Binary(binary, a, b));
        (low, program.op(result))
    }

    #[test]
    fn a_constant_leaves_out_what_it_decides() {
        use Binary::{Add, And, AndNot, Mul, Or, OrNot, Xor};
        let constant = |value| Op::Const(value, Type::Half);
        for (binary, first, result) in [
            (And, 0, constant(0)),
            (AndNot, 0, constant(0)),
            (Mul, 0, constant(0)),
            (Or, ALL, constant(ALL)),
            (OrNot, ALL, constant(ALL)),
        ] {
            assert_eq!(pushed(binary, Some(first), None).1, result, "{binary:?}");
        }
        for (binary, first) in [(Or, 0), (Xor, 0), (Add, 0), (And, ALL), (Mul, 1)] {
            let (_, result) = pushed(binary, Some(first), None);
            assert!(matches!(result, Op::Low(_)), "{binary:?}: {result:?}");
        }
    }

    /// Runs an operation appended by each of the two `push` functions and compares the results. An operand that isn't a
    /// constant is the low half of the occupancy.
    fn compare(
        first: Option<u64>,
        second: Option<u64>,
        op: impl Fn(Value, Value) -> Op,
        words: &[u64],
    ) {
        let fields = Fields::default();
        let memory = Memory { fields: &fields, tables: &[] };
        let found = [Program::push, push].map(|push| {
            let mut program = Program::new();
            let occupied = program.push(Op::Occupied);
            let mut operand = |constant: Option<u64>| {
                let of = constant.map_or(Op::Low(occupied), |value| Op::Const(value, Type::Half));
                program.push(of)
            };
            let (a, b) = (operand(first), operand(second));
            program.result = push(&mut program, op(a, b));
            run(&program, program.result, memory, 0, words)
        });
        assert_eq!(found[0], found[1], "{first:?} {second:?} {:?}", op(Value(0), Value(1)));
    }
}
