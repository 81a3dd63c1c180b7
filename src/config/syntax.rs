//! Text that is no TOML in; every place that is wrong, and what is left without those places, out.
//!
//! The parser goes on behind an error, but takes what follows for a part of what was never closed. So the statement
//! with the first error is blanked out and the text read again, until the rest is TOML: what is said of it is true then.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, ConfigErrorKind};
use crate::text::MOST_ERRORS;

/// What is left of a text that is no TOML.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Repaired {
    /// The text with blanks for what is wrong: everything else is where it was.
    pub(super) text: String,
    /// What is wrong.
    pub(super) errors: Vec<ConfigError>,
    /// Where keys may be in a table that they weren't written into, since its head is blanked out.
    pub(super) headless: Vec<Range<usize>>,
}

/// Bytes of a config, many times what any has had to be.
pub const MOST_BYTES: usize = 256 << 10;

/// Takes out of a text what is wrong; `None` where nothing is.
pub(super) fn repair(text: &str) -> Option<Repaired> {
    if text.len() > MOST_BYTES {
        // Refused for that alone.
        return None;
    }
    DeTable::parse(text).err()?;
    let mut repaired = Repaired { text: text.to_owned(), errors: Vec::new(), headless: Vec::new() };
    for _ in 0..MOST_ERRORS {
        let (table, errors) = DeTable::parse_recoverable(&repaired.text);
        let first = errors.iter().min_by_key(|error| error.span().map_or(0, |span| span.start));
        let Some(first) = first else { return Some(repaired) };
        let span = first.span().unwrap_or(0..0);
        let start = span.start.min(repaired.text.len());
        let mut at = line(&repaired.text, start);
        let open = opened_before(table.get_ref(), start, at.start);
        let wrong = if let Some(open) = &open {
            let from = line(&repaired.text, open.start).start;
            let is_closed = is_closed(&repaired.text[open.clone()], open.end, &errors);
            // What was never closed is wrong from its beginning on, and the error's own line may be right.
            match start {
                _ if is_closed => from..line(&repaired.text, open.end).end,
                at_end if at_end == repaired.text.len() => from..at_end,
                _ => from..at.start,
            }
        } else {
            // At the end of the text, it is the last line that isn't blank.
            if repaired.text[at.clone()].trim().is_empty() {
                at = line(&repaired.text, repaired.text[..at.start].trim_end().len());
            }
            at
        };
        let is_headless = repaired.headless.iter().any(|zone| zone.contains(&start));
        // Two tables' keys have met there, which is not what was written.
        if !(is_headless && first.message() == "duplicate key") {
            let message = first.message().lines().next().unwrap_or_default().to_owned();
            let span = span.start.min(text.len())..span.end.min(text.len());
            let error = ConfigError::at(span, ConfigErrorKind::Toml(message));
            repaired.errors.push(match open {
                Some(open) => error.with(open.start..open.start + 1, "opened here"),
                None => error,
            });
        }
        if repaired.text[wrong.clone()].lines().any(|line| line.trim_start().starts_with('[')) {
            let end = next_head(&repaired.text, wrong.end);
            repaired.headless.push(wrong.start..end);
        }
        if wrong.is_empty() || repaired.text[wrong.clone()].trim().is_empty() {
            break;
        }
        blank(&mut repaired.text, wrong);
    }
    // Not to be had by blanks: nothing is left of it.
    blank(&mut repaired.text, 0..text.len());
    repaired.headless.push(0..text.len());
    Some(repaired)
}

/// True where what began has an end of its own. A list without one takes all brackets behind it for items.
fn is_closed(value: &str, end: usize, errors: &[toml::de::Error]) -> bool {
    if value.starts_with(['[', '{']) {
        let is_open = |error: &toml::de::Error| {
            error.message().starts_with("unclosed")
                && error.span().is_some_and(|span| span.start >= end)
        };
        return !errors.iter().any(is_open);
    }
    let quotes = value.get(..3).unwrap_or_default();
    value.len() >= 2 * quotes.len() && value.ends_with(quotes)
}

/// The line that a place is in, without its end.
fn line(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    start..text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// Where the next table begins.
fn next_head(text: &str, from: usize) -> usize {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        if at > from && line.trim_start().starts_with('[') {
            return at;
        }
        at += line.len();
    }
    text.len()
}

/// The outermost list, table in braces or text that goes on at a place and began before its line.
fn opened_before(table: &DeTable<'_>, at: usize, line: usize) -> Option<Range<usize>> {
    let is_open = |span: &Range<usize>| span.start < line && (span.start..=span.end).contains(&at);
    for value in table.values() {
        if is_open(&value.span()) {
            return Some(value.span());
        }
        if let Some(open) = inside(value, at, line) {
            return Some(open);
        }
    }
    None
}

/// The same in what stands in a value: the place of a table with a head is that head.
fn inside(value: &Spanned<DeValue<'_>>, at: usize, line: usize) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::Table(table) => opened_before(table, at, line),
        DeValue::Array(array) => array.iter().find_map(|item| inside(item, at, line)),
        _ => None,
    }
}

/// Blanks for everything but line ends.
fn blank(text: &mut String, range: Range<usize>) {
    let blanks: String =
        text[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(range, &blanks);
}
