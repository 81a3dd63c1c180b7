//! What Java and Kotlin have in common: comments of summaries and tags.

use super::page::{FunctionDoc, block};
use super::text::provenance::wrap;

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// What stands around the text of a comment on one line.
const MARKS: &str = "/**  */";

/// A comment behind so many blanks: on one line where it fits.
pub(super) fn comment(indent: usize, text: &str) -> Vec<String> {
    if indent + text.chars().count() + MARKS.len() <= WIDTH {
        return vec![format!("/** {text} */")];
    }
    block(&wrap(text, room(indent)))
}

/// A comment of a summary and tags, each in as many columns as `hanging` takes.
pub(super) fn tagged(
    indent: usize,
    first: usize,
    summary: &str,
    tags: &[(&str, &str)],
) -> Vec<String> {
    let mut lines = wrap(summary, room(indent));
    lines.push(String::new());
    for (tag, text) in tags {
        lines.extend(hanging(&format!("@{tag} {text}"), first, room(indent) - 4));
    }
    block(&lines)
}

/// What is said of a lookup by tags.
pub(super) fn lookup_tags(doc: &FunctionDoc) -> [(&str, &str); 3] {
    [("param square", &doc.square), ("param occupied", &doc.occupied), ("return", doc.returns)]
}

/// Columns of a comment's text behind so many blanks.
pub(super) const fn room(indent: usize) -> usize {
    WIDTH - indent - " * ".len()
}

/// A text in lines, those after the first indented by four blanks: the columns of the first, and of each other.
pub(super) fn hanging(text: &str, first: usize, others: usize) -> Vec<String> {
    let mut lines = wrap(text, first);
    if lines.len() > 1 {
        let rest = lines.split_off(1).join(" ");
        lines.extend(wrap(&rest, others).into_iter().map(|line| format!("    {line}")));
    }
    lines
}
