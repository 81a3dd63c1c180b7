//! Reads numbers in strings by the radix that stands beside each of them, as in `"1F".toULong(16)` and `hex("1F")`.

use super::number;
use super::token::{SourceToken, TokenKind};

/// The fewest successive strings with one radix that are read by it. In fewer rows, the number beside a string may be
/// something else.
const LEAST: usize = 16;

/// The radixes that stand beside strings.
const RADIXES: [i128; 5] = [2, 8, 10, 16, 36];

/// Reads strings by the radix beside them. The radix itself, and a 0 for an omitted argument before it, aren't numbers
/// of the array: they become [`TokenKind::Junk`].
pub(super) fn read(tokens: &mut [SourceToken]) {
    let is_number = |token: &SourceToken| {
        token.value().is_some() || token.quoted && token.kind == TokenKind::Junk
    };
    let numbers: Vec<usize> =
        (0..tokens.len()).filter(|at| !tokens[*at].comment && is_number(&tokens[*at])).collect();
    let mut at = 0;
    while at < numbers.len() {
        let Some((radix, width)) = pattern(tokens, &numbers[at..]) else {
            at += 1;
            continue;
        };
        let same = |rest: &&[usize]| pattern(tokens, rest) == Some((radix, width));
        let rows = numbers[at..].chunks(width);
        let starts = (at..numbers.len()).step_by(width).map(|start| &numbers[start..]);
        let count = starts.take_while(same).count();
        if count >= LEAST {
            for row in rows.take(count) {
                let digits = tokens[row[0]].text.as_bytes();
                if let Some(value) = number::parse(digits, radix, false) {
                    let token = &mut tokens[row[0]];
                    (token.kind, token.bare) = (TokenKind::Number(value), false);
                }
                for other in &row[1..] {
                    tokens[*other].kind = TokenKind::Junk;
                }
            }
        }
        at += count * width;
    }
}

/// The radix of the first number, and the count of numbers in its row: itself and up to two arguments.
fn pattern(tokens: &[SourceToken], numbers: &[usize]) -> Option<(u32, usize)> {
    let first = numbers.first().filter(|first| tokens[**first].quoted)?;
    let plain = |at: usize| numbers.get(at).map(|at| tokens[*at]).filter(|token| !token.quoted);
    let radix = |at: usize| plain(at)?.value().filter(|value| RADIXES.contains(value));
    if let Some(radix) = radix(1) {
        return Some((radix as u32, 2));
    }
    if let Some(radix) = radix(2).filter(|_| plain(1).is_some_and(|one| one.value() == Some(0))) {
        return Some((radix as u32, 3));
    }
    let next = numbers.get(1).copied().unwrap_or(tokens.len()).min(first + 8);
    let is_hex =
        |token: &SourceToken| token.is_word() && token.text.to_ascii_lowercase().contains("hex");
    let near = first.saturating_sub(2)..next;
    tokens[near].iter().any(is_hex).then_some((16, 1))
}
