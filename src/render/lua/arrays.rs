//! Numbers in; arrays of a file out, counted from 0 where squares and indices count them.

use super::Dialect;
use super::view::comment;
use crate::model::{Module, Storage};
use crate::render::literal::Hex;
use crate::render::outline::{Array, ArrayKind, Look};

/// An array.
pub(super) struct ArrayView {
    pub(super) comment: Vec<String>,
    /// `local ROOK_MASKS = {`, or the whole of it where it fits.
    pub(super) head: String,
    /// Lines of numbers, and what ends them.
    pub(super) rows: Option<(String, &'static str)>,
    /// Functions that return a part each, where there are more constants than one function may have.
    pub(super) parts: Vec<String>,
    /// What the parts are put into.
    pub(super) name: String,
}

const LOOK: Look<Hex> = Look {
    word: Hex { prefix: "0x", suffix: "", digits: 16, grouped: false },
    margin: "  ",
    words: 4,
    numbers: 8,
    is_aligned: true,
    trailing_comma: true,
    comment: Some(" -- "),
};

/// Entries of a function: `LuaJIT` allows 65,536 constants in each.
const PART: usize = 16_384;

/// The C type of an array's entries.
const fn element(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "uint8_t",
        Storage::Short => "uint16_t",
        Storage::Half => "uint32_t",
        Storage::Word => "uint64_t",
    }
}

/// An array, where `place` is what it is called in a statement: `local ROOK_MASKS`.
pub(super) fn view(array: &Array<'_>, place: &str, module: &Module, dialect: Dialect) -> ArrayView {
    let is_jit = dialect == Dialect::LuaJit;
    let is_walked = array.kind == ArrayKind::Rays;
    let is_ffi = is_jit && !is_walked && array.kind != ArrayKind::Places;
    let mut comment = comment(&array.doc);
    comment.push(format!("---@type {}", if is_ffi { "ffi.cdata*" } else { "integer[]" }));
    let name = place.strip_prefix("local ").unwrap_or(place).to_owned();
    let length = array.values.len();
    let of = |head: String, rows, parts| ArrayView { comment, head, rows, parts, name };
    let look = look(array, dialect);
    if is_walked && array.storage == Storage::Byte {
        let values: Vec<String> = array.values.iter().map(|value| array.decimal(*value)).collect();
        return of(format!("{place} = {{ {} }}", values.join(", ")), None, Vec::new());
    }
    let element = element(array.storage);
    if is_ffi && length > PART {
        let part = |values: &[u64]| {
            let part = Array { values: values.to_vec().into(), ..array.clone() };
            look.rows(&part, module)
        };
        let look = array.values.chunks(PART).map(part).collect();
        return of(format!("{place} = ffi.new(\"{element}[{length}]\")"), None, look);
    }
    let rows = look.rows(array, module);
    if is_ffi {
        let head = format!("{place} = ffi.new(\"{element}[{length}]\", {{");
        return of(head, Some((rows, "})")), Vec::new());
    }
    // Rays are counted from 1; the first of what is counted from 0 needs its key.
    let rows = if is_walked { rows } else { rows.replacen("  ", "  [0] = ", 1) };
    of(format!("{place} = {{"), Some((rows, "}")), Vec::new())
}

/// As many numbers a line as fit; a rank where they are by square.
fn look(array: &Array<'_>, dialect: Dialect) -> Look<Hex> {
    let suffix = if dialect == Dialect::LuaJit { "ULL" } else { "" };
    let numbers = match array.storage {
        _ if array.kind == ArrayKind::BySquare => 8,
        Storage::Byte => 16,
        _ => 8,
    };
    let comment = if array.storage == Storage::Word { None } else { LOOK.comment };
    Look { word: Hex { suffix, ..LOOK.word }, numbers, comment, ..LOOK }
}
