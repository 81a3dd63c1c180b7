//! Finds loops in straight-line programs: a union whose terms differ in one small number.

use crate::model::{Binary, Op, Program, Value};

/// Terms of a union that are the same computation of different numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The values that are computed before the loop and named.
    pub before: Vec<Value>,
    /// The term that stands for all.
    pub term: Value,
    /// The constant of this term that differs in others.
    pub constant: Value,
    /// The number of each term.
    pub numbers: Vec<u64>,
}

/// The fewest terms of a loop.
const FEWEST: usize = 3;

/// The loops of a union, in order; `None` where a term belongs to none.
#[must_use]
pub fn rolled(program: &Program) -> Option<Vec<Loop>> {
    let mut terms = Vec::new();
    let mut value = program.result;
    while let Op::Binary(Binary::Or, first, second) = program.op(value) {
        terms.insert(0, second);
        value = first;
    }
    terms.insert(0, value);
    let mut loops = Vec::new();
    let mut rest = &terms[..];
    while !rest.is_empty() {
        // The number of one term may be 0, and so be left out: then another term stands for all.
        let found = rest.iter().take(2).filter_map(|term| loop_of(program, *term, rest));
        let longest = found.max_by_key(|one| one.numbers.len())?;
        rest = &rest[longest.numbers.len()..];
        loops.push(longest);
    }
    Some(loops)
}

/// The loop of the first terms for all of which `term` can stand.
fn loop_of(program: &Program, term: Value, terms: &[Value]) -> Option<Loop> {
    let difference = |other: &Value| {
        let mut found = None;
        (*other == term || differs(program, term, *other, &mut found)).then_some(found)
    };
    let found: Vec<_> = terms.iter().map_while(difference).collect();
    let constant = found.iter().flatten().next()?.0;
    let Op::Const(own, _) = program.op(constant) else { return None };
    let is_same = |one: &Option<(Value, u64)>| one.is_none_or(|(other, _)| other == constant);
    let numbers = found.into_iter().take_while(is_same);
    let numbers: Vec<u64> = numbers.map(|one| one.map_or(own, |(_, number)| number)).collect();
    let mut varies = vec![false; usize::from(term.0) + 1];
    varies[usize::from(constant.0)] = true;
    let (mut before, mut uses) = (Vec::new(), 0);
    for value in program.needed(term) {
        let op = program.op(value);
        uses += op.operands().filter(|operand| *operand == constant).count();
        if op.operands().any(|operand| varies[usize::from(operand.0)]) {
            varies[usize::from(value.0)] = true;
            before.extend(op.operands());
        }
    }
    before.retain(|value| !varies[usize::from(value.0)] && !program.op(*value).is_given());
    before.sort_unstable();
    before.dedup();
    let is_loop = numbers.len() >= FEWEST && uses == 1;
    is_loop.then_some(Loop { before, term, constant, numbers })
}

/// True where a term is another one but for a constant, which is noted with the other's number.
fn differs(program: &Program, term: Value, other: Value, found: &mut Option<(Value, u64)>) -> bool {
    let mut note =
        |constant, number| *found.get_or_insert((constant, number)) == (constant, number);
    let is_constant = |value| matches!(program.op(value), Op::Const(..));
    match (program.op(term), program.op(other)) {
        _ if term == other => true,
        (Op::Const(_, kind), Op::Const(number, same)) => kind == same && note(term, number),
        (Op::Binary(Binary::Add, first, second), _) if first == other && is_constant(second) => {
            note(second, 0)
        }
        (one, another) => {
            let nowhere = |_| Value(0);
            let mut pairs = one.operands().zip(another.operands());
            one.map(nowhere) == another.map(nowhere)
                && pairs.all(|(one, another)| differs(program, one, another, found))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Type;

    /// The union of these words, each shifted by its number of places.
    fn union(terms: &[(u64, u64)]) -> Program {
        let mut program = Program::new();
        let occupied = program.push(Op::Occupied);
        let terms = terms.iter().map(|(word, places)| {
            let word = program.push(Op::Const(*word, Type::Word));
            let places = program.push(Op::Const(*places, Type::Half));
            let mask = program.push(Op::Binary(Binary::Xor, occupied, word));
            program.push(Op::Shl(mask, places))
        });
        let terms: Vec<Value> = terms.collect();
        program.result = terms[0];
        for term in &terms[1..] {
            program.result = program.push(Op::Binary(Binary::Or, program.result, *term));
        }
        program
    }

    #[test]
    fn terms_that_differ_in_a_number_are_a_loop() {
        let program = union(&[(7, 1), (7, 4), (7, 9), (8, 2), (8, 5), (8, 3), (8, 6)]);
        let loops = rolled(&program).unwrap();
        let numbers: Vec<_> = loops.iter().map(|one| one.numbers.clone()).collect();
        assert_eq!(numbers, [vec![1, 4, 9], vec![2, 5, 3, 6]]);
        for one in loops {
            assert!(matches!(program.op(one.before[0]), Op::Binary(Binary::Xor, ..)));
            assert_eq!(one.before.len(), 1);
        }
    }

    #[test]
    fn a_term_of_its_own_is_no_loop() {
        for terms in
            [&[(7, 1), (7, 4)][..], &[(7, 1), (7, 4), (7, 9), (8, 2)], &[(7, 1), (8, 4), (9, 9)]]
        {
            assert_eq!(rolled(&union(terms)), None, "{terms:?}");
        }
    }
}
