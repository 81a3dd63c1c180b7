//! Operations in; Java's expressions out. There are no unsigned types: shifts to the right are `>>>`.

use crate::model::{Binary, Count, Field, PieceModule, Storage, Table, TableRef, Type};
use crate::render::code::expr::{Cast, CastForm, Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Operators, camel};
use crate::render::code::scope::Scope;

/// Java's operators.
pub(super) const OPERATORS: Operators = Operators {
    shr: Operator::left(">>>"),
    negative: Some("-"),
    half: Cast { to: "int", form: CastForm::PrefixWithBlank },
    word: Cast { to: "long", form: CastForm::PrefixWithBlank },
    suffixes: ["", "L"],
    reverse_bytes: Some("Long.reverseBytes"),
    reverse_bits: Some("Long.reverse"),
    ..Operators::C
};

/// How a method's expressions are written.
pub(super) struct Java<'a> {
    /// What it reads.
    pub(super) scope: Scope<'a>,
    /// The class.
    pub(super) class: &'a str,
    /// The piece, where it is the lookup of one. Without it, fields and tables are written by plain names, as in a comment.
    pub(super) piece: Option<&'a PieceModule>,
    /// Tables by number.
    pub(super) tables: &'a [Table],
}

/// What a byte is cut by, so that its sign is lost.
const BYTE: u64 = 0xff;

/// The type of an array's elements. `char` is the one that has 16 bits and no sign.
pub(super) const fn element(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "byte",
        Storage::Short => "char",
        Storage::Half => "int",
        Storage::Word => "long",
    }
}

/// True where some of these values become negative when they are stored.
pub(super) fn is_masked(storage: Storage, values: &[u64]) -> bool {
    storage == Storage::Byte && values.iter().any(|value| *value > 127)
}

/// A field of the class inside a method.
///
/// Parameters and variables would hide one that the user has called so. All are single lower-case words, some with a number.
pub(super) fn reference(class: &str, field: &str) -> Expr {
    if field.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
        Expr::name(class).member(field)
    } else {
        Expr::name(field)
    }
}

impl Java<'_> {
    /// An entry of an array that holds such values.
    fn read(array: Expr, index: Expr, storage: Storage, values: &[u64]) -> Expr {
        let entry = Expr::index(array, index);
        if !is_masked(storage, values) {
            return entry;
        }
        Expr::binary(OPERATORS.and, entry, Number::hex(BYTE, 1).into())
    }

    /// A table, by a plain name where nothing more is known of it.
    fn table(&self, table: TableRef) -> (Expr, Storage, &[u64]) {
        let index = usize::from(table.index);
        match (self.scope.tables.get(index), self.tables.get(index)) {
            (Some((name, storage)), Some(table)) => {
                (reference(self.class, name), *storage, &table.entries)
            }
            _ => ("table".into(), Storage::Word, &[]),
        }
    }
}

/// A half as a word.
fn widened(half: Expr) -> Expr {
    // What has been cut to a byte already is cut by a wider constant instead.
    if let Expr::Binary(operator, both) = &half
        && let [entry @ Expr::Index(_), Expr::Number(mask)] = &**both
        && (*operator, mask.value) == (OPERATORS.and, BYTE)
    {
        return Expr::binary(OPERATORS.and, entry.clone(), mask.suffixed("L").into());
    }
    let mask = Number::hex(u64::from(u32::MAX), 1).suffixed("L");
    Expr::binary(OPERATORS.and, half, mask.into())
}

impl Dialect for Java<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn field(&self, field: Field) -> Expr {
        let Some(column) = self.piece.and_then(|piece| piece.fields.column(field)) else {
            return Expr::name(camel(&field.singular()));
        };
        let array = reference(self.class, self.scope.field(field));
        Self::read(array, self.scope.place.clone(), field.storage(), &column.values)
    }

    fn join(&self, node: &Node) -> Expr {
        OPERATORS.joined(widened(node.a()), node.b().cast(OPERATORS.word))
    }

    fn widen(&self, node: &Node) -> Expr {
        widened(node.a())
    }

    fn binary(&self, op: Binary, node: &Node) -> Expr {
        let (a, b) = (node.a(), node.b());
        match (op, node.second().constant()) {
            (Binary::Sub, _) if node.first().constant() == Some(0) => Expr::unary("-", b),
            // A factor is a pattern of bits, however small.
            (Binary::Mul, Some(factor)) if node.kind == Type::Half && factor <= 64 => {
                Expr::binary(OPERATORS.mul, a, Number::hex(factor, 2).into())
            }
            _ => OPERATORS.binary(op, a, b),
        }
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let (array, storage, values) = self.table(table);
        Self::read(array, node.a(), storage, values)
    }

    fn load_row(&self, table: TableRef, node: &Node) -> Expr {
        let (array, storage, values) = self.table(table);
        Self::read(Expr::index(array, self.scope.place.clone()), node.a(), storage, values)
    }

    fn count(&self, count: Count, node: &Node) -> Expr {
        let class = if node.first().kind == Type::Word { "Long" } else { "Integer" };
        let name = match count {
            Count::LeadingZeros => "numberOfLeadingZeros",
            Count::TrailingZeros => "numberOfTrailingZeros",
            Count::PopulationCount => "bitCount",
        };
        Expr::name(class).method(name, vec![node.a()])
    }
}
