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
    /// How many characters an element takes; none of a byte, which takes half of one.
    pub(super) characters: usize,
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
        let doc = match storage {
            Storage::Word => {
                "Unpacks words of four characters each, the highest bits first, into rows."
            }
            Storage::Half => {
                "Unpacks numbers of two characters each, the highest bits first, into rows."
            }
            Storage::Short => "Unpacks numbers of one character each into rows.",
            Storage::Byte => {
                "Unpacks bytes, two of them a character, the first in its upper half, into rows."
            }
        };
        let (method, element) = (method.to_owned(), element(storage));
        Self { method, doc, element, characters: storage.bytes() / 2 }
    }
}
