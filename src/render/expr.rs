//! A [`Program`] in; declarations and a result in a language's own expressions out.
//!
//! A language says how each operation is written ([`Syntax`]); what becomes a variable and what is written in
//! place is decided here, once: a named value and one that is used twice become variables.

use crate::model::{Binary, Field, Op, Program, TableRef, Type, Value};

/// A piece of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The text.
    pub text: String,
    /// What holds it together.
    pub kind: ExprKind,
    /// The operator that it is a chain of, where that may be joined further without parentheses.
    chain: &'static str,
}

/// What holds an expression together, for parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A name, a literal, a call: needs no parentheses anywhere.
    Atom,
    /// A prefix operator or cast: needs parentheses before a postfix.
    Prefix,
    /// An operator between two operands.
    Infix,
}

impl Expr {
    /// A name, a literal, a call.
    #[must_use]
    pub fn atom(text: impl Into<String>) -> Self {
        Self { text: text.into(), kind: ExprKind::Atom, chain: "" }
    }

    /// A prefix operator or cast with its operand.
    #[must_use]
    pub fn prefix(text: impl Into<String>) -> Self {
        Self { text: text.into(), kind: ExprKind::Prefix, chain: "" }
    }

    /// Two operands around an operator.
    #[must_use]
    pub fn infix(text: impl Into<String>) -> Self {
        Self { text: text.into(), kind: ExprKind::Infix, chain: "" }
    }

    /// Two operands around an operator, in parentheses where they are infix themselves. A chain of one associative
    /// operator has none.
    #[must_use]
    pub fn joined(
        first: &Self,
        operator: &'static str,
        second: &Self,
        is_associative: bool,
    ) -> Self {
        let is_chain = is_associative && first.chain == operator;
        let before = if is_chain { first.text.clone() } else { first.operand() };
        let text = format!("{before} {operator} {}", second.operand());
        Self { text, kind: ExprKind::Infix, chain: if is_associative { operator } else { "" } }
    }

    /// True where the expression is the name of a variable.
    fn is_name(&self) -> bool {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        self.kind == ExprKind::Atom && self.text.chars().all(is_of_name)
    }

    /// The text as an operand of an infix operator.
    #[must_use]
    pub fn operand(&self) -> String {
        if self.kind == ExprKind::Infix { format!("({})", self.text) } else { self.text.clone() }
    }

    /// The text before a postfix: a call of a method, an index, a field.
    #[must_use]
    pub fn postfix(&self) -> String {
        if self.kind == ExprKind::Atom { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// How a language writes each operation.
///
/// An operand arrives as an [`Expr`] of the type that the program gives it.
pub trait Syntax {
    /// The parameter that holds the slider's square, as a value of 32 bits.
    fn square(&self) -> Expr;
    /// The parameter that holds the occupancy.
    fn occupied(&self) -> Expr;
    /// A constant.
    fn constant(&self, value: u64, kind: Type) -> Expr;
    /// The slider's square's entry of a field.
    fn field(&self, field: Field) -> Expr;
    /// The low half of a word.
    fn low(&self, of: &Expr) -> Expr;
    /// The high half of a word.
    fn high(&self, of: &Expr) -> Expr;
    /// A word of two halves.
    fn join(&self, low: &Expr, high: &Expr) -> Expr;
    /// A half as a word.
    fn widen(&self, half: &Expr) -> Expr;
    /// Arithmetic; wraps.
    fn binary(&self, op: Binary, kind: Type, a: &Expr, b: &Expr) -> Expr;
    /// A shift to the left.
    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr;
    /// A shift to the right, zeros coming in.
    fn shr(&self, kind: Type, a: &Expr, by: &Expr) -> Expr;
    /// The entry of a table at an index of 32 bits, as a value of the type that the table gives.
    fn load(&self, table: TableRef, index: &Expr) -> Expr;
    /// The entry of the square's row of a table at an index of 32 bits.
    fn load_row(&self, table: TableRef, index: &Expr) -> Expr;

    // Asked for only where [`Capabilities`](super::Capabilities) say that the target has them.

    /// The bytes of a word in the opposite order.
    fn reverse_bytes(&self, word: &Expr) -> Expr {
        word.clone()
    }
    /// The bits of a word in the opposite order.
    fn reverse_bits(&self, word: &Expr) -> Expr {
        word.clone()
    }
    /// PEXT.
    fn extract(&self, word: &Expr, _mask: &Expr) -> Expr {
        word.clone()
    }
    /// PDEP.
    fn deposit(&self, word: &Expr, _mask: &Expr) -> Expr {
        word.clone()
    }

    /// Says which value is written next, for languages that look up what they know of it and of its operands.
    fn at(&self, _value: Value) {}
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Let {
    /// Its name in words of snake case; languages put it into their own case.
    pub name: String,
    /// Its type.
    pub kind: Type,
    /// Its value.
    pub value: Expr,
}

/// A program as source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Variables, in order.
    pub lets: Vec<Let>,
    /// What is returned.
    pub result: Expr,
}

/// Names that only break a long line up.
const SOFT: &[&str] = &["product", "low", "high"];

/// Writes the part of `program` that computes `wanted`.
///
/// `case` turns the name of a variable into the language's case. With `long`, names that only serve to break
/// lines up become variables too.
pub fn body(
    program: &Program,
    wanted: Value,
    syntax: &dyn Syntax,
    case: &dyn Fn(&str) -> String,
    long: bool,
) -> Body {
    body_given(program, wanted, &[], syntax, case, long)
}

/// The same, where some values are there already: calls of functions that compute them.
pub fn body_given(
    program: &Program,
    wanted: Value,
    given: &[(Value, Expr)],
    syntax: &dyn Syntax,
    case: &dyn Fn(&str) -> String,
    long: bool,
) -> Body {
    let needed = needed(program, wanted, given);
    let mut uses = vec![0; usize::from(wanted.0) + 1];
    for value in needed.iter().filter(|value| find(given, **value).is_none()) {
        program.op(*value).operands().for_each(|operand| uses[usize::from(operand.0)] += 1);
    }
    let mut written: Vec<Option<Expr>> = vec![None; usize::from(wanted.0) + 1];
    let mut lets: Vec<Let> = Vec::new();
    for value in needed {
        if let Some(expr) = find(given, value) {
            written[usize::from(value.0)] = Some(expr.clone());
            continue;
        }
        let op = program.op(value);
        let expr = write(program, value, syntax, &written);
        let is_source = matches!(op, Op::Square | Op::Occupied | Op::Const(..) | Op::Field(_));
        let is_half_of = matches!(op, Op::Low(_) | Op::High(_));
        let name = program.name_of(value).filter(|name| long || !SOFT.contains(name));
        // A name needs no other: of a table's entry, some languages only keep where it stands.
        let is_repeated = uses[usize::from(value.0)] > 1 && !is_half_of && !expr.is_name();
        let is_variable = !is_source && value != wanted && (name.is_some() || is_repeated);
        let expr = if is_variable {
            let is_set = matches!(op, Op::Load(table, _) | Op::LoadRow(table, _) if table.kind == Type::Word);
            let stem = name.unwrap_or(if is_set { "set" } else { "part" });
            let is_number = |rest: &str| rest.chars().all(|digit| digit.is_ascii_digit());
            let taken =
                lets.iter().filter(|other| other.name.strip_prefix(stem).is_some_and(is_number));
            let count = taken.count();
            let name = if count == 0 { stem.to_owned() } else { format!("{stem}{}", count + 1) };
            let variable = Expr::atom(case(&name));
            lets.push(Let { name, kind: program.type_of(value), value: expr });
            variable
        } else {
            expr
        };
        written[usize::from(value.0)] = Some(expr);
    }
    for variable in &mut lets {
        variable.name = case(&variable.name);
    }
    let result = written.swap_remove(usize::from(wanted.0)).unwrap_or_else(|| Expr::atom(""));
    Body { lets, result }
}

fn find(given: &[(Value, Expr)], value: Value) -> Option<&Expr> {
    given.iter().find(|(other, _)| *other == value).map(|(_, expr)| expr)
}

/// The values that `wanted` is made from, itself among them, in order; not what is only beneath `given` ones.
fn needed(program: &Program, wanted: Value, given: &[(Value, Expr)]) -> Vec<Value> {
    let mut needed = vec![false; usize::from(wanted.0) + 1];
    needed[usize::from(wanted.0)] = true;
    let downwards = program.values().rev().skip_while(|value| *value > wanted);
    for value in downwards.filter(|value| find(given, *value).is_none()) {
        if needed[usize::from(value.0)] {
            program.op(value).operands().for_each(|operand| needed[usize::from(operand.0)] = true);
        }
    }
    program
        .values()
        .take_while(|value| *value <= wanted)
        .filter(|value| needed[usize::from(value.0)])
        .collect()
}

fn write(program: &Program, value: Value, syntax: &dyn Syntax, written: &[Option<Expr>]) -> Expr {
    let empty = Expr::atom("");
    let of = |value: Value| written[usize::from(value.0)].as_ref().unwrap_or(&empty);
    syntax.at(value);
    match program.op(value) {
        Op::Square => syntax.square(),
        Op::Occupied => syntax.occupied(),
        Op::Field(field) => syntax.field(field),
        Op::Const(value, kind) => syntax.constant(value, kind),
        Op::Low(a) => syntax.low(of(a)),
        Op::High(a) => syntax.high(of(a)),
        Op::Join(a, b) => syntax.join(of(a), of(b)),
        Op::Binary(binary, a, b) => syntax.binary(binary, program.type_of(a), of(a), of(b)),
        Op::Shl(a, by) => syntax.shl(program.type_of(a), of(a), of(by)),
        Op::Shr(a, by) => syntax.shr(program.type_of(a), of(a), of(by)),
        Op::Widen(a) => syntax.widen(of(a)),
        Op::ReverseBytes(a) => syntax.reverse_bytes(of(a)),
        Op::ReverseBits(a) => syntax.reverse_bits(of(a)),
        Op::Extract(a, mask) => syntax.extract(of(a), of(mask)),
        Op::Deposit(a, mask) => syntax.deposit(of(a), of(mask)),
        Op::Load(table, position) => syntax.load(table, of(position)),
        Op::LoadRow(table, position) => syntax.load_row(table, of(position)),
    }
}
