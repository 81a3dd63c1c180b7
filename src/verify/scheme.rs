//! A column of small numbers in; how it gives index bits, if it looks like it, out.

use super::probe::MOST_BITS;
use super::settle::Source;
use super::table::Column;

/// Where index bits come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Given(Source, Form),
    InFactor,
    Relevant,
    Fixed,
}

/// What a column of small numbers means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Bits,
    ShiftOutOf(u8),
}

impl Form {
    pub(super) fn bits(self, value: i128) -> Option<u8> {
        let bits = match self {
            Self::Bits => value,
            Self::ShiftOutOf(product) => i128::from(product) - value,
        };
        u8::try_from(bits).ok().filter(|bits| (1..=MOST_BITS).contains(bits))
    }
}

/// How a column gives index bits out of so many, if it looks like it.
pub(super) fn form(column: &Column, product: u8) -> Option<Form> {
    let sound =
        |form: Form| column.values.iter().filter(|value| form.bits(**value).is_some()).count();
    let forms = [Form::Bits, Form::ShiftOutOf(product)];
    let best = forms.into_iter().max_by_key(|form| (sound(*form), *form == Form::Bits))?;
    (sound(best) * 4 >= column.values.len() * 3).then_some(best)
}
