//! A call's parts in; its lines out, one where it fits.

/// How a language breaks calls and heads of functions up.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// The most characters of a line.
    pub width: usize,
    /// What arguments on lines of their own are indented by.
    pub indent: &'static str,
    /// True where a comma follows the last of them too.
    pub trailing_comma: bool,
}

impl Calls {
    /// `head(arguments)tail` on one line where it fits, else with a line for each argument.
    #[must_use]
    pub fn lines(&self, margin: &str, head: &str, arguments: &[String], tail: &str) -> Vec<String> {
        let line = format!("{margin}{head}({}){tail}", arguments.join(", "));
        if line.len() <= self.width {
            return vec![line];
        }
        let mut lines = vec![format!("{margin}{head}(")];
        for (at, argument) in arguments.iter().enumerate() {
            let has_comma = self.trailing_comma || at + 1 < arguments.len();
            let comma = if has_comma { "," } else { "" };
            lines.push(format!("{margin}{}{argument}{comma}", self.indent));
        }
        lines.push(format!("{margin}){tail}"));
        lines
    }
}
