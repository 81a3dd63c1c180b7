//! Words of Rust in; lines broken as rustfmt breaks them out.
//!
//! Only what names of the user can make too long is looked at; the rest fits as it stands in the templates.

/// Columns of a line, rustfmt's default `max_width`.
pub(super) const WIDTH: usize = 100;

/// Columns of a call's arguments in one line, rustfmt's default `fn_call_width`.
pub(super) const ARGUMENTS: usize = 60;

/// A function's head, to its opening brace.
pub(super) fn signature(head: &str, parameters: &[String], result: &str) -> String {
    let line = format!("{head}({}){result} {{", parameters.join(", "));
    if line.len() <= WIDTH {
        return line;
    }
    let indent = &head[..head.len() - head.trim_start().len()];
    format!("{head}(\n{}{indent}){result} {{", one_a_line(indent, parameters))
}

/// `left = value;`, on two lines where one is too short.
pub(super) fn assignment(indent: &str, left: &str, value: &str) -> String {
    let line = format!("{indent}{left} = {value};");
    if line.len() <= WIDTH { line } else { format!("{indent}{left} =\n{indent}    {value};") }
}

/// A call as a statement.
pub(super) fn call(indent: &str, function: &str, arguments: &[String]) -> String {
    let list = arguments.join(", ");
    let line = format!("{indent}{function}({list});");
    if list.len() <= ARGUMENTS && line.len() <= WIDTH {
        return line;
    }
    format!("{indent}{function}(\n{}{indent});", one_a_line(indent, arguments))
}

fn one_a_line(indent: &str, words: &[String]) -> String {
    words.iter().fold(String::new(), |text, word| text + indent + "    " + word + ",\n")
}

/// Operands joined by an operator, in one line or one a line.
pub(super) fn joined(indent: &str, operands: &[String], operator: &str) -> String {
    let line = format!("{indent}{}", operands.join(&format!(" {operator} ")));
    if line.len() <= WIDTH {
        return line;
    }
    format!("{indent}{}", operands.join(&format!("\n{indent}    {operator} ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_break_lines_where_rustfmt_does() {
        let long = "x".repeat(70);
        let parameters = ["square: usize".to_owned(), "occupied: u64".to_owned()];
        assert_eq!(
            signature(&format!("fn {long}"), &parameters, " -> u64"),
            format!("fn {long}(\n    square: usize,\n    occupied: u64,\n) -> u64 {{")
        );
        assert_eq!(assignment("    ", "let mask", "M[s]"), "    let mask = M[s];");
        assert_eq!(
            call("    ", "fill", &[long.clone(), "b".to_owned()]),
            format!("    fill(\n        {long},\n        b,\n    );")
        );
        assert_eq!(
            joined("    ", &[long.clone(), long.clone()], "|"),
            format!("    {long}\n        | {long}")
        );
    }
}
