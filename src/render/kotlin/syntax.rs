//! Operations in; Kotlin's expressions out. A word is a `Long`, a half an `Int`; both wrap.

use crate::model::{Binary, Field, Storage, TableRef, Type};
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::Array;

/// How a program's parameters, fields and tables are written.
pub(super) struct KotlinSyntax<'a> {
    /// The parameter of type `Int`: a square, or a short word that is scanned.
    pub(super) square: &'static str,
    /// The parameter of type `Long`.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, Cells)],
    /// Tables by number.
    pub(super) tables: &'a [Cells],
}

/// An array as expressions read it.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// Its name, with its object where it needs one.
    pub(super) name: String,
    pub(super) storage: Storage,
    /// True where an entry may be stored below zero that isn't.
    pub(super) is_masked: bool,
}

impl Cells {
    pub(super) fn new(name: String, storage: Storage, values: &[u64]) -> Self {
        let most = values.iter().copied().max().unwrap_or(0);
        let is_masked = match storage {
            Storage::Byte => most > 0x7f,
            Storage::Short => most > 0x7fff,
            Storage::Half | Storage::Word => false,
        };
        Self { name, storage, is_masked }
    }

    fn at(&self, index: &str) -> Expr {
        let entry = format!("{}[{index}]", self.name);
        match self.storage {
            Storage::Half | Storage::Word => Expr::atom(entry),
            Storage::Byte if self.is_masked => Expr::infix(format!("{entry}.toInt() and 0xff")),
            Storage::Short if self.is_masked => Expr::infix(format!("{entry}.toInt() and 0xffff")),
            Storage::Byte | Storage::Short => Expr::atom(format!("{entry}.toInt()")),
        }
    }
}

/// `LongArray`
pub(super) const fn array_type(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "ByteArray",
        Storage::Short => "ShortArray",
        Storage::Half => "IntArray",
        Storage::Word => "LongArray",
    }
}

/// The function that makes such an array of numbers.
pub(super) const fn array_of(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "byteArrayOf",
        Storage::Short => "shortArrayOf",
        Storage::Half => "intArrayOf",
        Storage::Word => "longArrayOf",
    }
}

/// The number that is stored: that of the same bits which has a sign.
pub(super) fn stored(array: &Array<'_>, value: u64) -> i64 {
    match array.storage {
        Storage::Byte => i64::from(value as u8 as i8),
        Storage::Short => i64::from(value as u16 as i16),
        Storage::Half => i64::from(value as u32 as i32),
        Storage::Word => value as i64,
    }
}

/// A word in hexadecimal. A literal has no sign, so that those with the highest bit are made of others.
pub(super) fn word(value: u64) -> String {
    let is_negative = value >> 63 != 0;
    let suffix = if is_negative { "uL.toLong()" } else { "L" };
    format!("0x{:016x}{suffix}", Digits(value))
}

fn operator(op: Binary) -> (&'static str, bool) {
    match op {
        Binary::And | Binary::AndNot => ("and", true),
        Binary::Or | Binary::OrNot => ("or", true),
        Binary::Xor => ("xor", true),
        Binary::Add => ("+", true),
        Binary::Sub => ("-", false),
        Binary::Mul => ("*", true),
    }
}

impl Syntax for KotlinSyntax<'_> {
    fn square(&self) -> Expr {
        Expr::atom(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word if value <= 64 => format!("{value}L"),
            Type::Word => word(value),
            Type::Half if value <= 64 => value.to_string(),
            Type::Half if value >> 31 != 0 => format!("0x{:x}u.toInt()", Digits(value)),
            Type::Half => format!("0x{:x}", Digits(value)),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let cells = self.fields.iter().find(|(other, _)| *other == field);
        cells.map_or_else(|| Expr::atom(""), |(_, cells)| cells.at("square"))
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::atom(format!("{}.toInt()", of.postfix()))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::atom(format!("({} ushr 32).toInt()", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("{}.toLong() shl 32", high.postfix()));
        Expr::joined(&high, "or", &self.widen(low), true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        // What is cut to a byte is cut as a word instead.
        if let Some(byte) = half.text.strip_suffix(".toInt() and 0xff") {
            return Expr::infix(format!("{byte}.toLong() and 0xffL"));
        }
        Expr::infix(format!("{}.toLong() and 0xffffffffL", half.postfix()))
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        if op == Binary::Sub && ["0", "0L"].contains(&a.text.as_str()) {
            return Expr::prefix(format!("-{}", b.postfix()));
        }
        let (operator, is_associative) = operator(op);
        if matches!(op, Binary::AndNot | Binary::OrNot) {
            let not = Expr::atom(format!("{}.inv()", b.postfix()));
            return Expr::joined(a, operator, &not, true);
        }
        Expr::joined(a, operator, b, is_associative)
    }

    fn shl(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} shl {}", a.operand(), by.operand()))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} ushr {}", a.operand(), by.operand()))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        self.tables[usize::from(table.index)].at(&index.text)
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        Expr::atom(format!("java.lang.Long.reverseBytes({})", word.text))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        Expr::atom(format!("java.lang.Long.reverse({})", word.text))
    }
}
