//! Writes a program as statements that fit their lines, with as few variables as possible. It chooses other statements
//! and breaks no line itself, as a language's documents do.
//!
//! Takes the first of these attempts whose lines all fit:
//!
//! * variables for values with names, and for values that are used twice;
//! * also variables for names that only shorten lines;
//! * a result on several lines, if the language can print it;
//! * both of these;
//! * variables for all expressions that are too long.

use super::expr::Expr;
use super::node::{Body, Let, Node, Wanted};
use magicgen_ir::{Binary, Op, Program, Value};

/// A function that prints a part of a body as lines.
pub type Print<'a, T> = &'a dyn Fn(&T) -> Vec<String>;

/// A program to be written, with a language's way of writing statements.
#[derive(Clone, Copy)]
pub struct Statements<'a> {
    /// The value to be computed, and the language's way of writing operations.
    pub wanted: Wanted<'a>,
    /// Prints the declaration of a variable with its value.
    pub declare: Print<'a, Let>,
    /// Prints the last statement, which returns the node.
    pub finish: Print<'a, Node>,
    /// Prints the last statement on several lines, if the language can break it up.
    pub break_up: Option<Print<'a, Node>>,
    /// The most characters of a line, without its indentation.
    pub width: usize,
}

/// Statements as text, and the body of which they are made.
#[derive(Clone, Debug)]
pub struct Written {
    /// The lines of text.
    pub lines: Vec<String>,
    /// The variables and the result.
    pub body: Body,
}

impl Statements<'_> {
    /// Statements that compute the wanted value.
    pub fn written(&self) -> Written {
        let fits = |written: &Written| written.lines.iter().all(|line| line.len() <= self.width);
        let tries = [(false, false), (true, false), (false, true), (true, true)];
        let has_long_form = self.wanted.has_long_form();
        let mut written = tries
            .into_iter()
            .filter(|(is_long, _)| has_long_form || !is_long)
            .map(|(is_long, is_broken)| self.print(self.wanted.body(is_long), is_broken));
        written.find(fits).unwrap_or_else(|| {
            let program = self.with_variables();
            let wanted = Wanted { program: &program, ..self.wanted };
            self.print(wanted.body(true), true)
        })
    }

    fn print(&self, body: Body, is_broken: bool) -> Written {
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

    /// The length of the longest line, for statements without a value.
    fn longest_line(lines: &[String]) -> usize {
        lines.iter().map(String::len).max().unwrap_or(0)
    }

    /// The program with names for values whose expressions would make others too long.
    fn with_variables(&self) -> Program {
        let Wanted { program, value: wanted, .. } = self.wanted;
        // The room for a value is measured with a declaration that has a long name and no value.
        let (kind, name) = (program.type_of(wanted), (self.wanted.writer.case)("reversed2"));
        let longest = Let { name, kind, op: program.op(wanted), value: Expr::name("") };
        let room = self.width.saturating_sub(Self::longest_line(&(self.declare)(&longest)));
        // The room for the result is measured with a return of no value.
        let mut nothing = self.wanted.body(true).result.as_ref().clone();
        nothing.written = Expr::name("");
        let last_room = self.width.saturating_sub(Self::longest_line(&(self.finish)(&nothing)));
        let union = if self.break_up.is_some() { union(program, wanted) } else { Vec::new() };
        let mut named = program.clone();
        for value in program.needed(wanted) {
            if union.contains(&value) || self.is_given(value) {
                continue;
            }
            let room = if value == wanted { last_room } else { room };
            while self.length(&named, value) > room {
                let Some(longest) = self.longest_operand(&named, value) else { break };
                let hint = named.hint_of(longest);
                let name = hint.unwrap_or_else(|| name_of(&named, longest));
                named.name(longest, name);
            }
        }
        named
    }

    fn is_given(&self, value: Value) -> bool {
        self.wanted.given.iter().any(|(other, _)| *other == value)
    }

    /// The length of a value's expression.
    fn length(&self, program: &Program, value: Value) -> usize {
        let wanted = Wanted { program, value, ..self.wanted };
        self.wanted.writer.style.text(&wanted.body(true).result.written).len()
    }

    /// The operand with the longest expression that could become a variable.
    fn longest_operand(&self, program: &Program, value: Value) -> Option<Value> {
        // A word of a set that is read is as short as a variable.
        let is_word = |value: Value| match program.op(value) {
            Op::Part(of, _) => {
                program.op(of).is_given()
                    || matches!(program.op(of), Op::Load(..) | Op::LoadRow(..))
            }
            _ => false,
        };
        let is_inner = |operand: &Value| {
            program.name_of(*operand).is_none()
                && !program.op(*operand).is_given()
                && !is_word(*operand)
                && !self.is_given(*operand)
        };
        let inner_operands = |value: Value| program.op(value).operands().filter(is_inner);
        // The operand of a conversion to a half or of a load becomes no variable if one of its own operands can.
        let beneath: Vec<Value> = match program.op(value) {
            Op::Low(a) | Op::High(a) | Op::Load(_, a) | Op::LoadRow(_, a) if is_inner(&a) => {
                inner_operands(a).collect()
            }
            // A word that a function returns: the words of its argument.
            Op::Part(call, _) if !self.wanted.writer.dialect.has_sets() => {
                let sets = program.op(call).operands();
                sets.flat_map(inner_operands).collect()
            }
            _ => Vec::new(),
        };
        let operands = if beneath.is_empty() { inner_operands(value).collect() } else { beneath };
        operands.into_iter().max_by_key(|operand| self.length(program, *operand))
    }
}

/// The chain of unions that ends in `wanted`, from the last to the first.
fn union(program: &Program, wanted: Value) -> Vec<Value> {
    let mut unions = Vec::new();
    let mut value = wanted;
    while let Op::Binary(Binary::Or, first, _) = program.op(value) {
        unions.push(value);
        value = first;
    }
    unions
}

/// The name of a variable for a value without a name.
pub fn name_of(program: &Program, value: Value) -> &'static str {
    let is_call = |word| matches!(program.op(word), Op::Call(..));
    match program.op(value) {
        Op::ReverseBytes(_) | Op::ReverseBits(_) => "reversed",
        Op::Count(..) => "count",
        Op::Binary(Binary::Mul, ..) => "product",
        Op::Shl(..) | Op::Shr(..) => "shifted",
        Op::Load(..) | Op::LoadRow(..) => "entry",
        Op::Low(word) if is_call(word) => "low",
        Op::High(word) if is_call(word) => "high",
        _ => "part",
    }
}

/// The names of variables and parameters, without appended numbers. Names that the user chooses must differ from them.
///
/// `square`, `file` and `rank` are missing: the function from file and rank to square is called `square` itself, and
/// functions with a parameter `square` don't call it.
///
/// The names of halves of words come first, since [`WORD_VARIABLES`] leaves them out.
pub const VARIABLES: &[&str] = &[
    "a0", "a1", "b0", "b1", "a", "across", "allowed", "along", "at", "attacks", "b", "behind",
    "below", "bishop_pinners", "bishops", "bit", "bits", "blocked", "blockers", "borrow",
    "borrows", "both", "c", "carried", "carries", "carry", "change", "column", "count", "diagonal",
    "double", "downward", "east_fill", "east_open", "either", "empty", "entry", "factor", "filled",
    "first", "folded", "found", "from", "further", "half", "heading", "held", "hi", "high",
    "index", "inner", "isolated", "joined", "kept", "key", "left", "limit", "lo", "lost", "low",
    "mask", "masks", "merged", "middle", "moved", "nearest", "negative", "north_fill",
    "north_open", "northeast_fill", "northeast_open", "northwest_fill", "northwest_open",
    "occupied", "offset", "ones", "origin", "other", "own", "part", "past", "piece", "pinners",
    "place", "places", "product", "pushes", "range", "ray", "reached", "relevant", "rest",
    "result", "reversed", "rider", "rook_pinners", "rooks", "second", "seen", "set", "shift",
    "shifted", "side", "slider", "slot", "south_fill", "south_open", "southeast_fill",
    "southeast_open", "southwest_fill", "southwest_open", "squares", "step", "steps", "stopped",
    "straight", "subset", "subsets", "sum", "swapped", "table", "through", "truth", "upper",
    "upward", "west_fill", "west_open", "word",
];

/// The names of variables and parameters in programs that compute with words. Languages that ignore case use these,
/// since `a1` is the constant `A1` of a square to them.
pub const WORD_VARIABLES: &[&str] = VARIABLES.split_at(4).1;
