//! Operations in; Kotlin's expressions out. A word is a `Long`, a half an `Int`; both wrap.

use crate::model::{Field, Storage, TableRef, Type};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Not, Operators};
use crate::render::page::Array;

/// How a program's parameters, fields and tables are written.
pub(super) struct Kotlin<'a> {
    /// The parameter of type `Int`: a square, or a short word that is scanned.
    pub(super) square: &'static str,
    /// The parameter of type `Long`.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, Cells)],
    /// Tables by number.
    pub(super) tables: &'a [Cells],
}

/// An array as expressions read it.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// Its name, with its object where it needs one.
    pub(super) name: String,
    pub(super) storage: Storage,
    /// True where an entry may be stored below zero that isn't.
    pub(super) is_masked: bool,
}

impl Cells {
    pub(super) fn new(name: String, storage: Storage, values: &[u64]) -> Self {
        let most = values.iter().copied().max().unwrap_or(0);
        let is_masked = match storage {
            Storage::Byte => most > 0x7f,
            Storage::Short => most > 0x7fff,
            Storage::Half | Storage::Word => false,
        };
        Self { name, storage, is_masked }
    }

    /// An entry as an `Int` or a `Long`.
    fn at(&self, index: Expr) -> Expr {
        let entry = Expr::index(self.name.as_str(), index);
        let mask = match self.storage {
            Storage::Half | Storage::Word => return entry,
            Storage::Byte | Storage::Short if !self.is_masked => return to_int(entry),
            Storage::Byte => 0xff,
            Storage::Short => 0xffff,
        };
        Expr::binary(OPERATORS.and, to_int(entry), Number::hex(mask, 1).into())
    }
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
    ..Operators::C
};

fn to_int(of: Expr) -> Expr {
    of.method("toInt", Vec::new())
}

fn to_long(of: Expr) -> Expr {
    of.method("toLong", Vec::new())
}

/// `LongArray`
pub(super) const fn array_type(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "ByteArray",
        Storage::Short => "ShortArray",
        Storage::Half => "IntArray",
        Storage::Word => "LongArray",
    }
}

/// The function that makes such an array of numbers.
pub(super) const fn array_of(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "byteArrayOf",
        Storage::Short => "shortArrayOf",
        Storage::Half => "intArrayOf",
        Storage::Word => "longArrayOf",
    }
}

/// The number that is stored: that of the same bits which has a sign.
pub(super) fn stored(array: &Array<'_>, value: u64) -> i64 {
    match array.storage {
        Storage::Byte => i64::from(value as u8 as i8),
        Storage::Short => i64::from(value as u16 as i16),
        Storage::Half => i64::from(value as u32 as i32),
        Storage::Word => value as i64,
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

    fn square(&self) -> Expr {
        Expr::name(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::name(self.occupied)
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
        let cells = self.fields.iter().find(|(other, _)| *other == field);
        cells.map_or_else(|| Expr::name(""), |(_, cells)| cells.at(Expr::name("square")))
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

    fn reverse_bytes(&self, node: &Node) -> Expr {
        Expr::call("java.lang.Long.reverseBytes", vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call("java.lang.Long.reverse", vec![node.a()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        self.tables[usize::from(table.index)].at(node.a())
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
