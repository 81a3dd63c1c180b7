//! Prints all arrays as CSV (RFC 4180): a line for each entry.
//!
//! CSV has no comments, so the lines of the header are entries of an array called `generated`.

use std::fmt::Write as _;

use super::model::{Data, Entry};
use magicgen_lookup::model::Module;

/// The arrays by square and the tables.
pub(super) fn text(module: &Module, data: &Data) -> String {
    let mut out = "array,index,square,value\n".to_owned();
    for (index, line) in data.generated.header.iter().enumerate() {
        let _ = writeln!(out, "generated,{index},,{}", quoted(line));
    }
    let square = |index: usize| module.board.square_name(index as u8).unwrap_or_default();
    let mut seen: Vec<&str> = Vec::new();
    for field in data.pieces.iter().flat_map(|piece| &piece.fields) {
        // Lookups of one piece for several purposes share arrays.
        if !seen.contains(&field.name.as_str()) {
            seen.push(&field.name);
            for (index, value) in field.values.iter().enumerate() {
                let (name, square) = (&field.name, quoted(square(index)));
                let _ = writeln!(out, "{name},{index},{square},{}", number(value));
            }
        }
    }
    for table in &data.tables {
        for (index, value) in table.entries.iter().flatten().enumerate() {
            let _ = writeln!(out, "{},{index},,{}", table.name, number(value));
        }
    }
    out
}

/// A number: decimal up to 32 bits, else hexadecimal.
fn number(entry: &Entry) -> String {
    match entry {
        Entry::Number(number) => number.to_string(),
        Entry::Word(word) => format!("{:#018x}", word.0),
        Entry::Set(words) => {
            words.iter().rev().fold("0x".to_owned(), |text, word| format!("{text}{:016x}", word.0))
        }
    }
}

/// A text as a value, in quotes if it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
