//! Verilog's expressions.
//!
//! An expression is as wide as its widest operand or the assigned value. [`Widths`] makes all of these equally wide, so
//! that nothing is extended or cut implicitly.

use std::rc::Rc;

use crate::render::prelude::*;

/// The names of parameters; a type is the bit range of a port or a memory.
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

/// The name of a table's memory in a module.
pub(super) fn table_memory(table: &Table) -> String {
    let words = match (table.role, &table.title) {
        (TableRole::Attacks, _) => "attack sets".to_owned(),
        (TableRole::Scan(_), _) => "bit indices".to_owned(),
        (_, Some(title)) => title.words.clone(),
        (role, None) => role.words(),
    };
    Case::Snake.join(&[&words])
}

/// A number after its width and its base.
fn sized(prefix: &'static str, number: Number) -> Expr {
    Number { prefix, ..number }.into()
}

/// A word in hexadecimal.
pub(super) fn word(value: u64) -> Expr {
    sized("64'h", Number::hex(value, 16))
}

/// The width of the numbers up to `most`, in bits.
pub(super) const fn bits(most: u64) -> u32 {
    if most == 0 { 1 } else { most.ilog2() + 1 }
}

/// The program with wires for values from which bits are selected, since bits can only be selected from names.
pub(super) fn with_wires(program: &Program, wanted: Value) -> Program {
    let mut named = program.clone();
    let needed = program.needed(wanted);
    for value in needed.iter().copied().filter(|value| *value != wanted) {
        let (op, users) = (program.op(value), needed.iter().map(|user| program.op(*user)));
        let is_computed =
            matches!(op, Op::Binary(..) | Op::Shl(..) | Op::Shr(..) | Op::Widen(_) | Op::Join(..));
        let is_selected = |user: Op| match user {
            Op::Low(of) | Op::High(of) | Op::Load(_, of) | Op::Part(of, _) => {
                of == value && is_computed
            }
            Op::ReverseBytes(of) | Op::ReverseBits(of) => of == value && op != Op::Occupied,
            _ => false,
        };
        if program.name_of(value).is_some() || !users.clone().any(is_selected) {
            continue;
        }
        let name = match op {
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

/// A bit range of a word, or of a bit range.
pub(super) fn select(word: Expr, high: u32, low: u32) -> Expr {
    let (high, low) = (high as u8, low as u8);
    match word {
        Expr::Bits(of, _, start) => Expr::Bits(of, start + high, start + low),
        word => Expr::Bits(Rc::new(word), high, low),
    }
}

/// The widths of the memories and parameters that a module's expressions read.
///
/// A simulator extends and cuts numbers implicitly, and linters warn of it. Here every operand is as wide as its
/// operation: shorter ones are extended by zeros, and bits of longer ones are selected.
pub(super) struct Widths {
    /// The width of a square, or of a bit scan's word.
    pub(super) square: u32,
    /// The width of a set of squares that is an input.
    pub(super) set: u32,
    /// The width of each field's entries.
    pub(super) fields: Vec<(Field, u32)>,
    /// Each table's number, name, entry width and address width.
    pub(super) tables: Vec<(usize, String, [u32; 2])>,
    /// Sums that count from a part's first entry, each with its difference from the program's sum.
    pub(super) moved: Vec<(Value, u64)>,
}

impl Widths {
    fn table(&self, number: u8) -> (&str, [u32; 2]) {
        let table = self.tables.iter().find(|(other, ..)| *other == usize::from(number));
        table.map_or(("", [64, 32]), |(_, name, widths)| (name, *widths))
    }

    /// The width of a node's text.
    pub(super) fn of(&self, node: &Node) -> u32 {
        let whole = match node.kind {
            Type::Set(_) => self.set,
            kind => u64::BITS - kind.unused_bits(),
        };
        let moved = self.moved.iter().find(|(value, _)| *value == node.value);
        let most = node.most - moved.map_or(0, |(_, start)| *start).min(node.most);
        match node.op {
            Op::Square => self.square,
            Op::Parameter(parameter) if parameter.kind == Type::Half => bits(parameter.most.into()),
            Op::Field(field) => {
                let width = self.fields.iter().find(|(other, _)| *other == field);
                width.map_or(whole, |(_, width)| *width)
            }
            Op::Load(table, _) => self.table(table.index).1[0],
            Op::Part(_, word) => {
                (self.of(node.first()) - u64::BITS * u32::from(word)).min(u64::BITS)
            }
            // The highest word may have fewer bits than the others.
            Op::Pack(pack) => {
                let [.., highest] = &node.operands[..] else { return whole };
                u64::BITS * u32::from(pack.count.count() - 1) + self.of(highest)
            }
            Op::Binary(..) if matches!(node.kind, Type::Set(_)) => {
                node.operands.iter().map(|operand| self.of(operand)).max().unwrap_or(whole)
            }
            Op::Const(value, Type::Half) => bits(value),
            Op::Low(_) | Op::High(_) => bits(node.most).min(whole),
            Op::Widen(_) | Op::Shr(..) => self.of(node.first()),
            Op::Binary(..) | Op::Shl(..) if node.kind == Type::Half && !node.wraps => {
                let operands = match node.op {
                    Op::Shl(..) => &node.operands[..1],
                    _ => &node.operands[..],
                };
                let operands = operands.iter().map(|operand| self.of(operand)).max().unwrap_or(1);
                bits(most).max(operands)
            }
            _ => whole,
        }
    }

    /// The text of a node, extended or cut to this width.
    pub(super) fn fitted(&self, node: &Node, width: u32) -> Expr {
        let own = self.of(node);
        match node.op {
            Op::Const(value, Type::Half) => literal(width, value),
            _ if own < width => {
                Expr::Braces(vec![(None, literal(width - own, 0)), (None, node.written.clone())])
            }
            _ if own > width => select(node.written.clone(), width - 1, 0),
            _ => node.written.clone(),
        }
    }

    /// An operation's expression, if Verilog differs from most languages.
    pub(super) fn special(&self, node: &Node) -> Option<Expr> {
        let width = self.of(node);
        let fitted = |at: usize| self.fitted(&node.operands[at], width);
        Some(match node.op {
            Op::Const(value, Type::Word) if value <= 64 => literal(width, value),
            Op::Const(value, Type::Word) => word(value),
            Op::Const(value, Type::Half) => literal(32, value),
            Op::Field(field) => Expr::index(memory(field), Expr::name("square")),
            Op::Low(_) => self.fitted(node.first(), width),
            Op::High(_) => select(node.a(), 31 + width, 32),
            Op::Join(..) => {
                let halves = [1, 0].map(|at| (None, self.fitted(&node.operands[at], 32)));
                Expr::Braces(halves.into())
            }
            Op::Widen(_) => node.a(),
            Op::Part(_, word) => {
                let low = u64::BITS * u32::from(word);
                select(node.a(), low + width - 1, low)
            }
            Op::Pack(_) => {
                let [others @ .., highest] = &node.operands[..] else { return None };
                let others = others.iter().rev().map(|word| self.fitted(word, u64::BITS));
                let words = [highest.written.clone()].into_iter().chain(others);
                Expr::Braces(words.map(|word| (None, word)).collect())
            }
            Op::Binary(op, ..) => Operators::C.binary(op, fitted(0), fitted(1)),
            Op::Shl(..) => Expr::binary(Operators::C.shl, fitted(0), distance(node.second())),
            Op::Shr(..) => Expr::binary(Operators::C.shr, fitted(0), distance(node.second())),
            Op::Load(table, _) => {
                let (name, [_, address]) = self.table(table.index);
                Expr::index(name, self.fitted(node.first(), address))
            }
            Op::ReverseBytes(_) => {
                let (of, own) = (node.first(), self.of(node.first()));
                let bits = |low: u32| match own.saturating_sub(low) {
                    0 => literal(8, 0),
                    8.. => select(of.written.clone(), low + 7, low),
                    some => Expr::Braces(vec![
                        (None, literal(8 - some, 0)),
                        (None, select(of.written.clone(), own - 1, low)),
                    ]),
                };
                Expr::Braces((0..8).map(|byte| (None, bits(8 * byte))).collect())
            }
            Op::ReverseBits(_) => Expr::call("reverse_bits", vec![fitted(0)]),
            _ => return None,
        })
    }
}

/// The shift amount, whose width is independent of the operand's.
fn distance(node: &Node) -> Expr {
    node.constant().map_or_else(|| node.written.clone(), Expr::decimal)
}

fn literal(width: u32, value: u64) -> Expr {
    // A `Number` can't have a prefix that depends on a width, so the literal is printed as a name.
    Expr::name(if value > 64 { format!("{width}'h{value:x}") } else { format!("{width}'d{value}") })
}
