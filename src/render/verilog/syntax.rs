//! Verilog's expressions.
//!
//! An expression is as wide as the widest of its operands and of what it is assigned to, so that what wraps, and what
//! is cut to a half, has to be a wire of its own width before: [`with_wires`] sees to that.

use crate::model::{Binary, Case, Field, Op, Program, Table, TableRole, Type, Value};
use crate::render::code::bounds::Bounds;
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Node, Operators};
use crate::render::code::statements::name_of;
use crate::render::page::{Words, joined};

/// The names of parameters; a type is the range of a port's or a memory's bits.
pub(super) const WORDS: Words = Words {
    index: "[5:0]",
    number: Some("[31:0]"),
    truth: "[0:0]",
    widths: ["[7:0]", "[15:0]", "[31:0]", "[63:0]"],
    places: Some(["[2:0]", "[3:0]", "[4:0]", "[5:0]"]),
    ..Words::PLAIN
};

/// The name of a field's memory in a module.
pub(super) fn memory(field: Field) -> String {
    Case::Snake.join(&[&field.plural()])
}

/// What a table's memory is called in a module.
pub(super) fn table_memory(table: &Table) -> String {
    let words = match (table.role, &table.title) {
        (TableRole::Attacks, _) => "attack sets".to_owned(),
        (TableRole::Scan(_), _) => "bit indices".to_owned(),
        (_, Some(title)) => title.words.clone(),
        (role, None) => role.words(),
    };
    Case::Snake.join(&[&words])
}

/// A number behind its width and its base.
fn sized(prefix: &'static str, number: Number) -> Expr {
    Number { prefix, ..number }.into()
}

/// A word in hexadecimal.
pub(super) fn word(value: u64) -> Expr {
    sized("64'h", Number::hex(value, 16))
}

/// The program with wires for all values whose width matters.
pub(super) fn with_wires(program: &Program, wanted: Value, bounds: Option<&Bounds>) -> Program {
    let mut named = program.clone();
    let needed = program.needed(wanted);
    for value in needed.iter().copied().filter(|value| *value != wanted) {
        let (op, users) = (program.op(value), needed.iter().map(|user| program.op(*user)));
        let wraps = matches!(op, Op::Binary(Binary::AndNot | Binary::OrNot, ..))
            || bounds.is_none_or(|bounds| bounds.wraps(value));
        let is_wide = wraps && program.type_of(value) == Type::Half;
        let is_computed =
            matches!(op, Op::Binary(..) | Op::Shl(..) | Op::Shr(..) | Op::Widen(_) | Op::Join(..));
        // Only what has a name has bits to select, and an index and a distance are as wide as their own operands.
        let is_selected = |user: Op| match user {
            Op::Low(of) | Op::High(of) | Op::Load(_, of) | Op::Shl(_, of) | Op::Shr(_, of) => {
                of == value && is_computed
            }
            Op::ReverseBytes(of) | Op::ReverseBits(of) => of == value && op != Op::Occupied,
            _ => false,
        };
        let is_wire = is_computed && is_wide || users.clone().any(is_selected);
        let name = match op {
            _ if program.name_of(value).is_some() || !is_wire => continue,
            _ if users.clone().any(|user| matches!(user, Op::Load(_, at) if at == value)) => {
                "place"
            }
            Op::Field(_) => "known",
            _ => name_of(program, value),
        };
        named.name(value, name);
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
        Op::Const(value, Type::Half) if value > 64 => sized("32'h", Number::hex(value, 1)),
        Op::Const(value, Type::Half) => sized("32'd", Number::decimal(value)),
        Op::Field(field) => Expr::index(memory(field), Expr::name("square")),
        Op::Low(_) => bits(node.a(), 31, 0),
        Op::High(_) => bits(node.a(), 63, 32),
        Op::Join(..) => {
            // A zero of 64 bits makes the whole expression as wide.
            let zero = sized("64'd", Number::decimal(0));
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
