//! The ways in which a text gives index bits, and the recognition of columns that give them.

use super::probe::MOST_BITS;
use super::settle::ColumnSource;
use super::table::SourceColumn;

/// The source of the index bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// A column of the text.
    Given(ColumnSource, NumberMeaning),
    /// The upper six bits of the factors, as right shifts.
    InFactor,
    /// The number of relevant squares.
    Relevant,
    /// One number of index bits for all squares.
    Fixed,
    /// The index bits that the lookup in the text leaves, the same on all squares.
    Same(u8),
}

/// The meaning of a column of small numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberMeaning {
    /// Numbers of index bits.
    Bits,
    /// Right shifts of a product with this number of bits.
    ShiftOutOf(u8),
    /// Numbers that a lookup subtracts from this one to get the right shift of a 64-bit product.
    Difference(u64),
}

impl NumberMeaning {
    /// The index bits that a number of the column gives; `None` if it is out of range.
    pub(super) fn bits(self, value: i128) -> Option<u8> {
        let bits = match self {
            Self::Bits => value,
            Self::ShiftOutOf(product) => i128::from(product) - value,
            Self::Difference(from) => 64 - (i128::from(from) - value),
        };
        u8::try_from(bits).ok().filter(|bits| (1..=MOST_BITS).contains(bits))
    }
}

/// The form in which a column gives index bits for a product of `product` bits, if three quarters of its numbers are in
/// range.
pub(super) fn form(column: &SourceColumn, product: u8) -> Option<NumberMeaning> {
    let sound = |form: NumberMeaning| {
        column.values.iter().filter(|value| form.bits(**value).is_some()).count()
    };
    let forms = [NumberMeaning::Bits, NumberMeaning::ShiftOutOf(product)];
    let best = forms.into_iter().max_by_key(|form| (sound(*form), *form == NumberMeaning::Bits))?;
    (sound(best) * 4 >= column.values.len() * 3).then_some(best)
}
