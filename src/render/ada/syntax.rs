//! Ada's expressions. Sums and products of modular types wrap; a word is cut to a half by the attribute `Mod` of the
//! half's type.

use crate::render::prelude::*;

/// The style of expressions: hexadecimal digits are upper case, and arrays are indexed by `()`.
pub(super) const STYLE: ExprStyle =
    ExprStyle { has_upper_hex: true, index: ("(", ")"), lists: Lists::Apart, ..ExprStyle::PLAIN };

/// A conversion to a type.
pub(super) const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: CastForm::CALL }
}

/// Ada's operators; shifts are functions.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("and"),
    or: Operator::chain("or"),
    xor: Operator::chain("xor"),
    not: Not::Before("not "),
    differs: Operator::left("/="),
    shl: Operator::function("Shift_Left"),
    shr: Operator::function("Shift_Right"),
    half: to("Unsigned_32"),
    word: to("Bitboard"),
    has_short: true,
    ..Operators::C
};

/// The operator that masks a shift amount: not the `and` of a chain, so that a masked operand keeps its parentheses.
const LAST: Operator = Operator::left("and");

/// The lower 32 bits.
const LOW: Cast = to("Unsigned_32'Mod");

/// A literal in hexadecimal digits, grouped by four.
pub(super) fn hex(value: u64, digits: usize) -> Expr {
    Number { prefix: "16#", suffix: "#", is_grouped: true, ..Number::hex(value, digits) }.into()
}

/// The shift amount. The mask tells the compiler that it is below the word's size, which it would else check.
fn amount(node: &Node) -> Expr {
    let by = node.second();
    match by.op {
        Op::Const(..) => node.b(),
        Op::Square | Op::Parameter(_) => by.written.without(OPERATORS.half),
        _ => {
            let last = Expr::decimal(if node.kind == Type::Word { 63 } else { 31 });
            Expr::binary(LAST, by.written.without(OPERATORS.half), last).cast(to("Natural"))
        }
    }
}

/// An operation's expression, if Ada differs from most languages.
pub(super) fn special(node: &Node, _scope: &Scope<'_>) -> Option<Expr> {
    let widened = |half: &Node| half.written.without(OPERATORS.half).cast(OPERATORS.word);
    Some(match node.op {
        Op::Const(value, _) if value <= 64 => Expr::decimal(value),
        Op::Const(value, Type::Word) => hex(value, 16),
        Op::Const(value, Type::Half) => hex(value, if value >> 16 == 0 { 4 } else { 8 }),
        Op::Low(_) => node.a().cast(LOW),
        Op::High(_) => node.high_half(OPERATORS.shr).cast(LOW),
        Op::Join(..) => OPERATORS.joined(widened(node.first()), widened(node.second())),
        Op::Widen(_) => widened(node.first()),
        Op::Shl(..) => {
            // A decimal number has no type, and an argument of a shift doesn't give it one.
            let to = if node.kind == Type::Word { OPERATORS.word.to } else { OPERATORS.half.to };
            let is_bare = node.first().constant().is_some_and(|value| value <= 64);
            let typed =
                Cast { to, form: CastForm::new("Qualified", "$to'(", ")", CastOperand::Enclosed) };
            let shifted = if is_bare { node.a().cast(typed) } else { node.a() };
            Expr::binary(OPERATORS.shl, shifted, amount(node))
        }
        Op::Shr(..) => Expr::binary(OPERATORS.shr, node.a(), amount(node)),
        _ => return None,
    })
}
