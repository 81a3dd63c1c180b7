//! A lookup as straight-line code: the whole vocabulary in which a variant is written and a language speaks.
//!
//! Values are numbered in the order of their operations; each is a [`Type::Word`] of 64 bits or a
//! [`Type::Half`] of 32. Arithmetic wraps. The part up to the load is the *address*, what follows the *finish*;
//! start-up code stores at the address what it has walked.

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

/// What is stored for each square beside the attack sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The relevant occupancy mask.
    Mask,
    /// The magic factor.
    Factor,
    /// The right shift of the product.
    Shift,
    /// Where the square's index range begins in the table.
    Offset,
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
    /// Bitwise exclusive or.
    Xor,
    /// Wrapping addition.
    Add,
    /// Wrapping subtraction.
    Sub,
    /// Wrapping multiplication.
    Mul,
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// The slider's bit index, a half.
    Square,
    /// Every occupied square, a word.
    Occupied,
    /// The slider's square's entry of a field: a word for masks and factors, else a half.
    Field(Field),
    /// A constant.
    Const(u64, Type),
    /// The low half of a word.
    Low(Value),
    /// The high half of a word.
    High(Value),
    /// A word of a low and a high half.
    Join(Value, Value),
    /// Two operands of one type.
    Binary(Binary, Value, Value),
    /// The first shifted left by the second, a half below the first's width.
    Shl(Value, Value),
    /// The first shifted right by the second, a half below the first's width; zeros come in.
    Shr(Value, Value),
    /// The entry of the program's table at an index, a half.
    Load(Value),
    /// The entry of the slider's square's row at an index, a half.
    LoadRow(Value),
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

impl Field {
    /// The type that the field has in a program.
    #[must_use]
    pub const fn type_of(self) -> Type {
        match self {
            Self::Mask | Self::Factor => Type::Word,
            Self::Shift | Self::Offset => Type::Half,
        }
    }
}

impl Op {
    /// The values that the operation takes.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let (first, second) = match self {
            Self::Square | Self::Occupied | Self::Field(_) | Self::Const(..) => (None, None),
            Self::Low(a) | Self::High(a) | Self::Load(a) | Self::LoadRow(a) => (Some(a), None),
            Self::Join(a, b) | Self::Binary(_, a, b) | Self::Shl(a, b) | Self::Shr(a, b) => {
                (Some(a), Some(b))
            }
        };
        first.into_iter().chain(second)
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
            Op::Square => Type::Half,
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
            Op::Load(index) | Op::LoadRow(index) => {
                half(index);
                Type::Word
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

    /// The load and its index. A program without one computes its result.
    #[must_use]
    pub fn load(&self) -> Option<(Value, Value)> {
        self.values().find_map(|value| match self.op(value) {
            Op::Load(index) | Op::LoadRow(index) => Some((value, index)),
            _ => None,
        })
    }

    /// The values that `of` is made from, itself among them, in order.
    #[must_use]
    pub fn needed(&self, of: Value) -> Vec<Value> {
        let mut needed = vec![false; self.ops.len()];
        needed[usize::from(of.0)] = true;
        for value in self.values().rev() {
            if needed[usize::from(value.0)] {
                self.op(value).operands().for_each(|operand| needed[usize::from(operand.0)] = true);
            }
        }
        self.values().filter(|value| needed[usize::from(value.0)]).collect()
    }

    /// True where the lookup reads the field.
    #[must_use]
    pub fn uses(&self, field: Field) -> bool {
        self.needed(self.result).into_iter().any(|value| self.op(value) == Op::Field(field))
    }

    /// Loads of tables, fields among them.
    #[must_use]
    pub fn loads(&self) -> usize {
        let is_load =
            |value: &Value| matches!(self.op(*value), Op::Field(_) | Op::Load(_) | Op::LoadRow(_));
        self.needed(self.result).iter().filter(|value| is_load(value)).count()
    }

    /// Operations of arithmetic; taking a half of a word and constants cost nothing.
    #[must_use]
    pub fn operations(&self) -> usize {
        let computes =
            |value: &Value| matches!(self.op(*value), Op::Binary(..) | Op::Shl(..) | Op::Shr(..));
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
            Self::Xor => a ^ b,
            Self::Add => a.wrapping_add(b),
            Self::Sub => a.wrapping_sub(b),
            Self::Mul => a.wrapping_mul(b),
        }
    }
}
