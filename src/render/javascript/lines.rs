//! Lines as prettier breaks them.

use super::dialect::WIDTH;
use crate::render::code::expr::Expr;
use crate::render::code::print::Style;

/// Columns of a statement in a function.
pub(super) const BODY: usize = WIDTH - 2;

/// `start(items)end`, on one line where it fits behind `margin`, else an item a line.
pub(super) fn list(start: &str, items: &[String], end: &str, margin: &str) -> String {
    let line = format!("{start}({}){end}", items.join(", "));
    if margin.len() + line.len() <= WIDTH {
        return line;
    }
    let items = items.join(&format!(",\n{margin}  "));
    format!("{start}(\n{margin}  {items},\n{margin}){end}")
}

/// A comment's lines with its marks.
pub(super) fn comment(lines: &[String]) -> String {
    if let [only] = lines
        && only.len() + "/**  */".len() <= WIDTH
    {
        return format!("/** {only} */");
    }
    let line = |line: &String| format!(" * {line}").trim_end().to_owned();
    let lines: Vec<String> = lines.iter().map(line).collect();
    format!("/**\n{}\n */", lines.join("\n"))
}

/// The statement `start = value;` of a function, broken as prettier breaks it where it is too long.
pub(super) fn assigned(start: &str, value: &Expr, style: &Style) -> Vec<String> {
    let start = format!("{start} =");
    let line = format!("{start} {};", style.text(value));
    match value {
        _ if line.len() <= BODY => vec![line],
        Expr::Call(function, arguments) if matches!(**function, Expr::Name(_)) => {
            called(&start, function, arguments, style)
        }
        _ => vec![start, format!("  {};", style.text(value))],
    }
}

/// The statement that returns a value; the halves of a pair stand on lines of their own where it is too long.
pub(super) fn returned(value: &Expr, style: &Style) -> Vec<String> {
    let line = format!("return {};", style.text(value));
    match value {
        _ if line.len() <= BODY => vec![line],
        Expr::Call(function, arguments) if matches!(**function, Expr::Name(_)) => {
            called("return", function, arguments, style)
        }
        Expr::Braces(_) => apart(value, style),
        _ => vec!["return (".to_owned(), format!("  {}", style.text(value)), ");".to_owned()],
    }
}

/// The statement that returns a pair, with a line for each half; any other value is returned on one line.
pub(super) fn apart(value: &Expr, style: &Style) -> Vec<String> {
    let Expr::Braces(halves) = value else { return vec![format!("return {};", style.text(value))] };
    let half = |(name, half): &(Option<&str>, Expr)| {
        format!("  {}: {},", name.unwrap_or(""), style.text(half))
    };
    let halves = halves.iter().map(half);
    ["return {".to_owned()].into_iter().chain(halves).chain(["};".to_owned()]).collect()
}

fn called(start: &str, function: &Expr, arguments: &[Expr], style: &Style) -> Vec<String> {
    let head = format!("{start} {}(", style.text(function));
    let arguments = arguments.iter().map(|argument| format!("  {},", style.text(argument)));
    [head].into_iter().chain(arguments).chain([");".to_owned()]).collect()
}
