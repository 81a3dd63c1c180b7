//! Operations in; Go's expressions out. Unsigned integers wrap; a shift by less than its operand's width is only
//! known to be one by a mask.

use std::cell::Cell;

use crate::model::{Binary, Field, Op, Program, Storage, TableRef, Type, Value};
use crate::render::bounds::Bounds;
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::TableName;

/// How a program's parameters, fields and tables are written.
pub(super) struct GoSyntax<'a> {
    /// The parameter of type `int`, or the short word that is scanned.
    pub(super) square: Expr,
    /// The parameter of type `uint64`.
    pub(super) occupied: &'static str,
    /// True where the square is masked before, so that it is below 64 for the compiler too.
    pub(super) is_masked: bool,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number.
    pub(super) tables: &'a [TableName],
    /// The program, and how large its values become.
    pub(super) program: &'a Program,
    pub(super) bounds: &'a Bounds,
    /// The value that is written.
    pub(super) current: Cell<Value>,
}

/// The type of an array's entries.
pub(super) const fn element(storage: Storage, is_signed: bool) -> &'static str {
    match storage {
        Storage::Byte if is_signed => "int8",
        Storage::Byte => "uint8",
        Storage::Short => "uint16",
        Storage::Half => "uint32",
        Storage::Word => "uint64",
    }
}

/// The type of a value.
pub(super) const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "uint64",
        Type::Half => "uint32",
    }
}

/// A value as one of another type.
pub(super) fn converted(to: &str, value: &Expr) -> Expr {
    Expr::atom(format!("{to}({})", value.text))
}

/// What a conversion to 32 bits is of.
fn before_half(text: &str) -> Option<&str> {
    text.strip_prefix("uint32(")?.strip_suffix(')')
}

/// An entry of an array in a program.
fn entry(text: String, storage: Storage) -> Expr {
    match storage {
        Storage::Byte | Storage::Short => Expr::atom(format!("uint32({text})")),
        Storage::Half | Storage::Word => Expr::atom(text),
    }
}

impl GoSyntax<'_> {
    /// The operation that makes an operand of the value that is written.
    fn operand(&self, at: usize) -> Option<(Value, Op)> {
        let value = self.program.op(self.current.get()).operands().nth(at)?;
        Some((value, self.program.op(value)))
    }

    /// True where a value is an entry of fewer bits than 32.
    fn is_short(&self, op: Op) -> bool {
        match op {
            Op::Field(field) => field.storage() < Storage::Half,
            Op::Load(table, _) => self.tables[usize::from(table.index)].storage < Storage::Half,
            _ => false,
        }
    }

    /// What is shifted by: any integer, below the width for the compiler to see.
    fn amount(&self, kind: Type, by: &Expr) -> String {
        let last = if kind == Type::Word { 63 } else { 31 };
        let is_known =
            |value: Value| matches!(self.program.op(value), Op::Const(value, _) if value <= last);
        // What a conversion cuts off the mask would cut off as well.
        let text = match before_half(&by.text) {
            Some(wide) if wide.contains(' ') => format!("({wide})"),
            Some(wide) => wide.to_owned(),
            None => by.operand(),
        };
        match self.operand(1) {
            Some((value, _)) if is_known(value) => text,
            Some((_, Op::Square)) if self.is_masked && last == 63 => text,
            Some((_, Op::Binary(Binary::And, _, mask))) if is_known(mask) => text,
            _ => format!("({text} & {last})"),
        }
    }

    fn shift(&self, operator: &str, kind: Type, a: &Expr, by: &Expr) -> Expr {
        let typed = match self.operand(0) {
            Some((_, Op::Const(..))) => converted(type_name(kind), a),
            _ => a.clone(),
        };
        Expr::infix(format!("{} {operator} {}", typed.operand(), self.amount(kind, by)))
    }
}

impl Syntax for GoSyntax<'_> {
    fn square(&self) -> Expr {
        self.square.clone()
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word if value > 64 => format!("0x{:016x}", Digits(value)),
            Type::Half if value > 64 => format!("{:#x}", Digits(value)),
            _ => value.to_string(),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let name = self.fields.iter().find(|(other, _)| *other == field);
        let name = name.map_or("", |(_, name)| name);
        entry(format!("{name}[square]"), field.storage())
    }

    fn low(&self, of: &Expr) -> Expr {
        converted("uint32", of)
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::atom(format!("uint32({} >> 32)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("uint64({}) << 32", high.text));
        Expr::joined(&high, "|", &converted("uint64", low), true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        let is_short = self.operand(0).is_some_and(|(_, op)| self.is_short(op));
        let short = before_half(&half.text).filter(|_| is_short);
        Expr::atom(format!("uint64({})", short.unwrap_or(&half.text)))
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        match op {
            Binary::And => Expr::joined(a, "&", b, true),
            Binary::AndNot => Expr::joined(a, "&^", b, false),
            Binary::Or => Expr::joined(a, "|", b, true),
            Binary::OrNot => Expr::joined(a, "|", &Expr::prefix(format!("^{}", b.operand())), true),
            Binary::Xor => Expr::joined(a, "^", b, true),
            Binary::Add => Expr::joined(a, "+", b, true),
            Binary::Sub if a.text == "0" => Expr::prefix(format!("-{}", b.operand())),
            Binary::Sub => Expr::joined(a, "-", b, false),
            Binary::Mul => Expr::joined(a, "*", b, true),
        }
    }

    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        self.shift("<<", kind, a, by)
    }

    fn shr(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        self.shift(">>", kind, a, by)
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        converted("bits.ReverseBytes64", word)
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        converted("bits.Reverse64", word)
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let table = &self.tables[usize::from(table.index)];
        // Any integer is an index.
        let fits = |of: Value| u32::try_from(self.bounds.most(of)).is_ok();
        let is_short = self.operand(0).is_some_and(|(_, op)| match op {
            Op::Low(of) => fits(of),
            op => self.is_short(op),
        });
        let index = before_half(&index.text).filter(|_| is_short).unwrap_or(&index.text);
        entry(format!("{}[{index}]", table.name), table.storage)
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }

    fn at(&self, value: Value) {
        self.current.set(value);
    }
}
