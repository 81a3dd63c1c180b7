//! Parses the body of a function: its statements in `statements`, their expressions in `expressions`.

use std::ops::Range;

use super::tokens::{CodeTokenKind, Token, tokens};
use super::tree::SourceExpr;
use super::value::BlankedSource;
use crate::adopt::functions::SourceFunction;

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    /// An assignment. `is_alias` marks a reference or pointer, through which something else could be changed.
    Set { name: String, value: SourceExpr, is_alias: bool, is_new: bool },
    /// The result.
    Return(SourceExpr),
    /// A condition, the statements if it holds, and the statements if it doesn't.
    If(SourceExpr, Vec<Self>, Vec<Self>),
}

/// The statements of a body, or the place of the first code that isn't understood.
pub(super) fn statements(
    source: &BlankedSource,
    function: &SourceFunction,
) -> Result<Vec<Statement>, usize> {
    let mut parser = Parser::new(source, function, function.body.clone());
    let all = parser.block(true)?;
    if parser.peek().is_some() { Err(parser.place()) } else { Ok(all) }
}

/// The expression at a place in a function.
pub(in crate::adopt) fn expression(
    source: &BlankedSource,
    function: &SourceFunction,
    place: Range<usize>,
) -> Result<SourceExpr, usize> {
    let mut parser = Parser::new(source, function, place);
    let value = parser.expr(0)?;
    if parser.peek().is_some() { Err(parser.place()) } else { Ok(value) }
}

/// The tokens of a body, read from the left.
pub(super) struct Parser<'t> {
    pub(super) lang: &'t str,
    pub(super) source: &'t BlankedSource,
    pub(super) function: &'t SourceFunction,
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) at: usize,
    pub(super) end: usize,
    /// The number of open brackets. Inside brackets, an expression may continue on the next line in every language.
    pub(super) depth: usize,
    /// Whether a brace after a name begins a block, as behind a condition.
    pub(super) is_head: bool,
    /// Whether the condition of a choice of values is kept, so that it can be run.
    pub(super) keeps_conditions: bool,
}

/// What is parsed, or the place of the first code that isn't understood.
pub(super) type Parsed<T> = Result<T, usize>;

impl<'t> Parser<'t> {
    pub(super) fn new(
        source: &'t BlankedSource,
        function: &'t SourceFunction,
        part: Range<usize>,
    ) -> Self {
        let (lang, end) = (source.lang, part.end);
        let tokens = tokens(&source.text, part);
        Self {
            lang,
            source,
            function,
            tokens,
            at: 0,
            end,
            depth: 0,
            is_head: false,
            keeps_conditions: false,
        }
    }

    pub(super) fn peek(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.at)
    }

    pub(super) fn place(&self) -> usize {
        self.peek().map_or(self.end, |token| token.span.start)
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.text == text && token.is_code())
    }

    pub(super) fn is_at(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.text == text && token.is_code())
    }

    pub(super) fn takes(&mut self, text: &str) -> bool {
        let is = self.is(text);
        self.at += usize::from(is);
        is
    }

    pub(super) fn want(&mut self, text: &str) -> Parsed<()> {
        if self.takes(text) { Ok(()) } else { Err(self.place()) }
    }

    pub(super) fn word(&mut self) -> Parsed<&'t str> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == CodeTokenKind::Word => {
                self.at += 1;
                Ok(token.text)
            }
            _ => Err(self.place()),
        }
    }

    pub(super) fn is_c_like(&self) -> bool {
        matches!(self.lang, "c" | "cpp" | "java" | "csharp" | "d")
    }

    /// Whether a sum of a pointer and a number is a pointer.
    pub(super) fn has_pointers(&self) -> bool {
        matches!(self.lang, "c" | "cpp" | "d")
    }

    /// Whether a statement ends at the end of its line.
    pub(super) fn ends_at_line(&self) -> bool {
        self.depth == 0 && matches!(self.lang, "go" | "python" | "kotlin")
    }

    /// Whether the next token begins a line at which a statement has ended.
    pub(super) fn is_behind_line(&self) -> bool {
        self.ends_at_line() && self.peek().is_some_and(|token| token.begins_line)
    }
}
