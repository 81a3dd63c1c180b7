//! Operations in; Kotlin's expressions out. A word is a `Long`, a half an `Int`; both wrap.

use crate::model::{Count, Field, PieceModule, Storage, Table, TableRef, Type};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Not, Operators};
use crate::render::code::scope::Scope;
use crate::render::text::literal::{Hex, Literal};

/// How a function's expressions are written.
pub(super) struct Kotlin<'a> {
    /// What it reads.
    pub(super) scope: Scope<'a>,
    /// The piece, where it is the lookup of one.
    pub(super) piece: Option<&'a PieceModule>,
    /// Tables by number.
    pub(super) tables: &'a [Table],
}

/// An array's entry as an `Int` or a `Long`: without the sign, where one of the entries may be stored with one.
fn unsigned(entry: Expr, storage: Storage, entries: &[u64]) -> Expr {
    let (mask, highest) = match storage {
        Storage::Half | Storage::Word => return entry,
        Storage::Byte => (0xff, 0x7f),
        Storage::Short => (0xffff, 0x7fff),
    };
    if entries.iter().all(|entry| *entry <= highest) {
        return to_int(entry);
    }
    Expr::binary(OPERATORS.and, to_int(entry), Number::hex(mask, 1).into())
}

/// Operators on bits are functions between their operands.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("and"),
    or: Operator::chain("or"),
    xor: Operator::chain("xor"),
    not: Not::Method("inv"),
    negative: Some("-"),
    shl: Operator::left("shl"),
    shr: Operator::left("ushr"),
    reverse_bytes: Some("java.lang.Long.reverseBytes"),
    reverse_bits: Some("java.lang.Long.reverse"),
    ..Operators::C
};

fn to_int(of: Expr) -> Expr {
    of.method("toInt", Vec::new())
}

fn to_long(of: Expr) -> Expr {
    of.method("toLong", Vec::new())
}

/// The type of an array of such numbers, and the function that makes one.
pub(super) const fn array_of(storage: Storage) -> (&'static str, &'static str) {
    match storage {
        Storage::Byte => ("ByteArray", "byteArrayOf"),
        Storage::Short => ("ShortArray", "shortArrayOf"),
        Storage::Half => ("IntArray", "intArrayOf"),
        Storage::Word => ("LongArray", "longArrayOf"),
    }
}

/// A word in an array, as [`word`] writes it.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) has_upper: bool,
}

impl Literal for Word {
    fn cased(&self, has_upper: bool) -> Self {
        Self { has_upper }
    }

    fn write(&self, out: &mut Vec<u8>, value: u64) {
        let suffix = if value >> 63 == 0 { "L" } else { "uL.toLong()" };
        Hex { has_upper: self.has_upper, ..Hex::new(16, suffix) }.write(out, value);
    }
}

/// A word in hexadecimal. A literal has no sign, so that those with the highest bit are made of others.
pub(super) fn word(value: u64) -> Expr {
    let number = Number::hex(value, 16);
    if value >> 63 == 0 {
        number.suffixed("L").into()
    } else {
        to_long(number.suffixed("uL").into())
    }
}

impl Dialect for Kotlin<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        match kind {
            Type::Word if value <= 64 => Number::decimal(value).suffixed("L").into(),
            Type::Word => word(value),
            Type::Half if value <= 64 => Expr::decimal(value),
            Type::Half if value >> 31 != 0 => to_int(Number::hex(value, 1).suffixed("u").into()),
            Type::Half => Number::hex(value, 1).into(),
        }
    }

    fn field(&self, field: Field) -> Expr {
        let entry = Expr::index(self.scope.field(field), self.scope.place.clone());
        let column = self.piece.and_then(|piece| piece.fields.column(field));
        unsigned(entry, field.storage(), column.map_or(&[], |column| &column.values))
    }

    fn low(&self, node: &Node) -> Expr {
        to_int(node.a())
    }

    fn high(&self, node: &Node) -> Expr {
        to_int(node.high_half(OPERATORS.shr))
    }

    fn join(&self, node: &Node) -> Expr {
        OPERATORS.joined(widened(node.a()), to_long(node.b()))
    }

    fn widen(&self, node: &Node) -> Expr {
        widened(node.a())
    }

    fn count(&self, count: Count, node: &Node) -> Expr {
        let name = match count {
            Count::LeadingZeros => "countLeadingZeroBits",
            Count::TrailingZeros => "countTrailingZeroBits",
            Count::PopulationCount => "countOneBits",
        };
        node.a().method(name, Vec::new())
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let index = usize::from(table.index);
        let (name, storage) = self.scope.tables[index];
        unsigned(Expr::index(name, node.a()), storage, &self.tables[index].entries)
    }
}

/// An `Int` without a sign as a `Long`.
fn widened(half: Expr) -> Expr {
    // What is cut to a byte is cut as a word instead.
    if let Expr::Binary(operator, both) = &half
        && let [Expr::Call(to_int, _), Expr::Number(mask)] = &**both
        && let Expr::Member(byte, ..) = &**to_int
        && (*operator, mask.value) == (OPERATORS.and, 0xff)
    {
        let mask = Number::hex(0xff, 1).suffixed("L");
        return Expr::binary(OPERATORS.and, to_long(byte.as_ref().clone()), mask.into());
    }
    let mask = Number::hex(u64::from(u32::MAX), 1).suffixed("L");
    Expr::binary(OPERATORS.and, to_long(half), mask.into())
}
