//! Numbers in; rows out, as google-java-format leaves them.

use std::fmt::Display;

use crate::model::{Module, Storage};
use crate::render::text::literal::{Hex, Lines, Literal as _, rows_with};
use crate::render::text::provenance::wrap;

/// Rows of bitboards and factors. Without names of rows there are none.
pub(super) fn hex_rows(values: &[u64], indent: usize, names: &[String], module: &Module) -> String {
    let literal = Hex::new(16, "L").cased(module.style.has_upper_hex);
    let margin = " ".repeat(indent);
    let lines = Lines { indent: &margin, columns: 4, trailing_comma: true };
    rows_with(values, &literal, lines, |first| names.get(first / 4).cloned())
}

/// Rows of an array's entries. What is above the highest number of a type with a sign is stored below zero.
pub(super) fn stored_rows(
    storage: Storage,
    values: &[u64],
    names: &dyn Fn(usize) -> Vec<String>,
    module: &Module,
) -> String {
    let signed = |value: &u64| match storage {
        Storage::Byte => i64::from(*value as u8 as i8),
        Storage::Half => i64::from(*value as u32 as i32),
        Storage::Short | Storage::Word => *value as i64,
    };
    if storage == Storage::Word {
        return hex_rows(values, 4, &names(4), module);
    }
    int_rows(&values.iter().map(signed).collect::<Vec<i64>>(), 4, &names(8))
}

/// Rows of small numbers, eight a line. They are not aligned: google-java-format takes padding out.
///
/// A row and a part of one are no table to it: it fills lines with them.
pub(super) fn int_rows(values: &[impl Display], indent: usize, names: &[String]) -> String {
    let margin = " ".repeat(indent);
    if (9..16).contains(&values.len()) {
        let numbers: Vec<String> = values.iter().map(|value| format!("{value},")).collect();
        let lines = wrap(&numbers.join(" "), super::doc::WIDTH - indent).into_iter();
        return lines.map(|line| format!("{margin}{line}")).collect::<Vec<_>>().join("\n");
    }
    let mut lines = Vec::new();
    for (row, values) in values.chunks(8).enumerate() {
        let numbers: Vec<String> = values.iter().map(|value| format!("{value},")).collect();
        let name = names.get(row).map_or("", String::as_str);
        lines.push(format!("{margin}{}{name}", numbers.join(" ")));
    }
    lines.join("\n")
}

/// A few small numbers in braces, on one line where they fit.
pub(super) fn int_list(values: &[impl Display], indent: usize) -> String {
    if values.len() > 8 {
        return format!("{{\n{}\n{}}}", int_rows(values, indent + 2, &[]), " ".repeat(indent));
    }
    let numbers: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!("{{{}}}", numbers.join(", "))
}
