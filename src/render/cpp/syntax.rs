//! C++'s expressions. What is shorter than an `int` is made an unsigned one before it is computed with.

use super::view::{PLACE, Printer};
use crate::model::{Field, Op, Program, Storage, TableRef, Type, Value};
use crate::render::code::expr::{Cast, CastForm, Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::page::array_of;

/// A value that is shorter than an `int` as one of 32 bits.
pub(super) const WIDENED: Cast = Cast { to: "std::uint32_t", form: CastForm::Braces };

/// A half as a word.
const WORD: Cast = Cast { to: "std::uint64_t", form: CastForm::Braces };

/// The lower 32 bits.
const LOW: Cast = Cast { to: "std::uint32_t", form: CastForm::Angles };

/// A conversion to a signed integer.
pub(super) const INT: Cast = Cast { to: "int", form: CastForm::Angles };

/// How a program's parameters, fields and tables are written.
pub(super) struct Cpp<'a> {
    /// How the file's own names are written.
    pub(super) printer: &'a Printer<'a>,
    /// The parameter of type `unsigned`, or the short word that is scanned.
    pub(super) square: Expr,
    /// The parameter of 64 bits.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// True for what stands in `detail` itself.
    pub(super) is_inside: bool,
}

/// The type that an array's entries have.
pub(super) const fn element(storage: Storage, is_signed: bool) -> &'static str {
    match storage {
        Storage::Byte if is_signed => "std::int8_t",
        Storage::Byte => "std::uint8_t",
        Storage::Short => "std::uint16_t",
        Storage::Half => "std::uint32_t",
        Storage::Word => "std::uint64_t",
    }
}

/// True where a value takes instructions of BMI2, which the compiler can't compute by itself.
pub(super) fn takes_pext(program: &Program, wanted: Value) -> bool {
    let needed = program.needed(wanted);
    needed.into_iter().any(|value| matches!(program.op(value), Op::Extract(..) | Op::Deposit(..)))
}

/// A word in hexadecimal.
pub(super) fn word(value: u64) -> Expr {
    Number::hex(value, 16).suffixed("ULL").into()
}

/// A value without what widens it, for where its type is no matter.
pub(super) fn bare(of: &Expr) -> &Expr {
    of.cast_from(WIDENED).unwrap_or(of)
}

/// A shift: of a literal of the type's width, by a value of any type.
fn shift(operator: Operator, node: &Node) -> Expr {
    let shifted = match (node.first().constant(), node.kind) {
        (Some(value), Type::Word) if value <= 64 => Number::decimal(value).suffixed("ULL").into(),
        (Some(value), Type::Half) if value <= 64 => Number::decimal(value).suffixed("U").into(),
        _ => node.a(),
    };
    Expr::binary(operator, shifted, bare(&node.b()).clone())
}

impl Cpp<'_> {
    /// A name as it is written here.
    fn name(&self, name: &str) -> Expr {
        if self.is_inside { name.into() } else { self.printer.outside(name) }
    }

    fn entry(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        let entry = Expr::index(self.name(array), index);
        if storage < Storage::Half { entry.cast(WIDENED) } else { entry }
    }

    /// Calls of functions of square and occupancy that compute values of a program.
    pub(super) fn calls(&self, calls: &[(Value, String)]) -> Vec<(Value, Expr)> {
        calls
            .iter()
            .map(|(value, name)| (*value, Expr::call_with(self.name(name), &PLACE)))
            .collect()
    }
}

impl Dialect for Cpp<'_> {
    fn operators(&self) -> &Operators {
        &Operators::C
    }

    fn square(&self) -> Expr {
        self.square.clone()
    }

    fn occupied(&self) -> Expr {
        self.occupied.into()
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        match kind {
            _ if value <= 64 => Expr::decimal(value),
            Type::Word => word(value),
            Type::Half => Number::hex(value, 1).suffixed("U").into(),
        }
    }

    fn field(&self, field: Field) -> Expr {
        let name = array_of(self.fields, field);
        self.entry(name, "square".into(), field.storage())
    }

    fn low(&self, node: &Node) -> Expr {
        node.a().cast(LOW)
    }

    fn high(&self, node: &Node) -> Expr {
        node.high_half(Operators::C.shr).cast(LOW)
    }

    fn join(&self, node: &Node) -> Expr {
        let high = bare(&node.b()).clone().cast(WORD);
        Operators::C.joined(node.a(), high)
    }

    fn widen(&self, node: &Node) -> Expr {
        bare(&node.a()).clone().cast(WORD)
    }

    fn shl(&self, node: &Node) -> Expr {
        shift(Operators::C.shl, node)
    }

    fn shr(&self, node: &Node) -> Expr {
        shift(Operators::C.shr, node)
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        let name = self.printer.page.reversals.bytes.as_deref();
        Expr::call(self.name(name.unwrap_or("")), vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        let name = self.printer.page.reversals.bits.as_deref();
        Expr::call(self.name(name.unwrap_or("")), vec![node.a()])
    }

    fn extract(&self, node: &Node) -> Expr {
        Expr::call("_pext_u64", vec![node.a(), node.b()])
    }

    fn deposit(&self, node: &Node) -> Expr {
        Expr::call("_pdep_u64", vec![node.a(), node.b()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let table = &self.printer.page.tables[usize::from(table.index)];
        self.entry(&table.name, bare(&node.a()).clone(), table.storage)
    }
}
