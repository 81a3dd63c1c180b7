//! A program and what it reads in; the Rust type of each value, and how many bits it can have, out.
//!
//! A half of the program is a `usize` where it is only a position, and keeps the type that it is stored in where
//! nothing wraps: so the text has few casts, and each of them is known to lose nothing.

use crate::model::interp::{Memory, run};
use crate::model::{Binary, Op, Program, Storage, Type, Value};

/// A type of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A literal without a suffix, which takes the type of what stands beside it.
    Literal,
    U8,
    U16,
    U32,
    U64,
    Usize,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Its type.
    pub(super) kind: Kind,
    /// Bits that it never exceeds on any square.
    pub(super) bits: u8,
    /// Bits that clippy sees it not to exceed.
    pub(super) seen: u8,
}

/// What a program reads, and from where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings<'a> {
    /// Fields and tables.
    pub(super) memory: Memory<'a>,
    /// Bit indices of squares; none in a bit scan.
    pub(super) squares: &'a [u8],
    /// The half parameter's type and bits.
    pub(super) parameter: (Kind, u8),
    /// Values that are calls of an index function.
    pub(super) calls: &'a [Value],
}

impl From<Storage> for Kind {
    fn from(storage: Storage) -> Self {
        match storage {
            Storage::Byte => Self::U8,
            Storage::Short => Self::U16,
            Storage::Half => Self::U32,
            Storage::Word => Self::U64,
        }
    }
}

impl Kind {
    /// The type's name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::Literal | Self::U32 => "u32",
            Self::U64 => "u64",
            Self::Usize => "usize",
        }
    }
}

/// Learns of every value up to `wanted`. `as_position` says that `wanted` itself is a position.
pub(super) fn learn(
    program: &Program,
    wanted: Value,
    as_position: bool,
    around: Surroundings<'_>,
) -> Vec<Known> {
    let mut known: Vec<Known> = Vec::new();
    for value in program.values() {
        let mut bits = bits(program, value, &known, around);
        if program.type_of(value) == Type::Half {
            bits = bits.min(32);
        }
        let mut seen = seen(program, value, &known);
        if around.calls.contains(&value) {
            // Nothing is computed with what a call returns: it is an index as it is.
            (bits, seen) = (around.parameter.1, 32);
        }
        known.push(Known { kind: Kind::U64, bits, seen });
        if value == wanted {
            break;
        }
    }
    let positions = positions(program, wanted, as_position, &known, around.calls);
    for value in program.needed_above(wanted, |value| around.calls.contains(&value)) {
        let kind = kind(program, value, &known, &positions, around);
        known[usize::from(value.0)].kind = kind;
    }
    known
}

fn width(value: u64) -> u8 {
    (u64::BITS - value.leading_zeros()) as u8
}

fn bits(program: &Program, value: Value, known: &[Known], around: Surroundings<'_>) -> u8 {
    let of = |value: Value| known[usize::from(value.0)].bits;
    match program.op(value) {
        Op::Square => around.parameter.1,
        Op::Occupied | Op::ReverseBytes(_) | Op::ReverseBits(_) | Op::Deposit(..) => 64,
        Op::Const(constant, _) => width(constant),
        Op::Field(field) => {
            let column = around.memory.fields.column(field);
            column.map_or(0, |column| width(column.values.iter().copied().max().unwrap_or(0)))
        }
        Op::Load(table, _) | Op::LoadRow(table, _) => match table.kind {
            Type::Word => 64,
            Type::Half => {
                let table = &around.memory.tables[usize::from(table.index)];
                width(table.entries.iter().copied().max().unwrap_or(0))
            }
        },
        Op::Low(a) | Op::Widen(a) => of(a),
        Op::High(a) => of(a).saturating_sub(32),
        Op::Join(_, high) => of(high) + 32,
        Op::Extract(_, mask) => match program.op(mask) {
            Op::Field(field) => {
                let column = around.memory.fields.column(field);
                let counts =
                    column.map(|column| column.values.iter().map(|mask| mask.count_ones()));
                counts.and_then(Iterator::max).unwrap_or(64) as u8
            }
            _ => 64,
        },
        Op::Binary(binary, a, b) => match binary {
            Binary::And => of(a).min(of(b)),
            Binary::AndNot => of(a),
            Binary::Or | Binary::Xor => of(a).max(of(b)),
            Binary::OrNot | Binary::Sub => 64,
            Binary::Add => (of(a).max(of(b)) + 1).min(64),
            Binary::Mul => (of(a) + of(b)).min(64),
        },
        Op::Shl(a, by) => (of(a) + amounts(program, by, around).1).min(64),
        Op::Shr(a, by) => of(a).saturating_sub(amounts(program, by, around).0),
    }
}

/// The least and the greatest value on any square, where occupancy doesn't matter: of what a shift is by.
fn amounts(program: &Program, by: Value, around: Surroundings<'_>) -> (u8, u8) {
    if let Op::Const(constant, _) = program.op(by) {
        return (constant as u8, constant as u8);
    }
    let is_varied = program.needed(by).into_iter().any(|value| program.op(value) == Op::Occupied);
    let on = |square: &u8| {
        let found = run(program, by, around.memory, *square, &[0]).ok()?;
        found.first().map(|amount| (*amount & 63) as u8)
    };
    let found: Option<Vec<u8>> = around.squares.iter().map(on).collect();
    let found = found.filter(|_| !is_varied).unwrap_or_default();
    (found.iter().copied().min().unwrap_or(0), found.iter().copied().max().unwrap_or(63))
}

/// As clippy reckons: it looks through variables and casts, at masks and shifts that are literals.
fn seen(program: &Program, value: Value, known: &[Known]) -> u8 {
    let of = |value: Value| known[usize::from(value.0)].seen;
    match program.op(value) {
        Op::Const(constant, _) => width(constant),
        Op::Low(a) => of(a),
        Op::High(a) => of(a).saturating_sub(32),
        Op::Binary(Binary::And, a, b) => of(a).min(of(b)),
        Op::Shr(a, by) => match program.op(by) {
            Op::Const(by, _) => of(a).saturating_sub(by as u8),
            _ => of(a),
        },
        _ => 64,
    }
}

/// Which halves are only positions in tables, or parts of such that don't wrap.
fn positions(
    program: &Program,
    wanted: Value,
    as_position: bool,
    known: &[Known],
    calls: &[Value],
) -> Vec<bool> {
    let mut positions = vec![false; known.len()];
    positions[usize::from(wanted.0)] = as_position && known[usize::from(wanted.0)].bits < 32;
    let needed = program.needed_above(wanted, |value| calls.contains(&value));
    // A value is used only after it, so that the users of each are known before it.
    for value in needed.iter().rev().copied().filter(|value| *value != wanted) {
        let mut is_one = program.type_of(value) == Type::Half;
        let mut is_used = false;
        for user in needed.iter().filter(|user| !calls.contains(user)) {
            let at = usize::from(user.0);
            // What may have all 32 bits may have wrapped.
            let fits = positions[at] && known[at].bits < 32;
            is_one &= match program.op(*user) {
                Op::Load(_, of) | Op::LoadRow(_, of) if of == value => {
                    is_used = true;
                    true
                }
                Op::Binary(binary, a, b) if a == value || b == value => {
                    is_used = true;
                    fits && matches!(binary, Binary::Add | Binary::And | Binary::Or | Binary::Xor)
                }
                Op::Shl(a, by) | Op::Shr(a, by) if a == value && by != value => {
                    is_used = true;
                    fits
                }
                op => op.operands().all(|of| of != value) || is_amount(op, value),
            };
        }
        positions[usize::from(value.0)] = is_one && is_used;
    }
    positions
}

fn is_amount(op: Op, value: Value) -> bool {
    matches!(op, Op::Shl(a, by) | Op::Shr(a, by) if by == value && a != value)
}

fn kind(
    program: &Program,
    value: Value,
    known: &[Known],
    positions: &[bool],
    around: Surroundings<'_>,
) -> Kind {
    if around.calls.contains(&value) {
        return Kind::Usize;
    }
    if program.type_of(value) == Type::Word {
        return Kind::U64;
    }
    let of = |value: Value| known[usize::from(value.0)];
    let is_position = positions[usize::from(value.0)];
    match program.op(value) {
        Op::Square => around.parameter.0,
        Op::Const(..) => Kind::Literal,
        Op::Field(field) => field.storage().into(),
        Op::Load(table, _) | Op::LoadRow(table, _) => {
            around.memory.tables[usize::from(table.index)].storage.into()
        }
        Op::Low(a) => {
            let needed = program.values().take(known.len());
            let mut users =
                needed.filter(|user| program.op(*user).operands().any(|of| of == value));
            let is_shifted_by = users.all(|user| is_amount(program.op(user), value));
            let last = usize::from(value.0) + 1 == known.len();
            match (is_position, is_shifted_by && !last && of(a).bits <= 32) {
                (true, _) => Kind::Usize,
                (_, true) => Kind::U64,
                _ => Kind::U32,
            }
        }
        Op::Binary(binary, a, b) => match (binary, both(of(a), of(b))) {
            (Binary::And | Binary::AndNot | Binary::Or | Binary::Xor, both) => both,
            (Binary::Add, _) if is_position && of(value).bits < 32 => Kind::Usize,
            _ => Kind::U32,
        },
        Op::Shl(a, _) => match of(a).kind {
            Kind::Usize if of(value).bits < 32 => Kind::Usize,
            _ if is_position && of(value).bits < 32 => Kind::Usize,
            _ => Kind::U32,
        },
        Op::Shr(..) if is_position => Kind::Usize,
        Op::Shr(a, _) if of(a).kind != Kind::Literal => of(a).kind,
        _ => Kind::U32,
    }
}

/// The type in which two operands meet.
fn both(a: Known, b: Known) -> Kind {
    match (a.kind, b.kind) {
        (Kind::Literal, Kind::Literal) => Kind::U32,
        (Kind::Literal, other) | (other, Kind::Literal) => {
            let bits = if a.kind == Kind::Literal { a.bits } else { b.bits };
            match other {
                Kind::U8 if bits > 8 => Kind::U32,
                Kind::U16 if bits > 16 => Kind::U32,
                other => other,
            }
        }
        (one, other) => one.max(other),
    }
}
