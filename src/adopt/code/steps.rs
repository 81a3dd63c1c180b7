//! Parses the statements that can be run: assignments, conditions, loops and calls. Anything else is an error.

use super::parse::{Parsed, Parser};
use super::statements::{CHANGES, DECLARES};
use super::tokens::CodeTokenKind;
use super::tree::{SourceExpr, SourceNode};
use super::value::{BlankedSource, Why};
use crate::adopt::functions::{SourceBody, SourceFunction, closing};

/// Keywords before a name that aren't types.
const KEYWORDS: [&str; 9] =
    ["goto", "delete", "throw", "typedef", "using", "case", "new", "yield", "await"];

/// A statement that can be run.
#[derive(Clone, Debug)]
pub(super) enum CodeStep {
    /// Declares a variable without a value, or an array: of zeros, or of a list that stands in the source.
    Declare(String),
    /// Declares a variable.
    Let(String, SourceExpr),
    /// Assigns to a variable or an entry, with the operator that combines the old value with the new one.
    Store { target: SourceExpr, sign: Option<&'static str>, value: SourceExpr },
    /// The function's result.
    Return(Option<SourceExpr>),
    /// The value of a block, as of Rust's.
    Tail(SourceExpr),
    /// A condition, the steps if it holds, and the steps if it doesn't.
    If(SourceExpr, Vec<Self>, Vec<Self>),
    /// A loop.
    Loop(Box<SourceLoop>),
    /// A call whose value isn't used.
    Call(SourceExpr),
    /// The end of the innermost loop, or of this round of it.
    Leave { is_whole: bool },
}

/// A loop: `first`, then, while `asked` holds, the body and `next`.
#[derive(Clone, Debug)]
pub(super) struct SourceLoop {
    pub(super) first: Vec<CodeStep>,
    pub(super) asked: Option<SourceExpr>,
    /// Whether the condition is asked behind the body.
    pub(super) is_late: bool,
    pub(super) body: Vec<CodeStep>,
    pub(super) next: Vec<CodeStep>,
}

impl BlankedSource {
    /// The steps of a function.
    pub(super) fn steps(&self, function: &SourceFunction) -> Result<Vec<CodeStep>, Why> {
        let mut parser = Parser::new(self, function, function.body.clone());
        parser.keeps_conditions = true;
        let all = match function.form {
            SourceBody::Macro | SourceBody::Value => {
                parser.expr(0).map(|value| vec![CodeStep::Return(Some(value))])
            }
            _ => parser.steps(),
        };
        let is_macro = function.form == SourceBody::Macro;
        if is_macro && (all.is_err() || parser.peek().is_some()) {
            return self.macro_steps(function);
        }
        let all = all.map_err(Why::Place)?;
        if parser.peek().is_some() { Err(Why::Place(parser.place())) } else { Ok(all) }
    }

    /// The steps of a macro that is a statement, possibly in parentheses: `((b) |= 1ULL << (i))`.
    fn macro_steps(&self, function: &SourceFunction) -> Result<Vec<CodeStep>, Why> {
        let body = &self.text[function.body.clone()];
        let start = function.body.start + (body.len() - body.trim_start().len());
        let body = body.trim();
        let is_enclosed = body.starts_with('(') && closing(body, '(', ')') == Some(body.len() - 1);
        let one = usize::from(is_enclosed);
        let place = start + one..start + body.len() - one;
        let mut parser = Parser::new(self, function, place);
        parser.keeps_conditions = true;
        let all = parser.steps().map_err(Why::Place)?;
        if parser.peek().is_some() { Err(Why::Place(parser.place())) } else { Ok(all) }
    }
}

impl Parser<'_> {
    /// Steps up to a closing brace or the end of the body.
    fn steps(&mut self) -> Parsed<Vec<CodeStep>> {
        let mut all = Vec::new();
        while self.peek().is_some() && !self.is("}") {
            if !self.takes(";") {
                self.step(&mut all)?;
            }
        }
        Ok(all)
    }

    fn step_block(&mut self) -> Parsed<Vec<CodeStep>> {
        let depth = std::mem::take(&mut self.depth);
        let is_head = std::mem::take(&mut self.is_head);
        self.want("{")?;
        let all = self.steps()?;
        self.want("}")?;
        (self.depth, self.is_head) = (depth, is_head);
        Ok(all)
    }

    /// A block, or one statement.
    fn branch(&mut self) -> Parsed<Vec<CodeStep>> {
        if self.is("{") {
            return self.step_block();
        }
        let mut one = Vec::new();
        if !self.takes(";") {
            self.step(&mut one)?;
            self.takes(";");
        }
        Ok(one)
    }

    fn step(&mut self, all: &mut Vec<CodeStep>) -> Parsed<()> {
        let start = self.place();
        match self.peek().map(|token| (token.kind, token.text)) {
            Some((CodeTokenKind::Text, _)) => self.at += 1,
            Some((CodeTokenKind::Condition, _)) => return Err(start),
            Some((_, "{")) => all.extend(self.step_block()?),
            Some((_, "unsafe")) if self.is_at(self.at + 1, "{") => {
                self.at += 1;
                all.extend(self.step_block()?);
            }
            Some((_, "return")) => {
                self.at += 1;
                let is_alone = self.is(";") || self.is("}") || self.is_behind_line();
                let is_alone = is_alone || self.peek().is_none();
                all.push(CodeStep::Return(if is_alone { None } else { Some(self.expr(0)?) }));
            }
            Some((_, "if")) => {
                self.at += 1;
                let one = self.step_if()?;
                all.push(one);
            }
            Some((_, word @ ("break" | "continue"))) => {
                self.at += 1;
                all.push(CodeStep::Leave { is_whole: word == "break" });
            }
            Some((_, "for")) => {
                self.at += 1;
                let one = self.counted()?;
                all.push(CodeStep::Loop(Box::new(one)));
            }
            Some((_, "while" | "loop" | "do")) => {
                let one = self.repeated()?;
                all.push(CodeStep::Loop(Box::new(one)));
            }
            _ => self.simple(all)?,
        }
        Ok(())
    }

    fn step_if(&mut self) -> Parsed<CodeStep> {
        self.takes("constexpr");
        let asked = self.asked()?;
        let then = self.branch()?;
        let otherwise = if self.takes("else") { self.branch()? } else { Vec::new() };
        Ok(CodeStep::If(asked, then, otherwise))
    }

    /// A condition, with parentheses where the language wants them.
    fn asked(&mut self) -> Parsed<SourceExpr> {
        let is_enclosed =
            self.is_c_like() || matches!(self.lang, "typescript" | "javascript" | "kotlin" | "zig");
        if is_enclosed { self.enclosed("(", ")") } else { self.head() }
    }

    /// A loop from `while`, `loop` or `do` on.
    fn repeated(&mut self) -> Parsed<SourceLoop> {
        let none = SourceLoop {
            first: Vec::new(),
            asked: None,
            is_late: false,
            body: Vec::new(),
            next: Vec::new(),
        };
        if self.takes("loop") {
            return Ok(SourceLoop { body: self.step_block()?, ..none });
        }
        if self.takes("do") {
            let body = self.branch()?;
            self.want("while")?;
            return Ok(SourceLoop { body, asked: Some(self.asked()?), is_late: true, ..none });
        }
        self.want("while")?;
        let asked = Some(self.asked()?);
        let mut next = Vec::new();
        // Zig's `while (condition) : (step)`.
        if self.lang == "zig" && self.takes(":") {
            self.want("(")?;
            self.simple(&mut next)?;
            self.want(")")?;
        }
        Ok(SourceLoop { asked, next, body: self.branch()?, ..none })
    }

    /// A loop behind `for`.
    fn counted(&mut self) -> Parsed<SourceLoop> {
        match self.lang {
            "rust" => {
                let name = self.word()?.to_owned();
                self.want("in")?;
                let outer = std::mem::replace(&mut self.is_head, true);
                let one = self.range(name);
                self.is_head = outer;
                let body = self.step_block()?;
                Ok(SourceLoop { body, ..one? })
            }
            "kotlin" => {
                self.want("(")?;
                let name = self.word()?.to_owned();
                self.want("in")?;
                let one = self.range(name)?;
                self.want(")")?;
                Ok(SourceLoop { body: self.branch()?, ..one })
            }
            "zig" => {
                self.want("(")?;
                let mut one = self.range(String::new())?;
                self.want(")")?;
                self.want("|")?;
                let name = self.word()?.to_owned();
                self.want("|")?;
                one = renamed(one, &name);
                Ok(SourceLoop { body: self.branch()?, ..one })
            }
            "go" => self.counted_in_go(),
            _ => {
                self.want("(")?;
                let mut first = Vec::new();
                while !self.is(";") {
                    self.simple(&mut first)?;
                    self.takes(",");
                }
                self.want(";")?;
                let asked = if self.is(";") { None } else { Some(self.expr(0)?) };
                self.want(";")?;
                let mut next = Vec::new();
                while !self.is(")") {
                    self.simple(&mut next)?;
                    if !self.takes(",") {
                        break;
                    }
                }
                self.want(")")?;
                Ok(SourceLoop { first, asked, is_late: false, next, body: self.branch()? })
            }
        }
    }

    fn counted_in_go(&mut self) -> Parsed<SourceLoop> {
        let outer = std::mem::replace(&mut self.is_head, true);
        let (mut first, mut asked, mut next) = (Vec::new(), None, Vec::new());
        if !self.is("{") {
            if self.is_at(self.at + 2, "range") {
                let start = self.place();
                let name = self.word()?.to_owned();
                self.at += 2;
                let end = self.expr(0)?;
                // The length of an array isn't known here.
                if !matches!(end.node, SourceNode::Number(_)) {
                    return Err(start);
                }
                let one = from_to(name, number("0", start), end, "<");
                self.is_head = outer;
                return Ok(SourceLoop { body: self.step_block()?, ..one });
            }
            let is_whole = !self.tokens[self.at..]
                .iter()
                .take_while(|token| token.text != "{")
                .any(|token| token.text == ";");
            if is_whole {
                asked = Some(self.expr(0)?);
            } else {
                if !self.is(";") {
                    self.simple(&mut first)?;
                }
                self.want(";")?;
                if !self.is(";") {
                    asked = Some(self.expr(0)?);
                }
                self.want(";")?;
                if !self.is("{") {
                    self.simple(&mut next)?;
                }
            }
        }
        self.is_head = outer;
        Ok(SourceLoop { first, asked, is_late: false, next, body: self.step_block()? })
    }

    /// A range of numbers: `0..64`, `0..=63`, `0 until 64`.
    fn range(&mut self, name: String) -> Parsed<SourceLoop> {
        let from = self.expr(0)?;
        let sign = match self.peek().map(|token| token.text) {
            Some("..=") => "<=",
            Some("..") if self.lang == "kotlin" => "<=",
            Some("..<" | ".." | "until") => "<",
            _ => return Err(self.place()),
        };
        self.at += 1;
        let to = self.expr(0)?;
        Ok(from_to(name, from, to, sign))
    }

    /// A declaration, an assignment or a call.
    fn simple(&mut self, all: &mut Vec<CodeStep>) -> Parsed<()> {
        let start = self.place();
        for (sign, change) in [("++", "+"), ("--", "-")] {
            if self.takes(sign) {
                let target = self.expr(11)?;
                all.push(CodeStep::Store { target, sign: Some(change), value: number("1", start) });
                return Ok(());
            }
        }
        if self.declared_step(all)? {
            return Ok(());
        }
        let target = self.expr(0)?;
        for (sign, change) in [("++", "+"), ("--", "-")] {
            if !self.is_behind_line() && self.takes(sign) {
                all.push(CodeStep::Store { target, sign: Some(change), value: number("1", start) });
                return Ok(());
            }
        }
        if self.takes("=") {
            all.push(CodeStep::Store { target, sign: None, value: self.expr(0)? });
            return Ok(());
        }
        if let Some((text, sign)) = CHANGES.iter().find(|(text, _)| self.is(text)) {
            self.takes(text);
            all.push(CodeStep::Store { target, sign: Some(sign), value: self.expr(0)? });
            return Ok(());
        }
        if self.is_check(&target) {
            return Ok(());
        }
        let is_call = matches!(target.node, SourceNode::Call(..));
        if self.lang == "rust" && (self.peek().is_none() || self.is("}")) {
            all.push(CodeStep::Tail(target));
        } else if is_call {
            all.push(CodeStep::Call(target));
        } else {
            return Err(start);
        }
        Ok(())
    }

    /// Declarations of variables, if they begin here.
    fn declared_step(&mut self, all: &mut Vec<CodeStep>) -> Parsed<bool> {
        let start = self.at;
        let mut is_marked = false;
        while DECLARES.iter().any(|word| self.is(word)) {
            self.at += 1;
            is_marked = true;
        }
        // `let x: T = v`, `var x [64]T`, `x := v`.
        let is_after = matches!(
            self.lang,
            "rust" | "zig" | "go" | "kotlin" | "typescript" | "javascript" | "python"
        );
        if is_after {
            let is_short = self.lang == "go" && self.is_at(self.at + 1, ":=");
            if !is_marked && !is_short {
                self.at = start;
                return Ok(false);
            }
            let name = self.word()?.to_owned();
            while !["=", ":=", ";", "}", ")"].iter().any(|sign| self.is(sign))
                && !self.is_behind_line()
                && self.peek().is_some()
            {
                self.skip_group();
            }
            let is_set = self.takes("=") || self.takes(":=");
            self.initial(name, is_set, all)?;
            return Ok(true);
        }
        // `auto x = v` has no type.
        let is_bare = is_marked && (self.is_at(self.at + 1, "=") || self.is_at(self.at + 1, "{"));
        if !is_bare && !self.type_before_name() {
            self.at = start;
            return if is_marked { Err(self.place()) } else { Ok(false) };
        }
        loop {
            while self.takes("*") || self.takes("&") {}
            let name = self.word()?.to_owned();
            let is_array = self.is("[");
            while self.is("[") {
                self.skip_group();
            }
            let is_set = self.takes("=");
            if self.is_one_value(!is_array && !is_set) {
                all.push(CodeStep::Let(name, self.enclosed("{", "}")?));
            } else {
                self.initial(name, is_set || self.is("{"), all)?;
            }
            if !self.takes(",") {
                return Ok(true);
            }
        }
    }

    /// Whether braces with one value begin here: `int square{0}`.
    fn is_one_value(&self, is_possible: bool) -> bool {
        let inside = self.tokens[self.at..].iter().skip(1).take_while(|token| token.text != "}");
        let mut inside = inside.map(|token| token.text).peekable();
        let is_list = |text: &str| matches!(text, "," | "{" | ";");
        is_possible && self.is("{") && inside.peek().is_some() && !inside.any(is_list)
    }

    /// The value of a declared variable.
    fn initial(&mut self, name: String, is_set: bool, all: &mut Vec<CodeStep>) -> Parsed<()> {
        // `new long[64]`, `[0; 64]`, `{}` and lists of numbers.
        let is_new = self.is("new") && self.is_at(self.at + 2, "[");
        if is_new {
            self.at += 2;
        }
        if !is_set || is_new || self.is("[") || self.is("{") || self.is("undefined") {
            while is_set && ["[", "{", "undefined"].iter().any(|sign| self.is(sign)) {
                self.skip_group();
            }
            all.push(CodeStep::Declare(name));
            return Ok(());
        }
        all.push(CodeStep::Let(name, self.expr(0)?));
        Ok(())
    }

    /// Skips a token, or all tokens up to the bracket that closes it.
    fn skip_group(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            match token.text {
                "[" | "{" | "(" => depth += 1,
                "]" | "}" | ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Skips a type before a variable's name; `false` if there is none.
    fn type_before_name(&mut self) -> bool {
        let is_word = |parser: &Self, at: usize| {
            parser.tokens.get(at).is_some_and(|token| token.kind == CodeTokenKind::Word)
        };
        let mut at = self.at;
        let is_keyword = KEYWORDS.iter().any(|word| self.is(word));
        if is_keyword || !is_word(self, at) {
            return false;
        }
        at += 1;
        let mut depth = 0_usize;
        loop {
            match self.tokens.get(at).map(|token| (token.kind, token.text)) {
                Some((_, "::" | ".")) => at += 2,
                Some((_, "<")) => (depth, at) = (depth + 1, at + 1),
                Some((_, ">")) if depth > 0 => (depth, at) = (depth - 1, at + 1),
                Some((_, "[")) if self.is_at(at + 1, "]") => at += 2,
                Some((CodeTokenKind::Word | CodeTokenKind::Number, _) | (_, "," | "*" | "&"))
                    if depth > 0 =>
                {
                    at += 1;
                }
                _ => break,
            }
        }
        // `unsigned long long name`: the last word is the name.
        while is_word(self, at) && is_word(self, at + 1) {
            at += 1;
        }
        let mut name = at;
        while self.is_at(name, "*") || self.is_at(name, "&") {
            name += 1;
        }
        let is_end = ["=", ";", ",", "[", "{"].iter().any(|sign| self.is_at(name + 1, sign));
        if depth > 0 || !is_word(self, name) || !is_end {
            return false;
        }
        self.at = at;
        true
    }
}

/// A number that isn't written in the source.
fn number(text: &str, at: usize) -> SourceExpr {
    SourceExpr { span: at..at, node: SourceNode::Number(text.to_owned()) }
}

/// A loop that counts a variable.
fn from_to(name: String, from: SourceExpr, to: SourceExpr, sign: &'static str) -> SourceLoop {
    let at = from.span.start;
    let variable = || SourceExpr { span: at..at, node: SourceNode::Name(name.clone()) };
    let node = SourceNode::Binary(sign, Box::new(variable()), Box::new(to));
    let next = CodeStep::Store { target: variable(), sign: Some("+"), value: number("1", at) };
    SourceLoop {
        asked: Some(SourceExpr { span: at..at, node }),
        is_late: false,
        body: Vec::new(),
        next: vec![next],
        first: vec![CodeStep::Let(name, from)],
    }
}

/// The loop with another counted variable.
fn renamed(mut one: SourceLoop, name: &str) -> SourceLoop {
    let (Some(CodeStep::Let(_, from)), Some(asked)) = (one.first.pop(), one.asked.take()) else {
        return one;
    };
    match asked.node {
        SourceNode::Binary(sign, _, to) => from_to(name.to_owned(), from, *to, sign),
        _ => one,
    }
}
