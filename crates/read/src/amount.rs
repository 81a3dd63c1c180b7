//! Tells the shift amounts that are computed in a way that isn't understood: `>> (52 + x)`, `>> (shifts[square] + 1)`.

use super::constants::computed;
use super::lookup::shown;
use super::token::{SourceToken, TokenKind};

/// The expression of a shift amount that isn't understood; `None` for a number, an entry, a variable, or one of these
/// subtracted from a number. `behind` and `resolved` are the tokens behind the operator, with names of constants and
/// with their numbers; `before` are those in front of it, where a variable may be assigned.
pub(super) fn unread(
    before: &[SourceToken],
    behind: &[SourceToken],
    resolved: &[SourceToken],
) -> Option<String> {
    let inside = group(resolved);
    let content = inside.map_or(&resolved[..resolved.len().min(1)], |end| &resolved[1..=end]);
    if let [one] = content {
        let next = resolved.get(inside.map_or(1, |end| end + 2));
        let is_path =
            |next: &SourceToken| next.text == "[" || next.text == "(" || next.is_sign(b'.');
        let is_variable = one.is_word() && (inside.is_some() || !next.is_some_and(is_path));
        return is_variable.then(|| assigned(before, one.text)).flatten();
    }
    let is_unread = inside.is_some() && computed(content, &|_| None).is_none() && is_odd(content);
    is_unread.then(|| shown(&behind[1..=content.len()]))
}

/// The position of the last token inside parentheses that begin some tokens.
fn group(tokens: &[SourceToken]) -> Option<usize> {
    if tokens.first()?.text != "(" {
        return None;
    }
    let mut depth = 0;
    let close = tokens.iter().position(|token| {
        depth +=
            i32::from(token.kind == TokenKind::Open) - i32::from(token.kind == TokenKind::Close);
        depth == 0
    })?;
    close.checked_sub(1).filter(|end| *end > 0)
}

/// The expression that a variable is assigned, if it isn't understood.
fn assigned(before: &[SourceToken], name: &str) -> Option<String> {
    let sign = |at: usize, sign: u8| before.get(at).is_some_and(|token| token.is_sign(sign));
    let is_assigned =
        |at: &usize| before[*at].text == name && sign(at + 1, b'=') && !sign(at + 2, b'=');
    let from = (0..before.len()).rev().find(is_assigned)? + 2;
    let rest = &before[from..];
    let line = rest.first()?.line;
    let ends = |token: &SourceToken| token.is_sign(b';') || token.line > line;
    let expression = &rest[..rest.iter().position(ends)?];
    let is_unread = computed(expression, &|_| None).is_none() && is_odd(expression);
    is_unread.then(|| shown(expression))
}

/// Whether an expression has another operator than a number's minus at its beginning. Indices and arguments of calls don't
/// count.
fn is_odd(tokens: &[SourceToken]) -> bool {
    let mut inside: Vec<bool> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &tokens[at]);
        let is_operand = |token: &&SourceToken| {
            matches!(token.kind, TokenKind::Word | TokenKind::Number(_) | TokenKind::Close)
        };
        let is_binary = before.as_ref().is_some_and(is_operand);
        let next_is = |sign: u8| tokens.get(at + 1).is_some_and(|next| next.is_sign(sign));
        let is_of_number = at == 1 && matches!(tokens[0].kind, TokenKind::Number(_));
        match token.kind {
            TokenKind::Open => inside.push(token.text == "[" || is_binary),
            TokenKind::Close => {
                inside.pop();
            }
            _ if inside.contains(&true) || !is_binary => {}
            TokenKind::Sign(b'+' | b'/' | b'%' | b'*' | b'&' | b'|') => return true,
            TokenKind::Sign(b'^') if !next_is(b'.') => return true,
            TokenKind::Sign(b'?') if tokens[at..].iter().any(|token| token.is_sign(b':')) => {
                return true;
            }
            TokenKind::Sign(b'-') if !next_is(b'>') && !is_of_number => return true,
            TokenKind::Negative(_) if !is_of_number => return true,
            _ => {}
        }
    }
    false
}
