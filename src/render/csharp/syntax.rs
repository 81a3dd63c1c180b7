//! Operations in; C#'s expressions out. Short types are wider in an expression than where they are stored.

use crate::model::{Binary, Field, Op, Storage, TableRef, Type, Value};
use crate::render::code::expr::{Cast, CastForm, Expr, Hold, Number};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::page::{Function, Page, Reversals, TableName, array_of};

/// A conversion.
pub(super) const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: CastForm::Prefix }
}

/// A conversion to 32 bits.
pub(super) const HALF: Cast = to("uint");

/// A conversion to 64 bits.
const WORD: Cast = to("ulong");

/// How a program's parameters, fields and tables are written.
pub(super) struct CSharp<'a> {
    /// The parameter of type `int`, or the short word that is scanned.
    pub(super) square: Expr,
    /// The parameter of type `ulong`.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number: how they are written, and how wide their entries are.
    pub(super) tables: &'a [(String, Storage)],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
}

/// How tables are written; filled ones stand in a nested class, `holder`.
pub(super) fn tables(page: &Page<'_>, holder: &str) -> Vec<(String, Storage)> {
    let name = |(index, table): (usize, &TableName)| {
        let is_filled = page.filled.iter().any(|filled| filled.index == index);
        let name = &table.name;
        let name = if is_filled { format!("{holder}.{name}") } else { name.clone() };
        (name, table.storage)
    };
    page.tables.iter().enumerate().map(name).collect()
}

/// The type that an array's entries have.
pub(super) const fn element(storage: Storage, is_signed: bool) -> &'static str {
    match storage {
        Storage::Byte if is_signed => "sbyte",
        Storage::Byte => "byte",
        Storage::Short => "ushort",
        Storage::Half => "uint",
        Storage::Word => "ulong",
    }
}

/// True where computing the function's value may leave a type's range, which throws in a project that is checked. What
/// it calls sees to that itself.
pub(super) fn overflows(function: &Function<'_>) -> bool {
    let Function { program, bounds, .. } = function;
    let is_cut = |value: Value| match program.op(value) {
        Op::Low(of) => bounds.most(of) > u64::from(u32::MAX),
        // The complement of a word is one.
        Op::Binary(Binary::OrNot, ..) | Op::Shl(..) => false,
        _ => bounds.wraps(value),
    };
    let mut values = vec![function.wanted];
    while let Some(value) = values.pop() {
        if function.calls.iter().any(|(called, _)| *called == value) {
            continue;
        }
        if is_cut(value) {
            return true;
        }
        values.extend(program.op(value).operands());
    }
    false
}

/// An entry of an array in a program: `uint` or `ulong`.
fn entry(array: &str, index: Expr, storage: Storage) -> Expr {
    let entry = Expr::index(array, index);
    if storage < Storage::Half { entry.cast(HALF) } else { entry }
}

/// What a node is shifted by: an `int`, which a short type becomes by itself.
fn amount(by: &Expr) -> Expr {
    match by.cast_from(HALF) {
        Some(short) if short.hold() == Hold::Atom => short.clone(),
        _ if by.number().is_some() => by.clone(),
        _ => by.clone().cast(to("int")),
    }
}

impl Dialect for CSharp<'_> {
    fn operators(&self) -> &Operators {
        &Operators::C
    }

    fn square(&self) -> Expr {
        self.square.clone()
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
        entry(name, Expr::name("square"), field.storage())
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
        let half = node.a();
        half.cast_from(HALF).unwrap_or(&half).clone().cast(WORD)
    }

    fn shl(&self, node: &Node) -> Expr {
        Expr::binary(Operators::C.shl, node.a(), amount(&node.b()))
    }

    fn shr(&self, node: &Node) -> Expr {
        Expr::binary(Operators::C.shr, node.a(), amount(&node.b()))
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        Expr::call(self.reversals.bytes.as_deref().unwrap_or(""), vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call(self.reversals.bits.as_deref().unwrap_or(""), vec![node.a()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let (name, storage) = &self.tables[usize::from(table.index)];
        entry(name, node.a(), *storage)
    }
}
