//! A program and the words before its result in; Java's statements out.

use super::syntax::{JavaSyntax, camel, top_operator};
use crate::model::{Program, Type, Value};
use crate::render::expr::{Expr, Let};
use crate::render::statements::Statements;

/// Statements that compute `wanted`; the last of them is `head`, the result and a semicolon.
pub(super) fn statements(
    program: &Program,
    wanted: Value,
    given: &[(Value, Expr)],
    syntax: &JavaSyntax,
    head: &str,
    width: usize,
) -> Vec<String> {
    let declare = |variable: &Let| {
        let kind = match variable.kind {
            Type::Word => "long",
            Type::Half => "int",
        };
        format!("{kind} {} = {};", variable.name, variable.value.text)
    };
    let finish = |result: &Expr| format!("{head}{};", result.text);
    let break_up = |result: &Expr| over_lines(result, head);
    let statements = Statements {
        syntax,
        case: &camel,
        declare: &declare,
        finish: &finish,
        break_up: Some(&break_up),
        width,
    };
    statements.write(program, wanted, given)
}

/// A union over several lines, as google-java-format has it.
fn over_lines(result: &Expr, head: &str) -> Vec<String> {
    if top_operator(&result.text) != Some("|") {
        return vec![format!("{head}{};", result.text)];
    }
    let mut lines = Vec::new();
    let mut line = head.to_owned();
    for (index, operand) in operands(&result.text).into_iter().enumerate() {
        if index > 0 {
            lines.push(std::mem::replace(&mut line, "    | ".to_owned()));
        }
        line.push_str(operand);
    }
    lines.push(line + ";");
    lines
}

/// What stands between the operators `|` outside parentheses.
fn operands(text: &str) -> Vec<&str> {
    let mut operands = Vec::new();
    let (mut depth, mut from) = (0_i32, 0);
    for (at, c) in text.char_indices() {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        if depth == 0 && text[at..].starts_with(" | ") {
            operands.push(&text[from..at]);
            from = at + 3;
        }
    }
    operands.push(&text[from..]);
    operands
}
