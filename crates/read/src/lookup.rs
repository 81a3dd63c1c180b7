//! Reads the lookups in a text: products that are shifted right, with the names and the operators that they use.

use std::collections::VecDeque;

use super::amount;
use super::constants::{Constants, LONGEST, by_square};
use super::probe::{MOST_BITS, WIDEST_BITS};
use super::slider::MultipliedKey;
use super::table::SourceTable;
use super::token::{SourceToken, TokenKind};

/// The number of tokens before a shift that are examined.
const BEFORE: usize = 48;

/// The number of tokens from a shift on that are examined.
const BEHIND: usize = 16;

/// The most lookups that are kept.
const MOST: usize = 256;

/// The most computed shifts of keys, and the most computed choices of factors, that are kept.
pub(super) const MOST_STEPS: usize = 4;

/// The shift amount of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// A number.
    Number(u64),
    /// An entry of an array or a field, by its name; or a number computed from the square, by its expression.
    Entry(String),
    /// A variable.
    Variable(String),
    /// An expression that isn't understood.
    Unread,
}

/// A product that is shifted right.
#[derive(Clone, Debug)]
pub(super) struct SourceLookup {
    /// The line of the shift.
    pub(super) line: usize,
    /// The operator, such as `>>`.
    pub(super) operator: String,
    /// The number from which the amount is subtracted, as 64 in `>> (64 - bits)`.
    pub(super) from: Option<u64>,
    /// The shift amount.
    pub(super) amount: Amount,
    /// The form of the key, where the lookup shows it.
    pub(super) key: Option<MultipliedKey>,
    /// Whether the index is masked behind the shift, so that the sign doesn't matter.
    pub(super) is_masked: bool,
    /// The names in front of the shift: masks, factors and variables.
    pub(super) words: Vec<String>,
}

impl SourceLookup {
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
        mut factors: impl Iterator<Item = (&'a SourceTable, usize)>,
    ) -> bool {
        let is_magic = |word: &String| word.to_ascii_lowercase().contains("magic");
        let names = |(table, column): (&'a SourceTable, usize)| {
            let mut names = table.name.iter().chain(&table.columns[column].label);
            names.any(|name| self.uses(name))
        };
        factors.any(names) || self.words.iter().any(is_magic)
    }
}

/// The most index bits that lookups leave, at least the usual number.
pub(super) fn most_bits(lookups: &[SourceLookup]) -> u8 {
    let bits = lookups.iter().filter_map(|lookup| u8::try_from(lookup.bits()?).ok());
    bits.filter(|bits| (MOST_BITS..=WIDEST_BITS).contains(bits)).max().unwrap_or(MOST_BITS)
}

/// The lookups of a text, and the code that was read last.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader<'t> {
    recent: VecDeque<SourceToken<'t>>,
    /// The positions in `recent` of shift operators that are examined once the tokens behind them are read.
    pending: VecDeque<usize>,
    pub(super) constants: Constants<'t>,
    /// True if the text has a type of unsigned words.
    has_unsigned: bool,
    steps: ComputedSteps,
    found: Vec<SourceLookup>,
}

/// The steps that lookups compute instead of reading an array.
#[derive(Clone, Debug, Default)]
pub(super) struct ComputedSteps {
    /// True for `key ^= key >> 32` before the multiplication.
    pub(super) folds: bool,
    /// The amounts by square of each computed shift of a key, for example `>> (square & 7)`.
    pub(super) shifts: Vec<[u8; 64]>,
    /// The amounts by square of each computed shift of a product, for example `>> (52 + (square & 1))`.
    pub(super) amounts: Vec<ComputedNumber>,
    /// The array's entries by square of each computed index, for example `[square >> 3]`.
    pub(super) choices: Vec<ComputedNumber>,
    /// The steps that weren't understood.
    pub(super) unread: Vec<Unread>,
}

/// Numbers that a text computes from the square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ComputedNumber {
    /// The expression.
    pub(super) text: String,
    /// The line of the expression.
    pub(super) line: u32,
    /// The number of each square.
    pub(super) values: [u8; 64],
}

/// A step of a lookup that wasn't understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unread {
    /// The line of the step.
    pub(super) line: usize,
    /// The key that it changes; `None` for the shift of a product.
    pub(super) key: Option<String>,
    /// The step.
    pub(super) text: String,
}

impl<'t> Reader<'t> {
    /// Takes the next token.
    pub(super) fn take(&mut self, token: &SourceToken<'t>) {
        if token.comment || self.found.len() >= MOST {
            return;
        }
        if token.kind == TokenKind::Word {
            const TYPES: [&str; 7] =
                ["ULong", "ulongArrayOf", "ULongArray", "toULong", "u64", "u64x2", "StaticArray"];
            self.has_unsigned |= TYPES.contains(&token.text);
        }
        let is_shift = is_shift(token, self.recent.back());
        self.constants.take(token);
        if token.text == "]" {
            self.choice();
        }
        self.recent.push_back(*token);
        let at = self.recent.len() - 1;
        // The third sign of `>>>` doesn't end a second shift.
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
    pub(super) fn finish(mut self) -> (Vec<SourceLookup>, ComputedSteps, bool) {
        while !self.pending.is_empty() {
            self.look();
        }
        // A constant may be defined behind the lookup.
        for lookup in &mut self.found {
            if let Amount::Variable(name) = &lookup.amount
                && let Some(value) = self.constants.value(name)
            {
                lookup.amount = Amount::Number(value);
            }
        }
        (self.found, self.steps, self.has_unsigned)
    }

    /// Reads the index of an array whose closing bracket comes next, if it is computed from the square: `[square >> 3]`.
    fn choice(&mut self) {
        let inside = self.recent.iter().rev().take(LONGEST + 1);
        let Some(length) = inside.clone().position(|token| token.text == "[") else { return };
        let has_name = self.recent.iter().rev().nth(length + 1).is_some_and(SourceToken::is_word);
        if length < 3 || !has_name || self.steps.choices.len() >= MOST_STEPS {
            return;
        }
        let mut inside: Vec<SourceToken> = inside.take(length).copied().collect();
        inside.reverse();
        let Some(values) = by_square(&inside, &self.constants) else { return };
        let text = shown(&inside);
        let is_new = self.steps.choices.iter().all(|other| other.text != text);
        if is_new && values.iter().all(|value| *value < 64) {
            let values = values.map(|value| value as u8);
            self.steps.choices.push(ComputedNumber { text, line: inside[0].line, values });
        }
    }

    /// Looks at the first of the pending shifts.
    fn look(&mut self) {
        let Some(at) = self.pending.pop_front() else { return };
        let tokens = self.recent.make_contiguous();
        let sign =
            |index: usize, sign: u8| tokens.get(index).is_some_and(|token| token.is_sign(sign));
        let mut behind = at + 1;
        let mut operator = tokens[at].text.to_owned();
        if tokens[at].kind != TokenKind::Word {
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
        let resolved = resolved(&tokens[behind..], &self.constants);
        match folds(before, &resolved) {
            Some((_, Amount::Number(32))) => self.steps.folds = true,
            Some((key, _)) if self.steps.unread.len() < MOST => {
                let end = tokens[behind..].iter().position(|token| token.is_sign(b';'));
                let amount = &tokens[behind..][..end.unwrap_or(1)];
                let text = format!("`{key} ^ {key} >> {}`", shown(amount).trim_end_matches(')'));
                let line = tokens[at].line as usize;
                self.steps.unread.push(Unread { line, key: Some(key.to_owned()), text });
            }
            _ => {}
        }
        let multiplies = before.iter().rposition(|token| {
            token.is_sign(b'*')
                || token.is_word() && matches!(token.text, "wrapping_mul" | "imul" | "multiply")
        });
        let by_square = computed(&tokens[behind..], &self.constants);
        let product = multiplies.filter(|product| {
            let is_index = |values: &[u64; 64]| values.iter().all(|value| (46..64).contains(value));
            let ends = |token: &SourceToken| token.is_sign(b';') || matches!(token.text, "{" | "}");
            by_square.as_ref().is_none_or(|(_, values)| is_index(values))
                || !before[*product..].iter().any(ends)
        });
        let Some(product) = product else {
            if let Some((_, values)) = by_square
                && values.iter().all(|value| *value < 64)
            {
                let shifts = values.map(|value| value as u8);
                if self.steps.shifts.len() < MOST_STEPS && !self.steps.shifts.contains(&shifts) {
                    self.steps.shifts.push(shifts);
                }
            }
            return;
        };
        let line = tokens[at].line;
        let read = match by_square {
            Some((text, values)) if values.iter().all(|value| (46..64).contains(value)) => {
                let values = values.map(|value| value as u8);
                if self.steps.amounts.iter().all(|other| other.text != text) {
                    self.steps.amounts.push(ComputedNumber { text: text.clone(), line, values });
                }
                Some((None, Amount::Entry(text)))
            }
            other => {
                let text = other.map(|(text, _)| text);
                let text = text.or_else(|| amount::unread(before, &tokens[behind..], &resolved));
                match text {
                    Some(text) => {
                        let text = format!("the shift by `{text}`");
                        self.steps.unread.push(Unread { line: line as usize, key: None, text });
                        Some((None, Amount::Unread))
                    }
                    None => amount(&resolved),
                }
            }
        };
        let Some((from, amount)) = read else { return };
        let words = before.iter().filter(|token| token.is_word());
        let end = (at + BEHIND).min(tokens.len());
        let ends = |token: &SourceToken| token.is_sign(b';') || token.text == "}";
        let mut rest = tokens[behind..end].iter().take_while(|token| !ends(token));
        let lookup = SourceLookup {
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
fn is_shift(token: &SourceToken, before: Option<&SourceToken>) -> bool {
    let is_sign = token.is_sign(b'>')
        && before.is_some_and(|before| before.is_sign(b'>') && before.line == token.line);
    is_sign || token.is_word() && matches!(token.text, "shr" | "ushr" | "SHR")
}

/// The key and the amount of `key ^= key >> 32` and `key ^ (key >> 32)`, if `before` ends within the shift's operator and
/// `behind` begins after it.
fn folds<'t>(before: &[SourceToken<'t>], behind: &[SourceToken]) -> Option<(&'t str, Amount)> {
    let (None, amount) = amount(behind)? else { return None };
    let is_xor = |token: &&SourceToken| {
        token.is_sign(b'^') || token.is_word() && matches!(token.text, "xor" | "XOR")
    };
    let mut left = before.iter().rev().skip_while(|token| token.is_sign(b'>'));
    let key = left.next().filter(|token| token.is_word())?;
    let mut left = left.skip_while(|token| token.text == "(" || token.is_sign(b'='));
    let is_fold = left.next().is_some_and(|token| is_xor(&token))
        && left.next().is_some_and(|token| token.is_word() && token.text == key.text);
    is_fold.then_some((key.text, amount))
}

/// The tokens, with the numbers of constants in place of their names.
fn resolved<'t>(tokens: &[SourceToken<'t>], constants: &Constants) -> Vec<SourceToken<'t>> {
    let number = |(at, token): (usize, &SourceToken<'t>)| {
        let is_name = tokens.get(at + 1).is_none_or(|next| next.kind != TokenKind::Open);
        let value = constants.value(token.text).filter(|_| token.is_word() && is_name);
        value.map_or(*token, |value| SourceToken { kind: TokenKind::Number(value), ..*token })
    };
    tokens.iter().take(BEHIND).enumerate().map(number).collect()
}

/// Tokens as a line of text.
pub(super) fn shown(tokens: &[SourceToken]) -> String {
    let mut text = String::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_tight = at == 0
            || matches!(tokens[at - 1].text, "(" | "[" | ".")
            || matches!(token.text, ")" | "[" | "]" | ".");
        let is_operator = at > 0 && [tokens[at - 1], *token].iter().all(|one| one.is_sign(b'>'));
        if !is_tight && !is_operator {
            text.push(' ');
        }
        text.push_str(token.text);
    }
    text
}

/// A shift amount in parentheses that is computed from the square: its expression, and its value for each square.
fn computed(behind: &[SourceToken], constants: &Constants) -> Option<(String, [u64; 64])> {
    let [open, rest @ ..] = behind else { return None };
    let mut depth = 1;
    let end = rest.iter().position(|token| {
        depth +=
            i32::from(token.kind == TokenKind::Open) - i32::from(token.kind == TokenKind::Close);
        depth == 0
    })?;
    if open.text != "(" {
        return None;
    }
    Some((shown(&rest[..end]), by_square(&rest[..end], constants)?))
}

/// The amount behind a shift's operator, and the number from which it is subtracted.
fn amount(tokens: &[SourceToken]) -> Option<(Option<u64>, Amount)> {
    let mut tokens = tokens.iter().skip_while(|token| token.text == "(").peekable();
    let mut from = None;
    if let TokenKind::Number(value) = tokens.peek()?.kind {
        tokens.next();
        let is_difference = tokens.peek().is_some_and(|sign| sign.is_sign(b'-'));
        if !is_difference {
            return Some((None, Amount::Number(value)));
        }
        tokens.next();
        from = Some(value);
        if let TokenKind::Number(value) = tokens.peek()?.kind {
            return Some((from, Amount::Number(value)));
        }
    }
    // The last name counts in `magics[square].shift` and `self->shift`, the first in `SHIFTS[square]`.
    let mut name = None;
    let (mut depth, mut is_entry, mut is_path) = (0, false, false);
    for token in tokens {
        match token.kind {
            TokenKind::Open => {
                depth += 1;
                is_entry = true;
            }
            TokenKind::Close if depth == 0 => break,
            TokenKind::Close => depth -= 1,
            // `Board::SHIFT`, where the constant is known.
            TokenKind::Number(value) if depth == 0 && is_path => {
                return Some((from, Amount::Number(value)));
            }
            TokenKind::Word if depth == 0 => name = Some(token.text),
            TokenKind::Sign(b'.' | b'>') => is_entry = true,
            TokenKind::Sign(b'-' | b':' | b'&' | b'*') => {}
            _ if depth > 0 => {}
            _ => break,
        }
        is_path = name.is_some() && matches!(token.kind, TokenKind::Sign(b'.' | b':'));
    }
    let name = name?.to_owned();
    Some((from, if is_entry { Amount::Entry(name) } else { Amount::Variable(name) }))
}

/// The form of the key that the tokens in front of a shift compute: `occupied | ~mask` or `occupied & mask`.
fn key(tokens: &[SourceToken]) -> Option<MultipliedKey> {
    let is_and =
        |token: &SourceToken| token.is_sign(b'&') || token.is_word() && token.text == "and";
    let is_or = |token: &SourceToken| token.is_sign(b'|') || token.is_word() && token.text == "or";
    let is_not = |token: &&SourceToken| {
        token.is_sign(b'~')
            || token.is_sign(b'!')
            || token.is_word() && matches!(token.text, "not" | "inv" | "complement" | "lnot")
    };
    let at = tokens.iter().rposition(|token| is_and(token) || is_or(token))?;
    if is_and(&tokens[at]) {
        return Some(MultipliedKey::White);
    }
    tokens[at + 1..].iter().take(3).any(|token| is_not(&token)).then_some(MultipliedKey::Black)
}
