//! Nim's expressions. Unsigned integers wrap. Any integer can be an index or a shift amount.

use crate::render::prelude::*;

/// A conversion to a type.
pub(super) const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: CastForm::CALL }
}

/// Nim's operators, and functions of `std/bitops`.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("and"),
    or: Operator::chain("or"),
    xor: Operator::chain("xor"),
    not: Not::Before("not "),
    shl: Operator::left("shl"),
    shr: Operator::left("shr"),
    half: to("uint32"),
    word: to("uint64"),
    has_short: true,
    suffixes: ["'u32", "'u64"],
    reverse_bits: Some("reverseBits"),
    counts: ["countLeadingZeroBits", "countTrailingZeroBits", "countSetBits"],
    ..Operators::C
};

/// True if a value is an entry of fewer than 32 bits.
fn is_short(op: Op, scope: &Scope<'_>) -> bool {
    match op {
        Op::Field(field) => field.storage() < Storage::Half,
        Op::Load(table, _) => scope.table(table).1 < Storage::Half,
        _ => false,
    }
}

/// An index or a shift amount without its conversion to 32 bits.
fn number(of: &Node, scope: &Scope<'_>) -> Expr {
    let is_any = match of.op {
        _ if of.is_called => false,
        Op::Low(_) => u32::try_from(of.first().most).is_ok(),
        Op::Square | Op::Parameter(_) | Op::Count(..) => true,
        op => is_short(op, scope),
    };
    if is_any { of.written.without(OPERATORS.half) } else { of.written.clone() }
}

/// A shift. A small constant has no type of its own.
fn shift(operator: Operator, node: &Node, scope: &Scope<'_>) -> Expr {
    let shifted = match node.first().constant() {
        Some(value) if node.kind == Type::Half => {
            Number::constant(value, Type::Half).suffixed(OPERATORS.suffixes[0]).into()
        }
        _ => node.a(),
    };
    Expr::binary(operator, shifted, number(node.second(), scope))
}

/// An operation's expression, if Nim differs from most languages.
pub(super) fn special(node: &Node, scope: &Scope<'_>) -> Option<Expr> {
    let Operators { half, word, .. } = OPERATORS;
    Some(match node.op {
        Op::Join(..) => OPERATORS.joined(node.a().cast(word), node.b().cast(word)),
        Op::Widen(_) => {
            let of = node.first();
            (if is_short(of.op, scope) { of.written.without(half) } else { node.a() }).cast(word)
        }
        Op::Shl(..) => shift(OPERATORS.shl, node, scope),
        Op::Shr(..) => shift(OPERATORS.shr, node, scope),
        Op::Count(count, _) => Expr::call(OPERATORS.counting(count), vec![node.a()]).cast(half),
        Op::Load(table, _) => {
            let (name, storage) = scope.table(table);
            OPERATORS.entry(name, number(node.first(), scope), storage)
        }
        _ => return None,
    })
}
