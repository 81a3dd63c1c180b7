//! Declarations of arrays, in lines of at most 79 columns.

use super::syntax::{STYLE, element};
use crate::model::{Module, Storage};
use crate::render::code::expr::Number;
use crate::render::page::{Array, ArrayKind, FilledTable, Look};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::wrap;

/// The most columns of a line, by the custom of GNAT.
pub(super) const WIDTH: usize = 79;

/// A declaration with its comment.
pub(super) struct Declaration {
    pub(super) doc: Vec<String>,
    pub(super) text: String,
}

/// A based literal: digits are capital letters in Ada.
const BASED: Hex = Hex { prefix: "16#", grouped: true, has_upper: true, ..Hex::new(16, "#") };

const LOOK: Look<Hex> = Look {
    word: BASED,
    margin: "      ",
    words: 2,
    numbers: 8,
    is_aligned: false,
    trailing_comma: false,
    comment: Some(" --  "),
};

/// A comment's lines within a package.
pub(super) fn comment(text: &str) -> Vec<String> {
    wrap(text, WIDTH - "   --  ".len())
}

/// True for types of `Interfaces`.
const fn is_foreign(storage: Storage, is_signed: bool) -> bool {
    !is_signed && !matches!(storage, Storage::Word)
}

/// Where names of `Interfaces` aren't visible by themselves.
pub(super) fn qualified(storage: Storage, is_signed: bool, is_public: bool) -> String {
    let element = element(storage, is_signed);
    if is_foreign(storage, is_signed) && is_public {
        format!("Interfaces.{element}")
    } else {
        element.to_owned()
    }
}

/// `Rook_Masks : constant array (Square_Index) of Bitboard`, on two lines where it is long.
fn head(name: &str, kind: &str, after: &str) -> String {
    let line = format!("{name} : {kind}{after}");
    if line.len() + 3 <= WIDTH { line } else { format!("{name} :\n     {kind}{after}") }
}

/// The type of an array without a name.
fn anonymous(kind: ArrayKind, length: usize, element: &str, is_public: bool) -> String {
    let last = Number { is_grouped: true, ..Number::decimal(length.saturating_sub(1) as u64) };
    let last = STYLE.text(&last.into());
    match kind {
        ArrayKind::BySquare => format!("array (Square_Index) of {element}"),
        // Lookups compute indices of 32 bits.
        ArrayKind::Table => {
            let index = if is_public { "Interfaces.Unsigned_32" } else { "Unsigned_32" };
            let gap = if is_public { "\n       " } else { " " };
            format!("array ({index} range 0 .. {last}){gap}of {element}")
        }
        _ => format!("array (0 .. {last}) of {element}"),
    }
}

/// An array with its numbers. What is walked by is of a named type, and so are masks of a test.
pub(super) fn array(array: &Array<'_>, module: &Module, is_tested: bool) -> Declaration {
    let element = qualified(array.storage, array.is_signed, array.is_public);
    let is_word = array.storage == Storage::Word;
    let is_passed = array.kind == ArrayKind::Rays || (is_tested && is_word);
    let kind = match (is_passed, is_word) {
        (true, true) => "Bitboard_Array".to_owned(),
        (true, false) => "Step_Array".to_owned(),
        (false, _) => anonymous(array.kind, array.values.len(), &element, array.is_public),
    };
    // Six digits and more would leave no room for eight, a comment and what ends the array.
    let numbers = if !array.is_signed && array.most() > 99_999 { 4 } else { LOOK.numbers };
    // The parenthesis stands where a line's margin ends.
    let open = if array.values.len() == 1 { "     (0 => " } else { "     (" };
    let rows = Look { numbers, ..LOOK }.rows_between(array, module, (open, ");"));
    Declaration {
        doc: comment(&array.doc),
        text: format!("{}\n{rows}", head(&array.name, &format!("constant {kind}"), " :=")),
    }
}

/// A table that is filled.
pub(super) fn variable(table: &FilledTable) -> Declaration {
    let kind = anonymous(ArrayKind::Table, table.length, "Bitboard", table.is_public);
    Declaration { doc: comment(&table.doc), text: head(&table.name, &kind, ";") }
}
