//! Lines as prettier breaks them.

use super::dialect::WIDTH;
use crate::render::code::calls::Calls;
use crate::render::code::expr::Expr;
use crate::render::code::print::Style;

/// Columns of a statement in a function.
pub(super) const BODY: usize = WIDTH - 2;

/// How calls and heads of functions are broken up.
pub(super) const CALLS: Calls = Calls { width: WIDTH, indent: "  ", trailing_comma: true };

/// The same within a function.
pub(super) const INNER_CALLS: Calls = Calls { width: BODY, ..CALLS };

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
    let line = format!("{start} = {};", style.text(value));
    if line.len() <= BODY || is_call(value) {
        return INNER_CALLS.of(style, "", &format!("{start} = "), value, ";");
    }
    vec![format!("{start} ="), format!("  {};", style.text(value))]
}

/// The statement that returns a value; the halves of a pair stand on lines of their own where it is too long.
pub(super) fn returned(value: &Expr, style: &Style) -> Vec<String> {
    let line = format!("return {};", style.text(value));
    match value {
        _ if line.len() <= BODY => vec![line],
        Expr::Braces(_) => apart(value, style),
        _ if is_call(value) => INNER_CALLS.of(style, "", "return ", value, ";"),
        _ => vec!["return (".to_owned(), format!("  {}", style.text(value)), ");".to_owned()],
    }
}

/// True for a call of a function by its name.
fn is_call(value: &Expr) -> bool {
    matches!(value, Expr::Call(function, _) if matches!(**function, Expr::Name(_)))
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
