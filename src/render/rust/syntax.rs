//! Rust's expressions, with the types that [`kinds`](super::kinds) found, so that the text has few casts.

use std::cell::Cell;
use std::rc::Rc;

use super::kinds::{Kind, Known};
use super::lines::ARGUMENTS;
use super::rows::Row;
use super::vectors::CALLED;
use crate::render::prelude::*;
use crate::render::vectors;

/// The format of a bitboard or a factor.
pub(super) const HEX: Hex = Hex { grouped: true, ..Hex::new(16, "") };

/// The ordering of atomic reads: the flag of filled tables is read before them.
pub(super) const RELAXED: &str = "core::sync::atomic::Ordering::Relaxed";

/// Chains get parentheses.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::left("&"),
    or: Operator::left("|"),
    xor: Operator::left("^"),
    not: Not::Before("!"),
    add: Operator::left("+"),
    mul: Operator::left("*"),
    counts: ["leading_zeros", "trailing_zeros", "count_ones"],
    ..Operators::C
};

/// A decimal number, grouped.
pub(super) fn decimal(value: u64) -> String {
    Decimal::plain(Some('_')).text(value)
}

/// A number in decimal digits, grouped.
pub(super) const fn number(value: u64) -> Number {
    Number { is_grouped: true, ..Number::decimal(value) }
}

/// A number in hexadecimal digits, grouped.
pub(super) const fn grouped(value: u64, digits: usize) -> Number {
    Number { is_grouped: true, ..Number::hex(value, digits) }
}

/// A conversion to a type by `as`.
pub(super) const fn as_type(to: &'static str) -> Cast {
    Cast { to, form: CastForm::AS }
}

/// An operand, in parentheses if it is a prefix expression.
fn atom(of: Expr) -> Expr {
    if of.hold() == Hold::Prefix { Expr::Paren(Rc::new(of)) } else { of }
}

/// The way to read a table.
#[derive(Clone, Debug)]
pub(super) struct TableText {
    /// The indexed expression: a static, or the call that fills and returns one.
    pub(super) array: Expr,
    /// The offset of the square's row, if the static is flat and the variant's table has rows.
    pub(super) row: Option<Expr>,
    /// True if entries are atomic.
    pub(super) is_atomic: bool,
    /// True if the index isn't checked again.
    pub(super) is_unchecked: bool,
}

/// The dialect of one function.
#[derive(Debug)]
pub(super) struct RustSyntax<'a> {
    /// The names that the function reads.
    pub(super) scope: &'a Scope<'a>,
    /// The type and the size of each value.
    pub(super) known: &'a [Known],
    /// The rows that loads read.
    pub(super) windows: &'a [Row],
    /// The expressions of the square's fields.
    pub(super) fields: &'a [(Field, Expr)],
    /// The way to read each table, in the module's order.
    pub(super) tables: &'a [TableText],
    /// True in a `const fn`, which can't call `From`, `get_unchecked` or BMI2's instructions.
    pub(super) is_const: bool,
    /// The most words of a set that is a number. More are an array.
    pub(super) most: u8,
    /// The style of expressions.
    pub(super) style: ExprStyle,
    /// The most bits of a narrowed value, if a lint can't see that it is small.
    pub(super) narrowed: Cell<Option<u8>>,
    /// True if an expression is wider than rustfmt leaves on one line.
    pub(super) is_wide: Cell<bool>,
}

impl RustSyntax<'_> {
    fn known(&self, node: &Node) -> Known {
        self.known[usize::from(node.value.0)]
    }

    /// An operand of a bitwise operation: numbers above 9 are hexadecimal.
    fn bits(node: &Node) -> Expr {
        match node.op {
            Op::Const(value, Type::Half) if value > 0xffff => grouped(value, 8).into(),
            Op::Const(value, Type::Half) if value > 9 => Number::hex(value, 1).into(),
            _ => node.written.clone(),
        }
    }

    fn narrow(&self, bits: u8) {
        self.narrowed.set(self.narrowed.get().max(Some(bits)));
    }

    /// An expression in another type.
    pub(super) fn convert(&self, expr: Expr, from: Known, to: Kind) -> Expr {
        match (from.kind, to) {
            (Kind::Literal, Kind::U64) => match expr {
                Expr::Number(number) => number.suffixed("_u64").into(),
                other => other,
            },
            (Kind::Literal, _) => expr,
            (from, to) if from == to => expr,
            (Kind::U8 | Kind::U16, Kind::U16 | Kind::U32 | Kind::Usize)
            | (Kind::U8 | Kind::U16 | Kind::U32, Kind::U64)
                if !self.is_const =>
            {
                Expr::call(format!("{}::from", to.name()), vec![expr])
            }
            (kind, to) => {
                let is_lossless = kind < to && (kind, to) != (Kind::U64, Kind::Usize);
                let is_seen = match kind {
                    Kind::U64 if to == Kind::Usize => from.seen < 64,
                    Kind::Usize => to == Kind::U64,
                    _ => from.seen <= 32,
                };
                if !is_lossless && !is_seen {
                    self.narrow(from.bits);
                }
                expr.cast(as_type(to.name()))
            }
        }
    }

    /// A method call; rustfmt breaks long arguments and long chains.
    fn method(&self, of: Expr, name: &str, arguments: Vec<Expr>) -> Expr {
        let is_chain =
            matches!(of, Expr::Call(..)) && of.any(&|one| matches!(one, Expr::Member(..)));
        let lengths = arguments.iter().map(|argument| self.style.text(argument).len());
        let length: usize = lengths.sum();
        let call = of.method(name, arguments);
        if length > ARGUMENTS || is_chain && self.style.text(&call).len() > ARGUMENTS {
            self.is_wide.set(true);
        }
        call
    }

    fn call(&self, name: impl Into<Expr>, arguments: Vec<Expr>) -> Expr {
        let lengths = arguments.iter().map(|argument| self.style.text(argument).len() + 2);
        if lengths.sum::<usize>() - 2 > ARGUMENTS {
            self.is_wide.set(true);
        }
        Expr::call(name, arguments)
    }

    /// An entry of a table, or of a part of it, at an index.
    fn entry(&self, table: &TableText, indexed: Expr, index: Expr) -> Expr {
        if table.is_unchecked {
            // The printer of the variable loads an atomic entry.
            let entry = if self.is_const {
                self.method(indexed.method("as_ptr", Vec::new()), "add", vec![index])
            } else {
                indexed.method("get_unchecked", vec![index])
            };
            let value = if table.is_atomic { entry } else { Expr::unary("*", entry) };
            return Expr::Block("unsafe", Rc::new(value));
        }
        let entry = Expr::index(indexed, index);
        if table.is_atomic { entry.method("load", vec![RELAXED.into()]) } else { entry }
    }

    /// Bits packed or spread, in a `const fn` by the loop for processors without BMI2.
    fn moved(&self, function: &str, node: &Node) -> Expr {
        let function = if self.is_const { by_loop(function) } else { function.to_owned() };
        self.call(function, vec![node.a(), node.b()])
    }

    fn converted(&self, node: &Node, to: Kind) -> Expr {
        self.convert(node.written.clone(), self.known(node), to)
    }

    /// A set of words: an array, or a number of 128 bits.
    fn packed(&self, node: &Node) -> Expr {
        if node.kind.words() > self.most {
            return Expr::List(["[", "]"], node.packed());
        }
        if let Some(words) = constants(node) {
            let look = SetLook::number(self.style.has_upper_hex);
            return Expr::name(look.text(&words, self.style.has_upper_hex));
        }
        let wide = |of: &Node| of.written.clone().cast(as_type("u128"));
        let high = Expr::binary(OPERATORS.shl, atom(wide(node.second())), Expr::decimal(64));
        Expr::binary(OPERATORS.or, high, wide(node.first()))
    }

    /// The low half of a word, masked if it may be longer.
    fn low(&self, node: &Node) -> Expr {
        let (word, from, to) = (node.a(), self.known(node.first()), self.known(node).kind);
        if to == Kind::U64 {
            return word;
        }
        // A word shifted to the right is an index and needs no mask.
        let is_shifted = matches!(node.first().op, Op::Shr(..)) && !node.first().is_called;
        if from.bits <= 32 && (to == Kind::Usize || is_shifted) || from.seen <= 32 {
            return self.convert(word, from, to);
        }
        let masked = Expr::binary(OPERATORS.and, word, grouped(0xffff_ffff, 8).into());
        self.convert(masked, Known { seen: 32, ..from }, to)
    }

    /// Wrapping arithmetic.
    fn binary(&self, op: Binary, node: &Node) -> Expr {
        let kind = self.known(node).kind;
        let operand = |of: &Node| {
            // Sums have decimal numbers, all other operands are bits.
            let is_sum = matches!(op, Binary::Add | Binary::Sub);
            let written = if is_sum { of.written.clone() } else { Self::bits(of) };
            self.convert(written, self.known(of), kind)
        };
        let (a, b) = (operand(node.first()), operand(node.second()));
        match op {
            Binary::Add if kind == Kind::Usize => Expr::binary(OPERATORS.add, a, b),
            Binary::Add => self.method(a, "wrapping_add", vec![b]),
            Binary::Sub if node.first().constant() == Some(0) && has_type(node.second()) => {
                self.method(b, "wrapping_neg", Vec::new())
            }
            Binary::Sub => self.method(a, "wrapping_sub", vec![b]),
            Binary::Mul => self.method(a, "wrapping_mul", vec![b]),
            Binary::AndNot | Binary::OrNot => OPERATORS.binary(op, a, atom(b)),
            Binary::And | Binary::Or | Binary::Xor => OPERATORS.binary(op, a, b),
        }
    }

    /// The entry in the square's row of a table.
    fn entry_of_row(&self, table: &TableText, node: &Node) -> Expr {
        let index = self.converted(node.first(), Kind::Usize);
        let of_square = |array: Expr| Expr::index(array, "square".into());
        if let Some(row) = self.windows.iter().find(|row| row.load == node.value) {
            let array = match &row.member {
                Some(member) => Expr::name("magic").member(member.as_str()),
                None => of_square(Expr::name(row.name.as_str())),
            };
            return match (row.is_open, table.is_unchecked) {
                (true, true) => self.entry(table, array, index),
                (true, false) => {
                    let mask = Number::hex(row.length - 1, 1);
                    Expr::index(array, Expr::binary(OPERATORS.and, index, mask.into()))
                }
                (false, _) => Expr::index(array, index),
            };
        }
        match &table.row {
            _ if node.first().is_called => self.entry(table, table.array.clone(), index),
            Some(row) => {
                let place = Expr::binary(OPERATORS.add, row.clone(), index);
                self.entry(table, table.array.clone(), place)
            }
            None => self.entry(table, of_square(table.array.clone()), index),
        }
    }
}

/// The function that does without BMI2 what this function of the file does.
fn by_loop(function: &str) -> String {
    format!("{function}_by_loop")
}

/// True if a value has a type without its context: a shifted literal hasn't.
fn has_type(node: &Node) -> bool {
    let is_shift = matches!(node.op, Op::Shl(..) | Op::Shr(..));
    !is_shift || node.kind == Type::Half || node.first().constant().is_none()
}

impl Dialect for RustSyntax<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        self.scope
    }

    fn special(&self, node: &Node) -> Option<Expr> {
        let on_vectors = vectors::call(&CALLED, self.scope, node, |name| name.into());
        if let Some(Expr::Call(function, arguments)) = on_vectors {
            return Some(self.call(Expr::clone(&function), arguments));
        }
        let places = || Expr::decimal(32);
        let table = |table: TableRef| &self.tables[usize::from(table.index)];
        Some(match node.op {
            Op::Const(value, Type::Half) => number(value).into(),
            Op::Const(value @ 0..2, Type::Word) => Number::decimal(value).suffixed("_u64").into(),
            Op::Const(value @ 0..=0xffff, Type::Word) => Number::hex(value, 1).into(),
            Op::Const(value, Type::Word) => grouped(value, 16).into(),
            Op::Field(field) => {
                let written = self.fields.iter().find(|(other, _)| *other == field);
                written.map_or_else(|| Expr::name(""), |(_, expr)| expr.clone())
            }
            Op::Part(_, word) if node.first().kind.words() > self.most => {
                Expr::index(node.a(), Expr::decimal(u64::from(word)))
            }
            Op::Part(_, 0) => {
                self.narrow(64);
                node.a().cast(as_type("u64"))
            }
            Op::Part(..) => {
                Expr::binary(OPERATORS.shr, atom(node.a()), Expr::decimal(64)).cast(as_type("u64"))
            }
            Op::Pack(_) => self.packed(node),
            Op::Low(_) => self.low(node),
            Op::High(_) => {
                let word = Expr::binary(OPERATORS.shr, atom(node.a()), places());
                let from = Known { kind: Kind::U64, bits: 32, seen: 32 };
                self.convert(word, from, self.known(node).kind)
            }
            Op::Join(..) => {
                let [low, high] =
                    [node.first(), node.second()].map(|half| self.converted(half, Kind::U64));
                let high = Expr::binary(OPERATORS.shl, atom(high), places());
                Expr::binary(OPERATORS.or, high, low)
            }
            Op::Widen(_) => self.converted(node.first(), Kind::U64),
            Op::Binary(op, ..) => self.binary(op, node),
            Op::Shl(..) => {
                let shifted = self.converted(node.first(), self.known(node).kind);
                Expr::binary(OPERATORS.shl, atom(shifted), node.b())
            }
            Op::Shr(..) => {
                let shifted = Expr::binary(OPERATORS.shr, atom(node.a()), node.b());
                let value = self.known(node);
                let from = Known { kind: self.known(node.first()).kind, ..value };
                self.convert(shifted, from, value.kind)
            }
            Op::Load(of, _) => {
                let (table, index) = (table(of), self.converted(node.first(), Kind::Usize));
                self.entry(table, table.array.clone(), index)
            }
            Op::LoadRow(of, _) => self.entry_of_row(table(of), node),
            Op::ReverseBytes(_) => self.method(node.a(), "swap_bytes", Vec::new()),
            Op::ReverseBits(_) => self.method(node.a(), "reverse_bits", Vec::new()),
            Op::Count(count, _) => self.method(node.a(), OPERATORS.counting(count), Vec::new()),
            Op::Extract(..) => self.moved("extract", node),
            Op::Deposit(..) => self.moved("deposit", node),
            Op::Pick(_) => {
                let operands = node.operands.iter().map(|operand| operand.written.clone());
                self.call("pick", operands.collect())
            }
            _ => return None,
        })
    }
}
