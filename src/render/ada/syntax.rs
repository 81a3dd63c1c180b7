//! Ada's expressions. Modular types wrap; what is cut to a half is taken modulo its range.

use crate::model::{Op, Type};
use crate::render::code::expr::{Cast, CastForm, Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Not, Operators};
use crate::render::code::print::{Lists, Style};
use crate::render::code::scope::Scope;

/// How expressions look: digits are capital letters in Ada, and arrays are read like functions are called.
pub(super) const STYLE: Style =
    Style { has_upper_hex: true, index: ("(", ")"), lists: Lists::Apart, ..Style::PLAIN };

/// Ada's operators; shifts are functions.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("and"),
    or: Operator::chain("or"),
    xor: Operator::chain("xor"),
    not: Not::Before("not "),
    half: HALF,
    word: WORD,
    has_short: true,
    ..Operators::C
};

/// The mask of what is shifted by, which stands apart from what is masked.
const LAST: Operator = Operator::left("and");

const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: CastForm::Call }
}

/// A conversion to 32 bits.
pub(super) const HALF: Cast = to("Unsigned_32");

/// A conversion to 64 bits.
const WORD: Cast = to("Bitboard");

/// The lower 32 bits.
const LOW: Cast = to("Unsigned_32'Mod");

/// A conversion to a number that isn't modular.
const NATURAL: Cast = to("Natural");

/// A conversion to a bit index.
pub(super) const SQUARE: Cast = to("Square_Index");

/// How a function's expressions are written, by what it reads.
pub(super) struct Ada<'a>(pub(super) Scope<'a>);

/// A value before it became one of 32 bits, where only operands made it one.
fn bare(of: &Expr) -> Expr {
    of.cast_from(HALF).unwrap_or(of).clone()
}

/// An expression as a `Natural`.
pub(super) fn natural(of: &Expr) -> Expr {
    bare(of).cast(NATURAL)
}

/// A literal in hexadecimal digits, grouped by four.
pub(super) fn hex(value: u64, digits: usize) -> Expr {
    Number { prefix: "16#", suffix: "#", is_grouped: true, ..Number::hex(value, digits) }.into()
}

/// A value that is moved up by places.
pub(super) fn shift_left(value: Expr, places: Expr) -> Expr {
    Expr::call("Shift_Left", vec![value, places])
}

/// A value that is moved down by places.
pub(super) fn shift_right(value: Expr, places: Expr) -> Expr {
    Expr::call("Shift_Right", vec![value, places])
}

/// What a node is shifted by. A count that may be as large as the word would be compared with its size before.
fn amount(node: &Node) -> Expr {
    let by = node.second();
    match by.op {
        Op::Const(..) => node.b(),
        Op::Square => bare(&by.written),
        _ => {
            let last = Expr::decimal(if node.kind == Type::Word { 63 } else { 31 });
            Expr::binary(LAST, bare(&by.written), last).cast(NATURAL)
        }
    }
}

fn widened(half: &Expr) -> Expr {
    bare(half).cast(WORD)
}

impl Dialect for Ada<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        &self.0
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        match kind {
            _ if value <= 64 => Expr::decimal(value),
            Type::Word => hex(value, 16),
            Type::Half if value > u64::from(u16::MAX) => hex(value, 8),
            Type::Half => hex(value, 4),
        }
    }

    fn low(&self, node: &Node) -> Expr {
        node.a().cast(LOW)
    }

    fn high(&self, node: &Node) -> Expr {
        shift_right(node.a(), Expr::decimal(32)).cast(LOW)
    }

    fn join(&self, node: &Node) -> Expr {
        let high = shift_left(widened(&node.b()), Expr::decimal(32));
        Expr::binary(OPERATORS.or, high, widened(&node.a()))
    }

    fn widen(&self, node: &Node) -> Expr {
        widened(&node.a())
    }

    fn shl(&self, node: &Node) -> Expr {
        // Of a decimal number alone, no context may say how wide it is.
        let to = if node.kind == Type::Word { WORD.to } else { HALF.to };
        let is_bare = node.first().constant().is_some_and(|value| value <= 64);
        let typed = Cast { to, form: CastForm::Qualified };
        shift_left(if is_bare { node.a().cast(typed) } else { node.a() }, amount(node))
    }

    fn shr(&self, node: &Node) -> Expr {
        shift_right(node.a(), amount(node))
    }
}
