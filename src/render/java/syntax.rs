//! Java's words, operators and literals. There are no unsigned types: shifts to the right are `>>>`.

use crate::render::others::jvm;
use crate::render::prelude::*;

/// `(int) x`
const WITH_BLANK: CastForm =
    CastForm { name: "PrefixWithBlank", before: "($to) ", ..CastForm::PREFIX };

/// An operation's expression, if Java differs from most languages.
pub(super) fn special(node: &Node, scope: &Scope<'_>) -> Option<Expr> {
    match node.op {
        Op::Count(count, _) => {
            let class = if node.first().kind == Type::Word { "Long" } else { "Integer" };
            Some(Expr::name(class).method(OPERATORS.counting(count), vec![node.a()]))
        }
        _ => jvm::special(&OPERATORS, scope, node),
    }
}

/// Java's operators.
pub(super) const OPERATORS: Operators = Operators {
    shr: Operator::left(">>>"),
    negative: Some("-"),
    half: Cast { to: "int", form: WITH_BLANK },
    word: Cast { to: "long", form: WITH_BLANK },
    suffixes: ["", "L"],
    reverse_bytes: Some("Long.reverseBytes"),
    reverse_bits: Some("Long.reverse"),
    counts: ["numberOfLeadingZeros", "numberOfTrailingZeros", "bitCount"],
    ..Operators::C
};

/// The type of an array's elements. Only `char` is unsigned, with 16 bits.
pub(super) const fn element(storage: Storage) -> &'static str {
    Words { widths: ["byte", "char", "int", "long"], ..Words::PLAIN }.entry(storage, false)
}

/// The name by which a method reads a field of the class.
///
/// Parameters and variables are single lower-case words, some with a number. They would hide a field that the user gave
/// the same name.
pub(super) fn reference(class: &str, field: &str) -> String {
    if field.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
        format!("{class}.{field}")
    } else {
        field.to_owned()
    }
}
