//! Operations in; Verilog's expressions out.
//!
//! An expression is as wide as the widest of its operands and of what it is assigned to, so that what wraps, and what is
//! cut to a half, has to be a wire of its own width before: [`with_wires`] sees to that.

use crate::model::{Binary, Case, Field, Op, Program, Table, TableRef, TableRole, Type, Value};
use crate::render::code::bounds::Bounds;
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::page::joined;

/// How a program's parameters, fields and tables are written.
pub(super) struct Verilog<'a> {
    /// The input that is narrow.
    pub(super) square: &'static str,
    /// The input of 64 bits.
    pub(super) occupied: &'static str,
    /// Tables by number.
    pub(super) tables: &'a [Table],
}

/// The name of a field's memory in a module.
pub(super) fn memory(field: Field) -> String {
    Case::Snake.join(&[&field.plural()])
}

/// What a table's memory is called in a module.
pub(super) const fn table_memory(role: TableRole) -> &'static str {
    match role {
        TableRole::Attacks => "attack_sets",
        TableRole::Indices => "attack_indices",
        TableRole::Dictionary => "dictionary",
        TableRole::LineAttacks => "line_attacks",
        TableRole::Factors => "shared_factors",
        TableRole::Scan(_) => "bit_indices",
    }
}

/// A word in hexadecimal.
pub(super) fn word(value: u64) -> Expr {
    Number { prefix: "64'h", ..Number::hex(value, 16) }.into()
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

impl Dialect for Verilog<'_> {
    fn operators(&self) -> &Operators {
        &Operators::C
    }

    fn square(&self) -> Expr {
        Expr::name(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::name(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        match kind {
            Type::Word => word(value),
            Type::Half if value > 64 => Number { prefix: "32'h", ..Number::hex(value, 1) }.into(),
            Type::Half => Number { prefix: "32'd", ..Number::decimal(value) }.into(),
        }
    }

    fn field(&self, field: Field) -> Expr {
        Expr::index(memory(field), Expr::name("square"))
    }

    fn low(&self, node: &Node) -> Expr {
        Expr::Bits(Box::new(node.a()), 31, 0)
    }

    fn high(&self, node: &Node) -> Expr {
        Expr::Bits(Box::new(node.a()), 63, 32)
    }

    fn join(&self, node: &Node) -> Expr {
        // A zero of 64 bits makes all of it as wide.
        let zero = Number { prefix: "64'd", ..Number::decimal(0) }.into();
        let high = Expr::binary(Operators::C.shl.tight(), node.b(), Expr::decimal(32));
        joined(Operators::C.or, vec![zero, high, node.a()])
    }

    fn widen(&self, node: &Node) -> Expr {
        node.a()
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        Expr::index(table_memory(self.tables[usize::from(table.index)].role), node.a())
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        let byte = |byte: u8| (None, Expr::Bits(Box::new(node.a()), 8 * byte + 7, 8 * byte));
        Expr::Braces((0..8).map(byte).collect())
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call("reverse_bits", vec![node.a()])
    }
}
