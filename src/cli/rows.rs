//! Prints rows of named columns for people, as JSON or as a Markdown table.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use serde::Serialize;
use serde_json::Value;

use super::envelope::{Payload, enveloped};
use super::reporting::Format;
use crate::render::text::provenance::{hanging, wrap};

/// A row of named columns.
pub(super) type Row = Vec<(&'static str, Value)>;

/// The JSON object of a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(super) enum List<T> {
    /// The list is whole.
    Listed {
        /// What is listed.
        rows: Vec<T>,
    },
}

/// An element of a list.
pub(super) trait Listable: Serialize {
    /// The list's `kind`.
    const KIND: &'static str;
}

impl<T: Listable> Payload for List<T> {
    const KIND: &'static str = T::KIND;
}

/// The line of a list as JSON.
pub(super) fn listed<T: Listable>(rows: Vec<T>) -> String {
    enveloped(&List::Listed { rows }, &[])
}

/// A list as JSON, or as text with these keys as columns.
pub(super) fn shown<T: Listable>(rows: Vec<T>, keys: &[&'static str], format: Format) -> String {
    if format == Format::Json {
        return listed(rows);
    }
    let row = |row: &T| {
        let row = serde_json::to_value(row).unwrap_or_default();
        keys.iter().map(|key| (*key, row[*key].clone())).collect()
    };
    printed(&rows.iter().map(row).collect::<Vec<_>>(), format)
}

/// Rows of named columns as text, for people or as Markdown.
pub(super) fn printed(rows: &[Row], format: Format) -> String {
    if format != Format::Markdown {
        return within(rows, terminal_columns());
    }
    let heads = heads(rows);
    let names: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
    let rule = vec!["---".to_owned(); heads.len()];
    [names, rule].iter().chain(&texts(rows)).map(|row| format_row(row)).collect()
}

/// Rows of named columns for people, as lines of at most `width` characters.
pub(super) fn within(rows: &[Row], width: Option<usize>) -> String {
    let head = |head: &str| head.replace('-', " ").to_uppercase();
    let mut lines = vec![heads(rows).into_iter().map(head).collect()];
    lines.extend(texts(rows));
    TextColumns { rows: lines }.text(width)
}

/// The width of the terminal in columns; `None` if standard output isn't a terminal.
pub(super) fn terminal_columns() -> Option<usize> {
    let stdout = std::io::stdout();
    let asked = || std::env::var_os("COLUMNS")?.to_str()?.parse().ok().filter(|width| *width > 0);
    let has = || terminal_size::terminal_size_of(&stdout).map(|(width, _)| usize::from(width.0));
    if stdout.is_terminal() { asked().or_else(has) } else { None }
}

fn heads(rows: &[Row]) -> Vec<&'static str> {
    rows.first().map_or(Vec::new(), |row| row.iter().map(|(key, _)| *key).collect())
}

/// A row of a Markdown table.
fn format_row(cells: &[String]) -> String {
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

/// Texts in columns. The first row has the heads.
pub(super) struct TextColumns {
    pub(super) rows: Vec<Vec<String>>,
}

/// The blanks between two columns.
const GAP: usize = 2;

/// The indent of a cell's continuation lines in a record.
const INDENT: usize = 2;

impl TextColumns {
    /// The rows as lines of at most `width` characters. Cells wrap at blanks. If that isn't enough, each row is a
    /// record with a line for each cell.
    pub(super) fn text(&self, width: Option<usize>) -> String {
        let mut out = String::new();
        let width = width.unwrap_or(usize::MAX);
        let Some(widths) = self.widths(width) else { return self.records(width) };
        for row in &self.rows {
            let cells: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(cell, width)| wrap(cell, *width)).collect();
            for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let mut line = String::new();
                for (cell, width) in cells.iter().zip(&widths) {
                    let part = cell.get(at).map_or("", String::as_str);
                    let _ = write!(line, "{part:width$}{:GAP$}", "");
                }
                out.push_str(line.trim_end());
                out.push('\n');
            }
        }
        out
    }

    /// Column widths for lines of at most `most` characters: the widest columns shrink first, down to their longest
    /// words. `None` if that isn't enough.
    fn widths(&self, most: usize) -> Option<Vec<usize>> {
        let count = self.rows.first().map_or(0, Vec::len);
        let column = |at: usize| self.rows.iter().filter_map(move |row| row.get(at));
        let length = |text: &str| text.chars().count();
        let widest = |at: usize| column(at).map(|cell| length(cell)).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..count).map(widest).collect();
        let word = |at: usize| {
            column(at).flat_map(|cell| cell.split_whitespace()).map(length).max().unwrap_or(0)
        };
        let least: Vec<usize> = (0..count).map(word).collect();
        while widths.iter().sum::<usize>() + GAP * count.saturating_sub(1) > most {
            let gives = |at: &usize| widths[*at] > least[*at];
            let at = (0..count).filter(gives).max_by_key(|at| widths[*at])?;
            widths[at] -= 1;
        }
        Some(widths)
    }

    /// The rows as records: each cell is on its own line after its head, and its continuation lines are indented.
    fn records(&self, width: usize) -> String {
        let Some((heads, rows)) = self.rows.split_first() else { return String::new() };
        let lines = |head: &str, cell: &str| {
            hanging(&format!("{head}: {cell}"), [0, INDENT], width).join("\n") + "\n"
        };
        let record = |row: &Vec<String>| {
            let cells = heads.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
            cells.map(|(head, cell)| lines(head, cell)).collect::<String>()
        };
        rows.iter().map(record).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> TextColumns {
        let rows = [["ID", "WHAT IT IS"], ["rook", "along ranks and files"], ["r", "x"]];
        TextColumns { rows: rows.map(|row| row.map(str::to_owned).to_vec()).to_vec() }
    }

    #[test]
    fn nothing_is_cut_wherever_it_is_shown() {
        let whole = "ID    WHAT IT IS\nrook  along ranks and files\nr     x\n";
        assert_eq!(columns().text(None), whole);
        assert_eq!(columns().text(Some(27)), whole);
        let narrow = "ID    WHAT IT IS\nrook  along ranks\n      and files\nr     x\n";
        assert_eq!(columns().text(Some(18)), narrow);
        let records = "ID: rook\nWHAT IT\n  IS:\n  along\n  ranks\n  and\n  files\n\nID: r\nWHAT IT\n  IS: x\n";
        assert_eq!(columns().text(Some(10)), records);
    }

    #[test]
    fn no_line_is_longer_than_the_terminal() {
        for width in 9..40 {
            for line in columns().text(Some(width)).lines() {
                assert!(line.len() <= width, "{width}: {line}");
            }
        }
    }
}
