//! Operations as folded instructions, whose arithmetic wraps.

use crate::render::prelude::*;

/// The columns of a line.
pub(super) const WIDTH: usize = 100;

/// The style of instructions.
pub(super) const STYLE: ExprStyle = ExprStyle { lists: Lists::Folded, ..ExprStyle::PLAIN };

/// Instructions, without their type prefix.
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

/// The names of parameters and types; a type is also its instructions' prefix.
pub(super) const WORDS: Words =
    Words { index: "i32", truth: "i32", widths: ["i32", "i32", "i32", "i64"], ..Words::PLAIN };

pub(super) fn instruction<const N: usize>(kind: Type, name: &str, operands: [Expr; N]) -> Expr {
    Expr::call(format!("{}.{name}", WORDS.of(kind)), operands.into())
}

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

/// A word's low half.
pub(super) fn cut(word: Expr) -> Expr {
    instruction(Type::Half, "wrap_i64", [word])
}

/// The name of a local or a function as an operand.
fn reference(name: &str) -> Expr {
    Expr::name(format!("${name}"))
}

/// The value of a local.
pub(super) fn get(name: &str) -> Expr {
    Expr::call("local.get", vec![reference(name)])
}

/// The instruction that sets a local.
pub(super) fn set_local(name: &str, value: Expr) -> Expr {
    Expr::call("local.set", vec![reference(name), value])
}

/// A call of a function.
pub(super) fn call(name: &str, arguments: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::call("call", [reference(name)].into_iter().chain(arguments).collect())
}

/// An entry of an array, at an index.
pub(super) fn load(storage: Storage, address: usize, index: Expr) -> Expr {
    let (name, shift) = match storage {
        Storage::Byte => ("i32.load8_u", 0),
        Storage::Short => ("i32.load16_u", 1),
        Storage::Half => ("i32.load", 2),
        Storage::Word | Storage::Set(_) => ("i64.load", 3),
    };
    let place = match shift {
        0 => index,
        _ => instruction(Type::Half, "shl", [index, constant(Type::Half, shift)]),
    };
    let offset = (address > 0).then(|| Expr::name(format!("offset={address}")));
    Expr::call(name, offset.into_iter().chain([place]).collect())
}

/// The word at a place behind an address.
pub(super) fn load_word(address: usize, place: Expr) -> Expr {
    let offset = (address > 0).then(|| Expr::name(format!("offset={address}")));
    Expr::call("i64.load", offset.into_iter().chain([place]).collect())
}

/// The shift amount, in the operand's type.
fn amount(node: &Node) -> Expr {
    match (node.kind, node.second().constant()) {
        (Type::Half, _) => node.b(),
        (Type::Word | Type::Lanes(_) | Type::Set(_), Some(by)) => constant(Type::Word, by as i64),
        (Type::Word | Type::Lanes(_) | Type::Set(_), None) => widened(node.b()),
    }
}

/// An operation's instruction, if WebAssembly differs from most languages.
pub(super) fn special(node: &Node, _scope: &Scope<'_>) -> Option<Expr> {
    let kind = node.kind;
    Some(match node.op {
        Op::Const(value, _) => instruction(kind, "const", [Number::constant(value, kind).into()]),
        Op::Low(_) => cut(node.a()),
        Op::High(_) => cut(instruction(Type::Word, "shr_u", [node.a(), constant(Type::Word, 32)])),
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
            if op == Binary::OrNot && node.first().constant() == Some(0) {
                return Some(second);
            }
            instruction(kind, OPERATORS.operator(op).text, [node.a(), second])
        }
        Op::Shl(..) => instruction(kind, "shl", [node.a(), amount(node)]),
        Op::Shr(..) => instruction(kind, "shr_u", [node.a(), amount(node)]),
        Op::Count(count, _) => {
            let of = node.first();
            let counted = instruction(of.kind, OPERATORS.counting(count), [node.a()]);
            if of.kind == Type::Half { counted } else { cut(counted) }
        }
        _ => return None,
    })
}
