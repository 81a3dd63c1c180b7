//! Operations in; D's expressions out. Integers wrap, and short ones are as good as 32 bits.

use crate::model::{Binary, Field, Storage, TableRef, Type};
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::{Reversals, TableName};

/// How a program's parameters, fields and tables are written.
pub(super) struct DSyntax<'a> {
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

impl Syntax for DSyntax<'_> {
    fn square(&self) -> Expr {
        Expr::atom(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word if value > 64 => format!("0x{:016x}UL", Digits(value)),
            Type::Half if value > 64 => format!("0x{:x}U", Digits(value)),
            Type::Word => format!("{value}UL"),
            Type::Half => value.to_string(),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let name = self.fields.iter().find(|(other, _)| *other == field);
        Expr::atom(format!("{}[square]", name.map_or("", |(_, name)| name)))
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::prefix(format!("cast(uint) {}", of.operand()))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::prefix(format!("cast(uint) ({} >> 32)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("cast(ulong) {} << 32", high.operand()));
        Expr::joined(&high, "|", low, true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        Expr::prefix(format!("cast(ulong) {}", half.operand()))
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        let not = Expr::prefix(format!("~{}", b.operand()));
        match op {
            Binary::And => Expr::joined(a, "&", b, true),
            Binary::AndNot => Expr::joined(a, "&", &not, true),
            Binary::Or => Expr::joined(a, "|", b, true),
            Binary::OrNot => Expr::joined(a, "|", &not, true),
            Binary::Xor => Expr::joined(a, "^", b, true),
            Binary::Add => Expr::joined(a, "+", b, true),
            Binary::Sub => Expr::joined(a, "-", b, false),
            Binary::Mul => Expr::joined(a, "*", b, true),
        }
    }

    fn shl(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} << {}", a.operand(), by.operand()))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", a.operand(), by.operand()))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        Expr::atom(format!("bswap({})", word.text))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        Expr::atom(format!("{}({})", self.reversals.bits.as_deref().unwrap_or(""), word.text))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        Expr::atom(format!("{}[{}]", self.tables[usize::from(table.index)].name, index.text))
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }
}
