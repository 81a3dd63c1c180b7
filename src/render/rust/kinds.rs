//! Finds the Rust type of each value of a program, and the number of bits that the value can have.
//!
//! A half of the program is a `usize` if it is only a position, and keeps its storage type if nothing wraps: so the
//! text has few casts, and none of them can lose bits.

use crate::render::prelude::*;

/// A type of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A literal without a suffix, which gets its type from the context.
    Literal,
    U8,
    U16,
    U32,
    U64,
    Usize,
    /// A set of several words: `u128` or an array.
    Set,
}

/// The type and the size of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Its type.
    pub(super) kind: Kind,
    /// The most bits of the value on any square.
    pub(super) bits: u8,
    /// The most bits that clippy derives for it.
    pub(super) seen: u8,
}

/// A program and the value to be typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub(super) program: &'a Program,
    /// The value that the function computes.
    pub(super) wanted: Value,
    /// True if that value is a position in a table.
    pub(super) is_position: bool,
    /// The fields that the program reads.
    pub(super) fields: &'a Fields,
    /// The tables that it reads.
    pub(super) tables: &'a [Table],
    /// The number of bit indices; 0 in a bit scan, whose parameter is a word.
    pub(super) indices: u16,
    /// Values that are calls of an index function.
    pub(super) calls: &'a [Value],
}

/// The values of a program that have been typed so far.
struct Learner<'a> {
    asked: Asked<'a>,
    known: Vec<Known>,
    /// For each value: true if it is a half that is used only as a position, or as a part of one that doesn't wrap.
    positions: Vec<bool>,
}

impl From<Storage> for Kind {
    fn from(storage: Storage) -> Self {
        match storage {
            Storage::Byte => Self::U8,
            Storage::Short => Self::U16,
            Storage::Half => Self::U32,
            Storage::Word => Self::U64,
            Storage::Set(_) => Self::Set,
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
            Self::Set => "u128",
        }
    }
}

impl Asked<'_> {
    /// The type and the size of every value up to the wanted one.
    pub(super) fn learn(self) -> Vec<Known> {
        let Self { program, wanted, fields, tables, indices, .. } = self;
        let bounds = Bounds::exact(program, fields, tables, indices);
        let mut learner = Learner { asked: self, known: Vec::new(), positions: Vec::new() };
        for value in program.values().take_while(|value| *value <= wanted) {
            // A call returns an index, with which nothing more is computed.
            let seen = if self.is_called(value) { 32 } else { learner.seen(value) };
            let bits = width(bounds.most(value));
            learner.known.push(Known { kind: Kind::U64, bits, seen });
        }
        let needed = program.needed_above(wanted, |value| self.is_called(value));
        learner.find_positions(&needed);
        for value in needed {
            learner.known[usize::from(value.0)].kind = learner.kind(value);
        }
        learner.known
    }

    fn is_called(&self, value: Value) -> bool {
        self.calls.contains(&value)
    }
}

fn width(value: u64) -> u8 {
    (u64::BITS - value.leading_zeros()) as u8
}

impl Learner<'_> {
    fn known(&self, value: Value) -> Known {
        self.known[usize::from(value.0)]
    }

    /// The bits as clippy counts them: it sees through variables and casts, and understands literal masks and shifts.
    fn seen(&self, value: Value) -> u8 {
        let seen = |value: Value| self.known(value).seen;
        match self.asked.program.op(value) {
            Op::Const(constant, _) => width(constant),
            Op::Low(a) => seen(a),
            Op::High(a) => seen(a).saturating_sub(32),
            Op::Binary(Binary::And, a, b) => seen(a).min(seen(b)),
            Op::Shr(a, by) => match self.asked.program.op(by) {
                Op::Const(by, _) => seen(a).saturating_sub(by as u8),
                _ => seen(a),
            },
            _ => 64,
        }
    }

    fn find_positions(&mut self, needed: &[Value]) {
        self.positions = vec![false; self.known.len()];
        let Asked { wanted, is_position, .. } = self.asked;
        self.positions[usize::from(wanted.0)] = is_position && self.known(wanted).bits < 32;
        // Users come after a value, so in reverse order each value's users are known before it.
        for value in needed.iter().rev().copied().filter(|value| *value != self.asked.wanted) {
            let mut is_one = self.asked.program.type_of(value) == Type::Half;
            let mut is_used = false;
            for user in needed.iter().copied().filter(|user| !self.asked.is_called(*user)) {
                let op = self.asked.program.op(user);
                if op.operands().all(|of| of != value) || is_amount(op, value) {
                    continue;
                }
                is_used = true;
                is_one &= match op {
                    Op::Load(..) | Op::LoadRow(..) | Op::LoadLanes(..) => true,
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

    /// True for a position of less than 32 bits: one with 32 bits may have wrapped.
    fn is_short_position(&self, value: Value) -> bool {
        self.positions[usize::from(value.0)] && self.known(value).bits < 32
    }

    fn kind(&self, value: Value) -> Kind {
        if self.asked.is_called(value) {
            return Kind::Usize;
        }
        // Vectors aren't converted either.
        match self.asked.program.type_of(value) {
            Type::Word | Type::Lanes(_) => return Kind::U64,
            Type::Set(_) => return Kind::Set,
            Type::Half => {}
        }
        let is_position = self.positions[usize::from(value.0)];
        let is_short = self.is_short_position(value);
        match self.asked.program.op(value) {
            Op::Square if self.asked.indices > 0 => Kind::Usize,
            Op::Parameter(_) => Kind::Usize,
            Op::Const(..) => Kind::Literal,
            Op::Field(field) => field.storage().into(),
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                self.asked.tables[usize::from(table.index)].storage.into()
            }
            Op::Low(_) | Op::Shr(..) if is_position => Kind::Usize,
            Op::Low(a) => {
                let values = self.asked.program.values().take(self.known.len());
                let ops = values.map(|user| self.asked.program.op(user));
                let mut users = ops.filter(|op| op.operands().any(|of| of == value));
                let is_shifted_by =
                    users.all(|op| is_amount(op, value)) && value != self.asked.wanted;
                if is_shifted_by && self.known(a).bits <= 32 { Kind::U64 } else { Kind::U32 }
            }
            Op::Binary(Binary::And | Binary::AndNot | Binary::Or | Binary::Xor, a, b) => {
                both(self.known(a), self.known(b))
            }
            Op::Binary(Binary::Add, ..) if is_short => Kind::Usize,
            Op::Shl(a, _)
                if is_short || self.known(a).kind == Kind::Usize && self.known(value).bits < 32 =>
            {
                Kind::Usize
            }
            Op::Shr(a, _) if self.known(a).kind != Kind::Literal => self.known(a).kind,
            _ => Kind::U32,
        }
    }
}

/// True if the value is the shift amount and not the shifted operand.
fn is_amount(op: Op, value: Value) -> bool {
    matches!(op, Op::Shl(a, by) | Op::Shr(a, by) if by == value && a != value)
}

/// The common type of two operands.
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
