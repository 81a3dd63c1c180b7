//! A statement in; its lines out, none too long.

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// Breaks a statement that is too long before the operator that binds least, or after its `=`.
pub(super) fn fold(line: &str, width: usize) -> Vec<String> {
    if line.len() <= width {
        return vec![line.to_owned()];
    }
    let bytes = line.as_bytes();
    let mut depth = 0_usize;
    let mut best: Option<((usize, usize), usize)> = None;
    // A line that an operator begins isn't broken after it.
    let first = line.trim_start_matches([' ', '&', '|', '^', '+', '-', '*', '<', '>']);
    for at in line.len() - first.len() + 1..bytes.len().min(width) {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b' ' => {
                let binds = match (line[at + 1..].split(' ').next().unwrap_or(""), bytes[at - 1]) {
                    (_, b',') => 0,
                    ("|", _) => 1,
                    ("^", _) => 2,
                    ("&", _) => 3,
                    (">>" | "<<", _) => 4,
                    ("+" | "-", _) => 5,
                    ("*", _) => 6,
                    (_, b'=') => 7,
                    _ => continue,
                };
                if best.is_none_or(|(least, _)| (depth, binds) <= least) {
                    best = Some(((depth, binds), at));
                }
            }
            _ => {}
        }
    }
    let Some((_, at)) = best else { return vec![line.to_owned()] };
    let rest = format!("    {}", &line[at + 1..]);
    let mut lines = vec![line[..at].to_owned()];
    lines.extend(fold(&rest, width));
    lines
}
