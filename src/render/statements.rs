//! A program in; statements that fit a line out.
//!
//! They are written in as few variables as fit: those that have a name, then those that only break lines up, then a
//! result on several lines where the language has a form for it, and at last variables for whatever is too long.

use super::expr::{Body, Expr, Let, Syntax, body_given};
use crate::model::{Binary, Op, Program, Value};

/// How a language writes statements.
#[derive(Clone, Copy)]
pub struct Statements<'a> {
    /// How operations are written.
    pub syntax: &'a dyn Syntax,
    /// A variable's name in the language's case.
    pub case: &'a dyn Fn(&str) -> String,
    /// A variable and its value; two statements with LF between where the language has to break one up.
    pub declare: &'a dyn Fn(&Let) -> String,
    /// The last statement.
    pub finish: &'a dyn Fn(&Expr) -> String,
    /// The last statement on several lines.
    pub break_up: Option<&'a dyn Fn(&Expr) -> Vec<String>>,
    /// The most characters of a line, without its margin.
    pub width: usize,
}

impl Statements<'_> {
    /// Statements that compute `wanted`. The values in `given` are written as they say, calls of index functions.
    #[must_use]
    pub fn write(&self, program: &Program, wanted: Value, given: &[(Value, Expr)]) -> Vec<String> {
        let lines = |program: &Program, is_long: bool, is_broken: bool| {
            let body = body_given(program, wanted, given, self.syntax, self.case, is_long);
            self.lines(&body, is_broken)
        };
        let fits = |lines: &Vec<String>| {
            lines.iter().flat_map(|line| line.lines()).all(|line| line.len() <= self.width)
        };
        let tries = [(false, false), (true, false), (false, true), (true, true)];
        let mut written =
            tries.into_iter().map(|(is_long, is_broken)| lines(program, is_long, is_broken));
        if let Some(lines) = written.find(fits) {
            return lines;
        }
        lines(&self.with_variables(program, wanted, given), true, true)
    }

    fn lines(&self, body: &Body, is_broken: bool) -> Vec<String> {
        let mut lines: Vec<String> = body.lets.iter().map(self.declare).collect();
        let last = (self.finish)(&body.result);
        match self.break_up {
            Some(break_up) if is_broken && last.len() > self.width => {
                lines.extend(break_up(&body.result));
            }
            _ => lines.push(last),
        }
        lines
    }

    /// The program with names for values whose expressions would make others too long.
    fn with_variables(&self, program: &Program, wanted: Value, given: &[(Value, Expr)]) -> Program {
        // A variable's type and name stand before its value.
        let kind = program.type_of(wanted);
        let longest = Let { name: (self.case)("reversed2"), kind, value: Expr::atom("") };
        let room = self.width.saturating_sub((self.declare)(&longest).len());
        let mut program = program.clone();
        let union = match self.break_up {
            Some(_) => union(&program, wanted),
            None => Vec::new(),
        };
        let is_source =
            |op: Op| matches!(op, Op::Square | Op::Occupied | Op::Field(_) | Op::Const(..));
        let is_given = |value: Value| given.iter().any(|(other, _)| *other == value);
        for value in program.needed(wanted) {
            if union.contains(&value) || is_given(value) {
                continue;
            }
            loop {
                let length = |program: &Program, value: Value| {
                    let body = body_given(program, value, given, self.syntax, self.case, true);
                    body.result.text.len()
                };
                if length(&program, value) <= room {
                    break;
                }
                let is_inner = |operand: &Value| {
                    program.name_of(*operand).is_none()
                        && !is_source(program.op(*operand))
                        && !is_given(*operand)
                };
                let of = |value: Value| program.op(value).operands().filter(is_inner);
                // What is only cut to a half or added up to a place stays where it is, if its operands do as well.
                let beneath: Vec<Value> = match program.op(value) {
                    Op::Low(a) | Op::High(a) | Op::Load(_, a) | Op::LoadRow(_, a)
                        if is_inner(&a) =>
                    {
                        of(a).collect()
                    }
                    _ => Vec::new(),
                };
                let operands = if beneath.is_empty() { of(value).collect() } else { beneath };
                let longest = operands.into_iter().max_by_key(|operand| length(&program, *operand));
                let Some(longest) = longest else { break };
                let name = name_of(program.op(longest));
                program.name(longest, name);
            }
        }
        program
    }
}

/// The unions that `wanted` is made of, itself first.
fn union(program: &Program, wanted: Value) -> Vec<Value> {
    let mut unions = Vec::new();
    let mut value = wanted;
    while let Op::Binary(Binary::Or, first, _) = program.op(value) {
        unions.push(value);
        value = first;
    }
    unions
}

/// What a value without a name is called.
fn name_of(op: Op) -> &'static str {
    match op {
        Op::ReverseBytes(_) | Op::ReverseBits(_) => "reversed",
        Op::Binary(Binary::Mul, ..) => "product",
        Op::Shl(..) | Op::Shr(..) => "shifted",
        Op::Load(..) | Op::LoadRow(..) => "entry",
        _ => "part",
    }
}

/// Every name that variables and parameters get, before a number: none of the user's may be one.
///
/// But for `square`, `file` and `rank`: a function of file and rank is called `square` by contract, and the function
/// that has such a parameter calls nothing of the name.
pub const VARIABLES: &[&str] = &[
    "a0", "a1", "at", "attacks", "b0", "b1", "carried", "entry", "folded", "from", "high", "index",
    "isolated", "left", "low", "mask", "middle", "occupied", "offset", "part", "place", "places",
    "product", "range", "ray", "reached", "relevant", "reversed", "second", "set", "shifted",
    "squares", "steps", "subset", "subsets", "swapped", "table", "word",
];
