//! Statements of a program in a language that a config or a template spells: `lookup | statements(spellings)`.

use std::collections::BTreeMap;

use minijinja::value::{Kwargs, Value, ViaDeserialize};
use minijinja::{Environment, Error};
use serde::{Deserialize, Serialize};

use super::filters::invalid;
use super::model::OPERATIONS;
use magicgen_lookup::model::Case;

/// Spellings by the names of what they spell.
pub(super) type Spellings = BTreeMap<String, String>;

/// Adds the filter to an engine. A template's own spellings override single ones of the config.
pub(super) fn add(environment: &mut Environment<'_>, of_config: &Spellings) {
    let of_config = of_config.clone();
    let filter = move |program: ViaDeserialize<Program>,
                       own: Option<ViaDeserialize<Spellings>>,
                       options: Kwargs| {
        let own = own.map(|own| own.0).unwrap_or_default();
        for name in own.keys() {
            check_name(name).map_err(invalid)?;
        }
        let spellings = of_config.clone().into_iter().chain(own).collect();
        statements(&program, &spellings, &options)
    };
    environment.add_filter("statements", filter);
}

fn check_name(name: &str) -> Result<(), String> {
    let others = ["const_word", "const_half", "variable", "cut_word", "cut_half"];
    let is_operation = name != "const" && OPERATIONS.contains(&name);
    if is_operation || others.contains(&name) {
        return Ok(());
    }
    Err(format!("`{name}` is no operation that can be spelled"))
}

/// Says what is wrong with a spelling, if anything is: nothing has its name, or its pattern can't be filled in.
pub(super) fn check(name: &str, pattern: &str) -> Result<(), String> {
    check_name(name)?;
    let count = match name {
        "and" | "and_not" | "or" | "or_not" | "xor" | "add" | "sub" | "mul" | "shl" | "shr"
        | "join" | "pext" | "pdep" => 2,
        "load" | "call" | "low" | "high" | "widen" | "part" | "reverse_bytes" | "reverse_bits"
        | "cut_word" | "cut_half" => 1,
        "pack" => MOST_WORDS,
        _ => 0,
    };
    let operand = Text { text: String::new(), is_compound: false };
    let given: &[&str] = match name {
        "variable" => &["name"],
        "cut_word" | "cut_half" => &[],
        _ => &["of", "decimal", "hex", "square"],
    };
    let named: Vec<_> = given.iter().map(|name| (*name, String::new())).collect();
    let found = filled(pattern, &vec![operand; count], &named);
    let why = |error: &Error| error.detail().unwrap_or("it can't be filled in").to_owned();
    found.map(drop).map_err(|error| format!("`{name}`: {}", why(&error)))
}

/// The most words of a set.
const MOST_WORDS: usize = 4;

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
fn statements(program: &Program, spellings: &Spellings, options: &Kwargs) -> Result<Value, Error> {
    let result = match options.get::<Option<usize>>("result")? {
        Some(result) => result,
        None => program.result,
    };
    options.assert_all_used()?;
    if result >= program.statements.len() {
        return Err(invalid(format!("the program has no statement {result}")));
    }
    let writer = Writer { program, spellings };
    Ok(Value::from_serialize(writer.written(result)?))
}

struct Writer<'a> {
    program: &'a Program,
    spellings: &'a Spellings,
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
