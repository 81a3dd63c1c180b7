//! Finds the loop in a straight-line program: a union whose terms differ in one small number.
//!
//! A language prints the statements before the loop, the statements of a pass, and [the result](Loop::result).
//! [`Loop::pass`] has the first two as variables and expressions.

use std::rc::Rc;

use super::expr::Expr;
use super::node::{Let, Node, Wanted};
use super::operators::Operators;
use super::statements::name_of;
use magicgen_ir::{Binary, Op, Program, Type, Value};

/// The name of the variable that counts the passes of a loop.
pub const COUNTER: &str = "heading";

/// The fewest terms of a loop.
const FEWEST: usize = 3;

/// A union whose terms are one computation of numbers at equal distances. A union of words computed in halves is two
/// unions, and one of sets computed in words is a union for each word.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The program, with a name for each value that is computed before the loop.
    pub program: Program,
    /// A value of this program that needs everything a pass computes: the or of its terms and its condition.
    pub pass: Value,
    /// The number of passes.
    pub count: u64,
    unions: Vec<Value>,
    /// The term of a pass for each union.
    terms: Vec<Value>,
    /// The value that is 0 in a pass that adds nothing.
    only_if: Option<Value>,
    /// The constant that differs from pass to pass.
    constant: Value,
    /// The constant of the first pass, and its step from pass to pass.
    numbers: [u64; 2],
}

/// The statements of a loop.
#[derive(Clone, Debug)]
pub struct Pass {
    /// The variables before the loop.
    pub before: Vec<Let>,
    /// The variables of a pass.
    pub inner: Vec<Let>,
    /// The condition: a number other than 0 in a pass that adds something.
    pub only_if: Option<Expr>,
    /// The unions, each with a pass's term.
    pub unions: Vec<(Let, Expr)>,
}

impl Loop {
    /// The loop of a program that computes a union, or a value put together from several. A mask of all or no bits becomes a
    /// condition.
    pub fn of(program: &Program, wanted: Value) -> Option<Self> {
        let unions = match program.op(wanted) {
            Op::Join(low, high) => vec![low, high],
            Op::Pack(pack) => pack.words().to_vec(),
            _ => vec![wanted],
        };
        let terms: Vec<Vec<Value>> = unions.iter().map(|union| terms_of(program, *union)).collect();
        let count = terms[0].len();
        if count < FEWEST || terms.iter().any(|terms| terms.len() != count) {
            return None;
        }
        let pass = |at: usize| terms.iter().map(|terms| terms[at]).collect();
        let passes: Vec<Vec<Value>> = (0..count).map(pass).collect();
        // The pass with the greatest number stands for all, so its upper bounds hold for every pass.
        let found = passes.iter().filter_map(|pass| Some((pass, numbers(program, pass, &passes)?)));
        let (pass, (constant, mut numbers)) =
            found.max_by_key(|(_, (constant, _))| number_of(program, *constant))?;
        numbers.sort_unstable();
        let step = numbers[1] - numbers[0];
        if step == 0 || numbers.windows(2).any(|pair| pair[1] - pair[0] != step) {
            return None;
        }
        let mut program = program.clone();
        let (only_if, terms) =
            masked(&program, pass).map_or((None, pass.clone()), |(set, of)| (Some(set), of));
        // Of a set, a word stands for all.
        let mut values: Vec<Value> = terms.iter().chain(&only_if).copied().collect();
        for value in &mut values {
            if let Type::Set(_) = program.type_of(*value) {
                *value = program.push(Op::Part(*value, 0));
            }
        }
        let values = values.into_iter();
        let together = |a, b| program.push(Op::Binary(Binary::Or, a, b));
        let pass = values.reduce(together)?;
        let before = before(&program, pass, constant)?;
        for value in before {
            let name = program.name_of(value).or_else(|| program.hint_of(value));
            let name = name.unwrap_or_else(|| name_of(&program, value));
            program.name(value, name);
        }
        let numbers = [numbers[0], step];
        Some(Self { program, pass, count: count as u64, unions, terms, only_if, constant, numbers })
    }

    /// The varying constant, and its expression by the variable that counts passes.
    pub fn number(&self, operators: &Operators, counter: &str) -> (Value, Expr) {
        let [first, step] = self.numbers;
        let steps = match step {
            1 => Expr::name(counter),
            _ => Expr::binary(operators.mul, Expr::decimal(step), counter.into()),
        };
        let number = match first {
            0 => steps,
            _ => Expr::binary(operators.add, steps, Expr::decimal(first)),
        };
        (self.constant, number)
    }

    /// Splits the variables and the result of [`Self::pass`]: variables that depend on the counter belong to a pass,
    /// the others come before the loop.
    pub fn pass(
        &self,
        (lets, result): (&[Let], &Node),
        counter: &str,
        case: fn(&str) -> String,
    ) -> Pass {
        let mut varied = vec![Expr::name(counter)];
        let (mut before, mut inner) = (Vec::new(), Vec::new());
        for one in lets {
            if one.value.any(&|part| varied.contains(part)) {
                varied.push(Expr::name(one.name.as_str()));
                inner.push(one.clone());
            } else {
                before.push(one.clone());
            }
        }
        let written = |value| found(result, value).map(|node| node.written.clone());
        let union = |(at, (union, term)): (usize, (&Value, &Value))| {
            let name = self.name(*union);
            // The body numbers variables of the same name, too.
            let same = self.unions[..at].iter().filter(|other| self.name(**other) == name).count();
            let number = if same == 0 { String::new() } else { (same + 1).to_string() };
            let name = case(&format!("{name}{number}"));
            let (kind, op) = (self.program.type_of(*union), self.program.op(*union));
            Some((Let { name, kind, op, value: Expr::decimal(0) }, written(*term)?))
        };
        let unions = self.unions.iter().zip(&self.terms).enumerate().filter_map(union).collect();
        Pass { before, inner, only_if: self.only_if.and_then(written), unions }
    }

    fn name(&self, union: Value) -> &'static str {
        let name = self.program.name_of(union).or_else(|| self.program.hint_of(union));
        name.unwrap_or("found")
    }

    /// The node of the program's result, computed from the variables of the unions.
    pub fn result(&self, wanted: Wanted<'_>) -> Rc<Node> {
        let mut program = wanted.program.clone();
        for union in &self.unions {
            program.name(*union, self.name(*union));
        }
        let mut result = Wanted { program: &program, ..wanted }.body(true).result;
        if self.unions == [wanted.value] {
            let writer = &wanted.writer;
            let name = (writer.case)(self.name(wanted.value));
            Rc::make_mut(&mut result).written = writer.dialect.variable(&name);
        }
        result
    }
}

/// The terms of a union, in order.
fn terms_of(program: &Program, union: Value) -> Vec<Value> {
    let (mut terms, mut value) = (Vec::new(), union);
    while let Op::Binary(Binary::Or, first, second) = program.op(value) {
        terms.push(second);
        value = first;
    }
    terms.push(value);
    terms.reverse();
    terms
}

fn number_of(program: &Program, constant: Value) -> u64 {
    match program.op(constant) {
        Op::Const(number, _) => number,
        _ => 0,
    }
}

/// The constant of a pass that varies between passes, and its number in each pass.
fn numbers(program: &Program, pass: &[Value], passes: &[Vec<Value>]) -> Option<(Value, Vec<u64>)> {
    let mut constant = None;
    let mut numbers = Vec::new();
    for other in passes {
        let mut found = None;
        let mut pairs = pass.iter().zip(other);
        if !pairs.all(|(term, other)| differs(program, *term, *other, &mut found)) {
            return None;
        }
        if let Some((value, _)) = found
            && *constant.get_or_insert(value) != value
        {
            return None;
        }
        numbers.push(found.map(|(_, number)| number));
    }
    let constant = constant?;
    let own = number_of(program, constant);
    Some((constant, numbers.into_iter().map(|number| number.unwrap_or(own)).collect()))
}

/// True if two terms differ at most in one constant; notes the constant and the other term's number.
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

/// The terms of a pass without their common mask, and the value that decides whether the mask has any bits.
fn masked(program: &Program, pass: &[Value]) -> Option<(Value, Vec<Value>)> {
    let parts = |term: &Value| match program.op(*term) {
        Op::Binary(Binary::And, a, b) => Some([(a, b), (b, a)]),
        _ => None,
    };
    let masks = parts(&pass[0])?.map(|(_, mask)| mask);
    let mask = masks.into_iter().find(|mask| program.any_of(*mask).is_some())?;
    let rest = |term: &Value| parts(term)?.into_iter().find(|(_, other)| *other == mask);
    let terms: Option<Vec<Value>> = pass.iter().map(|term| Some(rest(term)?.0)).collect();
    Some((program.any_of(mask)?, terms?))
}

/// The values that a pass reads from before the loop and that need a variable. `None` if the constant is used elsewhere
/// or is a shift amount, which has another type in some languages.
fn before(program: &Program, pass: Value, constant: Value) -> Option<Vec<Value>> {
    let mut varies = vec![false; usize::from(pass.0) + 1];
    varies[usize::from(constant.0)] = true;
    let (mut before, mut uses) = (Vec::new(), 0);
    for value in program.needed(pass) {
        let op = program.op(value);
        let own_uses = op.operands().filter(|operand| *operand == constant).count();
        let is_shift = matches!(op, Op::Shl(..) | Op::Shr(..));
        uses += if is_shift { 2 * own_uses } else { own_uses };
        if op.operands().any(|operand| varies[usize::from(operand.0)]) {
            varies[usize::from(value.0)] = true;
            before.extend(op.operands());
        }
    }
    let is_computed = |value: Value| {
        let op = program.op(value);
        !op.is_given() && !matches!(op, Op::Low(_) | Op::High(_))
    };
    before.retain(|value| !varies[usize::from(value.0)] && is_computed(*value));
    before.sort_unstable();
    before.dedup();
    (uses == 1).then_some(before)
}

/// The node of a value, searched in a node and its operands.
fn found(node: &Node, value: Value) -> Option<&Node> {
    if node.value == value {
        return Some(node);
    }
    node.operands.iter().find_map(|operand| found(operand, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The union of `(occupied ^ word) & (square + number)` for each pair in `terms`.
    fn union(terms: &[(u64, u64)]) -> Program {
        let mut program = Program::new();
        let (occupied, square) = (program.push(Op::Occupied), program.push(Op::Square));
        let terms = terms.iter().map(|(word, number)| {
            let word = program.push(Op::Const(*word, Type::Word));
            let number = program.push(Op::Const(*number, Type::Half));
            let mask = program.push(Op::Binary(Binary::Xor, occupied, word));
            let sum = program.push(Op::Binary(Binary::Add, square, number));
            let sum = program.push(Op::Widen(sum));
            program.push(Op::Binary(Binary::And, mask, sum))
        });
        let terms: Vec<Value> = terms.collect();
        program.result = terms[0];
        for term in &terms[1..] {
            program.result = program.push(Op::Binary(Binary::Or, program.result, *term));
        }
        program
    }

    fn of(program: &Program) -> Option<Loop> {
        Loop::of(program, program.result)
    }

    #[test]
    fn terms_that_differ_by_equal_steps_are_a_loop() {
        let found = of(&union(&[(7, 9), (7, 1), (7, 13), (7, 5)])).unwrap();
        assert_eq!((found.count, found.numbers), (4, [1, 4]));
        assert_eq!(number_of(&found.program, found.constant), 13);
        let mask = found.program.op(found.pass).operands().next().unwrap();
        assert_eq!(found.program.name_of(mask), Some("part"));
    }

    #[test]
    fn other_unions_are_no_loop() {
        for terms in [
            &[(7, 1), (7, 4)][..],
            &[(7, 1), (7, 4), (7, 9)],
            &[(7, 1), (7, 4), (7, 7), (8, 10)],
            &[(7, 1), (8, 4), (9, 7)],
        ] {
            assert!(of(&union(terms)).is_none(), "{terms:?}");
        }
    }
}
