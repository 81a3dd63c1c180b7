//! Operations in; D's expressions out. Integers wrap, and short ones are as good as 32 bits.

use crate::model::{Field, Storage, TableRef, Type};
use crate::render::code::expr::{Cast, CastForm, Expr, Number};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::page::{Reversals, TableName, array_of};

/// A conversion to 32 bits.
const HALF: Cast = Cast { to: "uint", form: CastForm::Keyword };

/// A conversion to 64 bits.
const WORD: Cast = Cast { to: "ulong", form: CastForm::Keyword };

/// How a program's parameters, fields and tables are written.
pub(super) struct D<'a> {
    /// The parameter of type `int`, or the short word that is scanned.
    pub(super) square: &'static str,
    /// The parameter of type `ulong`.
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
        Storage::Byte if is_signed => "byte",
        Storage::Byte => "ubyte",
        Storage::Short => "ushort",
        Storage::Half => "uint",
        Storage::Word => "ulong",
    }
}

impl Dialect for D<'_> {
    fn operators(&self) -> &Operators {
        &Operators::C
    }

    fn square(&self) -> Expr {
        Expr::name(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::name(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        let suffix = match kind {
            Type::Word => "UL",
            Type::Half if value > 64 => "U",
            Type::Half => "",
        };
        Number::constant(value, kind).suffixed(suffix).into()
    }

    fn field(&self, field: Field) -> Expr {
        let name = array_of(self.fields, field);
        Expr::index(name, Expr::name("square"))
    }

    fn low(&self, node: &Node) -> Expr {
        node.a().cast(HALF)
    }

    fn high(&self, node: &Node) -> Expr {
        node.high_half(Operators::C.shr).cast(HALF)
    }

    fn join(&self, node: &Node) -> Expr {
        Operators::C.joined(node.a(), node.b().cast(WORD))
    }

    fn widen(&self, node: &Node) -> Expr {
        node.a().cast(WORD)
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        Expr::call("bswap", vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call(self.reversals.bits.as_deref().unwrap_or(""), vec![node.a()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        Expr::index(self.tables[usize::from(table.index)].name.as_str(), node.a())
    }
}
