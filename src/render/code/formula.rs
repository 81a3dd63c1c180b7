//! Prints a [`Program`] as a formula in one line, for people who compare lookups.
//!
//! The notation of the literature: `T[offset[sq] + ((occ & mask[sq]) * factor[sq] >> shift[sq])]`. A word that is used
//! twice gets a letter, which is defined before the formula.

use std::fmt::Write as _;

use super::expr::{Expr, Number, Operator};
use super::node::Operators;
use super::print::ExprStyle;
use magicgen_ir::{Op, Program, Table, TableRole, Type, Value};
use magicgen_lookup::model::Case;

/// The operators of the literature. An operation needs no parentheses as an operand of an operator that binds looser.
const OPERATORS: Operators = Operators::BONDED;

pub(super) const STYLE: ExprStyle = ExprStyle { is_clear: is_tighter, ..ExprStyle::PLAIN };

/// True if an operand needs no parentheses: it binds tighter than the operator or, as the first operand, equally
/// tight.
fn is_tighter(outer: Operator, operand: &Expr, is_first: bool) -> bool {
    let Expr::Binary(inner, _) = operand else { return false };
    inner.bond > outer.bond || is_first && inner.bond == outer.bond
}

/// The lookup in one line.
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
        Some(TableRole::Rays) => "R",
        Some(TableRole::Lines) => "M",
        Some(TableRole::Factors) => "F",
        Some(TableRole::Attacks | TableRole::Scan(_) | TableRole::Companion { .. }) | None => "T",
    }
}

/// A value's operation, with the expressions that `terms` has for its operands.
pub(super) fn write(program: &Program, value: Value, tables: &[Table], terms: &[Expr]) -> Expr {
    let term = |value: Value| terms[usize::from(value.0)].clone();
    let of_square = |array: String| Expr::index(array, "sq".into());
    let call = |name: &str, arguments: Vec<Expr>| Expr::call(name, arguments);
    match program.op(value) {
        Op::Square => Expr::name("sq"),
        Op::Occupied | Op::OccupiedSet(_) => Expr::name("occ"),
        Op::Part(a, word) => term(a).member(format!("w{word}")),
        Op::Parameter(parameter) => Expr::name(format!("p{}", parameter.number)),
        Op::Call(lookup, square, a) => {
            let square = Expr::name(format!("p{}", square.number));
            Expr::call(format!("attacks{}", lookup.0), vec![square, term(a)])
        }
        Op::Field(name) => of_square(Case::Snake.join(&[&name.singular()])),
        Op::Const(number, _) if number < 1024 => Expr::decimal(number),
        Op::Const(number, _) => Number::hex(number, 1).into(),
        // The low half of a shifted or extracted word is the whole index: the word's value fits a half.
        Op::Low(a) if matches!(program.op(a), Op::Shr(..) | Op::Extract(..) | Op::Pick(_)) => {
            term(a)
        }
        Op::Low(a) => term(a).member("lo"),
        Op::High(a) => term(a).member("hi"),
        Op::Widen(a) => term(a),
        Op::Binary(binary, a, b) => OPERATORS.binary(binary, term(a), term(b)),
        Op::Shl(a, b) => Expr::binary(OPERATORS.shl, term(a), term(b)),
        Op::Shr(a, b) => Expr::binary(OPERATORS.shr, term(a), term(b)),
        Op::ReverseBytes(a) => call("bytes", vec![term(a)]),
        Op::ReverseBits(a) => call("bits", vec![term(a)]),
        Op::Load(from, index) => Expr::index(table(tables, from.index), term(index)),
        Op::LoadLanes(from, index, lanes) => {
            let from = Expr::name(table(tables, from.index));
            call("lanes", vec![from, term(index), Expr::decimal(lanes.count().into())])
        }
        Op::Splat(a, lanes) => call("splat", vec![term(a), Expr::decimal(lanes.count().into())]),
        Op::ShiftApart(a, places) => {
            let half = usize::from(program.type_of(a).lanes() / 2);
            let places = places[..half].iter().map(|places| Expr::decimal((*places).into()));
            call("apart", [term(a)].into_iter().chain(places).collect())
        }
        Op::OrLanes(a) => call("all", vec![term(a)]),
        Op::OrHalf(a, half) => call("half", vec![term(a), Expr::decimal(half.into())]),
        Op::Lane(a, lane) => Expr::index(term(a), Expr::decimal(lane.into())),
        Op::LoadRow(from, index) => {
            Expr::index(of_square(table(tables, from.index).to_owned()), term(index))
        }
        op => call(op.name(), op.operands().map(term).collect()),
    }
}
