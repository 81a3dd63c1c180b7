//! Operations in; Zig's expressions out. Entries have as many bits as their values need; a shift is by as many bits as
//! number its operand's.

use std::cell::Cell;

use crate::model::{
    Binary, Field, Module, Op, Program, Role, Storage, TableRef, TableRole, Type, Value,
};
use crate::render::bounds::Bounds;
use crate::render::expr::{Expr, ExprKind, Syntax};
use crate::render::literal::Digits;

/// How a program's parameters, fields and tables are written.
pub(super) struct ZigSyntax<'a> {
    /// The parameter of type `u6`, or the short word that is scanned.
    pub(super) square: Expr,
    /// The parameter of type `u64`.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number, with the types of their entries.
    pub(super) tables: &'a [(&'a str, &'static str)],
    /// The program, and how large its values become.
    pub(super) program: &'a Program,
    pub(super) bounds: &'a Bounds,
    /// The value that is written.
    pub(super) current: Cell<Value>,
}

/// The type of an entry of a width.
pub(super) const fn element(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "u8",
        Storage::Short => "u16",
        Storage::Half => "u32",
        Storage::Word => "u64",
    }
}

/// The type of a table's entries: bit indices have no more bits than they need.
pub(super) fn element_of_table(module: &Module, index: usize) -> &'static str {
    match module.tables[index].role {
        TableRole::Scan(width) => index_type(width),
        _ => element(module.tables[index].storage),
    }
}

/// The type of the index of a bit in a word of a width.
pub(super) const fn index_type(width: u8) -> &'static str {
    match width {
        8 => "u3",
        16 => "u4",
        32 => "u5",
        _ => "u6",
    }
}

/// The type of a field's entries: what words and halves are shifted by has its own.
pub(super) fn element_of_field(program: &Program, field: Field) -> &'static str {
    if !matches!(field.role, Role::Shift | Role::Before) {
        return element(field.storage());
    }
    let shifts_half = |value: Value| match program.op(value) {
        Op::Shl(a, by) | Op::Shr(a, by) => {
            program.op(by) == Op::Field(field) && program.type_of(a) == Type::Half
        }
        _ => false,
    };
    index_type(if program.values().any(shifts_half) { 32 } else { 64 })
}

/// The type of a value.
pub(super) const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "u64",
        Type::Half => "u32",
    }
}

/// A value as one of another type.
fn converted(to: &str, value: &str) -> Expr {
    Expr::atom(format!("@as({to}, {value})"))
}

/// What an expression is before it becomes one of a type.
pub(super) fn before<'a>(to: &str, expr: &'a Expr) -> Option<&'a str> {
    let is_whole = expr.kind == ExprKind::Atom;
    let inner = expr.text.strip_prefix("@as(")?.strip_prefix(to)?.strip_prefix(", ")?;
    inner.strip_suffix(')').filter(|_| is_whole)
}

/// An entry of an array in a program.
fn entry(text: &str, element: &str) -> Expr {
    if ["u32", "u64"].contains(&element) { Expr::atom(text) } else { converted("u32", text) }
}

impl ZigSyntax<'_> {
    /// The operation that makes an operand of the value that is written.
    fn operand(&self, at: usize) -> Option<Op> {
        let value = self.program.op(self.current.get()).operands().nth(at)?;
        Some(self.program.op(value))
    }

    /// A literal with a type, so that it has one where nothing else gives it one.
    fn typed(&self, at: usize, kind: Type, expr: &Expr) -> Expr {
        match self.operand(at) {
            Some(Op::Const(..)) => converted(type_name(kind), &expr.text),
            _ => expr.clone(),
        }
    }

    /// What is shifted by, of the type that numbers the operand's bits.
    fn amount(&self, kind: Type, by: &Expr) -> String {
        let own = if kind == Type::Word { "u6" } else { "u5" };
        let inner = before("u32", by).unwrap_or(&by.text);
        match self.operand(1) {
            Some(Op::Const(..)) => by.text.clone(),
            Some(Op::Field(field)) if element_of_field(self.program, field) == own => {
                inner.to_owned()
            }
            Some(Op::Square) if own == "u6" => inner.to_owned(),
            _ if inner.starts_with("@truncate(") => inner.to_owned(),
            _ => format!("@intCast({inner})"),
        }
    }

    fn shift(&self, operator: &str, kind: Type, a: &Expr, by: &Expr) -> Expr {
        let a = self.typed(0, kind, a);
        Expr::infix(format!("{} {operator} {}", a.operand(), self.amount(kind, by)))
    }

    /// An operator, or its form that wraps where that makes a difference.
    fn wrapping(&self, plain: &'static str, wrapping: &'static str) -> &'static str {
        if self.bounds.wraps(self.current.get()) { wrapping } else { plain }
    }
}

impl Syntax for ZigSyntax<'_> {
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
        entry(&format!("{name}[sq]"), element_of_field(self.program, field))
    }

    fn low(&self, of: &Expr) -> Expr {
        converted("u32", &format!("@truncate({})", of.text))
    }

    fn high(&self, of: &Expr) -> Expr {
        converted("u32", &format!("@truncate({} >> 32)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("{} << 32", converted("u64", &high.text).text));
        Expr::joined(&high, "|", low, true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        let entry = before("u32", half).filter(|inner| !inner.starts_with('@'));
        converted("u64", entry.unwrap_or(&half.text))
    }

    fn binary(&self, op: Binary, kind: Type, a: &Expr, b: &Expr) -> Expr {
        let not = || Expr::prefix(format!("~{}", self.typed(1, kind, b).operand()));
        match op {
            Binary::And => Expr::joined(a, "&", b, true),
            Binary::AndNot => Expr::joined(a, "&", &not(), true),
            Binary::Or => Expr::joined(a, "|", b, true),
            Binary::OrNot => Expr::joined(a, "|", &not(), true),
            Binary::Xor => Expr::joined(a, "^", b, true),
            Binary::Add => Expr::joined(a, self.wrapping("+", "+%"), b, true),
            Binary::Sub if a.text == "0" => Expr::prefix(format!("-%{}", b.operand())),
            Binary::Sub => Expr::joined(a, self.wrapping("-", "-%"), b, false),
            Binary::Mul => Expr::joined(a, self.wrapping("*", "*%"), b, true),
        }
    }

    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        self.shift("<<", kind, a, by)
    }

    fn shr(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        self.shift(">>", kind, a, by)
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        Expr::atom(format!("@byteSwap({})", word.text))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        Expr::atom(format!("@bitReverse({})", word.text))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let (name, element) = &self.tables[usize::from(table.index)];
        // Any unsigned integer that is no wider than an address is an index.
        let short = before("u32", index).filter(|inner| !inner.starts_with('@'));
        entry(&format!("{name}[{}]", short.unwrap_or(&index.text)), element)
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }

    fn at(&self, value: Value) {
        self.current.set(value);
    }
}
