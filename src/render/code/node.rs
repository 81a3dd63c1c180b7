//! A program's values as typed nodes, and what a language makes of them.
//!
//! A node knows its operation, its type, how large it becomes and whether it wraps; a language's [`Dialect`] writes it by what
//! its operands are written as. What becomes a variable and what is written in place is decided here, once: a named value and
//! one that is used twice become variables.

use std::rc::Rc;

use super::expr::{Cast, CastForm, Expr, Number, Operator};
use super::print::Style;
use super::scope::Scope;
use crate::model::{Binary, Case, Count, Op, Program, Storage, Type, Value};
use crate::render::code::bounds::Bounds;

/// A value of a program.
#[derive(Clone, Debug)]
pub struct Node {
    /// Which value it is.
    pub value: Value,
    /// The operation that makes it. Its operands are in [`operands`](Self::operands).
    pub op: Op,
    /// What it is made of, in order.
    pub operands: Vec<Rc<Self>>,
    /// Its type.
    pub kind: Type,
    /// The largest that it becomes.
    pub most: u64,
    /// True where the exact result of its operation may not fit its type.
    pub wraps: bool,
    /// True where a function that computes it is called.
    pub is_called: bool,
    /// How it is written as an operand: in place, as a variable, or as a call.
    pub written: Expr,
}

impl Node {
    /// The first operand.
    #[must_use]
    pub fn first(&self) -> &Self {
        &self.operands[0]
    }

    /// The second operand.
    #[must_use]
    pub fn second(&self) -> &Self {
        &self.operands[1]
    }

    /// The first operand as it is written.
    #[must_use]
    pub fn a(&self) -> Expr {
        self.operands[0].written.clone()
    }

    /// The second operand as it is written.
    #[must_use]
    pub fn b(&self) -> Expr {
        self.operands[1].written.clone()
    }

    /// The high half of the first operand, still as a word.
    #[must_use]
    pub fn high_half(&self, shr: Operator) -> Expr {
        Expr::binary(shr, self.a(), Expr::decimal(32))
    }

    /// The value, where it is a constant.
    #[must_use]
    pub const fn constant(&self) -> Option<u64> {
        match self.op {
            Op::Const(value, _) => Some(value),
            _ => None,
        }
    }
}

/// How a language writes the complement of an operand.
#[derive(Clone, Copy, Debug)]
pub enum Not {
    /// An operator before it.
    Before(&'static str),
    /// A method of it.
    Method(&'static str),
    /// A function that is called with it.
    Function(&'static str),
}

/// The operators of a language, its conversions and what else its expressions are made of.
#[derive(Clone, Copy, Debug)]
pub struct Operators {
    /// Bitwise and.
    pub and: Operator,
    /// Bitwise or.
    pub or: Operator,
    /// Bitwise exclusive or.
    pub xor: Operator,
    /// The first operand without the bits of the second, where there is one operator for it.
    pub and_not: Option<Operator>,
    /// The complement.
    pub not: Not,
    /// The sum.
    pub add: Operator,
    /// The difference.
    pub sub: Operator,
    /// What makes a number negative, where `0 - x` isn't written so.
    pub negative: Option<&'static str>,
    /// The product.
    pub mul: Operator,
    /// A shift to the left.
    pub shl: Operator,
    /// A shift to the right with zeros coming in.
    pub shr: Operator,
    /// The conversion to a half.
    pub half: Cast,
    /// The conversion to a word.
    pub word: Cast,
    /// True where a value of fewer bits than 32 is converted to a half before anything is done with it.
    pub has_short: bool,
    /// What stands behind a half that is larger than 64, and behind a word.
    pub suffixes: [&'static str; 2],
    /// The function of the language itself that returns a word's bytes in the opposite order, where there is one.
    pub reverse_bytes: Option<&'static str>,
    /// The same for bits.
    pub reverse_bits: Option<&'static str>,
    /// What counts leading zeros, trailing zeros and one bits, in languages that have such functions or instructions.
    pub counts: [&'static str; 3],
}

impl Operators {
    /// Those of C and of the languages that took them over.
    pub const C: Self = Self {
        and: Operator::chain("&"),
        or: Operator::chain("|"),
        xor: Operator::chain("^"),
        and_not: None,
        not: Not::Before("~"),
        add: Operator::chain("+"),
        sub: Operator::left("-"),
        negative: None,
        mul: Operator::chain("*"),
        shl: Operator::left("<<"),
        shr: Operator::left(">>"),
        half: Cast { to: "uint", form: CastForm::Prefix },
        word: Cast { to: "ulong", form: CastForm::Prefix },
        has_short: false,
        suffixes: [""; 2],
        reverse_bytes: None,
        reverse_bits: None,
        counts: [""; 3],
    };

    /// The same with their bonds in C's grammar, from the loosest, for styles that ask for them; none is a chain.
    pub const BONDED: Self = Self {
        and: Operator::left("&").bond(3),
        or: Operator::left("|").bond(1),
        xor: Operator::left("^").bond(2),
        add: Operator::left("+").bond(5),
        sub: Operator::left("-").bond(5),
        mul: Operator::left("*").bond(6),
        shl: Operator::left("<<").bond(4),
        shr: Operator::left(">>").bond(4),
        ..Self::C
    };

    /// An operation of a node.
    #[must_use]
    pub fn of(&self, op: Binary, node: &Node) -> Expr {
        match self.negative {
            Some(negative) if op == Binary::Sub && node.first().constant() == Some(0) => {
                Expr::unary(negative, node.b())
            }
            _ => self.binary(op, node.a(), node.b()),
        }
    }

    /// An operation as most languages write it, in a function that reads what is in the scope.
    fn usual(&self, scope: &Scope<'_>, node: &Node) -> Expr {
        let call = |function: Option<&str>, own: Option<&str>| {
            Expr::call(function.or(own).unwrap_or_default(), vec![node.a()])
        };
        match node.op {
            Op::Square => scope.square.clone(),
            Op::Occupied => scope.occupied.clone(),
            Op::Field(field) => {
                self.entry(scope.field(field), scope.place.clone(), field.storage())
            }
            Op::Const(value, kind) => self.constant(value, kind),
            Op::Low(_) => node.a().cast(self.half),
            Op::High(_) => node.high_half(self.shr).cast(self.half),
            Op::Join(..) => self.joined(node.a(), node.b().cast(self.word)),
            Op::Widen(_) => node.a().cast(self.word),
            Op::Binary(op, ..) => self.of(op, node),
            Op::Shl(..) => Expr::binary(self.shl, node.a(), node.b()),
            Op::Shr(..) => Expr::binary(self.shr, node.a(), node.b()),
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let (name, storage) = scope.table(table);
                self.entry(name, node.a(), storage)
            }
            Op::ReverseBytes(_) => call(self.reverse_bytes, scope.reverse_bytes),
            Op::ReverseBits(_) => call(self.reverse_bits, scope.reverse_bits),
            // Languages that have these write them in ways of their own.
            Op::Count(..) | Op::Extract(..) | Op::Deposit(..) => node.a(),
        }
    }

    /// A constant: a word has a suffix, a half only where it is larger than 64.
    fn constant(&self, value: u64, kind: Type) -> Expr {
        let [half, word] = self.suffixes;
        let suffix = match kind {
            Type::Word => word,
            Type::Half if value > 64 => half,
            Type::Half => "",
        };
        Number::constant(value, kind).suffixed(suffix).into()
    }

    /// An array's entry as a value of 32 or 64 bits.
    #[must_use]
    pub fn entry(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        let entry = Expr::index(array, index);
        let is_short = self.has_short && storage < Storage::Half;
        if is_short { entry.cast(self.half) } else { entry }
    }

    /// The function or the instruction that counts such bits.
    #[must_use]
    pub const fn counting(&self, count: Count) -> &'static str {
        let [leading_zeros, trailing_zeros, ones] = self.counts;
        match count {
            Count::LeadingZeros => leading_zeros,
            Count::TrailingZeros => trailing_zeros,
            Count::PopulationCount => ones,
        }
    }

    /// The complement of an expression.
    #[must_use]
    pub fn not(&self, of: Expr) -> Expr {
        match self.not {
            Not::Before(operator) => Expr::unary(operator, of),
            Not::Method(name) => of.method(name, Vec::new()),
            Not::Function(name) => Expr::call(name, vec![of]),
        }
    }

    /// A word of a low and a high half that are words already.
    #[must_use]
    pub fn joined(&self, low: Expr, high: Expr) -> Expr {
        Expr::binary(self.or, Expr::binary(self.shl, high, Expr::decimal(32)), low)
    }

    /// An operation on two expressions.
    #[must_use]
    pub fn binary(&self, op: Binary, a: Expr, b: Expr) -> Expr {
        match (op, self.and_not) {
            (Binary::AndNot, Some(operator)) => Expr::binary(operator, a, b),
            (Binary::And, _) => Expr::binary(self.and, a, b),
            (Binary::AndNot, None) => Expr::binary(self.and, a, self.not(b)),
            (Binary::Or, _) => Expr::binary(self.or, a, b),
            (Binary::OrNot, _) => Expr::binary(self.or, a, self.not(b)),
            (Binary::Xor, _) => Expr::binary(self.xor, a, b),
            (Binary::Add, _) => Expr::binary(self.add, a, b),
            (Binary::Sub, _) => Expr::binary(self.sub, a, b),
            (Binary::Mul, _) => Expr::binary(self.mul, a, b),
        }
    }
}

/// How a language writes each operation. The operands of a node have been written before it.
pub trait Dialect {
    /// The language's operators.
    fn operators(&self) -> &Operators;
    /// What the function reads, for what is written as most languages write it.
    fn scope(&self) -> &Scope<'_>;

    /// An operation, where the language writes it in a way of its own.
    fn special(&self, node: &Node) -> Option<Expr>;

    /// A variable, where its value is read.
    fn variable(&self, name: &str) -> Expr {
        Expr::name(name)
    }

    /// The first word of the name of a variable that is one because its value is used twice.
    fn stem(&self, node: &Node) -> &'static str {
        stem(node)
    }
}

/// What most languages call a variable that is one because its value is used twice.
#[must_use]
pub const fn stem(node: &Node) -> &'static str {
    match node.op {
        Op::Load(table, _) | Op::LoadRow(table, _) if matches!(table.kind, Type::Word) => "set",
        _ => "part",
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Let {
    /// Its name, in the language's case.
    pub name: String,
    /// Its type.
    pub kind: Type,
    /// The operation that makes it.
    pub op: Op,
    /// Its value.
    pub value: Expr,
}

/// A program as variables and a result.
#[derive(Clone, Debug)]
pub struct Body {
    /// Variables, in order.
    pub lets: Vec<Let>,
    /// What is returned, and how it is written: not as a variable.
    pub result: Rc<Node>,
}

impl Body {
    /// True where an expression of the statements is what is looked for.
    #[must_use]
    pub fn any(&self, is_it: &dyn Fn(&Expr) -> bool) -> bool {
        self.lets.iter().any(|variable| variable.value.any(is_it)) || self.result.written.any(is_it)
    }
}

/// What is to be written.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The program.
    pub program: &'a Program,
    /// The value that is returned.
    pub value: Value,
    /// Values that are there already: calls of functions that compute them.
    pub given: &'a [(Value, Expr)],
    /// True where a call whose value has a name becomes a variable.
    pub names_calls: bool,
    /// How large values become, where the language asks.
    pub bounds: Option<&'a Bounds>,
    /// How it is written.
    pub writer: Writer<'a>,
}

/// How a language writes a program.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    /// Its way of writing operations.
    pub dialect: &'a dyn Dialect,
    /// How its expressions look.
    pub style: &'a Style,
    /// A variable's name in the language's case.
    pub case: fn(&str) -> String,
}

impl Writer<'_> {
    fn write(&self, node: &Node) -> Expr {
        let usual = || self.dialect.operators().usual(self.dialect.scope(), node);
        self.dialect.special(node).unwrap_or_else(usual)
    }
}

/// A variable's name in camel case.
#[must_use]
pub fn camel(name: &str) -> String {
    Case::Camel.join(&[name])
}

/// Names that only break a long line up.
const SOFT: &[&str] = &["product", "low", "high"];

impl Wanted<'_> {
    /// Writes the part of the program that computes the value. With `is_long`, names that only serve to break lines up become
    /// variables too.
    #[must_use]
    pub fn body(&self, is_long: bool) -> Body {
        let needed = self.needed();
        let mut uses = vec![0; usize::from(self.value.0) + 1];
        for value in needed.iter().filter(|value| self.call(**value).is_none()) {
            let operands = self.program.op(*value).operands();
            operands.for_each(|operand| uses[usize::from(operand.0)] += 1);
        }
        let mut nodes: Vec<Option<Rc<Node>>> = vec![None; usize::from(self.value.0) + 1];
        let mut names: Vec<String> = Vec::new();
        let mut lets = Vec::new();
        for value in needed {
            let mut node = self.node(value, &nodes);
            let stem = self.variable(&node, uses[usize::from(value.0)], is_long);
            if let Some(stem) = stem {
                let is_number = |rest: &str| rest.chars().all(|digit| digit.is_ascii_digit());
                let is_taken = |other: &&String| other.strip_prefix(stem).is_some_and(is_number);
                let count = names.iter().filter(is_taken).count();
                let name =
                    if count == 0 { stem.to_owned() } else { format!("{stem}{}", count + 1) };
                names.push(name.clone());
                let name = (self.writer.case)(&name);
                let op = node.op;
                let variable = self.writer.dialect.variable(&name);
                let value = std::mem::replace(&mut node.written, variable);
                lets.push(Let { name, kind: node.kind, op, value });
            }
            nodes[usize::from(value.0)] = Some(Rc::new(node));
        }
        let result = nodes.swap_remove(usize::from(self.value.0));
        Body { lets, result: result.unwrap_or_else(|| Rc::new(self.node(self.value, &[]))) }
    }

    /// The first words of a variable's name, where the node becomes one.
    fn variable(&self, node: &Node, uses: usize, is_long: bool) -> Option<&'static str> {
        let is_source = matches!(node.op, Op::Square | Op::Occupied | Op::Const(..) | Op::Field(_));
        let name = self.program.name_of(node.value);
        if node.is_called {
            return name.filter(|_| self.names_calls && node.value != self.value);
        }
        if is_source || node.value == self.value {
            return None;
        }
        let name = name.filter(|name| is_long || !SOFT.contains(name));
        let is_half_of = matches!(node.op, Op::Low(_) | Op::High(_));
        // A name needs no other: of a table's entry, some languages only keep where it stands.
        let is_repeated = uses > 1 && !is_half_of && !node.written.is_name();
        name.or_else(|| is_repeated.then(|| self.writer.dialect.stem(node)))
    }

    fn node(&self, value: Value, nodes: &[Option<Rc<Node>>]) -> Node {
        let op = self.program.op(value);
        let operand = |operand: Value| nodes.get(usize::from(operand.0)).cloned().flatten();
        let mut node = Node {
            value,
            op,
            operands: op.operands().filter_map(operand).collect(),
            kind: self.program.type_of(value),
            most: self.bounds.map_or(u64::MAX, |bounds| bounds.most(value)),
            wraps: self.bounds.is_none_or(|bounds| bounds.wraps(value)),
            is_called: false,
            written: Expr::name(""),
        };
        node.written = match self.call(value) {
            Some(call) => {
                node.is_called = true;
                call.clone()
            }
            None => self.writer.write(&node),
        };
        node
    }

    fn call(&self, value: Value) -> Option<&Expr> {
        self.given.iter().find(|(other, _)| *other == value).map(|(_, expr)| expr)
    }

    /// The values that the wanted one is made from, itself among them, in order; not what is only beneath given ones.
    #[must_use]
    pub fn needed(&self) -> Vec<Value> {
        self.program.needed_above(self.value, |value| self.call(value).is_some())
    }
}
