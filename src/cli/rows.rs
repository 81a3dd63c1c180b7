//! Prints rows of named columns for people, as JSON or as a Markdown table.

use std::fmt::Write as _;

use serde_json::Value;

use super::reporting::Format;

/// A row of named columns.
pub(super) type Row = Vec<(&'static str, Value)>;

/// Rows of named columns as JSON.
pub(super) fn objects(rows: Vec<Row>) -> Value {
    let object = |row: Row| row.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    Value::Array(rows.into_iter().map(object).collect())
}

/// Rows of named columns as text.
pub(super) fn printed(rows: Vec<Row>, format: Format) -> String {
    match format {
        Format::Json => {
            format!("{}\n", serde_json::to_string_pretty(&objects(rows)).unwrap_or_default())
        }
        Format::Human => aligned(&texts(&rows)),
        Format::Markdown => {
            let mut out = String::new();
            let heads: Vec<&str> =
                rows.first().map_or(Vec::new(), |row| row.iter().map(|(key, _)| *key).collect());
            out.push_str(&format_row(
                &heads.iter().map(|head| (*head).to_owned()).collect::<Vec<_>>(),
            ));
            out.push_str(&format_row(&vec!["---".to_owned(); heads.len()]));
            for row in texts(&rows) {
                out.push_str(&format_row(&row));
            }
            out
        }
    }
}

/// A row of a Markdown table.
pub(super) fn format_row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn texts(rows: &[Row]) -> Vec<Vec<String>> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    };
    rows.iter().map(|row| row.iter().map(|(_, value)| text(value)).collect()).collect()
}

/// The rows as lines, with each column as wide as its widest cell.
fn aligned(rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(std::string::String::len)
                .max()
                .unwrap_or(0)
        })
        .collect();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
