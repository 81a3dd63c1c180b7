//! JavaScript's expressions.
//!
//! A half is a number. What `&`, `|`, `^`, `~`, `<<` and `Math.imul` leave may be below zero, and a sum may be wider
//! than 32 bits: modulo 2^32 each is right, which is all that the next of these operators looks at. Where a number
//! itself counts, as an index or as a result, `>>> 0` makes it what it stands for.

use super::options::Keys;
use crate::model::{Binary, Count, Op, Storage, TableRef, Type};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::code::print::Style;
use crate::render::code::scope::Scope;

/// How expressions look: parentheses are those that prettier leaves.
pub(super) const STYLE: Style = Style { is_clear, ..Style::PLAIN };

/// Operators on halves.
pub(super) const OPERATORS: Operators =
    Operators { shr: Operator::left(">>>"), negative: Some("-"), ..Operators::C };

/// Operators on bigints.
pub(super) const WORD_OPERATORS: Operators =
    Operators { shr: Operator::left(">>"), suffixes: ["", "n"], ..OPERATORS };

/// A product beside the sign of a sum needs no parentheses, nor does a sum before it.
fn is_clear(outer: Operator, operand: &Expr, is_first: bool) -> bool {
    let is_sum = |operator: Operator| [OPERATORS.add, OPERATORS.sub].contains(&operator);
    let Expr::Binary(inner, _) = operand else { return false };
    is_sum(outer) && (*inner == OPERATORS.mul || (is_first && is_sum(*inner)))
}

/// How a function's expressions are written.
pub(super) struct Js<'a> {
    pub(super) keys: &'a Keys,
    /// What the function reads.
    pub(super) scope: Scope<'a>,
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

/// A bigint shifted by a number.
pub(super) fn shifted(operator: Operator, word: Expr, by: &Expr) -> Expr {
    let by = match by.number() {
        Some(by) => Number::decimal(by).suffixed("n").into(),
        None => to_bigint(by.clone()),
    };
    Expr::binary(operator, word, by)
}

/// A pair of halves.
pub(super) fn pair(halves: [Expr; 2]) -> Expr {
    Expr::Braces([Some("lo"), Some("hi")].into_iter().zip(halves).collect())
}

/// A number modulo 2^32 as the one from 0 to 2^32 - 1.
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

/// A half as the number from 0 on that it stands for; a word needs no change.
pub(super) fn exact(node: &Node) -> Expr {
    let is_unsigned = node.kind == Type::Word || is_exact(node);
    if is_unsigned { node.written.clone() } else { unsigned(node.written.clone()) }
}

impl Js<'_> {
    fn half(op: Binary, node: &Node) -> Expr {
        let is_exact = !node.wraps && is_exact(node.first()) && is_exact(node.second());
        if op == Binary::Mul && !(is_exact && i32::try_from(node.most).is_ok()) {
            // As plain numbers, long products lose their low bits.
            return Expr::call("Math.imul", vec![node.a(), node.b()]);
        }
        OPERATORS.of(op, node)
    }

    fn word(op: Binary, node: &Node) -> Expr {
        match (op, node.b()) {
            // What the first hasn't is cut off anyway: `word & -word`.
            (Binary::And, Expr::Call(function, arguments))
                if *function == Expr::name(CUT)
                    && matches!(arguments.last(), Some(Expr::Unary("-", _))) =>
            {
                Expr::binary(WORD_OPERATORS.and, node.a(), arguments[1].clone())
            }
            (Binary::And | Binary::AndNot | Binary::Or | Binary::Xor, _) => {
                WORD_OPERATORS.of(op, node)
            }
            _ if node.wraps => cut(WORD_OPERATORS.of(op, node)),
            _ => WORD_OPERATORS.of(op, node),
        }
    }

    /// One half of a word that is read.
    fn half_of(&self, node: &Node, is_high: bool) -> Expr {
        let of = node.first();
        let (array, place) = match of.op {
            // Of what is loaded, only its place is written.
            Op::Load(table, _) => {
                (self.scope.tables[usize::from(table.index)].0, of.written.clone())
            }
            Op::Field(field) => (self.scope.field(field), self.scope.place.clone()),
            _ => return Expr::name(if is_high { "hi" } else { "lo" }),
        };
        let low = Expr::binary(OPERATORS.mul, Expr::decimal(2), place);
        let place = if is_high { Expr::binary(OPERATORS.add, low, Expr::decimal(1)) } else { low };
        self.keys.entry(array, place)
    }
}

impl Dialect for Js<'_> {
    fn operators(&self) -> &Operators {
        &WORD_OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn entry(&self, array: &str, index: Expr, _storage: Storage) -> Expr {
        self.keys.entry(array, index)
    }

    fn low(&self, node: &Node) -> Expr {
        if !self.keys.has_words() {
            return self.half_of(node, false);
        }
        let fits = u32::try_from(node.first().most).is_ok();
        let low = || Expr::call(CUT, vec![Expr::decimal(32), node.a()]);
        Expr::call("Number", vec![if fits { node.a() } else { low() }])
    }

    fn high(&self, node: &Node) -> Expr {
        if !self.keys.has_words() {
            return self.half_of(node, true);
        }
        let high = shifted(WORD_OPERATORS.shr, node.a(), &Expr::decimal(32));
        Expr::call("Number", vec![high])
    }

    fn join(&self, node: &Node) -> Expr {
        let halves = [node.first(), node.second()].map(exact);
        if !self.keys.has_words() {
            return pair(halves);
        }
        let [low, high] = halves.map(to_bigint);
        let high = shifted(WORD_OPERATORS.shl, high, &Expr::decimal(32));
        Expr::binary(WORD_OPERATORS.or, high, low)
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
        match node.kind {
            Type::Half => Expr::binary(OPERATORS.shl, node.a(), node.b()),
            Type::Word if node.wraps => cut(shifted(WORD_OPERATORS.shl, node.a(), &node.b())),
            Type::Word => shifted(WORD_OPERATORS.shl, node.a(), &node.b()),
        }
    }

    fn shr(&self, node: &Node) -> Expr {
        match node.kind {
            Type::Half => Expr::binary(OPERATORS.shr, node.a(), node.b()),
            Type::Word => shifted(WORD_OPERATORS.shr, node.a(), &node.b()),
        }
    }

    fn count(&self, _count: Count, node: &Node) -> Expr {
        Expr::call("Math.clz32", vec![node.a()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let index = exact(node.first());
        if table.kind == Type::Word && !self.keys.has_words() {
            // Only its halves are read: what becomes a variable is where they stand.
            return index;
        }
        self.keys.entry(self.scope.tables[usize::from(table.index)].0, index)
    }

    fn stem(&self, node: &Node) -> &'static str {
        match node.op {
            Op::Load(table, _) if table.kind == Type::Word && !self.keys.has_words() => "slot",
            Op::Load(table, _) if table.kind == Type::Word => "set",
            _ => "part",
        }
    }
}
