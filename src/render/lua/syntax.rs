//! Lua's expressions: operators in 5.4, functions of the bit library on `LuaJIT`'s `uint64_t`. Words wrap in both.

use super::Runtime;
use crate::render::prelude::*;

/// The operators of Lua 5.4.
pub(super) const OPERATORS: Operators = Operators {
    xor: Operator::chain("~"),
    negative: Some("-"),
    differs: Operator::left("~="),
    ..Operators::C
};

/// `LuaJIT` has arithmetic operators, functions for bitwise operations, and a function that reverses bytes.
pub(super) const JIT: Operators = Operators {
    and: Operator::function("band"),
    or: Operator::function("bor"),
    xor: Operator::function("bxor"),
    not: Not::Function("bnot"),
    shl: Operator::function("lshift"),
    shr: Operator::function("rshift"),
    suffixes: ["", "ULL"],
    reverse_bytes: Some("bswap"),
    ..OPERATORS
};

impl Runtime {
    pub(super) const fn operators(self) -> &'static Operators {
        match self {
            Self::Lua54 => &OPERATORS,
            Self::LuaJit => &JIT,
        }
    }

    pub(super) fn word(self, value: u64) -> Expr {
        let number = if value > 64 { Number::hex(value, 1) } else { Number::decimal(value) };
        number.suffixed(self.operators().suffixes[1]).into()
    }

    /// A half as a word.
    pub(super) fn widened(self, half: Expr) -> Expr {
        match self {
            Self::Lua54 => half,
            Self::LuaJit => Expr::binary(OPERATORS.add, self.word(0), half),
        }
    }

    /// An operation's expression, if Lua differs from most languages. A half is computed as a word; if `is_cut`, its
    /// high bits are masked off.
    pub(super) fn special(self, node: &Node, is_cut: bool) -> Option<Expr> {
        let operators = self.operators();
        let value = match node.op {
            // The bit library reads a plain 32-bit number as negative if its highest bit is set.
            Op::Const(value, Type::Half) if value <= 0x7fff_ffff => Self::Lua54.word(value),
            Op::Const(value, _) => self.word(value),
            Op::Low(_) => node.a(),
            Op::High(_) => node.high_half(operators.shr),
            Op::Join(..) => operators.joined(node.a(), self.widened(node.b())),
            Op::Widen(_) => self.widened(node.a()),
            Op::Binary(op, ..) => operators.of(op, node),
            Op::Shl(..) => Expr::binary(operators.shl, node.a(), node.b()),
            _ => return None,
        };
        let mask = || self.word(u64::from(u32::MAX));
        Some(if is_cut { Expr::binary(operators.and, value, mask()) } else { value })
    }
}
