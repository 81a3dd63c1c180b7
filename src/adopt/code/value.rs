//! The value of a function: one expression of its parameters.

use std::collections::BTreeMap;

use super::blank::blanked;
use super::parse::{Statement, expression, statements};
use super::tree::{SourceExpr, SourceNode};
use crate::adopt::functions::{SourceBody, SourceFunction, functions};
use crate::render::Language;

/// A file's functions, and its text with comments and strings blanked.
#[derive(Clone, Debug)]
pub(in crate::adopt) struct BlankedSource {
    /// The file's index in the input.
    pub(in crate::adopt) file: usize,
    /// The language's id.
    pub(in crate::adopt) lang: &'static str,
    /// The text.
    pub(in crate::adopt) text: String,
    /// The functions.
    pub(in crate::adopt) functions: Vec<SourceFunction>,
}

/// The reason why a function isn't understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::adopt) enum Why {
    /// The code at this place isn't understood.
    Place(usize),
    /// It does more than compute a result.
    Other,
}

/// The size of the largest expression that is followed.
const LARGEST: usize = 2000;

/// The values of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Values<'a> {
    known: BTreeMap<String, SourceExpr>,
    /// References and pointers, through which something else could be changed.
    aliases: Vec<String>,
    /// The object whose fields are the names without a value.
    object: Option<&'a SourceExpr>,
    is_python: bool,
}

impl BlankedSource {
    /// A file's text in a language, with its functions.
    pub(in crate::adopt) fn new(file: usize, language: &Language, text: &str) -> Self {
        let text = blanked(&language.source, text);
        Self { file, lang: language.id, functions: functions(&language.calls, &text), text }
    }

    /// The expressions in a function's statements, as written.
    pub(in crate::adopt) fn expressions(
        &self,
        function: &SourceFunction,
    ) -> Result<Vec<SourceExpr>, Why> {
        fn collect(statements: Vec<Statement>, all: &mut Vec<SourceExpr>) {
            for statement in statements {
                match statement {
                    Statement::Set { value, .. } | Statement::Return(value) => all.push(value),
                    Statement::If(asked, then, otherwise) => {
                        all.push(asked);
                        collect(then, all);
                        collect(otherwise, all);
                    }
                }
            }
        }
        let mut all = Vec::new();
        collect(self.statements(function)?, &mut all);
        Ok(all)
    }

    fn statements(&self, function: &SourceFunction) -> Result<Vec<Statement>, Why> {
        let body = function.body.clone();
        if function.form == SourceBody::Macro {
            let value = expression(self.lang, &self.text, body).map_err(Why::Place)?;
            return Ok(vec![Statement::Return(value)]);
        }
        statements(self.lang, &self.text, body).map_err(Why::Place)
    }

    /// The return value of a function for these arguments; with an object, the function is its method.
    pub(in crate::adopt) fn value(
        &self,
        function: &SourceFunction,
        arguments: &[SourceExpr],
        object: Option<&SourceExpr>,
    ) -> Result<SourceExpr, Why> {
        let names = function.parameters.iter().flatten().map(|parameter| parameter.name.clone());
        let mut values = Values {
            known: names.zip(arguments.iter().cloned()).collect(),
            aliases: Vec::new(),
            object,
            is_python: self.lang == "python",
        };
        let mut results = Vec::new();
        let goes_on = run(&self.statements(function)?, &mut values, &mut results)?;
        match results.len() {
            _ if goes_on => Err(Why::Other),
            1 => Ok(results.remove(0)),
            _ => Ok(SourceExpr { span: function.body.clone(), node: SourceNode::Any(results) }),
        }
    }
}

/// Runs statements, and collects their results. Returns false if all paths return.
fn run(
    statements: &[Statement],
    values: &mut Values<'_>,
    results: &mut Vec<SourceExpr>,
) -> Result<bool, Why> {
    for statement in statements {
        match statement {
            Statement::Set { name, value, is_alias, is_new } => {
                let is_known = values.known.contains_key(name);
                let is_new = *is_new || values.is_python;
                if !is_new && (!is_known || values.aliases.contains(name)) {
                    return Err(Why::Place(value.span.start));
                }
                let value = values.of(value)?;
                if *is_alias {
                    values.aliases.push(name.clone());
                }
                values.known.insert(name.clone(), value);
            }
            Statement::Return(value) => {
                results.push(values.of(value)?);
                return Ok(false);
            }
            Statement::If(asked, then, otherwise) => {
                let mut goes_on = false;
                for branch in [then, otherwise] {
                    let mut own = values.clone();
                    if run(branch, &mut own, results)? {
                        if own != *values {
                            return Err(Why::Place(asked.span.start));
                        }
                        goes_on = true;
                    }
                }
                if !goes_on {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

impl Values<'_> {
    /// An expression with variables replaced by their values.
    fn of(&self, one: &SourceExpr) -> Result<SourceExpr, Why> {
        let value = self.put(one).filter(|value| value.size() <= LARGEST);
        value.ok_or(Why::Place(one.span.start))
    }

    fn put(&self, one: &SourceExpr) -> Option<SourceExpr> {
        if let SourceNode::Name(name) = &one.node {
            if matches!(name.as_str(), "self" | "this") {
                return Some(self.object.unwrap_or(one).clone());
            }
            let field = |object: &SourceExpr| SourceExpr {
                span: one.span.clone(),
                node: SourceNode::Field(Box::new(object.clone()), name.clone()),
            };
            let own = || self.object.map_or_else(|| one.clone(), field);
            return Some(self.known.get(name).cloned().unwrap_or_else(own));
        }
        if one.size() > LARGEST {
            return None;
        }
        // The name of a called function isn't a field.
        if let SourceNode::Call(callee, arguments) = &one.node
            && let SourceNode::Name(_) = &callee.node
        {
            let arguments = arguments.iter().map(|one| self.put(one)).collect::<Option<_>>()?;
            let node = SourceNode::Call(callee.clone(), arguments);
            return Some(SourceExpr { span: one.span.clone(), node });
        }
        one.map(&mut |part| self.put(part))
    }
}
