//! JavaScript's expressions.
//!
//! A half is a number. What `&`, `|`, `^`, `~`, `<<` and `Math.imul` leave may be below zero, and a sum may be wider
//! than 32 bits: modulo 2^32 each is right, which is all that the next of these operators looks at. Where a number
//! itself counts, as an index or as a result, `>>> 0` makes it what it stands for.

use super::dialect::Dialect;
use crate::model::{Binary, Count, Field, Op, TableRef, Type};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{self, Node, Operators};
use crate::render::code::print::Style;
use crate::render::page::{Reversals, array_of};

/// How expressions look: parentheses are those that prettier leaves.
pub(super) const STYLE: Style = Style { is_clear, ..Style::PLAIN };

/// Operators on halves.
pub(super) const OPERATORS: Operators =
    Operators { negative: Some("-"), shr: Operator::left(">>>"), ..Operators::C };

/// Operators on bigints.
pub(super) const WORD_OPERATORS: Operators = Operators { shr: Operator::left(">>"), ..OPERATORS };

/// A product beside the sign of a sum needs no parentheses, nor does a sum before it.
fn is_clear(outer: Operator, operand: &Expr, is_first: bool) -> bool {
    let is_sum = |operator: Operator| [OPERATORS.add, OPERATORS.sub].contains(&operator);
    let Expr::Binary(inner, _) = operand else { return false };
    is_sum(outer) && (*inner == OPERATORS.mul || (is_first && is_sum(*inner)))
}

/// How a program's parameters, fields and tables are written.
pub(super) struct Js<'a> {
    pub(super) dialect: &'a Dialect,
    /// The parameter that is a half.
    pub(super) square: &'static str,
    /// The parameter that is a bigint.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number.
    pub(super) tables: &'a [String],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
}

/// The function that cuts a bigint to so many bits.
const CUT: &str = "BigInt.asUintN";

/// A bigint without the bits beyond the lowest 64.
pub(super) fn cut(word: Expr) -> Expr {
    Expr::call(CUT, vec![Expr::decimal(64), word])
}

fn to_bigint(half: Expr) -> Expr {
    Expr::call("BigInt", vec![half])
}

fn to_number(word: Expr) -> Expr {
    Expr::call("Number", vec![word])
}

/// What a bigint is shifted by.
fn places(by: &Expr) -> Expr {
    match by.number() {
        Some(by) => Number::decimal(by).suffixed("n").into(),
        None => to_bigint(by.clone()),
    }
}

/// How far the halves of a bigint are apart.
fn half_a_word() -> Expr {
    Number::decimal(32).suffixed("n").into()
}

/// A pair of halves.
pub(super) fn pair(low: Expr, high: Expr) -> Expr {
    Expr::Braces(vec![(Some("lo"), low), (Some("hi"), high)])
}

/// A number modulo 2^32 as the one from 0 on.
pub(super) fn unsigned(half: Expr) -> Expr {
    Expr::binary(OPERATORS.shr, half, Expr::decimal(0))
}

/// True where the number is the half that it stands for, not just modulo 2^32.
fn is_exact(node: &Node) -> bool {
    let is_short = || i32::try_from(node.most).is_ok();
    match node.op {
        _ if node.is_called => true,
        Op::Binary(Binary::Add, ..) => {
            !node.wraps && is_exact(node.first()) && is_exact(node.second())
        }
        Op::Binary(Binary::Sub | Binary::OrNot, ..) | Op::ReverseBytes(_) | Op::ReverseBits(_) => {
            false
        }
        Op::Binary(..) | Op::Shl(..) => is_short(),
        _ => true,
    }
}

/// A half as the number that it is; a word as it is.
pub(super) fn exact(node: &Node) -> Expr {
    let is_unsigned = node.kind == Type::Word || is_exact(node);
    if is_unsigned { node.written.clone() } else { unsigned(node.written.clone()) }
}

impl Js<'_> {
    fn half(op: Binary, node: &Node) -> Expr {
        let (a, b) = (node.a(), node.b());
        let is_short = || i32::try_from(node.most).is_ok() && !node.wraps;
        match op {
            Binary::Sub if node.first().constant() == Some(0) => Expr::unary("-", b),
            // As plain numbers, long products lose their low bits.
            Binary::Mul if !(is_short() && is_exact(node.first()) && is_exact(node.second())) => {
                Expr::call("Math.imul", vec![a, b])
            }
            _ => OPERATORS.binary(op, a, b),
        }
    }

    fn word(op: Binary, node: &Node) -> Expr {
        let (a, b) = (node.a(), node.b());
        let whole = match op {
            Binary::Sub if node.first().constant() == Some(0) => Expr::unary("-", b),
            Binary::And => {
                // What the first hasn't is cut off anyway: `word & -word`.
                let negative = match &b {
                    Expr::Call(function, arguments) if **function == Expr::name(CUT) => {
                        arguments.last().filter(|inner| matches!(inner, Expr::Unary("-", _)))
                    }
                    _ => None,
                };
                return WORD_OPERATORS.binary(op, a, negative.unwrap_or(&b).clone());
            }
            _ => WORD_OPERATORS.binary(op, a, b),
        };
        let may_overflow = !matches!(op, Binary::AndNot | Binary::Or | Binary::Xor);
        if may_overflow && node.wraps { cut(whole) } else { whole }
    }

    /// One half of a word that is read.
    fn half_of(&self, node: &Node, is_high: bool) -> Expr {
        let of = node.first();
        let (array, place) = match of.op {
            Op::Occupied => return Expr::name(if is_high { "hi" } else { "lo" }),
            // Of what is loaded, only its place is written.
            Op::Load(table, _) => (self.table(table), node.a()),
            _ => (node.a(), Expr::name(self.square)),
        };
        let low = Expr::binary(OPERATORS.mul, Expr::decimal(2), place);
        let place = if is_high { Expr::binary(OPERATORS.add, low, Expr::decimal(1)) } else { low };
        self.dialect.entry(array, place)
    }

    fn table(&self, table: TableRef) -> Expr {
        Expr::name(self.tables[usize::from(table.index)].as_str())
    }
}

impl node::Dialect for Js<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn square(&self) -> Expr {
        Expr::name(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::name(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        let number = Number::constant(value, kind);
        number.suffixed(if kind == Type::Word { "n" } else { "" }).into()
    }

    fn field(&self, field: Field) -> Expr {
        let name = array_of(self.fields, field);
        let name = Expr::name(name);
        // Of a word in two numbers, only the halves are read.
        if self.dialect.numbers(field.storage()) == 2 {
            name
        } else {
            self.dialect.entry(name, Expr::name(self.square))
        }
    }

    fn low(&self, node: &Node) -> Expr {
        if !self.dialect.has_words {
            self.half_of(node, false)
        } else if u32::try_from(node.first().most).is_ok() {
            to_number(node.a())
        } else {
            to_number(Expr::call(CUT, vec![Expr::decimal(32), node.a()]))
        }
    }

    fn high(&self, node: &Node) -> Expr {
        if !self.dialect.has_words {
            return self.half_of(node, true);
        }
        to_number(Expr::binary(WORD_OPERATORS.shr, node.a(), half_a_word()))
    }

    fn join(&self, node: &Node) -> Expr {
        let (low, high) = (exact(node.first()), exact(node.second()));
        if !self.dialect.has_words {
            return pair(low, high);
        }
        let high = Expr::binary(OPERATORS.shl, to_bigint(high), half_a_word());
        Expr::binary(OPERATORS.or, high, to_bigint(low))
    }

    fn widen(&self, node: &Node) -> Expr {
        to_bigint(exact(node.first()))
    }

    fn binary(&self, op: Binary, node: &Node) -> Expr {
        match node.kind {
            Type::Word => Self::word(op, node),
            Type::Half => Self::half(op, node),
        }
    }

    fn shl(&self, node: &Node) -> Expr {
        if node.kind == Type::Half {
            return Expr::binary(OPERATORS.shl, node.a(), node.b());
        }
        let shifted = Expr::binary(OPERATORS.shl, node.a(), places(&node.second().written));
        if node.wraps { cut(shifted) } else { shifted }
    }

    fn shr(&self, node: &Node) -> Expr {
        match node.kind {
            Type::Half => Expr::binary(OPERATORS.shr, node.a(), node.b()),
            Type::Word => {
                Expr::binary(WORD_OPERATORS.shr, node.a(), places(&node.second().written))
            }
        }
    }

    fn count(&self, _count: Count, node: &Node) -> Expr {
        Expr::call("Math.clz32", vec![node.a()])
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        Expr::call(self.reversals.bytes.as_deref().unwrap_or(""), vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call(self.reversals.bits.as_deref().unwrap_or(""), vec![node.a()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let index = exact(node.first());
        if table.kind == Type::Word && !self.dialect.has_words {
            // Only its halves are read: what becomes a variable is where they stand.
            return index;
        }
        self.dialect.entry(self.table(table), index)
    }

    fn stem(&self, node: &Node) -> &'static str {
        match node.op {
            Op::Load(table, _) if table.kind == Type::Word && !self.dialect.has_words => "slot",
            Op::Load(table, _) if table.kind == Type::Word => "set",
            _ => "part",
        }
    }
}
