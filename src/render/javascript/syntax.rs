//! Operations in; JavaScript's expressions out.
//!
//! A half is a number. What `&`, `|`, `^`, `~`, `<<` and `Math.imul` leave may be below zero, and a sum may be wider
//! than 32 bits: modulo 2^32 each is right, which is all that the next of these operators looks at. Where a number
//! itself counts, as an index or as a result, `>>> 0` makes it what it stands for. Parentheses are those that
//! prettier leaves.

use std::cell::Cell;

use super::dialect::Dialect;
use crate::model::{Binary, Field, Op, Program, TableRef, Type, Value};
use crate::render::bounds::Bounds;
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::Reversals;

/// How a program's parameters, fields and tables are written.
pub(super) struct JsSyntax<'a> {
    pub(super) dialect: &'a Dialect,
    pub(super) program: &'a Program,
    /// How large the program's values become.
    pub(super) bounds: &'a Bounds,
    /// The parameter that is a half.
    pub(super) square: &'static str,
    /// The parameter that is a bigint.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number.
    pub(super) tables: &'a [String],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
    /// Values that functions return, exact.
    pub(super) calls: &'a [Value],
    /// The value that is written.
    pub(super) at: Cell<Value>,
}

/// What comes before and after a bigint that is cut to 64 bits.
const CUT: (&str, &str) = ("BigInt.asUintN(64, ", ")");

fn cut(text: &str) -> Expr {
    Expr::atom(format!("{}{text}{}", CUT.0, CUT.1))
}

fn call(function: &str, argument: &Expr) -> Expr {
    Expr::atom(format!("{function}({})", argument.text))
}

impl JsSyntax<'_> {
    /// True where the number is the half that it stands for, not just modulo 2^32.
    fn is_exact(&self, value: Value) -> bool {
        if self.calls.contains(&value) {
            return true;
        }
        let is_short = || i32::try_from(self.bounds.most(value)).is_ok();
        match self.program.op(value) {
            Op::Binary(Binary::Add, a, b) => {
                !self.bounds.wraps(value) && self.is_exact(a) && self.is_exact(b)
            }
            Op::Binary(Binary::Sub | Binary::OrNot, ..)
            | Op::ReverseBytes(_)
            | Op::ReverseBits(_) => false,
            Op::Binary(..) | Op::Shl(..) => is_short(),
            _ => true,
        }
    }

    /// A half as the number that it is.
    pub(super) fn exact(&self, value: Value, half: &Expr) -> Expr {
        if self.program.type_of(value) == Type::Word || self.is_exact(value) {
            half.clone()
        } else {
            Expr::infix(format!("{} >>> 0", half.operand()))
        }
    }

    /// The operands of what is written.
    fn operands(&self) -> (Value, Value) {
        let mut operands = self.program.op(self.at.get()).operands();
        let first = operands.next().unwrap_or(Value(0));
        (first, operands.next().unwrap_or(first))
    }

    /// True where a product is that of plain numbers.
    fn is_plain_product(&self, value: Value) -> bool {
        let Op::Binary(Binary::Mul, a, b) = self.program.op(value) else { return false };
        let is_short = i32::try_from(self.bounds.most(value)).is_ok() && !self.bounds.wraps(value);
        is_short && self.is_exact(a) && self.is_exact(b)
    }

    /// An operand of a sum: a product before or behind it needs no parentheses, nor does a sum before it.
    fn summand(&self, value: Value, of: &Expr, is_first: bool) -> String {
        let is_sum = matches!(self.program.op(value), Op::Binary(Binary::Add | Binary::Sub, ..));
        if self.is_plain_product(value) || (is_first && is_sum) {
            of.text.clone()
        } else {
            of.operand()
        }
    }

    fn sum(&self, a: &Expr, sign: &str, b: &Expr) -> Expr {
        let (first, second) = self.operands();
        let (a, b) = (self.summand(first, a, true), self.summand(second, b, false));
        Expr::infix(format!("{a} {sign} {b}"))
    }

    fn is_zero(&self, value: Value) -> bool {
        matches!(self.program.op(value), Op::Const(0, _))
    }

    fn half(&self, op: Binary, a: &Expr, b: &Expr) -> Expr {
        match op {
            Binary::Add => self.sum(a, "+", b),
            Binary::Sub if self.is_zero(self.operands().0) => {
                Expr::prefix(format!("-{}", b.operand()))
            }
            Binary::Sub => self.sum(a, "-", b),
            Binary::Mul if self.is_plain_product(self.at.get()) => {
                Expr::infix(format!("{} * {}", a.operand(), b.operand()))
            }
            Binary::Mul => Expr::atom(format!("Math.imul({}, {})", a.text, b.text)),
            _ => Self::bits(op, a, b),
        }
    }

    fn bits(op: Binary, a: &Expr, b: &Expr) -> Expr {
        let not = || Expr::prefix(format!("~{}", b.operand()));
        match op {
            Binary::And => Expr::joined(a, "&", b, true),
            Binary::AndNot => Expr::joined(a, "&", &not(), true),
            Binary::Or => Expr::joined(a, "|", b, true),
            Binary::OrNot => Expr::joined(a, "|", &not(), true),
            _ => Expr::joined(a, "^", b, true),
        }
    }

    fn word(&self, op: Binary, a: &Expr, b: &Expr) -> Expr {
        let whole = match op {
            Binary::OrNot => Self::bits(op, a, b),
            Binary::Add => self.sum(a, "+", b),
            Binary::Sub if self.is_zero(self.operands().0) => {
                Expr::prefix(format!("-{}", b.operand()))
            }
            Binary::Sub => self.sum(a, "-", b),
            Binary::Mul => Expr::infix(format!("{} * {}", a.operand(), b.operand())),
            Binary::And => {
                // What the first hasn't is cut off anyway: `word & -word`.
                let inner = b.text.strip_prefix(CUT.0).and_then(|text| text.strip_suffix(CUT.1));
                let negative = inner.filter(|text| text.starts_with('-'));
                return match negative {
                    Some(negative) => Self::bits(op, a, &Expr::prefix(negative)),
                    None => Self::bits(op, a, b),
                };
            }
            _ => return Self::bits(op, a, b),
        };
        if self.bounds.wraps(self.at.get()) { cut(&whole.text) } else { whole }
    }

    /// What a word is shifted by.
    fn places(by: &Expr) -> String {
        if by.text.parse::<u8>().is_ok() {
            format!("{}n", by.text)
        } else {
            format!("BigInt({})", by.text)
        }
    }

    /// One half of a word that is read.
    fn half_of(&self, of: &Expr, is_high: bool) -> Expr {
        let place = |of: &str| {
            let low = format!("2 * {of}");
            if is_high { format!("{low} + 1") } else { low }
        };
        match self.program.op(self.operands().0) {
            Op::Occupied => Expr::atom(if is_high { "hi" } else { "lo" }),
            Op::Load(table, _) => {
                let name = &self.tables[usize::from(table.index)];
                Expr::atom(self.dialect.entry(name, &place(&of.operand())))
            }
            _ => Expr::atom(self.dialect.entry(&of.text, &place(self.square))),
        }
    }
}

impl Syntax for JsSyntax<'_> {
    fn at(&self, value: Value) {
        self.at.set(value);
    }

    fn square(&self) -> Expr {
        Expr::atom(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word if value > 64 => format!("0x{:016x}n", Digits(value)),
            Type::Half if value > 64 => format!("0x{:x}", Digits(value)),
            Type::Word => format!("{value}n"),
            Type::Half => value.to_string(),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let name = self.fields.iter().find(|(other, _)| *other == field);
        let name = name.map_or("", |(_, name)| name);
        if self.dialect.numbers(field.storage()) == 2 {
            // Only its halves are read.
            return Expr::atom(name);
        }
        Expr::atom(self.dialect.entry(name, self.square))
    }

    fn low(&self, of: &Expr) -> Expr {
        if !self.dialect.has_words {
            return self.half_of(of, false);
        }
        if u32::try_from(self.bounds.most(self.operands().0)).is_ok() {
            return call("Number", of);
        }
        Expr::atom(format!("Number(BigInt.asUintN(32, {}))", of.text))
    }

    fn high(&self, of: &Expr) -> Expr {
        if !self.dialect.has_words {
            return self.half_of(of, true);
        }
        Expr::atom(format!("Number({} >> 32n)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let (first, second) = self.operands();
        let (low, high) = (self.exact(first, low), self.exact(second, high));
        if !self.dialect.has_words {
            return Expr::atom(format!("{{ lo: {}, hi: {} }}", low.text, high.text));
        }
        let high = Expr::infix(format!("{} << 32n", call("BigInt", &high).text));
        Expr::joined(&high, "|", &call("BigInt", &low), true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        call("BigInt", &self.exact(self.operands().0, half))
    }

    fn binary(&self, op: Binary, kind: Type, a: &Expr, b: &Expr) -> Expr {
        match kind {
            Type::Word => self.word(op, a, b),
            Type::Half => self.half(op, a, b),
        }
    }

    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        if kind == Type::Half {
            return Expr::infix(format!("{} << {}", a.operand(), by.operand()));
        }
        let shifted = format!("{} << {}", a.operand(), Self::places(by));
        if self.bounds.wraps(self.at.get()) { cut(&shifted) } else { Expr::infix(shifted) }
    }

    fn shr(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        if kind == Type::Half {
            return Expr::infix(format!("{} >>> {}", a.operand(), by.operand()));
        }
        Expr::infix(format!("{} >> {}", a.operand(), Self::places(by)))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        call(self.reversals.bytes.as_deref().unwrap_or(""), word)
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        call(self.reversals.bits.as_deref().unwrap_or(""), word)
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let index = self.exact(self.operands().0, index);
        if table.kind == Type::Word && !self.dialect.has_words {
            // Only its halves are read: what becomes a variable is where they stand.
            return index;
        }
        Expr::atom(self.dialect.entry(&self.tables[usize::from(table.index)], &index.text))
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }
}
