//! Operations in; Java's expressions out. There are no unsigned types: shifts to the right are `>>>`.

use crate::model::{Binary, Case, Field, Fields, Storage, Table, TableRef, Type};
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;

/// How a program's parameters, fields and tables are written.
#[derive(Clone, Debug)]
pub(super) struct JavaSyntax {
    /// The parameter of type `int`: a square, or a short word that is scanned.
    pub(super) square: &'static str,
    /// The parameter of type `long`.
    pub(super) occupied: &'static str,
    /// A square's entry of each field.
    pub(super) fields: Vec<(Field, Expr)>,
    /// Tables, in the module's order.
    pub(super) tables: Vec<Cells>,
}

/// An array as expressions read it.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// Its name, with its class where it needs one.
    pub(super) name: String,
    /// True where an entry above 127 is stored as a negative byte.
    pub(super) is_masked: bool,
}

impl Cells {
    /// The array of a table.
    pub(super) fn of_table(name: String, table: &Table) -> Self {
        Self { name, is_masked: is_masked(table.storage, &table.entries) }
    }

    fn at(&self, index: &str) -> Expr {
        let entry = format!("{}[{index}]", self.name);
        if self.is_masked { Expr::infix(format!("{entry} & 0xff")) } else { Expr::atom(entry) }
    }
}

/// The type of an array's elements. `char` is the one that has 16 bits and no sign.
pub(super) const fn element(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "byte",
        Storage::Short => "char",
        Storage::Half => "int",
        Storage::Word => "long",
    }
}

/// True where some of these values become negative when they are stored.
pub(super) fn is_masked(storage: Storage, values: &[u64]) -> bool {
    storage == Storage::Byte && values.iter().any(|value| *value > 127)
}

impl JavaSyntax {
    /// A lookup's, where `name` says how a field's array is written.
    pub(super) fn new(fields: &Fields, name: impl Fn(Field) -> String, tables: Vec<Cells>) -> Self {
        let entry = |column: &crate::model::Column| {
            let is_masked = is_masked(column.field.storage(), &column.values);
            let cells = Cells { name: name(column.field), is_masked };
            (column.field, cells.at("square"))
        };
        let fields = fields.columns().iter().map(entry).collect();
        Self { square: "square", occupied: "occupied", fields, tables }
    }

    /// For a comment: fields by their plain names, and no tables.
    pub(super) fn plain() -> Self {
        Self { square: "square", occupied: "occupied", fields: Vec::new(), tables: Vec::new() }
    }

    /// A bit scan's.
    pub(super) fn scan(parameter: &'static str, tables: Vec<Cells>) -> Self {
        Self { square: parameter, occupied: parameter, fields: Vec::new(), tables }
    }

    fn cells(&self, table: TableRef, index: &str) -> Expr {
        let cells = self.tables.get(usize::from(table.index));
        cells.map_or_else(|| Expr::atom(format!("table[{index}]")), |cells| cells.at(index))
    }
}

/// A variable's name.
pub(super) fn camel(name: &str) -> String {
    Case::Camel.join(&[name])
}

/// The operator that an expression of two operands is about: all outside parentheses are alike.
pub(super) fn top_operator(text: &str) -> Option<&str> {
    let mut depth = 0_i32;
    text.split(' ').find(|word| {
        let is_outside = depth == 0;
        for c in word.chars() {
            depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        }
        is_outside && !word.is_empty() && word.chars().all(|c| "&|^+-*<>".contains(c))
    })
}

/// An operand before an operator: a chain of one associative operator needs no parentheses.
fn first_operand(operator: &str, operand: &Expr) -> String {
    let is_chain = top_operator(&operand.text) == Some(operator)
        && ["&", "|", "^", "+", "*"].contains(&operator);
    if is_chain { operand.text.clone() } else { operand.operand() }
}

impl Syntax for JavaSyntax {
    fn square(&self) -> Expr {
        Expr::atom(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word if value <= 64 => format!("{value}L"),
            Type::Word => format!("0x{:016x}L", Digits(value)),
            Type::Half if value <= 64 => value.to_string(),
            Type::Half => format!("0x{:x}", Digits(value)),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let written = self.fields.iter().find(|(other, _)| *other == field);
        written.map_or_else(|| Expr::atom(camel(&field.singular())), |(_, expr)| expr.clone())
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::prefix(format!("(int) {}", of.operand()))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::prefix(format!("(int) ({} >>> 32)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let (low, high) = (low.operand(), high.operand());
        Expr::infix(format!("((long) {high} << 32) | ({low} & 0xffffffffL)"))
    }

    fn widen(&self, half: &Expr) -> Expr {
        // What has been cut to a byte already is cut by a wider constant instead.
        if half.text.ends_with("] & 0xff") && top_operator(&half.text) == Some("&") {
            return Expr::infix(format!("{}L", half.text));
        }
        Expr::infix(format!("{} & 0xffffffffL", half.operand()))
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        if op == Binary::Sub && ["0", "0L"].contains(&a.text.as_str()) {
            return Expr::prefix(format!("-{}", b.postfix()));
        }
        let operator = match op {
            Binary::And | Binary::AndNot => "&",
            Binary::Or | Binary::OrNot => "|",
            Binary::Xor => "^",
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
        };
        let not = if matches!(op, Binary::AndNot | Binary::OrNot) { "~" } else { "" };
        let second = match b.text.parse::<u8>() {
            Ok(factor) if op == Binary::Mul => format!("0x{:02x}", Digits(factor)),
            _ => b.operand(),
        };
        Expr::infix(format!("{} {operator} {not}{second}", first_operand(operator, a)))
    }

    fn shl(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} << {}", a.operand(), by.operand()))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >>> {}", a.operand(), by.operand()))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        self.cells(table, &index.text)
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        self.cells(table, &format!("square][{}", index.text))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        Expr::atom(format!("Long.reverseBytes({})", word.text))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        Expr::atom(format!("Long.reverse({})", word.text))
    }
}
