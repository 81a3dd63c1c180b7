//! Reads a text or a TOML value into a type, or returns a message with its place.
//!
//! `toml` does the same by itself, with the same messages, but compiles each type together with every kind of value.
//! Here a type that asks for a text is compiled with texts alone. A structure is read from a table only, not also from
//! a list in the order of its fields.

mod plain;
#[cfg(test)]
mod tests;

pub use plain::from_plain;

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::value::{BorrowedStrDeserializer, CowStrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, Expected, IntoDeserializer as _,
    MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeString, DeTable, DeValue};

/// Why a text or a value can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    message: String,
    span: Option<Range<usize>>,
}

impl ReadError {
    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The place, in bytes.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }

    /// The error with a place, if it has none.
    fn within(mut self, span: &Range<usize>) -> Self {
        self.span.get_or_insert_with(|| span.clone());
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl serde::de::Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), span: None }
    }
}

/// Reads a type out of a text.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    let table = DeTable::parse(text)
        .map_err(|error| ReadError { message: error.message().to_owned(), span: error.span() })?;
    let span = table.span();
    Value { value: DeValue::Table(table.into_inner()), span }.read(PhantomData::<T>)
}

/// Reads a type out of a value.
pub fn from_value<'de, T: Deserialize<'de>>(value: Spanned<DeValue<'de>>) -> Result<T, ReadError> {
    Value::from(value).read(PhantomData::<T>)
}

/// A value with its place.
struct Value<'de> {
    value: DeValue<'de>,
    span: Range<usize>,
}

impl<'de> From<Spanned<DeValue<'de>>> for Value<'de> {
    fn from(value: Spanned<DeValue<'de>>) -> Self {
        Self { span: value.span(), value: value.into_inner() }
    }
}

impl<'de> Value<'de> {
    /// Reads the value. An error that has no place in it is about the value as a whole.
    fn read<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ReadError> {
        let span = self.span.clone();
        seed.deserialize(self).map_err(|error| error.within(&span))
    }

    /// The error for a value of another kind than expected.
    fn wrong(&self, expected: &dyn Expected) -> ReadError {
        let large;
        let found = match &self.value {
            DeValue::String(text) => Unexpected::Str(text),
            DeValue::Integer(number) => match whole(number) {
                None => return ReadError::custom(OVERFLOWED),
                Some(number) => match (i64::try_from(number), u64::try_from(number)) {
                    (Ok(number), _) => Unexpected::Signed(number),
                    (_, Ok(number)) => Unexpected::Unsigned(number),
                    _ => {
                        large = format!("integer `{number}` as i128");
                        Unexpected::Other(&large)
                    }
                },
            },
            DeValue::Float(number) => {
                real(number).map_or(Unexpected::Other("float"), Unexpected::Float)
            }
            DeValue::Boolean(is_so) => Unexpected::Bool(*is_so),
            DeValue::Array(_) => Unexpected::Seq,
            DeValue::Datetime(_) | DeValue::Table(_) => Unexpected::Map,
        };
        ReadError::invalid_type(found, expected)
    }
}

const OVERFLOWED: &str = "integer number overflowed";

fn whole(number: &DeInteger<'_>) -> Option<i128> {
    i128::from_str_radix(number.as_str(), number.radix()).ok()
}

fn real(number: &DeFloat<'_>) -> Option<f64> {
    number.as_str().parse().ok()
}

fn integer<'de, V: Visitor<'de>>(
    number: &DeInteger<'_>,
    visitor: V,
) -> Result<V::Value, ReadError> {
    let Some(number) = whole(number) else {
        return Err(ReadError::custom(OVERFLOWED));
    };
    match i64::try_from(number) {
        Ok(number) => visitor.visit_i64(number),
        Err(_) => match u64::try_from(number) {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => visitor.visit_i128(number),
        },
    }
}

/// The methods for types that ask for a number.
macro_rules! integers {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            match &self.value {
                DeValue::Integer(number) => integer(number, visitor),
                _ => Err(self.wrong(&visitor)),
            }
        })*
    };
}

/// The methods for types that ask for a text.
macro_rules! texts {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            match &self.value {
                DeValue::String(text) => visitor.visit_str(text),
                _ => Err(self.wrong(&visitor)),
            }
        })*
    };
}

/// The structure that hands on a value with its place. Its keys name the place's start, the place's end and the value.
const PLACED: &str = "$__serde_spanned_private";

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match &self.value {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(number) => integer(number, visitor),
            DeValue::Float(number) => match real(number) {
                Some(number) => visitor.visit_f64(number),
                None => Err(ReadError::custom("floating-point number overflowed")),
            },
            DeValue::Boolean(is_so) => visitor.visit_bool(*is_so),
            DeValue::Array(_) => self.deserialize_seq(visitor),
            DeValue::Table(_) => self.deserialize_map(visitor),
            DeValue::Datetime(_) => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value {
            DeValue::Boolean(is_so) => visitor.visit_bool(is_so),
            _ => Err(self.wrong(&visitor)),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    texts! { deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value {
            DeValue::Array(values) => visitor.visit_seq(List(values.into_iter())),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value {
            DeValue::Table(table) => {
                visitor.visit_map(Table { entries: table.into_iter(), value: None })
            }
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if name.starts_with(PLACED) {
            let span = self.span.clone();
            return visitor.visit_map(Placed { keys: keys.iter(), span, value: Some(self) });
        }
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.value {
            DeValue::String(text) => visitor.visit_enum(text.into_deserializer()),
            _ => Err(ReadError::custom("wanted string or table")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct
    }
}

/// The values of a list.
struct List<I>(I);

impl<'de, I: Iterator<Item = Spanned<DeValue<'de>>>> SeqAccess<'de> for List<I> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        self.0.next().map(|value| Value::from(value).read(seed)).transpose()
    }
}

/// The keys and values of a table.
struct Table<'de, I> {
    entries: I,
    value: Option<Value<'de>>,
}

impl<'de, I: Iterator<Item = (Spanned<DeString<'de>>, Spanned<DeValue<'de>>)>> MapAccess<'de>
    for Table<'de, I>
{
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(Value::from(value));
        let span = key.span();
        let key = seed.deserialize(CowStrDeserializer::new(key.into_inner()));
        key.map(Some).map_err(|error: ReadError| error.within(&span))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, ReadError> {
        let value = self.value.take();
        value.map_or_else(|| Err(ReadError::custom("no value")), |value| value.read(seed))
    }
}

/// A value and its place.
struct Placed<D> {
    keys: std::slice::Iter<'static, &'static str>,
    span: Range<usize>,
    value: Option<D>,
}

impl<'de, D: Deserializer<'de, Error = ReadError>> MapAccess<'de> for Placed<D> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let key = self.keys.next();
        key.map(|key| seed.deserialize(BorrowedStrDeserializer::new(key))).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, ReadError> {
        // Two keys are left after the start, and one after the end.
        match (self.keys.len(), self.value.take()) {
            (_, None) => Err(ReadError::custom("no value")),
            (0, Some(value)) => seed.deserialize(value),
            (left, value) => {
                self.value = value;
                let place = if left == 1 { self.span.end } else { self.span.start };
                seed.deserialize(place.into_deserializer())
            }
        }
    }
}
