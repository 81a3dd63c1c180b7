//! The keys that a type of the config has, and what each of them may hold, as the type itself says.
//!
//! A type is asked to read itself from a source that offers nothing but one way down: what it asks for at the end of
//! that way is its shape there. So the reference of the config, its schema and the annotated config can be compared
//! with the types that read it.

#[cfg(feature = "cli")]
mod probe;

use serde::Deserialize;

/// What a value of the config may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// True or false.
    Truth,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// One of these words, other spellings included.
    Words(&'static [&'static str]),
    /// Values of one kind.
    List(Box<Shape>),
    /// Keys with their values, other spellings of keys included.
    Table(Vec<(&'static str, Shape)>),
    /// One of several kinds; the type doesn't say which.
    Several,
}

/// The shape of a type. Only the program's own tests ask; without the feature `cli` no type is compiled for it, which is much code,
/// and the answer is [`Shape::Several`].
#[must_use]
pub fn shape_of<T: for<'de> Deserialize<'de>>() -> Shape {
    #[cfg(feature = "cli")]
    {
        probe::at::<T>(&mut Vec::new())
    }
    #[cfg(not(feature = "cli"))]
    {
        Shape::Several
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use toml::Spanned;

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[expect(dead_code, reason = "only its shape is asked for")]
    struct Outer {
        given_text: Option<Spanned<String>>,
        lists: Spanned<Vec<Spanned<Vec<i128>>>>,
        inner: Inner,
        word: Word,
        either: Either,
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its shape is asked for")]
    struct Inner {
        #[serde(alias = "other")]
        truth: bool,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Word {
        One,
        TwoWords,
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only its shape is asked for")]
    enum Either {
        Number(i64),
        Table(BTreeMap<String, i64>),
    }

    #[test]
    fn a_type_says_what_it_reads() {
        let lists = Shape::List(Box::new(Shape::List(Box::new(Shape::Number))));
        let inner = Shape::Table(vec![("other", Shape::Truth), ("truth", Shape::Truth)]);
        let wanted = vec![
            ("given-text", Shape::Text),
            ("lists", lists),
            ("inner", inner),
            ("word", Shape::Words(&["one", "two-words"])),
            ("either", Shape::Several),
        ];
        assert_eq!(shape_of::<Outer>(), Shape::Table(wanted));
    }
}
