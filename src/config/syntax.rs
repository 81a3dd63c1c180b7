//! Finds all places of invalid TOML in a text, and the text without them.
//!
//! The parser continues after an error, but takes the following text for part of an unclosed item. So the statement
//! with the first error is blanked and the text is parsed again, until the rest is valid TOML. Errors found then in the
//! rest are real.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, ConfigErrorKind};
use magicgen_search::text::MOST_ERRORS;

/// The text without its errors.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Repaired {
    /// The text with the wrong parts blanked, so that everything else keeps its place.
    pub(super) text: String,
    /// The syntax errors.
    pub(super) errors: Vec<ConfigError>,
    /// The places where keys may seem to be in the wrong table, since a table's header was blanked.
    pub(super) headless: Vec<Range<usize>>,
}

/// The size of the longest config in bytes, many times the size that any has needed.
pub const MOST_BYTES: usize = 256 << 10;

/// Blanks the wrong parts of a text; `None` if there are none.
pub(super) fn repair(text: &str) -> Option<Repaired> {
    if text.len() > MOST_BYTES {
        // The text is refused for its length only.
        return None;
    }
    DeTable::parse(text).err()?;
    let mut repaired = Repaired { text: text.to_owned(), errors: Vec::new(), headless: Vec::new() };
    if let Some(brace) =
        text.find(|c: char| !c.is_whitespace()).filter(|at| text[*at..].starts_with('{'))
    {
        let message = "this is JSON, but a config is TOML".to_owned();
        repaired.errors.push(ConfigError::at(brace..brace + 1, ConfigErrorKind::Toml(message)));
        repaired.text = " ".repeat(text.len());
        return Some(repaired);
    }
    for _ in 0..MOST_ERRORS {
        let (table, errors) = DeTable::parse_recoverable(&repaired.text);
        let first = errors.iter().min_by_key(|error| error.span().map_or(0, |span| span.start));
        let Some(first) = first else { return Some(repaired) };
        let span = first.span().unwrap_or_else(|| deepest(&repaired.text));
        let start = span.start.min(repaired.text.len());
        let mut at = line(&repaired.text, start);
        let open = opened_before(table.get_ref(), start, at.start);
        let wrong = if let Some(open) = &open {
            let from = line(&repaired.text, open.start).start;
            let is_closed = is_closed(&repaired.text[open.clone()], open.end, &errors);
            // An unclosed item is wrong from its beginning on, and the line of the error may be right.
            match start {
                _ if is_closed => from..line(&repaired.text, open.end).end,
                at_end if at_end == repaired.text.len() => from..at_end,
                _ => from..at.start,
            }
        } else {
            // An error at the end of the text is on the last non-blank line.
            if repaired.text[at.clone()].trim().is_empty() {
                at = line(&repaired.text, repaired.text[..at.start].trim_end().len());
            }
            at
        };
        let is_headless = repaired.headless.iter().any(|zone| zone.contains(&start));
        // Two tables' keys only meet there because a header is blanked.
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
    // The repair failed, so the whole text is blanked.
    blank(&mut repaired.text, 0..text.len());
    repaired.headless.push(0..text.len());
    Some(repaired)
}

/// True if a value is closed. An unclosed list takes all later brackets for items.
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

/// The line with the most dots and brackets, for an error without a place: nesting that is too deep.
fn deepest(text: &str) -> Range<usize> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1));
    let depth = |at: &Range<usize>| text[at.clone()].matches(['.', '[', '{']).count();
    starts.map(|start| line(text, start)).max_by_key(depth).unwrap_or(0..0)
}

/// The line of a position, without its line end.
fn line(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    start..text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// The position at which the next table begins.
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

/// The outermost list, inline table or text that contains a position and begins before its line.
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

/// Like [`opened_before`], for the items of a value. The place of a table with a header is that header.
fn inside(value: &Spanned<DeValue<'_>>, at: usize, line: usize) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::Table(table) => opened_before(table, at, line),
        DeValue::Array(array) => array.iter().find_map(|item| inside(item, at, line)),
        _ => None,
    }
}

/// Replaces everything but line ends by blanks.
fn blank(text: &mut String, range: Range<usize>) {
    let blanks: String =
        text[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(range, &blanks);
}
