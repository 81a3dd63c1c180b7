//! Lua's expressions: operators in 5.4, functions of the bit library on `LuaJIT`'s `uint64_t`. Words wrap in both; a half is a
//! word of which the high bits are cut off where they may be other than zero.

use super::Runtime;
use crate::model::{Binary, Field, Type, Value};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::code::scope::Scope;

/// The operators of Lua 5.4.
pub(super) const OPERATORS: Operators =
    Operators { xor: Operator::chain("~"), negative: Some("-"), ..Operators::C };

/// `LuaJIT` has those of arithmetic, and turns bytes round itself.
const JIT: Operators = Operators { reverse_bytes: Some("bswap"), ..OPERATORS };

impl Runtime {
    pub(super) const fn operators(self) -> &'static Operators {
        match self {
            Self::Lua54 => &OPERATORS,
            Self::LuaJit => &JIT,
        }
    }

    /// A word.
    pub(super) fn word(self, value: u64) -> Expr {
        let number = if value > 64 { Number::hex(value, 1) } else { Number::decimal(value) };
        number.suffixed(if self == Self::LuaJit { "ULL" } else { "" }).into()
    }

    pub(super) fn and(self, a: Expr, b: Expr) -> Expr {
        self.bits(OPERATORS.and, "band", a, b)
    }

    pub(super) fn or(self, a: Expr, b: Expr) -> Expr {
        self.bits(OPERATORS.or, "bor", a, b)
    }

    pub(super) fn shl(self, a: Expr, by: Expr) -> Expr {
        self.bits(OPERATORS.shl, "lshift", a, by)
    }

    pub(super) fn shr(self, a: Expr, by: Expr) -> Expr {
        self.bits(OPERATORS.shr, "rshift", a, by)
    }

    /// A half as a word.
    pub(super) fn widened(self, half: Expr) -> Expr {
        match self {
            Self::Lua54 => half,
            Self::LuaJit => Expr::binary(OPERATORS.add, self.word(0), half),
        }
    }

    /// An operation on words by its operator in Lua 5.4.
    pub(super) fn operation(self, operator: Operator, a: Expr, b: Expr) -> Expr {
        match operator {
            _ if operator == OPERATORS.and => self.and(a, b),
            _ if operator == OPERATORS.or => self.or(a, b),
            _ if operator == OPERATORS.shl => self.shl(a, b),
            _ => self.shr(a, b),
        }
    }

    fn not(self, of: Expr) -> Expr {
        match self {
            Self::Lua54 => OPERATORS.not(of),
            Self::LuaJit => Expr::call("bnot", vec![of]),
        }
    }

    /// An operation on bits: an operator, or a function of the bit library.
    fn bits(self, operator: Operator, function: &str, a: Expr, b: Expr) -> Expr {
        match self {
            Self::Lua54 => Expr::binary(operator, a, b),
            Self::LuaJit => Expr::call(function, vec![a, b]),
        }
    }
}

/// How a function's expressions are written.
pub(super) struct Lua<'a> {
    pub(super) runtime: Runtime,
    /// What it reads.
    pub(super) scope: Scope<'a>,
    /// The square's entry of each field.
    pub(super) fields: Vec<(Field, Expr)>,
    /// The values whose high bits are cut off.
    pub(super) cuts: Vec<Value>,
}

impl Lua<'_> {
    /// The value of a node, without the bits beyond its type where it may have any.
    fn cut(&self, node: &Node, value: Expr) -> Expr {
        if node.kind == Type::Word || !self.cuts.contains(&node.value) {
            return value;
        }
        self.runtime.and(value, self.runtime.word(u64::from(u32::MAX)))
    }
}

impl Dialect for Lua<'_> {
    fn operators(&self) -> &Operators {
        self.runtime.operators()
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        match kind {
            // Beyond 31 bits a plain number has a sign in the bit library.
            Type::Half if value <= 0x7fff_ffff => Runtime::Lua54.word(value),
            _ => self.runtime.word(value),
        }
    }

    fn field(&self, field: Field) -> Expr {
        let entry = self.fields.iter().find(|(other, _)| *other == field);
        entry.map_or_else(|| Expr::name(""), |(_, entry)| entry.clone())
    }

    fn low(&self, node: &Node) -> Expr {
        self.cut(node, node.a())
    }

    fn high(&self, node: &Node) -> Expr {
        self.runtime.shr(node.a(), Expr::decimal(32))
    }

    fn join(&self, node: &Node) -> Expr {
        let high = self.runtime.shl(self.runtime.widened(node.b()), Expr::decimal(32));
        self.runtime.or(high, node.a())
    }

    fn widen(&self, node: &Node) -> Expr {
        self.runtime.widened(node.a())
    }

    fn binary(&self, op: Binary, node: &Node) -> Expr {
        let (a, b) = (node.a(), node.b());
        let value = match op {
            Binary::And => self.runtime.and(a, b),
            Binary::AndNot => self.runtime.and(a, self.runtime.not(b)),
            Binary::Or => self.runtime.or(a, b),
            Binary::OrNot => self.runtime.or(a, self.runtime.not(b)),
            Binary::Xor => self.runtime.bits(OPERATORS.xor, "bxor", a, b),
            Binary::Sub if node.first().constant() == Some(0) => Expr::unary("-", b),
            Binary::Add | Binary::Sub | Binary::Mul => OPERATORS.binary(op, a, b),
        };
        self.cut(node, value)
    }

    fn shl(&self, node: &Node) -> Expr {
        self.cut(node, self.runtime.shl(node.a(), node.b()))
    }

    fn shr(&self, node: &Node) -> Expr {
        self.runtime.shr(node.a(), node.b())
    }
}
