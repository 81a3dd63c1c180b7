//! A program as statements that fit a line.
//!
//! They are written in as few variables as fit: those that have a name, then those that only break lines up, then a result on
//! several lines where the language has a form for it, and at last variables for whatever is too long.

use super::expr::Expr;
use super::node::{Body, Let, Node, Wanted};
use crate::model::{Binary, Op, Program, Value};

/// What prints a part of a body as lines.
pub type Print<'a, T> = &'a dyn Fn(&T) -> Vec<String>;

/// How a language writes statements.
#[derive(Clone, Copy)]
pub struct Statements<'a> {
    /// What is computed, and how operations are written.
    pub wanted: Wanted<'a>,
    /// The lines of a variable and its value.
    pub declare: Print<'a, Let>,
    /// The lines of the last statement, which returns the node.
    pub finish: Print<'a, Node>,
    /// The last statement on several lines, where it is too long for one.
    pub break_up: Option<Print<'a, Node>>,
    /// The most characters of a line, without its margin.
    pub width: usize,
}

/// Statements.
#[derive(Clone, Debug)]
pub struct Written {
    /// As text.
    pub lines: Vec<String>,
    /// What they are made from.
    pub body: Body,
}

impl Statements<'_> {
    /// Statements that compute the wanted value.
    #[must_use]
    pub fn written(&self) -> Written {
        let fits = |written: &Written| written.lines.iter().all(|line| line.len() <= self.width);
        let tries = [(false, false), (true, false), (false, true), (true, true)];
        let mut written = tries
            .into_iter()
            .map(|(is_long, is_broken)| self.of(self.wanted.body(is_long), is_broken));
        written.find(fits).unwrap_or_else(|| {
            let program = self.with_variables();
            let wanted = Wanted { program: &program, ..self.wanted };
            self.of(wanted.body(true), true)
        })
    }

    fn of(&self, body: Body, is_broken: bool) -> Written {
        Written { lines: self.lines(&body, is_broken), body }
    }

    fn lines(&self, body: &Body, is_broken: bool) -> Vec<String> {
        let mut lines: Vec<String> = body.lets.iter().flat_map(self.declare).collect();
        let last = (self.finish)(&body.result);
        let is_long = last.iter().any(|line| line.len() > self.width);
        match self.break_up {
            Some(break_up) if is_broken && is_long => lines.extend(break_up(&body.result)),
            _ => lines.extend(last),
        }
        lines
    }

    /// Columns of an empty statement's longest line.
    fn empty(lines: &[String]) -> usize {
        lines.iter().map(String::len).max().unwrap_or(0)
    }

    /// The program with names for values whose expressions would make others too long.
    fn with_variables(&self) -> Program {
        let Wanted { program, value: wanted, .. } = self.wanted;
        // A variable's type and name stand before its value.
        let (kind, name) = (program.type_of(wanted), (self.wanted.writer.case)("reversed2"));
        let longest = Let { name, kind, op: program.op(wanted), value: Expr::name("") };
        let room = self.width.saturating_sub(Self::empty(&(self.declare)(&longest)));
        // Nor does the result stand in a variable.
        let mut nothing = self.wanted.body(true).result.as_ref().clone();
        nothing.written = Expr::name("");
        let last_room = self.width.saturating_sub(Self::empty(&(self.finish)(&nothing)));
        let union = if self.break_up.is_some() { union(program, wanted) } else { Vec::new() };
        let mut named = program.clone();
        for value in program.needed(wanted) {
            if union.contains(&value) || self.is_given(value) {
                continue;
            }
            let room = if value == wanted { last_room } else { room };
            while self.length(&named, value) > room {
                let Some(longest) = self.longest_operand(&named, value) else { break };
                let name = name_of(named.op(longest));
                named.name(longest, name);
            }
        }
        named
    }

    fn is_given(&self, value: Value) -> bool {
        self.wanted.given.iter().any(|(other, _)| *other == value)
    }

    /// Columns of a value's expression.
    fn length(&self, program: &Program, value: Value) -> usize {
        let wanted = Wanted { program, value, ..self.wanted };
        self.wanted.writer.style.text(&wanted.body(true).result.written).len()
    }

    /// The operand with the longest expression that could become a variable.
    fn longest_operand(&self, program: &Program, value: Value) -> Option<Value> {
        let is_source =
            |op: Op| matches!(op, Op::Square | Op::Occupied | Op::Field(_) | Op::Const(..));
        let is_inner = |operand: &Value| {
            program.name_of(*operand).is_none()
                && !is_source(program.op(*operand))
                && !self.is_given(*operand)
        };
        let of = |value: Value| program.op(value).operands().filter(is_inner);
        // What is only cut to a half or added up to a place stays where it is, if its operands do as well.
        let beneath: Vec<Value> = match program.op(value) {
            Op::Low(a) | Op::High(a) | Op::Load(_, a) | Op::LoadRow(_, a) if is_inner(&a) => {
                of(a).collect()
            }
            _ => Vec::new(),
        };
        let operands = if beneath.is_empty() { of(value).collect() } else { beneath };
        operands.into_iter().max_by_key(|operand| self.length(program, *operand))
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
        Op::Count(..) => "count",
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
///
/// Halves of words come first.
pub const VARIABLES: &[&str] = &[
    "a0", "a1", "b0", "b1", "at", "attacks", "below", "bit", "bits", "blockers", "borrow",
    "carried", "column", "count", "entry", "factor", "filled", "folded", "from", "half", "hi",
    "high", "index", "inner", "isolated", "key", "left", "limit", "lo", "low", "mask", "masks",
    "middle", "moved", "nearest", "occupied", "offset", "part", "place", "places", "product",
    "range", "ray", "reached", "relevant", "result", "reversed", "second", "set", "shift",
    "shifted", "slider", "slot", "squares", "step", "steps", "subset", "subsets", "sum", "swapped",
    "table", "upper", "word",
];

/// The same of programs on words: for languages to which `a1` is a square's constant `A1`.
pub const WORD_VARIABLES: &[&str] = VARIABLES.split_at(4).1;
