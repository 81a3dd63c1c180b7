//! A language's layout of calls and heads of functions: on one line if they fit, else with broken lists of arguments.

use super::expr::Expr;
use super::print::ExprStyle;
use crate::render::text::document::{Breaks, Document};

/// The place of arguments that don't fit on one line with their call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndentStyle {
    /// An argument a line, with the closing bracket on a separate line.
    Block,
    /// An argument a line, with the closing bracket after the last.
    Vertical,
    /// All arguments on the next line if they fit there, else one a line.
    Hanging,
    /// As many on a line as fit, aligned behind the opening bracket.
    Visual,
}

/// A language's way of breaking up calls and heads of functions.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// The most characters of a line.
    pub width: usize,
    /// The indentation of arguments on separate lines.
    pub indent: usize,
    /// The place of arguments on separate lines.
    pub style: IndentStyle,
    /// The separator between arguments.
    pub comma: &'static str,
    /// True if a comma also follows the last argument of a block.
    pub trailing_comma: bool,
}

impl Calls {
    /// Calls that stay on one line, however long they are.
    pub const WHOLE: Self = Self {
        width: usize::MAX,
        indent: 4,
        style: IndentStyle::Block,
        comma: ",",
        trailing_comma: true,
    };

    /// True if all calls stay on one line.
    pub const fn is_whole(&self) -> bool {
        self.width == usize::MAX
    }

    /// `head(arguments)tail`, with broken arguments if it doesn't fit on one line.
    pub fn lines<S: AsRef<str>>(
        &self,
        margin: &str,
        head: &str,
        arguments: &[S],
        tail: &str,
    ) -> Vec<String> {
        let mut call = Document::all(self.indent);
        call.text(head).text("(");
        match self.style {
            IndentStyle::Block if arguments.is_empty() => call.last(""),
            IndentStyle::Block => {
                let comma = if self.trailing_comma { self.comma } else { "" };
                call.soft().list(arguments, self.comma).broken(comma).last("")
            }
            IndentStyle::Vertical => call.soft().list(arguments, self.comma),
            IndentStyle::Hanging => {
                call.soft().open(Breaks::All, 0).list(arguments, self.comma).close()
            }
            IndentStyle::Visual => call.open(Breaks::Few, None).list(arguments, self.comma).close(),
        };
        call.text(")").text(tail).lines_behind(margin, self.width)
    }

    /// `start value` on one line if it fits, else the value on a separate indented line.
    pub fn behind(&self, margin: &str, start: &str, value: &str) -> Vec<String> {
        let mut both = Document::all(self.indent);
        both.text(start).line().text(value).lines_behind(margin, self.width)
    }

    /// The lines of a call expression after the text `head`. Any other expression stays on one line.
    pub fn of(
        &self,
        style: &ExprStyle,
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
