//! Operations in; Ada's expressions out. Modular types wrap; what is cut to a half is taken modulo its range.

use crate::model::{Binary, Field, Storage, TableRef, Type};
use crate::render::expr::{Expr, ExprKind, Syntax};
use crate::render::outline::{Function, Reversals, Scan, TableName};

/// How a program's parameters, fields and tables are written.
pub(super) struct AdaSyntax<'a> {
    square: Expr,
    occupied: &'static str,
    fields: &'a [(Field, String)],
    tables: &'a [TableName],
    reversals: &'a Reversals,
}

impl<'a> AdaSyntax<'a> {
    /// That of a function of square and occupancy.
    pub(super) fn of_function(
        function: &'a Function<'_>,
        tables: &'a [TableName],
        reversals: &'a Reversals,
    ) -> Self {
        Self {
            square: Expr::atom("Unsigned_32 (Square)"),
            occupied: "Occupied",
            fields: &function.fields,
            tables,
            reversals,
        }
    }

    /// That of a bit scan.
    pub(super) fn of_scan(
        scan: &'a Scan<'_>,
        tables: &'a [TableName],
        reversals: &'a Reversals,
    ) -> Self {
        let square = if scan.width < 32 { "Unsigned_32 (Bits)" } else { "Bits" };
        Self { square: Expr::atom(square), occupied: "Bits", fields: &[], tables, reversals }
    }
}

/// The type of an array's entries, where `Interfaces` isn't used.
pub(super) const fn element(storage: Storage, is_signed: bool) -> &'static str {
    match storage {
        Storage::Byte if is_signed => "Integer",
        Storage::Byte => "Unsigned_8",
        Storage::Short => "Unsigned_16",
        Storage::Half => "Unsigned_32",
        Storage::Word => "Bitboard",
    }
}

/// What a conversion converts, where an expression is one to 32 bits.
pub(super) fn converted(expr: &Expr) -> Option<&str> {
    expr.text
        .strip_prefix("Unsigned_32 (")?
        .strip_suffix(')')
        .filter(|_| expr.kind == ExprKind::Atom)
}

/// An expression as a `Natural`.
pub(super) fn natural(expr: &Expr) -> String {
    format!("Natural ({})", converted(expr).unwrap_or(&expr.text))
}

/// An entry of an array in a program.
fn entry(text: String, storage: Storage) -> Expr {
    Expr::atom(match storage {
        Storage::Byte | Storage::Short => format!("Unsigned_32 ({text})"),
        Storage::Half | Storage::Word => text,
    })
}

/// What is shifted by. A count that may be as large as the word would be compared with its size before.
fn amount(kind: Type, by: &Expr) -> String {
    let last = if kind == Type::Word { 63 } else { 31 };
    if by.text.parse::<u8>().is_ok() {
        return by.text.clone();
    }
    match converted(by) {
        Some("Square") => "Square".to_owned(),
        Some(short) => format!("Natural ({short} and {last})"),
        None => format!("Natural ({} and {last})", by.operand()),
    }
}

/// A literal in hexadecimal digits, grouped by four.
pub(super) fn hex(value: u64, digits: usize) -> String {
    let digits = format!("{value:0digits$X}");
    let groups: Vec<&str> = (0..digits.len()).step_by(4).map(|at| &digits[at..at + 4]).collect();
    format!("16#{}#", groups.join("_"))
}

impl Syntax for AdaSyntax<'_> {
    fn square(&self) -> Expr {
        self.square.clone()
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word if value > 64 => hex(value, 16),
            Type::Half if value > u64::from(u16::MAX) => hex(value, 8),
            Type::Half if value > 64 => hex(value, 4),
            Type::Word | Type::Half => value.to_string(),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let name = self.fields.iter().find(|(other, _)| *other == field);
        let name = name.map_or("", |(_, name)| name);
        entry(format!("{name} (Square)"), field.storage())
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::atom(format!("Unsigned_32'Mod ({})", of.text))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::atom(format!("Unsigned_32'Mod (Shift_Right ({}, 32))", of.text))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::atom(format!("Shift_Left ({}, 32)", self.widen(high).text));
        Expr::joined(&high, "or", &self.widen(low), true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        Expr::atom(format!("Bitboard ({})", converted(half).unwrap_or(&half.text)))
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        let not = Expr::prefix(format!("not {}", b.operand()));
        match op {
            Binary::And => Expr::joined(a, "and", b, true),
            Binary::AndNot => Expr::joined(a, "and", &not, true),
            Binary::Or => Expr::joined(a, "or", b, true),
            Binary::OrNot => Expr::joined(a, "or", &not, true),
            Binary::Xor => Expr::joined(a, "xor", b, true),
            Binary::Add => Expr::joined(a, "+", b, true),
            Binary::Sub => Expr::joined(a, "-", b, false),
            Binary::Mul => Expr::joined(a, "*", b, true),
        }
    }

    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        // Of a number alone, no context may say how wide it is.
        let is_number = a.text.parse::<u8>().is_ok();
        let word = match kind {
            Type::Word if is_number => format!("Bitboard'({})", a.text),
            Type::Half if is_number => format!("Unsigned_32'({})", a.text),
            _ => a.text.clone(),
        };
        Expr::atom(format!("Shift_Left ({word}, {})", amount(kind, by)))
    }

    fn shr(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::atom(format!("Shift_Right ({}, {})", a.text, amount(kind, by)))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        Expr::atom(format!("{} ({})", self.reversals.bytes.as_deref().unwrap_or(""), word.text))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        Expr::atom(format!("{} ({})", self.reversals.bits.as_deref().unwrap_or(""), word.text))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let table = &self.tables[usize::from(table.index)];
        entry(format!("{} ({})", table.name, index.text), table.storage)
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }
}
