//! The arrays of a file, counted from 0 where squares and indices count them.

use super::Runtime;
use super::view::comment;
use crate::model::{Module, Storage};
use crate::render::page::{Array, ArrayKind, Look};
use crate::render::text::literal::Hex;

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
    /// True for an array of the FFI.
    pub(super) is_ffi: bool,
}

const LOOK: Look<Hex> =
    Look { numbers: 8, comment: Some(" -- "), ..Look::usual(Hex::new(16, ""), "  ") };

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

impl ArrayView {
    /// An array of this name, which is declared with `local`, `"local "` or nothing, before it.
    pub(super) fn new(
        array: &Array<'_>,
        local: &str,
        name: String,
        module: &Module,
        runtime: Runtime,
    ) -> Self {
        let is_walked = array.kind == ArrayKind::Rays;
        let is_jit = runtime == Runtime::LuaJit;
        let is_ffi = is_jit && !is_walked && array.kind != ArrayKind::Places;
        let mut comment = comment(&array.doc);
        comment.push(format!("---@type {}", if is_ffi { "ffi.cdata*" } else { "integer[]" }));
        let look = look(array, runtime);
        let (element, length) = (element(array.storage), array.values.len());
        let mut parts = Vec::new();
        let (value, rows) = if is_walked && array.storage == Storage::Byte {
            let values: Vec<String> =
                array.values.iter().map(|value| array.decimal(*value)).collect();
            (format!("{{ {} }}", values.join(", ")), None)
        } else if is_ffi && length > PART {
            let part = |values: &[u64]| {
                let part = Array { values: values.to_vec().into(), ..array.clone() };
                look.rows(&part, module)
            };
            parts.extend(array.values.chunks(PART).map(part));
            (format!("ffi.new(\"{element}[{length}]\")"), None)
        } else if is_ffi {
            let rows = look.rows(array, module);
            (format!("ffi.new(\"{element}[{length}]\", {{"), Some((rows, "})")))
        } else {
            let mut rows = look.rows(array, module);
            // Rays are counted from 1; the first of what is counted from 0 needs its key.
            rows.insert_str(look.margin.len(), if is_walked { "" } else { "[0] = " });
            ("{".to_owned(), Some((rows, "}")))
        };
        Self { comment, head: format!("{local}{name} = {value}"), rows, parts, name, is_ffi }
    }
}

/// As many numbers a line as fit; a rank where they are by square.
fn look(array: &Array<'_>, runtime: Runtime) -> Look<Hex> {
    let suffix = if runtime == Runtime::LuaJit { "ULL" } else { "" };
    let numbers = match array.storage {
        _ if array.kind == ArrayKind::BySquare => 8,
        Storage::Byte => 16,
        _ => 8,
    };
    let comment = if array.storage == Storage::Word { None } else { LOOK.comment };
    Look { word: Hex { suffix, ..LOOK.word }, numbers, comment, ..LOOK }
}
