//! Go's expressions. Unsigned integers wrap. The compiler omits the check of a shift amount only if the amount is
//! masked.

use crate::render::prelude::*;

/// Precedences as in the grammar of Go.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("&").bond(5),
    or: Operator::chain("|").bond(4),
    xor: Operator::chain("^").bond(4),
    and_not: Some(Operator::left("&^").bond(5)),
    not: Not::Before("^"),
    add: Operator::chain("+").bond(4),
    sub: Operator::left("-").bond(4),
    negative: Some("-"),
    mul: Operator::chain("*").bond(5),
    shl: Operator::left("<<").bond(5),
    shr: Operator::left(">>").bond(5),
    half: Cast { to: "uint32", form: CastForm::CALL },
    word: Cast { to: "uint64", form: CastForm::CALL },
    has_short: true,
    reverse_bytes: Some("bits.ReverseBytes64"),
    reverse_bits: Some("bits.Reverse64"),
    counts: ["bits.LeadingZeros", "bits.TrailingZeros", "bits.OnesCount"],
    ..Operators::C
};

/// A conversion to a signed integer, which squares are.
pub(super) const INT: Cast = Cast { to: "int", form: CastForm::CALL };

/// True if a value is an entry of fewer than 32 bits.
fn is_short(op: Op, scope: &Scope<'_>) -> bool {
    match op {
        Op::Field(field) => field.storage() < Storage::Half,
        Op::Load(table, _) => scope.table(table).1 < Storage::Half,
        _ => false,
    }
}

/// A shift whose amount is visibly below the operand's width.
fn shift(operator: Operator, node: &Node, is_masked: bool) -> Expr {
    let Operators { half, word, .. } = OPERATORS;
    let last = if node.kind == Type::Word { 63 } else { 31 };
    let is_below = |of: &Node| of.constant().is_some_and(|value| value <= last);
    let by = node.second();
    // The mask cuts off the same bits as a conversion.
    let bare = by.written.without(half);
    let is_seen = match by.op {
        Op::Const(..) => is_below(by),
        Op::Square => is_masked && last == 63,
        Op::Binary(Binary::And, ..) => is_below(by.second()),
        _ => false,
    };
    let amount =
        if is_seen { bare } else { Expr::binary(OPERATORS.and, bare, Expr::decimal(last)) };
    // A constant has no type.
    let shifted = match (node.first().constant(), node.kind) {
        (None, _) => node.a(),
        (Some(_), Type::Word | Type::Lanes(_) | Type::Set(_)) => node.a().cast(word),
        (Some(_), Type::Half) => node.a().cast(half),
    };
    Expr::binary(operator, shifted, amount)
}

/// An index, masked if the table's length is a power of two: then the compiler omits the bounds check. A constant or a
/// masked value needs no second mask.
fn seen(index: Expr, position: &Node, most: u64) -> Expr {
    let is_seen = match position.op {
        _ if position.is_called => false,
        Op::Const(..) => true,
        Op::Binary(Binary::And, ..) => position.second().constant().is_some(),
        _ => false,
    };
    if is_seen || !(most + 1).is_power_of_two() {
        return index;
    }
    let mask = if most < 64 { Number::decimal(most) } else { Number::hex(most, 1) };
    Expr::binary(OPERATORS.and, index, mask.into())
}

/// An operation's expression, if Go differs from most languages. `is_masked` says that the square has been masked, so
/// the compiler knows that it is below 64.
pub(super) fn special(
    node: &Node,
    scope: &Scope<'_>,
    tables: &[TableName],
    is_masked: bool,
) -> Option<Expr> {
    let Operators { half, word, .. } = OPERATORS;
    Some(match node.op {
        Op::Join(..) => OPERATORS.joined(node.a().cast(word), node.b().cast(word)),
        Op::Widen(_) => {
            let of = node.first();
            let is_entry = is_short(of.op, scope);
            (if is_entry { of.written.without(half) } else { node.a() }).cast(word)
        }
        Op::Shl(..) => shift(OPERATORS.shl, node, is_masked),
        Op::Shr(..) => shift(OPERATORS.shr, node, is_masked),
        Op::Count(count, _) => {
            let width = if node.first().kind == Type::Word { 64 } else { 32 };
            let function = format!("{}{width}", OPERATORS.counting(count));
            Expr::call(function, vec![node.a()]).cast(half)
        }
        Op::Load(table, _) => {
            let (name, storage) = scope.table(table);
            let (index, position) = (node.a(), node.first());
            // Any integer type can be an index.
            let is_any = match position.op {
                _ if position.is_called => false,
                Op::Low(_) => u32::try_from(position.first().most).is_ok(),
                op => is_short(op, scope),
            };
            let bare = if is_any { index.without(half) } else { index };
            let most = tables[usize::from(table.index)].length.saturating_sub(1) as u64;
            OPERATORS.entry(name, seen(bare, position, most), storage)
        }
        _ => return None,
    })
}
