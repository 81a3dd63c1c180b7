//! Runs the start-up code that fills arrays.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use super::evaluate::{Evaluator, changes};
use super::run::{CallResult, Effects, Entries, RunFrame};
use super::steps::CodeStep;
use super::tree::{SourceExpr, SourceNode};
use super::value::BlankedSource;
use crate::adopt::functions::{SourceBody, SourceFunction, closing};
use crate::adopt::startup::is_written;
use crate::adopt::types::{array_type, places};

/// The most expressions that a start-up function may take.
const LONGEST_START: u64 = 2_000_000;

/// A function without parameters that fills arrays.
#[derive(Clone)]
pub(in crate::adopt) struct FillingFunction<'a> {
    pub(in crate::adopt) source: &'a BlankedSource,
    pub(in crate::adopt) function: SourceFunction,
    /// The entries that it sets, with the entry as written in the last assignment.
    pub(in crate::adopt) set: BTreeMap<String, BTreeMap<Vec<usize>, Rc<SourceExpr>>>,
}

impl<'a> Evaluator<'a> {
    /// Runs the functions that fill arrays, and forgets the arrays that other code may change.
    pub(super) fn start_up(&self) -> Vec<FillingFunction<'a>> {
        let roots = self.roots();
        let mut filling = Vec::new();
        // What one function needs may be filled by a later one.
        for _ in 0..2 {
            filling.clear();
            {
                let mut state = self.state.borrow_mut();
                state.is_start_up = true;
                state.ran.clear();
            }
            for (source, function) in &roots {
                {
                    let mut state = self.state.borrow_mut();
                    state.fuel = LONGEST_START;
                    state.effects = Effects::default();
                    // Other code may change variables between two functions.
                    state.words.clear();
                }
                let mut frame = RunFrame::new(source, function.body.clone());
                // The loops that take its place return nothing.
                let result = self.whole(source, function, &mut frame);
                let is_whole = matches!(result, Some(CallResult::Unit));
                let Effects { set, is_more } = std::mem::take(&mut self.state.borrow_mut().effects);
                if is_whole && !is_more && !set.is_empty() {
                    let function = (*function).clone();
                    filling.push(FillingFunction { source, function, set });
                }
            }
        }
        let mut names: Vec<String> = self.state.borrow().filled.keys().cloned().collect();
        names.retain(|name| !self.is_followed(name));
        let mut state = self.state.borrow_mut();
        state.is_start_up = false;
        state.words.clear();
        for name in &names {
            state.filled.remove(name);
        }
        filling.retain(|one| one.set.keys().all(|name| state.filled.contains_key(name)));
        filling
    }

    /// The array that a function without parameters returns.
    pub(in crate::adopt) fn made(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
    ) -> Option<Entries> {
        if !function.parameters.as_ref()?.is_empty() {
            return None;
        }
        self.state.borrow_mut().fuel = LONGEST_START;
        let mut frame = RunFrame::new(source, function.body.clone());
        match self.whole(source, function, &mut frame)? {
            CallResult::Array(entries) if !entries.is_empty() => Some(entries),
            _ => None,
        }
    }

    /// The functions of a source, and its blocks that run at start-up.
    fn functions_of<'s>(
        &'s self,
        source: &'s BlankedSource,
    ) -> impl Iterator<Item = &'s SourceFunction> {
        let own = self.blocks.iter().filter(|(file, _)| *file == source.file);
        source.functions.iter().chain(own.flat_map(|(_, blocks)| blocks))
    }

    /// The arrays that start-up code fills, with their entries.
    pub(in crate::adopt) fn filled(&self) -> BTreeMap<String, Entries> {
        self.state.borrow().filled.clone()
    }

    /// Whether all code that may change an array has been run to its end.
    fn is_followed(&self, name: &str) -> bool {
        if self.state.borrow().passed.contains(name) {
            return false;
        }
        self.sources.iter().all(|source| {
            let text = &source.text;
            places(text, name).all(|at| {
                let is_entry = text[at + name.len()..].trim_start().starts_with('[');
                let is_read = is_entry
                    && !is_written(text, at, name)
                    && !self.may_be_changed(source, at, name.len());
                let inside = |function: &&SourceFunction| function.body.contains(&at);
                let function =
                    self.functions_of(source).filter(inside).max_by_key(|one| one.body.start);
                let before = text[..at].trim_end();
                let is_cleared =
                    ["memset(", "sizeof(", "sizeof"].iter().any(|word| before.ends_with(word));
                match function {
                    Some(function) if is_entry || is_cleared => {
                        is_read || self.is_whole(source, function, 3)
                    }
                    Some(_) => false,
                    None => is_read || is_named(text, at) || is_defined(text, at, name),
                }
            })
        })
    }

    /// Whether an entry whose array is named at a place is an argument that the called function may change.
    fn may_be_changed(&self, source: &BlankedSource, at: usize, length: usize) -> bool {
        let text = &source.text;
        let mut end = at + length;
        while text[end..].starts_with('[') {
            let Some(close) = closing(&text[end..], '[', ']') else { return true };
            end += close + 1;
        }
        let is_argument = text[..at].trim_end().ends_with(['(', ','])
            && text[end..].trim_start().starts_with([')', ',']);
        if !is_argument || !matches!(source.lang, "c" | "cpp") {
            return false;
        }
        let (mut depth, mut number) = (0_usize, 0_usize);
        for (open, c) in text[..at].char_indices().rev() {
            match c {
                ')' | ']' => depth += 1,
                '(' if depth == 0 => {
                    let before = text[..open].trim_end();
                    let is_part = |c: char| c.is_alphanumeric() || c == '_';
                    let name = &before[before.trim_end_matches(is_part).len()..];
                    let mut named = self.named(name).iter();
                    return named.any(|(_, function)| changes(function, number));
                }
                '(' | '[' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => number += 1,
                ';' | '{' | '}' => return true,
                _ => {}
            }
        }
        true
    }

    /// Whether a function has been run to its end, and for all arguments with which other code calls it.
    fn is_whole(&self, source: &BlankedSource, function: &SourceFunction, depth: u8) -> bool {
        let key = (source.file, function.body.start);
        if self.state.borrow().ran.get(&key) != Some(&true) {
            return false;
        }
        if function.parameters.as_ref().is_some_and(Vec::is_empty) {
            return true;
        }
        let calls = |(source, other): &(&BlankedSource, &SourceFunction)| {
            places(&source.text[other.body.clone()], &function.name).next().is_some()
        };
        let all = self
            .sources
            .iter()
            .flat_map(|source| self.functions_of(source).map(move |one| (source, one)));
        depth > 0
            && all.filter(calls).all(|(source, other)| self.is_whole(source, other, depth - 1))
    }

    /// The functions without parameters that fill arrays of their file or call others that do.
    fn roots(&self) -> Vec<(&'a BlankedSource, &SourceFunction)> {
        let mut filling: BTreeSet<&str> = BTreeSet::new();
        let all: Vec<_> = self
            .sources
            .iter()
            .flat_map(|source| self.functions_of(source).map(move |function| (source, function)))
            .filter(|(_, function)| function.name != "main")
            .filter_map(|(source, function)| {
                Some((source, function, self.steps(source, function)?))
            })
            .collect();
        for (source, function, steps) in &all {
            // An entry may be changed by a pointer, by a reference or in a macro.
            let has_references = matches!(source.lang, "c" | "cpp");
            let mut passes = false;
            CodeStep::each(steps, &mut |one| {
                passes |= has_references && passes_entry(one);
            });
            if passes || CodeStep::sets_entries(steps) {
                filling.insert(&function.name);
            }
        }
        for _ in 0..4 {
            for (_, function, steps) in &all {
                let mut calls = false;
                CodeStep::each(steps, &mut |one| {
                    calls |= matches!(&one.node, SourceNode::Call(callee, _)
                        if callee.names().last().is_some_and(|name| filling.contains(name)));
                });
                if calls {
                    filling.insert(&function.name);
                }
            }
        }
        let is_root = |function: &SourceFunction| {
            filling.contains(function.name.as_str())
                && function.parameters.as_ref().is_some_and(Vec::is_empty)
        };
        let roots = all.into_iter().filter(|(_, function, _)| is_root(function));
        roots.map(|(source, function, _)| (source, function)).collect()
    }
}

/// The blocks of a source that run at start-up: Java's `static { ... }`, Kotlin's `init { ... }`.
pub(super) fn blocks(source: &BlankedSource) -> Vec<SourceFunction> {
    let word = match source.lang {
        "java" => "static",
        "kotlin" => "init",
        _ => return Vec::new(),
    };
    let block = |at: usize| {
        let rest = &source.text[at + word.len()..];
        let open = at + word.len() + (rest.len() - rest.trim_start().len());
        let close = rest.trim_start().starts_with('{').then(|| &source.text[open..])?;
        let body: Range<usize> = open + 1..open + closing(close, '{', '}')?;
        Some(SourceFunction {
            name: word.to_owned(),
            line: source.line(at),
            parameters: Some(Vec::new()),
            result: String::new(),
            body,
            form: SourceBody::Braces,
        })
    };
    places(&source.text, word).filter_map(block).collect()
}

/// Whether an array is defined at a place, perhaps with a path before its name: `U64 Attacks::table[64]`.
fn is_defined(text: &str, at: usize, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut start = at;
    while let Some(before) = text[..start].strip_suffix("::") {
        start = before.trim_end_matches(is_part).len();
    }
    array_type(text, start, &text[start..at + name.len()]).is_some()
}

/// Whether an expression is a call with an entry of an array as an argument.
fn passes_entry(one: &SourceExpr) -> bool {
    let SourceNode::Call(_, arguments) = &one.node else { return false };
    arguments.iter().any(|argument| match &argument.node {
        SourceNode::Index(..) => true,
        SourceNode::Unary("&", inner) => matches!(inner.node, SourceNode::Index(..)),
        _ => false,
    })
}

/// Whether a line only makes a name known, such as `use tables::KNIGHT;`.
fn is_named(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let first = text[line..at].split_whitespace().find(|word| *word != "pub");
    matches!(first, Some("use" | "import" | "export" | "using"))
}

impl CodeStep {
    /// Whether some steps assign to an entry.
    fn sets_entries(steps: &[Self]) -> bool {
        steps.iter().any(|step| match step {
            Self::Store { target, .. } => {
                let target = target.owner().unwrap_or(target);
                matches!(target.node, SourceNode::Index(..))
            }
            Self::If(_, then, otherwise) => {
                Self::sets_entries(then) || Self::sets_entries(otherwise)
            }
            Self::Loop(one) => Self::sets_entries(&one.body),
            _ => false,
        })
    }
}
