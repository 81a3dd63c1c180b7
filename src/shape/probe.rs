//! Asks a type for its shape: deserializes it from a source without values, and notes its requests.

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::Shape;

/// The shape at the end of a path. Each step is an index of a table's key, or 0 for a list's values.
pub(super) fn at<T: for<'de> Deserialize<'de>>(way: &mut Vec<usize>) -> Shape {
    let asked = asked::<T>(way);
    let mut below = |place| {
        way.push(place);
        let shape = at::<T>(way);
        way.pop();
        shape
    };
    match asked {
        ProbedType::Value(shape) => shape,
        ProbedType::List => Shape::List(Box::new(below(0))),
        ProbedType::Table(keys) => {
            let keys = keys.iter().enumerate();
            Shape::Table(keys.map(|(place, key)| (*key, below(place))).collect())
        }
    }
}

/// The request of a type in one place.
enum ProbedType {
    Value(Shape),
    List,
    Table(&'static [&'static str]),
}

fn asked<T: for<'de> Deserialize<'de>>(way: &[usize]) -> ProbedType {
    let mut asked = None;
    // This fails, since there is no value.
    let _ = T::deserialize(Probe { way, asked: &mut asked });
    asked.unwrap_or(ProbedType::Value(Shape::Several))
}

/// A source of values that follows one path, notes the request at its end, and fails there.
struct Probe<'a> {
    way: &'a [usize],
    asked: &'a mut Option<ProbedType>,
}

impl Probe<'_> {
    fn note<T>(self, asked: ProbedType) -> Result<T, Error> {
        *self.asked = Some(asked);
        Err(Error::custom("there is no value"))
    }
}

/// The prefix of the names by which a structure passes on a value's place.
const PLACED: &str = "$__serde_spanned_private";

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.note(ProbedType::Value(Shape::Several))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.note(ProbedType::Value(Shape::Truth))
    }

    fn deserialize_i64<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.note(ProbedType::Value(Shape::Number))
    }

    fn deserialize_i128<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.note(ProbedType::Value(Shape::Number))
    }

    fn deserialize_u64<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.note(ProbedType::Value(Shape::Number))
    }

    fn deserialize_string<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.note(ProbedType::Value(Shape::Text))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.way {
            [] => self.note(ProbedType::List),
            [_, way @ ..] => visitor.visit_seq(Below { key: "", way, asked: self.asked }),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Self { way, asked } = self;
        match way {
            _ if name.starts_with(PLACED) => {
                let key = keys.last().copied().unwrap_or_default();
                visitor.visit_map(Below { key, way, asked })
            }
            [] => Self { way, asked }.note(ProbedType::Table(keys)),
            [place, way @ ..] => visitor.visit_map(Below { key: keys[*place], way, asked }),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.note(ProbedType::Value(Shape::Words(words)))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 u8 u16 u32 u128 f32 f64 char str bytes byte_buf unit unit_struct newtype_struct tuple tuple_struct
        map identifier ignored_any
    }
}

/// One key of a table, or one value of a list.
struct Below<'a> {
    key: &'static str,
    way: &'a [usize],
    asked: &'a mut Option<ProbedType>,
}

impl<'de> MapAccess<'de> for Below<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        seed.deserialize(BorrowedStrDeserializer::new(self.key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(Probe { way: self.way, asked: self.asked })
    }
}

impl<'de> SeqAccess<'de> for Below<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        seed.deserialize(Probe { way: self.way, asked: self.asked }).map(Some)
    }
}
