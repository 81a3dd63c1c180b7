//! Zig's expressions. Entries are as wide as their values need. A shift amount has the type that numbers the operand's
//! bits: `u6` for `u64`.

use crate::render::prelude::*;

/// A conversion to a type.
pub(super) const fn to(kind: &'static str) -> Cast {
    Cast { to: kind, form: CastForm::new("Builtin", "@as($to, ", ")", CastOperand::Enclosed) }
}

/// A conversion to 32 bits.
pub(super) const HALF: Cast = to("u32");

/// A conversion to 64 bits.
pub(super) const WORD: Cast = to("u64");

/// Operators that trap on overflow.
pub(super) const OPERATORS: Operators = Operators {
    half: HALF,
    word: WORD,
    has_short: true,
    reverse_bytes: Some("@byteSwap"),
    reverse_bits: Some("@bitReverse"),
    counts: ["@clz", "@ctz", "@popCount"],
    ..Operators::C
};

/// The names of parameters and types.
pub(super) const WORDS: Words = Words {
    square: "sq",
    index: "u6",
    signed: "i8",
    widths: ["u8", "u16", "u32", "u64"],
    places: Some(["u3", "u4", "u5", "u6"]),
    sets: ["[2]u64", "[3]u64", "[4]u64"],
    has_exact_numbers: true,
    ..Words::PLAIN
};

/// The same on boards of more than 64 squares.
pub(super) const WIDE_WORDS: Words = Words { index: "u8", ..WORDS };

/// Operators that wrap.
const WRAPPING: Operators = Operators {
    add: Operator::chain("+%"),
    sub: Operator::left("-%"),
    mul: Operator::chain("*%"),
    ..OPERATORS
};

/// The type of a table's entries: bit indices are only as wide as they need.
pub(super) fn element_of_table(module: &Module, index: usize) -> &'static str {
    match module.tables[index].role {
        TableRole::Scan(width) => WORDS.place(width),
        _ => WORDS.entry(module.tables[index].storage, false),
    }
}

/// The type of a field's entries. A shift amount has the type that numbers the shifted operand's bits.
pub(super) fn element_of_field(program: &Program, field: Field) -> &'static str {
    if !matches!(field.role, Role::Shift | Role::Before) {
        return WORDS.entry(field.storage(), false);
    }
    let shifts_half = |value: Value| match program.op(value) {
        Op::Shl(a, by) | Op::Shr(a, by) => {
            program.op(by) == Op::Field(field) && program.type_of(a) == Type::Half
        }
        _ => false,
    };
    WORDS.place(if program.values().any(shifts_half) { 32 } else { 64 })
}

/// The low bits of a word as a half.
fn truncated(word: Expr) -> Expr {
    Expr::call("@truncate", vec![word]).cast(HALF)
}

/// An operand; a literal gets its type, since the context gives none.
fn typed(node: &Node) -> Expr {
    match (node.constant(), node.kind) {
        (None, _) => node.written.clone(),
        (Some(_), Type::Word | Type::Lanes(_) | Type::Set(_)) => node.written.clone().cast(WORD),
        (Some(_), Type::Half) => node.written.clone().cast(HALF),
    }
}

/// An operand without its lossless conversion to a half, if it has one.
fn short(of: &Expr) -> Expr {
    let inner = of.cast_from(HALF).filter(|inner| !matches!(inner, Expr::Call(..)));
    inner.unwrap_or(of).clone()
}

/// The shift amount as Zig's `Log2Int`: `u6` for `u64`.
fn amount(node: &Node, program: &Program) -> Expr {
    let (own, by) = (WORDS.place(if node.kind == Type::Word { 64 } else { 32 }), node.second());
    let inner = by.written.cast_from(HALF);
    let is_own = match by.op {
        Op::Const(..) => true,
        Op::Field(field) => element_of_field(program, field) == own,
        Op::Square => own == "u6",
        // A count is a bit wider than a shift amount, since it may include all bits of a word.
        Op::Count(..) => false,
        // `@truncate` infers its result type.
        _ => matches!(inner, Some(Expr::Call(..))),
    };
    let inner = inner.unwrap_or(&by.written).clone();
    if is_own { inner } else { Expr::call("@intCast", vec![inner]) }
}

/// An operation's expression, if Zig differs from most languages. Fields' types depend on the shifts of the whole
/// program.
pub(super) fn special(node: &Node, scope: &Scope<'_>, program: &Program) -> Option<Expr> {
    let operators = if node.wraps { &WRAPPING } else { &OPERATORS };
    Some(match node.op {
        Op::Low(_) => truncated(node.a()),
        Op::High(_) => truncated(node.high_half(OPERATORS.shr)),
        Op::Count(count, _) => {
            Expr::call(OPERATORS.counting(count), vec![typed(node.first())]).cast(HALF)
        }
        Op::Widen(_) => short(&node.a()).cast(WORD),
        Op::Binary(Binary::Sub, ..) if node.first().constant() == Some(0) => {
            Expr::unary("-%", node.b())
        }
        Op::Binary(op @ (Binary::AndNot | Binary::OrNot), ..) => {
            operators.binary(op, node.a(), typed(node.second()))
        }
        Op::Binary(op, ..) => operators.binary(op, node.a(), node.b()),
        Op::Shl(..) => Expr::binary(OPERATORS.shl, typed(node.first()), amount(node, program)),
        Op::Shr(..) => Expr::binary(OPERATORS.shr, typed(node.first()), amount(node, program)),
        Op::Load(table, _) => {
            // An index may have any unsigned type that is no wider than an address.
            let (name, storage) = scope.table(table);
            OPERATORS.entry(name, short(&node.a()), storage)
        }
        _ => return None,
    })
}
