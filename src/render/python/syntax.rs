//! Python's expressions, on an `int` or on `NumPy` arrays. An `int` has no width: overflow is cut off before it shows.
//! In arrays, words are `uint64` and halves `uint32`; both wrap.

use super::arrays::SETS;
use crate::render::prelude::*;

/// The style of expressions: formatters write hexadecimal digits in upper case.
pub(super) const STYLE: ExprStyle = ExprStyle { has_upper_hex: true, ..ExprStyle::PLAIN };

/// Operators on an `int`.
pub(super) const OPERATORS: Operators = Operators { negative: Some("-"), ..Operators::C };

/// Operators on arrays, which have a method that reverses bytes.
pub(super) const NUMPY: Operators = Operators { reverse_bytes: Some("byteswap"), ..OPERATORS };

/// A number: masks and factors with a word's digits, others without leading zeros.
pub(super) fn number(value: u64) -> Expr {
    let digits = match value {
        0..=64 => return Expr::decimal(value),
        65..=0xffff => 1,
        0x1_0000..=0xffff_ffff => 8,
        _ => 16,
    };
    Number { is_grouped: true, ..Number::hex(value, digits) }.into()
}

/// The `NumPy` type of a word or a half.
pub(super) fn numpy(kind: Type) -> Expr {
    Expr::name(if kind == Type::Word { "np.uint64" } else { "np.uint32" })
}

/// An operation's expression, if Python differs from most languages.
pub(super) fn special(
    is_numpy: bool,
    item: Item<'_>,
    scope: &Scope<'_>,
    node: &Node,
) -> Option<Expr> {
    // An `int` needs no conversion.
    let typed = |of: Expr, kind| {
        if is_numpy { of.method("astype", vec![numpy(kind)]) } else { of }
    };
    // An entry of an array, or the entries at several places.
    let entry = |array: &str, index: Expr| {
        let array = Expr::name(array);
        if is_numpy { array.method("take", vec![index]) } else { Expr::index(array, index) }
    };
    let value = match node.op {
        // `before` has converted these to 32 bits.
        Op::Square if matches!(item, Item::Lookup(_) | Item::Index(_)) => "square".into(),
        Op::Square if matches!(item, Item::Scan(scan) if scan.width < 32) => "word".into(),
        // An untyped `int` would get the other operand's type, and type checkers would see a signed number.
        Op::Const(value, kind) if is_numpy => Expr::call(numpy(kind), vec![number(value)]),
        Op::Const(value, _) => number(value),
        Op::Field(field) => entry(scope.field(field), scope.place.clone()),
        Op::Load(table, _) => {
            let (name, storage) = scope.table(table);
            let entry = entry(name, node.a());
            if storage < Storage::Half { typed(entry, Type::Half) } else { entry }
        }
        Op::Part(_, word) => part(node, word),
        Op::Pack(_) => packed(node),
        Op::Low(_) => typed(node.a(), Type::Half),
        Op::High(_) => typed(node.high_half(OPERATORS.shr), Type::Half),
        Op::Join(..) => OPERATORS.joined(node.a(), typed(node.b(), Type::Word)),
        Op::Widen(_) => typed(node.a(), Type::Word),
        Op::Binary(op, ..) => OPERATORS.of(op, node),
        Op::Shl(..) => Expr::binary(OPERATORS.shl, node.a(), node.b()),
        // NumPy can't shift a word by a signed number.
        Op::Shr(..) if is_numpy && is_argument(item, &node.b()) => {
            Expr::binary(OPERATORS.shr, node.a(), typed(node.b(), Type::Half))
        }
        Op::ReverseBytes(_) if is_numpy => node.a().method("byteswap", Vec::new()),
        _ => return None,
    };
    // Overflow is cut off.
    let may_overflow = matches!(node.op, Op::Low(_) | Op::Binary(..) | Op::Shl(..));
    if is_numpy || !may_overflow || !item.cuts().contains(&node.value) {
        return Some(value);
    }
    let all = match node.kind {
        Type::Set(words) => {
            Expr::name(SETS.text(&vec![u64::MAX; usize::from(words.count())], true))
        }
        kind => number(u64::MAX >> kind.unused_bits()),
    };
    Some(Expr::binary(OPERATORS.and, value, all))
}

/// A word of a set. An occupancy may have bits above the highest word, which a mask cuts off.
fn part(node: &Node, word: u8) -> Expr {
    let places = Expr::decimal(64 * u64::from(word));
    let shifted = if word == 0 { node.a() } else { Expr::binary(OPERATORS.shr, node.a(), places) };
    let is_masked = matches!(node.first().op, Op::Binary(Binary::And, ..));
    if is_masked && word + 1 == node.first().kind.words() {
        return shifted;
    }
    Expr::binary(OPERATORS.and, shifted, number(u64::MAX))
}

/// The set of words.
fn packed(node: &Node) -> Expr {
    if let Some(words) = constants(node) {
        return Expr::name(SETS.text(&words, true));
    }
    let words = node.packed().into_iter().zip([0, 64, 128, 192]);
    let words = words.map(|(word, places)| match places {
        0 => word,
        _ => Expr::binary(OPERATORS.shl, word, Expr::decimal(places)),
    });
    joined(OPERATORS.or, words.collect())
}

/// True for a parameter of a companion.
fn is_argument(item: Item<'_>, value: &Expr) -> bool {
    let Item::Companion(function) = item else { return false };
    function.companion.parameters.iter().any(|one| *value == Expr::name(one.name))
}
