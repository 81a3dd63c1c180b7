//! Finds the pairs of brackets in a text, with the name that stands before each.

use super::token::{SourceToken, TokenKind};

/// An item directly inside a pair of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BracketItem {
    /// A number, as the position of its token.
    Number(usize),
    /// A pair of brackets with more than one number, as its position in the list of groups.
    Group(usize),
}

/// A pair of brackets.
#[derive(Clone, Debug)]
pub(super) struct Brackets {
    /// The position of the opening token.
    pub(super) open: usize,
    /// The position of the closing token, or the number of tokens if there is none.
    pub(super) close: usize,
    /// The items inside. Brackets around a single number, as in a call, count as that number.
    pub(super) items: Vec<BracketItem>,
}

impl Brackets {
    /// The positions of the tokens of all numbers inside, at any depth.
    pub(super) fn numbers(&self, tokens: &[SourceToken]) -> Vec<usize> {
        (self.open..self.close).filter(|index| tokens[*index].value().is_some()).collect()
    }
}

/// Finds all pairs of brackets, inner ones first. Any closing bracket closes the last open one, of whatever kind.
/// Records outside brackets with commas between them, as in an SQL `INSERT`, are a group, too.
pub(super) fn groups(tokens: &[SourceToken]) -> Vec<Brackets> {
    let mut done: Vec<Brackets> = Vec::new();
    let mut open: Vec<Brackets> = Vec::new();
    let mut records: Vec<BracketItem> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.comment {
            continue;
        }
        match token.kind {
            TokenKind::Open => open.push(Brackets { open: index, close: index, items: Vec::new() }),
            TokenKind::Close => {
                let before = done.len();
                close(index, &mut open, &mut done);
                if open.is_empty() && done.len() > before {
                    records.push(BracketItem::Group(done.len() - 1));
                    if !token.comma {
                        join_records(&mut records, &mut done);
                    }
                }
            }
            TokenKind::Number(_) | TokenKind::Negative(_) => {
                if let Some(group) = open.last_mut() {
                    group.items.push(BracketItem::Number(index));
                }
            }
            _ => {}
        }
    }
    while !open.is_empty() {
        close(tokens.len(), &mut open, &mut done);
    }
    join_records(&mut records, &mut done);
    done
}

/// Makes records outside brackets a group, if there are as many as an array has rows.
fn join_records(records: &mut Vec<BracketItem>, done: &mut Vec<Brackets>) {
    let items = std::mem::take(records);
    let (Some(BracketItem::Group(first)), Some(BracketItem::Group(last)), true) =
        (items.first(), items.last(), matches!(items.len(), 64..=65 | 128..=130))
    else {
        return;
    };
    let (open, close) = (done[*first].open, done[*last].close);
    done.push(Brackets { open, close, items });
}

fn close(index: usize, open: &mut Vec<Brackets>, done: &mut Vec<Brackets>) {
    let Some(mut group) = open.pop() else { return };
    group.close = index;
    let item = match group.items.as_slice() {
        [] => return,
        [only] => *only,
        _ => {
            done.push(group);
            BracketItem::Group(done.len() - 1)
        }
    };
    if let Some(parent) = open.last_mut() {
        parent.items.push(item);
    }
}

/// The tokens, with the lengths of arrays turned into [`TokenKind::Junk`]: `magics[64] = {`, `[u64; 64]`, `array[0..63] of`.
/// The index of an element that is assigned a number, as in `magics[5] = 0x12`, stays a number.
pub(super) fn without_sizes<'t>(tokens: &[SourceToken<'t>]) -> Vec<SourceToken<'t>> {
    let mut tokens = tokens.to_vec();
    let code: Vec<usize> = (0..tokens.len()).filter(|index| !tokens[*index].comment).collect();
    for (at, open) in code.iter().enumerate() {
        if tokens[*open].text != "[" {
            continue;
        }
        let inside = code[at + 1..].iter().take(8);
        let Some(length) = inside
            .clone()
            .position(|index| matches!(tokens[*index].kind, TokenKind::Open | TokenKind::Close))
        else {
            continue;
        };
        let close = at + 1 + length;
        let inside: Vec<usize> = inside.take(length).copied().collect();
        let numbers = inside.iter().filter(|index| tokens[**index].value().is_some()).count();
        let is_large = |index: &usize| tokens[*index].value().is_some_and(|value| value > 1 << 20);
        let plain = tokens[code[close]].text == "]"
            && (1..=2).contains(&numbers)
            && !inside.iter().any(|index| is_large(index) || tokens[*index].comma);
        let behind = |steps: usize| code.get(close + steps).map(|index| tokens[*index]);
        let before = at.checked_sub(1).map(|before| tokens[code[before]]);
        let of_name = before.is_some_and(|token| {
            !token.comma && (token.kind == TokenKind::Word || matches!(token.text, "]" | ")"))
        });
        let is_given = behind(1).is_some_and(|token| token.is_sign(b'=') || token.is_sign(b':'))
            && !tokens[code[close]].comma
            && behind(2).is_some_and(|token| {
                token.value().is_some() || token.kind == TokenKind::Word || token.is_sign(b'-')
            });
        let of_type = inside.iter().any(|index| tokens[*index].is_sign(b';'))
            || behind(1).is_some_and(|token| {
                !tokens[code[close]].comma
                    && token.line == tokens[code[close]].line
                    && (token.kind == TokenKind::Word || token.text == "{")
            });
        if plain && !is_given && (of_name || of_type) {
            for index in inside {
                if tokens[index].value().is_some() {
                    tokens[index].kind = TokenKind::Junk;
                }
            }
        }
    }
    tokens
}

/// The name of the array that opens at a token, if the same line or the line before has it.
pub(super) fn name<'t>(tokens: &[SourceToken<'t>], open: usize) -> Option<&'t str> {
    let open = called(tokens, open);
    let line = tokens.get(open)?.line;
    let mut statement: Vec<&SourceToken<'t>> = Vec::new();
    let mut depth = 0;
    for token in tokens[..open].iter().rev().filter(|token| !token.comment) {
        // A line that doesn't end in `=` is another statement, unless the bracket stands alone on its line.
        let earlier = statement.last().is_some_and(|last| last.line > token.line);
        if depth == 0 && earlier && !statement.iter().all(|token| token.is_sign(b'=')) {
            break;
        }
        if depth == 0 && token.comma {
            break;
        }
        match token.kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open if depth == 0 => break,
            TokenKind::Open => depth -= 1,
            _ if depth > 0 => {}
            TokenKind::Sign(b';' | b',' | b'}') => break,
            _ if token.line + 1 < line => break,
            TokenKind::Number(_) | TokenKind::Negative(_) | TokenKind::Long | TokenKind::Junk => {
                break;
            }
            _ => statement.push(token),
        }
    }
    statement.reverse();
    // SQL names the table before the columns and `VALUES`.
    let into = statement.iter().position(|token| token.text.eq_ignore_ascii_case("into"));
    if let Some(table) = into.and_then(|into| statement.get(into + 1)).filter(|name| name.is_word())
    {
        return Some(table.text);
    }
    let equals = statement.iter().position(|token| token.is_sign(b'='));
    let mut before = &statement[..equals.unwrap_or(statement.len())];
    let colon = before.iter().enumerate().position(|(at, token)| {
        let double = |near: Option<&&SourceToken>| near.is_some_and(|near| near.is_sign(b':'));
        token.is_sign(b':')
            && !double(before.get(at + 1))
            && (at == 0 || !double(before.get(at - 1)))
    });
    if let Some(colon) = colon {
        before = &before[..colon];
    }
    before.iter().rev().find(|token| token.is_word()).map(|token| token.text)
}

/// The position of the bracket of the call around an array, as in `= new Uint32Array([`, `= np.array([` and
/// `= rows(&ATTACKS, [`. The array's own bracket if no call is assigned, or if other arguments than names come first.
fn called(tokens: &[SourceToken], open: usize) -> usize {
    let is_argument = |token: &&SourceToken| token.is_word() || token.is_sign(b'&');
    let names = match tokens[..open].last() {
        Some(last) if last.comma => tokens[..open].iter().rev().take_while(is_argument).count(),
        _ => 0,
    };
    let call = (open - names).checked_sub(1).filter(|at| tokens[*at].text == "(");
    let Some(call) = call else { return open };
    let is_callee =
        |token: &&SourceToken| token.is_word() || token.is_sign(b'.') || token.is_sign(b':');
    let callee = tokens[..call].iter().rev().take_while(is_callee).count();
    let equals = (call - callee).checked_sub(1).map(|at| &tokens[at]);
    if callee > 0 && equals.is_some_and(|token| token.is_sign(b'=')) { call } else { open }
}

/// The word with a colon or an equals sign that stands before a number outside brackets, as in `rook: 0x12, 0x34`.
pub(super) fn label_before<'t>(tokens: &[SourceToken<'t>], number: usize) -> Option<&'t str> {
    let mut before = tokens[..number].iter().rev().filter(|token| !token.comment);
    let sign = before.next().filter(|sign| sign.is_sign(b':') || sign.is_sign(b'='))?;
    let word = before.find(|token| !token.is_sign(b':'))?;
    (word.is_word() && word.line == sign.line).then_some(word.text)
}

#[cfg(test)]
mod tests {
    use super::super::scan::scan;
    use super::super::syntax::guessed_syntax;
    use super::*;

    fn outer(text: &str) -> (Option<String>, usize) {
        let mut tokens = Vec::new();
        scan(text, &guessed_syntax(text, &[]), |part| tokens.extend_from_slice(part));
        let groups = groups(&tokens);
        let group = groups.last().unwrap();
        (name(&tokens, group.open).map(str::to_owned), group.items.len())
    }

    #[test]
    fn arrays_are_found_with_their_names() {
        for (text, wanted) in [
            ("static const U64 RMagic[64] = {C64(0x1), C64(0x2)};", "RMagic"),
            ("int x = 5;\nstatic const U64 RMagic[64] =\n{ 1, 2 }", "RMagic"),
            ("pub static ROOK: &[std::Magic; 64] = &[1, 2];", "ROOK"),
            ("final long magics[] = new long[] {1, 2", "magics"),
            ("var rook = [64]uint64{1, 2}", "rook"),
            ("factor = [\n 1, 2]", "factor"),
            ("factor = [1, 2]\nshift = [3, 4]", "shift"),
            ("piece = \"rook\"\nfactor = [1, 2]", "factor"),
            ("const Rook: array[0..63] of QWord = (1, 2);", "Rook"),
            ("export const ROOK = new Uint32Array([1, 2", "ROOK"),
            ("rook = np.array([1, 2", "rook"),
            ("static ROWS: [&[u64; 4096]; 64] = rows(&ATTACKS, [1, 2", "ROWS"),
            ("{\"rook\": [1, 2]", "rook"),
        ] {
            let (name, items) = outer(text);
            let items = if text.starts_with('{') { 2 } else { items };
            assert_eq!((name.as_deref(), items), (Some(wanted), 2), "{text}");
        }
    }

    #[test]
    fn brackets_that_do_not_match_are_survived() {
        assert_eq!(outer(")]} [1, 2 (3, 4) ]]] {{{5, 6").1, 2);
    }
}
