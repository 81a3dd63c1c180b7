//! Expressions in; Java's statements out, broken as google-java-format breaks them.

use super::doc::WIDTH;
use super::syntax::OPERATORS;
use crate::model::Type;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Node, Wanted};
use crate::render::code::print::Style;
use crate::render::code::statements::Statements;

/// Statements that compute a value; the last of them is `head`, the result and a semicolon.
pub(super) fn statements(wanted: Wanted<'_>, head: &str, width: usize) -> Vec<String> {
    let style = wanted.writer.style;
    let declare = |variable: &Let| {
        let kind = match variable.kind {
            Type::Word => "long",
            Type::Half => "int",
        };
        vec![format!("{kind} {} = {};", variable.name, style.text(&variable.value))]
    };
    let finish = |result: &Node| vec![format!("{head}{};", style.text(&result.written))];
    let break_up = |result: &Node| over_lines(style, &result.written, head);
    let break_up = Some(&break_up as _);
    Statements { wanted, declare: &declare, finish: &finish, break_up, width }.written().lines
}

/// A statement that returns a union, over several lines where it is too long for one.
pub(super) fn returned(style: &Style, value: &Expr) -> Vec<String> {
    let line = format!("return {};", style.text(value));
    if 4 + line.len() <= WIDTH { vec![line] } else { over_lines(style, value, "return ") }
}

/// A union over several lines; any other value on one.
fn over_lines(style: &Style, value: &Expr, head: &str) -> Vec<String> {
    let operands = match value {
        Expr::Binary(operator, _) if *operator == OPERATORS.or => style.operands(value),
        _ => vec![style.text(value)],
    };
    let mut lines: Vec<String> = Vec::new();
    for operand in operands {
        let before = if lines.is_empty() { head } else { "    | " };
        lines.push(format!("{before}{operand}"));
    }
    if let Some(last) = lines.last_mut() {
        last.push(';');
    }
    lines
}

/// Two parts of a line, broken between them where it would be too long; `after` follows outside.
pub(super) fn broken(indent: usize, head: &str, between: &str, tail: &str, after: &str) -> String {
    let line = format!("{head}{between}{tail}");
    if indent + line.len() + after.len() <= WIDTH {
        return line;
    }
    format!("{head}\n{}{tail}", " ".repeat(indent + 4))
}

/// Arguments of a call, and what ends a statement.
pub(super) fn arguments(style: &Style, arguments: &[Expr]) -> String {
    let arguments: Vec<String> = arguments.iter().map(|argument| style.text(argument)).collect();
    format!("{});", arguments.join(", "))
}
