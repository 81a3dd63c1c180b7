//! Tables of nested classes in; the methods that unpack them out, one a type of elements.

use super::syntax::element;
use super::tables::Nested;
use crate::model::Storage;

/// A method that unpacks string constants.
#[derive(Debug)]
pub(super) struct Unpacker {
    pub(super) method: String,
    /// What it says of itself.
    pub(super) doc: &'static str,
    /// `long`
    pub(super) element: &'static str,
    /// How many elements a constant holds.
    pub(super) length: &'static str,
    /// The statements that unpack an element.
    pub(super) step: &'static [&'static str],
}

impl Unpacker {
    /// Those that the classes call.
    pub(super) fn all(method: &str, nested: &[Nested]) -> Vec<Self> {
        let tables = || nested.iter().flat_map(|nested| &nested.tables);
        let is_used = |storage: &Storage| {
            tables().any(|table| table.packed.is_some() && table.storage == *storage)
        };
        let storages = [Storage::Word, Storage::Half, Storage::Short, Storage::Byte];
        let used = storages.into_iter().filter(is_used);
        used.map(|storage| Self::of(method, storage)).collect()
    }

    fn of(method: &str, storage: Storage) -> Self {
        let (doc, length, step): (_, _, &[&str]) = match storage {
            Storage::Word => (
                "Unpacks words of four characters each, the highest bits first, into rows.",
                "constants[constant].length()",
                &[
                    "for (int end = at + 4; at < end; at++) {",
                    "  row[index] = (row[index] << 16) | constants[constant].charAt(at);",
                    "}",
                ],
            ),
            Storage::Half => (
                "Unpacks numbers of two characters each, the highest bits first, into rows.",
                "constants[constant].length()",
                &[
                    "for (int end = at + 2; at < end; at++) {",
                    "  row[index] = (row[index] << 16) | constants[constant].charAt(at);",
                    "}",
                ],
            ),
            Storage::Short => (
                "Unpacks numbers of one character each into rows.",
                "constants[constant].length()",
                &["row[index] = constants[constant].charAt(at);", "at++;"],
            ),
            Storage::Byte => (
                "Unpacks bytes, two of them a character, the first in its upper half, into rows.",
                "2 * constants[constant].length()",
                &[
                    "char pair = constants[constant].charAt(at / 2);",
                    "row[index] = (byte) (at % 2 == 0 ? pair >>> 8 : pair);",
                    "at++;",
                ],
            ),
        };
        Self { method: method.to_owned(), doc, element: element(storage), length, step }
    }
}
