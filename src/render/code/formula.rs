//! A [`Program`] in; one line of mathematics out, for people who compare lookups.
//!
//! Written like the literature does: `T[offset[sq] + ((occ & mask[sq]) * factor[sq] >> shift[sq])]`. A value that is
//! used twice gets a letter before.

use std::fmt::Write as _;

use super::expr::{Expr, Number, Operator};
use super::node::Operators;
use super::print::Style;
use crate::model::{Case, Count, Op, Program, Table, TableRole, Type, Value};

/// Operators as the literature writes them; a tighter one needs no parentheses in a looser one.
const OPERATORS: Operators = Operators::BONDED;

const STYLE: Style = Style { is_clear: is_tighter, ..Style::PLAIN };

/// The first operand may hold as loosely as the operator, which is read from the left.
fn is_tighter(outer: Operator, operand: &Expr, is_first: bool) -> bool {
    let Expr::Binary(inner, _) = operand else { return false };
    inner.bond > outer.bond || is_first && inner.bond == outer.bond
}

/// The lookup in one line.
#[must_use]
pub fn formula(program: &Program, tables: &[Table]) -> String {
    let needed = program.needed(program.result);
    let mut uses = vec![0; usize::from(program.result.0) + 1];
    for value in &needed {
        program.op(*value).operands().for_each(|operand| uses[usize::from(operand.0)] += 1);
    }
    let mut terms: Vec<Expr> = vec![Expr::name(""); uses.len()];
    let mut line = String::new();
    let mut letters = ('a'..='z').filter(|letter| *letter != 's');
    for value in needed {
        let mut term = write(program, value, tables, &terms);
        let is_computed = term.any(&|one| matches!(one, Expr::Binary(..) | Expr::Call(..)));
        if uses[usize::from(value.0)] > 1 && is_computed && program.type_of(value) == Type::Word {
            let letter = letters.next().unwrap_or('z');
            let _ = write!(line, "{letter} = {}; ", STYLE.text(&term));
            term = Expr::name(letter);
        }
        terms[usize::from(value.0)] = term;
    }
    line + &STYLE.text(&terms[usize::from(program.result.0)])
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

fn write(program: &Program, value: Value, tables: &[Table], terms: &[Expr]) -> Expr {
    let of = |value: Value| terms[usize::from(value.0)].clone();
    let of_square = |array: String| Expr::index(array, "sq".into());
    let call = |name: &str, of: Vec<Expr>| Expr::call(name, of);
    match program.op(value) {
        Op::Square => Expr::name("sq"),
        Op::Occupied => Expr::name("occ"),
        Op::Field(name) => of_square(Case::Snake.join(&[&name.singular()])),
        Op::Const(number, _) if number < 1024 => Expr::decimal(number),
        Op::Const(number, _) => Number::hex(number, 1).into(),
        // An index and what it is made of have one value, whatever their width.
        Op::Low(a) if matches!(program.op(a), Op::Shr(..) | Op::Extract(..)) => of(a),
        Op::Low(a) => of(a).member("lo"),
        Op::High(a) => of(a).member("hi"),
        Op::Join(low, high) => call("join", vec![of(low), of(high)]),
        Op::Widen(a) => of(a),
        Op::Binary(binary, a, b) => OPERATORS.binary(binary, of(a), of(b)),
        Op::Shl(a, b) => Expr::binary(OPERATORS.shl, of(a), of(b)),
        Op::Shr(a, b) => Expr::binary(OPERATORS.shr, of(a), of(b)),
        Op::ReverseBytes(a) => call("bytes", vec![of(a)]),
        Op::ReverseBits(a) => call("bits", vec![of(a)]),
        Op::Count(Count::LeadingZeros, a) => call("clz", vec![of(a)]),
        Op::Count(Count::TrailingZeros, a) => call("ctz", vec![of(a)]),
        Op::Count(Count::PopulationCount, a) => call("popcount", vec![of(a)]),
        Op::Extract(a, b) => call("pext", vec![of(a), of(b)]),
        Op::Deposit(a, b) => call("pdep", vec![of(a), of(b)]),
        Op::Load(from, index) => Expr::index(table(tables, from.index), of(index)),
        Op::LoadRow(from, index) => {
            Expr::index(of_square(table(tables, from.index).to_owned()), of(index))
        }
    }
}
