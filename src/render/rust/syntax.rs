//! Operations of a lookup program in; Rust expressions out.

use std::cell::Cell;

use super::kinds::{Kind, Known};
use super::lines::ARGUMENTS;
use super::rows::Row;
use crate::model::{Binary, Field, Op, Program, TableRef, Type, Value};
use crate::render::expr::{Expr, ExprKind, Syntax};
use crate::render::literal::{Decimal, Digits, Hex, Literal};

/// A bitboard or factor.
pub(super) const HEX: Hex = Hex { prefix: "0x", suffix: "", digits: 16, grouped: true };

/// An atomic read: what has been filled is read after the flag that says so.
pub(super) const RELAXED: &str = "core::sync::atomic::Ordering::Relaxed";

/// One literal.
pub(super) fn literal(literal: &impl Literal, value: u64) -> String {
    let mut out = Vec::new();
    literal.write(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

/// A decimal number, grouped.
pub(super) fn decimal(value: u64) -> String {
    literal(&Decimal { width: 0, grouped: true }, value)
}

/// How a table is read.
#[derive(Clone, Debug)]
pub(super) struct TableText {
    /// What is indexed: a static, or the call that fills and returns it.
    pub(super) text: String,
    /// Where the square's row begins, where the table has one dimension whatever the variant's.
    pub(super) row: Option<String>,
    /// True where entries are atomic.
    pub(super) is_atomic: bool,
    /// True where the index isn't checked again.
    pub(super) is_unchecked: bool,
}

/// How a program is written.
#[derive(Debug)]
pub(super) struct RustSyntax<'a> {
    /// The program.
    pub(super) program: &'a Program,
    /// What is known of its values.
    pub(super) known: &'a [Known],
    /// Values that are calls.
    pub(super) calls: &'a [(Value, String)],
    /// Loads that read rows.
    pub(super) rows: &'a [Row],
    /// How fields of the square are written.
    pub(super) fields: &'a [(Field, String)],
    /// By the module's tables: how they are read.
    pub(super) tables: &'a [TableText],
    /// The half parameter.
    pub(super) half: &'a str,
    /// The word parameter.
    pub(super) word: &'a str,
    /// True in a constant function, where `From` can't be called.
    pub(super) is_const: bool,
    /// The value that is written.
    pub(super) at: Cell<Value>,
    /// The most bits of a value that is narrowed where a lint can't see it to be small.
    pub(super) narrowed: Cell<Option<u8>>,
    /// Set where something is wider than rustfmt leaves in one line.
    pub(super) is_wide: Cell<bool>,
}

impl RustSyntax<'_> {
    fn known(&self, value: Value) -> Known {
        self.known[usize::from(value.0)]
    }

    /// The operands of the value that is written.
    fn operands(&self) -> (Known, Known) {
        let mut operands = self.program.op(self.at.get()).operands().map(|of| self.known(of));
        let none = Known { kind: Kind::Literal, bits: 64, seen: 64 };
        (operands.next().unwrap_or(none), operands.next().unwrap_or(none))
    }

    /// An operand of the value that is written, in hexadecimal where it is a number of some length.
    fn bits(&self, expr: &Expr, operand: usize) -> Expr {
        let of = self.program.op(self.at.get()).operands().nth(operand);
        match of.map(|of| self.program.op(of)) {
            Some(Op::Const(value, Type::Half)) if value > 0xffff => {
                Expr::atom(literal(&Hex { digits: 8, ..HEX }, value))
            }
            Some(Op::Const(value, Type::Half)) if value > 9 => {
                Expr::atom(format!("{:#x}", Digits(value)))
            }
            _ => expr.clone(),
        }
    }

    fn narrow(&self, bits: u8) {
        self.narrowed.set(self.narrowed.get().max(Some(bits)));
    }

    /// An expression in another type.
    pub(super) fn convert(&self, expr: &Expr, from: Known, to: Kind) -> Expr {
        match (from.kind, to) {
            (Kind::Literal, Kind::U64) => Expr::atom(format!("{}_u64", expr.text)),
            (Kind::Literal, _) => expr.clone(),
            (from, to) if from == to => expr.clone(),
            (Kind::U8 | Kind::U16, Kind::U16 | Kind::U32 | Kind::Usize)
            | (Kind::U8 | Kind::U16 | Kind::U32, Kind::U64)
                if !self.is_const =>
            {
                Expr::atom(format!("{}::from({})", to.name(), expr.text))
            }
            (kind, to) => {
                let is_lossless = kind < to && (kind, to) != (Kind::U64, Kind::Usize);
                let is_seen = match kind {
                    Kind::U64 if to == Kind::Usize => from.seen < 64,
                    Kind::Usize => to == Kind::U64,
                    _ => from.seen <= 32,
                };
                if !is_lossless && !is_seen {
                    self.narrow(from.bits);
                }
                Expr::prefix(format!("{} as {}", expr.postfix(), to.name()))
            }
        }
    }

    fn method(&self, a: &Expr, name: &str, b: &str) -> Expr {
        let text = format!("{}.{name}({b})", a.postfix());
        let is_chain = a.kind == ExprKind::Atom && a.text.ends_with(')') && a.text.contains('.');
        if b.len() > ARGUMENTS || is_chain && text.len() > ARGUMENTS {
            self.is_wide.set(true);
        }
        Expr::atom(text)
    }

    fn call(&self, name: &str, arguments: &[&Expr]) -> Expr {
        let arguments: Vec<&str> = arguments.iter().map(|one| one.text.as_str()).collect();
        let list = arguments.join(", ");
        if list.len() > ARGUMENTS {
            self.is_wide.set(true);
        }
        Expr::atom(format!("{name}({list})"))
    }

    fn entry(table: &TableText, indexed: &str, index: &str) -> Expr {
        if table.is_unchecked {
            // An atomic entry is read by whoever prints the variable.
            let value = format!("{indexed}.get_unchecked({index})");
            let value = if table.is_atomic { value } else { format!("*{value}") };
            return Expr::atom(format!("unsafe {{ {value} }}"));
        }
        let entry = format!("{indexed}[{index}]");
        Expr::atom(if table.is_atomic { format!("{entry}.load({RELAXED})") } else { entry })
    }

    fn half_of(&self, word: &Expr, bits: u8) -> Expr {
        let of = self.operands().0;
        let to = self.known(self.at.get()).kind;
        let from = Known { kind: Kind::U64, bits, ..of };
        if to == Kind::U64 {
            return word.clone();
        }
        // What has been shifted to the right is an index, whatever is left of it.
        let mut operands = self.program.op(self.at.get()).operands();
        let is_shifted = operands.any(|of| matches!(self.program.op(of), Op::Shr(..)));
        if bits <= 32 && (to == Kind::Usize || is_shifted) {
            return self.convert(word, from, to);
        }
        if of.seen <= 32 {
            return self.convert(word, from, to);
        }
        let masked = Expr::infix(format!("{} & 0xffff_ffff", word.operand()));
        self.convert(&masked, Known { seen: from.seen.min(32), ..from }, to)
    }
}

impl Syntax for RustSyntax<'_> {
    fn at(&self, value: Value) {
        self.at.set(value);
    }

    fn square(&self) -> Expr {
        Expr::atom(self.half)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.word)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Half => decimal(value),
            Type::Word if value < 2 => format!("{value}_u64"),
            Type::Word if value <= 0xffff => format!("{:#x}", Digits(value)),
            Type::Word => literal(&HEX, value),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let text = self.fields.iter().find(|(other, _)| *other == field);
        Expr::atom(text.map_or("", |(_, text)| text))
    }

    fn low(&self, of: &Expr) -> Expr {
        self.half_of(of, self.operands().0.bits)
    }

    fn high(&self, of: &Expr) -> Expr {
        let word = Expr::infix(format!("{} >> 32", of.postfix()));
        let to = self.known(self.at.get()).kind;
        let from = Known { kind: Kind::U64, bits: 32, seen: 32 };
        self.convert(&word, from, to)
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let (of_low, of_high) = self.operands();
        let low = self.convert(low, of_low, Kind::U64);
        let high = self.convert(high, of_high, Kind::U64);
        Expr::infix(format!("({} << 32) | {}", high.postfix(), low.operand()))
    }

    fn widen(&self, half: &Expr) -> Expr {
        self.convert(half, self.operands().0, Kind::U64)
    }

    fn binary(&self, op: Binary, _: Type, a: &Expr, b: &Expr) -> Expr {
        let value = self.at.get();
        if let Some((_, call)) = self.calls.iter().find(|(at, _)| *at == value) {
            return Expr::atom(call.as_str());
        }
        let (of_a, of_b) = self.operands();
        let kind = self.known(value).kind;
        let (a, b) = match op {
            // A sum counts; everything else is about bits.
            Binary::Add | Binary::Sub => (a.clone(), b.clone()),
            _ => (self.bits(a, 0), self.bits(b, 1)),
        };
        let (a, b) = (self.convert(&a, of_a, kind), self.convert(&b, of_b, kind));
        let infix =
            |operator: &str| Expr::infix(format!("{} {operator} {}", a.operand(), b.operand()));
        let is_zero = || {
            let mut operands = self.program.op(value).operands();
            operands.next().is_some_and(|of| matches!(self.program.op(of), Op::Const(0, _)))
        };
        match op {
            Binary::And => infix("&"),
            Binary::AndNot => Expr::infix(format!("{} & !{}", a.operand(), b.postfix())),
            Binary::Or => infix("|"),
            Binary::OrNot => Expr::infix(format!("{} | !{}", a.operand(), b.postfix())),
            Binary::Xor => infix("^"),
            Binary::Add if kind == Kind::Usize => infix("+"),
            Binary::Add => self.method(&a, "wrapping_add", &b.text),
            Binary::Sub if is_zero() => self.method(&b, "wrapping_neg", ""),
            Binary::Sub => self.method(&a, "wrapping_sub", &b.text),
            Binary::Mul => self.method(&a, "wrapping_mul", &b.text),
        }
    }

    fn shl(&self, _: Type, a: &Expr, by: &Expr) -> Expr {
        let a = self.convert(a, self.operands().0, self.known(self.at.get()).kind);
        Expr::infix(format!("{} << {}", a.postfix(), by.operand()))
    }

    fn shr(&self, _: Type, a: &Expr, by: &Expr) -> Expr {
        let shifted = Expr::infix(format!("{} >> {}", a.postfix(), by.operand()));
        let value = self.known(self.at.get());
        let from = Known { kind: self.operands().0.kind, ..value };
        self.convert(&shifted, from, value.kind)
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let index = self.convert(index, self.operands().0, Kind::Usize);
        let table = &self.tables[usize::from(table.index)];
        Self::entry(table, &table.text, &index.text)
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        let Op::LoadRow(_, of) = self.program.op(self.at.get()) else { return index.clone() };
        let index = self.convert(index, self.known(of), Kind::Usize);
        let table = &self.tables[usize::from(table.index)];
        if let Some(row) = self.rows.iter().find(|row| row.load == self.at.get()) {
            let text = format!("{}[square]", row.name);
            return match (row.is_open, table.is_unchecked) {
                (true, true) => Self::entry(table, &text, &index.text),
                (true, false) => Expr::atom(format!(
                    "{text}[{} & {:#x}]",
                    index.operand(),
                    Digits(row.length - 1)
                )),
                (false, _) => Expr::atom(format!("{text}[{}]", index.text)),
            };
        }
        let is_called = self.calls.iter().any(|(at, _)| *at == of);
        match &table.row {
            _ if is_called => Self::entry(table, &table.text, &index.text),
            Some(row) => Self::entry(table, &table.text, &format!("{row} + {}", index.operand())),
            None => Self::entry(table, &format!("{}[square]", table.text), &index.text),
        }
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        self.method(word, "swap_bytes", "")
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        self.method(word, "reverse_bits", "")
    }

    fn extract(&self, word: &Expr, mask: &Expr) -> Expr {
        self.call("extract", &[word, mask])
    }

    fn deposit(&self, word: &Expr, mask: &Expr) -> Expr {
        self.call("deposit", &[word, mask])
    }
}
