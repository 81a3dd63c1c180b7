//! The operations of lookups, and the types of their values.

use super::field::Field;
use magicgen_board::Bitboard;

/// The result of an operation, by the operation's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
            Self::Word | Self::Lanes(_) => 0,
            Self::Half => 32,
        }
    }

    /// The number of lanes: 1 for words and halves.
    #[must_use]
    pub const fn lanes(self) -> u8 {
        match self {
            Self::Word | Self::Half => 1,
            Self::Lanes(lanes) => lanes.count(),
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

/// The operands of [`Op::Pick`].
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
const MOST_LANES: usize = 8;

/// The operands of [`Op::Vector`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vector {
    /// The words from lane 0 on. Behind the last lane, the first word stands again.
    words: [Value; MOST_LANES],
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

/// The numbers of places by which [`Op::ShiftApart`] shifts. The lane at a position of each half is shifted by the number at
/// this position, and numbers behind the last position are 0.
pub type Places = [u8; MOST_LANES / 2];

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// The slider's bit index, a half; in a bit scan, a word of at most 32 bits.
    Square,
    /// The occupancy, a word; in a bit scan, a word of 64 bits.
    Occupied,
    /// The parameter of a companion.
    Parameter(Parameter),
    /// A lookup's attack set of a square, which is a parameter, under an occupancy.
    Call(LookupRef, Parameter, Value),
    /// The field's entry for the slider's square.
    Field(Field),
    /// A constant.
    Const(u64, Type),
    /// The low half of a word.
    Low(Value),
    /// The high half of a word.
    High(Value),
    /// The word made of a low and a high half.
    Join(Value, Value),
    /// A half as a word.
    Widen(Value),
    /// An operation on two operands of the same type.
    Binary(Binary, Value, Value),
    /// The first operand shifted left by the second, a half that is less than the first operand's number of bits.
    Shl(Value, Value),
    /// The first operand shifted right by the second, a half that is less than the first operand's number of bits;
    /// zeros come in from the left.
    Shr(Value, Value),
    /// A word, or each lane of a vector, with its eight bytes, or a half with its four, in the opposite order.
    ReverseBytes(Value),
    /// A word with its 64 bits, or a half with its 32, in the opposite order.
    ReverseBits(Value),
    /// A count of bits in a word or a half; the result is a half.
    Count(Count, Value),
    /// The bits of the first operand at the one bits of the second, packed into the low bits (BMI2's PEXT).
    Extract(Value, Value),
    /// The low bits of the first operand, spread to the one bits of the second (BMI2's PDEP).
    Deposit(Value, Value),
    /// The index of an occupancy, as a word. On a processor that packs bits quickly, it is the occupancy's bits at the
    /// one bits of the mask, as by [`Self::Extract`]. On others, it is the upper bits of a product,
    /// `((occupied & mask) * factor) >> shift`. The program decides once between them, before it fills its tables.
    Pick(Pick),
    /// The entry of a table at an index, which is a half.
    Load(TableRef, Value),
    /// The entry of a table at an index, which is a half, counted in the row of the slider's square.
    LoadRow(TableRef, Value),
    /// The vector of a table's entries from an index on, which is a half: the first entry is in lane 0.
    LoadLanes(TableRef, Value, Lanes),
    /// The vector that has a word in every lane.
    Splat(Value, Lanes),
    /// The vector of several words.
    Vector(Vector),
    /// A vector whose lanes are shifted: the lanes of its first half to the left, and the lanes of its second half to
    /// the right. Zeros come in, or the bits that go out on the other side, whichever the processor does quickly. A
    /// program has to give the same result with either.
    ShiftApart(Value, Places),
    /// The word in the lane of this number.
    Lane(Value, u8),
    /// The bitwise or of the words in all lanes.
    OrLanes(Value),
}

impl Op {
    /// True where the value is given, by the caller, a field or the program itself, and not computed.
    #[must_use]
    pub const fn is_given(self) -> bool {
        matches!(
            self,
            Self::Square | Self::Occupied | Self::Parameter(_) | Self::Const(..) | Self::Field(_)
        )
    }

    /// The values that the operation reads.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let all = |given: &[Value]| {
            let mut operands = [None; MOST_LANES];
            operands.iter_mut().zip(given).for_each(|(slot, value)| *slot = Some(*value));
            operands
        };
        let (one, two) = (|a| all(&[a]), |a, b| all(&[a, b]));
        let operands = match self {
            Self::Square
            | Self::Occupied
            | Self::Parameter(_)
            | Self::Field(_)
            | Self::Const(..) => [None; MOST_LANES],
            Self::Low(a)
            | Self::High(a)
            | Self::Widen(a)
            | Self::ReverseBytes(a)
            | Self::ReverseBits(a)
            | Self::Count(_, a)
            | Self::Call(_, _, a)
            | Self::Load(_, a)
            | Self::LoadRow(_, a)
            | Self::LoadLanes(_, a, _)
            | Self::Splat(a, _)
            | Self::ShiftApart(a, _)
            | Self::OrLanes(a)
            | Self::Lane(a, _) => one(a),
            Self::Join(a, b)
            | Self::Binary(_, a, b)
            | Self::Shl(a, b)
            | Self::Shr(a, b)
            | Self::Extract(a, b)
            | Self::Deposit(a, b) => two(a, b),
            Self::Pick(Pick { occupied, mask, factor, shift }) => {
                all(&[occupied, mask, factor, shift])
            }
            Self::Vector(vector) => all(vector.words()),
        };
        operands.into_iter().flatten()
    }

    /// The same operation on operands that `moved` gives.
    #[must_use]
    pub fn map(self, moved: impl Fn(Value) -> Value) -> Self {
        match self {
            same @ (Self::Square
            | Self::Occupied
            | Self::Parameter(_)
            | Self::Field(_)
            | Self::Const(..)) => same,
            Self::Call(lookup, square, a) => Self::Call(lookup, square, moved(a)),
            Self::Low(a) => Self::Low(moved(a)),
            Self::High(a) => Self::High(moved(a)),
            Self::Join(a, b) => Self::Join(moved(a), moved(b)),
            Self::Widen(a) => Self::Widen(moved(a)),
            Self::Binary(binary, a, b) => Self::Binary(binary, moved(a), moved(b)),
            Self::Shl(a, b) => Self::Shl(moved(a), moved(b)),
            Self::Shr(a, b) => Self::Shr(moved(a), moved(b)),
            Self::ReverseBytes(a) => Self::ReverseBytes(moved(a)),
            Self::ReverseBits(a) => Self::ReverseBits(moved(a)),
            Self::Count(count, a) => Self::Count(count, moved(a)),
            Self::Extract(a, b) => Self::Extract(moved(a), moved(b)),
            Self::Deposit(a, b) => Self::Deposit(moved(a), moved(b)),
            Self::Pick(Pick { occupied, mask, factor, shift }) => {
                let [occupied, mask, factor, shift] = [occupied, mask, factor, shift].map(moved);
                Self::Pick(Pick { occupied, mask, factor, shift })
            }
            Self::Load(table, a) => Self::Load(table, moved(a)),
            Self::LoadRow(table, a) => Self::LoadRow(table, moved(a)),
            Self::LoadLanes(table, a, lanes) => Self::LoadLanes(table, moved(a), lanes),
            Self::Splat(a, lanes) => Self::Splat(moved(a), lanes),
            Self::Vector(Vector { words, lanes }) => {
                Self::Vector(Vector { words: words.map(moved), lanes })
            }
            Self::ShiftApart(a, places) => Self::ShiftApart(moved(a), places),
            Self::Lane(a, lane) => Self::Lane(moved(a), lane),
            Self::OrLanes(a) => Self::OrLanes(moved(a)),
        }
    }
}

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
