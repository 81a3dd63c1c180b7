//! Reads the lookups in a text: products that are shifted right, with the names and the operators that they use.

use std::collections::VecDeque;

use super::slider::Key;
use super::table::Table;
use super::token::{Kind, Token};

/// The tokens before a shift that are looked at.
const BEFORE: usize = 48;

/// The tokens from a shift on that are looked at.
const BEHIND: usize = 16;

/// The most lookups that are kept.
const MOST: usize = 256;

/// What a lookup shifts by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// A number.
    Number(u64),
    /// An entry of an array or a field of this name.
    Entry(String),
    /// A variable.
    Variable,
}

/// A product that is shifted right.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    /// The line of the shift.
    pub(super) line: usize,
    /// The operator, such as `>>`.
    pub(super) operator: String,
    /// The number from which the amount is subtracted, as 64 in `>> (64 - bits)`.
    pub(super) from: Option<u64>,
    /// What it shifts by.
    pub(super) amount: Amount,
    /// The form of the key, where the lookup shows it.
    pub(super) key: Option<Key>,
    /// Whether the index is masked behind the shift, so that the sign doesn't matter.
    pub(super) is_masked: bool,
    /// The names in front of the shift: of masks, factors and variables.
    pub(super) words: Vec<String>,
}

impl Lookup {
    /// True if the lookup uses an array or a field of this name.
    pub(super) fn uses(&self, name: &str) -> bool {
        self.words.iter().any(|word| word == name)
    }

    /// True if the lookup uses one of these columns of factors: by the array's or the column's name, or by a name of magics.
    pub(super) fn uses_factors<'a>(
        &self,
        mut factors: impl Iterator<Item = (&'a Table, usize)>,
    ) -> bool {
        let is_magic = |word: &String| word.to_ascii_lowercase().contains("magic");
        let names = |(table, column): (&'a Table, usize)| {
            let mut names = table.name.iter().chain(&table.columns[column].label);
            names.any(|name| self.uses(name))
        };
        factors.any(names) || self.words.iter().any(is_magic)
    }
}

/// The lookups of a text, and the code that was read last.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader<'t> {
    recent: VecDeque<Token<'t>>,
    /// The number of tokens to read before the last shift is looked at, with the position of its operator in `recent`.
    pending: Option<(usize, usize)>,
    /// True if the text has a type of unsigned words.
    pub(super) has_unsigned: bool,
    found: Vec<Lookup>,
}

impl<'t> Reader<'t> {
    /// Takes the next token.
    pub(super) fn take(&mut self, token: &Token<'t>) {
        if token.comment || self.found.len() >= MOST {
            return;
        }
        if token.kind == Kind::Word {
            const TYPES: [&str; 7] =
                ["ULong", "ulongArrayOf", "ULongArray", "toULong", "u64", "u64x2", "StaticArray"];
            self.has_unsigned |= TYPES.contains(&token.text);
        }
        let is_shift = is_shift(token, self.recent.back());
        self.recent.push_back(*token);
        if let Some((left, at)) = &mut self.pending {
            *left -= 1;
            if *left == 0 {
                let at = *at;
                self.look(at);
            }
        } else if is_shift {
            self.pending = Some((BEHIND, self.recent.len() - 1));
        }
        if self.pending.is_none() && self.recent.len() > 4 * BEFORE {
            self.recent.drain(..3 * BEFORE);
        }
    }

    /// The lookups, and whether the text has a type of unsigned words.
    pub(super) fn finish(mut self) -> (Vec<Lookup>, bool) {
        if let Some((_, at)) = self.pending {
            self.look(at);
        }
        (self.found, self.has_unsigned)
    }

    /// Looks at the shift whose operator ends at a position.
    fn look(&mut self, at: usize) {
        self.pending = None;
        let tokens = self.recent.make_contiguous();
        let sign =
            |index: usize, sign: u8| tokens.get(index).is_some_and(|token| token.is_sign(sign));
        let mut behind = at + 1;
        let mut operator = tokens[at].text.to_owned();
        if tokens[at].kind != Kind::Word {
            ">>".clone_into(&mut operator);
            while sign(behind, b'>') {
                operator.push('>');
                behind += 1;
            }
        }
        while sign(behind, b'=') {
            behind += 1;
        }
        let first = at.saturating_sub(BEFORE);
        let before = &tokens[first..at];
        let multiplies = before.iter().rposition(|token| {
            token.is_sign(b'*')
                || token.is_word() && matches!(token.text, "wrapping_mul" | "imul" | "multiply")
        });
        let Some(product) = multiplies else { return };
        let Some((from, amount)) = amount(&tokens[behind..]) else { return };
        let words = before.iter().filter(|token| token.is_word());
        let end = (at + BEHIND).min(tokens.len());
        let ends = |token: &Token| token.is_sign(b';') || token.text == "}";
        let mut rest = tokens[behind..end].iter().take_while(|token| !ends(token));
        let lookup = Lookup {
            line: tokens[at].line as usize,
            operator,
            from,
            amount,
            key: key(&before[..product]).or_else(|| key(before)),
            is_masked: rest
                .any(|token| token.is_sign(b'&') || token.is_sign(b'%') || token.text == "and"),
            words: words.map(|token| token.text.to_owned()).collect(),
        };
        self.found.push(lookup);
    }
}

/// True for the end of a right shift's operator.
fn is_shift(token: &Token, before: Option<&Token>) -> bool {
    let is_sign = token.is_sign(b'>')
        && before.is_some_and(|before| before.is_sign(b'>') && before.line == token.line);
    is_sign || token.is_word() && matches!(token.text, "shr" | "ushr" | "SHR")
}

/// The amount behind a shift's operator, and the number from which it is subtracted.
fn amount(tokens: &[Token]) -> Option<(Option<u64>, Amount)> {
    let mut tokens = tokens.iter().skip_while(|token| token.text == "(").peekable();
    let mut from = None;
    if let Kind::Number(value) = tokens.peek()?.kind {
        tokens.next();
        let is_difference = tokens.peek().is_some_and(|sign| sign.is_sign(b'-'));
        if !is_difference {
            return Some((None, Amount::Number(value)));
        }
        tokens.next();
        from = Some(value);
        if let Kind::Number(value) = tokens.peek()?.kind {
            return Some((from, Amount::Number(value)));
        }
    }
    // Of `magics[square].shift` and `self->shift` the last name counts, of `SHIFTS[square]` the first.
    let mut name = None;
    let (mut depth, mut is_entry) = (0, false);
    for token in tokens {
        match token.kind {
            Kind::Open => {
                depth += 1;
                is_entry = true;
            }
            Kind::Close if depth == 0 => break,
            Kind::Close => depth -= 1,
            Kind::Word if depth == 0 => name = Some(token.text),
            Kind::Sign(b'.' | b'>') => is_entry = true,
            Kind::Sign(b'-' | b':' | b'&' | b'*') => {}
            _ if depth > 0 => {}
            _ => break,
        }
    }
    let name = name?.to_owned();
    Some((from, if is_entry { Amount::Entry(name) } else { Amount::Variable }))
}

/// The form of the key that the tokens in front of a shift compute: `occupied | ~mask` or `occupied & mask`.
fn key(tokens: &[Token]) -> Option<Key> {
    let is_and = |token: &Token| token.is_sign(b'&') || token.is_word() && token.text == "and";
    let is_or = |token: &Token| token.is_sign(b'|') || token.is_word() && token.text == "or";
    let is_not = |token: &&Token| {
        token.is_sign(b'~')
            || token.is_sign(b'!')
            || token.is_word() && matches!(token.text, "not" | "inv" | "complement" | "lnot")
    };
    let at = tokens.iter().rposition(|token| is_and(token) || is_or(token))?;
    if is_and(&tokens[at]) {
        return Some(Key::White);
    }
    tokens[at + 1..].iter().take(3).any(|token| is_not(&token)).then_some(Key::Black)
}
