//! Operations in; Python's expressions out, on an `int` or on arrays of `NumPy`.

use std::cell::Cell;

use crate::model::{Binary, Field, Program, Storage, TableRef, Type, Value};
use crate::render::bounds::Bounds;
use crate::render::cuts::cuts;
use crate::render::expr::{Expr, Syntax};
use crate::render::outline::{Reversals, TableName};

/// What programs of both words read.
#[derive(Clone, Copy)]
pub(super) struct Reads<'a> {
    /// The parameter of 64 bits.
    pub(super) occupied: &'static str,
    /// The parameter that is a square, or a word of fewer bits.
    pub(super) square: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number.
    pub(super) tables: &'a [TableName],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
}

impl Reads<'_> {
    fn field(&self, field: Field) -> &str {
        let name = self.fields.iter().find(|(other, _)| *other == field);
        name.map_or("", |(_, name)| name)
    }

    fn reversed(name: Option<&String>, word: &Expr) -> Expr {
        Expr::atom(format!("{}({})", name.map_or("", |name| name), word.text))
    }
}

/// What both words write alike.
fn binary(op: Binary, a: &Expr, b: &Expr) -> Expr {
    let not = Expr::prefix(format!("~{}", b.operand()));
    match op {
        Binary::And => Expr::joined(a, "&", b, true),
        Binary::AndNot => Expr::joined(a, "&", &not, true),
        Binary::Or => Expr::joined(a, "|", b, true),
        Binary::OrNot => Expr::joined(a, "|", &not, true),
        Binary::Xor => Expr::joined(a, "^", b, true),
        Binary::Add => Expr::joined(a, "+", b, true),
        Binary::Sub if matches!(a.text.as_str(), "0" | "np.uint32(0)" | "np.uint64(0)") => {
            Expr::prefix(format!("-{}", b.operand()))
        }
        Binary::Sub => Expr::joined(a, "-", b, false),
        Binary::Mul => Expr::joined(a, "*", b, true),
    }
}

/// A constant: masks and factors as words are written, numbers as numbers.
pub(super) fn constant(value: u64) -> String {
    let group = |shift: u32| format!("{:04X}", value >> shift & 0xffff);
    match value {
        0..=64 => value.to_string(),
        65..=0xffff => format!("0x{value:X}"),
        0x1_0000..=0xffff_ffff => format!("0x{}_{}", group(16), group(0)),
        _ => format!("0x{}_{}_{}_{}", group(48), group(32), group(16), group(0)),
    }
}

/// Lookups of an `int`.
pub(super) struct Integers<'a> {
    reads: Reads<'a>,
    program: &'a Program,
    cuts: Vec<Value>,
    at: Cell<Value>,
}

impl<'a> Integers<'a> {
    pub(super) fn new(
        reads: Reads<'a>,
        program: &'a Program,
        wanted: Value,
        bounds: &Bounds,
    ) -> Self {
        let cuts = cuts(program, wanted, bounds);
        Self { reads, program, cuts, at: Cell::new(wanted) }
    }

    /// The value that is written, without the bits beyond its type where it may have any.
    fn cut(&self, expr: Expr) -> Expr {
        if !self.cuts.contains(&self.at.get()) {
            return expr;
        }
        let bits = match self.program.type_of(self.at.get()) {
            Type::Word => u64::MAX,
            Type::Half => u64::from(u32::MAX),
        };
        Expr::joined(&expr, "&", &Expr::atom(constant(bits)), true)
    }
}

impl Syntax for Integers<'_> {
    fn at(&self, value: Value) {
        self.at.set(value);
    }

    fn square(&self) -> Expr {
        Expr::atom(self.reads.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.reads.occupied)
    }

    fn constant(&self, value: u64, _kind: Type) -> Expr {
        Expr::atom(constant(value))
    }

    fn field(&self, field: Field) -> Expr {
        Expr::atom(format!("{}[square]", self.reads.field(field)))
    }

    fn low(&self, of: &Expr) -> Expr {
        self.cut(of.clone())
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::infix(format!("{} >> 32", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("{} << 32", high.operand()));
        Expr::joined(&high, "|", low, true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        half.clone()
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        self.cut(binary(op, a, b))
    }

    fn shl(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        self.cut(Expr::infix(format!("{} << {}", a.operand(), by.operand())))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", a.operand(), by.operand()))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        Reads::reversed(self.reads.reversals.bytes.as_ref(), word)
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        Reads::reversed(self.reads.reversals.bits.as_ref(), word)
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let name = &self.reads.tables[usize::from(table.index)].name;
        Expr::atom(format!("{name}[{}]", index.text))
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }
}

/// Lookups of whole arrays. Words are `uint64`, halves `uint32`; both wrap.
pub(super) struct Arrays<'a> {
    pub(super) reads: Reads<'a>,
}

impl Syntax for Arrays<'_> {
    fn square(&self) -> Expr {
        Expr::atom(self.reads.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.reads.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        // An `int` would take the type of what it is combined with, and signs into the eyes of type checkers.
        let kind = if kind == Type::Word { "uint64" } else { "uint32" };
        Expr::atom(format!("np.{kind}({})", constant(value)))
    }

    fn field(&self, field: Field) -> Expr {
        Expr::atom(format!("{}.take(squares)", self.reads.field(field)))
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::atom(format!("{}.astype(np.uint32)", of.postfix()))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::atom(format!("({} >> 32).astype(np.uint32)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("{} << 32", self.widen(high).text));
        Expr::joined(&high, "|", low, true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        Expr::atom(format!("{}.astype(np.uint64)", half.postfix()))
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        binary(op, a, b)
    }

    fn shl(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} << {}", a.operand(), by.operand()))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", a.operand(), by.operand()))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        Expr::atom(format!("{}.byteswap()", word.postfix()))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        Reads::reversed(self.reads.reversals.bits.as_ref(), word)
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let table = &self.reads.tables[usize::from(table.index)];
        let entry = format!("{}.take({})", table.name, index.text);
        match table.storage {
            Storage::Word | Storage::Half => Expr::atom(entry),
            Storage::Byte | Storage::Short => Expr::atom(format!("{entry}.astype(np.uint32)")),
        }
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }
}
