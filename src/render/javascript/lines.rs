//! Pieces of source in; lines as prettier breaks them out.

use super::dialect::WIDTH;

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

/// A statement of a function in lines, broken as prettier breaks it where it is too long.
pub(super) fn broken(statement: &str) -> Vec<String> {
    let whole = || vec![statement.to_owned()];
    if statement.len() + 2 <= WIDTH {
        return whole();
    }
    let (start, value) = match statement.split_once(" = ") {
        Some((name, value)) => (format!("{name} ="), value),
        None => ("return".to_owned(), statement.trim_start_matches("return ")),
    };
    let Some(value) = value.strip_suffix(';') else { return whole() };
    if let Some((function, arguments)) = call(value) {
        let arguments = arguments.into_iter().map(|argument| format!("  {argument},"));
        let head = format!("{start} {function}(");
        return [head].into_iter().chain(arguments).chain([");".to_owned()]).collect();
    }
    if start == "return" {
        return vec!["return (".to_owned(), format!("  {value}"), ");".to_owned()];
    }
    vec![start, format!("  {value};")]
}

/// The function and the arguments of what is one call.
fn call(value: &str) -> Option<(&str, Vec<&str>)> {
    let (function, rest) = value.split_once('(')?;
    let arguments = rest.strip_suffix(')')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
    if function.is_empty() || !function.chars().all(is_name) {
        return None;
    }
    let mut depth = 0;
    let mut found = Vec::new();
    let mut begin = 0;
    for (at, letter) in arguments.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(arguments[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    found.push(arguments[begin..].trim());
    Some((function, found))
}
