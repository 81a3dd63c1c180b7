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
pub(super) fn assigned(start: &str, value: &Expr, style: &ExprStyle) -> Vec<String> {
    if is_call(value) {
        return INNER_CALLS.of(style, "", &format!("{start} = "), value, ";");
    }
    INNER_CALLS.behind("", &format!("{start} ="), &format!("{};", style.text(value)))
}

/// The statement that returns a value; a pair's halves are on separate lines if it is too long.
pub(super) fn returned(value: &Expr, style: &ExprStyle) -> Vec<String> {
    let mut line = Document::all(INNER_CALLS.indent);
    match value {
        Expr::Braces(halves) => {
            let half = |(name, half): &(Option<&str>, Expr)| {
                format!("{}: {}", name.unwrap_or(""), style.text(half))
            };
            line.text("return {").line().list(halves.iter().map(half), ",").broken(",").last(" ");
            line.text("};")
        }
        _ if is_call(value) => return INNER_CALLS.of(style, "", "return ", value, ";"),
        _ => {
            line.text("return ").broken("(").soft().open(Breaks::All, 0);
            line.append(&style.chain(value)).close().last("").broken(")").text(";")
        }
    }
    .lines(BODY)
}

/// True for a call of a function by its name.
fn is_call(value: &Expr) -> bool {
    matches!(value, Expr::Call(function, _) if matches!(**function, Expr::Name(_)))
}
