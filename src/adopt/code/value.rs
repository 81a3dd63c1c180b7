//! The value of a function: one expression of its parameters.

use std::collections::BTreeMap;

use super::blank::blanked;
use super::parse::{Statement, expression, statements};
use super::tree::{SourceExpr, SourceNode};
use crate::adopt::functions::{SourceBody, SourceFunction, SourceParameter, closing, functions};
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
    /// The macros of all files that are assertions, so that their calls change nothing.
    pub(in crate::adopt) checks: Vec<String>,
}

/// The reason why a function isn't understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::adopt) enum Why {
    /// The code at this place isn't understood.
    Place(usize),
    /// It does more than compute a result.
    Other,
}

/// Whether the body of a macro is an assertion or does nothing.
fn is_check(body: &str) -> bool {
    let name = &body[..body.find('(').unwrap_or(body.len())];
    let is_one_call = closing(body, '(', ')') == body.len().checked_sub(1);
    let is_assertion = is_one_call && name.to_ascii_lowercase().contains("assert");
    is_assertion || matches!(body, "" | "(void)0" | "((void)0)" | "((void) 0)")
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
    has_pointers: bool,
}

impl BlankedSource {
    /// A file's text in a language, with its functions.
    pub(in crate::adopt) fn new(file: usize, language: &Language, text: &str) -> Self {
        let text = blanked(&language.source, text);
        let functions = functions(&language.calls, &text);
        Self { file, lang: language.id, functions, text, checks: Vec::new() }
    }

    /// Gives all files the names of the macros that are assertions wherever they are defined.
    pub(in crate::adopt) fn share_checks(sources: &mut [Self]) {
        let mut macros: BTreeMap<&str, bool> = BTreeMap::new();
        for source in &*sources {
            for function in &source.functions {
                let body = source.text[function.body.clone()].trim();
                let is = function.form == SourceBody::Macro && is_check(body);
                macros.entry(&function.name).and_modify(|all| *all &= is).or_insert(is);
            }
        }
        let checks = macros.into_iter().filter(|(_, is)| *is).map(|(name, _)| name.to_owned());
        let checks: Vec<String> = checks.collect();
        for source in sources {
            source.checks.clone_from(&checks);
        }
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

    /// The line of a place, counted from 1.
    pub(in crate::adopt) fn line(&self, place: usize) -> usize {
        self.text[..place].matches('\n').count() + 1
    }

    /// The place at which a line begins.
    pub(in crate::adopt) fn line_start(&self, line: usize) -> Option<usize> {
        let mut starts =
            std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1));
        starts.nth(line.checked_sub(1)?)
    }

    pub(super) fn statements(&self, function: &SourceFunction) -> Result<Vec<Statement>, Why> {
        let body = function.body.clone();
        if matches!(function.form, SourceBody::Macro | SourceBody::Value) {
            let value = expression(self, function, body).map_err(Why::Place)?;
            return Ok(vec![Statement::Return(value)]);
        }
        statements(self, function).map_err(Why::Place)
    }

    /// The parameters and the assigned variables of a function.
    pub(in crate::adopt) fn variables(&self, function: &SourceFunction) -> Vec<String> {
        fn collect(statements: &[Statement], all: &mut Vec<String>) {
            for statement in statements {
                match statement {
                    Statement::Set { name, .. } => all.push(name.clone()),
                    Statement::Return(_) => {}
                    Statement::If(_, then, otherwise) => {
                        collect(then, all);
                        collect(otherwise, all);
                    }
                }
            }
        }
        let parameters = function.parameters.iter().flatten();
        let mut all: Vec<String> = parameters.map(SourceParameter::variable).collect();
        collect(&self.statements(function).unwrap_or_default(), &mut all);
        all
    }

    /// Whether no assignment or condition of a function calls another one, which might do more than compute a value.
    pub(in crate::adopt) fn has_no_calls(&self, function: &SourceFunction) -> bool {
        fn is_free(one: &SourceExpr) -> bool {
            let is_call =
                matches!(&one.node, SourceNode::Call(callee, _) if callee.names() != ["cfg"]);
            !is_call && one.parts().into_iter().all(is_free)
        }
        fn are_free(statements: &[Statement]) -> bool {
            statements.iter().all(|statement| match statement {
                Statement::Set { value, .. } => is_free(value),
                Statement::Return(_) => true,
                Statement::If(asked, then, otherwise) => {
                    is_free(asked) && are_free(then) && are_free(otherwise)
                }
            })
        }
        self.statements(function).is_ok_and(|statements| are_free(&statements))
    }

    /// The variables at the beginning of a function.
    fn values<'v>(
        &self,
        function: &SourceFunction,
        arguments: &[SourceExpr],
        object: Option<&'v SourceExpr>,
    ) -> Values<'v> {
        let parameters = || function.parameters.iter().flatten();
        let names = parameters().map(SourceParameter::variable);
        Values {
            known: names.zip(arguments.iter().cloned()).collect(),
            // A change of the caller's variable is more than a result.
            aliases: parameters()
                .filter(|one| one.is_reference())
                .map(SourceParameter::variable)
                .collect(),
            object,
            is_python: self.lang == "python",
            has_pointers: matches!(self.lang, "c" | "cpp" | "d"),
        }
    }

    /// A function of assignments and a result; `None` if it is another one.
    pub(in crate::adopt) fn straight(&self, function: &SourceFunction) -> Option<Straight> {
        let statements = self.statements(function).ok()?;
        let (Statement::Return(written), before) = statements.split_last()? else { return None };
        let mut values = self.values(function, &function.variables(), None);
        run(before, &mut values, &mut Vec::new()).ok()?;
        let set = before.iter().map(|statement| match statement {
            Statement::Set { name, value, .. } => {
                Some((name.clone(), value.names().iter().map(ToString::to_string).collect()))
            }
            _ => None,
        });
        let set = set.collect::<Option<Vec<_>>>()?;
        let (known, has_pointers) = (values.known, values.has_pointers);
        Some(Straight { written: written.clone(), set, known, has_pointers })
    }

    /// The return value of a function for these arguments; with an object, the function is its method.
    pub(in crate::adopt) fn value(
        &self,
        function: &SourceFunction,
        arguments: &[SourceExpr],
        object: Option<&SourceExpr>,
    ) -> Result<SourceExpr, Why> {
        let mut values = self.values(function, arguments, object);
        let mut results = Vec::new();
        let goes_on = run(&self.statements(function)?, &mut values, &mut results)?;
        match results.len() {
            _ if goes_on => Err(Why::Other),
            1 => Ok(results.remove(0)),
            _ => Ok(SourceExpr { span: function.body.clone(), node: SourceNode::Any(results) }),
        }
    }
}

/// A function without conditions: assignments, then a result.
pub(in crate::adopt) struct Straight {
    /// The result as written.
    pub(in crate::adopt) written: SourceExpr,
    /// The assigned variables in their order, with the names in each value.
    pub(in crate::adopt) set: Vec<(String, Vec<String>)>,
    /// The values of variables at the result.
    known: BTreeMap<String, SourceExpr>,
    has_pointers: bool,
}

impl Straight {
    /// The value of a part of the result.
    pub(in crate::adopt) fn value(&self, part: &SourceExpr) -> Option<SourceExpr> {
        let values = Values {
            known: self.known.clone(),
            aliases: Vec::new(),
            object: None,
            is_python: false,
            has_pointers: self.has_pointers,
        };
        values.of(part).ok()
    }

    /// Whether parts of the result need all assignments, and no text around them needs one.
    pub(in crate::adopt) fn needs_all<'s>(
        &'s self,
        parts: &[&'s SourceExpr],
        around: &[&str],
    ) -> bool {
        let mut needed: Vec<&str> = parts.iter().flat_map(|part| part.names()).collect();
        let mut is_needed = |(name, names): &'s (String, Vec<String>)| {
            let is = needed.contains(&name.as_str());
            needed.extend(names.iter().map(String::as_str));
            is
        };
        self.set.iter().rev().all(&mut is_needed)
            && !self.set.iter().any(|(name, _)| around.contains(&name.as_str()))
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
            && let SourceNode::Name(name) = &callee.node
        {
            let arguments = arguments.iter().map(|one| self.put(one)).collect::<Option<_>>()?;
            // A method may call another one of its object.
            let method = |object: &SourceExpr| {
                let node = SourceNode::Field(Box::new(object.clone()), name.clone());
                Box::new(SourceExpr { span: callee.span.clone(), node })
            };
            let is_path = name.contains("::");
            let object = self.object.filter(|_| !is_path);
            let callee = object.map_or_else(|| callee.clone(), method);
            let node = SourceNode::Call(callee, arguments);
            return Some(SourceExpr { span: one.span.clone(), node });
        }
        if let SourceNode::Field(base, name) = &one.node
            && self.has_pointers
        {
            let node = SourceNode::Field(Box::new(self.put(base)?.pointed()), name.clone());
            return Some(SourceExpr { span: one.span.clone(), node });
        }
        one.map(&mut |part| self.put(part))
    }
}
