//! The switch by piece, of C and of the languages for graphics processors.

use crate::render::prelude::*;

/// The cases of the switch. `name` gives the member of a piece, and `none` what is returned for any other member; without
/// it, any other number counts as the last piece.
pub(in crate::render) fn cases(
    choice: &Choice,
    name: impl Fn(&Enumerator) -> String,
    none: Option<&str>,
) -> Vec<String> {
    let last = choice.pieces.len().saturating_sub(1);
    let mut lines = Vec::new();
    for (at, one) in choice.pieces.iter().enumerate() {
        lines.push(format!("case {}:", name(&one.member)));
        if at == last && none.is_none() {
            lines.push("default:".to_owned());
        }
        let place = match (one.is_array, one.is_leaper) {
            (true, _) => "[square]",
            (false, true) => "(square)",
            (false, false) => "(square, occupied)",
        };
        lines.push(format!("    return {}{place};", one.lookup));
    }
    if let Some(none) = none {
        lines.extend(["default:".to_owned(), format!("    return {none};")]);
    }
    lines
}
