//! Kotlin's words, operators and literals. A word is a `Long`, a half an `Int`; both wrap.

use crate::model::{Count, Storage, Type};
use crate::render::code::expr::{Cast, CastForm, Expr, Number, Operator};
use crate::render::code::node::{Not, Operators};
use crate::render::jvm::Speech;
use crate::render::text::literal::{Hex, Literal};

/// Kotlin's expressions.
pub(super) const SPEECH: Speech = Speech {
    operators: OPERATORS,
    converts: true,
    has_hex_factors: false,
    constant: |value, kind| match kind {
        Type::Word if value > 64 => word(value),
        Type::Word => Number::decimal(value).suffixed("L").into(),
        Type::Half if value >> 31 != 0 => {
            Expr::from(Number::hex(value, 1).suffixed("u")).cast(OPERATORS.half)
        }
        Type::Half => Number::constant(value, kind).into(),
    },
    count: |count, node| {
        let name = match count {
            Count::LeadingZeros => "countLeadingZeroBits",
            Count::TrailingZeros => "countTrailingZeroBits",
            Count::PopulationCount => "countOneBits",
        };
        node.a().method(name, Vec::new())
    },
};

/// Operators on bits are functions between their operands.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("and"),
    or: Operator::chain("or"),
    xor: Operator::chain("xor"),
    not: Not::Method("inv"),
    negative: Some("-"),
    shl: Operator::left("shl"),
    shr: Operator::left("ushr"),
    half: Cast { to: "toInt", form: CastForm::Method },
    word: Cast { to: "toLong", form: CastForm::Method },
    reverse_bytes: Some("java.lang.Long.reverseBytes"),
    reverse_bits: Some("java.lang.Long.reverse"),
    ..Operators::C
};

/// What numbers of this width are called: an array of bytes is a `ByteArray`.
pub(super) const fn number(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "Byte",
        Storage::Short => "Short",
        Storage::Half => "Int",
        Storage::Word => "Long",
    }
}

/// A word in an array, as [`word`] writes it.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) has_upper: bool,
}

impl Literal for Word {
    fn cased(&self, has_upper: bool) -> Self {
        Self { has_upper }
    }

    fn write(&self, out: &mut Vec<u8>, value: u64) {
        let suffix = if value >> 63 == 0 { "L" } else { "uL.toLong()" };
        Hex { has_upper: self.has_upper, ..Hex::new(16, suffix) }.write(out, value);
    }
}

/// A word in hexadecimal. No literal of a `Long` is negative: a word with the highest bit is one without a sign,
/// converted.
pub(super) fn word(value: u64) -> Expr {
    let number = Number::hex(value, 16);
    if value >> 63 == 0 {
        number.suffixed("L").into()
    } else {
        Expr::from(number.suffixed("uL")).cast(OPERATORS.word)
    }
}
