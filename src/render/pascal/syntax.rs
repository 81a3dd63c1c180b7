//! Pascal's expressions. Halves are computed in 64 bits, and cut if they may be too large.

use crate::render::prelude::*;

/// Pascal's operators. The system unit has a function that reverses bytes.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("and"),
    or: Operator::chain("or"),
    xor: Operator::chain("xor"),
    not: Not::Before("not "),
    differs: Operator::left("<>"),
    shl: Operator::left("shl"),
    shr: Operator::left("shr"),
    half: Cast { to: "LongWord", form: CastForm::CALL },
    word: Cast { to: "QWord", form: CastForm::CALL },
    reverse_bytes: Some("SwapEndian"),
    ..Operators::C
};

/// True if one of the values may overflow, which is an error in a program compiled with checks.
pub(super) fn overflows(computed: &Computed<'_>) -> bool {
    let Computed { program, bounds, .. } = computed;
    computed.values().iter().any(|value| match program.op(*value) {
        Op::Binary(Binary::Add | Binary::Sub | Binary::Mul, ..) => bounds.wraps(*value),
        _ => false,
    })
}

/// A number in hexadecimal.
fn hex(value: u64, digits: usize) -> Expr {
    Number { prefix: "$", ..Number::hex(value, digits) }.into()
}

/// A word of 64 bits in hexadecimal.
pub(super) fn word(value: u64) -> Expr {
    hex(value, 16).cast(OPERATORS.word)
}

/// An expression, cut to a half if 64-bit arithmetic may have made it wider.
fn cut(node: &Node, expr: Expr) -> Expr {
    if node.kind == Type::Half && node.wraps { expr.cast(OPERATORS.half) } else { expr }
}

/// An operation's expression, if Pascal differs from most languages.
pub(super) fn special(node: &Node, _scope: &Scope<'_>) -> Option<Expr> {
    match node.op {
        Op::Const(value, Type::Word) if value > 64 => Some(word(value)),
        Op::Const(value, Type::Half) if value > 64 => Some(hex(value, 1)),
        Op::Const(value, Type::Word) => Some(Expr::decimal(value).cast(OPERATORS.word)),
        Op::Binary(op, ..) => Some(cut(node, OPERATORS.binary(op, node.a(), node.b()))),
        Op::Shl(..) => Some(cut(node, Expr::binary(OPERATORS.shl, node.a(), node.b()))),
        _ => None,
    }
}
