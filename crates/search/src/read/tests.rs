//! Values and error messages are the same as with `toml` itself.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

use super::{from_plain, from_str};

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct All {
    text: Option<Spanned<String>>,
    truth: Option<bool>,
    small: Option<u8>,
    whole: Option<Spanned<i64>>,
    large: Option<i128>,
    real: Option<f64>,
    word: Option<Spanned<Word>>,
    list: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    inner: Vec<Inner>,
    map: Option<BTreeMap<String, i64>>,
    either: Option<Either>,
    new: Option<New>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Word {
    One,
    TwoWords,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Inner {
    must: u16,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged, expecting = "a number or a list")]
enum Either {
    Number(u8),
    List(Vec<u8>),
}

#[derive(Debug, Deserialize, PartialEq)]
struct New(u32);

fn same<T: DeserializeOwned + Debug + PartialEq>(text: &str) {
    match (from_str::<T>(text), toml::from_str::<T>(text)) {
        (Ok(ours), Ok(right)) => assert_eq!(ours, right, "{text}"),
        (Err(ours), Err(right)) => {
            assert_eq!(ours.message(), right.message(), "{text}");
            assert_eq!(ours.span(), right.span(), "{text}: {}", ours.message());
        }
        (ours, right) => panic!("{text}: {ours:?} instead of {right:?}"),
    }
}

#[test]
fn what_is_right_is_read() {
    for text in [
        "",
        "text = 'a'\ntruth = true\nsmall = 255\nwhole = -0x_7\nlarge = 18446744073709551615\nreal = 1.5e3\nword = 'two-words'",
        "list = ['a', \"\\n\"]\ninner = [{ must = 1 }]\nmap = { a = 1, 'b c' = 0o7 }\neither = 3\nnew = 4",
        "either = [1, 2]\nreal = -inf\n[[inner]]\nmust = 0b11\n[[inner]]\nmust = 3",
    ] {
        same::<All>(text);
        assert!(text.contains("0x_7") || from_str::<All>(text).is_ok(), "{text}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let values = [
        "'a'",
        "true",
        "256",
        "-1",
        "9223372036854775808",
        "99999999999999999999999999999999999999999",
        "1.5",
        "[1]",
        "['a', 2]",
        "[[1]]",
        "{ a = 1 }",
        "{ a = 'b' }",
        "{}",
        "[{ must = 'a' }]",
        "[{}]",
        "[{ must = 1, other = 2 }]",
        "'One'",
        "'two_words'",
    ];
    let keys = "text truth small whole large real list inner map either new other";
    for key in keys.split(' ') {
        for value in values.iter().filter(|value| (key, **value) != ("inner", "[[1]]")) {
            same::<All>(&format!("# before\n{key} = {value}\n"));
        }
    }
    // An enumeration accepts texts alone here, so that the message about a table says less.
    for value in values.iter().filter(|value| !value.starts_with('{')) {
        same::<All>(&format!("word = {value}"));
    }
    for text in ["text", "text = ", "[[inner]]\n", "inner = 1", "text = 'a'\ntext = 'b'", "[text]"]
    {
        same::<All>(text);
    }
}

/// `toml` reads a list as a structure, with the fields in their order.
#[test]
fn a_structure_is_a_table() {
    let text = "inner = [[1]]";
    assert!(toml::from_str::<All>(text).is_ok());
    let error = from_str::<All>(text).unwrap_err();
    assert_eq!(error.message(), "invalid type: sequence, expected struct Inner");
    assert_eq!(error.span(), Some(9..12));
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Shipped {
    text: Option<String>,
    number: Option<i64>,
    word: Option<Word>,
    list: Option<Vec<String>>,
    numbers: Option<Vec<i8>>,
    either: Option<Either>,
    #[serde(default)]
    inner: Vec<Inner>,
}

#[test]
fn plain_texts_have_the_values_of_toml() {
    for text in [
        "",
        "# a comment\ntext = \"a, [b] = c\"\nnumber = -9223372036854775808\n\nword = \"two-words\"\n",
        "list = [\"a\", \"b\"]\nnumbers = []\n",
        "list = [\n    \"a\",\n    \"b\", \"c\",\n]\nnumbers = [\n  1, -2,\n  3\n]\n[[inner]]\nmust = 1\n\n[[inner]]\nmust = 2",
        "either = 7\n",
    ] {
        let read: Shipped = from_str(text).unwrap();
        assert_eq!(from_plain(text), Ok(read), "{text}");
        let windows = text.replace('\n', "\r\n");
        assert_eq!(from_plain(&windows), from_str::<Shipped>(text), "{text}");
    }
}

/// Another form is an error, never another value.
#[test]
fn what_is_not_plain_is_refused() {
    for text in [
        "text = \"a\\nb\"",
        "text = \"a\" # why",
        "text = 'a'",
        "text=\"a\"",
        "number = 1_000",
        "number = 0x10",
        "number = \"1\"",
        "[inner]\nmust = 1",
        "list = [\"a, b\"]",
        "list = [\"a\"",
        "other = 1",
        "text = \"a\"\ntext = \"b\"",
        "[[inner]]\nmust = 70000",
    ] {
        assert!(from_plain::<Shipped>(text).is_err(), "{text}");
    }
}
