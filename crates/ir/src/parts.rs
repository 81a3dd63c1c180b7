//! The parts of operations: values, their types, tables, counts and the like.

use magicgen_board::Bitboard;

/// The result of an operation, by the operation's number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub u16);

/// The width of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// A bitboard, 64 bits.
    Word,
    /// 32 bits: half a word, an index, a shift.
    Half,
    /// A vector of words. An operation on vectors computes each lane by itself.
    Lanes(Lanes),
    /// A set of squares of a board with more than 64 bits.
    Set(WordCount),
}

/// The number of words of a set of squares of a board with more than 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordCount {
    /// 65 to 128 bits.
    Two,
    /// 129 to 192 bits.
    Three,
    /// 193 to 256 bits.
    Four,
}

impl WordCount {
    /// All counts, ascending.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// The count for a board with this many bits; `None` where one word is enough.
    #[must_use]
    pub const fn of_bits(bits: u16) -> Option<Self> {
        match bits {
            ..=64 => None,
            65..=128 => Some(Self::Two),
            129..=192 => Some(Self::Three),
            _ => Some(Self::Four),
        }
    }

    /// The number of words.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }
}

/// The number of words of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lanes {
    /// 128 bits.
    Two,
    /// 256 bits.
    Four,
    /// 512 bits.
    Eight,
}

impl Lanes {
    /// The number of words.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

impl Type {
    /// The number of bits of a 64-bit word that a value of this type leaves unused.
    #[must_use]
    pub const fn unused_bits(self) -> u32 {
        match self {
            Self::Word | Self::Lanes(_) | Self::Set(_) => 0,
            Self::Half => 32,
        }
    }

    /// The number of lanes: 1 for all but vectors.
    #[must_use]
    pub const fn lanes(self) -> u8 {
        match self {
            Self::Word | Self::Half | Self::Set(_) => 1,
            Self::Lanes(lanes) => lanes.count(),
        }
    }

    /// The number of words: 1 for all but sets and vectors.
    #[must_use]
    pub const fn words(self) -> u8 {
        match self {
            Self::Set(words) => words.count(),
            _ => self.lanes(),
        }
    }

    /// The type of a set of squares of a board with this many bits: a word, or several.
    #[must_use]
    pub const fn of_sets(bits: u16) -> Self {
        match WordCount::of_bits(bits) {
            None => Self::Word,
            Some(words) => Self::Set(words),
        }
    }
}

/// A table that a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableRef {
    /// The table's index among the module's tables.
    pub index: u8,
    /// The type of an entry as a value. Entries of type half may be stored in fewer bits.
    pub kind: Type,
}

/// An operation on two operands of the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binary {
    /// Bitwise and.
    And,
    /// Bitwise and with the complement of the second operand.
    AndNot,
    /// Bitwise or.
    Or,
    /// Bitwise or with the complement of the second operand.
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

/// The bits that are counted in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// Zeros above the highest one bit; for 0, all bits of the type.
    LeadingZeros,
    /// Zeros below the lowest one bit; for 0, all bits of the type.
    TrailingZeros,
    /// One bits.
    PopulationCount,
}

impl Count {
    /// All counts.
    pub const ALL: [Self; 3] = [Self::LeadingZeros, Self::TrailingZeros, Self::PopulationCount];

    /// The operation's name in listings.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::LeadingZeros => "clz",
            Self::TrailingZeros => "ctz",
            Self::PopulationCount => "popcount",
        }
    }
}

/// A parameter of a companion's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parameter {
    /// The position among the function's parameters.
    pub number: u8,
    /// A half for a square or another small number, a word for a set of squares.
    pub kind: Type,
    /// The greatest small number that is allowed; of no meaning for a set.
    pub most: u8,
}

/// The lookup of a piece or of a union: the position among the module's pieces, with the unions behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LookupRef(pub u8);

/// The operands of [`Op::Pick`](super::Op::Pick).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pick {
    /// The occupancy, a word.
    pub occupied: Value,
    /// The mask of the relevant squares, a word.
    pub mask: Value,
    /// The factor, a word.
    pub factor: Value,
    /// The shift, a half that is less than 64.
    pub shift: Value,
}

/// The most words of a vector.
pub(super) const MOST_LANES: usize = 8;

/// The operands of an operation, in order. An iterator of its own, since those of the standard library are compiled where
/// they are used: in a package that a release doesn't optimise.
#[derive(Clone, Debug, Default)]
pub struct Operands {
    values: [Value; MOST_LANES],
    next: u8,
    end: u8,
}

impl Operands {
    pub(super) fn add(&mut self, value: Value) {
        self.values[usize::from(self.end)] = value;
        self.end += 1;
    }
}

impl Iterator for Operands {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let value = self.values[..usize::from(self.end)].get(usize::from(self.next))?;
        self.next += 1;
        Some(*value)
    }
}

/// The operands of [`Op::Vector`](super::Op::Vector).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vector {
    /// The words from lane 0 on. Behind the last lane, the first word stands again.
    pub(super) words: [Value; MOST_LANES],
    /// The number of lanes.
    pub lanes: Lanes,
}

impl Vector {
    /// The vector of these words; `None` if there are none, or more than a vector has. Lanes without a word have the first
    /// one.
    #[must_use]
    pub fn new(given: &[Value], lanes: Lanes) -> Option<Self> {
        let mut words = [*given.first()?; MOST_LANES];
        words[..usize::from(lanes.count())].get_mut(..given.len())?.copy_from_slice(given);
        Some(Self { words, lanes })
    }

    /// The words, by lane.
    #[must_use]
    pub fn words(&self) -> &[Value] {
        &self.words[..usize::from(self.lanes.count())]
    }
}

/// The most words of a set.
const MOST_WORDS: usize = 4;

/// The operand of [`Op::Pack`](super::Op::Pack).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pack {
    /// The words, the lowest first. Behind the last one, the first word stands again.
    pub(super) words: [Value; MOST_WORDS],
    /// The number of words.
    pub count: WordCount,
}

impl Pack {
    /// The set of these words, the lowest first; `None` if their number isn't the set's.
    #[must_use]
    pub fn new(given: &[Value], count: WordCount) -> Option<Self> {
        let mut words = [*given.first()?; MOST_WORDS];
        if given.len() != usize::from(count.count()) {
            return None;
        }
        words[..given.len()].copy_from_slice(given);
        Some(Self { words, count })
    }

    /// The words, the lowest first.
    #[must_use]
    pub fn words(&self) -> &[Value] {
        &self.words[..usize::from(self.count.count())]
    }
}

/// The numbers of places by which [`Op::ShiftApart`](super::Op::ShiftApart) shifts. The lane at a position of each half is shifted by the number at
/// this position, and numbers behind the last position are 0. In [`Op::BelowHighest`](super::Op::BelowHighest) each lane of a vector of up to
/// four has its own number.
pub type Places = [u8; MOST_LANES / 2];

impl Binary {
    /// All binary operations.
    pub const ALL: [Self; 8] = [
        Self::And,
        Self::AndNot,
        Self::Or,
        Self::OrNot,
        Self::Xor,
        Self::Add,
        Self::Sub,
        Self::Mul,
    ];

    /// The operation's name in listings.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::AndNot => "and_not",
            Self::Or => "or",
            Self::OrNot => "or_not",
            Self::Xor => "xor",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
        }
    }

    /// True where each bit of the result depends on the operands' bits at the same place alone.
    #[must_use]
    pub const fn is_bitwise(self) -> bool {
        matches!(self, Self::And | Self::AndNot | Self::Or | Self::OrNot | Self::Xor)
    }

    /// The result of the operation on words; for halves, its low 32 bits.
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
