//! JavaScript's expressions.
//!
//! A half is a number. `&`, `|`, `^`, `~`, `<<` and `Math.imul` may return negative numbers, and a sum may exceed 32
//! bits. All are right modulo 2^32, and these operators read no more than that. An index or a result needs `>>> 0`,
//! which makes it unsigned.

use std::rc::Rc;

use super::heading::half_name;
use super::options::Keys;
use crate::render::prelude::*;
use magicgen_ir::Parameter;

/// The style of expressions, with the parentheses that prettier keeps.
pub(super) const STYLE: ExprStyle =
    ExprStyle { is_clear, breaks: LineBreaks::AfterOperators, ..ExprStyle::PLAIN };

/// Operators on halves.
pub(super) const OPERATORS: Operators = Operators {
    shr: Operator::left(">>>"),
    negative: Some("-"),
    differs: Operator::left("!=="),
    ..Operators::C
};

/// Operators on bigints.
pub(super) const WORD_OPERATORS: Operators =
    Operators { shr: Operator::left(">>"), suffixes: ["", "n"], ..OPERATORS };

/// A product next to a sum's sign needs no parentheses, nor does a sum before it.
fn is_clear(outer: Operator, operand: &Expr, is_first: bool) -> bool {
    let is_sum = |operator: Operator| [OPERATORS.add, OPERATORS.sub].contains(&operator);
    let Expr::Binary(inner, _) = operand else { return false };
    is_sum(outer) && (*inner == OPERATORS.mul || (is_first && is_sum(*inner)))
}

/// The function that cuts a bigint to a number of bits.
const CUT: &str = "BigInt.asUintN";

/// A bigint cut to its lowest `bits` bits.
pub(super) fn cut(bits: u64, word: Expr) -> Expr {
    Expr::call(CUT, vec![Expr::decimal(bits), word])
}

fn to_bigint(half: Expr) -> Expr {
    Expr::call("BigInt", vec![half])
}

/// A bigint shifted by a number.
pub(super) fn shifted(operator: Operator, word: Expr, by: &Expr) -> Expr {
    let by = match by.number() {
        Some(by) => Number::decimal(by).suffixed("n").into(),
        None => to_bigint(by.clone()),
    };
    Expr::binary(operator, word, by)
}

pub(super) fn pair(halves: [Expr; 2]) -> Expr {
    Expr::Braces([Some("lo"), Some("hi")].into_iter().zip(halves).collect())
}

/// A number modulo 2^32, converted to 0 to 2^32 - 1.
pub(super) fn unsigned(half: Expr) -> Expr {
    Expr::binary(OPERATORS.shr, half, Expr::decimal(0))
}

/// True if the number equals its half, not only modulo 2^32.
fn is_exact(node: &Node) -> bool {
    let is_short = || i32::try_from(node.most).is_ok();
    match node.op {
        _ if node.is_called => true,
        Op::Binary(Binary::Add, ..) => {
            !node.wraps && is_exact(node.first()) && is_exact(node.second())
        }
        Op::Binary(Binary::Sub | Binary::OrNot, ..) | Op::ReverseBytes(_) | Op::ReverseBits(_) => {
            false
        }
        Op::Binary(..) | Op::Shl(..) => is_short(),
        _ => true,
    }
}

/// A half as an unsigned number; a word needs no conversion.
pub(super) fn exact(node: &Node) -> Expr {
    let is_unsigned = node.kind != Type::Half || is_exact(node);
    if is_unsigned { node.written.clone() } else { unsigned(node.written.clone()) }
}

/// Arithmetic on halves.
fn half(op: Binary, node: &Node) -> Expr {
    let is_exact = !node.wraps && is_exact(node.first()) && is_exact(node.second());
    if op == Binary::Mul && !(is_exact && i32::try_from(node.most).is_ok()) {
        // As plain numbers, long products lose their low bits.
        return Expr::call("Math.imul", vec![node.a(), node.b()]);
    }
    OPERATORS.of(op, node)
}

/// Arithmetic on bigints.
fn word(op: Binary, node: &Node) -> Expr {
    match (op, node.b()) {
        // The `and` cuts off bits that the first operand lacks: `word & -word`.
        (Binary::And, Expr::Call(function, arguments))
            if *function == Expr::name(CUT)
                && matches!(arguments.last(), Some(Expr::Unary("-", _))) =>
        {
            Expr::binary(WORD_OPERATORS.and, node.a(), arguments[1].clone())
        }
        (Binary::And | Binary::AndNot | Binary::Or | Binary::Xor, _) => WORD_OPERATORS.of(op, node),
        _ if node.wraps => cut(64, WORD_OPERATORS.of(op, node)),
        _ => WORD_OPERATORS.of(op, node),
    }
}

/// One half of a word in an array, a parameter or a lookup's result.
fn half_of(keys: &Keys, scope: &Scope<'_>, node: &Node, is_high: bool) -> Expr {
    let of = node.first();
    let half = if is_high { "hi" } else { "lo" };
    let (array, place) = match of.op {
        Op::Part(_, word) => {
            return half_of_set(keys, scope, of.first(), 2 * word + u8::from(is_high));
        }
        Op::Parameter(_) => return half_of_parameter(of, is_high),
        Op::Call(..) => return half_of_call(keys, &of.written, is_high),
        // A load of two numbers is written as its place only.
        Op::Load(table, _) => (scope.table(table).0, of.written.clone()),
        Op::Field(field) => (scope.field(field), scope.place.clone()),
        _ => return Expr::name(half),
    };
    let low = Expr::binary(OPERATORS.mul, Expr::decimal(2), place);
    let place = if is_high { Expr::binary(OPERATORS.add, low, Expr::decimal(1)) } else { low };
    keys.entry(array, place)
}

/// One of the numbers of a set of several words.
fn half_of_set(keys: &Keys, scope: &Scope<'_>, set: &Node, number: u8) -> Expr {
    let number = Expr::decimal(number.into());
    let (array, place) = match set.op {
        // A load of several numbers is written as its place only.
        Op::Load(table, _) => (scope.table(table).0, set.written.clone()),
        Op::Field(field) => (scope.field(field), scope.place.clone()),
        _ => {
            let number = Expr::index(set.written.clone(), number);
            return if keys.is_typed() {
                Expr::Postfix(Rc::new(number), keys.sure())
            } else {
                number
            };
        }
    };
    let count = Expr::decimal(2 * u64::from(set.kind.words()));
    let lowest = Expr::binary(OPERATORS.mul, count, place);
    let is_lowest = number.number() == Some(0);
    let place = if is_lowest { lowest } else { Expr::binary(OPERATORS.add, lowest, number) };
    keys.entry(array, place)
}

/// The numbers of a set of several words, whose words are joined halves.
fn halves_of_words(node: &Node) -> Expr {
    let halves = |word: &Node| [word.first(), word.second()].map(exact);
    let numbers = node.operands.iter().flat_map(|word| halves(word));
    Expr::Braces(numbers.map(|half| (None, half)).collect())
}

/// One half of a lookup's result, which is a variable because both halves are read.
fn half_of_call(keys: &Keys, written: &Expr, is_high: bool) -> Expr {
    match written {
        Expr::Name(name) if keys.has_out() => Expr::name(half_name(name, is_high)),
        _ => written.clone().member(if is_high { "hi" } else { "lo" }),
    }
}

/// One half of a parameter that is a set.
fn half_of_parameter(node: &Node, is_high: bool) -> Expr {
    match &node.written {
        Expr::Name(name) => Expr::name(half_name(name, is_high)),
        other => other.clone(),
    }
}

/// The call of a lookup, with two numbers for the occupancy.
fn called(
    keys: &Keys,
    scope: &Scope<'_>,
    node: &Node,
    (lookup, square): (LookupRef, Parameter),
) -> Expr {
    let occupied = node.first();
    let halves = match occupied.op {
        Op::Join(..) => [occupied.first(), occupied.second()].map(exact),
        Op::Parameter(_) => [false, true].map(|is_high| half_of_parameter(occupied, is_high)),
        _ => [false, true].map(|is_high| half_of_call(keys, &occupied.written, is_high)),
    };
    let arguments = [scope.parameter(square)].into_iter().chain(halves).collect();
    Expr::call(scope.lookup(lookup), arguments)
}

/// True for an entry of two numbers or more: only its halves are read, so its expression is its place in the array.
pub(super) fn is_place(keys: &Keys, node: &Node) -> bool {
    matches!(node.op, Op::Load(..)) && node.kind != Type::Half && !keys.has_words()
}

/// The look of sets of several words: bigints.
pub(super) const SETS: SetLook = SetLook {
    around: ["0x", "n"],
    word: Hex { prefix: "", ..Hex::new(16, "") },
    ..SetLook::number(false)
};

/// The set of words.
fn packed(node: &Node) -> Expr {
    if let Some(words) = constants(node) {
        return Expr::name(SETS.text(&words, false));
    }
    let words = node.packed().into_iter().zip([0, 64, 128, 192]);
    let words = words.map(|(word, places)| match places {
        0 => word,
        _ => shifted(WORD_OPERATORS.shl, word, &Expr::decimal(places)),
    });
    joined(WORD_OPERATORS.or, words.collect())
}

/// A word of a set. Bits above the highest word are cut off, too.
fn part(node: &Node, word: u8) -> Expr {
    let places = Expr::decimal(64 * u64::from(word));
    cut(64, if word == 0 { node.a() } else { shifted(WORD_OPERATORS.shr, node.a(), &places) })
}

/// An operation's expression, if JavaScript differs from most languages.
pub(super) fn special(keys: &Keys, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
    let has_words = keys.has_words();
    let places = Expr::decimal(32);
    Some(match (node.op, node.kind) {
        (Op::Field(field), _) => keys.entry(scope.field(field), scope.place.clone()),
        (Op::Load(..), _) if is_place(keys, node) => exact(node.first()),
        (Op::Load(table, _), _) => keys.entry(scope.table(table).0, exact(node.first())),
        (Op::Call(lookup, square, _), _) if !has_words => {
            called(keys, scope, node, (lookup, square))
        }
        (Op::Low(_), _) if !has_words => half_of(keys, scope, node, false),
        (Op::High(_), _) if !has_words => half_of(keys, scope, node, true),
        (Op::Low(_), _) => {
            let fits = u32::try_from(node.first().most).is_ok();
            Expr::call("Number", vec![if fits { node.a() } else { cut(32, node.a()) }])
        }
        (Op::High(_), _) => {
            Expr::call("Number", vec![shifted(WORD_OPERATORS.shr, node.a(), &places)])
        }
        (Op::Join(..), _) if !has_words => pair([node.first(), node.second()].map(exact)),
        (Op::Join(..), _) => {
            let [low, high] = [node.first(), node.second()].map(|half| to_bigint(exact(half)));
            Expr::binary(WORD_OPERATORS.or, shifted(WORD_OPERATORS.shl, high, &places), low)
        }
        (Op::Part(..), _) if !has_words => node.a(),
        (Op::Pack(_), _) if !has_words => halves_of_words(node),
        (Op::Part(_, word), _) => part(node, word),
        (Op::Pack(_), _) => packed(node),
        (Op::Binary(Binary::OrNot, ..), Type::Set(count)) => {
            cut(64 * u64::from(count.count()), WORD_OPERATORS.of(Binary::OrNot, node))
        }
        (Op::Widen(_), _) => to_bigint(exact(node.first())),
        (Op::Binary(op, ..), Type::Word) => word(op, node),
        (Op::Binary(op, ..), Type::Half) => half(op, node),
        (Op::Shl(..), Type::Half) => Expr::binary(OPERATORS.shl, node.a(), node.b()),
        (Op::Shl(..), Type::Word) => {
            let shifted = shifted(WORD_OPERATORS.shl, node.a(), &node.b());
            if node.wraps { cut(64, shifted) } else { shifted }
        }
        (Op::Shr(..), Type::Half) => Expr::binary(OPERATORS.shr, node.a(), node.b()),
        (Op::Shr(..), Type::Word) => shifted(WORD_OPERATORS.shr, node.a(), &node.b()),
        (Op::Count(..), _) => Expr::call("Math.clz32", vec![node.a()]),
        _ => return None,
    })
}
