//! Numbers in; constants of a module out.

use super::lines::{WIDTH, comment};
use super::options::{PythonOptions, Storage as Form, Word};
use crate::model::{Module, Storage};
use crate::render::page::{Array, ArrayKind, Look};
use crate::render::text::literal::Hex;

/// A constant.
pub(super) struct Constant {
    pub(super) comment: Vec<String>,
    /// `_ROOK_MASKS: Final[tuple[int, ...]] = (`, the whole of it where it fits.
    pub(super) head: String,
    /// Lines that no formatter may touch, and what ends them.
    pub(super) rows: Option<(String, &'static str)>,
    /// The name, where the bytes of its numbers may have to be swapped.
    pub(super) swapped: Option<String>,
}

/// Words a line.
const WORDS: usize = 4;

/// Masks and factors, with the digits in upper case, as formatters write them.
const LOOK: Look<Hex> = Look {
    word: Hex { has_upper: true, ..Hex::new(16, "") },
    margin: "    ",
    words: WORDS,
    numbers: 8,
    is_aligned: true,
    trailing_comma: true,
    comment: Some("  # "),
};

/// How a constant is annotated, and the start of its value; without a type where the value shows it.
pub(super) fn head(options: &PythonOptions, name: &str, kind: &str, value: &str) -> String {
    match kind {
        _ if !options.is_typed => format!("{name} = {value}"),
        "" => format!("{name}: Final = {value}"),
        _ => format!("{name}: Final[{kind}] = {value}"),
    }
}

/// The type of `NumPy` that an array's entries have; what isn't a word is computed with in 32 bits.
const fn element(array: &Array<'_>) -> &'static str {
    match (array.storage, array.kind) {
        (Storage::Word, _) => "uint64",
        (Storage::Byte, ArrayKind::Table) => "uint8",
        (Storage::Short, ArrayKind::Table) => "uint16",
        _ => "uint32",
    }
}

/// True for what lookups read: rays and places are walked one by one.
pub(super) const fn is_numpy(array: &Array<'_>, options: &PythonOptions) -> bool {
    matches!(options.word, Word::Numpy)
        && matches!(array.kind, ArrayKind::BySquare | ArrayKind::Table | ArrayKind::Subsets)
}

/// So few numbers stand as numbers whatever the storage, since people read them: factors that squares share.
const FEW: usize = 63;

/// True for what stands as bytes.
pub(super) fn is_packed(array: &Array<'_>, options: &PythonOptions) -> bool {
    matches!(options.storage, Form::Bytes)
        && matches!(array.kind, ArrayKind::Table | ArrayKind::Subsets)
        && array.values.len() > FEW
}

/// An array of a module or its test.
pub(super) fn constant(array: &Array<'_>, module: &Module, options: &PythonOptions) -> Constant {
    let name = &array.name;
    let comment = comment(if array.is_public { "#:" } else { "#" }, &array.doc);
    let with = |kind: &str, value: &str, rows, swapped| Constant {
        comment: comment.clone(),
        head: head(options, name, kind, value),
        rows,
        swapped,
    };
    if is_packed(array, options) {
        let rows = packed(array);
        if is_numpy(array, options) {
            let element = element(array);
            let kind = format!("NDArray[np.{element}]");
            let close = match element {
                "uint64" => "), dtype=\"<u8\").astype(np.uint64)",
                "uint32" => "), dtype=\"<u4\").astype(np.uint32)",
                "uint16" => "), dtype=\"<u2\").astype(np.uint16)",
                _ => "), dtype=np.uint8)",
            };
            return with(&kind, "np.frombuffer(b85decode(", Some((rows, close)), None);
        }
        let code = match array.storage {
            Storage::Byte => return with("", "b85decode(", Some((rows, ")")), None),
            Storage::Short => "array(\"H\", b85decode(",
            Storage::Half => "array(\"I\", b85decode(",
            Storage::Word => "array(\"Q\", b85decode(",
        };
        return with("", code, Some((rows, "))")), Some(name.clone()));
    }
    let rows = || look(array).rows(array, module);
    if is_numpy(array, options) {
        let element = element(array);
        let close = match element {
            "uint64" => "), dtype=np.uint64)",
            "uint32" => "), dtype=np.uint32)",
            "uint16" => "), dtype=np.uint16)",
            _ => "), dtype=np.uint8)",
        };
        return with(&format!("NDArray[np.{element}]"), "np.array((", Some((rows(), close)), None);
    }
    let kind = "tuple[int, ...]";
    if array.kind == ArrayKind::Rays && array.storage == Storage::Byte {
        let values: Vec<String> = array.values.iter().map(|value| array.decimal(*value)).collect();
        let comma = if values.len() == 1 { "," } else { "" };
        let constant = with(kind, &format!("({}{comma})", values.join(", ")), None, None);
        if constant.head.len() <= WIDTH {
            return constant;
        }
    }
    with(kind, "(", Some((rows(), ")")), None)
}

/// As many numbers a line as fit; a rank where they are by square.
fn look(array: &Array<'_>) -> Look<Hex> {
    let numbers = match array.kind {
        ArrayKind::BySquare => 8,
        _ => 16,
    };
    let comment = if array.storage == Storage::Word { None } else { LOOK.comment };
    let widest = array.values.iter().map(|value| array.decimal(*value).len() + 2).max();
    let fits = numbers * widest.unwrap_or(0) + LOOK.margin.len() <= WIDTH;
    Look { numbers: if fits { numbers } else { 8 }, comment, ..LOOK }
}

/// Characters of a line of bytes.
const CHARACTERS: usize = 80;

/// Entries in little-endian bytes, in the base of 85 characters that Python's `b85decode` knows.
fn packed(array: &Array<'_>) -> String {
    const DIGITS: &[u8; 85] =
        b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    let width = array.storage.bytes();
    let bytes: Vec<u8> =
        array.values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width)).collect();
    let mut text = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for group in bytes.chunks(4) {
        let mut number = [0; 4];
        number[..group.len()].copy_from_slice(group);
        let number = u32::from_be_bytes(number);
        // A group of n bytes takes n + 1 digits.
        for power in (0..5).rev().take(group.len() + 1) {
            text.push(char::from(DIGITS[(number / 85u32.pow(power) % 85) as usize]));
        }
    }
    let mut rows = String::with_capacity(text.len() + text.len() / 10);
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(CHARACTERS));
        rows.push_str("    b\"");
        rows.push_str(line);
        rows.push_str(if after.is_empty() { "\"," } else { "\"\n" });
        rest = after;
    }
    rows
}
