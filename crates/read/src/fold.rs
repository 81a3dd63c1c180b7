//! Reads expressions of numbers, such as `64 - 12` and `(0x1001020 << 32) | 0x80004100`, as one number each.

use super::keep::TokenKeeper;
use super::token::{SourceToken, TokenKind};

/// The most tokens that an operand in brackets has, as in `((uint64_t) 0x12)` or `(0x12 & 0xff)`.
const MOST_TOKENS: usize = 8;

/// Numbers from this on aren't subtracted outside brackets, where a dash may be a separator.
const LARGE: i128 = 1 << 20;

/// An operator between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberOperator {
    Or,
    Xor,
    And,
    Add,
    Subtract,
    Multiply,
    Shift,
    Power,
}

impl NumberOperator {
    /// Operators with a higher level bind more tightly. Shifts bind more tightly than sums here, since
    /// `high << 32 + low` is meant as `(high << 32) + low`.
    fn level(self) -> u8 {
        match self {
            Self::Or | Self::Xor => 0,
            Self::And => 1,
            Self::Add | Self::Subtract => 2,
            Self::Multiply | Self::Shift => 3,
            Self::Power => 4,
        }
    }

    /// The value as a number of 64 bits, with or without a sign; `None` if it doesn't fit.
    fn apply(self, a: i128, b: i128) -> Option<i128> {
        let value = match self {
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::And => a & b,
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a.checked_mul(b)?,
            Self::Shift if (0..64).contains(&b) => i128::from((a as u64) << b),
            Self::Shift => return None,
            Self::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b))?,
        };
        (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value).then_some(value)
    }
}

/// The last expression that was read as one number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folded {
    /// The position of the token that stands for it.
    at: usize,
    /// The operands and the operator.
    parts: (i128, NumberOperator, i128),
}

impl<'t> TokenKeeper<'t> {
    /// Joins a number with the operator and the number before it, as in `64 - 12`. False if there are none.
    pub(super) fn fold_number(&mut self, token: &SourceToken<'t>) -> bool {
        let Some(value) = token.value() else { return false };
        self.fold(self.tokens.len(), value, token.line)
    }

    /// Joins the number in the brackets that have just closed with the operator and the number before them, as in
    /// `(1 << 32) | (5)`. `open` is the position of the opening bracket. False if there are none.
    pub(super) fn fold_brackets(&mut self, open: usize) -> bool {
        let Some((_, value)) = self.operand(self.tokens.len()) else { return false };
        let line = self.tokens[open].line;
        // A call may stand before the brackets, as in `| uint64_t(5)`.
        let is_call = open > 0 && self.tokens[open - 1].is_word();
        self.fold(open, value, line) || is_call && self.fold(open - 1, value, line)
    }

    /// Joins a number with the operator and the number that end at a position.
    fn fold(&mut self, end: usize, b: i128, line: u32) -> bool {
        let Some((op, at)) = self.operator(end) else { return false };
        let Some((first, a)) = self.operand(at) else { return false };
        let is_outside = self.brackets_open() == 0;
        let last = self.folded.filter(|last| last.at == first);
        // In `high * 2^32`, the sign `^` is a power.
        let is_power = last.map_or(a, |last| last.parts.2) == 2;
        let op = if op == NumberOperator::Xor && is_power { NumberOperator::Power } else { op };
        let after_shift = last.is_some_and(|last| {
            matches!(last.parts.1, NumberOperator::Shift | NumberOperator::Multiply)
        });
        let (above, below) = (self.tokens[at - 1].line, line);
        let joins = matches!(op, NumberOperator::Or | NumberOperator::Xor | NumberOperator::Shift)
            || op == NumberOperator::Add && after_shift;
        let may_break = !is_outside && joins;
        if above != below && !(may_break && above + 1 == below) {
            return false;
        }
        // Outside brackets, `|` may be the border of a table's cell, and `-` a separator.
        if is_outside
            && (matches!(op, NumberOperator::Or | NumberOperator::Xor) && !after_shift
                || op == NumberOperator::Subtract && b.abs().max(a.abs()) >= LARGE)
        {
            return false;
        }
        let parts = match last {
            Some(Folded { parts: (a, before, b_before), .. }) if op.level() > before.level() => {
                op.apply(b_before, b).map(|b| (a, before, b))
            }
            _ => Some((a, op, b)),
        };
        let Some(parts) = parts else { return false };
        let Some(value) = parts.1.apply(parts.0, parts.2) else { return false };
        let Ok(size) = u64::try_from(value.unsigned_abs()) else { return false };
        let text = self.tokens[first..at].iter().find(|token| token.value().is_some());
        let Some(text) = text.map(|token| token.text) else { return false };
        self.tokens.truncate(first + 1);
        let token = &mut self.tokens[first];
        token.kind = if value < 0 { TokenKind::Negative(size) } else { TokenKind::Number(size) };
        (token.text, token.bare) = (text, false);
        self.folded = Some(Folded { at: first, parts });
        true
    }

    /// The operator that ends at a position, and where it begins.
    fn operator(&self, end: usize) -> Option<(NumberOperator, usize)> {
        let code = |at: usize| self.tokens.get(at).filter(|token| !token.comment && !token.comma);
        let last = code(end.checked_sub(1)?)?;
        if last.kind == TokenKind::Word {
            let op = match last.text {
                "shl" | "lsl" | "shiftL" | "SHL" | "lshift" => NumberOperator::Shift,
                "or" | "bor" | "lor" | "OR" => NumberOperator::Or,
                "xor" | "lxor" | "XOR" => NumberOperator::Xor,
                "and" | "land" | "AND" => NumberOperator::And,
                _ => return None,
            };
            return Some((op, end - 1));
        }
        let sign = |at: usize| match code(at)?.kind {
            TokenKind::Sign(sign) if b"-+*|<^&.".contains(&sign) => Some(sign),
            _ => None,
        };
        let mut begin = end;
        let mut signs = Vec::new();
        while signs.len() < 3
            && let Some(sign) = begin.checked_sub(1).and_then(sign)
        {
            signs.insert(0, sign);
            begin -= 1;
        }
        let op = match signs.as_slice() {
            b"|" | b"|||" | b".|." => NumberOperator::Or,
            b"^" | b"^^^" | b".^." => NumberOperator::Xor,
            b"&" | b"&&&" | b".&." => NumberOperator::And,
            b"+" => NumberOperator::Add,
            b"-" => NumberOperator::Subtract,
            b"*" => NumberOperator::Multiply,
            b"<<" | b"<<<" => NumberOperator::Shift,
            b"**" => NumberOperator::Power,
            _ => return None,
        };
        Some((op, begin))
    }

    /// The number that ends at a position, and where it begins: a number, or brackets with one.
    fn operand(&self, end: usize) -> Option<(usize, i128)> {
        let last = self.tokens.get(end.checked_sub(1)?)?;
        if last.comma {
            return None;
        }
        if let Some(value) = last.value() {
            return Some((end - 1, value));
        }
        if last.comment || last.text != ")" {
            return None;
        }
        let inside = self.tokens[..end - 1].iter().rev().take(MOST_TOKENS);
        let length = inside.clone().position(|token| token.kind == TokenKind::Open)?;
        let mut values = inside.take(length).filter_map(SourceToken::value);
        let value = values.next()?;
        let open = end - 2 - length;
        (values.next().is_none() && self.tokens[open].text == "(").then_some((open, value))
    }
}
