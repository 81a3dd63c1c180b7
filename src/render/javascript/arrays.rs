//! Arrays of a page in; declarations with their literals out.

use super::dialect::WIDTH;
use super::lines::comment;
use super::view::{COMMENT, File};
use crate::model::Storage;
use crate::render::page::{Array, ArrayKind, Look};
use crate::render::text::literal::{Halves, Hex};
use crate::render::text::provenance::wrap;

/// Numbers, or the room for them.
pub(super) struct ArrayView {
    pub(super) doc: String,
    /// `export const ROOK_MASKS`
    pub(super) start: String,
    /// `: Uint32Array`, in declarations and where the type is shown.
    pub(super) kind: String,
    /// What makes it, on one line or with rows of literals.
    pub(super) value: String,
    pub(super) is_public: bool,
    /// True where its rows aren't as prettier would have them.
    pub(super) is_ignored: bool,
}

const WORDS: Hex = Hex::new(16, "n");
const HALVES: Halves = Halves { open: "", between: ", ", close: "", half: Hex::new(8, "") };

impl File<'_> {
    pub(super) fn array(&self, array: &Array<'_>) -> ArrayView {
        let kind = self.dialect.array(array.storage, array.is_signed);
        let mut view = self.bare(&array.name, &array.doc, (array.storage, kind), array.is_public);
        let line = self.rows(array, ("", array.values.len().max(1), false));
        let line = format!("new {kind}([{line}]);");
        if view.start.len() + view.kind.len() + " = ".len() + line.len() <= WIDTH {
            return ArrayView { value: line, ..view };
        }
        let words =
            if array.kind == ArrayKind::BySquare && !self.dialect.has_words { 2 } else { 4 };
        let rows = self.rows(array, ("  ", words, true));
        view.value = format!("new {kind}([\n{rows}\n]);");
        view.is_ignored = true;
        view
    }

    /// Literals in lines: margin, words a line, and whether lines are aligned and commented.
    fn rows(
        &self,
        array: &Array<'_>,
        (margin, words, is_block): (&'static str, usize, bool),
    ) -> String {
        let numbers = if is_block { 16 } else { words };
        let comment = is_block.then_some(" // ");
        let (is_aligned, trailing_comma) = (is_block, is_block);
        let module = self.page.module;
        if self.dialect.has_words {
            let word = WORDS;
            let look = Look { word, margin, words, numbers, is_aligned, trailing_comma, comment };
            return look.rows(array, module);
        }
        let word = HALVES;
        Look { word, margin, words, numbers, is_aligned, trailing_comma, comment }
            .rows(array, module)
    }

    /// An array without its entries.
    fn bare(
        &self,
        name: &str,
        doc: &str,
        (storage, kind): (Storage, &'static str),
        is_public: bool,
    ) -> ArrayView {
        let halves = if self.dialect.numbers(storage) == 2 {
            " Two numbers each: bits 0 to 31, then bits 32 to 63."
        } else {
            ""
        };
        let is_shown = is_public && self.dialect.is_typed();
        ArrayView {
            doc: comment(&wrap(&format!("{doc}{halves}"), COMMENT)),
            start: format!("{}const {name}", self.dialect.export(is_public)),
            kind: if is_shown { format!(": {kind}") } else { String::new() },
            value: String::new(),
            is_public,
            is_ignored: false,
        }
    }

    /// Tables that start-up code fills.
    pub(super) fn filled(&self) -> impl Iterator<Item = ArrayView> {
        self.page.filled.iter().map(|table| {
            let kind = self.dialect.array(Storage::Word, false);
            let length = self.dialect.numbers(Storage::Word) * table.length;
            let bare = self.bare(&table.name, &table.doc, (Storage::Word, kind), table.is_public);
            ArrayView { value: format!("new {kind}({length});"), ..bare }
        })
    }
}
