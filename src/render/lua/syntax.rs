//! Operations in; Lua's expressions out: operators in 5.4, functions of the bit library on `LuaJIT`'s `uint64_t`.

use std::cell::Cell;

use super::Dialect;
use crate::model::{Binary, Field, Program, TableRef, Type, Value};
use crate::render::bounds::Bounds;
use crate::render::cuts::cuts;
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::Reversals;

/// How a dialect writes operators.
impl Dialect {
    /// A word.
    pub(super) fn word(self, value: u64) -> String {
        let suffix = if self == Self::LuaJit { "ULL" } else { "" };
        if value > 64 {
            format!("0x{:x}{suffix}", Digits(value))
        } else {
            format!("{value}{suffix}")
        }
    }

    pub(super) fn and(self, a: &Expr, b: &Expr) -> Expr {
        self.both("&", "band", a, b)
    }

    pub(super) fn or(self, a: &Expr, b: &Expr) -> Expr {
        self.both("|", "bor", a, b)
    }

    fn both(self, operator: &'static str, function: &str, a: &Expr, b: &Expr) -> Expr {
        match self {
            Self::Lua54 => Expr::joined(a, operator, b, true),
            Self::LuaJit => Expr::atom(format!("{function}({}, {})", a.text, b.text)),
        }
    }

    fn not(self, a: &Expr) -> Expr {
        match self {
            Self::Lua54 => Expr::prefix(format!("~{}", a.operand())),
            Self::LuaJit => Expr::atom(format!("bnot({})", a.text)),
        }
    }

    pub(super) fn shl(self, a: &Expr, by: &Expr) -> Expr {
        match self {
            Self::Lua54 => Expr::infix(format!("{} << {}", a.operand(), by.operand())),
            Self::LuaJit => Expr::atom(format!("lshift({}, {})", a.text, by.text)),
        }
    }

    pub(super) fn shr(self, a: &Expr, by: &Expr) -> Expr {
        match self {
            Self::Lua54 => Expr::infix(format!("{} >> {}", a.operand(), by.operand())),
            Self::LuaJit => Expr::atom(format!("rshift({}, {})", a.text, by.text)),
        }
    }
}

/// How a program's parameters, fields and tables are written. Words wrap in both dialects; halves are words of which
/// the high bits are cut off where they may be other than zero.
pub(super) struct LuaSyntax<'a> {
    dialect: Dialect,
    reads: Reads<'a>,
    program: &'a Program,
    cuts: Vec<Value>,
    at: Cell<Value>,
}

/// What a program reads.
#[derive(Clone, Copy)]
pub(super) struct Reads<'a> {
    /// The parameter of 64 bits.
    pub(super) occupied: &'static str,
    /// The parameter that is a square, or a word of fewer bits.
    pub(super) square: &'static str,
    /// The square's entry of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number.
    pub(super) tables: &'a [String],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
}

impl<'a> LuaSyntax<'a> {
    pub(super) fn new(
        dialect: Dialect,
        reads: Reads<'a>,
        program: &'a Program,
        wanted: Value,
        bounds: &Bounds,
    ) -> Self {
        let cuts = cuts(program, wanted, bounds);
        Self { dialect, reads, program, cuts, at: Cell::new(wanted) }
    }

    /// The value that is written, without the bits beyond its type where it may have any.
    fn cut(&self, expr: Expr) -> Expr {
        let at = self.at.get();
        if self.program.type_of(at) == Type::Word || !self.cuts.contains(&at) {
            return expr;
        }
        self.dialect.and(&expr, &Expr::atom(self.dialect.word(u64::from(u32::MAX))))
    }
}

impl Syntax for LuaSyntax<'_> {
    fn at(&self, value: Value) {
        self.at.set(value);
    }

    fn square(&self) -> Expr {
        Expr::atom(self.reads.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.reads.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            // Beyond 31 bits a plain number has a sign in the bit library.
            Type::Half if value <= 0x7fff_ffff => Dialect::Lua54.word(value),
            _ => self.dialect.word(value),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let name = self.reads.fields.iter().find(|(other, _)| *other == field);
        Expr::atom(name.map_or("", |(_, name)| name))
    }

    fn low(&self, of: &Expr) -> Expr {
        self.cut(of.clone())
    }

    fn high(&self, of: &Expr) -> Expr {
        self.dialect.shr(of, &Expr::atom("32"))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = self.dialect.shl(&self.widen(high), &Expr::atom("32"));
        self.dialect.or(&high, low)
    }

    fn widen(&self, half: &Expr) -> Expr {
        match self.dialect {
            Dialect::Lua54 => half.clone(),
            Dialect::LuaJit => Expr::infix(format!("0ULL + {}", half.operand())),
        }
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        let dialect = self.dialect;
        let is_zero = matches!(a.text.as_str(), "0" | "0ULL");
        self.cut(match op {
            Binary::And => dialect.and(a, b),
            Binary::AndNot => dialect.and(a, &dialect.not(b)),
            Binary::Or => dialect.or(a, b),
            Binary::OrNot => dialect.or(a, &dialect.not(b)),
            Binary::Xor => dialect.both("~", "bxor", a, b),
            Binary::Add => Expr::joined(a, "+", b, true),
            Binary::Sub if is_zero => Expr::prefix(format!("-{}", b.operand())),
            Binary::Sub => Expr::joined(a, "-", b, false),
            Binary::Mul => Expr::joined(a, "*", b, true),
        })
    }

    fn shl(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        self.cut(self.dialect.shl(a, by))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        self.dialect.shr(a, by)
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        let name = match self.dialect {
            Dialect::Lua54 => self.reads.reversals.bytes.as_deref().unwrap_or(""),
            Dialect::LuaJit => "bswap",
        };
        Expr::atom(format!("{name}({})", word.text))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        let name = self.reads.reversals.bits.as_deref().unwrap_or("");
        Expr::atom(format!("{name}({})", word.text))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let name = &self.reads.tables[usize::from(table.index)];
        Expr::atom(format!("{name}[{}]", index.text))
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }
}
