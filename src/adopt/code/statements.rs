//! Parses statements: assignments, conditions and results. Anything else is an error.

use super::parse::{Parsed, Parser, Statement};
use super::tokens::{CodeTokenKind, Token};
use super::tree::{SourceExpr, SourceNode};

/// Keywords before a declared variable.
pub(super) const DECLARES: [&str; 12] = [
    "let", "mut", "const", "var", "val", "auto", "final", "static", "constexpr", "readonly",
    "immutable", "register",
];

/// Keywords before a name that isn't declared by the statement.
const BEFORE: [&str; 10] = [
    "goto", "throw", "delete", "using", "typedef", "extern", "static", "yield", "break", "continue",
];

/// Keywords of loops, which aren't followed.
pub(in crate::adopt) const LOOPS: [&str; 5] = ["for", "while", "do", "loop", "foreach"];

/// Operators that change a variable, with the operators that they apply.
pub(super) const CHANGES: [(&str, &str); 11] = [
    (">>>=", ">>"),
    (">>=", ">>"),
    ("<<=", "<<"),
    ("*%=", "*"),
    ("+=", "+"),
    ("-=", "-"),
    ("*=", "*"),
    ("&=", "&"),
    ("|=", "|"),
    ("^=", "^"),
    ("/=", "/"),
];

impl<'t> Parser<'t> {
    /// Statements up to a closing brace or the end of the body.
    pub(super) fn block(&mut self, is_body: bool) -> Parsed<Vec<Statement>> {
        let mut all = Vec::new();
        while self.peek().is_some()
            && !self.is("}")
            && !self.is_condition(&["elif", "else", "endif"])
        {
            if self.takes(";") {
                continue;
            }
            // A string as a statement is documentation.
            if self.peek().is_some_and(|token| token.kind == CodeTokenKind::Text) {
                self.at += 1;
                continue;
            }
            self.statement(&mut all, is_body)?;
        }
        Ok(all)
    }

    pub(super) fn braces(&mut self) -> Parsed<Vec<Statement>> {
        let depth = std::mem::take(&mut self.depth);
        self.want("{")?;
        let all = self.block(true)?;
        self.want("}")?;
        self.depth = depth;
        Ok(all)
    }

    pub(super) fn statement(&mut self, all: &mut Vec<Statement>, is_body: bool) -> Parsed<()> {
        let start = self.place();
        if self.is_condition(&["if"]) {
            all.push(self.preprocessed()?);
            return Ok(());
        }
        if self.is("{")
            || self.is("unsafe") && self.is_at(self.at + 1, "{") && !self.is_tail_block()
        {
            self.takes("unsafe");
            all.extend(self.braces()?);
            return Ok(());
        }
        if self.takes("return") {
            all.push(Statement::Return(self.expr(0)?));
            return Ok(());
        }
        // D's `static if`.
        if self.lang == "d" && self.is("static") && self.is_at(self.at + 1, "if") {
            self.at += 1;
        }
        if self.takes("if") {
            return self.condition(all);
        }
        if LOOPS.iter().any(|word| self.is(word)) {
            return Err(start);
        }
        if self.is_choice() {
            return self.choice(all, is_body);
        }
        if let Some(found) = self.declaration() {
            all.extend(found);
            return Ok(());
        }
        if let Some(found) = self.assignment()? {
            all.extend(found);
            return Ok(());
        }
        let mut value = self.expr(0)?;
        // `(void)name` only silences a warning.
        let is_silent = |value: &SourceExpr| {
            matches!(&value.node, SourceNode::Cast(kind, inner)
            if kind == "void" && matches!(inner.node, SourceNode::Name(_)))
        };
        while is_silent(&value) && self.takes(",") {
            value = self.expr(0)?;
        }
        if is_silent(&value) || self.is_check(&value) {
            return Ok(());
        }
        let is_tail = self.lang == "rust" && is_body && (self.peek().is_none() || self.is("}"));
        if is_tail {
            all.push(Statement::Return(value));
            return Ok(());
        }
        Err(start)
    }

    /// Whether an expression is an assertion, which changes nothing.
    pub(super) fn is_check(&self, value: &SourceExpr) -> bool {
        let is_check = |name: &&str| {
            let checks = &self.source.checks;
            name.to_ascii_lowercase().contains("assert") || checks.iter().any(|one| one == name)
        };
        matches!(&value.node, SourceNode::Call(callee, _) if callee.names().iter().any(is_check))
    }

    /// Whether the next token is a preprocessor line with one of these words.
    fn is_condition(&self, words: &[&str]) -> bool {
        self.peek().is_some_and(|token| {
            token.kind == CodeTokenKind::Condition && words.contains(&token.text)
        })
    }

    /// Statements under a preprocessor condition, from its `#if` or `#elif` on.
    fn preprocessed(&mut self) -> Parsed<Statement> {
        let span = self.tokens[self.at].span.clone();
        let asked = SourceExpr { span, node: SourceNode::Number("0".to_owned()) };
        self.at += 1;
        let then = self.block(true)?;
        let otherwise = if self.is_condition(&["elif"]) {
            return Ok(Statement::If(asked, then, vec![self.preprocessed()?]));
        } else if self.is_condition(&["else"]) {
            self.at += 1;
            self.block(true)?
        } else {
            Vec::new()
        };
        if !self.is_condition(&["endif"]) {
            return Err(self.place());
        }
        self.at += 1;
        Ok(Statement::If(asked, then, otherwise))
    }

    /// Whether an operator follows the block that begins here, so that its value is part of an expression.
    fn is_tail_block(&self) -> bool {
        let mut depth = 0_usize;
        for token in &self.tokens[self.at + 1..] {
            match token.text {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if depth == 0 {
                        let next =
                            self.tokens.iter().find(|next| next.span.start >= token.span.end);
                        return next.is_some_and(|next| matches!(next.text, "&" | "|" | "^" | "."));
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// An `if` from its condition on.
    fn condition(&mut self, all: &mut Vec<Statement>) -> Parsed<()> {
        self.takes("constexpr");
        // The parentheses before a branch aren't a cast of the branch.
        let asked = if self.is_c_like() { self.enclosed("(", ")")? } else { self.head()? };
        let branch = |parser: &mut Self| {
            if parser.is("{") {
                return parser.braces();
            }
            let mut one = Vec::new();
            parser.statement(&mut one, true)?;
            parser.takes(";");
            Ok(one)
        };
        let then = branch(self)?;
        let otherwise = if self.takes("else") { branch(self)? } else { Vec::new() };
        all.push(Statement::If(asked, then, otherwise));
        Ok(())
    }

    /// A declaration without a value, if one begins here: `Magic *m, *n;`. The variables get a value that isn't understood.
    fn declaration(&mut self) -> Option<Vec<Statement>> {
        let end = (self.at..self.tokens.len()).find(|at| self.is_at(*at, ";"))?;
        let all = &self.tokens[self.at..end];
        let is_word = |token: &Token<'_>| token.kind == CodeTokenKind::Word;
        let is_type = |token: &Token<'_>| is_word(token) || ["*", "::", ","].contains(&token.text);
        let is_declared = self.is_c_like()
            && all.iter().all(is_type)
            && all.first().is_some_and(|first| is_word(first) && !BEFORE.contains(&first.text))
            && all.iter().filter(|token| is_word(token)).count() > 1;
        let mut found = Vec::new();
        for names in all.split(|token| token.text == ",").filter(|_| is_declared) {
            let name = names.last().filter(|last| is_word(last))?;
            let value = SourceExpr { span: name.span.clone(), node: SourceNode::Any(Vec::new()) };
            let name = name.text.to_owned();
            found.push(Statement::Set { name, value, is_alias: false, is_new: true });
        }
        self.at = if found.is_empty() { self.at } else { end };
        Some(found).filter(|found| !found.is_empty())
    }

    /// An assignment or declaration, if one begins here.
    fn assignment(&mut self) -> Parsed<Option<Vec<Statement>>> {
        let Some((behind, sign)) = self.assigns() else { return Ok(None) };
        let left = &self.tokens[self.at..behind];
        let named = left.iter().position(|token| token.text == ":").unwrap_or(left.len());
        let words: Vec<&Token<'_>> =
            left[..named].iter().filter(|token| !DECLARES.contains(&token.text)).collect();
        let is_type = |token: &&Token<'_>| {
            token.kind == CodeTokenKind::Word
                || matches!(token.text, "*" | "&" | "::" | "<" | ">" | ">>")
        };
        let is_new = sign == ":=" || words.len() > 1 || words.len() < left.len();
        let name = words.last().filter(|token| token.kind == CodeTokenKind::Word);
        let (Some(name), true) = (name, words.iter().all(is_type)) else {
            return Err(self.place());
        };
        let name = name.text.to_owned();
        let has = |text: &str| left.iter().any(|token| token.text == text);
        let is_alias = has("*") || has("&");
        // `U64& entry = table[index]` may change the entry.
        let is_mutable = has("&") && !has("const") && self.has_pointers();
        let changed = CHANGES.iter().find(|(text, _)| *text == sign);
        if changed.is_some() && is_new {
            return Err(self.place());
        }
        let place = self.tokens[behind - 1].span.clone();
        self.at = behind + 1;
        let value = self.expr(0)?;
        let value = match changed {
            None if is_mutable => SourceExpr {
                span: value.span.clone(),
                node: SourceNode::Unary("&", Box::new(value)),
            },
            Some((_, sign)) => {
                let span = place.start..value.span.end;
                let old = SourceExpr { span: place, node: SourceNode::Name(name.clone()) };
                SourceExpr { span, node: SourceNode::Binary(sign, Box::new(old), Box::new(value)) }
            }
            None => value,
        };
        let mut found = vec![Statement::Set { name, value, is_alias, is_new }];
        while is_new && self.takes(",") {
            let name = self.word()?.to_owned();
            self.want("=")?;
            let value = self.expr(0)?;
            found.push(Statement::Set { name, value, is_alias, is_new });
        }
        Ok(Some(found))
    }

    /// The place of the assignment operator in the statement that begins here, and the operator.
    fn assigns(&self) -> Option<(usize, &'t str)> {
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            let ends = at > self.at && token.begins_line && self.ends_at_line();
            match token.text {
                "=" | ":=" => return (!ends && at > self.at).then_some((at, token.text)),
                sign if CHANGES.iter().any(|(text, _)| *text == sign) => {
                    return (!ends && at > self.at).then_some((at, token.text));
                }
                ";" | "(" | ")" | "{" | "}" | "return" => return None,
                _ if ends => return None,
                _ => {}
            }
        }
        None
    }
}
