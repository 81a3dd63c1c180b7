//! The keys of a config type and the shapes of their values, taken from the type itself.
//!
//! A type deserializes itself from a source that leads down one path. Its request at the end of the path is the shape
//! there. So tests can compare the config's reference, its schema and the annotated config with the types that read it.

mod probe;

use serde::Deserialize;

/// The shape of a value in the config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// True or false.
    Truth,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// One of these words, including aliases.
    Words(&'static [&'static str]),
    /// Values of one kind.
    List(Box<Shape>),
    /// Keys with their values, including aliases of keys.
    Table(Vec<(&'static str, Shape)>),
    /// One of several kinds; the type doesn't tell which.
    Several,
}

/// The shape of a type. Only this program's tests need it. Without the feature `cli`, types aren't compiled for it,
/// since that is much code, and the answer is [`Shape::Several`].
#[must_use]
pub fn shape_of<T: for<'de> Deserialize<'de>>() -> Shape {
    if cfg!(feature = "cli") { probe::at::<T>(&mut Vec::new()) } else { Shape::Several }
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
