//! The values of a program as typed nodes, and the dialects that turn them into expressions.
//!
//! A node knows its operation, its type, its upper bound and whether it wraps. A language's [`Dialect`] makes its
//! expression from those of its operands. The choice of variables is made here, once for all languages: a value with a
//! name and a value that is used twice become variables.

use std::rc::Rc;

use super::expr::{Cast, CastForm, Expr, Number, Operator};
use super::print::Style;
use super::scope::Scope;
use crate::model::{Binary, Case, Count, Op, Program, Storage, Type, Value};
use crate::render::code::bounds::Bounds;

/// A value of a program.
#[derive(Clone, Debug)]
pub struct Node {
    /// The program's value.
    pub value: Value,
    /// The operation that computes the value; the nodes of its operands are in [`operands`](Self::operands).
    pub op: Op,
    /// The nodes of the operands, in order.
    pub operands: Vec<Rc<Self>>,
    /// The value's type.
    pub kind: Type,
    /// The value's upper bound.
    pub most: u64,
    /// True where the exact result of the operation may not fit the type.
    pub wraps: bool,
    /// True where the value is a call of a function that computes it.
    pub is_called: bool,
    /// The expression of the value as an operand: its operation in place, a variable, or a call.
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

    /// The expression of the first operand.
    #[must_use]
    pub fn a(&self) -> Expr {
        self.operands[0].written.clone()
    }

    /// The expression of the second operand.
    #[must_use]
    pub fn b(&self) -> Expr {
        self.operands[1].written.clone()
    }

    /// The high half of the first operand, as a word that isn't converted to a half yet.
    #[must_use]
    pub fn high_half(&self, shr: Operator) -> Expr {
        Expr::binary(shr, self.a(), Expr::decimal(32))
    }

    /// The number, if the value is a constant.
    #[must_use]
    pub const fn constant(&self) -> Option<u64> {
        match self.op {
            Op::Const(value, _) => Some(value),
            _ => None,
        }
    }
}

/// A language's syntax for the complement of an operand.
#[derive(Clone, Copy, Debug)]
pub enum Not {
    /// An operator before the operand.
    Before(&'static str),
    /// A method of the operand.
    Method(&'static str),
    /// A function that is called with the operand.
    Function(&'static str),
}

/// The operators of a language, its conversions, and other text of its expressions.
#[derive(Clone, Copy, Debug)]
pub struct Operators {
    /// Bitwise and.
    pub and: Operator,
    /// Bitwise or.
    pub or: Operator,
    /// Bitwise exclusive or.
    pub xor: Operator,
    /// The first operand without the bits of the second; `None` if that takes two operators.
    pub and_not: Option<Operator>,
    /// The complement.
    pub not: Not,
    /// The comparison that is true for different numbers.
    pub differs: Operator,
    /// The sum.
    pub add: Operator,
    /// The difference.
    pub sub: Operator,
    /// The operator before a number that makes it negative; `None` if `0 - x` is printed instead.
    pub negative: Option<&'static str>,
    /// The product.
    pub mul: Operator,
    /// A shift to the left.
    pub shl: Operator,
    /// A shift to the right that fills with zeros.
    pub shr: Operator,
    /// The conversion to a half.
    pub half: Cast,
    /// The conversion to a word.
    pub word: Cast,
    /// True where a value of fewer bits than 32 is converted to a half before it is used.
    pub has_short: bool,
    /// The suffix of a literal half greater than 64, and the suffix of a literal word.
    pub suffixes: [&'static str; 2],
    /// The library function that returns a word's bytes in the opposite order, if the language has one.
    pub reverse_bytes: Option<&'static str>,
    /// The library function that returns a word's bits in the opposite order, if the language has one.
    pub reverse_bits: Option<&'static str>,
    /// The functions or instructions that count leading zeros, trailing zeros and one bits; empty in languages without
    /// them.
    pub counts: [&'static str; 3],
}

impl Operators {
    /// The operators of C and of languages with the same operators.
    pub const C: Self = Self {
        and: Operator::chain("&"),
        or: Operator::chain("|"),
        xor: Operator::chain("^"),
        and_not: None,
        not: Not::Before("~"),
        differs: Operator::left("!="),
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

    /// The operators of C with their precedences ([`Operator::bond`]), for styles that use these. None is associative.
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

    /// An arithmetic operation of a node.
    #[must_use]
    pub fn of(&self, op: Binary, node: &Node) -> Expr {
        match self.negative {
            Some(negative) if op == Binary::Sub && node.first().constant() == Some(0) => {
                Expr::unary(negative, node.b())
            }
            _ => self.binary(op, node.a(), node.b()),
        }
    }

    /// The expression of an operation as most languages write it, in a function that reads the names of `scope`.
    fn usual(&self, scope: &Scope<'_>, node: &Node) -> Expr {
        let call = |function: Option<&str>, own: Option<&str>| {
            Expr::call(function.or(own).unwrap_or_default(), vec![node.a()])
        };
        match node.op {
            Op::Square => scope.square.clone(),
            Op::Occupied => scope.occupied.clone(),
            Op::Parameter(parameter) => {
                let given = scope.parameter(parameter);
                let is_short = self.has_short && parameter.kind == Type::Half;
                if is_short { given.cast(self.half) } else { given }
            }
            Op::Call(lookup, square, _) => {
                Expr::call(scope.lookup(lookup), vec![scope.parameter(square), node.a()])
            }
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
            Op::Extract(..) => moved(scope.extract, node),
            Op::Deposit(..) => moved(scope.deposit, node),
            Op::Pick(_) => moved(scope.pick, node),
            // Languages with these operations override how they are written.
            Op::Count(..)
            | Op::LoadLanes(..)
            | Op::Splat(..)
            | Op::Vector(_)
            | Op::ShiftApart(..)
            | Op::Lane(..)
            | Op::OrLanes(_) => node.a(),
        }
    }

    /// A constant: a word has a suffix, a half only where it is larger than 64.
    fn constant(&self, value: u64, kind: Type) -> Expr {
        let [half, word] = self.suffixes;
        let suffix = match kind {
            Type::Word | Type::Lanes(_) => word,
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

    /// The function or the instruction for this count of bits.
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
    pub fn not(&self, operand: Expr) -> Expr {
        match self.not {
            Not::Before(operator) => Expr::unary(operator, operand),
            Not::Method(name) => operand.method(name, Vec::new()),
            Not::Function(name) => Expr::call(name, vec![operand]),
        }
    }

    /// A word made of two halves that have been converted to words.
    #[must_use]
    pub fn joined(&self, low: Expr, high: Expr) -> Expr {
        Expr::binary(self.or, Expr::binary(self.shl, high, Expr::decimal(32)), low)
    }

    /// An operation on two expressions.
    #[must_use]
    pub fn binary(&self, op: Binary, a: Expr, b: Expr) -> Expr {
        match (op, self.and_not) {
            (Binary::AndNot, Some(operator)) => Expr::binary(operator, a, b),
            (Binary::AndNot | Binary::OrNot, _) => Expr::binary(self.operator(op), a, self.not(b)),
            _ => Expr::binary(self.operator(op), a, b),
        }
    }

    /// The operator of an operation; where the second operand is complemented, the one before the complement.
    #[must_use]
    pub const fn operator(&self, op: Binary) -> Operator {
        match op {
            Binary::And | Binary::AndNot => self.and,
            Binary::Or | Binary::OrNot => self.or,
            Binary::Xor => self.xor,
            Binary::Add => self.add,
            Binary::Sub => self.sub,
            Binary::Mul => self.mul,
        }
    }
}

/// The call of a function that packs or spreads bits.
fn moved(function: Option<&str>, node: &Node) -> Expr {
    let operands = node.operands.iter().map(|operand| operand.written.clone());
    Expr::call(function.unwrap_or_default(), operands.collect())
}

/// A language's way of writing operations. The expressions of a node's operands are made before that of the node.
pub trait Dialect {
    /// The language's operators.
    fn operators(&self) -> &Operators;
    /// The names of the parameters, arrays and functions that the function reads.
    fn scope(&self) -> &Scope<'_>;

    /// The expression of an operation, if the language writes it otherwise than most.
    fn special(&self, node: &Node) -> Option<Expr>;

    /// The expression that reads a variable.
    fn variable(&self, name: &str) -> Expr {
        Expr::name(name)
    }

    /// The name, without a number, of a variable for a value that has no name but is used twice.
    fn stem(&self, node: &Node) -> &'static str {
        stem(node)
    }
}

/// The name, without a number, that most languages give a variable for a value that has no name but is used twice.
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
    /// The variable's name, in the language's case.
    pub name: String,
    /// The variable's type.
    pub kind: Type,
    /// The operation that computes the value.
    pub op: Op,
    /// The expression of the value.
    pub value: Expr,
}

/// A program as variables and a result.
#[derive(Clone, Debug)]
pub struct Body {
    /// The variables, in order.
    pub lets: Vec<Let>,
    /// The returned value, which isn't a variable.
    pub result: Rc<Node>,
}

impl Body {
    /// True where an expression of the statements, or a part of one, has a property.
    #[must_use]
    pub fn any(&self, has_property: &dyn Fn(&Expr) -> bool) -> bool {
        self.lets.iter().any(|variable| variable.value.any(has_property))
            || self.result.written.any(has_property)
    }
}

/// A value of a program that is to be written as statements.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The program.
    pub program: &'a Program,
    /// The value that is returned.
    pub value: Value,
    /// Values that other functions compute, each with the call that returns it.
    pub given: &'a [(Value, Expr)],
    /// True where a call becomes a variable if its value has a name.
    pub names_calls: bool,
    /// The upper bounds of values, in languages that use them.
    pub bounds: Option<&'a Bounds>,
    /// The language's way of writing programs.
    pub writer: Writer<'a>,
}

/// A language's way of writing programs.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    /// The language's way of writing operations.
    pub dialect: &'a dyn Dialect,
    /// The look of expressions.
    pub style: &'a Style,
    /// Puts a variable's name into the language's case.
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

/// The names of values that become variables only to shorten a long line.
const SOFT: &[&str] = &["product", "low", "high"];

impl Wanted<'_> {
    /// Writes the part of the program that computes the value. With `is_long`, values whose names are in [`SOFT`]
    /// become variables too.
    #[must_use]
    pub fn body(&self, is_long: bool) -> Body {
        let needed = self.needed();
        let mut uses = vec![0; usize::from(self.value.0) + 1];
        for value in needed.iter().filter(|value| self.call(**value).is_none()) {
            let operands = self.program.op(*value).operands();
            operands.for_each(|operand| uses[usize::from(operand.0)] += 1);
        }
        let mut nodes: Vec<Option<Rc<Node>>> = vec![None; usize::from(self.value.0) + 1];
        let mut stems: Vec<&str> = Vec::new();
        let mut lets = Vec::new();
        for value in needed {
            let mut node = self.node(value, &nodes);
            let stem = self.variable(&node, uses[usize::from(value.0)], is_long);
            if let Some(stem) = stem {
                let count = stems.iter().filter(|other| **other == stem).count();
                let name =
                    if count == 0 { stem.to_owned() } else { format!("{stem}{}", count + 1) };
                stems.push(stem);
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

    /// The name, without a number, of the variable that a node becomes; `None` if it becomes none.
    fn variable(&self, node: &Node, uses: usize, is_long: bool) -> Option<&'static str> {
        let name = self.program.name_of(node.value);
        if node.is_called {
            return name.filter(|_| self.names_calls && node.value != self.value);
        }
        if node.op.is_given() || node.value == self.value {
            return None;
        }
        let name = name.filter(|name| is_long || !SOFT.contains(name));
        let is_half_of = matches!(node.op, Op::Low(_) | Op::High(_));
        // A value that is written as a name already, such as a variable, isn't given another one.
        let is_repeated = uses > 1 && !is_half_of && !node.written.is_name();
        let stem = || {
            let hint = self.program.hint_of(node.value);
            hint.unwrap_or_else(|| self.writer.dialect.stem(node))
        };
        name.or_else(|| is_repeated.then(stem))
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

    /// The values that the wanted one is computed from, in order and with itself. Values that only given ones need
    /// aren't among them.
    #[must_use]
    pub fn needed(&self) -> Vec<Value> {
        self.program.needed_above(self.value, |value| self.call(value).is_some())
    }
}
