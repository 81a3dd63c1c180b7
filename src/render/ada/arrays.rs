//! Arrays of an outline in; declarations of at most 79 columns out.

use super::syntax::element;
use crate::model::{Module, Storage};
use crate::render::literal::{Hex, Literal};
use crate::render::outline::{Array, ArrayKind, FilledTable, Look};
use crate::render::provenance::wrap;

/// The most columns of a line, by the custom of GNAT.
pub(super) const WIDTH: usize = 79;

/// A declaration with its comment.
pub(super) struct Declaration {
    pub(super) doc: Vec<String>,
    pub(super) text: String,
}

/// A based literal: digits are capital letters in Ada.
#[derive(Clone, Copy)]
struct Based;

impl Literal for Based {
    fn write(&self, out: &mut Vec<u8>, value: u64) {
        let start = out.len();
        Hex { prefix: "16#", suffix: "#", digits: 16, grouped: true }.write(out, value);
        out[start..].make_ascii_uppercase();
    }
}

const COMMENT: &str = " --  ";

const LOOK: Look<Based> = Look {
    word: Based,
    margin: "      ",
    words: 2,
    numbers: 8,
    is_aligned: false,
    trailing_comma: false,
    comment: Some(COMMENT),
};

/// A comment's lines within a package.
pub(super) fn comment(text: &str) -> Vec<String> {
    wrap(text, WIDTH - "   --  ".len())
}

/// Where names of `Interfaces` aren't visible by themselves.
fn qualified(storage: Storage, is_signed: bool, is_public: bool) -> String {
    let element = element(storage, is_signed);
    let is_foreign = element.starts_with("Unsigned_") && is_public;
    if is_foreign { format!("Interfaces.{element}") } else { element.to_owned() }
}

/// `Rook_Masks : constant array (Square_Index) of Bitboard`, on two lines where it is long.
fn head(name: &str, kind: &str, after: &str) -> String {
    let line = format!("{name} : {kind}{after}");
    if line.len() + 3 <= WIDTH { line } else { format!("{name} :\n     {kind}{after}") }
}

/// The type of an array without a name.
fn anonymous(kind: ArrayKind, length: usize, element: &str, is_public: bool) -> String {
    let last = grouped(length.saturating_sub(1));
    match kind {
        ArrayKind::BySquare => format!("array (Square_Index) of {element}"),
        // Lookups compute indices of 32 bits.
        ArrayKind::Table => {
            let index = if is_public { "Interfaces.Unsigned_32" } else { "Unsigned_32" };
            let line = format!("array ({index} range 0 .. {last}) of {element}");
            if is_public { line.replacen(") of", ")\n       of", 1) } else { line }
        }
        _ => format!("array (0 .. {last}) of {element}"),
    }
}

fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
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
    let rows = Look { numbers, ..LOOK }.rows(array, module);
    // The parenthesis stands where a line's margin ends; the other one before the last comment.
    let open = if array.values.len() == 1 { "(0 => " } else { "(" };
    let rows = format!("     {open}{}", rows.trim_start());
    let last = rows.rfind('\n').map_or(0, |at| at + 1);
    let rows = match rows[last..].find(COMMENT) {
        Some(at) => format!("{});{}", &rows[..last + at], &rows[last + at..]),
        None => format!("{rows});"),
    };
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
