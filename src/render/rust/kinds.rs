//! A program and what it reads in; the Rust type of each value, and how many bits it can have, out.
//!
//! A half of the program is a `usize` where it is only a position, and keeps the type that it is stored in where
//! nothing wraps: so the text has few casts, and each of them is known to lose nothing.

use crate::model::interp::Memory;
use crate::model::{Binary, Op, Program, Storage, Type, Value};
use crate::render::code::bounds::Bounds;

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
    /// Squares and gaps; none in a bit scan.
    pub(super) indices: u8,
    /// The half parameter's type.
    pub(super) parameter: Kind,
    /// Values that are calls of an index function.
    pub(super) calls: &'a [Value],
}

/// A program of which something is to be known.
struct Learner<'a> {
    program: &'a Program,
    wanted: Value,
    around: Surroundings<'a>,
    /// What is known so far.
    known: Vec<Known>,
    /// Which halves are only positions in tables, or parts of such that don't wrap.
    positions: Vec<bool>,
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
    let Memory { fields, tables } = around.memory;
    let bounds = Bounds::exact(program, fields, tables, around.indices);
    let mut learner = Learner { program, wanted, around, known: Vec::new(), positions: Vec::new() };
    for value in program.values().take_while(|value| *value <= wanted) {
        // Nothing is computed with what a call returns: it is an index as it is.
        let seen = if learner.is_called(value) { 32 } else { learner.seen(value) };
        let bits = width(bounds.most(value));
        learner.known.push(Known { kind: Kind::U64, bits, seen });
    }
    let needed = program.needed_above(wanted, |value| learner.is_called(value));
    learner.find_positions(as_position, &needed);
    for value in needed {
        learner.known[usize::from(value.0)].kind = learner.kind(value);
    }
    learner.known
}

fn width(value: u64) -> u8 {
    (u64::BITS - value.leading_zeros()) as u8
}

impl Learner<'_> {
    fn of(&self, value: Value) -> Known {
        self.known[usize::from(value.0)]
    }

    fn is_called(&self, value: Value) -> bool {
        self.around.calls.contains(&value)
    }

    /// Bits as clippy reckons them: it looks through variables and casts, at masks and shifts that are literals.
    fn seen(&self, value: Value) -> u8 {
        let of = |value: Value| self.of(value).seen;
        match self.program.op(value) {
            Op::Const(constant, _) => width(constant),
            Op::Low(a) => of(a),
            Op::High(a) => of(a).saturating_sub(32),
            Op::Binary(Binary::And, a, b) => of(a).min(of(b)),
            Op::Shr(a, by) => match self.program.op(by) {
                Op::Const(by, _) => of(a).saturating_sub(by as u8),
                _ => of(a),
            },
            _ => 64,
        }
    }

    fn find_positions(&mut self, as_position: bool, needed: &[Value]) {
        self.positions = vec![false; self.known.len()];
        self.positions[usize::from(self.wanted.0)] = as_position && self.of(self.wanted).bits < 32;
        // A value is used only after it, so that the users of each are known before it.
        for value in needed.iter().rev().copied().filter(|value| *value != self.wanted) {
            let mut is_one = self.program.type_of(value) == Type::Half;
            let mut is_used = false;
            for user in needed.iter().copied().filter(|user| !self.is_called(*user)) {
                let op = self.program.op(user);
                if op.operands().all(|of| of != value) || is_amount(op, value) {
                    continue;
                }
                is_used = true;
                is_one &= match op {
                    Op::Load(..) | Op::LoadRow(..) => true,
                    Op::Binary(Binary::Add | Binary::And | Binary::Or | Binary::Xor, ..) => {
                        self.is_short_position(user)
                    }
                    Op::Shl(_, by) | Op::Shr(_, by) => by != value && self.is_short_position(user),
                    _ => false,
                };
            }
            self.positions[usize::from(value.0)] = is_one && is_used;
        }
    }

    /// True for a position of less than 32 bits: what may have all of them may have wrapped.
    fn is_short_position(&self, value: Value) -> bool {
        self.positions[usize::from(value.0)] && self.of(value).bits < 32
    }

    fn kind(&self, value: Value) -> Kind {
        if self.is_called(value) {
            return Kind::Usize;
        }
        if self.program.type_of(value) == Type::Word {
            return Kind::U64;
        }
        let of = |value: Value| self.of(value);
        let is_position = self.positions[usize::from(value.0)];
        let is_short = self.is_short_position(value);
        match self.program.op(value) {
            Op::Square => self.around.parameter,
            Op::Const(..) => Kind::Literal,
            Op::Field(field) => field.storage().into(),
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                self.around.memory.tables[usize::from(table.index)].storage.into()
            }
            Op::Low(_) | Op::Shr(..) if is_position => Kind::Usize,
            Op::Low(a) => {
                let values = self.program.values().take(self.known.len());
                let ops = values.map(|user| self.program.op(user));
                let mut users = ops.filter(|op| op.operands().any(|of| of == value));
                let is_shifted_by = users.all(|op| is_amount(op, value)) && value != self.wanted;
                if is_shifted_by && of(a).bits <= 32 { Kind::U64 } else { Kind::U32 }
            }
            Op::Binary(Binary::And | Binary::AndNot | Binary::Or | Binary::Xor, a, b) => {
                both(of(a), of(b))
            }
            Op::Binary(Binary::Add, ..) if is_short => Kind::Usize,
            Op::Shl(a, _) if is_short || of(a).kind == Kind::Usize && of(value).bits < 32 => {
                Kind::Usize
            }
            Op::Shr(a, _) if of(a).kind != Kind::Literal => of(a).kind,
            _ => Kind::U32,
        }
    }
}

/// True where an operation shifts by a value, and by nothing else.
fn is_amount(op: Op, value: Value) -> bool {
    matches!(op, Op::Shl(a, by) | Op::Shr(a, by) if by == value && a != value)
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
