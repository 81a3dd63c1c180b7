//! Operations as folded instructions, whose arithmetic wraps.

use crate::model::{Binary, Op, Storage, Type};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{Node, Operators};
use crate::render::code::print::{Lists, Style};
use crate::render::code::scope::Scope;
use crate::render::page::Words;

/// The columns of a line.
pub(super) const WIDTH: usize = 100;

/// How instructions look.
pub(super) const STYLE: Style = Style { lists: Lists::Folded, ..Style::PLAIN };

/// Instructions, without the type that stands before them.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::function("and"),
    or: Operator::function("or"),
    xor: Operator::function("xor"),
    add: Operator::function("add"),
    sub: Operator::function("sub"),
    mul: Operator::function("mul"),
    shl: Operator::function("shl"),
    shr: Operator::function("shr_u"),
    counts: ["clz", "ctz", "popcnt"],
    ..Operators::C
};

/// What parameters and types are called; a type is also the prefix of its instructions.
pub(super) const WORDS: Words =
    Words { index: "i32", truth: "i32", widths: ["i32", "i32", "i32", "i64"], ..Words::PLAIN };

/// An instruction for a type.
pub(super) fn instruction<const N: usize>(kind: Type, name: &str, operands: [Expr; N]) -> Expr {
    Expr::call(format!("{}.{name}", WORDS.of(kind)), operands.into())
}

/// A constant.
pub(super) fn constant(kind: Type, value: i64) -> Expr {
    instruction(kind, "const", [Expr::signed(value)])
}

/// A set of squares as a constant.
pub(super) fn set(value: u64) -> Expr {
    instruction(Type::Word, "const", [Number::hex(value, 16).into()])
}

/// A half as a word.
pub(super) fn widened(half: Expr) -> Expr {
    instruction(Type::Word, "extend_i32_u", [half])
}

/// The name of a local or a function where instructions refer to it.
fn reference(name: &str) -> Expr {
    Expr::name(format!("${name}"))
}

/// The value of a local.
pub(super) fn get(name: &str) -> Expr {
    Expr::call("local.get", vec![reference(name)])
}

/// The instruction that gives a local its value.
pub(super) fn set_local(name: &str, value: Expr) -> Expr {
    Expr::call("local.set", vec![reference(name), value])
}

/// A call of a function.
pub(super) fn call(name: &str, arguments: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::call("call", [reference(name)].into_iter().chain(arguments).collect())
}

/// An entry of an array, at an index.
pub(super) fn load(storage: Storage, address: usize, index: Expr) -> Expr {
    let (instruction_name, shift) = match storage {
        Storage::Byte => ("i32.load8_u", 0),
        Storage::Short => ("i32.load16_u", 1),
        Storage::Half => ("i32.load", 2),
        Storage::Word => ("i64.load", 3),
    };
    let place = if shift == 0 {
        index
    } else {
        instruction(Type::Half, "shl", [index, constant(Type::Half, shift)])
    };
    let offset = (address > 0).then(|| Expr::name(format!("offset={address}")));
    Expr::call(instruction_name, offset.into_iter().chain([place]).collect())
}

/// The lines of an instruction, broken behind its head where it is too long for one: each operand gets a line, two
/// columns in.
pub(super) fn lines(expr: &Expr, indent: usize, style: &Style) -> Vec<String> {
    lines_before(expr, indent, 0, style)
}

/// The lines of an instruction behind which this many parentheses follow.
fn lines_before(expr: &Expr, indent: usize, behind: usize, style: &Style) -> Vec<String> {
    let margin = " ".repeat(indent);
    let text = style.text(expr);
    let Expr::Call(name, arguments) = expr else { return vec![margin + &text] };
    if indent + text.len() + behind <= WIDTH {
        return vec![margin + &text];
    }
    // Operands that are no instructions, such as names and numbers, stay on the line of the name.
    let is_immediate = |operand: &&Expr| !matches!(operand, Expr::Call(..));
    let immediates = arguments.iter().take_while(is_immediate).count();
    let mut head = format!("{margin}({}", style.text(name));
    for immediate in &arguments[..immediates] {
        head.push(' ');
        head.push_str(&style.text(immediate));
    }
    let mut broken = vec![head];
    let operands = &arguments[immediates..];
    for (at, operand) in operands.iter().enumerate() {
        let behind = if at + 1 == operands.len() { behind + 1 } else { 0 };
        broken.extend(lines_before(operand, indent + 2, behind, style));
    }
    if let Some(last) = broken.last_mut() {
        last.push(')');
    }
    broken
}

/// What a value of a type is shifted by, in the same type.
fn amount(node: &Node) -> Expr {
    match (node.kind, node.second().constant()) {
        (Type::Half, _) => node.b(),
        (Type::Word | Type::Lanes(_), Some(by)) => constant(Type::Word, by as i64),
        (Type::Word | Type::Lanes(_), None) => widened(node.b()),
    }
}

/// The instruction of an operation, in a function that reads what is at these addresses.
pub(super) fn special(
    node: &Node,
    scope: &Scope<'_>,
    address: impl Fn(&str) -> usize,
) -> Option<Expr> {
    let kind = node.kind;
    Some(match node.op {
        Op::Const(value, Type::Word) if value > 64 => set(value),
        Op::Const(value, Type::Half) if value > 64 => {
            instruction(kind, "const", [Number::hex(value, 1).into()])
        }
        Op::Const(value, _) => constant(kind, value as i64),
        Op::Field(field) => load(field.storage(), address(scope.field(field)), scope.place.clone()),
        Op::Load(table, _) => {
            let (name, storage) = scope.table(table);
            load(storage, address(name), node.a())
        }
        Op::Call(lookup, square, _) => {
            call(scope.lookup(lookup), [scope.parameter(square), node.a()])
        }
        Op::Low(_) => instruction(Type::Half, "wrap_i64", [node.a()]),
        Op::High(_) => {
            let high = instruction(Type::Word, "shr_u", [node.a(), constant(Type::Word, 32)]);
            instruction(Type::Half, "wrap_i64", [high])
        }
        Op::Join(..) => {
            let places = constant(Type::Word, 32);
            let high = instruction(Type::Word, "shl", [widened(node.b()), places]);
            instruction(Type::Word, "or", [widened(node.a()), high])
        }
        Op::Widen(_) => widened(node.a()),
        Op::Binary(op, ..) => {
            let second = match op {
                Binary::AndNot | Binary::OrNot => {
                    instruction(kind, "xor", [node.b(), constant(kind, -1)])
                }
                _ => node.b(),
            };
            instruction(kind, OPERATORS.operator(op).text, [node.a(), second])
        }
        Op::Shl(..) => instruction(kind, "shl", [node.a(), amount(node)]),
        Op::Shr(..) => instruction(kind, "shr_u", [node.a(), amount(node)]),
        Op::Count(count, _) => {
            let name = OPERATORS.counting(count);
            let counted = instruction(node.first().kind, name, [node.a()]);
            match node.first().kind {
                Type::Word | Type::Lanes(_) => instruction(Type::Half, "wrap_i64", [counted]),
                Type::Half => counted,
            }
        }
        Op::ReverseBytes(_) => call(scope.reverse_bytes.unwrap_or_default(), [node.a()]),
        Op::ReverseBits(_) => call(scope.reverse_bits.unwrap_or_default(), [node.a()]),
        _ => return None,
    })
}
