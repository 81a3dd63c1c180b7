//! Collects a text's statements about the bits of squares: `a1 = 0`, `A1=bit0`, all 64 names of squares in a row as in
//! an enumeration, or the name of an order of squares.

use std::collections::BTreeSet;

use magicgen_board::{Coordinate, Mapping, Standard};

use super::marks::square;
use super::report::ShownOrder;
use super::token::{SourceToken, TokenKind};

/// The fewest names like `a1` or `SQ_B1` in code that count as squares; fewer names may be any variables.
const LEAST: usize = 2;

/// Squares, as rank x 8 + file, each with the bit that the text gives it.
pub(super) type Pairs = Vec<(u8, u8)>;

/// The statements of a text about squares and bits, including those in comments.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a state of its own, of the list, the statement or the token"
)]
pub(super) struct Evidence {
    /// Pairs stated in comments, or with the word `bit`.
    said: Pairs,
    /// Pairs stated in code, whose names may be any variables.
    variables: Pairs,
    /// Lists of 64 names of squares, with bits in the order of the names.
    listed: Vec<Pairs>,
    /// Lists of names in enumerations, which may be shorter. Other lists may have any order for another purpose.
    enumerated: Vec<Pairs>,
    /// True from the word `enum` on to the end of the statement.
    is_enumeration: bool,
    /// True where the present list of names is the beginning of an enumeration.
    is_first: bool,
    /// True if the token before was an opening bracket.
    is_opened: bool,
    /// Orders of squares that the text names.
    named: Vec<Standard>,
    /// The present list of names.
    row: Pairs,
    /// The square that was just named, whether the name can hardly be a variable's, and the tokens after it.
    pending: Option<(u8, bool, Behind)>,
    /// True after a square's name in a list of names without a number so far: `A1, B1 = 0, 1` doesn't state that b1 =
    /// 0.
    is_bare_list: bool,
    /// True if a square of the present list has its number.
    is_numbered: bool,
    /// True after the word `orientation` or `order`.
    is_order: bool,
    /// The order of squares that was just named.
    standard: Option<&'static str>,
}

/// The tokens after a square's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    Nothing,
    Is,
    Bit,
    /// A type with this number of words, as in `a1: u6 = 0`.
    Type(u8),
}

/// The role of a token in statements about squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// A square's name, and whether it can hardly be a variable's, since it stands in a comment.
    Square(u8, bool),
    /// `=` or `:`
    Is,
    /// `bit`, with the number if it is part of the same word.
    Bit(Option<u8>),
    /// `orientation` or `order`
    Order,
    /// The name of an order of squares.
    Standard(&'static str),
    Minus,
    Number(u64),
    Word,
    Other,
}

impl Evidence {
    /// Takes the next token.
    pub(super) fn take(&mut self, token: &SourceToken) {
        if token.kind == TokenKind::Sign(b',') {
            return;
        }
        let seen = see(token);
        if !token.comment {
            let is_end = matches!(token.kind, TokenKind::Sign(b';'));
            self.is_enumeration = self.is_enumeration && !is_end || token.text == "enum";
        }
        self.list(seen);
        self.is_opened = token.kind == TokenKind::Open;
        let is_second = self.is_bare_list;
        self.is_numbered &= matches!(seen, Seen::Square(..) | Seen::Is | Seen::Number(_));
        self.is_bare_list = matches!(seen, Seen::Square(..)) && !self.is_numbered;
        self.pending = match (self.pending, seen) {
            (_, Seen::Square(..)) if is_second => None,
            (_, Seen::Square(square, plain)) => Some((square, plain, Behind::Nothing)),
            (Some((square, plain, Behind::Is | Behind::Bit)), Seen::Number(bit)) => {
                self.say(square, plain, bit);
                None
            }
            (Some((square, _, Behind::Is)), Seen::Bit(Some(bit))) => {
                self.say(square, true, u64::from(bit));
                None
            }
            (Some((square, plain, behind)), Seen::Is) if behind != Behind::Bit => {
                Some((square, plain, Behind::Is))
            }
            (Some((square, _, Behind::Is)), Seen::Bit(None)) => Some((square, true, Behind::Bit)),
            (Some((square, plain, Behind::Is)), Seen::Word) => {
                Some((square, plain, Behind::Type(1)))
            }
            (Some((square, plain, Behind::Type(words @ 1..=2))), Seen::Word) => {
                Some((square, plain, Behind::Type(words + 1)))
            }
            _ => None,
        };
        match seen {
            Seen::Standard(id) if self.is_order && self.named.len() < 64 => {
                self.named.extend(Standard::find(id));
                self.standard = Some(id);
            }
            Seen::Minus if self.standard.is_some() => {}
            Seen::Word if token.text == "file" => {
                let rank_major = self.standard.take();
                let found = |standard: &Standard| {
                    rank_major.is_some() && standard.id.strip_suffix("-file") == rank_major
                };
                if let Some(standard) = Standard::ALL.into_iter().find(found) {
                    self.named.pop();
                    self.named.push(standard);
                }
            }
            _ => self.standard = None,
        }
        self.is_order = seen == Seen::Order;
    }

    /// Notes a pair; `plain` means that the name can hardly be a variable's.
    fn say(&mut self, square: u8, plain: bool, bit: u64) {
        self.is_numbered = true;
        let list = if plain { &mut self.said } else { &mut self.variables };
        if let Some(bit) = u8::try_from(bit).ok().filter(|bit| *bit < 64 && list.len() < 4096) {
            list.push((square, bit));
        }
    }

    /// Notes lists of 64 names of squares with only commas between them. The first name may have its number, 0.
    fn list(&mut self, seen: Seen) {
        match seen {
            Seen::Square(square, _) => {
                if self.row.is_empty() {
                    self.is_first = self.is_enumeration && self.is_opened;
                }
                self.row.push((square, self.row.len() as u8));
                if self.row.len() == 64 {
                    let mut row = std::mem::take(&mut self.row);
                    let bits: u64 = row.iter().fold(0, |all, (square, _)| all | 1 << square);
                    row.truncate(if bits == u64::MAX && self.listed.len() < 64 { 64 } else { 0 });
                    if !row.is_empty() {
                        let is_enumeration = self.is_enumeration;
                        (if is_enumeration { &mut self.enumerated } else { &mut self.listed })
                            .push(row);
                    }
                }
            }
            // The first name may have its type, and its number by Go's word `iota`.
            Seen::Is | Seen::Number(0) | Seen::Word if self.row.len() == 1 => {}
            _ => {
                let row = std::mem::take(&mut self.row);
                // Fewer names suffice at the beginning of an enumeration, whose first bits they show.
                let is_shown = || matches!(agree(&row), ShownOrder::Shown { .. });
                if self.is_first && row.len() >= LEAST && self.enumerated.len() < 64 && is_shown() {
                    self.enumerated.push(row);
                }
            }
        }
    }

    /// The standard orders that agree with all statements. A text that contradicts itself shows none.
    pub(super) fn orientation(&self) -> ShownOrder {
        let lists = if self.enumerated.is_empty() { &self.listed } else { &self.enumerated };
        let listed = lists.concat();
        let mut sources: Vec<ShownOrder> = Vec::new();
        let distinct: BTreeSet<u8> = self.variables.iter().map(|(square, _)| *square).collect();
        let mut said = self.said.clone();
        if distinct.len() >= LEAST {
            said.extend(&self.variables);
        }
        if !said.is_empty() {
            sources.push(agree(&said));
        }
        if let [first, others @ ..] = self.named.as_slice() {
            let agreed = others.iter().all(|other| other.id == first.id);
            sources.push(if agreed {
                ShownOrder::Shown { standards: vec![*first] }
            } else {
                ShownOrder::Unknown
            });
        }
        // Names may be listed alphabetically as well, so that a list counts only if there is no other statement.
        if sources.is_empty() && !listed.is_empty() {
            sources.push(agree(&listed));
        }
        let mut all: Option<Vec<Standard>> = None;
        for source in sources {
            let ShownOrder::Shown { standards } = source else { return ShownOrder::NotShown };
            let both = match all {
                None => standards,
                Some(all) => {
                    let agrees = |one: &Standard| standards.iter().any(|other| other.id == one.id);
                    all.into_iter().filter(agrees).collect()
                }
            };
            all = Some(both);
        }
        match all {
            Some(standards) if !standards.is_empty() => ShownOrder::Shown { standards },
            _ => ShownOrder::NotShown,
        }
    }
}

fn see(token: &SourceToken) -> Seen {
    match token.kind {
        TokenKind::Number(value) => Seen::Number(value),
        TokenKind::Sign(b'=' | b':') => Seen::Is,
        TokenKind::Sign(b'-') => Seen::Minus,
        TokenKind::Word => {
            if let Some(at) = square(token.text) {
                return Seen::Square(at, token.comment);
            }
            let is = |word: &str| token.text.eq_ignore_ascii_case(word);
            if is("orientation") || is("order") {
                return Seen::Order;
            }
            if let Some((bit, digits)) = token.text.split_at_checked(3)
                && bit.eq_ignore_ascii_case("bit")
                && digits.bytes().all(|byte| byte.is_ascii_digit())
            {
                return Seen::Bit(digits.parse().ok());
            }
            match Standard::ALL.iter().find(|standard| is(standard.id)) {
                Some(standard) => Seen::Standard(standard.id),
                None => Seen::Word,
            }
        }
        _ => Seen::Other,
    }
}

/// The standard orders that agree with all pairs.
pub(super) fn agree(evidence: &[(u8, u8)]) -> ShownOrder {
    if evidence.is_empty() {
        return ShownOrder::NotShown;
    }
    let standards: Vec<Standard> = Standard::ALL
        .into_iter()
        .filter(|standard| {
            let mapping = Mapping::chess(*standard);
            evidence.iter().all(|(square, bit)| {
                let at = Coordinate { file: square % 8, rank: square / 8 };
                mapping.bit(at) == Some(*bit)
            })
        })
        .collect();
    if standards.is_empty() { ShownOrder::Unknown } else { ShownOrder::Shown { standards } }
}

#[cfg(test)]
mod tests {
    use super::super::scan::scan;
    use super::super::syntax::guessed_syntax;
    use super::*;

    fn shown(text: &str) -> Vec<&'static str> {
        match scan(text, &guessed_syntax(text, &[]), |_| {}).evidence.orientation() {
            ShownOrder::Shown { standards } => standards.iter().map(|one| one.id).collect(),
            ShownOrder::NotShown => vec![],
            ShownOrder::Unknown => vec!["unknown"],
        }
    }

    #[test]
    fn words_about_squares_show_an_orientation() {
        assert_eq!(shown("// a1 = 0, h8 = 63"), ["a1lsb", "a1lsb-file"]);
        assert_eq!(shown("# A1=bit0 (H1=7)"), ["a1lsb"]);
        assert_eq!(shown("static const int SQ_H1 = 0, SQ_G1 = 1;"), ["h1lsb"]);
        assert_eq!(shown("// in the order a8lsb-file"), ["a8lsb-file"]);
        assert_eq!(shown("a1 b1 c1"), [""; 0]);
        let mapping = Mapping::chess(Standard::ALL[6]);
        let names: Vec<String> =
            (0..64).filter_map(|bit| mapping.square(bit)).map(|at| at.to_string()).collect();
        assert_eq!(shown(&names.join(", ").to_uppercase()), ["a8lsb-file"]);
        assert_eq!(shown(&format!("{{\"{}\"}}", names.join("\", \""))), ["a8lsb-file"]);
        let counted = names.join(", ").replacen(',', " = 0,", 1);
        assert_eq!(shown(&counted), ["a8lsb-file"]);
        assert_eq!(shown("enum Square { H1, G1, F1, none }"), ["h1lsb"]);
        assert_eq!(shown("enum Squares : int { SQ_A8 = 0, SQ_B8, SQ_C8 };"), ["a8lsb"]);
        let constants = names.join("\n").replacen('\n', " Square = iota\n", 1);
        assert_eq!(shown(&constants), ["a8lsb-file"]);
        // A table in another order doesn't contradict the enumeration.
        let mut turned = names.clone();
        turned.sort();
        let (names_in_order, turned) = (names.join(", "), turned.join(", "));
        let both = format!("enum {{ {names_in_order}, none }};\nint table[64] = {{ {turned} }};");
        assert_eq!(shown(&both), ["a8lsb-file"]);
        let variables: Vec<String> =
            names.iter().enumerate().map(|(bit, name)| format!("{name} = {bit};")).collect();
        assert_eq!(shown(&variables.concat()), ["a8lsb-file"]);
    }

    /// Variables that happen to have names of squares, contradicting statements and two orders show nothing.
    #[test]
    fn what_is_no_fact_is_not_shown() {
        for text in [
            "int a1 = 0; int x = b1;",
            "double hash_a1 = 0;",
            "a1 = 5; b1 = 3",
            "// a1 = 0 in the book, but h1 = 0 here",
            "// the order a1lsb, or the order h1lsb",
            "SQ_A1 = 5, SQ_B1 = 9",
            "const A1, B1, C1, D1 = 0, 1, 2, 3",
            "enum Rooks { E1, G1, E8, G8 };",
            "enum { none, A1, B1 };",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}
