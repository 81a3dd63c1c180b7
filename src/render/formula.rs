//! A [`Program`] in; one line of mathematics out, for people who compare lookups.
//!
//! Written like the literature does: `T[offset[sq] + ((occ & mask[sq]) * factor[sq] >> shift[sq])]`. A value that is
//! used twice gets a letter before.

use std::fmt::Write as _;

use crate::model::{Binary, Field, Op, Program, Table, TableRole, Type, Value};

/// How tightly a text holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Or,
    Xor,
    And,
    Shift,
    Sum,
    Product,
    Atom,
}

#[derive(Clone)]
struct Term {
    text: String,
    bond: Bond,
}

impl Term {
    fn atom(text: impl Into<String>) -> Self {
        Self { text: text.into(), bond: Bond::Atom }
    }

    /// As an operand of something that holds as tightly as `bond`.
    fn within(&self, bond: Bond) -> String {
        if self.bond > bond { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// The lookup in one line.
#[must_use]
pub fn formula(program: &Program, tables: &[Table]) -> String {
    let needed = program.needed(program.result);
    let mut uses = vec![0; usize::from(program.result.0) + 1];
    for value in &needed {
        program.op(*value).operands().for_each(|operand| uses[usize::from(operand.0)] += 1);
    }
    let mut terms: Vec<Option<Term>> = vec![None; uses.len()];
    let mut line = String::new();
    let mut letters = ('a'..='z').filter(|letter| *letter != 's');
    for value in needed {
        let mut term = write(program, value, tables, &terms);
        let is_computed = term.bond != Bond::Atom || term.text.contains('(');
        if uses[usize::from(value.0)] > 1 && is_computed && program.type_of(value) == Type::Word {
            let letter = letters.next().unwrap_or('z');
            let _ = write!(line, "{letter} = {}; ", term.text);
            term = Term::atom(letter);
        }
        terms[usize::from(value.0)] = Some(term);
    }
    let result = terms.pop().flatten().map(|term| term.text).unwrap_or_default();
    line + &result
}

fn field(field: Field) -> String {
    format!("{}[sq]", field.singular().replace(' ', "_"))
}

fn table(tables: &[Table], index: u8) -> &'static str {
    match tables.get(usize::from(index)).map(|table| table.role) {
        Some(TableRole::Indices) => "B",
        Some(TableRole::Dictionary) => "D",
        Some(TableRole::LineAttacks) => "L",
        Some(TableRole::Factors) => "F",
        Some(TableRole::Attacks | TableRole::Scan(_)) | None => "T",
    }
}

fn write(program: &Program, value: Value, tables: &[Table], terms: &[Option<Term>]) -> Term {
    let none = Term::atom("");
    let of = |value: Value| terms[usize::from(value.0)].as_ref().unwrap_or(&none);
    let infix = |a: Value, sign: &str, b: Value, bond: Bond| {
        // The left operand may hold as loosely where the operator is associative from there.
        let left = of(a);
        let left = if left.bond >= bond { left.text.clone() } else { left.within(bond) };
        Term { text: format!("{left} {sign} {}", of(b).within(bond)), bond }
    };
    let call = |name: &str, of: &[&Term]| {
        let arguments: Vec<&str> = of.iter().map(|term| term.text.as_str()).collect();
        Term::atom(format!("{name}({})", arguments.join(", ")))
    };
    match program.op(value) {
        Op::Square => Term::atom("sq"),
        Op::Occupied => Term::atom("occ"),
        Op::Field(name) => Term::atom(field(name)),
        Op::Const(number, _) if number < 1024 => Term::atom(number.to_string()),
        Op::Const(number, _) => Term::atom(format!("{number:#x}")),
        // An index and what it is made of have one value, whatever their width.
        Op::Low(a) if matches!(program.op(a), Op::Shr(..) | Op::Extract(..)) => of(a).clone(),
        Op::Low(a) => Term::atom(format!("{}.lo", of(a).within(Bond::Product))),
        Op::High(a) => Term::atom(format!("{}.hi", of(a).within(Bond::Product))),
        Op::Join(low, high) => call("join", &[of(low), of(high)]),
        Op::Widen(a) => of(a).clone(),
        Op::Binary(binary, a, b) => match binary {
            Binary::And => infix(a, "&", b, Bond::And),
            Binary::AndNot | Binary::OrNot => {
                let (sign, bond) =
                    if binary == Binary::OrNot { ("|", Bond::Or) } else { ("&", Bond::And) };
                let left = of(a).within(bond);
                Term { text: format!("{left} {sign} ~{}", of(b).within(Bond::Product)), bond }
            }
            Binary::Or => infix(a, "|", b, Bond::Or),
            Binary::Xor => infix(a, "^", b, Bond::Xor),
            Binary::Add => infix(a, "+", b, Bond::Sum),
            Binary::Sub => infix(a, "-", b, Bond::Sum),
            Binary::Mul => infix(a, "*", b, Bond::Product),
        },
        Op::Shl(a, b) => infix(a, "<<", b, Bond::Shift),
        Op::Shr(a, b) => infix(a, ">>", b, Bond::Shift),
        Op::ReverseBytes(a) => call("bytes", &[of(a)]),
        Op::ReverseBits(a) => call("bits", &[of(a)]),
        Op::Extract(a, b) => call("pext", &[of(a), of(b)]),
        Op::Deposit(a, b) => call("pdep", &[of(a), of(b)]),
        Op::Load(from, index) => {
            Term::atom(format!("{}[{}]", table(tables, from.index), of(index).text))
        }
        Op::LoadRow(from, index) => {
            Term::atom(format!("{}[sq][{}]", table(tables, from.index), of(index).text))
        }
    }
}

/// `start` plus terms of (factor, length, name), the greatest factor first. A term that counts down is written as
/// counting from the other end.
#[must_use]
pub fn linear(start: i8, mut terms: [(i8, u8, &str); 2]) -> String {
    terms.sort_by_key(|(by, _, _)| std::cmp::Reverse(by.unsigned_abs()));
    let mut base = i16::from(start);
    let mut texts = Vec::new();
    for (by, length, name) in terms {
        let last = length.saturating_sub(1);
        let place = if by < 0 {
            base += i16::from(by) * i16::from(last);
            format!("({last} - {name})")
        } else {
            name.to_owned()
        };
        match by.unsigned_abs() {
            0 => {}
            1 => texts.push(place),
            factor => texts.push(format!("{factor} * {place}")),
        }
    }
    if base != 0 || texts.is_empty() {
        texts.insert(0, base.to_string());
    }
    texts.join(" + ")
}
