//! C++'s expressions. Operands narrower than `int` are converted to unsigned numbers first.

use crate::render::prelude::*;

/// `u32{x}`
const BRACES: CastForm = CastForm::new("Braces", "$to{", "}", CastOperand::Enclosed);

/// `static_cast<u32>(x)`
pub(super) const ANGLES: CastForm =
    CastForm::new("Angles", "static_cast<$to>(", ")", CastOperand::Enclosed);

/// The conversion of a value narrower than `int` to 32 bits.
pub(super) const WIDENED: Cast = Cast { to: "std::uint32_t", form: BRACES };

/// The conversion of a half to a word.
const WORD: Cast = Cast { to: "std::uint64_t", form: BRACES };

/// The conversion of a word to its lower 32 bits.
const LOW: Cast = Cast { to: "std::uint32_t", form: ANGLES };

/// The conversion to a number as wide as an address.
pub(super) const SIZE: Cast = Cast { to: "std::size_t", form: ANGLES };

/// The conversion to a signed integer.
pub(super) const INT: Cast = Cast { to: "int", form: ANGLES };

pub(super) const OPERATORS: Operators = Operators {
    half: LOW,
    word: WORD,
    suffixes: ["U", "ULL"],
    counts: ["std::countl_zero", "std::countr_zero", "std::popcount"],
    ..Operators::C
};

/// True if a value needs BMI2 instructions, which the compiler can't evaluate itself.
pub(super) fn takes_pext(program: &Program, wanted: Value) -> bool {
    let needed = program.needed(wanted);
    let is_taken = |op| matches!(op, Op::Extract(..) | Op::Deposit(..) | Op::Pick(_));
    needed.into_iter().any(|value| is_taken(program.op(value)))
}

/// A shift. A shifted literal gets the suffix of its type; the shift amount may have any type.
fn shift(operator: Operator, node: &Node) -> Expr {
    let [half, word] = OPERATORS.suffixes;
    let suffix = if node.kind == Type::Word { word } else { half };
    let shifted = match node.first().constant() {
        Some(value) if value <= 64 => Number::decimal(value).suffixed(suffix).into(),
        _ => node.a(),
    };
    Expr::binary(operator, shifted, node.b().without(WIDENED))
}

/// An entry of an array or a record, converted to at least 32 bits.
pub(super) fn widened(entry: Expr, storage: Storage) -> Expr {
    if storage < Storage::Half { entry.cast(WIDENED) } else { entry }
}

/// An operation's expression, if C++ differs from most languages; `named` qualifies a name of the file for the
/// function. `number` is the type of a set of two words, if it is a number.
pub(super) fn special(
    scope: &Scope<'_>,
    node: &Node,
    number: Option<&str>,
    named: impl Fn(&str) -> Expr,
) -> Option<Expr> {
    let entry = |array: &str, index: Expr, storage: Storage| {
        widened(Expr::index(named(array), index), storage)
    };
    let call = |own: Option<&str>| Expr::call(named(own.unwrap_or_default()), vec![node.a()]);
    let moved = |own: Option<&str>| {
        let operands = node.operands.iter().map(|operand| operand.written.clone());
        Expr::call(named(own.unwrap_or_default()), operands.collect())
    };
    Some(match node.op {
        Op::Const(value, _) if value <= 64 => Expr::decimal(value),
        Op::Field(field) => entry(scope.field(field), scope.place.clone(), field.storage()),
        Op::Load(table, _) => {
            let (name, storage) = scope.table(table);
            entry(name, node.a().without(WIDENED), storage)
        }
        Op::Part(_, word) if number.is_some() => {
            let shifted = || Expr::binary(OPERATORS.shr, node.a(), Expr::decimal(64));
            let part = if word == 0 { node.a() } else { shifted() };
            part.cast(Cast { form: ANGLES, ..WORD })
        }
        Op::Pack(_) if number.is_some() => {
            let high = node.b().cast_to(BRACES, number.unwrap_or_default());
            let high = Expr::binary(OPERATORS.shl, high, Expr::decimal(64));
            Expr::binary(OPERATORS.or, high, node.a())
        }
        Op::Part(_, word) => Expr::index(node.a().member("w"), Expr::decimal(u64::from(word))),
        Op::Pack(_) => Expr::List(["{{", "}}"], node.packed()),
        Op::Join(..) => OPERATORS.joined(node.a(), node.b().without(WIDENED).cast(WORD)),
        Op::Widen(_) => node.a().without(WIDENED).cast(WORD),
        Op::Shl(..) => shift(OPERATORS.shl, node),
        Op::Shr(..) => shift(OPERATORS.shr, node),
        Op::Call(lookup, square, _) => {
            Expr::call(named(scope.lookup(lookup)), vec![scope.parameter(square), node.a()])
        }
        Op::ReverseBytes(_) => call(scope.reverse_bytes),
        Op::ReverseBits(_) => call(scope.reverse_bits),
        // The result is an `int`.
        Op::Count(count, _) => Expr::call(OPERATORS.counting(count), vec![node.a()]).cast(LOW),
        Op::Extract(..) => moved(scope.extract),
        Op::Deposit(..) => moved(scope.deposit),
        Op::Pick(_) => moved(scope.pick),
        _ => return None,
    })
}
