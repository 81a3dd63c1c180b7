//! Python's expressions, on an `int` or on arrays of `NumPy`. An `int` has no width: what overflows is cut off where it
//! would be seen. Of arrays, words are `uint64` and halves `uint32`; both wrap.

use crate::model::{Binary, Storage, TableRef, Type, Value};
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::code::print::Style;
use crate::render::code::scope::Scope;

/// How expressions look. Formatters write hexadecimal digits as capital letters.
pub(super) const STYLE: Style = Style { has_upper_hex: true, ..Style::PLAIN };

/// Operators on an `int`.
pub(super) const OPERATORS: Operators = Operators::C;

/// Operators on arrays, which have a method that turns bytes round.
pub(super) const NUMPY: Operators = Operators { reverse_bytes: Some("byteswap"), ..Operators::C };

/// How a function's expressions are written.
pub(super) struct Python<'a> {
    pub(super) is_numpy: bool,
    pub(super) scope: Scope<'a>,
    /// The values whose high bits are cut off.
    pub(super) cuts: Vec<Value>,
}

/// A number: masks and factors as words are written, others without zeros before them.
pub(super) fn number(value: u64) -> Expr {
    let digits = match value {
        0..=64 => return Expr::decimal(value),
        65..=0xffff => 1,
        0x1_0000..=0xffff_ffff => 8,
        _ => 16,
    };
    Number { is_grouped: true, ..Number::hex(value, digits) }.into()
}

impl Python<'_> {
    /// The value of a node, without the bits beyond its type where it may have any.
    fn cut(&self, node: &Node, value: Expr) -> Expr {
        if !self.cuts.contains(&node.value) {
            return value;
        }
        let bits = match node.kind {
            Type::Word => u64::MAX,
            Type::Half => u64::from(u32::MAX),
        };
        Expr::binary(OPERATORS.and, value, number(bits))
    }

    /// An array of `NumPy` with its entries converted to a type; an `int` needs no conversion.
    fn typed(&self, of: Expr, kind: Type) -> Expr {
        if self.is_numpy { of.method("astype", vec![numpy(kind)]) } else { of }
    }
}

/// The type of a word or a half.
fn numpy(kind: Type) -> Expr {
    Expr::name(if kind == Type::Word { "np.uint64" } else { "np.uint32" })
}

impl Dialect for Python<'_> {
    fn operators(&self) -> &Operators {
        if self.is_numpy { &NUMPY } else { &OPERATORS }
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        // An `int` would take the type of what it is combined with, and signs into the eyes of type checkers.
        if self.is_numpy { Expr::call(numpy(kind), vec![number(value)]) } else { number(value) }
    }

    /// An entry of an array, or the entries at all places.
    fn entry(&self, array: &str, index: Expr, _storage: Storage) -> Expr {
        if self.is_numpy {
            Expr::name(array).method("take", vec![index])
        } else {
            Expr::index(array, index)
        }
    }

    fn low(&self, node: &Node) -> Expr {
        self.cut(node, self.typed(node.a(), Type::Half))
    }

    fn high(&self, node: &Node) -> Expr {
        self.typed(node.high_half(OPERATORS.shr), Type::Half)
    }

    fn join(&self, node: &Node) -> Expr {
        OPERATORS.joined(node.a(), self.typed(node.b(), Type::Word))
    }

    fn widen(&self, node: &Node) -> Expr {
        self.typed(node.a(), Type::Word)
    }

    fn binary(&self, op: Binary, node: &Node) -> Expr {
        let value = match node.first().constant() {
            Some(0) if op == Binary::Sub => Expr::unary("-", node.b()),
            _ => OPERATORS.binary(op, node.a(), node.b()),
        };
        self.cut(node, value)
    }

    fn shl(&self, node: &Node) -> Expr {
        self.cut(node, Expr::binary(OPERATORS.shl, node.a(), node.b()))
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        match (self.operators().reverse_bytes, self.scope.reverse_bytes) {
            (Some(method), _) => node.a().method(method, Vec::new()),
            (None, own) => Expr::call(own.unwrap_or_default(), vec![node.a()]),
        }
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let (name, storage) = self.scope.tables[usize::from(table.index)];
        let entry = self.entry(name, node.a(), storage);
        if storage < Storage::Half { self.typed(entry, Type::Half) } else { entry }
    }
}
