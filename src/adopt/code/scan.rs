//! Finds lookups in a function with loops, whose statements aren't all understood.
//!
//! A lookup in one expression has its value wherever it stands, if none of its arrays is a variable of the function. So
//! only the expression has to be understood, and the tokens directly around it.

use std::ops::Range;

use super::lookup::{EngineLookup, Recognizer};
use super::parse::Parser;
use super::statements::{CHANGES, LOOPS};
use super::tokens::CodeTokenKind;
use super::tree::SourceExpr;
use super::value::BlankedSource;
use crate::adopt::functions::SourceFunction;

/// Words before an operand that aren't operands themselves.
const BEFORE_OPERANDS: [&str; 8] = ["return", "case", "else", "in", "and", "or", "xor", "yield"];

/// Words before an entry that is used by reference.
const BY_REFERENCE: [&str; 4] = ["mut", "ref", "out", "inout"];

impl BlankedSource {
    /// The lookups at which an expression of a function begins.
    pub(in crate::adopt) fn scanned(
        &self,
        function: &SourceFunction,
        recognizer: &Recognizer<'_>,
    ) -> Vec<(SourceExpr, EngineLookup)> {
        let mut parser = Parser::new(self, function, function.body.clone());
        let inner = self.inside(function);
        let mut all = Vec::new();
        let mut at = 0;
        while at < parser.tokens.len() {
            (parser.at, parser.depth) = (at, 0);
            at += 1;
            let place = parser.tokens[at - 1].span.start;
            if inner.iter().any(|body| body.contains(&place)) {
                continue;
            }
            if !parser.begins_operand(parser.at) {
                continue;
            }
            let Some(one) = parser.operand() else { continue };
            let found = recognizer.lookups(&one);
            if found.is_empty() {
                continue;
            }
            let is_written = parser.is_written(at - 1);
            let is_whole = |lookup: &SourceExpr| lookup.bare().span == one.bare().span;
            let is_kept = |(lookup, _): &(SourceExpr, _)| !(is_written && is_whole(lookup));
            all.extend(found.into_iter().filter(is_kept));
            at = parser.at;
        }
        all
    }

    /// Whether a function has a loop.
    pub(in crate::adopt) fn has_loop(&self, function: &SourceFunction) -> bool {
        let parser = Parser::new(self, function, function.body.clone());
        let inner = self.inside(function);
        parser.tokens.iter().any(|token| {
            let is_own = !inner.iter().any(|body| body.contains(&token.span.start));
            token.kind == CodeTokenKind::Word && LOOPS.contains(&token.text) && is_own
        })
    }

    /// The bodies of the functions in a function, which are read by themselves.
    pub(in crate::adopt) fn inside(&self, function: &SourceFunction) -> Vec<Range<usize>> {
        let body = &function.body;
        let is_inside = |one: &&SourceFunction| {
            one.body != *body && body.start <= one.body.start && one.body.end <= body.end
        };
        self.functions.iter().filter(is_inside).map(|one| one.body.clone()).collect()
    }

    /// The body of a function without those of the functions in it.
    pub(in crate::adopt) fn own_body(&self, function: &SourceFunction) -> String {
        let (mut body, mut from) = (String::new(), function.body.start);
        let mut inner = self.inside(function);
        inner.sort_by_key(|one| one.start);
        for one in inner.iter().filter(|one| !one.is_empty()) {
            if one.start >= from {
                body += &self.text[from..one.start];
                from = one.end;
            }
        }
        body + &self.text[from..function.body.end]
    }

    /// Whether a function assigns to an entry or a field of a name, or has a reference to one.
    pub(in crate::adopt) fn changes(&self, function: &SourceFunction, name: &str) -> bool {
        let mut parser = Parser::new(self, function, function.body.clone());
        (0..parser.tokens.len()).any(|at| {
            let token = &parser.tokens[at];
            let is_field = at > 0 && matches!(parser.tokens[at - 1].text, "." | "->");
            if token.kind != CodeTokenKind::Word || token.text != name || is_field {
                return false;
            }
            (parser.at, parser.depth) = (at, 0);
            // Rust's `&` gives a reference through which nothing changes.
            let is_shared = self.lang == "rust" && at > 0 && parser.tokens[at - 1].text == "&";
            parser.prefix().is_ok() && parser.is_written(at) && !is_shared
        })
    }

    /// Whether a name is a parameter of a function or looks like a variable that is declared or changed in it.
    pub(in crate::adopt) fn declares(&self, function: &SourceFunction, name: &str) -> bool {
        let parser = Parser::new(self, function, function.body.clone());
        let is_changed = |text: &str| {
            matches!(text, "=" | ":=" | "++" | "--" | "in" | ":")
                || CHANGES.iter().any(|(sign, _)| *sign == text)
        };
        let declares = |at: usize| {
            let next = parser.tokens.get(at + 1).map_or("", |next| next.text);
            let Some(before) = at.checked_sub(1).map(|before| &parser.tokens[before]) else {
                return is_changed(next);
            };
            let is_typed = before.kind == CodeTokenKind::Word
                && !BEFORE_OPERANDS.contains(&before.text)
                || matches!(before.text, "++" | "--" | ">");
            // `(*name)[4096]` and `|name|`.
            let is_opened = at.checked_sub(2).is_some_and(|at| parser.tokens[at].text == "(");
            let is_enclosed = matches!((before.text, next), ("*" | "&", ")")) && is_opened
                || matches!((before.text, next), ("|" | ",", "|"));
            let is_listed = parser.tokens[at].begins_line && next == ",";
            is_changed(next) || is_typed || is_enclosed || is_listed || parser.is_in_pattern(at)
        };
        let is_it = |at: &usize| {
            let token = &parser.tokens[*at];
            token.kind == CodeTokenKind::Word && token.text == name
        };
        function.parameters.iter().flatten().any(|one| one.variable() == name)
            || (0..parser.tokens.len()).filter(is_it).any(declares)
    }
}

impl Parser<'_> {
    /// Whether an operand begins at a token, rather than a field, a later part of a path, or a declared name.
    fn begins_operand(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let before = at.checked_sub(1).map_or("", |before| self.tokens[before].text);
        match token.kind {
            CodeTokenKind::Word => {
                let is_dereferenced = before == "*" && self.is_prefix(at - 1);
                let is_named = matches!(before, "." | "->" | "::" | "fn" | "func" | "fun" | "def");
                !is_named && !is_dereferenced
            }
            CodeTokenKind::Sign => token.text == "*" && self.is_prefix(at),
            _ => false,
        }
    }

    /// Whether a name is in the pattern of a declaration: `let (name, other) = ...`.
    fn is_in_pattern(&self, at: usize) -> bool {
        for token in self.tokens[..at].iter().rev() {
            if ["let", "const", "auto", "var", "val"].contains(&token.text) {
                return true;
            }
            if token.begins_line || matches!(token.text, ";" | "{" | "}" | "=" | ")" | "]") {
                return false;
            }
        }
        false
    }

    /// Whether the sign at a place is a prefix operator.
    fn is_prefix(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &self.tokens[before]) else {
            return true;
        };
        match before.kind {
            CodeTokenKind::Word => BEFORE_OPERANDS.contains(&before.text),
            CodeTokenKind::Sign => !matches!(before.text, ")" | "]"),
            CodeTokenKind::Number | CodeTokenKind::Text => false,
            CodeTokenKind::Condition => true,
        }
    }

    /// An operand with its prefix operators, indices, fields and calls, if it ends where it is parsed to.
    fn operand(&mut self) -> Option<SourceExpr> {
        let one = self.prefix().ok()?;
        let is_continued = ["[", "(", ".", "->", "?."].iter().any(|sign| self.is(sign));
        (!is_continued).then_some(one)
    }

    /// Whether the operand between a place and the next token is assigned to or used by reference.
    fn is_written(&self, from: usize) -> bool {
        let is = |at: Option<usize>, texts: &[&str]| {
            at.and_then(|at| self.tokens.get(at)).is_some_and(|token| texts.contains(&token.text))
        };
        let before = from.checked_sub(1);
        let next = self.peek().map_or("", |token| token.text);
        let is_changed = matches!(next, "=" | "++" | "--" | ":=")
            || CHANGES.iter().any(|(sign, _)| *sign == next)
            || is(before, &["++", "--"]);
        let is_address = is(before, &["&"]) && self.is_prefix(from - 1);
        // `U64 &entry = table[...]`.
        let is_alias = is(before, &["="])
            && from.checked_sub(3).is_some_and(|at| matches!(self.tokens[at].text, "&" | "&&"));
        is_changed || is_address || is_alias || is(before, &BY_REFERENCE)
    }
}
