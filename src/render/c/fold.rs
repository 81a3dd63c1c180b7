//! Long statements, broken before the operator that binds least, or after their `=`.

use super::file::File;
use super::syntax::STYLE;
use crate::render::code::expr::Expr;
use crate::render::code::print::{Mark, Marked, Style};

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// How tightly an `=` holds: a line is broken there only where there is no operator.
const ASSIGNMENT: u8 = 7;

/// What a line that goes on is indented by.
const INDENT: &str = "    ";

impl File<'_> {
    /// How expressions look.
    pub(super) fn style(&self) -> Style {
        Style { has_upper_hex: self.module.style.has_upper_hex, ..STYLE }
    }

    /// A statement that returns a value.
    pub(super) fn returned(&self, value: &Expr) -> Marked {
        let mut line = Marked::default();
        line.push_str("return ");
        line.append(&self.style().marked(value));
        line.push_str(";");
        line
    }

    /// A statement that gives a variable its value, which stands behind its type.
    pub(super) fn declared(&self, variable: &str, value: &Expr) -> Marked {
        self.assigned(&Expr::name(variable), "=", value)
    }

    /// A statement that gives a place a value, by `=` or `|=`.
    pub(super) fn assigned(&self, place: &Expr, sign: &str, value: &Expr) -> Marked {
        let style = self.style();
        let mut line = style.marked(place);
        line.push_str(" ");
        line.push_str(sign);
        line.gap(ASSIGNMENT, "");
        line.append(&style.marked(value));
        line.push_str(";");
        line
    }
}

/// A function's head: what stands before its parameters, and those.
pub(super) fn head(before: &str, parameters: &[String]) -> Marked {
    let mut line = Marked::default();
    line.push_str(before);
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

/// The lines of a statement that may be broken only behind a place of it: behind the operator that it goes on with.
fn fold_from(line: &Marked, start: usize, width: usize) -> Vec<String> {
    if line.text.len() <= width {
        return vec![line.text.clone()];
    }
    let mut depth = 0_usize;
    let mut best: Option<((usize, u8), usize, usize)> = None;
    let within = line.marks.iter().filter(|(at, _)| *at > start && *at < width);
    for (at, mark) in within {
        match *mark {
            Mark::Open => depth += 1,
            Mark::Close => depth = depth.saturating_sub(1),
            Mark::Gap { bond, operator } => {
                if best.is_none_or(|(least, ..)| (depth, bond) <= least) {
                    best = Some(((depth, bond), *at, operator));
                }
            }
        }
    }
    let Some((_, at, operator)) = best else { return vec![line.text.clone()] };
    let mut rest = Marked { text: INDENT.to_owned() + &line.text[at + 1..], marks: Vec::new() };
    let behind = line.marks.iter().filter(|(other, _)| *other > at);
    rest.marks = behind.map(|(other, mark)| (other - at - 1 + INDENT.len(), *mark)).collect();
    let mut lines = vec![line.text[..at].to_owned()];
    lines.extend(fold_from(&rest, INDENT.len() + operator, width));
    lines
}
