//! Long statements, broken before the operator that binds least, or after their `=`. Each line is broken anew, as if
//! the rest of the statement were a whole one: the groups of a document can't say that, so its printer isn't used.

use super::file::File;
use crate::render::prelude::*;

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// The precedence of `=`: a line breaks there only if it has no operator.
const ASSIGNMENT: u8 = 7;

/// The indentation of a continuation line.
const INDENT: &str = "    ";

impl File<'_> {
    /// A keyword, for example `return`, and a value.
    pub(super) fn statement(&self, word: &str, value: &Expr) -> Document {
        let mut line = Document::of(word);
        line.text(" ").append(&self.facts.style.document(value)).text(";");
        line
    }

    /// A variable's declaration with its value; `variable` includes the type.
    pub(super) fn declared(&self, variable: &str, value: &Expr) -> Document {
        self.assigned(&Expr::name(variable), "=", value)
    }

    /// An assignment by `=` or `|=`.
    pub(super) fn assigned(&self, place: &Expr, sign: &str, value: &Expr) -> Document {
        let style = self.facts.style;
        let mut line = style.document(place);
        line.text(" ").text(sign).gap(ASSIGNMENT).append(&style.document(value)).text(";");
        line
    }
}

/// A function's head: the text before the parameters, and the parameters.
pub(super) fn signature(before: &str, parameters: &[String]) -> String {
    let mut line = Document::of(before);
    fold(line.text("(").list(parameters, ",").text(")"), WIDTH).join("\n")
}

/// The lines of a statement, each broken at the last of its weakest breaks.
pub(super) fn fold(line: &Document, width: usize) -> Vec<String> {
    let (mut lines, mut indent, mut begin, mut start) = (Vec::new(), "", 0, 0);
    loop {
        let text = &line.flat()[begin..];
        let room = width.saturating_sub(indent.len());
        let mut depth = 0_usize;
        let mut best: Option<((usize, u8), usize)> = None;
        let inside = |at: usize| at > start && at - begin < room;
        for (at, mark) in line.marks.iter().filter(|(at, _)| inside(*at) && text.len() > room) {
            match *mark {
                DocumentMark::Open(..) => depth += 1,
                DocumentMark::Close => depth = depth.saturating_sub(1),
                DocumentMark::Break { bond, .. }
                    if best.is_none_or(|(least, _)| (depth, bond) <= least) =>
                {
                    best = Some(((depth, bond), *at));
                }
                DocumentMark::Break { .. } | DocumentMark::Broken(_) => {}
            }
        }
        let Some(((_, bond), at)) = best else {
            lines.push([indent, text].concat());
            return lines;
        };
        lines.push([indent, &text[..at - begin]].concat());
        (indent, begin, start) = (INDENT, at + 1, at + 1);
        // The next line isn't broken right behind its operator.
        if (1..ASSIGNMENT).contains(&bond) {
            start += line.flat()[begin..].find(' ').map_or(0, |length| length + 1);
        }
    }
}
