//! Operations in; Verilog's expressions out.
//!
//! An expression is as wide as the widest of its operands and of what it is assigned to, so that what wraps, and what is
//! cut to a half, has to be a wire of its own width before: [`with_wires`] sees to that.

use crate::model::{Binary, Case, Field, Op, Program, TableRef, Type, Value};
use crate::render::bounds::Bounds;
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;

/// How a program's parameters, fields and tables are written.
pub(super) struct VerilogSyntax<'a> {
    /// The input that is narrow.
    pub(super) square: &'static str,
    /// The input of 64 bits.
    pub(super) occupied: &'static str,
    /// Tables by number: the memory's name in a module.
    pub(super) tables: &'a [String],
}

/// The name of a field's memory in a module.
pub(super) fn memory(field: Field) -> String {
    Case::Snake.join(&[&field.plural()])
}

/// The program with wires for all values whose width matters.
pub(super) fn with_wires(program: &Program, wanted: Value, bounds: &Bounds) -> Program {
    let mut named = program.clone();
    let needed = program.needed(wanted);
    let is_computed = |value: Value| {
        matches!(
            program.op(value),
            Op::Binary(..) | Op::Shl(..) | Op::Shr(..) | Op::Widen(_) | Op::Join(..)
        )
    };
    let mut wires: Vec<Value> = Vec::new();
    for value in &needed {
        match program.op(*value) {
            // Bits are selected of something that has a name.
            Op::Low(of) | Op::High(of) if is_computed(of) => wires.push(of),
            Op::ReverseBytes(of) | Op::ReverseBits(of) => wires.push(of),
            // An index and a distance are as wide as their own operands.
            Op::Load(_, own) | Op::Shl(_, own) | Op::Shr(_, own) if is_computed(own) => {
                wires.push(own);
            }
            _ => {}
        }
        let is_half = program.type_of(*value) == Type::Half;
        let has_not = matches!(program.op(*value), Op::Binary(Binary::AndNot | Binary::OrNot, ..));
        if is_half && is_computed(*value) && (has_not || bounds.wraps(*value)) {
            wires.push(*value);
        }
    }
    for wire in wires {
        if wire != wanted
            && program.name_of(wire).is_none()
            && !matches!(program.op(wire), Op::Occupied)
        {
            let is_place =
                |load: &Value| matches!(program.op(*load), Op::Load(_, own) if own == wire);
            let name = match program.op(wire) {
                _ if needed.iter().any(is_place) => "place",
                Op::Binary(Binary::Mul, ..) => "product",
                Op::Shl(..) | Op::Shr(..) => "shifted",
                Op::Field(_) => "known",
                _ => "part",
            };
            named.name(wire, name);
        }
    }
    named
}

impl Syntax for VerilogSyntax<'_> {
    fn square(&self) -> Expr {
        Expr::atom(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word => format!("64'h{:016x}", Digits(value)),
            Type::Half if value > 64 => format!("32'h{:x}", Digits(value)),
            Type::Half => format!("32'd{value}"),
        })
    }

    fn field(&self, field: Field) -> Expr {
        Expr::atom(format!("{}[square]", memory(field)))
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::atom(format!("{}[31:0]", of.postfix()))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::atom(format!("{}[63:32]", of.postfix()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        Expr::infix(format!("64'd0 | {} << 32 | {}", high.operand(), low.operand()))
    }

    fn widen(&self, half: &Expr) -> Expr {
        half.clone()
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
        Expr::infix(format!("{} << {}", a.operand(), by.operand()))
    }

    fn shr(&self, _kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", a.operand(), by.operand()))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        Expr::atom(format!("{}[{}]", self.tables[usize::from(table.index)], index.text))
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        let bytes = (0..8).map(|byte| format!("{}[{}:{}]", word.text, 8 * byte + 7, 8 * byte));
        Expr::atom(format!("{{{}}}", bytes.collect::<Vec<_>>().join(", ")))
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        Expr::atom(format!("reverse_bits({})", word.text))
    }
}
