//! The operations of lookups: a table with a row each.

use super::field::Field;
use super::parts::{
    Binary, Count, Lanes, LookupRef, Operands, Pack, Parameter, Pick, Places, TableRef, Type,
    Value, Vector, WordCount,
};

use OperandRule::{AHalf, ASet, AVector, AWord, Any, AsFirst, Scalar};
use ResultRule::{Of, OfFirst};
use Type::{Half, Word};

/// Defines the operations, a row each: what it does, its parts, whether it computes, its name, and the types of operands and
/// result.
macro_rules! operations {
    ($(
        $(#[doc = $doc:literal])+
        $op:ident $(($($part:ident: $kind:ty),+))?,
        $cost:ident, $name:expr, $operands:expr => $result:expr;
    )+) => {
        /// One operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Op {
            $($(#[doc = $doc])+ $op $(($($kind),+))?,)+
        }

        impl Op {
            /// The operation's row.
            #[allow(unused_variables, reason = "few rows need the parts")]
            fn row(self) -> OpRow {
                match self {
                    $(Self::$op $(($($part),+))? => OpRow {
                        cost: OpCost::$cost,
                        name: $name,
                        operands: &$operands,
                        result: $result,
                    },)+
                }
            }

            /// The values that the operation reads.
            pub fn operands(self) -> Operands {
                let mut operands = Operands::default();
                let mut add = |value| operands.add(value);
                match self {
                    $(Self::$op $(($($part),+))? => { $($($part.each(&mut add);)+)? })+
                }
                operands
            }

            /// The same operation on operands that `moved` gives.
            #[must_use]
            pub fn map(self, moved: impl Fn(Value) -> Value) -> Self {
                match self {
                    $(Self::$op $(($($part),+))? => Self::$op $(($($part.moved(&moved)),+))?,)+
                }
            }
        }
    };
}

operations! {
    /// The slider's bit index, a half; in a bit scan, a word of at most 32 bits.
    Square, Given, "square", [] => Of(Half);
    /// The occupancy, a word; in a bit scan, a word of 64 bits.
    Occupied, Given, "occupied", [] => Of(Word);
    /// The occupancy of a board with more than 64 bits, a set.
    OccupiedSet(words: WordCount), Given, "occupied", [] => Of(Type::Set(words));
    /// The parameter of a companion.
    Parameter(given: Parameter), Given, "parameter", [] => Of(given.kind);
    /// A lookup's attack set of a square, which is a parameter, under an occupancy.
    Call(lookup: LookupRef, square: Parameter, occupied: Value), Computed, "call", [Any] => OfFirst;
    /// The field's entry for the slider's square.
    Field(field: Field), Given, "field", [] => Of(field.type_of());
    /// A constant.
    Const(number: u64, kind: Type), Given, "const", [] => Of(kind);
    /// The low half of a word.
    Low(a: Value), Free, "low", [AWord] => Of(Half);
    /// The high half of a word.
    High(a: Value), Free, "high", [AWord] => Of(Half);
    /// The word made of a low and a high half.
    Join(low: Value, high: Value), Free, "join", [AHalf] => Of(Word);
    /// A half as a word.
    Widen(a: Value), Free, "widen", [AHalf] => Of(Word);
    /// The word of this number of a set; 0 is the lowest one.
    Part(a: Value, word: u8), Free, "part", [ASet] => Of(Word);
    /// The set of several words.
    Pack(pack: Pack), Free, "pack", [AWord] => Of(Type::Set(pack.count));
    /// An operation on two operands of the same type. Sets have the bitwise operations alone.
    Binary(binary: Binary, a: Value, b: Value), Computed, binary.name(), [Any, AsFirst] => OfFirst;
    /// The first operand shifted left by the second, a half that is less than the first operand's number of bits.
    Shl(a: Value, by: Value), Computed, "shl", [Scalar, AHalf] => OfFirst;
    /// The first operand shifted right by the second, a half that is less than the first operand's number of bits;
    /// zeros come in from the left.
    Shr(a: Value, by: Value), Computed, "shr", [Scalar, AHalf] => OfFirst;
    /// A word, or each lane of a vector, with its eight bytes, or a half with its four, in the opposite order.
    ReverseBytes(a: Value), Computed, "reverse_bytes", [Any] => OfFirst;
    /// A word with its 64 bits, or a half with its 32, in the opposite order.
    ReverseBits(a: Value), Computed, "reverse_bits", [Scalar] => OfFirst;
    /// A count of bits in a word or a half; the result is a half.
    Count(count: Count, a: Value), Computed, count.name(), [Scalar] => Of(Half);
    /// The bits of the first operand at the one bits of the second, packed into the low bits (BMI2's PEXT).
    Extract(a: Value, mask: Value), Computed, "pext", [AWord] => Of(Word);
    /// The low bits of the first operand, spread to the one bits of the second (BMI2's PDEP).
    Deposit(a: Value, mask: Value), Computed, "pdep", [AWord] => Of(Word);
    /// The index of an occupancy, as a word. On a processor that packs bits quickly, it is the occupancy's bits at the
    /// one bits of the mask, as by [`Self::Extract`]. On others, it is the upper bits of a product,
    /// `((occupied & mask) * factor) >> shift`. The program decides once between them, before it fills its tables.
    Pick(pick: Pick), Computed, "pick", [AWord, AWord, AWord, AHalf] => Of(Word);
    /// The entry of a table at an index, which is a half.
    Load(table: TableRef, index: Value), Free, "load", [AHalf] => Of(table.kind);
    /// The entry of a table at an index, which is a half, counted in the row of the slider's square.
    LoadRow(table: TableRef, index: Value), Free, "load_row", [AHalf] => Of(table.kind);
    /// The vector of a table's entries from an index on, which is a half: the first entry is in lane 0.
    LoadLanes(table: TableRef, index: Value, lanes: Lanes), Free, "load_lanes", [AHalf] => Of(Type::Lanes(lanes));
    /// The vector that has a word in every lane.
    Splat(a: Value, lanes: Lanes), Computed, "splat", [AWord] => Of(Type::Lanes(lanes));
    /// The vector of several words.
    Vector(vector: Vector), Computed, "vector", [AWord] => Of(Type::Lanes(vector.lanes));
    /// A vector whose lanes are shifted: the lanes of its first half to the left, and the lanes of its second half to
    /// the right. Zeros come in, or the bits that go out on the other side, whichever the processor does quickly. A
    /// program has to give the same result with either.
    ShiftApart(a: Value, places: Places), Computed, "shift_apart", [AVector] => OfFirst;
    /// A vector with the bits below the highest one bit of each lane, none for 0: all of them, or those at one to eight times the
    /// lane's number of places, whichever the processor finds quickly. A program has to give the same result with either.
    BelowHighest(a: Value, places: Places), Computed, "below_highest", [AVector] => OfFirst;
    /// The word in the lane of this number.
    Lane(a: Value, lane: u8), Computed, "lane", [AVector] => Of(Word);
    /// The bitwise or of the words in all lanes.
    OrLanes(a: Value), Computed, "or_lanes", [AVector] => Of(Word);
    /// The same of the lanes in the half of this number.
    OrHalf(a: Value, half: u8), Computed, "or_half", [AVector] => Of(Word);
}

/// The row of an operation.
struct OpRow {
    cost: OpCost,
    name: &'static str,
    /// The types of the operands, the last for all further ones.
    operands: &'static [OperandRule],
    result: ResultRule,
}

/// What an operation costs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpCost {
    /// Nothing: the caller, a field or the program itself has the value.
    Given,
    /// Nothing that is counted: taking or joining halves, or a load.
    Free,
    /// Arithmetic.
    Computed,
}

/// The types that an operand may have.
#[derive(Clone, Copy)]
enum OperandRule {
    Any,
    AWord,
    AHalf,
    /// A word or a half.
    Scalar,
    AVector,
    ASet,
    /// The type of the first operand.
    AsFirst,
}

/// The type of a result.
enum ResultRule {
    Of(Type),
    /// The type of the first operand.
    OfFirst,
}

impl Op {
    /// The operation's name in listings.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// True where the operation has two results, of which a processor gives either.
    #[must_use]
    pub fn has_two_ways(self) -> bool {
        matches!(self, Self::ShiftApart(..) | Self::BelowHighest(..))
    }

    /// True where the value is given, by the caller, a field or the program itself, and not computed.
    #[must_use]
    pub fn is_given(self) -> bool {
        self.row().cost == OpCost::Given
    }

    /// True for arithmetic. Constants, taking a half of a word, and loads cost nothing.
    #[must_use]
    pub fn is_computed(self) -> bool {
        self.row().cost == OpCost::Computed
    }

    /// The type of the result.
    ///
    /// # Panics
    /// If an operand is missing or of the wrong type.
    pub(crate) fn type_of(self, operand: impl Fn(Value) -> Type) -> Type {
        let OpRow { operands, result, .. } = self.row();
        let types = || self.operands().map(&operand);
        let first = types().next().unwrap_or(Word);
        for (at, kind) in types().enumerate() {
            let is_right = match operands[at.min(operands.len() - 1)] {
                Any => true,
                AWord => kind == Word,
                AHalf => kind == Half,
                Scalar => matches!(kind, Word | Half),
                AVector => matches!(kind, Type::Lanes(_)),
                ASet => matches!(kind, Type::Set(_)),
                AsFirst => kind == first,
            };
            assert!(is_right, "{self:?}");
        }
        // What the operands' types don't tell.
        assert!(
            match self {
                Self::Call(_, square, _) => {
                    square.kind == Half && matches!(first, Word | Type::Set(_))
                }
                Self::Const(_, kind) => matches!(kind, Word | Half),
                Self::LoadLanes(table, ..) => table.kind == Word,
                Self::Binary(binary, ..) if matches!(first, Type::Set(_)) => binary.is_bitwise(),
                Self::Binary(Binary::OrNot | Binary::Mul, ..) => first.lanes() == 1,
                Self::ReverseBytes(_) => !matches!(first, Type::Set(_)),
                Self::Part(_, word) => word < first.words(),
                Self::Lane(_, lane) => lane < first.lanes(),
                Self::OrHalf(_, half) => half < 2,
                Self::BelowHighest(_, places) => usize::from(first.lanes()) <= places.len(),
                _ => true,
            },
            "{self:?}"
        );
        match result {
            Of(kind) => kind,
            OfFirst => first,
        }
    }
}

/// A part of an operation, which may be or have operands.
trait OpPart: Copy {
    /// Gives each operand to `add`.
    fn each(self, _add: &mut impl FnMut(Value)) {}

    /// The part with the operands that `moved` gives.
    fn moved(self, _moved: &impl Fn(Value) -> Value) -> Self {
        self
    }
}

macro_rules! without_operands {
    ($($part:ty),+) => { $(impl OpPart for $part {})+ };
}
without_operands!(
    Binary, Count, Field, Lanes, LookupRef, Parameter, Places, TableRef, Type, WordCount, u8, u64
);

impl OpPart for Value {
    fn each(self, add: &mut impl FnMut(Value)) {
        add(self);
    }

    fn moved(self, moved: &impl Fn(Value) -> Value) -> Self {
        moved(self)
    }
}

impl OpPart for Pick {
    fn each(self, add: &mut impl FnMut(Value)) {
        [self.occupied, self.mask, self.factor, self.shift].into_iter().for_each(add);
    }

    fn moved(self, moved: &impl Fn(Value) -> Value) -> Self {
        let Self { occupied, mask, factor, shift } = self;
        let [occupied, mask, factor, shift] = [occupied, mask, factor, shift].map(moved);
        Self { occupied, mask, factor, shift }
    }
}

impl OpPart for Vector {
    fn each(self, add: &mut impl FnMut(Value)) {
        self.words().iter().copied().for_each(add);
    }

    fn moved(self, moved: &impl Fn(Value) -> Value) -> Self {
        Self { words: self.words.map(moved), ..self }
    }
}

impl OpPart for Pack {
    fn each(self, add: &mut impl FnMut(Value)) {
        self.words().iter().copied().for_each(add);
    }

    fn moved(self, moved: &impl Fn(Value) -> Value) -> Self {
        Self { words: self.words.map(moved), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_have_the_types_of_their_row() {
        let kinds = [Word, Half, Type::Lanes(Lanes::Two), Type::Set(WordCount::Three)];
        let is_right = |op: Op| {
            let kind = |value: Value| kinds[usize::from(value.0)];
            std::panic::catch_unwind(|| op.type_of(kind)).ok()
        };
        let [word, half, vector, set] = [0, 1, 2, 3].map(Value);
        assert_eq!(is_right(Op::Join(half, half)), Some(Word));
        assert_eq!(is_right(Op::Join(half, word)), None);
        assert_eq!(is_right(Op::Binary(Binary::And, vector, vector)), Some(kinds[2]));
        assert_eq!(is_right(Op::Binary(Binary::Mul, vector, vector)), None);
        assert_eq!(is_right(Op::Lane(vector, 1)), Some(Word));
        assert_eq!(is_right(Op::Lane(vector, 2)), None);
        assert_eq!(is_right(Op::Part(set, 2)), Some(Word));
        assert_eq!(is_right(Op::Part(set, 3)), None);
        assert_eq!(is_right(Op::Part(word, 0)), None);
        assert_eq!(is_right(Op::Binary(Binary::AndNot, set, set)), Some(kinds[3]));
        for op in [
            Op::Binary(Binary::Add, set, set),
            Op::Shl(set, half),
            Op::ReverseBytes(set),
            Op::Const(1, kinds[3]),
        ] {
            assert_eq!(is_right(op), None);
        }
    }

    #[test]
    fn operands_are_replaced_where_they_are_listed() {
        let pick = Pick { occupied: Value(1), mask: Value(2), factor: Value(3), shift: Value(4) };
        let vector = Vector::new(&[Value(5), Value(6)], Lanes::Two).unwrap();
        let pack = Pack::new(&[Value(8), Value(9)], WordCount::Two).unwrap();
        let lane = Op::Lane(Value(7), 1);
        for op in [Op::Pick(pick), Op::Vector(vector), lane, Op::Pack(pack), Op::Square] {
            let next = op.map(|value| Value(value.0 + 1));
            assert!(
                op.operands().map(|value| value.0 + 1).eq(next.operands().map(|value| value.0))
            );
        }
    }
}
