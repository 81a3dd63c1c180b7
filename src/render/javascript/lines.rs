//! Lines as prettier breaks them.

use crate::render::prelude::*;

/// Columns of a line.
pub(super) const WIDTH: usize = 80;

/// Columns of a statement in a function.
pub(super) const BODY: usize = WIDTH - 2;

/// The layout of calls and heads of functions.
pub(super) const CALLS: Calls = Calls { width: WIDTH, indent: 2, ..Calls::WHOLE };

/// The layout of calls within a function.
pub(super) const INNER_CALLS: Calls = Calls { width: BODY, ..CALLS };

/// The statement `start = value;` of a function.
pub(super) fn assigned(start: &str, value: &Expr, style: &Style) -> Vec<String> {
    let text = style.text(value);
    if start.len() + " = ;".len() + text.len() <= BODY || is_call(value) {
        return INNER_CALLS.of(style, "", &format!("{start} = "), value, ";");
    }
    vec![format!("{start} ="), format!("  {text};")]
}

/// The statement that returns a value; a pair's halves are on separate lines if it is too long.
pub(super) fn returned(value: &Expr, style: &Style) -> Vec<String> {
    let text = style.text(value);
    let is_short = "return ;".len() + text.len() <= BODY;
    match value {
        Expr::Braces(halves) if !is_short => {
            let half = |(name, half): &(Option<&str>, Expr)| {
                format!("  {}: {},", name.unwrap_or(""), style.text(half))
            };
            let halves = halves.iter().map(half);
            let open = ["return {".to_owned()].into_iter();
            open.chain(halves).chain(["};".to_owned()]).collect()
        }
        _ if is_short || is_call(value) => INNER_CALLS.of(style, "", "return ", value, ";"),
        _ => {
            let lines = match value {
                Expr::Binary(operator, _) if "  ".len() + text.len() > BODY => {
                    let mut lines = style.operands(value);
                    let last = lines.len() - 1;
                    for line in &mut lines[..last] {
                        line.push(' ');
                        line.push_str(operator.text);
                    }
                    lines
                }
                _ => vec![text],
            };
            let lines = lines.iter().map(|line| format!("  {line}"));
            let open = ["return (".to_owned()].into_iter();
            open.chain(lines).chain([");".to_owned()]).collect()
        }
    }
}

/// True for a call of a function by its name.
fn is_call(value: &Expr) -> bool {
    matches!(value, Expr::Call(function, _) if matches!(**function, Expr::Name(_)))
}
