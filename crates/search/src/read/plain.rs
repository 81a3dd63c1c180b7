//! Reads a text that the program ships, in a tenth of the steps that TOML takes.
//!
//! The text has the plain form in which this program writes its files, which every reader of TOML reads, too: a key and
//! its value in a line, texts without escapes, integers, lists of these, and `[[tables]]`. A list may have several lines,
//! and no text in it has a comma or a bracket. Tests compare each file that is read here with what TOML makes of it.

use std::vec::IntoIter;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IntoDeserializer as _, MapAccess,
    SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::{PLACED, Placed, ReadError};

/// Reads a type out of a plain text. Places are empty.
pub fn from_plain<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    T::deserialize(PlainValue::Table(table(text)?))
}

/// A value of a plain text.
#[derive(Clone, Debug)]
enum PlainValue<'de> {
    Text(&'de str),
    Number(i64),
    /// The text between the brackets.
    List(&'de str),
    Table(Keys<'de>),
    Tables(Vec<Keys<'de>>),
}

/// The keys of a table, each with its value.
type Keys<'de> = Vec<(&'de str, PlainValue<'de>)>;

fn wrong<T>(text: &str) -> Result<T, ReadError> {
    Err(ReadError::custom(format_args!("`{text}` isn't plain")))
}

/// The whole text, with its tables under their names.
fn table(text: &str) -> Result<Keys<'_>, ReadError> {
    let mut whole: Keys<'_> = Vec::new();
    let mut is_within = false;
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        // Sources may have been checked out with CRLF.
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("[[").and_then(|line| line.strip_suffix("]]")) {
            is_within = true;
            match whole.last_mut() {
                Some((last, PlainValue::Tables(tables))) if *last == name => {
                    tables.push(Vec::new());
                }
                _ => whole.push((name, PlainValue::Tables(vec![Vec::new()]))),
            }
            continue;
        }
        let Some((key, mut value)) = line.split_once(" = ") else { return wrong(line) };
        if value.starts_with('[') && !value.ends_with(']') {
            // The list ends in another line.
            let from = value.as_ptr().addr() - text.as_ptr().addr();
            let Some(end) = text[from..].find(']') else { return wrong(line) };
            value = &text[from..=from + end];
            rest = text[from + end + 1..].trim_start_matches(['\r', '\n']);
        }
        let value = one(value)?;
        match whole.last_mut() {
            Some((_, PlainValue::Tables(tables))) if is_within => {
                tables.last_mut().unwrap_or(&mut Vec::new()).push((key, value));
            }
            _ => whole.push((key, value)),
        }
    }
    Ok(whole)
}

/// A text, a number or a list.
fn one(value: &str) -> Result<PlainValue<'_>, ReadError> {
    if let Some(list) = value.strip_prefix('[').and_then(|value| value.strip_suffix(']')) {
        return Ok(PlainValue::List(list));
    }
    if let Some(text) = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) {
        return if text.contains(['\\', '"']) { wrong(value) } else { Ok(PlainValue::Text(text)) };
    }
    value.parse().map_or_else(|_| wrong(value), |number| Ok(PlainValue::Number(number)))
}

impl<'de> Deserializer<'de> for PlainValue<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            Self::Text(text) => visitor.visit_str(text),
            Self::Number(number) => visitor.visit_i64(number),
            Self::List(list) => visitor.visit_seq(Items(list)),
            Self::Table(keys) => visitor.visit_map(Entries { keys: keys.into_iter(), value: None }),
            Self::Tables(tables) => visitor.visit_seq(PlainTables(tables.into_iter())),
        }
    }

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

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if name.starts_with(PLACED) {
            return visitor.visit_map(Placed { keys: keys.iter(), span: 0..0, value: Some(self) });
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self {
            Self::Text(text) => visitor.visit_enum(text.into_deserializer()),
            _ => wrong("enum"),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// The items of a list that haven't been read.
struct Items<'de>(&'de str);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        let left = self.0.trim_ascii_start();
        if left.is_empty() {
            return Ok(None);
        }
        let end = left.bytes().position(|byte| byte == b',').unwrap_or(left.len());
        self.0 = left.get(end + 1..).unwrap_or_default();
        seed.deserialize(one(left[..end].trim_ascii_end())?).map(Some)
    }
}

/// The tables of one name that haven't been read.
struct PlainTables<'de>(IntoIter<Keys<'de>>);

impl<'de> SeqAccess<'de> for PlainTables<'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        self.0.next().map(|keys| seed.deserialize(PlainValue::Table(keys))).transpose()
    }
}

/// The keys of a table that haven't been read, and the value of the last one that has.
struct Entries<'de> {
    keys: IntoIter<(&'de str, PlainValue<'de>)>,
    value: Option<PlainValue<'de>>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some((key, value)) = self.keys.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, ReadError> {
        self.value.take().map_or_else(|| wrong("no value"), |value| seed.deserialize(value))
    }
}
