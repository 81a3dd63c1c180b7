//! Arrays in; their declarations and definitions out, each where it belongs.

use super::File;
use super::arrays::Array;
use super::fold::WIDTH;
use super::options::Standard;
use super::rows::RowText;

/// An array as it stands in one place of a file.
pub(super) struct Table<'a> {
    pub(super) doc: Option<String>,
    /// Everything before the initialiser or the semicolon.
    pub(super) head: String,
    /// The initialiser's rows.
    pub(super) rows: Option<RowText<'a>>,
    /// A check of its length.
    pub(super) assert: Option<Assert>,
}

/// A check by the compiler.
#[derive(Debug)]
pub(super) struct Assert {
    pub(super) text: String,
    /// True where C++ has to pass over it.
    pub(super) hide: bool,
}

/// Where an array is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Linkage {
    /// In the header, in every file that includes it.
    Header,
    /// Once for the whole program, and declared in the header.
    Shared,
    /// Where definitions are, and only there.
    Private,
}

impl File<'_> {
    /// The header's arrays.
    pub(super) fn declared_tables(&self) -> Vec<Table<'_>> {
        let declared = |array| match self.linkage(&array) {
            Linkage::Header => Some(self.define(array, "static ", true)),
            Linkage::Shared => Some(self.declare(&array)),
            Linkage::Private => None,
        };
        self.arrays().into_iter().filter_map(declared).collect()
    }

    /// The definitions of what isn't defined in the header.
    pub(super) fn defined_tables(&self) -> Vec<Table<'_>> {
        let defined = |array| match self.linkage(&array) {
            Linkage::Header => None,
            Linkage::Shared => Some(self.define(array, "", false)),
            Linkage::Private => Some(self.define(array, "static ", true)),
        };
        self.arrays().into_iter().filter_map(defined).collect()
    }

    fn linkage(&self, array: &Array<'_>) -> Linkage {
        if !self.is_apart {
            Linkage::Header
        } else if array.is_public || array.is_read {
            Linkage::Shared
        } else {
            Linkage::Private
        }
    }

    fn declare(&self, array: &Array<'_>) -> Table<'_> {
        let Array { kind, name, length, further, .. } = array;
        let section = self.attribute(array);
        Table {
            doc: Some(Self::doc_or_note(array.is_public, &array.doc)),
            head: format!("extern {kind} {name}[{length}]{further}{section}"),
            rows: None,
            assert: None,
        }
    }

    fn define<'a>(&self, array: Array<'a>, storage: &str, with_doc: bool) -> Table<'a> {
        let section = self.attribute(&array);
        let Array { kind, name, length, further, .. } = &array;
        let check = array.check.as_ref().filter(|_| self.settings.asserts && array.rows.is_some());
        let counted = if check.is_some() { String::new() } else { length.to_string() };
        Table {
            doc: with_doc.then(|| Self::doc_or_note(array.is_public, &array.doc)),
            head: format!("{storage}{kind} {name}[{counted}]{further}{section}"),
            assert: check.map(|words| {
                let condition = format!("sizeof {name} / sizeof {name}[0] == {length}");
                self.assert(words, &condition, &format!("{name} has {length} entries"))
            }),
            rows: array.rows,
        }
    }

    fn attribute(&self, array: &Array<'_>) -> String {
        if self.settings.has_progmem() {
            " PROGMEM".to_owned()
        } else if array.in_section && !self.section.is_empty() {
            format!(" {}", self.section)
        } else {
            String::new()
        }
    }

    /// A check by the compiler: in C89 and C99 an array type that has no length where it fails.
    pub(super) fn assert(&self, words: &[String], condition: &str, message: &str) -> Assert {
        if self.settings.standard >= Standard::C11 {
            let mut text = format!("_Static_assert({condition}, \"{message}\");");
            if text.len() > WIDTH {
                text = format!("_Static_assert({condition},\n    \"{message}\");");
            }
            return Assert { text, hide: self.settings.cplusplus };
        }
        let words: Vec<&str> =
            std::iter::once("assert").chain(words.iter().map(String::as_str)).collect();
        let name = self.names.function(&words);
        let mut text = format!("typedef char {name}[({condition}) ? 1 : -1];");
        if text.len() > WIDTH {
            text = format!("typedef char {name}[\n    ({condition}) ? 1 : -1];");
        }
        Assert { text, hide: false }
    }
}
