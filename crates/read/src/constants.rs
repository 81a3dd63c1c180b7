//! Reads the constants of a text, such as `#define ROOK_SHIFT 52` and `const int ROOK_SHIFT = 52;`, and computes
//! expressions of numbers, constants and one variable.

use std::collections::BTreeMap;

use super::token::{SourceToken, TokenKind};

/// The most tokens of an expression that is computed.
pub(super) const LONGEST: usize = 16;

/// The most names that are kept.
const MOST_NAMES: usize = 1 << 14;

/// Types that stand behind a constant's name in Go.
const TYPES: [&str; 7] = ["int", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr"];

/// Words before an assigned name that don't declare it, so that it may have another value elsewhere.
const NO_DECLARATIONS: [&str; 6] = ["else", "do", "then", "return", "begin", "in"];

/// The names that have been assigned numbers, and the statement that is being read.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants<'t> {
    /// The value of each name; `None` if it has several values or an unknown one.
    known: BTreeMap<&'t str, Option<u64>>,
    /// The variables of the open blocks, the newest last.
    locals: Vec<&'t str>,
    /// The number of variables before each open block.
    blocks: Vec<usize>,
    /// The last tokens of the statement, the newest last.
    last: Vec<SourceToken<'t>>,
    /// The number of open parentheses in the statement.
    depth: usize,
    /// The name that is being assigned, and whether it is being declared.
    assigned: Option<(&'t str, bool)>,
    expression: Vec<SourceToken<'t>>,
}

impl<'t> Constants<'t> {
    /// The value of a name.
    pub(super) fn value(&self, name: &str) -> Option<u64> {
        *self.known.get(name)?
    }

    /// Takes the next token of code.
    pub(super) fn take(&mut self, token: &SourceToken<'t>) {
        if self.assigned.is_some() {
            // `==` is a comparison, and `=>` an arrow.
            if self.expression.is_empty() && matches!(token.kind, TokenKind::Sign(b'=' | b'>')) {
                self.assigned = None;
                self.last.clear();
                return;
            }
            let breaks = self.expression.last().is_some_and(|last| last.line < token.line);
            let ends =
                breaks || matches!(token.kind, TokenKind::Sign(b';' | b',')) || token.text == "}";
            if !ends && self.expression.len() <= LONGEST {
                self.expression.push(*token);
                return;
            }
            self.assign();
        }
        match token.text {
            "{" => self.blocks.push(self.locals.len()),
            "}" => {
                let first = self.blocks.pop().unwrap_or(self.locals.len());
                for name in self.locals.drain(first..) {
                    self.known.remove(name);
                }
            }
            "," | ")" if self.depth > 0 => self.parameter(),
            _ => {}
        }
        if matches!(token.text, ";" | "{" | "}") {
            self.last.clear();
            self.depth = 0;
            return;
        }
        match token.text {
            "(" => self.depth += 1,
            ")" => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if token.is_sign(b'=') {
            self.begin();
        }
        let is_step = matches!(token.kind, TokenKind::Sign(b'+' | b'-'));
        if let [.., name, sign] = self.last.as_slice()
            && is_step
            && sign.text == token.text
            && name.is_word()
        {
            self.forget(name.text);
        }
        if self.last.len() == 4 {
            self.last.remove(0);
        }
        self.last.push(*token);
    }

    /// Takes a directive of the preprocessor, for example `#define ROOK_SHIFT 52`.
    pub(super) fn directive(&mut self, tokens: &[SourceToken<'t>]) {
        let [hash, define, name, expression @ ..] = tokens else { return };
        let is_comment = |pair: &[SourceToken]| {
            pair[0].kind == TokenKind::Sign(b'/')
                && matches!(pair[1].kind, TokenKind::Sign(b'/' | b'*'))
        };
        let end = expression.windows(2).position(is_comment).unwrap_or(expression.len());
        let expression = &expression[..end];
        // A macro with parameters has its parenthesis right behind the name.
        let is_called = expression.first().is_some_and(|open| {
            open.text == "(" && open.text.as_ptr() == name.text.as_bytes().as_ptr_range().end
        });
        if hash.text == "#" && define.text == "define" && !is_called {
            let value = computed(expression, &|word| self.value(word));
            self.set(name.text, value, true);
        }
    }

    /// Begins an assignment at its `=`.
    fn begin(&mut self) {
        let word = |back: usize| {
            let token = self.last.len().checked_sub(back).map(|at| self.last[at]);
            token.filter(SourceToken::is_word)
        };
        let is_colon = |back: usize| {
            self.last.len().checked_sub(back).is_some_and(|at| self.last[at].is_sign(b':'))
        };
        let typed = |token: &SourceToken| TYPES.contains(&token.text);
        // `NAME: u32 =`, `NAME uint =`, `NAME :=` and `NAME =`.
        let (name, before) = if word(1).is_some() && is_colon(2) && word(3).is_some() {
            (word(3), word(4))
        } else if word(1).as_ref().is_some_and(typed) && word(2).is_some() {
            (word(2), word(3))
        } else if is_colon(1) {
            (word(2), None)
        } else {
            (word(1), word(2))
        };
        match name {
            Some(name) if self.depth == 0 => {
                let declares = |before: SourceToken| !NO_DECLARATIONS.contains(&before.text);
                self.assigned = Some((name.text, is_colon(1) || before.is_some_and(declares)));
                self.expression.clear();
            }
            // `NAME += 1`
            None => {
                let operators = b"+-*/%&|^".map(TokenKind::Sign);
                let is_operator =
                    self.last.last().is_some_and(|last| operators.contains(&last.kind));
                if let Some(name) = word(2).filter(|_| is_operator) {
                    self.forget(name.text);
                }
            }
            Some(_) => {}
        }
    }

    /// Forgets the name of a parameter that ends here: `int shift`, `shift: u32`.
    fn parameter(&mut self) {
        match self.last.as_slice() {
            [.., name, colon, kind] if name.is_word() && colon.is_sign(b':') && kind.is_word() => {
                self.forget(name.text);
            }
            [.., kind, name] if kind.is_word() && name.is_word() => self.forget(name.text),
            _ => {}
        }
    }

    /// Ends an assignment.
    fn assign(&mut self) {
        let Some((name, is_declared)) = self.assigned.take() else { return };
        let value = computed(&self.expression, &|word| self.value(word));
        self.set(name, value, is_declared);
    }

    fn set(&mut self, name: &'t str, value: Option<u64>, is_declared: bool) {
        let before = self.known.get(name).copied();
        if before.is_none() && self.known.len() >= MOST_NAMES {
            return;
        }
        let is_variable = name.bytes().any(|byte| byte.is_ascii_lowercase());
        if before.is_none() && is_variable && !self.blocks.is_empty() {
            self.locals.push(name);
        }
        // A variable that is assigned anew may have either value; a declaration begins another scope.
        let is_same = before.is_none_or(|before| before == value);
        self.known.insert(name, value.filter(|_| is_declared || is_same));
    }

    fn forget(&mut self, name: &'t str) {
        self.set(name, None, false);
    }
}

/// The value of an expression of whole numbers. `value` looks names up. Operators whose precedence differs between
/// languages are computed only in parentheses.
pub(super) fn computed(tokens: &[SourceToken], value: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    let (result, rest) = level(tokens, value, 0)?;
    (rest.is_empty() && !tokens.is_empty()).then_some(result)
}

/// The value of operands joined by one operator, and the tokens behind them; `None` if the operators differ.
fn level<'s, 't>(
    tokens: &'s [SourceToken<'t>],
    value: &dyn Fn(&str) -> Option<u64>,
    depth: usize,
) -> Option<(u64, &'s [SourceToken<'t>])> {
    let (mut result, mut rest) = operand(tokens, value, depth)?;
    let mut class = None;
    while let Some((sign, behind)) = operator(rest) {
        let (other, after) = operand(behind, value, depth)?;
        if class.is_some_and(|class| class != sign) {
            return None;
        }
        class = Some(sign);
        result = match sign {
            ConstantOperator::Plus => result.checked_add(other),
            ConstantOperator::Minus => result.checked_sub(other),
            ConstantOperator::Times => result.checked_mul(other),
            ConstantOperator::Over => result.checked_div(other),
            ConstantOperator::Modulo => result.checked_rem(other),
            ConstantOperator::And => Some(result & other),
            ConstantOperator::Or => Some(result | other),
            ConstantOperator::Xor => Some(result ^ other),
            ConstantOperator::Left => result.checked_shl(u32::try_from(other).ok()?),
            ConstantOperator::Right => result.checked_shr(u32::try_from(other).ok()?),
        }?;
        rest = after;
    }
    Some((result, rest))
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConstantOperator {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    And,
    Or,
    Xor,
    Left,
    Right,
}

/// The operator at the beginning of some tokens, and the tokens behind it.
fn operator<'s, 't>(
    tokens: &'s [SourceToken<'t>],
) -> Option<(ConstantOperator, &'s [SourceToken<'t>])> {
    let (first, behind) = tokens.split_first()?;
    let twice = |sign: u8| behind.split_first().filter(|(second, _)| second.is_sign(sign));
    let one = match (first.kind, first.text) {
        (TokenKind::Sign(b'+'), _) => ConstantOperator::Plus,
        (TokenKind::Sign(b'-'), _) => ConstantOperator::Minus,
        (TokenKind::Sign(b'*'), _) => ConstantOperator::Times,
        (TokenKind::Sign(b'/'), _) => {
            return Some((
                ConstantOperator::Over,
                twice(b'/').map_or(behind, |(_, behind)| behind),
            ));
        }
        (TokenKind::Sign(b'%'), _) | (TokenKind::Word, "mod") => ConstantOperator::Modulo,
        (TokenKind::Sign(b'&'), _) | (TokenKind::Word, "and") => ConstantOperator::And,
        (TokenKind::Sign(b'|'), _) | (TokenKind::Word, "or") => ConstantOperator::Or,
        (TokenKind::Sign(b'^'), _) | (TokenKind::Word, "xor") => ConstantOperator::Xor,
        (TokenKind::Word, "div") => ConstantOperator::Over,
        (TokenKind::Word, "shl") => ConstantOperator::Left,
        (TokenKind::Word, "shr" | "ushr") => ConstantOperator::Right,
        (TokenKind::Sign(b'<'), _) => {
            return twice(b'<').map(|(_, behind)| (ConstantOperator::Left, behind));
        }
        (TokenKind::Sign(b'>'), _) => {
            return twice(b'>').map(|(_, behind)| (ConstantOperator::Right, behind));
        }
        _ => return None,
    };
    Some((one, behind))
}

fn operand<'s, 't>(
    tokens: &'s [SourceToken<'t>],
    value: &dyn Fn(&str) -> Option<u64>,
    depth: usize,
) -> Option<(u64, &'s [SourceToken<'t>])> {
    let (first, behind) = tokens.split_first()?;
    match first.kind {
        TokenKind::Number(number) => Some((number, behind)),
        // A call or an entry of an array.
        TokenKind::Word if behind.first().is_some_and(|next| next.kind == TokenKind::Open) => None,
        TokenKind::Word => Some((value(first.text)?, behind)),
        TokenKind::Open if first.text == "(" && depth < LONGEST => {
            let (result, rest) = level(behind, value, depth + 1)?;
            let (close, rest) = rest.split_first()?;
            (close.text == ")").then_some((result, rest))
        }
        _ => None,
    }
}

/// The value of an expression for each square, if it has one variable beside constants, and `&`, `%`, `/` or a right
/// shift.
pub(super) fn by_square(tokens: &[SourceToken], constants: &Constants) -> Option<[u64; 64]> {
    let is_variable = |token: &&SourceToken| {
        let operators = ["and", "or", "xor", "mod", "div", "shl", "shr", "ushr"];
        token.is_word() && !operators.contains(&token.text) && constants.value(token.text).is_none()
    };
    let variable = tokens.iter().find(is_variable)?.text;
    let gathers = |token: &SourceToken| {
        matches!(token.kind, TokenKind::Sign(b'&' | b'%' | b'/' | b'>'))
            || matches!(token.text, "and" | "mod" | "div" | "shr" | "ushr")
    };
    if tokens.len() > LONGEST || !tokens.iter().any(gathers) {
        return None;
    }
    let mut values = [0; 64];
    for (square, entry) in (0..).zip(&mut values) {
        let of = |word: &str| if word == variable { Some(square) } else { constants.value(word) };
        *entry = computed(tokens, &of)?;
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::super::lookup::Amount;
    use super::super::scan::scan;
    use magicgen_search::source::SourceSyntax;

    /// The number by which a lookup behind the text shifts.
    fn value(text: &str, name: &str) -> Option<u64> {
        let text = format!("{text}\nint end;\nx = (key * magic) >> {name};\n");
        let scanned = scan(&text, &SourceSyntax::C, |_| {});
        match scanned.lookups.last().unwrap().amount {
            Amount::Number(value) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn constants_are_read_as_languages_write_them() {
        for text in [
            "#define ROOK_SHIFT 52\n",
            "#define ROOK_SHIFT (64 - 12) // bits\n",
            "# define ROOK_BITS 12\n#define ROOK_SHIFT (64 - ROOK_BITS)\n",
            "const int ROOK_SHIFT = 52;",
            "static constexpr unsigned ROOK_SHIFT = 64 - 12;",
            "enum { OTHER = 1, ROOK_SHIFT = 52 };",
            "const ROOK_SHIFT: u32 = 52;",
            "const ROOK_SHIFT uint = 52\n",
            "ROOK_SHIFT := 52\nx := 1",
            "val ROOK_SHIFT: Int = 52\nval x = 1\n",
            "ROOK_SHIFT = 52\nx = 1\n",
        ] {
            assert_eq!(value(text, "ROOK_SHIFT"), Some(52), "{text}");
        }
    }

    #[test]
    fn variables_with_several_values_are_none() {
        for text in [
            "int shift = 52; if (x) shift = 55;",
            "int shift; if (x) shift = 52; else shift = 55;",
            "int shift = 52; shift += 3;",
            "int shift = 52; shift++;",
            "int f(int shift = 52) { }",
            "int g() { int shift = 52; return shift; }",
            "int shift = 52; int f(int shift) {",
            "let shift = 52; fn f(shift: u32, square: u8) {",
            "int shift = bits[5];",
            "int shift = x ? 52 : 55;",
            "#define shift(x) 52\n",
            "/* #define shift 52 */",
            "for (shift = 0; shift < 5;) ;",
        ] {
            assert_eq!(value(text, "shift"), None, "{text}");
        }
    }
}
