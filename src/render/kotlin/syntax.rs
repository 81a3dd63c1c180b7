//! Kotlin's words, operators and literals. A word is a `Long`, a half an `Int`; both wrap.

use crate::render::others::jvm;
use crate::render::prelude::*;

/// `x.toInt()`
const METHOD: CastForm = CastForm::new("Method", "", ".$to()", CastOperand::Receiver);

/// An operation's expression, if Kotlin differs from most languages.
pub(super) fn special(node: &Node, scope: &Scope<'_>) -> Option<Expr> {
    Some(match node.op {
        Op::Const(value, Type::Word) if value > 64 => word(value),
        Op::Const(value, Type::Half) if value >> 31 != 0 => {
            Expr::from(Number::hex(value, 1).suffixed("u")).cast(OPERATORS.half)
        }
        Op::Count(count, _) => node.a().method(OPERATORS.counting(count), Vec::new()),
        _ => return jvm::special(&OPERATORS, scope, node),
    })
}

/// Bitwise operators are infix functions.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("and"),
    or: Operator::chain("or"),
    xor: Operator::chain("xor"),
    not: Not::Method("inv"),
    negative: Some("-"),
    shl: Operator::left("shl"),
    shr: Operator::left("ushr"),
    half: Cast { to: "toInt", form: METHOD },
    word: Cast { to: "toLong", form: METHOD },
    suffixes: ["", "L"],
    counts: ["countLeadingZeroBits", "countTrailingZeroBits", "countOneBits"],
    ..Operators::C
};

/// The same, with functions of the Java virtual machine.
pub(super) const JVM_OPERATORS: Operators = Operators {
    reverse_bytes: Some("java.lang.Long.reverseBytes"),
    reverse_bits: Some("java.lang.Long.reverse"),
    ..OPERATORS
};

/// The type's name for numbers of this width, which also begins `ByteArray` and its like.
pub(super) const fn number(storage: Storage) -> &'static str {
    Words { widths: ["Byte", "Short", "Int", "Long"], ..Words::PLAIN }.entry(storage, false)
}

/// A word in hexadecimal. A `Long` literal can't be negative: a word with the highest bit is a converted unsigned
/// literal.
pub(super) fn word(value: u64) -> Expr {
    let number = Number::hex(value, 16);
    if value >> 63 == 0 {
        number.suffixed("L").into()
    } else {
        Expr::from(number.suffixed("uL")).cast(OPERATORS.word)
    }
}
