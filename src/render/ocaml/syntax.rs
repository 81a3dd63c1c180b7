//! OCaml's expressions. Words are `int64`, whose operations are functions. Halves are `int`, which has 63 bits, and are
//! cut where they may be too large.

use crate::render::prelude::*;

/// Functions are applied without parentheses, and entries of Bigarrays are read by `.{}`.
pub(super) const STYLE: ExprStyle =
    ExprStyle { lists: Lists::Applied, index: (".{", "}"), ..ExprStyle::PLAIN };

/// A conversion by a function.
const fn to(function: &'static str) -> Cast {
    Cast { to: function, form: CastForm::CALL }
}

/// The functions on words.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::function("Int64.logand"),
    or: Operator::function("Int64.logor"),
    xor: Operator::function("Int64.logxor"),
    not: Not::Function("Int64.lognot"),
    differs: Operator::left("<>"),
    add: Operator::function("Int64.add"),
    sub: Operator::function("Int64.sub"),
    mul: Operator::function("Int64.mul"),
    shl: Operator::function("Int64.shift_left"),
    shr: Operator::function("Int64.shift_right_logical"),
    half: to("Int64.to_int"),
    word: to("Int64.of_int"),
    suffixes: ["", "L"],
    ..Operators::C
};

/// The operators on halves, and on squares.
pub(super) const NUMBERS: Operators = Operators {
    and: Operator::chain("land"),
    or: Operator::chain("lor"),
    xor: Operator::chain("lxor"),
    not: Not::Function("lnot"),
    add: Operator::chain("+"),
    sub: Operator::left("-"),
    mul: Operator::chain("*"),
    shl: Operator::left("lsl"),
    shr: Operator::left("lsr"),
    ..OPERATORS
};

/// The low 32 bits of a number.
fn cut(number: Expr) -> Expr {
    Expr::binary(NUMBERS.and, number, Number::hex(u64::from(u32::MAX), 8).into())
}

/// An operation's expression, if OCaml differs from most languages.
pub(super) fn special(node: &Node, _scope: &Scope<'_>) -> Option<Expr> {
    let is_half = node.kind == Type::Half;
    let number = |value: Expr| if node.wraps { cut(value) } else { value };
    Some(match node.op {
        Op::Low(_) if node.first().most > u64::from(u32::MAX) => cut(node.a().cast(OPERATORS.half)),
        Op::Join(..) => {
            OPERATORS.joined(node.a().cast(OPERATORS.word), node.b().cast(OPERATORS.word))
        }
        Op::Binary(op, ..) if is_half => number(NUMBERS.of(op, node)),
        Op::Binary(Binary::Sub, ..) if node.first().constant() == Some(0) => {
            Expr::call("Int64.neg", vec![node.b()])
        }
        Op::Shl(..) if is_half => number(Expr::binary(NUMBERS.shl, node.a(), node.b())),
        Op::Shr(..) if is_half => Expr::binary(NUMBERS.shr, node.a(), node.b()),
        _ => return None,
    })
}
