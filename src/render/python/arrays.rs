//! The arrays of a module: the text before their entries, the entries, and the text after them.

use super::lines::WIDTH;
use super::{PythonOptions, Storage as Form, Word};
use crate::render::prelude::*;
use magicgen_literal::{base85, in_lines};

/// The look of masks and factors: upper-case digits, as formatters write them.
const LOOK: Look<Hex> = Look {
    numbers: 8,
    comment: Some("  # "),
    ..Look::usual(Hex { has_upper: true, ..Hex::new(16, "") }, "    ")
};

/// The look of sets of several words.
pub(super) const SETS: SetLook = SetLook::number(true);

/// The most entries of a table that is always printed as numbers: factors shared by squares, which people read.
const FEW: usize = 63;

/// Characters of a line of bytes.
const CHARACTERS: usize = 80;

impl PythonOptions {
    /// True for `NumPy` arrays, which lookups read. Rays and places are read one by one.
    pub(super) const fn has_numpy(&self, array: &Array<'_>) -> bool {
        matches!(self.word, Word::Numpy)
            && matches!(array.kind, ArrayKind::BySquare | ArrayKind::Table | ArrayKind::Subsets)
    }

    /// True for arrays that are printed as a literal of bytes.
    pub(super) fn is_packed(&self, array: &Array<'_>) -> bool {
        self.storage() == Form::Bytes
            && matches!(array.kind, ArrayKind::Table | ArrayKind::Subsets)
            && array.values.len() > FEW
            && array.storage <= Storage::Word
    }

    /// True for packed numbers wider than a byte that go into Python's `array`.
    pub(super) fn is_native(&self, array: &Array<'_>) -> bool {
        self.is_packed(array) && !self.has_numpy(array) && array.storage != Storage::Byte
    }

    /// The type of an array, empty if the value shows it; the text before its entries, and the text after.
    pub(super) fn brackets(&self, array: &Array<'_>) -> [String; 3] {
        let (element, bytes) = (element(array), array.storage.bytes());
        let list = format!("NDArray[np.{element}]");
        let values = match (self.has_numpy(array), self.is_packed(array), array.storage) {
            (true, true, Storage::Byte) => {
                [&list, "np.frombuffer(b85decode(", "), dtype=np.uint8)"]
            }
            (true, true, _) => [
                &list,
                "np.frombuffer(b85decode(",
                &format!("), dtype=\"<u{bytes}\").astype(np.{element})"),
            ],
            (true, false, _) => [&list, "np.array((", &format!("), dtype=np.{element})")],
            (false, true, Storage::Byte) => ["", "b85decode(", ")"],
            (false, true, Storage::Short) => ["", "array(\"H\", b85decode(", "))"],
            (false, true, Storage::Half) => ["", "array(\"I\", b85decode(", "))"],
            (false, true, _) => ["", "array(\"Q\", b85decode(", "))"],
            (false, false, _) => ["tuple[int, ...]", "(", ")"],
        };
        values.map(str::to_owned)
    }

    /// The lines of entries, which formatters must leave alone.
    pub(super) fn numbers(&self, array: &Array<'_>, module: &Module) -> String {
        match array.storage {
            Storage::Set(_) => SETS.rows(&array.values, array.storage, LOOK.margin, module),
            _ if self.is_packed(array) => packed(array),
            _ => look(array).rows(array, module),
        }
    }
}

/// The `NumPy` type of an array's entries: all narrower than a word are computed in 32 bits.
const fn element(array: &Array<'_>) -> &'static str {
    match (array.storage, array.kind) {
        (Storage::Word, _) => "uint64",
        (Storage::Byte, ArrayKind::Table) => "uint8",
        (Storage::Short, ArrayKind::Table) => "uint16",
        _ => "uint32",
    }
}

/// The layout of numbers: as many a line as fit, or one rank a line by square.
fn look(array: &Array<'_>) -> Look<Hex> {
    let numbers = if array.kind == ArrayKind::BySquare { 8 } else { 16 };
    let comment = if array.storage == Storage::Word { None } else { LOOK.comment };
    let fits = numbers * (array.widest() + 2) + LOOK.margin.len() <= WIDTH;
    Look { numbers: if fits { numbers } else { 8 }, comment, ..LOOK }
}

/// Entries as little-endian bytes in base 85, as `b85decode` reads them.
fn packed(array: &Array<'_>) -> String {
    in_lines(&base85(&array.bytes()), CHARACTERS, ["    b\"", "\n", "\""]) + ","
}
