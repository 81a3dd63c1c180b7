//! Operations of a lookup program in; Rust expressions out.
//!
//! A position in a table is a `usize` from the beginning; other halves are `u32`.

use std::cell::Cell;

use crate::model::{Binary, Field, Type};
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::{Decimal, Hex, Literal};

/// A bitboard or factor.
pub(super) const HEX: Hex = Hex { prefix: "0x", suffix: "", digits: 16, grouped: true };

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

/// Fields, with their names as variables and as tables.
pub(super) const FIELDS: [(Field, &str, &str); 4] = [
    (Field::Mask, "mask", "masks"),
    (Field::Factor, "factor", "factors"),
    (Field::Shift, "shift", "shifts"),
    (Field::Offset, "offset", "offsets"),
];

/// A field's place in [`FIELDS`].
pub(super) fn place(field: Field) -> usize {
    FIELDS.iter().position(|(other, ..)| *other == field).unwrap_or(0)
}

/// How the attack table is read.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// What is indexed: a static, or the call that fills and returns it.
    pub(super) text: String,
    /// The length of a row, where the table is filled and so has one dimension whatever the variant's.
    pub(super) flat_row: Option<usize>,
    /// True where entries are atomic.
    pub(super) is_atomic: bool,
    /// True where the index isn't checked again.
    pub(super) is_unchecked: bool,
}

/// How a piece's lookup is written.
#[derive(Debug)]
pub(super) struct RustSyntax<'a> {
    /// How fields of the square are written, in the order of [`FIELDS`].
    pub(super) fields: &'a [String; 4],
    /// Where attack sets are.
    pub(super) table: &'a Table,
    /// True where no sum of an offset and an index is beyond 32 bits.
    pub(super) sums_fit: bool,
    /// Set where a word is narrowed that a lint can't see to be small.
    pub(super) narrows: &'a Cell<bool>,
    /// Set where an argument is wider than rustfmt leaves in one line.
    pub(super) is_wide: &'a Cell<bool>,
}

impl RustSyntax<'_> {
    fn method(&self, a: &Expr, name: &str, b: &Expr) -> Expr {
        if b.text.len() > super::lines::ARGUMENTS {
            self.is_wide.set(true);
        }
        Expr::atom(format!("{}.{name}({})", a.postfix(), b.text))
    }

    fn entry(&self, table: &str, index: &str) -> Expr {
        let entry = if self.table.is_unchecked {
            Expr::prefix(format!("{table}.get_unchecked({index})"))
        } else {
            Expr::atom(format!("{table}[{index}]"))
        };
        let value = if self.table.is_atomic {
            format!("{}.load(core::sync::atomic::Ordering::Relaxed)", entry.text)
        } else if self.table.is_unchecked {
            format!("*{}", entry.text)
        } else {
            entry.text
        };
        Expr::atom(if self.table.is_unchecked { format!("unsafe {{ {value} }}") } else { value })
    }
}

impl Syntax for RustSyntax<'_> {
    fn square(&self) -> Expr {
        self.narrows.set(true);
        Expr::prefix("square as u32")
    }

    fn occupied(&self) -> Expr {
        Expr::atom("occupied")
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word => literal(&HEX, value),
            Type::Half => decimal(value),
        })
    }

    fn field(&self, field: Field) -> Expr {
        Expr::atom(self.fields[place(field)].as_str())
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::prefix(format!("({} & 0xffff_ffff) as u32", of.operand()))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::prefix(format!("({} >> 32) as u32", of.postfix()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        Expr::infix(format!("(u64::from({}) << 32) | u64::from({})", high.text, low.text))
    }

    fn binary(&self, op: Binary, _: Type, a: &Expr, b: &Expr) -> Expr {
        let infix =
            |operator: &str| Expr::infix(format!("{} {operator} {}", a.operand(), b.operand()));
        match op {
            Binary::And => infix("&"),
            Binary::AndNot => Expr::infix(format!("{} & !{}", a.operand(), b.postfix())),
            Binary::Or => infix("|"),
            Binary::Xor => infix("^"),
            Binary::Add => self.method(a, "wrapping_add", b),
            Binary::Sub => self.method(a, "wrapping_sub", b),
            Binary::Mul => self.method(a, "wrapping_mul", b),
        }
    }

    fn shl(&self, _: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} << {}", a.postfix(), by.operand()))
    }

    fn shr(&self, _: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", a.postfix(), by.operand()))
    }

    fn load(&self, index: &Expr) -> Expr {
        self.entry(&self.table.text, &index.text)
    }

    fn load_row(&self, index: &Expr) -> Expr {
        match self.table.flat_row {
            None => self.entry(&format!("{}[square]", self.table.text), &index.text),
            Some(row) => self.entry(&self.table.text, &flat(row, &index.text)),
        }
    }

    fn low_as_index(&self, of: &Expr) -> Expr {
        // Lints see how much a constant shift leaves.
        if of.text.rsplit_once(">> ").is_none_or(|(_, by)| by.parse::<u8>().is_err()) {
            self.narrows.set(true);
        }
        Expr::prefix(format!("{} as usize", of.postfix()))
    }

    fn as_index(&self, half: &Expr) -> Expr {
        Expr::prefix(format!("{} as usize", half.postfix()))
    }

    fn add_index(&self, a: &Expr, b: &Expr) -> Expr {
        if self.sums_fit {
            Expr::infix(format!("{} + {}", a.operand(), b.operand()))
        } else {
            Expr::infix(format!("{}.wrapping_add({}) & 0xffff_ffff", a.postfix(), b.text))
        }
    }
}

/// The position of an index in the square's row, in a table of one dimension.
pub(super) fn flat(row: usize, index: &str) -> String {
    format!("square * {} + {index}", decimal(row as u64))
}
