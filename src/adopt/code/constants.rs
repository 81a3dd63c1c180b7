//! Finds the definitions of constants and the members of enumerations in a source.

use std::ops::Range;

use crate::adopt::types::places;

/// Words of declarations whose value doesn't change.
const CONSTANT: [&str; 5] = ["const", "constexpr", "final", "readonly", "enum"];

/// The place of the value of a constant or a macro that is defined at a place.
pub(super) fn defined(text: &str, at: usize, name: &str) -> Option<Range<usize>> {
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end_of_line = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let behind = at + name.len();
    let before = text[line..at].trim_start();
    if before.trim_start_matches(['#', ' ']).trim() == "define" && before.starts_with('#') {
        return text[behind..].starts_with([' ', '\t']).then_some(behind..end_of_line);
    }
    let start = text[line..at].rfind([';', '{', '}']).map_or(line, |at| line + at + 1);
    let words = &text[start..at];
    let has = |word: &str| places(words, word).next().is_some();
    // Rust's `static` doesn't change either; elsewhere a static variable may.
    let is_static = has("static") && !has("mut") && text[behind..].trim_start().starts_with(':');
    let is_constant =
        (is_static || CONSTANT.iter().any(|word| has(word))) && !words.contains(['=', '(']);
    let equals = behind + text[behind..end_of_line].find('=')?;
    let between = text[behind..equals].trim();
    let is_value = !text[equals + 1..].starts_with('=')
        && (between.is_empty() || between.starts_with(':') || !between.contains(['[', '(', '.']));
    let end = text[equals..].find([';', '\n']).map_or(text.len(), |end| equals + end);
    (is_constant && is_value).then_some(equals + 1..end)
}

/// The number of the member of an enumeration that is named at a place.
pub(super) fn enumerated(text: &str, at: usize) -> Option<u64> {
    let (mut depth, mut open) = (0_usize, None);
    for (place, c) in text[..at].char_indices().rev().take(LONGEST_ENUMERATION) {
        match c {
            '}' | ')' => depth += 1,
            '{' | '(' if depth == 0 => {
                open = Some(place);
                break;
            }
            '{' | '(' => depth -= 1,
            ';' => return None,
            _ => {}
        }
    }
    let open = open?;
    let start = text[..open].rfind([';', '}', '\n']).map_or(0, |at| at + 1);
    let head = text[start..open].trim();
    let is_enumeration = places(head, "enum").next().is_some() && text[open..].starts_with('{');
    let before = &text[open + 1..at];
    if head == "const"
        && before.trim_start().lines().next().is_some_and(|line| {
            let first = line.trim_end();
            first.ends_with("= iota")
        })
    {
        let lines = before.trim_start().lines().filter(|line| !line.trim().is_empty());
        return Some(lines.count() as u64);
    }
    let first = before.trim_start();
    if head == "const"
        && first.is_empty()
        && text[at..].lines().next()?.trim_end().ends_with("= iota")
    {
        return Some(0);
    }
    if !is_enumeration || before.contains(['=', '(']) {
        return None;
    }
    let behind = text[at..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let is_member = behind.trim_start().starts_with([',', '}']);
    is_member.then(|| before.matches(',').count() as u64)
}

/// The most bytes between the beginning of an enumeration and a member.
const LONGEST_ENUMERATION: usize = 2000;
