//! Sentences, assignments and lists, in lines that Python's formatters leave alone.

use std::borrow::Cow;

use super::syntax::STYLE;
use crate::render::prelude::*;
use crate::render::text;

/// The most characters of a line.
pub(super) const WIDTH: usize = 88;

/// Columns of a statement in a function.
pub(super) const BODY: usize = WIDTH - "    ".len();

/// The layout of calls and heads of functions.
pub(super) const CALLS: Calls = Calls { width: WIDTH, ..Calls::WHOLE };

/// An assignment on one line. If it is too long and its value begins with parentheses, it is broken within them,
/// provided that this suffices.
pub(super) fn compact(target: &str, value: &Expr) -> Vec<String> {
    let line = format!("{target} = {}", STYLE.text(value));
    let Expr::Binary(operator, both) = value else { return vec![line] };
    let mut first = &both[0];
    let mut others = vec![&both[1]];
    while let Expr::Binary(inner, both) = first
        && inner.is_associative
        && inner == operator
    {
        first = &both[0];
        others.push(&both[1]);
    }
    // Formatters break the last parentheses of a line.
    let has_parentheses = |expr: &Expr| matches!(expr, Expr::Binary(..) | Expr::Call(..));
    let inner = STYLE.text(first);
    let is_enclosed = matches!(first, Expr::Binary(..));
    let is_broken = line.len() > BODY && is_enclosed && 4 + inner.len() <= BODY;
    if !is_broken || others.iter().any(|other| other.any(&has_parentheses)) {
        return vec![line];
    }
    let rest = others.iter().rev().map(|other| format!(" {} {}", operator.text, STYLE.text(other)));
    let mut line = Document::all(4);
    line.text(target).text(" = (").soft().text(&inner).last("").text(")");
    line.text(&rest.collect::<String>()).lines(BODY)
}

/// An assignment in lines that fit.
pub(super) fn assignment(target: &str, value: &Expr) -> Vec<String> {
    let lines = compact(target, value);
    if lines[0].len() <= BODY { lines } else { broken(target, value) }
}

/// An assignment that is too long for a line: its value in parentheses, with a new line before each operator if it
/// doesn't fit on one.
pub(super) fn broken(target: &str, value: &Expr) -> Vec<String> {
    let mut line = Document::all(4);
    line.text(target).text(" = (").soft().open(Breaks::All, 0).append(&STYLE.chain(value)).close();
    line.last("").text(")").lines(BODY)
}

/// A comment before a constant, with the mark `#`, or `#:` for documentation tools.
pub(super) fn comment(mark: &str, text: &str) -> Vec<String> {
    let line = |line: &String| format!("{mark} {line}");
    wrap(text, WIDTH - mark.len() - 1).iter().map(line).collect()
}

/// A docstring of one sentence on one line; a comment if it doesn't fit.
pub(super) fn sentence(docstring: &str, otherwise: &str) -> Vec<String> {
    let line = format!("    \"\"\"{docstring}\"\"\"");
    if line.len() <= WIDTH { vec![line] } else { comment("    #", otherwise) }
}

/// A function's docstring in Google's style: a summary, an optional paragraph, then the meanings of arguments and
/// result.
pub(super) fn docstring(
    summary: &str,
    paragraph: &str,
    arguments: &[(Cow<'_, str>, &str)],
    returns: &str,
) -> Vec<String> {
    let mut lines = vec![format!("\"\"\"{summary}")];
    if !paragraph.is_empty() {
        lines.push(String::new());
        lines.extend(wrap(paragraph, BODY));
    }
    if !arguments.is_empty() {
        lines.extend([String::new(), "Args:".to_owned()]);
        for (name, clause) in arguments {
            let text = hanging(&format!("{name}: {}", text::sentence(clause)), [4, 4], BODY - 4);
            lines.extend(text.iter().map(|line| format!("    {line}")));
        }
        lines.extend([String::new(), "Returns:".to_owned()]);
        let text = wrap(&text::sentence(returns), BODY - 4);
        lines.extend(text.iter().map(|line| format!("    {line}")));
        // Linters expect an empty line after the last section.
        lines.push(String::new());
    }
    lines.push("\"\"\"".to_owned());
    lines.iter().map(|line| format!("    {line}").trim_end().to_owned()).collect()
}

/// `__all__` in the order of linters: constants, classes, other names; numbers in names by their value.
pub(super) fn exports(mut names: Vec<&str>) -> Vec<String> {
    names.sort_by_cached_key(|name| {
        let has = |is_it: fn(&char) -> bool| name.chars().any(|c| is_it(&c));
        let is_constant =
            name.len() > 1 && has(char::is_ascii_uppercase) && !has(char::is_ascii_lowercase);
        let is_class = name.starts_with(|c: char| c.is_ascii_uppercase());
        (!is_constant, !is_class, natural(name))
    });
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let line = format!("__all__ = [{}]", quoted.join(", "));
    if line.len() <= WIDTH {
        return vec![line];
    }
    let list = lines_of(quoted.iter().map(|name| format!("{name},")), BODY);
    let list = list.iter().map(|line| format!("    {line}"));
    let open = ["# fmt: off", "__all__ = ["].map(str::to_owned);
    let close = ["]", "# fmt: on"].map(str::to_owned);
    open.into_iter().chain(list).chain(close).collect()
}

/// A name as runs of digits and of other characters; digits compare by their value.
fn natural(name: &str) -> Vec<(Option<u64>, String)> {
    let characters: Vec<char> = name.chars().collect();
    let runs = characters.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let run = |run: &[char]| {
        let text: String = run.iter().collect();
        match text.parse() {
            Ok(number) => (Some(number), String::new()),
            Err(_) => (None, text),
        }
    };
    runs.map(run).collect()
}
