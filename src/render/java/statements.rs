//! A program and the words before its result in; statements that fit a line out.
//!
//! They are written in as few variables as fit: those that have a name, then those that only break lines up, then
//! a result of several sets on several lines, and at last variables for whatever is still too long.

use super::syntax::{JavaSyntax, camel, top_operator};
use crate::model::{Binary, Op, Program, Type, Value};
use crate::render::expr::{Body, body};

/// Statements that compute `wanted`; the last of them is `head`, the result and a semicolon.
pub(super) fn statements(
    program: &Program,
    wanted: Value,
    syntax: &JavaSyntax,
    head: &str,
    width: usize,
) -> Vec<String> {
    let write = |program: &Program, is_long: bool, is_broken: bool| {
        let body = body(program, wanted, syntax, &camel, is_long);
        lines(body, head, if is_broken { width } else { usize::MAX })
    };
    let fits = |lines: &Vec<String>| lines.iter().all(|line| line.len() <= width);
    let tries = [(false, false), (true, false), (false, true), (true, true)];
    let written = tries.into_iter().map(|(is_long, is_broken)| write(program, is_long, is_broken));
    if let Some(lines) = written.into_iter().find(fits) {
        return lines;
    }
    // A variable's type and name stand before its value.
    let room = width.saturating_sub("long reversed2 = ;".len());
    write(&with_variables(program, wanted, syntax, room), true, true)
}

/// The body as lines; a union that is wider than `width` goes over several, as google-java-format has it.
fn lines(body: Body, head: &str, width: usize) -> Vec<String> {
    let lets = body.lets.into_iter().map(|variable| {
        let kind = match variable.kind {
            Type::Word => "long",
            Type::Half => "int",
        };
        format!("{kind} {} = {};", variable.name, variable.value.text)
    });
    let mut lines: Vec<String> = lets.collect();
    let last = format!("{head}{};", body.result.text);
    if last.len() <= width || top_operator(&body.result.text) != Some("|") {
        lines.push(last);
        return lines;
    }
    let mut line = head.to_owned();
    for (index, operand) in operands(&body.result.text).into_iter().enumerate() {
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

/// The program with names for values whose expressions would make others longer than `room`.
fn with_variables(program: &Program, wanted: Value, syntax: &JavaSyntax, room: usize) -> Program {
    let mut program = program.clone();
    let union = union(&program, wanted);
    let is_source = |op: Op| matches!(op, Op::Square | Op::Occupied | Op::Field(_) | Op::Const(..));
    for value in program.needed(wanted).into_iter().filter(|value| !union.contains(value)) {
        loop {
            let length = |program: &Program, value: Value| {
                body(program, value, syntax, &camel, true).result.text.len()
            };
            if length(&program, value) <= room {
                break;
            }
            let is_inner = |operand: &Value| {
                program.name_of(*operand).is_none() && !is_source(program.op(*operand))
            };
            let of = |value: Value| program.op(value).operands().filter(is_inner);
            // What is only cut to a half or added up to a place stays where it is, if its operands do as well.
            let beneath: Vec<Value> = match program.op(value) {
                Op::Low(a) | Op::High(a) | Op::Load(_, a) | Op::LoadRow(_, a) if is_inner(&a) => {
                    of(a).collect()
                }
                _ => Vec::new(),
            };
            let operands = if beneath.is_empty() { of(value).collect() } else { beneath };
            let longest = operands.into_iter().max_by_key(|operand| length(&program, *operand));
            let Some(longest) = longest else { break };
            let name = name_of(program.op(longest));
            program.name(longest, name);
        }
    }
    program
}

/// The unions that `wanted` is made of, itself first.
fn union(program: &Program, wanted: Value) -> Vec<Value> {
    let mut unions = Vec::new();
    let mut value = wanted;
    while let Op::Binary(Binary::Or, first, _) = program.op(value) {
        unions.push(value);
        value = first;
    }
    unions
}

/// What a value without a name is called.
fn name_of(op: Op) -> &'static str {
    match op {
        Op::ReverseBytes(_) | Op::ReverseBits(_) => "reversed",
        Op::Binary(Binary::Mul, ..) => "product",
        Op::Shl(..) | Op::Shr(..) => "shifted",
        Op::Load(..) | Op::LoadRow(..) => "entry",
        _ => "part",
    }
}
