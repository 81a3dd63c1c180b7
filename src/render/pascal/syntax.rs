//! Pascal's expressions. Halves are computed in 64 bits, and cut where they may be too large.

use crate::model::{Binary, Field, Op, Program, Storage, TableRef, Type, Value};
use crate::render::code::bounds::Bounds;
use crate::render::code::expr::{Cast, CastForm, Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Not, Operators};
use crate::render::page::{Reversals, TableName, array_of};

/// A conversion to 32 bits.
const HALF: Cast = Cast { to: "LongWord", form: CastForm::Call };

/// A conversion to 64 bits.
const WORD: Cast = Cast { to: "QWord", form: CastForm::Call };

/// Pascal's operators.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("and"),
    or: Operator::chain("or"),
    xor: Operator::chain("xor"),
    not: Not::Before("not "),
    shl: Operator::left("shl"),
    shr: Operator::left("shr"),
    ..Operators::C
};

/// How a program's parameters, fields and tables are written.
pub(super) struct Pascal<'a> {
    /// The parameter of type `Integer`, or the short word that is scanned.
    pub(super) square: &'static str,
    /// The parameter of type `QWord`.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number.
    pub(super) tables: &'a [TableName],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
}

/// The type that an array's entries have.
pub(super) const fn element(storage: Storage, is_signed: bool) -> &'static str {
    match storage {
        Storage::Byte if is_signed => "ShortInt",
        Storage::Byte => "Byte",
        Storage::Short => "Word",
        Storage::Half => "LongWord",
        Storage::Word => "QWord",
    }
}

/// True where one of `values` may overflow, which is an error in a program that is compiled with checks.
pub(super) fn overflows(program: &Program, values: &[Value], bounds: &Bounds) -> bool {
    values.iter().any(|value| match program.op(*value) {
        Op::Binary(Binary::Add | Binary::Sub | Binary::Mul, ..) => bounds.wraps(*value),
        _ => false,
    })
}

/// A number in hexadecimal.
fn hex(value: u64, digits: usize) -> Expr {
    Number { prefix: "$", ..Number::hex(value, digits) }.into()
}

/// A word of 64 bits in hexadecimal.
pub(super) fn word(value: u64) -> Expr {
    hex(value, 16).cast(WORD)
}

/// A half that may have become wider in 64 bits than it is.
fn cut(node: &Node, expr: Expr) -> Expr {
    if node.kind == Type::Half && node.wraps { expr.cast(HALF) } else { expr }
}

impl Dialect for Pascal<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn square(&self) -> Expr {
        self.square.into()
    }

    fn occupied(&self) -> Expr {
        self.occupied.into()
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        match kind {
            Type::Word if value > 64 => word(value),
            Type::Half if value > 64 => hex(value, 1),
            Type::Word => Expr::decimal(value).cast(WORD),
            Type::Half => Expr::decimal(value),
        }
    }

    fn field(&self, field: Field) -> Expr {
        let name = array_of(self.fields, field);
        Expr::index(name, self.square.into())
    }

    fn low(&self, node: &Node) -> Expr {
        node.a().cast(HALF)
    }

    fn high(&self, node: &Node) -> Expr {
        node.high_half(OPERATORS.shr).cast(HALF)
    }

    fn join(&self, node: &Node) -> Expr {
        OPERATORS.joined(node.a(), node.b().cast(WORD))
    }

    fn widen(&self, node: &Node) -> Expr {
        node.a().cast(WORD)
    }

    fn binary(&self, op: Binary, node: &Node) -> Expr {
        cut(node, OPERATORS.binary(op, node.a(), node.b()))
    }

    fn shl(&self, node: &Node) -> Expr {
        cut(node, Expr::binary(OPERATORS.shl, node.a(), node.b()))
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        Expr::call("SwapEndian", vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call(self.reversals.bits.as_deref().unwrap_or(""), vec![node.a()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        Expr::index(self.tables[usize::from(table.index)].name.as_str(), node.a())
    }
}
