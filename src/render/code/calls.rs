//! Prints calls on one line if they fit, and otherwise with a line for each argument.

use std::borrow::Borrow;

use super::expr::Expr;
use super::print::Style;

/// A language's way of breaking up calls and heads of functions.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// The most characters of a line.
    pub width: usize,
    /// The indentation of arguments on separate lines.
    pub indent: &'static str,
    /// The separator between arguments.
    pub comma: &'static str,
    /// True if a comma also follows the last argument on separate lines.
    pub trailing_comma: bool,
}

impl Calls {
    /// Calls that stay on one line, however long they are.
    pub const WHOLE: Self =
        Self { width: usize::MAX, indent: "    ", comma: ",", trailing_comma: true };

    /// True if all calls stay on one line.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.width == usize::MAX
    }

    /// `head(arguments)tail` on one line if it fits, else with a line for each argument.
    #[must_use]
    pub fn lines<S: Borrow<str>>(
        &self,
        margin: &str,
        head: &str,
        arguments: &[S],
        tail: &str,
    ) -> Vec<String> {
        let comma = self.comma;
        let line = format!("{margin}{head}({}){tail}", arguments.join(&format!("{comma} ")));
        if line.len() <= self.width {
            return vec![line];
        }
        let mut lines = vec![format!("{margin}{head}(")];
        for (at, argument) in arguments.iter().enumerate() {
            let has_comma = self.trailing_comma || at + 1 < arguments.len();
            let comma = if has_comma { comma } else { "" };
            lines.push(format!("{margin}{}{}{comma}", self.indent, argument.borrow()));
        }
        lines.push(format!("{margin}){tail}"));
        lines
    }

    /// `start value` on one line if it fits, else the value on a separate indented line.
    #[must_use]
    pub fn behind(&self, margin: &str, start: &str, value: &str) -> Vec<String> {
        let line = format!("{margin}{start} {value}");
        if line.len() <= self.width {
            return vec![line];
        }
        vec![format!("{margin}{start}"), format!("{margin}{}{value}", self.indent)]
    }

    /// The lines of a call expression after the text `head`. Any other expression stays on one line.
    #[must_use]
    pub fn of(
        &self,
        style: &Style,
        margin: &str,
        head: &str,
        call: &Expr,
        tail: &str,
    ) -> Vec<String> {
        let Expr::Call(function, arguments) = call else {
            return vec![format!("{margin}{head}{}{tail}", style.text(call))];
        };
        let arguments: Vec<String> =
            arguments.iter().map(|argument| style.text(argument)).collect();
        self.lines(margin, &format!("{head}{}", style.text(function)), &arguments, tail)
    }
}
