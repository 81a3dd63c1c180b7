//! Parses choices by a value, such as `switch` and `match`, as chains of conditions.

use super::parse::{Parsed, Parser, Statement};
use super::tokens::CodeTokenKind;
use super::tree::{SourceExpr, SourceNode};

/// The statements of a case.
struct Arm {
    /// The statements; `None` if they are those of the next case.
    code: Option<Vec<Statement>>,
    /// Whether it is for all other values.
    is_default: bool,
    /// Whether it is an expression without `return`.
    is_value: bool,
}

impl Parser<'_> {
    /// Whether a choice begins here.
    pub(super) fn is_choice(&self) -> bool {
        ["switch", "match", "when"].iter().any(|word| self.is(word))
            && self.tokens.get(self.at + 1).is_some_and(|next| {
                next.kind == CodeTokenKind::Word || matches!(next.text, "(" | "{" | "*" | "&")
            })
            && self.lang != "python"
    }

    /// A choice as a statement. `is_body` tells whether values of its cases are results where it is the last statement.
    pub(super) fn choice(&mut self, all: &mut Vec<Statement>, is_body: bool) -> Parsed<()> {
        let start = self.place();
        let (asked, mut arms) = self.arms(is_body)?;
        let is_tail = self.lang == "rust" && is_body && (self.peek().is_none() || self.is("}"));
        if !is_tail && arms.iter().any(|arm| arm.is_value) {
            return Err(start);
        }
        arms.sort_by_key(|arm| arm.is_default);
        let mut chain = Vec::new();
        for arm in arms.into_iter().rev() {
            // Cases without statements share those of the next one.
            let Some(code) = arm.code else { continue };
            let is_last = arm.is_default && chain.is_empty();
            chain = if is_last { code } else { vec![Statement::If(asked.clone(), code, chain)] };
        }
        all.extend(chain);
        Ok(())
    }

    /// A choice as an expression: one of the values of its cases.
    pub(super) fn chosen(&mut self) -> Parsed<SourceExpr> {
        let start = self.place();
        let (_, arms) = self.arms(true)?;
        self.one_of(start, arms)
    }

    /// The cases of C#'s `value switch { ... }`, from the keyword on.
    pub(super) fn chosen_behind(&mut self, value: &SourceExpr) -> Parsed<SourceExpr> {
        self.want("switch")?;
        let arms = self.cases(true)?;
        self.one_of(value.span.start, arms)
    }

    /// One of the values of some cases.
    fn one_of(&self, start: usize, arms: Vec<Arm>) -> Parsed<SourceExpr> {
        let mut values = Vec::new();
        for arm in arms {
            match arm.code.map(<[Statement; 1]>::try_from) {
                Some(Ok([Statement::Return(value)])) => values.push(value),
                _ => return Err(start),
            }
        }
        let end = self.tokens[self.at - 1].span.end;
        Ok(SourceExpr { span: start..end, node: SourceNode::Any(values) })
    }

    /// The chosen value, and the cases.
    fn arms(&mut self, is_body: bool) -> Parsed<(SourceExpr, Vec<Arm>)> {
        self.at += 1;
        let asked = self.head()?;
        Ok((asked, self.cases(is_body)?))
    }

    /// The cases in braces.
    fn cases(&mut self, is_body: bool) -> Parsed<Vec<Arm>> {
        let depth = std::mem::take(&mut self.depth);
        self.want("{")?;
        let mut arms = Vec::new();
        while !self.is("}") {
            arms.push(self.arm(is_body)?);
        }
        // These languages have a case for every value.
        if let Some(last) = arms.last_mut().filter(|_| matches!(self.lang, "rust" | "zig")) {
            last.is_default = true;
        }
        self.want("}")?;
        self.depth = depth;
        Ok(arms)
    }

    /// A case from its pattern on.
    fn arm(&mut self, is_body: bool) -> Parsed<Arm> {
        let is_labelled = self.is("case") || self.is("default");
        let is_default = ["default", "_", "else"].iter().any(|word| self.is(word));
        if self.pattern()? == ":" && is_labelled {
            return Ok(Arm { code: self.labelled()?, is_default, is_value: false });
        }
        let mut one = Vec::new();
        let is_value = !self.is("{") && !self.is("return");
        if self.is("{") {
            one = self.braces()?;
        } else if is_value {
            one.push(Statement::Return(self.expr(0)?));
        } else {
            self.statement(&mut one, is_body)?;
        }
        let _ = self.takes(",") || self.takes(";");
        Ok(Arm { code: Some(one), is_default, is_value })
    }

    /// Skips a pattern with the mark behind it, and returns the mark.
    fn pattern(&mut self) -> Parsed<&'static str> {
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            let mark = ["=>", "->", ":"].into_iter().find(|mark| *mark == token.text);
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth > 0 => depth -= 1,
                "}" | ";" => break,
                _ => {}
            }
            self.at += 1;
            if let Some(mark) = mark.filter(|_| depth == 0) {
                return Ok(mark);
            }
        }
        Err(self.place())
    }

    /// The statements behind a label of C, which must end with a result or `break`. In Go they end anyway.
    fn labelled(&mut self) -> Parsed<Option<Vec<Statement>>> {
        let mut one = Vec::new();
        let is_label = |parser: &Self| parser.is("case") || parser.is("default");
        while !is_label(self) && !self.is("}") && !self.is("break") {
            if !self.takes(";") {
                self.statement(&mut one, true)?;
            }
        }
        if self.takes("break") {
            self.takes(";");
            return Ok(Some(one));
        }
        match one.last() {
            None if self.lang != "go" => Ok(None),
            Some(Statement::Return(_)) => Ok(Some(one)),
            // The last case has nothing to fall through to.
            _ if self.lang == "go" || self.is("}") => Ok(Some(one)),
            _ => Err(self.place()),
        }
    }
}
