//! Numbers as the text of a source: lines of literals, and strings of packed bytes.
//!
//! Nothing here is generic in what a caller gives, so that these loops are compiled once, and optimised.

mod literal;
mod rows;
mod strings;

pub use literal::{Decimal, Form, Halves, Hex, Literal};
pub use rows::{Lines, rows, rows_between, rows_with};
pub use strings::{
    ConstantLines, base64, base85, hex_escapes, in_lines, little_endian, utf16_constants,
};
