//! A lookup as straight-line code: the whole vocabulary in which a variant is written and a language speaks.
//!
//! Values are numbered in the order of their operations; each is a [`Type::Word`] of 64 bits or a
//! [`Type::Half`] of 32. Arithmetic wraps. The part up to the load is the *address*, what follows the *finish*;
//! start-up code stores at the address what it has walked.

use super::field::Field;
use crate::geometry::Bitboard;

/// The result of an operation, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub u16);

/// How wide a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// A bitboard, 64 bits.
    Word,
    /// 32 bits: half a word, an index, a shift.
    Half,
}

impl Type {
    /// Bits of a word of 64 that a value of this type leaves unused.
    #[must_use]
    pub const fn unused_bits(self) -> u32 {
        match self {
            Self::Word => 0,
            Self::Half => 32,
        }
    }
}

/// A table that a program reads: its place among the module's tables, and the type of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableRef {
    /// Index into the module's tables.
    pub index: u8,
    /// A word, or a half that is stored in as few bits as the table has.
    pub kind: Type,
}

/// An operation of two operands of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binary {
    /// Bitwise and.
    And,
    /// The first, less the bits of the second.
    AndNot,
    /// Bitwise or.
    Or,
    /// The first, and all bits that the second hasn't.
    OrNot,
    /// Bitwise exclusive or.
    Xor,
    /// Wrapping addition.
    Add,
    /// Wrapping subtraction.
    Sub,
    /// Wrapping multiplication.
    Mul,
}

/// What is counted in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// Zeros above the highest one bit; of 0, as many as the type has bits.
    LeadingZeros,
    /// Zeros below the lowest one bit; of 0, as many as the type has bits.
    TrailingZeros,
    /// One bits.
    PopulationCount,
}

impl Count {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::LeadingZeros, Self::TrailingZeros, Self::PopulationCount];
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// The slider's bit index, a half; of a bit scan, a word of at most 32 bits.
    Square,
    /// Every occupied square, a word; of a bit scan, a word of 64 bits.
    Occupied,
    /// The slider's square's entry of a field.
    Field(Field),
    /// A constant.
    Const(u64, Type),
    /// The low half of a word.
    Low(Value),
    /// The high half of a word.
    High(Value),
    /// A word of a low and a high half.
    Join(Value, Value),
    /// A half as a word.
    Widen(Value),
    /// Two operands of one type.
    Binary(Binary, Value, Value),
    /// The first shifted left by the second, a half below the first's width.
    Shl(Value, Value),
    /// The first shifted right by the second, a half below the first's width; zeros come in.
    Shr(Value, Value),
    /// A word with its eight bytes, or a half with its four, in the opposite order.
    ReverseBytes(Value),
    /// A word with its 64 bits, or a half with its 32, in the opposite order.
    ReverseBits(Value),
    /// A number of bits of a word or a half, as a half.
    Count(Count, Value),
    /// The bits of the first at the places of the second, packed into the low bits (BMI2's PEXT).
    Extract(Value, Value),
    /// The low bits of the first, spread to the places of the second (BMI2's PDEP).
    Deposit(Value, Value),
    /// The entry of a table at an index, a half.
    Load(TableRef, Value),
    /// The entry of the slider's square's row of a table at an index, a half.
    LoadRow(TableRef, Value),
}

/// A lookup of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    ops: Vec<Op>,
    types: Vec<Type>,
    names: Vec<Option<&'static str>>,
    /// The attack set.
    pub result: Value,
}

impl Op {
    /// The values that the operation takes.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let (first, second) = match self {
            Self::Square | Self::Occupied | Self::Field(_) | Self::Const(..) => (None, None),
            Self::Low(a)
            | Self::High(a)
            | Self::Widen(a)
            | Self::ReverseBytes(a)
            | Self::ReverseBits(a)
            | Self::Count(_, a)
            | Self::Load(_, a)
            | Self::LoadRow(_, a) => (Some(a), None),
            Self::Join(a, b)
            | Self::Binary(_, a, b)
            | Self::Shl(a, b)
            | Self::Shr(a, b)
            | Self::Extract(a, b)
            | Self::Deposit(a, b) => (Some(a), Some(b)),
        };
        first.into_iter().chain(second)
    }

    /// The same operation on other values.
    #[must_use]
    pub fn map(self, at: impl Fn(Value) -> Value) -> Self {
        match self {
            same @ (Self::Square | Self::Occupied | Self::Field(_) | Self::Const(..)) => same,
            Self::Low(a) => Self::Low(at(a)),
            Self::High(a) => Self::High(at(a)),
            Self::Join(a, b) => Self::Join(at(a), at(b)),
            Self::Widen(a) => Self::Widen(at(a)),
            Self::Binary(binary, a, b) => Self::Binary(binary, at(a), at(b)),
            Self::Shl(a, b) => Self::Shl(at(a), at(b)),
            Self::Shr(a, b) => Self::Shr(at(a), at(b)),
            Self::ReverseBytes(a) => Self::ReverseBytes(at(a)),
            Self::ReverseBits(a) => Self::ReverseBits(at(a)),
            Self::Count(count, a) => Self::Count(count, at(a)),
            Self::Extract(a, b) => Self::Extract(at(a), at(b)),
            Self::Deposit(a, b) => Self::Deposit(at(a), at(b)),
            Self::Load(table, a) => Self::Load(table, at(a)),
            Self::LoadRow(table, a) => Self::LoadRow(table, at(a)),
        }
    }
}

impl Program {
    /// A program without operations; [`Program::push`] them, then set `result`.
    #[must_use]
    pub fn new() -> Self {
        Self { ops: Vec::new(), types: Vec::new(), names: Vec::new(), result: Value(0) }
    }

    /// Appends an operation, or finds the same one that stands already.
    ///
    /// # Panics
    /// Where an operand is missing or of the wrong type: the program would mean nothing.
    pub fn push(&mut self, op: Op) -> Value {
        if let Some(same) = self.ops.iter().position(|other| *other == op) {
            return Value(same as u16);
        }
        let word = |value: Value| assert_eq!(self.type_of(value), Type::Word, "{op:?}");
        let half = |value: Value| assert_eq!(self.type_of(value), Type::Half, "{op:?}");
        let kind = match op {
            Op::Square | Op::Count(..) => Type::Half,
            Op::Occupied => Type::Word,
            Op::Field(field) => field.type_of(),
            Op::Const(_, kind) => kind,
            Op::Low(a) | Op::High(a) => {
                word(a);
                Type::Half
            }
            Op::Join(a, b) => {
                half(a);
                half(b);
                Type::Word
            }
            Op::Binary(_, a, b) => {
                assert_eq!(self.type_of(a), self.type_of(b), "{op:?}");
                self.type_of(a)
            }
            Op::Shl(a, b) | Op::Shr(a, b) => {
                half(b);
                self.type_of(a)
            }
            Op::Widen(a) => {
                half(a);
                Type::Word
            }
            Op::ReverseBytes(a) | Op::ReverseBits(a) => self.type_of(a),
            Op::Extract(a, b) | Op::Deposit(a, b) => {
                word(a);
                word(b);
                Type::Word
            }
            Op::Load(table, index) | Op::LoadRow(table, index) => {
                half(index);
                table.kind
            }
        };
        self.ops.push(op);
        self.types.push(kind);
        self.names.push(None);
        Value(self.ops.len() as u16 - 1)
    }

    /// Names a value, so that it is written as a variable of that name.
    pub fn name(&mut self, value: Value, name: &'static str) -> Value {
        self.names[usize::from(value.0)] = Some(name);
        value
    }

    /// The same program with other operations in place of some: `other` gets an operation whose operands stand in the new program
    /// already, and returns what stands in for it there, if anything does. Also returns what has become of each value.
    #[must_use]
    pub fn rewritten(
        &self,
        mut other: impl FnMut(&mut Self, Op, Value) -> Option<Value>,
    ) -> (Self, Vec<Value>) {
        let mut out = Self::new();
        let mut moved: Vec<Value> = Vec::new();
        for value in self.values() {
            let op = self.op(value).map(|of| moved[usize::from(of.0)]);
            let new = other(&mut out, op, value).unwrap_or_else(|| out.push(op));
            if let Some(name) = self.name_of(value) {
                out.name(new, name);
            }
            moved.push(new);
        }
        out.result = moved[usize::from(self.result.0)];
        (out, moved)
    }

    /// Takes a value's name away.
    pub fn without_name_of(&mut self, value: Value) {
        self.names[usize::from(value.0)] = None;
    }

    /// The same program with no value of this name, for languages in which each variable takes its time.
    #[must_use]
    pub fn without_name(&self, name: &str) -> Self {
        let names = self.names.iter().map(|other| other.filter(|other| *other != name));
        Self { names: names.collect(), ..self.clone() }
    }

    /// The operation that makes a value.
    #[must_use]
    pub fn op(&self, value: Value) -> Op {
        self.ops[usize::from(value.0)]
    }

    /// The type of a value.
    #[must_use]
    pub fn type_of(&self, value: Value) -> Type {
        self.types[usize::from(value.0)]
    }

    /// The name of a value, where it has one.
    #[must_use]
    pub fn name_of(&self, value: Value) -> Option<&'static str> {
        self.names[usize::from(value.0)]
    }

    /// All values, in an order in which they can be computed.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = Value> + use<> {
        (0..self.ops.len() as u16).map(Value)
    }

    /// The loads of tables, each with its index, in order.
    pub fn loads(&self) -> impl Iterator<Item = (Value, TableRef, Value)> {
        self.needed(self.result).into_iter().filter_map(|value| match self.op(value) {
            Op::Load(table, index) | Op::LoadRow(table, index) => Some((value, table, index)),
            _ => None,
        })
    }

    /// The values that `of` is made from, itself among them, in order.
    #[must_use]
    pub fn needed(&self, of: Value) -> Vec<Value> {
        self.needed_above(of, |_| false)
    }

    /// The same without what is only beneath values that are given: these are the last.
    #[must_use]
    pub fn needed_above(&self, of: Value, is_given: impl Fn(Value) -> bool) -> Vec<Value> {
        let mut needed = vec![false; self.ops.len()];
        needed[usize::from(of.0)] = true;
        for value in self.values().rev() {
            if needed[usize::from(value.0)] && !is_given(value) {
                self.op(value).operands().for_each(|operand| needed[usize::from(operand.0)] = true);
            }
        }
        self.values().filter(|value| needed[usize::from(value.0)]).collect()
    }

    /// True where the lookup reads the field.
    #[must_use]
    pub fn uses(&self, field: Field) -> bool {
        self.reads(self.result, field)
    }

    /// True where a value is made from the field.
    #[must_use]
    pub fn reads(&self, of: Value, field: Field) -> bool {
        self.needed(of).into_iter().any(|value| self.op(value) == Op::Field(field))
    }

    /// The fields that the lookup reads, each once.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        let needed = self.needed(self.result).into_iter();
        let fields = needed.filter_map(|value| match self.op(value) {
            Op::Field(field) => Some(field),
            _ => None,
        });
        fields.collect()
    }

    /// True where the lookup has an operation.
    #[must_use]
    pub fn has(&self, is_it: impl Fn(Op) -> bool) -> bool {
        self.needed(self.result).into_iter().any(|value| is_it(self.op(value)))
    }

    /// Operations of arithmetic; taking a half of a word and constants cost nothing.
    #[must_use]
    pub fn operations(&self) -> usize {
        let computes = |value: &Value| match self.op(*value) {
            Op::Binary(..)
            | Op::Shl(..)
            | Op::Shr(..)
            | Op::ReverseBytes(_)
            | Op::ReverseBits(_)
            | Op::Count(..)
            | Op::Extract(..)
            | Op::Deposit(..) => true,
            Op::Square
            | Op::Occupied
            | Op::Field(_)
            | Op::Const(..)
            | Op::Low(_)
            | Op::High(_)
            | Op::Join(..)
            | Op::Widen(_)
            | Op::Load(..)
            | Op::LoadRow(..) => false,
        };
        self.needed(self.result).iter().filter(|value| computes(value)).count()
    }
}

impl Default for Program {
    fn default() -> Self {
        Self::new()
    }
}

impl Binary {
    /// The operation itself, on words; a half keeps its low 32 bits.
    #[must_use]
    #[inline]
    pub const fn apply(self, a: Bitboard, b: Bitboard) -> Bitboard {
        match self {
            Self::And => a & b,
            Self::AndNot => a & !b,
            Self::Or => a | b,
            Self::OrNot => a | !b,
            Self::Xor => a ^ b,
            Self::Add => a.wrapping_add(b),
            Self::Sub => a.wrapping_sub(b),
            Self::Mul => a.wrapping_mul(b),
        }
    }
}
