//! Arrays in; their declarations and definitions out, each where it belongs.

use super::File;
use super::arrays::Array;
use super::options::Standard;
use super::syntax::{WIDTH, by_row};
use crate::model::{Field, FieldStyle, Part, PieceModule, Presence, Program};

/// An array as it stands in one place of a file.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) doc: Option<String>,
    /// Everything before the initialiser or the semicolon.
    pub(super) head: String,
    /// The initialiser's rows.
    pub(super) rows: Option<String>,
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

/// The type of a square's record.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) doc: String,
    pub(super) name: String,
    /// Type and name; meaning.
    pub(super) members: Vec<(String, String)>,
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

pub(super) const FIELDS: [(Field, &str, &str, &str); 4] = [
    (Field::Mask, "masks", "mask", "the relevant occupancy mask"),
    (Field::Factor, "factors", "factor", "the magic factor"),
    (Field::Offset, "offsets", "offset", "where the square's attack sets begin"),
    (Field::Shift, "shifts", "shift", "the right shift that leaves the index"),
];

impl File<'_> {
    /// A piece's lookup as it is printed.
    pub(super) fn program(&self, piece: &PieceModule) -> Program {
        if self.module.fields == FieldStyle::Pointers {
            by_row(&piece.program)
        } else {
            piece.program.clone()
        }
    }

    pub(super) fn has_pointers(&self) -> bool {
        self.module.fields == FieldStyle::Pointers && self.module.needs_programs()
    }

    /// Whether a field is printed; a pointer to the row stands in for a private offset.
    pub(super) fn presence(&self, piece: &PieceModule, field: Field) -> Presence {
        match self.module.field(piece, field) {
            Presence::Private if field == Field::Offset && !self.program(piece).uses(field) => {
                Presence::Absent
            }
            Presence::Private | Presence::Public
                if field == Field::Offset && piece.fields.offsets.is_empty() =>
            {
                Presence::Absent
            }
            presence => presence,
        }
    }

    /// The record's members that some piece needs.
    pub(super) fn members(&self) -> Vec<(Field, &'static str, &'static str)> {
        if self.module.fields == FieldStyle::Arrays {
            return Vec::new();
        }
        let is_needed = |field: Field| {
            let mut pieces = self.module.pieces.iter();
            pieces.any(|piece| self.presence(piece, field) != Presence::Absent)
        };
        let needed = FIELDS.into_iter().filter(|(field, ..)| is_needed(*field));
        needed.map(|(field, _, member, meaning)| (field, member, meaning)).collect()
    }

    /// The type of a field.
    pub(super) fn field_type(&self, field: Field) -> &str {
        match field {
            Field::Mask | Field::Factor => &self.word,
            Field::Offset => &self.half,
            Field::Shift => self.byte,
        }
    }

    /// The record, where there are any.
    pub(super) fn record(&self) -> Option<Record> {
        let fields = self.members();
        if fields.is_empty() && !self.has_pointers() {
            return None;
        }
        let mut members: Vec<_> = fields
            .into_iter()
            .map(|(field, member, meaning)| {
                (format!("{} {member};", self.field_type(field)), meaning.to_owned())
            })
            .collect();
        if self.has_pointers() {
            let constant = if self.module.fills() { "" } else { "const " };
            let row = format!("{constant}{} *attacks;", self.word);
            // Before the shift, so that nothing is padded inside.
            let at = members.iter().take_while(|(text, _)| text.starts_with(&self.word)).count();
            members.insert(at, (row, "the square's row of attack sets".to_owned()));
        }
        let doc = Self::doc(&["What is known of a piece on one square.".to_owned()], Vec::new());
        Some(Record { doc, name: self.record.clone(), members })
    }

    /// The header's arrays.
    pub(super) fn declared_tables(&self) -> Vec<Table> {
        let declared = |array: Array| match self.linkage(&array) {
            Linkage::Header => Some(self.define(array, "static ", true)),
            Linkage::Shared => Some(self.declare(&array)),
            Linkage::Private => None,
        };
        self.arrays().into_iter().filter_map(declared).collect()
    }

    /// The definitions of what isn't defined in the header.
    pub(super) fn defined_tables(&self) -> Vec<Table> {
        let defined = |array: Array| match self.linkage(&array) {
            Linkage::Header => None,
            Linkage::Shared => Some(self.define(array, "", false)),
            Linkage::Private => Some(self.define(array, "static ", true)),
        };
        self.arrays().into_iter().filter_map(defined).collect()
    }

    fn linkage(&self, array: &Array) -> Linkage {
        if !self.is_apart {
            Linkage::Header
        } else if array.is_public || self.module.emits(Part::Lookup) {
            Linkage::Shared
        } else {
            Linkage::Private
        }
    }

    fn declare(&self, array: &Array) -> Table {
        let constant = if array.is_const { "const " } else { "" };
        let Array { kind, name, length, further, .. } = array;
        let section = self.attribute(array);
        Table {
            doc: Some(Self::doc_or_note(array.is_public, &array.doc)),
            head: format!("extern {constant}{kind} {name}[{length}]{further}{section}"),
            rows: None,
            assert: None,
        }
    }

    fn define(&self, array: Array, storage: &str, with_doc: bool) -> Table {
        let constant = if array.is_const { "const " } else { "" };
        let section = self.attribute(&array);
        let Array { kind, name, length, further, .. } = &array;
        let check = array.check.as_ref().filter(|_| self.settings.asserts && array.rows.is_some());
        let counted = if check.is_some() { String::new() } else { length.to_string() };
        Table {
            doc: with_doc.then(|| Self::doc_or_note(array.is_public, &array.doc)),
            head: format!("{storage}{constant}{kind} {name}[{counted}]{further}{section}"),
            assert: check.map(|words| {
                let condition = format!("sizeof {name} / sizeof {name}[0] == {length}");
                self.assert(words, &condition, &format!("{name} has {length} entries"))
            }),
            rows: array.rows,
        }
    }

    fn attribute(&self, array: &Array) -> String {
        if array.in_section && !self.section.is_empty() {
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
