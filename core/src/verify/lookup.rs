//! Reads the lookups in a text: products that are shifted right, with the names and the operators that they use.

use std::collections::VecDeque;

use super::probe::{MOST_BITS, WIDEST_BITS};
use super::slider::Key;
use super::table::Table;
use super::token::{Kind, Token};

/// The tokens before a shift that are looked at.
const BEFORE: usize = 48;

/// The tokens from a shift on that are looked at.
const BEHIND: usize = 16;

/// The most lookups that are kept.
const MOST: usize = 256;

/// The most computed shifts of keys that are kept.
const MOST_STEPS: usize = 4;

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

    /// The index bits that a shift by a number leaves.
    pub(super) fn bits(&self) -> Option<u64> {
        let Amount::Number(amount) = self.amount else { return None };
        64_u64.checked_sub(self.from.map_or(Some(amount), |from| from.checked_sub(amount))?)
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

/// The most index bits that lookups leave, at least the usual number.
pub(super) fn most_bits(lookups: &[Lookup]) -> u8 {
    let bits = lookups.iter().filter_map(|lookup| u8::try_from(lookup.bits()?).ok());
    bits.filter(|bits| (MOST_BITS..=WIDEST_BITS).contains(bits)).max().unwrap_or(MOST_BITS)
}

/// The lookups of a text, and the code that was read last.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader<'t> {
    recent: VecDeque<Token<'t>>,
    /// The positions in `recent` of the operators of shifts that are looked at once the tokens behind them are read.
    pending: VecDeque<usize>,
    /// True if the text has a type of unsigned words.
    has_unsigned: bool,
    steps: Steps,
    found: Vec<Lookup>,
}

/// The steps between keys and their multiplication that a text computes without an array.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    /// True for `key ^= key >> 32`.
    pub(super) folds: bool,
    /// For each `>> (square & 7)` and its like, the amounts by square, without those that are 64 and more.
    pub(super) shifts: Vec<[u8; 64]>,
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
        let at = self.recent.len() - 1;
        // The third sign of `>>>` ends no other shift.
        if is_shift && self.pending.back().is_none_or(|before| before + 1 < at) {
            self.pending.push_back(at);
        }
        if self.pending.front().is_some_and(|first| first + BEHIND <= at) {
            self.look();
        }
        if self.recent.len() > 4 * BEFORE {
            self.recent.drain(..2 * BEFORE);
            self.pending.iter_mut().for_each(|at| *at -= 2 * BEFORE);
        }
    }

    /// The lookups, the steps before their multiplications, and whether the text has a type of unsigned words.
    pub(super) fn finish(mut self) -> (Vec<Lookup>, Steps, bool) {
        while !self.pending.is_empty() {
            self.look();
        }
        (self.found, self.steps, self.has_unsigned)
    }

    /// Looks at the first of the pending shifts.
    fn look(&mut self) {
        let Some(at) = self.pending.pop_front() else { return };
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
        self.steps.folds |= folds(before, &tokens[behind..]);
        if self.steps.shifts.len() < MOST_STEPS
            && let Some(shifts) = computed(&tokens[behind..])
            && !self.steps.shifts.contains(&shifts)
        {
            self.steps.shifts.push(shifts);
        }
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

/// True for `key ^= key >> 32` and `key ^ (key >> 32)`, if `before` ends within the shift's operator and `behind` begins
/// after it.
fn folds(before: &[Token], behind: &[Token]) -> bool {
    if !matches!(amount(behind), Some((None, Amount::Number(32)))) {
        return false;
    }
    let is_xor = |token: &&Token| {
        token.is_sign(b'^') || token.is_word() && matches!(token.text, "xor" | "XOR")
    };
    let mut left = before.iter().rev().skip_while(|token| token.is_sign(b'>'));
    let Some(key) = left.next().filter(|token| token.is_word()) else { return false };
    let mut left = left.skip_while(|token| token.text == "(" || token.is_sign(b'='));
    left.next().is_some_and(|token| is_xor(&token))
        && left.next().is_some_and(|token| token.is_word() && token.text == key.text)
}

/// The amounts by square of a shift whose operator `(square & 7)` or its like follows.
fn computed(behind: &[Token]) -> Option<[u8; 64]> {
    let [open, square, rest @ ..] = behind else { return None };
    let end = rest.iter().position(|token| token.kind == Kind::Close)?;
    let [operator @ .., number] = &rest[..end] else { return None };
    let number = u64::try_from(number.value()?).ok().filter(|number| (1..64).contains(number))?;
    let amount = |square: u64| match operator {
        [one] if one.is_sign(b'&') || one.text == "and" => Some(square & number),
        [one] if one.is_sign(b'%') || one.text == "mod" => Some(square % number),
        [one] if one.is_sign(b'/') => Some(square / number),
        [one, other] if one.is_sign(b'>') && other.is_sign(b'>') => Some(square >> number),
        _ => None,
    };
    if open.text != "(" || !square.is_word() {
        return None;
    }
    let mut amounts = [0; 64];
    for (at, entry) in (0..).zip(&mut amounts) {
        *entry = amount(at)? as u8;
    }
    Some(amounts)
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
