//! Operations in; folded instructions out. Arithmetic wraps by itself.

use crate::model::{Binary, Field, Storage, TableRef, Type};
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::Reversals;

/// Where a program's parameters, fields and tables are.
pub(super) struct WatSyntax<'a> {
    /// The local of 32 bits: a square, or a short word that is scanned.
    pub(super) square: &'static str,
    /// The local of 64 bits.
    pub(super) occupied: &'static str,
    /// The address of each field's array.
    pub(super) fields: Vec<(Field, usize)>,
    /// Tables by number: address and width of an entry.
    pub(super) tables: &'a [(usize, Storage)],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
}

/// The value of a local.
pub(super) fn get(name: &str) -> String {
    format!("(local.get ${name})")
}

/// An entry of an array, at an index in instructions.
pub(super) fn load(storage: Storage, address: usize, index: &str) -> String {
    let (instruction, shift) = match storage {
        Storage::Byte => ("i32.load8_u", 0),
        Storage::Short => ("i32.load16_u", 1),
        Storage::Half => ("i32.load", 2),
        Storage::Word => ("i64.load", 3),
    };
    let place = if shift == 0 {
        index.to_owned()
    } else {
        format!("(i32.shl {index} (i32.const {shift}))")
    };
    let offset = if address == 0 { String::new() } else { format!(" offset={address}") };
    format!("({instruction}{offset} {place})")
}

/// The prefix of a type's instructions.
pub(super) const fn prefix(kind: Type) -> &'static str {
    match kind {
        Type::Word => "i64",
        Type::Half => "i32",
    }
}

/// What a value of this type is shifted by, of the same type.
fn amount(kind: Type, by: &Expr) -> String {
    match (kind, by.text.strip_prefix("(i32.const ")) {
        (Type::Half, _) => by.text.clone(),
        (Type::Word, Some(constant)) => format!("(i64.const {constant}"),
        (Type::Word, None) => format!("(i64.extend_i32_u {})", by.text),
    }
}

impl Syntax for WatSyntax<'_> {
    fn square(&self) -> Expr {
        Expr::atom(get(self.square))
    }

    fn occupied(&self) -> Expr {
        Expr::atom(get(self.occupied))
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word if value > 64 => format!("(i64.const 0x{:016x})", Digits(value)),
            Type::Half if value > 64 => format!("(i32.const 0x{:x})", Digits(value)),
            Type::Word | Type::Half => format!("({}.const {value})", prefix(kind)),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let address = self.fields.iter().find(|(other, _)| *other == field);
        let address = address.map_or(0, |(_, address)| *address);
        Expr::atom(load(field.storage(), address, &get("square")))
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::atom(format!("(i32.wrap_i64 {})", of.text))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::atom(format!("(i32.wrap_i64 (i64.shr_u {} (i64.const 32)))", of.text))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let (low, high) = (self.widen(low).text, self.widen(high).text);
        Expr::atom(format!("(i64.or {low} (i64.shl {high} (i64.const 32)))"))
    }

    fn widen(&self, half: &Expr) -> Expr {
        Expr::atom(format!("(i64.extend_i32_u {})", half.text))
    }

    fn binary(&self, op: Binary, kind: Type, a: &Expr, b: &Expr) -> Expr {
        let prefix = prefix(kind);
        let not = || format!("({prefix}.xor {} ({prefix}.const -1))", b.text);
        let (name, second) = match op {
            Binary::And => ("and", b.text.clone()),
            Binary::AndNot => ("and", not()),
            Binary::Or => ("or", b.text.clone()),
            Binary::OrNot => ("or", not()),
            Binary::Xor => ("xor", b.text.clone()),
            Binary::Add => ("add", b.text.clone()),
            Binary::Sub => ("sub", b.text.clone()),
            Binary::Mul => ("mul", b.text.clone()),
        };
        Expr::atom(format!("({prefix}.{name} {} {second})", a.text))
    }

    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::atom(format!("({}.shl {} {})", prefix(kind), a.text, amount(kind, by)))
    }

    fn shr(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::atom(format!("({}.shr_u {} {})", prefix(kind), a.text, amount(kind, by)))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let (address, storage) = self.tables[usize::from(table.index)];
        Expr::atom(load(storage, address, &index.text))
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        let name = self.reversals.bytes.as_deref().unwrap_or("");
        Expr::atom(format!("(call ${name} {})", word.text))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        let name = self.reversals.bits.as_deref().unwrap_or("");
        Expr::atom(format!("(call ${name} {})", word.text))
    }
}
