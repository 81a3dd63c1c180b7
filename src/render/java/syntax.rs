//! Operations in; Java's expressions out. There are no unsigned types: shifts to the right are `>>>`.

use crate::model::{Binary, Field, Type};
use crate::render::expr::{Body, Expr, Syntax};

/// How a piece's fields and table are written.
#[derive(Clone, Debug)]
pub(super) struct JavaSyntax {
    /// Expressions of a square's entry: mask, factor, shift, offset.
    pub(super) fields: [String; 4],
    /// The attack table.
    pub(super) table: String,
}

impl JavaSyntax {
    /// For a comment: fields by their plain names.
    pub(super) fn plain() -> Self {
        Self {
            fields: ["mask", "factor", "shift", "offset"].map(str::to_owned),
            table: "attacks".to_owned(),
        }
    }
}

/// A body as statements, the last of them given by `end`.
pub(super) fn statements(body: Body, end: impl Fn(&str) -> String) -> Vec<String> {
    let lets = body.lets.into_iter().map(|variable| {
        let kind = match variable.kind {
            Type::Word => "long",
            Type::Half => "int",
        };
        format!("{kind} {} = {};", variable.name, variable.value.text)
    });
    lets.chain([end(&body.result.text)]).collect()
}

impl Syntax for JavaSyntax {
    fn square(&self) -> Expr {
        Expr::atom("square")
    }

    fn occupied(&self) -> Expr {
        Expr::atom("occupied")
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word => format!("0x{value:016x}L"),
            Type::Half if value <= 64 => value.to_string(),
            Type::Half => format!("0x{value:08x}"),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let [mask, factor, shift, offset] = &self.fields;
        Expr::atom(match field {
            Field::Mask => mask,
            Field::Factor => factor,
            Field::Shift => shift,
            Field::Offset => offset,
        })
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

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        let (a, b) = (a.operand(), b.operand());
        Expr::infix(match op {
            Binary::And => format!("{a} & {b}"),
            Binary::AndNot => format!("{a} & ~{b}"),
            Binary::Or => format!("{a} | {b}"),
            Binary::Xor => format!("{a} ^ {b}"),
            Binary::Add => format!("{a} + {b}"),
            Binary::Sub => format!("{a} - {b}"),
            Binary::Mul => format!("{a} * {b}"),
        })
    }

    fn shl(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} << {}", a.operand(), by.operand()))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >>> {}", a.operand(), by.operand()))
    }

    fn load(&self, index: &Expr) -> Expr {
        Expr::atom(format!("{}[{}]", self.table, index.text))
    }

    fn load_row(&self, index: &Expr) -> Expr {
        Expr::atom(format!("{}[square][{}]", self.table, index.text))
    }
}
