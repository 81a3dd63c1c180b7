//! Long statements, broken before the operator that binds least, or after their `=`.

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
    pub(super) fn statement(&self, word: &str, value: &Expr) -> Marked {
        let mut line = Marked::of(word);
        line.push_str(" ");
        line.append(&self.facts.style.marked(value));
        line.push_str(";");
        line
    }

    /// A variable's declaration with its value; `variable` includes the type.
    pub(super) fn declared(&self, variable: &str, value: &Expr) -> Marked {
        self.assigned(&Expr::name(variable), "=", value)
    }

    /// An assignment by `=` or `|=`.
    pub(super) fn assigned(&self, place: &Expr, sign: &str, value: &Expr) -> Marked {
        let style = self.facts.style;
        let mut line = style.marked(place);
        line.push_str(" ");
        line.push_str(sign);
        line.gap(ASSIGNMENT, "");
        line.append(&style.marked(value));
        line.push_str(";");
        line
    }
}

/// A function's head: the text before the parameters, and the parameters.
pub(super) fn signature(before: &str, parameters: &[String]) -> Marked {
    let mut line = Marked::of(before);
    line.push_str("(");
    for (at, parameter) in parameters.iter().enumerate() {
        if at > 0 {
            line.push_str(",");
            line.gap(0, "");
        }
        line.push_str(parameter);
    }
    line.push_str(")");
    line
}

/// The lines of a statement.
pub(super) fn fold(line: &Marked, width: usize) -> Vec<String> {
    fold_from(line, 0, width)
}

/// The lines of a statement that may be broken only after column `start`.
fn fold_from(line: &Marked, start: usize, width: usize) -> Vec<String> {
    if line.text.len() <= width {
        return vec![line.text.clone()];
    }
    let mut depth = 0_usize;
    let mut best: Option<((usize, u8), usize, usize)> = None;
    let marks = line.marks.iter().enumerate();
    for (number, (_, mark)) in marks.filter(|(_, (at, _))| *at > start && *at < width) {
        match *mark {
            Mark::Open => depth += 1,
            Mark::Close => depth = depth.saturating_sub(1),
            Mark::Gap { bond, operator } => {
                if best.is_none_or(|(least, ..)| (depth, bond) <= least) {
                    best = Some(((depth, bond), number, operator));
                }
            }
            Mark::List => {}
        }
    }
    let Some((_, number, operator)) = best else { return vec![line.text.clone()] };
    let (first, rest) = line.split(number);
    let mut indented = Marked::of(INDENT);
    indented.append(&rest);
    let mut lines = vec![first.text];
    lines.extend(fold_from(&indented, INDENT.len() + operator, width));
    lines
}
