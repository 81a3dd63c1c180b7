//! Python's expressions, on an `int` or on arrays of `NumPy`. An `int` has no width: what overflows is cut off where it would be
//! seen. Of arrays, words are `uint64` and halves `uint32`; both wrap.

use crate::model::{Binary, Field, Storage, TableRef, Type, Value};
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::code::print::Style;
use crate::render::page::{Reversals, TableName, array_of};

/// How expressions look. Formatters write hexadecimal digits as capital letters.
pub(super) const STYLE: Style = Style { has_upper_hex: true, ..Style::PLAIN };

pub(super) const OPERATORS: Operators = Operators::C;

/// How a program's parameters, fields and tables are written.
pub(super) struct Python<'a> {
    pub(super) is_numpy: bool,
    /// The parameter that is a square, or a word of fewer bits.
    pub(super) square: &'static str,
    /// The parameter of 64 bits.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number.
    pub(super) tables: &'a [TableName],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
    /// The values whose high bits are cut off.
    pub(super) cuts: &'a [Value],
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

    /// An array of `NumPy` with entries of a type.
    fn typed(&self, of: Expr, kind: Type) -> Expr {
        if self.is_numpy { of.method("astype", vec![numpy(kind)]) } else { of }
    }

    /// An entry of an array, or the entries at all places.
    fn entry(&self, array: &str, index: Expr) -> Expr {
        if self.is_numpy {
            Expr::name(array).method("take", vec![index])
        } else {
            Expr::index(array, index)
        }
    }
}

/// The type of a word or a half.
fn numpy(kind: Type) -> Expr {
    Expr::name(if kind == Type::Word { "np.uint64" } else { "np.uint32" })
}

impl Dialect for Python<'_> {
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
        // An `int` would take the type of what it is combined with, and signs into the eyes of type checkers.
        if self.is_numpy { Expr::call(numpy(kind), vec![number(value)]) } else { number(value) }
    }

    fn field(&self, field: Field) -> Expr {
        let name = array_of(self.fields, field);
        let square = if self.is_numpy { "squares" } else { "square" };
        self.entry(name, Expr::name(square))
    }

    fn low(&self, node: &Node) -> Expr {
        self.cut(node, self.typed(node.a(), Type::Half))
    }

    fn high(&self, node: &Node) -> Expr {
        let high = node.high_half(OPERATORS.shr);
        self.typed(high, Type::Half)
    }

    fn join(&self, node: &Node) -> Expr {
        let high = self.typed(node.b(), Type::Word);
        let high = Expr::binary(OPERATORS.shl, high, Expr::decimal(32));
        Expr::binary(OPERATORS.or, high, node.a())
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
        if self.is_numpy {
            return node.a().method("byteswap", Vec::new());
        }
        Expr::call(self.reversals.bytes.as_deref().unwrap_or(""), vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call(self.reversals.bits.as_deref().unwrap_or(""), vec![node.a()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let table = &self.tables[usize::from(table.index)];
        let entry = self.entry(&table.name, node.a());
        if table.storage < Storage::Half { self.typed(entry, Type::Half) } else { entry }
    }
}
