//! Operations in; Pascal's expressions out. Halves are computed in 64 bits, and cut where they may be too large.

use std::cell::Cell;

use crate::model::{Binary, Field, Op, Program, Storage, TableRef, Type, Value};
use crate::render::bounds::Bounds;
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::{Function, Reversals, Scan, TableName};

/// How a program's parameters, fields and tables are written.
pub(super) struct PascalSyntax<'a> {
    square: &'static str,
    occupied: &'static str,
    fields: &'a [(Field, String)],
    tables: &'a [TableName],
    reversals: &'a Reversals,
    bounds: &'a Bounds,
    now: Cell<Value>,
}

impl<'a> PascalSyntax<'a> {
    /// That of a function of square and occupancy.
    pub(super) fn of_function(
        function: &'a Function<'_>,
        tables: &'a [TableName],
        reversals: &'a Reversals,
    ) -> Self {
        let now = Cell::new(function.wanted);
        let (fields, bounds) = (&function.fields, &function.bounds);
        Self { square: "Square", occupied: "Occupied", fields, tables, reversals, bounds, now }
    }

    /// That of a bit scan.
    pub(super) fn of_scan(
        scan: &'a Scan<'_>,
        tables: &'a [TableName],
        reversals: &'a Reversals,
    ) -> Self {
        let now = Cell::new(scan.program.result);
        let bounds = &scan.bounds;
        Self { square: "Bits", occupied: "Bits", fields: &[], tables, reversals, bounds, now }
    }

    /// A half that may have become wider in 64 bits than it is.
    fn cut(&self, kind: Type, expr: Expr) -> Expr {
        if kind == Type::Half && self.bounds.wraps(self.now.get()) {
            Expr::atom(format!("LongWord({})", expr.text))
        } else {
            expr
        }
    }
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

impl Syntax for PascalSyntax<'_> {
    fn square(&self) -> Expr {
        Expr::atom(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word if value > 64 => format!("QWord(${:016x})", Digits(value)),
            Type::Half if value > 64 => format!("${:x}", Digits(value)),
            Type::Word => format!("QWord({value})"),
            Type::Half => value.to_string(),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let name = self.fields.iter().find(|(other, _)| *other == field);
        Expr::atom(format!("{}[{}]", name.map_or("", |(_, name)| name), self.square))
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::atom(format!("LongWord({})", of.text))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::atom(format!("LongWord({} shr 32)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("QWord({}) shl 32", high.text));
        Expr::joined(&high, "or", low, true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        Expr::atom(format!("QWord({})", half.text))
    }

    fn binary(&self, op: Binary, kind: Type, a: &Expr, b: &Expr) -> Expr {
        let not = Expr::prefix(format!("not {}", b.operand()));
        self.cut(
            kind,
            match op {
                Binary::And => Expr::joined(a, "and", b, true),
                Binary::AndNot => Expr::joined(a, "and", &not, true),
                Binary::Or => Expr::joined(a, "or", b, true),
                Binary::OrNot => Expr::joined(a, "or", &not, true),
                Binary::Xor => Expr::joined(a, "xor", b, true),
                Binary::Add => Expr::joined(a, "+", b, true),
                Binary::Sub => Expr::joined(a, "-", b, false),
                Binary::Mul => Expr::joined(a, "*", b, true),
            },
        )
    }

    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        self.cut(kind, Expr::infix(format!("{} shl {}", a.operand(), by.operand())))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} shr {}", a.operand(), by.operand()))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        Expr::atom(format!("SwapEndian({})", word.text))
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

    fn at(&self, value: Value) {
        self.now.set(value);
    }
}
