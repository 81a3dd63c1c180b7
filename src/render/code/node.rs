//! The values of a program as typed nodes, and the dialects that turn them into expressions.
//!
//! A node knows its operation, its type, its upper bound and whether it wraps. A language's [`Dialect`] builds its
//! expression from its operands' expressions. The choice of variables is made here, once for all languages: a value
//! with a name and a value that is used twice become variables.

use std::rc::Rc;

use super::bounds::Bounds;
use super::expr::{Expr, Operator};
pub use super::operators::{Not, Operators};
use super::print::ExprStyle;
use super::scope::Scope;
use magicgen_ir::{Op, Program, Storage, Type, Value};
use magicgen_lookup::model::Case;

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
    /// True if the exact result of the operation may not fit the type.
    pub wraps: bool,
    /// True if the value is a call of a function that computes it.
    pub is_called: bool,
    /// The expression of the value as an operand: its operation in place, a variable, or a call.
    pub written: Expr,
}

impl Node {
    /// The first operand.
    pub fn first(&self) -> &Self {
        &self.operands[0]
    }

    /// The second operand.
    pub fn second(&self) -> &Self {
        &self.operands[1]
    }

    /// The expression of the first operand.
    pub fn a(&self) -> Expr {
        self.operands[0].written.clone()
    }

    /// The expression of the second operand.
    pub fn b(&self) -> Expr {
        self.operands[1].written.clone()
    }

    /// The high half of the first operand, as a word that isn't converted to a half yet.
    pub fn high_half(&self, shr: Operator) -> Expr {
        Expr::binary(shr, self.a(), Expr::decimal(32))
    }

    /// The expressions of a set's words, the lowest first.
    pub fn packed(&self) -> Vec<Expr> {
        self.operands.iter().map(|word| word.written.clone()).collect()
    }

    /// The number, if the value is a constant.
    pub const fn constant(&self) -> Option<u64> {
        match self.op {
            Op::Const(value, _) => Some(value),
            _ => None,
        }
    }
}

/// A language's way of writing operations. Operands' expressions are made before their node's.
pub trait Dialect {
    /// The language's operators.
    fn operators(&self) -> &Operators;
    /// The names of the parameters, arrays and functions that the function reads.
    fn scope(&self) -> &Scope<'_>;

    /// The expression of an operation, if the language differs from most.
    fn special(&self, node: &Node) -> Option<Expr>;

    /// The expression that reads a variable.
    fn variable(&self, name: &str) -> Expr {
        Expr::name(name)
    }

    /// The expression that reads an array's entry, as a value of 32 or 64 bits.
    fn entry(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        self.operators().entry(array, index, storage)
    }

    /// The call of a function of the file or of a library.
    fn call(&self, function: &str, arguments: Vec<Expr>) -> Expr {
        Expr::call(function, arguments)
    }

    /// The name, without a number, of a variable for a value that has no name but is used twice.
    fn stem(&self, node: &Node) -> &'static str {
        stem(node)
    }

    /// False if no variable is a set of several words: each of its words may be one.
    fn has_sets(&self) -> bool {
        true
    }
}

impl dyn Dialect + '_ {
    /// The expression of an operation.
    fn write(&self, node: &Node) -> Expr {
        self.special(node).unwrap_or_else(|| self.usual(node))
    }

    /// The expression of an operation as most languages write it.
    fn usual(&self, node: &Node) -> Expr {
        let (operators, scope) = (self.operators(), self.scope());
        let call = |function: Option<&str>, own: Option<&str>| {
            let operands = node.operands.iter().map(|operand| operand.written.clone());
            self.call(function.or(own).unwrap_or_default(), operands.collect())
        };
        match node.op {
            Op::Square => scope.square.clone(),
            Op::Occupied | Op::OccupiedSet(_) => scope.occupied.clone(),
            Op::Parameter(parameter) => {
                let given = scope.parameter(parameter);
                let is_short = operators.has_short && parameter.kind == Type::Half;
                if is_short { given.cast(operators.half) } else { given }
            }
            Op::Call(lookup, square, _) => {
                self.call(scope.lookup(lookup), vec![scope.parameter(square), node.a()])
            }
            Op::Field(field) => match &scope.records {
                Some(records) => {
                    let record = Expr::index(records.clone(), scope.place.clone());
                    operators.read(record.member(scope.field(field)), field.storage())
                }
                None => self.entry(scope.field(field), scope.place.clone(), field.storage()),
            },
            Op::Const(value, kind) => operators.constant(value, kind),
            Op::Low(_) => node.a().cast(operators.half),
            Op::High(_) => node.high_half(operators.shr).cast(operators.half),
            Op::Join(..) => operators.joined(node.a(), node.b().cast(operators.word)),
            Op::Widen(_) => node.a().cast(operators.word),
            Op::Binary(op, ..) => operators.of(op, node),
            Op::Shl(..) => Expr::binary(operators.shl, node.a(), node.b()),
            Op::Shr(..) => Expr::binary(operators.shr, node.a(), node.b()),
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let (name, storage) = scope.table(table);
                self.entry(name, node.a(), storage)
            }
            Op::ReverseBytes(_) => call(operators.reverse_bytes, scope.reverse_bytes),
            Op::ReverseBits(_) => call(operators.reverse_bits, scope.reverse_bits),
            Op::Extract(..) => call(None, scope.extract),
            Op::Deposit(..) => call(None, scope.deposit),
            Op::Pick(_) => call(None, scope.pick),
            // Languages with another operation override how it is written.
            op => call(Some(op.name()), None),
        }
    }
}

/// The name, without a number, that most languages give a variable for a value that has no name but is used twice.
pub const fn stem(node: &Node) -> &'static str {
    match node.op {
        Op::Load(table, _) | Op::LoadRow(table, _)
            if matches!(table.kind, Type::Word | Type::Set(_)) =>
        {
            "set"
        }
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
    /// True if an expression of the statements, or a part of one, has a property.
    pub fn any(&self, has_property: &dyn Fn(&Expr) -> bool) -> bool {
        self.lets.iter().any(|variable| variable.value.any(has_property))
            || self.result.written.any(has_property)
    }
}

/// A value of a program, to be written as statements.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The program.
    pub program: &'a Program,
    /// The value that is returned.
    pub value: Value,
    /// Values that other functions compute, each with the call that returns it.
    pub given: &'a [(Value, Expr)],
    /// True if a call becomes a variable if its value has a name.
    pub names_calls: bool,
    /// The upper bounds of values, in languages that use them.
    pub bounds: Option<&'a Bounds>,
    /// The language's way of writing programs.
    pub writer: Writer<'a>,
}

impl<'a> Wanted<'a> {
    /// A whole program, with the bounds of its values.
    pub const fn whole(program: &'a Program, bounds: &'a Bounds, writer: Writer<'a>) -> Self {
        let (value, bounds) = (program.result, Some(bounds));
        Self { program, value, given: &[], names_calls: false, bounds, writer }
    }
}

/// A language's way of writing programs.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    /// The language's way of writing operations.
    pub dialect: &'a dyn Dialect,
    /// The look of expressions.
    pub style: &'a ExprStyle,
    /// Puts a variable's name into the language's case.
    pub case: fn(&str) -> String,
}

/// A variable's name in camel case.
pub fn camel(name: &str) -> String {
    let is_one_word = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if is_one_word { name.to_owned() } else { Case::Camel.join(&[name]) }
}

/// The names of values that become variables only to shorten a long line.
pub const SOFT: &[&str] = &["product", "low", "high"];

impl Wanted<'_> {
    /// Writes the part of the program that computes the value. With `is_long`, values whose names are in [`SOFT`]
    /// become variables too.
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

    /// True if [`Self::body`] depends on `is_long`.
    pub fn has_long_form(&self) -> bool {
        let is_soft = |value| self.program.name_of(value).is_some_and(|name| SOFT.contains(&name));
        self.program.values().any(is_soft)
    }

    /// The name, without a number, of the variable that a node becomes; `None` if it becomes none.
    fn variable(&self, node: &Node, uses: usize, is_long: bool) -> Option<&'static str> {
        let name = self.program.name_of(node.value);
        if node.is_called {
            return name.filter(|_| self.names_calls && node.value != self.value);
        }
        let has_sets = self.writer.dialect.has_sets();
        let is_apart = !has_sets && matches!(node.kind, Type::Set(_));
        if node.op.is_given() || node.value == self.value || is_apart {
            return None;
        }
        let name = name.filter(|name| is_long || !SOFT.contains(name));
        // A word that a function returns isn't read from a variable.
        let is_half_of = match node.op {
            Op::Low(_) | Op::High(_) => true,
            Op::Part(..) => has_sets || !matches!(node.first().op, Op::Call(..)),
            _ => false,
        };
        // A value that is already written as a name, such as a variable, gets no other name.
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
            None => self.writer.dialect.write(&node),
        };
        node
    }

    fn call(&self, value: Value) -> Option<&Expr> {
        self.given.iter().find(|(other, _)| *other == value).map(|(_, expr)| expr)
    }

    /// The values from which the wanted one is computed, itself included, in order. Values that only given ones need
    /// are left out.
    pub fn needed(&self) -> Vec<Value> {
        self.program.needed_above(self.value, |value| self.call(value).is_some())
    }
}
