//! Operations in; C#'s expressions out. Short types are wider in an expression than where they are stored.

use crate::model::{Binary, Field, Op, Storage, TableRef, Type, Value};
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::{Function, Outline, Reversals, TableName};

/// How a program's parameters, fields and tables are written.
pub(super) struct CSharpSyntax<'a> {
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
pub(super) fn tables(outline: &Outline<'_>, holder: &str) -> Vec<(String, Storage)> {
    let name = |(index, table): (usize, &TableName)| {
        let is_filled = outline.filled.iter().any(|filled| filled.index == index);
        let name = &table.name;
        let name = if is_filled { format!("{holder}.{name}") } else { name.clone() };
        (name, table.storage)
    };
    outline.tables.iter().enumerate().map(name).collect()
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
fn entry(text: String, storage: Storage) -> Expr {
    match storage {
        Storage::Byte | Storage::Short => Expr::prefix(format!("(uint){text}")),
        Storage::Half | Storage::Word => Expr::atom(text),
    }
}

/// What is shifted by: an `int`, which a short type becomes by itself.
fn amount(by: &Expr) -> String {
    match by.text.strip_prefix("(uint)") {
        Some(short) if !short.contains(' ') => short.to_owned(),
        _ if by.text.parse::<u8>().is_ok() => by.text.clone(),
        _ => format!("(int){}", by.operand()),
    }
}

impl Syntax for CSharpSyntax<'_> {
    fn square(&self) -> Expr {
        self.square.clone()
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
        let name = name.map_or("", |(_, name)| name);
        entry(format!("{name}[square]"), field.storage())
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::prefix(format!("(uint){}", of.operand()))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::prefix(format!("(uint)({} >> 32)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("(ulong){} << 32", high.operand()));
        Expr::joined(&high, "|", low, true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        let half = half.text.strip_prefix("(uint)").map_or_else(|| half.operand(), str::to_owned);
        Expr::prefix(format!("(ulong){half}"))
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
        Expr::infix(format!("{} << {}", a.operand(), amount(by)))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", a.operand(), amount(by)))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        let name = self.reversals.bytes.as_deref().unwrap_or("");
        Expr::atom(format!("{name}({})", word.text))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        let name = self.reversals.bits.as_deref().unwrap_or("");
        Expr::atom(format!("{name}({})", word.text))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let (name, storage) = &self.tables[usize::from(table.index)];
        entry(format!("{name}[{}]", index.text), *storage)
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }
}
