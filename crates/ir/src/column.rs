//! Columns of values, one for each occupancy that a program is run on, and the arithmetic on them.

use std::slice;

use super::interp::Fault;
use super::parts::{Binary, Count};
use magicgen_board::Bitboard;

/// The results of an operation for each occupancy. Fields, constants and values computed from these alone are computed
/// once.
#[derive(Clone)]
pub(super) enum ValueColumn<'a> {
    /// One value for all occupancies.
    Same(Bitboard),
    /// The input's value for each occupancy.
    Given(&'a [Bitboard]),
    /// A value for each occupancy.
    Each(Vec<Bitboard>),
}

impl ValueColumn<'_> {
    /// The value for one occupancy.
    pub(super) fn at(&self, row: usize) -> Bitboard {
        match self {
            Self::Same(value) => *value,
            Self::Given(values) => values[row],
            Self::Each(values) => values[row],
        }
    }

    /// The different values that have to be looked at.
    pub(super) fn distinct(&self) -> &[Bitboard] {
        match self {
            Self::Same(value) => slice::from_ref(value),
            Self::Given(values) => values,
            Self::Each(values) => values,
        }
    }

    /// Keeps these bits of each value.
    pub(super) fn narrow(&mut self, bits: Bitboard) {
        match self {
            Self::Same(value) => *value &= bits,
            Self::Given(_) => {}
            Self::Each(values) => values.iter_mut().for_each(|value| *value &= bits),
        }
    }

    /// The memory of a column that isn't needed any more.
    pub(super) fn memory(self) -> Option<Vec<Bitboard>> {
        match self {
            Self::Each(values) => Some(values),
            _ => None,
        }
    }
}

/// A column of these values, in spare memory.
pub(super) fn filled<'a>(
    spare: &mut Vec<Vec<Bitboard>>,
    values: impl Iterator<Item = Bitboard>,
) -> ValueColumn<'a> {
    let mut memory = spare.pop().unwrap_or_default();
    memory.clear();
    memory.extend(values);
    ValueColumn::Each(memory)
}

/// All bits below the highest one bit, none for 0.
pub(super) fn below_highest(a: Bitboard) -> Bitboard {
    Bitboard::MAX.checked_shr(a.leading_zeros() + 1).unwrap_or(0)
}

/// The bits one to eight times `places` below any one bit.
pub(super) fn below_by_steps(a: Bitboard, places: u32) -> Bitboard {
    let shifted = |a: Bitboard, places| a.checked_shr(places).unwrap_or(0);
    let one = shifted(a, places);
    let two = one | shifted(one, places);
    let four = two | shifted(two, 2 * places);
    four | shifted(four, 4 * places)
}

/// The count in a value of a type that leaves the highest `above` of 64 bits unused.
pub(super) const fn count_in(count: Count, value: Bitboard, above: u32) -> u32 {
    match count {
        Count::LeadingZeros => value.leading_zeros() - above,
        Count::TrailingZeros if value == 0 => u64::BITS - above,
        Count::TrailingZeros => value.trailing_zeros(),
        Count::PopulationCount => value.count_ones(),
    }
}

/// The results of `f` on the values of a column.
pub(super) fn mapped<'a>(
    a: &ValueColumn<'_>,
    f: impl Fn(Bitboard) -> Bitboard,
    spare: &mut Vec<Vec<Bitboard>>,
) -> ValueColumn<'a> {
    match a {
        ValueColumn::Same(a) => ValueColumn::Same(f(*a)),
        a => filled(spare, a.distinct().iter().map(|a| f(*a))),
    }
}

/// The results of `f` on the values of two columns.
pub(super) fn combined<'a>(
    a: &ValueColumn<'_>,
    b: &ValueColumn<'_>,
    f: impl Fn(Bitboard, Bitboard) -> Bitboard,
    spare: &mut Vec<Vec<Bitboard>>,
) -> ValueColumn<'a> {
    match (a, b) {
        (ValueColumn::Same(a), b) => mapped(b, |b| f(*a, b), spare),
        (a, ValueColumn::Same(b)) => mapped(a, |a| f(a, *b), spare),
        (a, b) => {
            let both = a.distinct().iter().zip(b.distinct());
            filled(spare, both.map(|(a, b)| f(*a, *b)))
        }
    }
}

/// The results of a binary operation on the values of two columns. Each operation has its own loop, since the compiler
/// uses no vectors in a loop that chooses the operation for each value.
pub(super) fn applied<'a>(
    binary: Binary,
    a: &ValueColumn<'_>,
    b: &ValueColumn<'_>,
    spare: &mut Vec<Vec<Bitboard>>,
) -> ValueColumn<'a> {
    match binary {
        Binary::And => combined(a, b, |a, b| Binary::And.apply(a, b), spare),
        Binary::AndNot => combined(a, b, |a, b| Binary::AndNot.apply(a, b), spare),
        Binary::Or => combined(a, b, |a, b| Binary::Or.apply(a, b), spare),
        Binary::OrNot => combined(a, b, |a, b| Binary::OrNot.apply(a, b), spare),
        Binary::Xor => combined(a, b, |a, b| Binary::Xor.apply(a, b), spare),
        Binary::Add => combined(a, b, |a, b| Binary::Add.apply(a, b), spare),
        Binary::Sub => combined(a, b, |a, b| Binary::Sub.apply(a, b), spare),
        Binary::Mul => combined(a, b, |a, b| Binary::Mul.apply(a, b), spare),
    }
}

/// The numbers of bits to shift by, once all are below the width of an operand that has the bits `bits`.
pub(super) fn places<'a, 'b>(
    by: &'a ValueColumn<'b>,
    bits: Bitboard,
) -> Result<&'a ValueColumn<'b>, Fault> {
    let width = bits.count_ones();
    match by.distinct().iter().find(|by| **by >= Bitboard::from(width)) {
        Some(by) => Err(Fault::TooFar { by: *by, width }),
        None => Ok(by),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_below_are_as_by_single_places() {
        for bits in [0, 1, 0x8000_0000_0000_0000, 0x0010_0400_8000_0102, u64::MAX] {
            let below = |bit: u32| bits >> bit > 1;
            let expected = (0..64).filter(|bit| below(*bit)).fold(0, |all, bit| all | 1 << bit);
            assert_eq!(below_highest(bits), expected, "{bits:#x}");
            for places in 1..=31 {
                let steps = (1..=8).map(|step| step * places).filter(|step| *step < 64);
                let expected = steps.fold(0, |all, step| all | bits >> step);
                assert_eq!(below_by_steps(bits, places), expected, "{bits:#x}, {places}");
            }
        }
    }
}
