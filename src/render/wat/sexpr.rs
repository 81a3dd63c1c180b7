//! S-expressions in one line in; the same over as many lines as they need out.

/// The columns of a line.
pub(super) const WIDTH: usize = 100;

/// Breaks an expression behind its head where it is too long for its line: each operand gets a line, two columns in.
pub(super) fn pretty(text: &str, indent: usize) -> Vec<String> {
    let margin = " ".repeat(indent);
    if indent + text.len() <= WIDTH || !text.starts_with('(') {
        return vec![format!("{margin}{text}")];
    }
    let parts = parts(&text[1..text.len() - 1]);
    let atoms = parts.iter().take_while(|part| !part.starts_with('(')).count();
    let mut lines = vec![format!("{margin}({}", parts[..atoms].join(" "))];
    for part in &parts[atoms..] {
        lines.extend(pretty(part, indent + 2));
    }
    if let Some(last) = lines.last_mut() {
        last.push(')');
    }
    lines
}

/// What stands between blanks outside parentheses.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}
