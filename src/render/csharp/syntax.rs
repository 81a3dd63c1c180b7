//! C#'s expressions. Types shorter than 32 bits are widened in an expression.

use crate::render::prelude::*;

/// A conversion.
pub(super) const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: CastForm::PREFIX }
}

/// Operators, and conversions to 32 and 64 bits.
pub(super) const OPERATORS: Operators = Operators {
    half: to("uint"),
    word: to("ulong"),
    has_short: true,
    suffixes: ["U", "UL"],
    ..Operators::C
};

/// True if computing the function's value may overflow, which throws in a project that is compiled with checks.
/// Functions that it calls don't count.
pub(super) fn overflows(computed: &Computed<'_>) -> bool {
    let Computed { program, bounds, .. } = computed;
    let is_cut = |value: &Value| match program.op(*value) {
        Op::Low(of) => bounds.most(of) > u64::from(u32::MAX),
        // A complement stays in its type, and a shift is never checked.
        Op::Binary(Binary::OrNot, ..) | Op::Shl(..) => false,
        _ => bounds.wraps(*value),
    };
    computed.values().iter().any(is_cut)
}

/// The shift amount as an `int`, to which a short type converts implicitly.
fn amount(by: &Expr) -> Expr {
    match by.cast_from(OPERATORS.half) {
        Some(short) if short.hold() == Hold::Atom => short.clone(),
        _ if by.number().is_some() => by.clone(),
        _ => by.clone().cast(to("int")),
    }
}

/// An operation's expression, if C# differs from most languages.
pub(super) fn special(node: &Node, _scope: &Scope<'_>) -> Option<Expr> {
    match node.op {
        Op::Widen(_) => Some(node.a().without(OPERATORS.half).cast(OPERATORS.word)),
        Op::Shl(..) => Some(Expr::binary(OPERATORS.shl, node.a(), amount(&node.b()))),
        Op::Shr(..) => Some(Expr::binary(OPERATORS.shr, node.a(), amount(&node.b()))),
        _ => None,
    }
}
