//! Constant folding: an operation whose result is a constant or one of its operands needs no new value.
//!
//! Rewriting words as halves makes many such operations, since the upper half of a small constant is 0, and so does
//! a program for one square alone.

use super::op::Op;
use super::parts::{Binary, Pack, Type, Value};
use super::program::Program;

/// Appends an operation, unless its result is known.
pub fn push(out: &mut Program, op: Op) -> Value {
    let constant = |value: Value| match out.op(value) {
        Op::Const(constant, _) => Some(constant),
        _ => None,
    };
    // Each operation below has a result of its first operand's type.
    let kind = op.operands().next().map_or(Type::Word, |first| out.type_of(first));
    let all = u64::MAX >> kind.unused_bits();
    let known = match op {
        Op::Binary(binary, a, b) => match (constant(a), constant(b)) {
            (Some(first), Some(second)) => KnownResult::Constant(binary.apply(first, second)),
            (Some(first), None) => first_is_known(binary, (first, all), b),
            (None, Some(second)) => second_is_known(binary, (second, all), a),
            (None, None) => of_operands(out, binary, a, b),
        },
        Op::Shl(a, by) => match (constant(a), constant(by)) {
            (Some(0), _) | (_, Some(0)) => KnownResult::Value(a),
            (Some(value), Some(places)) => KnownResult::Constant(value << places),
            _ => KnownResult::Nothing,
        },
        Op::Shr(a, by) => match (constant(a), constant(by)) {
            (Some(0), _) | (_, Some(0)) => KnownResult::Value(a),
            (Some(value), Some(places)) => KnownResult::Constant(value >> places),
            _ => KnownResult::Nothing,
        },
        Op::Part(a, word) => match out.op(a) {
            Op::Pack(pack) => KnownResult::Value(pack.words()[usize::from(word)]),
            _ => KnownResult::Nothing,
        },
        _ => KnownResult::Nothing,
    };
    match (known, kind) {
        (KnownResult::Nothing, _) => out.push(op),
        (KnownResult::Value(value), _) => value,
        // Each word of a set is the constant.
        (KnownResult::Constant(value), Type::Set(count)) => {
            let word = out.push(Op::Const(value, Type::Word));
            let words = vec![word; usize::from(count.count())];
            Pack::new(&words, count).map_or(word, |pack| out.push(Op::Pack(pack)))
        }
        (KnownResult::Constant(value), _) => out.push(Op::Const(value & all, kind)),
    }
}

/// The result of an operation, as far as it is known.
enum KnownResult {
    Nothing,
    Value(Value),
    Constant(u64),
}

/// The result of an operation that one of its operands decides.
fn of_operands(out: &Program, binary: Binary, a: Value, b: Value) -> KnownResult {
    let is_within = |one, other| is_within(out, one, other, DEPTH);
    match binary {
        Binary::Xor => undone(out, a, b),
        Binary::And if is_within(a, b) => KnownResult::Value(a),
        Binary::And if is_within(b, a) => KnownResult::Value(b),
        Binary::Or if is_within(a, b) => KnownResult::Value(b),
        Binary::Or if is_within(b, a) => KnownResult::Value(a),
        Binary::AndNot if is_within(a, b) => KnownResult::Constant(0),
        _ => KnownResult::Nothing,
    }
}

/// How many operations are looked through to find that a value is within another one.
const DEPTH: u8 = 2;

/// True where each one bit of a value is known to be one in the other value: `a & b` is within `a` and within `a | c`.
fn is_within(out: &Program, one: Value, other: Value, depth: u8) -> bool {
    let deeper = |one, other| depth > 0 && is_within(out, one, other, depth - 1);
    one == other
        || match out.op(one) {
            Op::Binary(Binary::And, a, b) => deeper(a, other) || deeper(b, other),
            Op::Binary(Binary::AndNot, a, _) => deeper(a, other),
            _ => false,
        }
        || matches!(out.op(other), Op::Binary(Binary::Or, a, b) if deeper(one, a) || deeper(one, b))
}

/// The result of an exclusive or that undoes another one, or itself.
fn undone(out: &Program, a: Value, b: Value) -> KnownResult {
    match out.op(b) {
        _ if a == b => KnownResult::Constant(0),
        Op::Binary(Binary::Xor, first, second) if first == a => KnownResult::Value(second),
        Op::Binary(Binary::Xor, first, second) if second == a => KnownResult::Value(first),
        _ => KnownResult::Nothing,
    }
}

/// The result of an operation on a constant and `b`; `all` is the constant of all ones.
fn first_is_known(binary: Binary, (first, all): (u64, u64), b: Value) -> KnownResult {
    match binary {
        Binary::And | Binary::AndNot | Binary::Mul if first == 0 => KnownResult::Constant(0),
        Binary::Or | Binary::OrNot if first == all => KnownResult::Constant(all),
        Binary::Or | Binary::Xor | Binary::Add if first == 0 => KnownResult::Value(b),
        Binary::And if first == all => KnownResult::Value(b),
        Binary::Mul if first == 1 => KnownResult::Value(b),
        _ => KnownResult::Nothing,
    }
}

/// The result of an operation on `a` and a constant; `all` is the constant of all ones.
fn second_is_known(binary: Binary, (second, all): (u64, u64), a: Value) -> KnownResult {
    match binary {
        Binary::And | Binary::Mul if second == 0 => KnownResult::Constant(0),
        Binary::AndNot if second == all => KnownResult::Constant(0),
        Binary::Or if second == all => KnownResult::Constant(all),
        Binary::OrNot if second == 0 => KnownResult::Constant(all),
        Binary::Or | Binary::Xor | Binary::Add | Binary::Sub | Binary::AndNot if second == 0 => {
            KnownResult::Value(a)
        }
        Binary::And | Binary::OrNot if second == all => KnownResult::Value(a),
        Binary::Mul if second == 1 => KnownResult::Value(a),
        _ => KnownResult::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::{Field, Fields};
    use super::super::interp::{Memory, run};
    use super::*;

    /// A half of all ones.
    const ALL: u64 = u32::MAX as u64;

    #[test]
    fn what_is_left_out_changes_nothing() {
        for (kind, all) in [(Type::Half, ALL), (Type::Word, u64::MAX)] {
            let highest = all ^ all >> 1;
            let words = [0, 1, highest + 1, all];
            let numbers = [Some(0), Some(1), Some(highest), Some(all), None];
            let places = [0, 1, u64::from(all.count_ones()) - 1];
            for first in numbers {
                for second in numbers {
                    for binary in Binary::ALL {
                        let op =
                            |p: &mut Program, a| Op::Binary(binary, a, operand(p, kind, second));
                        compare(kind, first, op, &words);
                    }
                }
                for by in places {
                    for shift in [Op::Shl, Op::Shr] {
                        let op = |p: &mut Program, a| shift(a, operand(p, Type::Half, Some(by)));
                        compare(kind, first, op, &words);
                    }
                }
            }
        }
    }

    #[test]
    fn what_one_operand_decides_is_left_out() {
        use Binary::{And, AndNot, Or};
        let mut program = Program::new();
        let [a, b] = [Op::Occupied, Op::Field(Field::MASK)].map(|op| program.push(op));
        let mut of = |binary, a, b| push(&mut program, Op::Binary(binary, a, b));
        let (both, either, only) = (of(And, a, b), of(Or, a, b), of(AndNot, a, b));
        for part in [both, only, a] {
            for whole in [a, either] {
                assert_eq!([of(Or, part, whole), of(Or, whole, part)], [whole; 2]);
                assert_eq!([of(And, part, whole), of(And, whole, part)], [part; 2]);
                let nothing = of(AndNot, part, whole);
                assert_eq!(nothing, of(AndNot, a, a), "a constant");
            }
        }
        let (left, joined) = (of(AndNot, either, both), of(Or, only, b));
        assert!(![a, b, either, both].contains(&left) && ![a, b, either].contains(&joined));
        let nothing = of(AndNot, a, a);
        assert_eq!(program.op(nothing), Op::Const(0, Type::Word));
    }

    #[test]
    fn words_of_a_set_are_left_whole() {
        let mut program = Program::new();
        let count = super::super::parts::WordCount::Two;
        let set = program.push(Op::OccupiedSet(count));
        let parts = [0, 1].map(|word| push(&mut program, Op::Part(set, word)));
        let packed = program.push(Op::Pack(Pack::new(&parts, count).unwrap()));
        assert_eq!(push(&mut program, Op::Part(packed, 1)), parts[1]);
        let nothing = push(&mut program, Op::Binary(Binary::Xor, set, set));
        let zero = program.push(Op::Const(0, Type::Word));
        assert_eq!(program.op(nothing), Op::Pack(Pack::new(&[zero; 2], count).unwrap()));
    }

    #[test]
    fn what_is_undone_is_left_out() {
        let mut program = Program::new();
        let [occupied, mask] = [Op::Occupied, Op::Field(Field::MASK)].map(|op| program.push(op));
        for [a, b] in [[occupied, mask], [mask, occupied]] {
            let differing = push(&mut program, Op::Binary(Binary::Xor, a, b));
            for (one, other) in [(a, b), (b, a)] {
                assert_eq!(push(&mut program, Op::Binary(Binary::Xor, one, differing)), other);
            }
        }
        let nothing = push(&mut program, Op::Binary(Binary::Xor, mask, mask));
        assert_eq!(program.op(nothing), Op::Const(0, Type::Word));
    }

    /// A constant, or a value that is none: the occupancy or its low half.
    fn operand(program: &mut Program, kind: Type, constant: Option<u64>) -> Value {
        let occupied = program.push(Op::Occupied);
        match (constant, kind) {
            (Some(value), _) => program.push(Op::Const(value, kind)),
            (None, Type::Half) => program.push(Op::Low(occupied)),
            (None, _) => occupied,
        }
    }

    /// Appends an operation whose operands are the low half of the occupancy or constants. Returns that half and the
    /// result's operation.
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

    /// Runs an operation appended by each of the two `push` functions and compares the results.
    fn compare(
        kind: Type,
        first: Option<u64>,
        op: impl Fn(&mut Program, Value) -> Op,
        words: &[u64],
    ) {
        let fields = Fields::default();
        let memory = Memory { fields: &fields, tables: &[] };
        let found = [Program::push, push].map(|push| {
            let mut program = Program::new();
            let a = operand(&mut program, kind, first);
            let op = op(&mut program, a);
            program.result = push(&mut program, op);
            run(&program, program.result, memory, 0, words)
        });
        assert_eq!(
            found[0],
            found[1],
            "{kind:?} {first:?} {:?}",
            op(&mut Program::new(), Value(0))
        );
    }
}
