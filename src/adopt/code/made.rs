//! Parses values of composite types, such as `Bitboard { bits: 0 }`, and values under conditions.

use super::parse::{Parsed, Parser};
use super::tokens::CodeTokenKind;
use super::tree::{SourceExpr, SourceNode};

impl Parser<'_> {
    /// Whether the brace behind a name begins a value of this type.
    pub(super) fn makes(&self, name: &str) -> bool {
        let is_type = name.starts_with(|c: char| c.is_uppercase() || c == '@');
        let is_named = matches!(self.lang, "rust" | "zig" | "go" | "cpp");
        self.is("{") && is_named && is_type && !self.is_head
    }

    /// An expression before a block, such as a condition.
    pub(super) fn head(&mut self) -> Parsed<SourceExpr> {
        let outer = std::mem::replace(&mut self.is_head, true);
        let value = self.expr(0);
        self.is_head = outer;
        value
    }

    /// A value of a composite type from its brace on: a call of the type's name with the fields as arguments.
    pub(super) fn structure(&mut self, start: usize, name: String) -> Parsed<SourceExpr> {
        let callee = SourceExpr { span: start..self.place(), node: SourceNode::Name(name) };
        self.want("{")?;
        self.depth += 1;
        let mut fields = Vec::new();
        while !self.is("}") {
            self.takes(".");
            let is_named = self.is_at(self.at + 1, ":") || self.is_at(self.at + 1, "=");
            if is_named {
                self.word()?;
                self.at += 1;
            }
            let is_short = self.lang == "rust"
                && !is_named
                && [",", "}"].iter().any(|sign| self.is_at(self.at + 1, sign))
                && self.peek().is_some_and(|token| token.kind == CodeTokenKind::Word);
            let value = self.expr(0)?;
            let span = value.span.clone();
            fields.push(if is_short {
                let node = SourceNode::Cast(SourceExpr::SHORTHAND.to_owned(), Box::new(value));
                SourceExpr { span, node }
            } else {
                value
            });
            if !self.takes(",") {
                break;
            }
        }
        self.depth -= 1;
        let end = self.place() + 1;
        self.want("}")?;
        Ok(SourceExpr { span: start..end, node: SourceNode::Call(Box::new(callee), fields) })
    }

    /// `new Type(...)` and `new Type { ... }`.
    pub(super) fn made(&mut self) -> Parsed<SourceExpr> {
        let start = self.place();
        self.want("new")?;
        let mut name = if self.is("(") { "new".to_owned() } else { self.word()?.to_owned() };
        while self.takes(".") {
            name = format!("{name}.{}", self.word()?);
        }
        if self.is("{") {
            return self.structure(start, name);
        }
        let callee = SourceExpr { span: start..self.place(), node: SourceNode::Name(name) };
        let arguments = self.arguments()?;
        if self.is("{") {
            return Err(self.place());
        }
        let end = self.tokens[self.at - 1].span.end;
        Ok(SourceExpr { span: start..end, node: SourceNode::Call(Box::new(callee), arguments) })
    }

    /// Zig's `.name` and `.{ ... }`.
    pub(super) fn dotted(&mut self) -> Parsed<SourceExpr> {
        let start = self.place();
        self.want(".")?;
        if self.is("{") {
            return self.structure(start, ".".to_owned());
        }
        let name = format!(".{}", self.word()?);
        let end = self.tokens[self.at - 1].span.end;
        Ok(SourceExpr { span: start..end, node: SourceNode::Name(name) })
    }

    /// Whether `if` has a value.
    pub(super) fn has_if_values(&self) -> bool {
        matches!(self.lang, "rust" | "zig" | "kotlin")
    }

    /// `if` with a value: one of the values of its branches.
    pub(super) fn if_value(&mut self) -> Parsed<SourceExpr> {
        let start = self.place();
        self.want("if")?;
        // Kotlin and Zig have parentheses around the condition, and no braces around a value.
        let is_enclosed = self.lang != "rust";
        let asked = if is_enclosed { self.enclosed("(", ")")? } else { self.head()? };
        let one = self.branch_value()?;
        self.want("else")?;
        let other = self.branch_value()?;
        let end = self.tokens[self.at - 1].span.end;
        Ok(SourceExpr { span: start..end, node: self.choice_of(asked, one, other) })
    }

    fn branch_value(&mut self) -> Parsed<SourceExpr> {
        if self.is("{") { self.enclosed("{", "}") } else { self.expr(0) }
    }
}
