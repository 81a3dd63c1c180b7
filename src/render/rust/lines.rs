//! Breaks lines as rustfmt does.
//!
//! Only lines that the user's names can make too long are handled; all others fit as the templates have them.

use crate::render::prelude::*;

/// Columns of a line, rustfmt's default `max_width`.
pub(super) const WIDTH: usize = 100;

/// Columns of a call's arguments in one line, rustfmt's default `fn_call_width`.
pub(super) const ARGUMENTS: usize = 60;

/// Parameters and arguments, one a line if they don't fit.
pub(super) const CALLS: Calls = Calls { width: WIDTH, ..Calls::WHOLE };

/// A function's head, to its opening brace.
pub(super) fn signature(
    margin: &str,
    head: &str,
    parameters: &[impl AsRef<str>],
    result: &str,
) -> String {
    CALLS.lines(margin, head, parameters, &format!("{result} {{")).join("\n")
}

/// `left = value;`, on two lines if one of this width is too short.
pub(super) fn assignment(left: &str, value: &str, width: usize) -> Vec<String> {
    Calls { width, ..CALLS }.behind("", &format!("{left} ="), &format!("{value};"))
}

/// A call as a statement.
pub(super) fn call(margin: &str, function: &str, arguments: &[String]) -> String {
    let width = WIDTH.min(margin.len() + function.len() + "();".len() + ARGUMENTS);
    Calls { width, ..CALLS }.lines(margin, function, arguments, ";").join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_break_lines_where_rustfmt_does() {
        let long = "x".repeat(70);
        assert_eq!(
            signature("", &format!("fn {long}"), &["square: usize", "occupied: u64"], " -> u64"),
            format!("fn {long}(\n    square: usize,\n    occupied: u64,\n) -> u64 {{")
        );
        assert_eq!(assignment("let mask", "M[s]", WIDTH), ["let mask = M[s];"]);
        assert_eq!(assignment(&long, &long, WIDTH), [format!("{long} ="), format!("    {long};")]);
        assert_eq!(
            call("    ", "fill", &[long.clone(), "b".to_owned()]),
            format!("    fill(\n        {long},\n        b,\n    );")
        );
    }
}
