//! Verilog's expressions.
//!
//! An expression is as wide as the widest of its operands and of what it is assigned to, so that what wraps, and what
//! is cut to a half, has to be a wire of its own width before: [`with_wires`] sees to that.

use crate::model::{Binary, Case, Field, Op, Program, Table, TableRole, Type, Value};
use crate::render::code::bounds::Bounds;
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Node, Operators};
use crate::render::page::joined;

/// The name of a field's memory in a module.
pub(super) fn memory(field: Field) -> String {
    Case::Snake.join(&[&field.plural()])
}

/// What a table's memory is called in a module.
pub(super) fn table_memory(table: &Table) -> String {
    let name = match table.role {
        TableRole::Attacks => "attack_sets",
        TableRole::Indices => "attack_indices",
        TableRole::Dictionary => "dictionary",
        TableRole::LineAttacks => "line_attacks",
        TableRole::Rays => "rays",
        TableRole::Lines => "lines",
        TableRole::Factors => "shared_factors",
        TableRole::Scan(_) => "bit_indices",
        TableRole::Companion { .. } => {
            let words = table.title.as_ref().map_or("", |title| &title.words);
            return Case::Snake.join(&[words]);
        }
    };
    name.to_owned()
}

/// A word in hexadecimal.
pub(super) fn word(value: u64) -> Expr {
    Number { prefix: "64'h", ..Number::hex(value, 16) }.into()
}

/// The program with wires for all values whose width matters.
pub(super) fn with_wires(program: &Program, wanted: Value, bounds: Option<&Bounds>) -> Program {
    let mut named = program.clone();
    let needed = program.needed(wanted);
    let wraps = |value| bounds.is_none_or(|bounds| bounds.wraps(value));
    let is_computed = |value: Value| {
        matches!(
            program.op(value),
            Op::Binary(..) | Op::Shl(..) | Op::Shr(..) | Op::Widen(_) | Op::Join(..)
        )
    };
    let mut wires: Vec<Value> = Vec::new();
    for value in &needed {
        match program.op(*value) {
            // Only what has a name has bits to select.
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
        if is_half && is_computed(*value) && (has_not || wraps(*value)) {
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

/// Some bits of a word.
fn bits(word: Expr, high: u8, low: u8) -> Expr {
    Expr::Bits(Box::new(word), high, low)
}

/// An operation, where it isn't written as in most languages.
pub(super) fn special(node: &Node, tables: &[Table]) -> Option<Expr> {
    Some(match node.op {
        Op::Const(value, Type::Word) => word(value),
        Op::Const(value, Type::Half) if value > 64 => {
            Number { prefix: "32'h", ..Number::hex(value, 1) }.into()
        }
        Op::Const(value, Type::Half) => Number { prefix: "32'd", ..Number::decimal(value) }.into(),
        Op::Field(field) => Expr::index(memory(field), Expr::name("square")),
        Op::Low(_) => bits(node.a(), 31, 0),
        Op::High(_) => bits(node.a(), 63, 32),
        Op::Join(..) => {
            // A zero of 64 bits makes the whole expression as wide.
            let zero = Number { prefix: "64'd", ..Number::decimal(0) }.into();
            let high = Expr::binary(Operators::C.shl.tight(), node.b(), Expr::decimal(32));
            joined(Operators::C.or, vec![zero, high, node.a()])
        }
        Op::Widen(_) => node.a(),
        Op::Load(table, _) => {
            Expr::index(table_memory(&tables[usize::from(table.index)]), node.a())
        }
        Op::ReverseBytes(_) => {
            let byte = |byte: u8| (None, bits(node.a(), 8 * byte + 7, 8 * byte));
            Expr::Braces((0..8).map(byte).collect())
        }
        Op::ReverseBits(_) => Expr::call("reverse_bits", vec![node.a()]),
        _ => return None,
    })
}
