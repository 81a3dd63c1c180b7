//! Statements of a program in a language that a template spells: `lookup | statements(spellings)`.

use std::collections::BTreeMap;

use minijinja::value::{Kwargs, Value, ViaDeserialize};
use minijinja::{Environment, Error};
use serde::{Deserialize, Serialize};

use super::filters::invalid;
use magicgen_lookup::model::Case;

/// Adds the filter to an engine.
pub(super) fn add(environment: &mut Environment<'_>) {
    let filter = |program: ViaDeserialize<Program>,
                  spellings: ViaDeserialize<BTreeMap<String, String>>,
                  options: Kwargs| { statements(&program, &spellings, &options) };
    environment.add_filter("statements", filter);
}

/// How operations are spelled if the template doesn't say it. Others need a spelling.
const USUAL: [(&str, &str); 18] = [
    ("square", "square"),
    ("occupied", "occupied"),
    ("variable", "{name}"),
    ("parameter", "{of}"),
    ("field", "{of}[square]"),
    ("load", "{of}[{a}]"),
    ("call", "{of}({square}, {a})"),
    ("const_word", "{hex}"),
    ("const_half", "{decimal}"),
    ("and", "&"),
    ("and_not", "{a} & ~{b}"),
    ("or", "|"),
    ("or_not", "{a} | ~{b}"),
    ("xor", "^"),
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("shl", "<<"),
];

/// A statement of the data.
#[derive(Deserialize)]
struct Given {
    operation: String,
    #[serde(rename = "type")]
    kind: String,
    operands: Vec<usize>,
    of: Option<String>,
    number: Option<String>,
    wraps: bool,
    name: Option<String>,
    hint: String,
}

/// A program of the data.
#[derive(Deserialize)]
struct Program {
    parameters: Vec<String>,
    statements: Vec<Given>,
    result: usize,
}

/// A program as variables and a result.
#[derive(Serialize)]
struct Written {
    variables: Vec<Variable>,
    /// The expression of the result.
    result: String,
    /// The type of the result.
    #[serde(rename = "type")]
    kind: String,
}

/// A variable with its value.
#[derive(Serialize)]
struct Variable {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    value: String,
}

/// An expression as text, and whether it needs parentheses as an operand.
#[derive(Clone)]
struct Text {
    text: String,
    is_compound: bool,
}

/// `statements(spellings, result=NUMBER)`
fn statements(
    program: &Program,
    spellings: &BTreeMap<String, String>,
    options: &Kwargs,
) -> Result<Value, Error> {
    let result = match options.get::<Option<usize>>("result")? {
        Some(result) => result,
        None => program.result,
    };
    options.assert_all_used()?;
    if result >= program.statements.len() {
        return Err(invalid(format!("the program has no statement {result}")));
    }
    let known =
        |name: &str| USUAL.iter().any(|(usual, _)| *usual == name) || OTHERS.contains(&name);
    if let Some(wrong) = spellings.keys().find(|name| !known(name)) {
        return Err(invalid(format!("`{wrong}` is no operation that can be spelled")));
    }
    let writer = Writer { program, spellings };
    Ok(Value::from_serialize(writer.written(result)?))
}

/// The operations without a usual spelling, and the spellings of values that have to be cut to their types.
const OTHERS: [&str; 12] = [
    "shr", "low", "high", "join", "widen", "part", "pack", "reverse_bytes", "pext", "pdep",
    "cut_word", "cut_half",
];

struct Writer<'a> {
    program: &'a Program,
    spellings: &'a BTreeMap<String, String>,
}

impl Writer<'_> {
    fn spelling(&self, name: &str) -> Option<&str> {
        let usual = || USUAL.iter().find(|(usual, _)| *usual == name).map(|(_, text)| *text);
        self.spellings.get(name).map(String::as_str).or_else(usual)
    }

    fn written(&self, result: usize) -> Result<Written, Error> {
        let statements = &self.program.statements;
        let mut uses = vec![0; statements.len()];
        uses[result] = 1;
        for at in (0..=result).rev() {
            if uses[at] > 0 {
                for operand in &statements[at].operands {
                    if *operand >= at {
                        return Err(invalid("a statement reads one that stands behind it"));
                    }
                    uses[*operand] += 1;
                }
            }
        }
        let mut texts: Vec<Option<Text>> = vec![None; statements.len()];
        let mut variables: Vec<Variable> = Vec::new();
        let mut stems: Vec<&str> = Vec::new();
        for at in (0..=result).filter(|at| uses[*at] > 0) {
            let statement = &statements[at];
            let operands = statement.operands.iter().filter_map(|operand| texts[*operand].clone());
            let mut text = self.text(statement, &operands.collect::<Vec<_>>())?;
            if let Some(stem) = variable(statement, uses[at]).filter(|_| at != result) {
                let count = stems.iter().filter(|other| **other == stem).count();
                let numbered = format!("{stem}{}", count + 1);
                stems.push(stem);
                let name = if count == 0 { stem } else { &numbered };
                let named = [("name", name.to_owned())];
                let pattern = self.spelling("variable").unwrap_or("{name}");
                let name = filled(pattern, &[], &named)?;
                let value = std::mem::replace(&mut text.text, name.clone());
                text.is_compound = false;
                variables.push(Variable { name, kind: statement.kind.clone(), value });
            }
            texts[at] = Some(text);
        }
        let kind = statements[result].kind.clone();
        let result = texts[result].take().map(|text| text.text).unwrap_or_default();
        Ok(Written { variables, result, kind })
    }

    fn text(&self, statement: &Given, operands: &[Text]) -> Result<Text, Error> {
        let operation = statement.operation.as_str();
        let name = match operation {
            "const" => format!("const_{}", statement.kind),
            operation => operation.to_owned(),
        };
        let spelling = self.spelling(&name).ok_or_else(|| {
            let example = if operands.len() == 2 { "OPERATOR" } else { "NAME({a})" };
            invalid(format!("spellings lack `{name}`; add `\"{name}\": \"{example}\"`"))
        })?;
        // An operator alone stands between its operands.
        let infix = format!("{{a}} {spelling} {{b}}");
        let is_infix = operands.len() == 2 && !spelling.contains('{');
        let pattern = if is_infix { &infix } else { spelling };
        let number = statement.number.as_deref().and_then(|number| number.strip_prefix("0x"));
        let number = number.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let number = number.unwrap_or_default();
        let square = self.program.parameters.get(number as usize).cloned();
        let named = [
            ("of", statement.of.clone().unwrap_or_default()),
            ("decimal", number.to_string()),
            ("hex", format!("{number:#x}")),
            ("square", square.unwrap_or_default()),
        ];
        let text =
            Text { text: filled(pattern, operands, &named)?, is_compound: is_compound(pattern) };
        let cut = self.spellings.get(&format!("cut_{}", statement.kind));
        match cut.filter(|_| statement.wraps) {
            Some(cut) => {
                Ok(Text { text: filled(cut, &[text], &[])?, is_compound: is_compound(cut) })
            }
            None => Ok(text),
        }
    }
}

/// The name of the variable that a value becomes, without a number; `None` if it stands where it is used.
fn variable(statement: &Given, uses: usize) -> Option<&str> {
    const GIVEN: [&str; 5] = ["square", "occupied", "parameter", "field", "const"];
    const PARTS: [&str; 3] = ["low", "high", "part"];
    let operation = statement.operation.as_str();
    if GIVEN.contains(&operation) {
        return None;
    }
    let is_repeated = uses > 1 && !PARTS.contains(&operation);
    statement.name.as_deref().or_else(|| is_repeated.then_some(statement.hint.as_str()))
}

/// True if a pattern has a blank outside of brackets.
fn is_compound(pattern: &str) -> bool {
    let mut depth = 0;
    pattern.trim().chars().any(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == ' ' && depth == 0
    })
}

/// A pattern with its placeholders filled in: `{a}`, `{b}`, ... by operands, `{args}` by all of them, `{of}` and the
/// like by names, whose case may stand behind a colon: `{of:camel}`.
fn filled(pattern: &str, operands: &[Text], named: &[(&str, String)]) -> Result<String, Error> {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, behind)) = rest.split_once('{') {
        let (key, after) =
            behind.split_once('}').ok_or_else(|| invalid(format!("`{pattern}` lacks a `}}`")))?;
        out.push_str(before);
        let (key, case) = key.split_once(':').unwrap_or((key, ""));
        let place = key
            .bytes()
            .next()
            .filter(|_| key.len() == 1)
            .map(|letter| usize::from(letter.wrapping_sub(b'a')));
        let given = named.iter().find(|(name, _)| *name == key);
        let text = if let Some((_, text)) = given {
            in_case(text, case)?
        } else if key == "args" {
            operands.iter().map(|operand| operand.text.as_str()).collect::<Vec<_>>().join(", ")
        } else {
            let operand = place.and_then(|place| operands.get(place));
            let operand = operand
                .ok_or_else(|| invalid(format!("`{pattern}` has no operand `{{{key}}}`")))?;
            let is_enclosed = out.trim_end().ends_with(['(', '[', ',', ':'])
                && after.trim_start().starts_with([')', ']', ','])
                || pattern.len() == key.len() + 2;
            if operand.is_compound && !is_enclosed {
                format!("({})", operand.text)
            } else {
                operand.text.clone()
            }
        };
        out.push_str(&text);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

fn in_case(name: &str, case: &str) -> Result<String, Error> {
    let case = match case {
        "" => return Ok(name.to_owned()),
        "snake" => Case::Snake,
        "shouty" => Case::Shouty,
        "camel" => Case::Camel,
        "pascal" => Case::Pascal,
        "mixed" => Case::Mixed,
        other => return Err(invalid(format!("`{other}` is no case: use snake, camel or pascal"))),
    };
    Ok(case.join(&[name]))
}
