//! Go's expressions. Unsigned integers wrap; a shift by less than its operand's width is only known to be one by a mask.

use crate::model::{Binary, Count, Op, Storage, TableRef, Type};
use crate::render::code::expr::{Cast, CastForm, Expr, Operator};
use crate::render::code::node::{Dialect, Node, Not, Operators};
use crate::render::code::scope::Scope;

/// Bonds are those of Go's grammar.
pub(super) const OPERATORS: Operators = Operators {
    and: Operator::chain("&").bond(5),
    or: Operator::chain("|").bond(4),
    xor: Operator::chain("^").bond(4),
    and_not: Some(Operator::left("&^").bond(5)),
    not: Not::Before("^"),
    add: Operator::chain("+").bond(4),
    sub: Operator::left("-").bond(4),
    negative: Some("-"),
    mul: Operator::chain("*").bond(5),
    shl: Operator::left("<<").bond(5),
    shr: Operator::left(">>").bond(5),
    half: HALF,
    word: WORD,
    has_short: true,
    reverse_bytes: Some("bits.ReverseBytes64"),
    reverse_bits: Some("bits.Reverse64"),
    ..Operators::C
};

/// A conversion to 32 bits.
pub(super) const HALF: Cast = Cast { to: "uint32", form: CastForm::Call };

/// A conversion to 64 bits.
const WORD: Cast = Cast { to: "uint64", form: CastForm::Call };

/// A conversion to a signed integer, which squares are.
pub(super) const INT: Cast = Cast { to: "int", form: CastForm::Call };

/// How a function's expressions are written.
pub(super) struct Go<'a> {
    /// What it reads.
    pub(super) scope: Scope<'a>,
    /// True where the square is masked before, so that it is below 64 for the compiler too.
    pub(super) is_masked: bool,
}

impl Go<'_> {
    /// True where a value is an entry of fewer bits than 32.
    fn is_short(&self, op: Op) -> bool {
        match op {
            Op::Field(field) => field.storage() < Storage::Half,
            Op::Load(table, _) => self.scope.tables[usize::from(table.index)].1 < Storage::Half,
            _ => false,
        }
    }

    /// What a node is shifted by: any integer, below the width for the compiler to see.
    fn amount(&self, node: &Node) -> Expr {
        let last = if node.kind == Type::Word { 63 } else { 31 };
        let is_below = |of: &Node| of.constant().is_some_and(|value| value <= last);
        let by = node.second();
        // What a conversion cuts off the mask would cut off as well.
        let bare = by.written.cast_from(HALF).unwrap_or(&by.written).clone();
        let is_seen = match by.op {
            Op::Const(..) => is_below(by),
            Op::Square => self.is_masked && last == 63,
            Op::Binary(Binary::And, ..) => is_below(by.second()),
            _ => false,
        };
        if is_seen { bare } else { Expr::binary(OPERATORS.and, bare, Expr::decimal(last)) }
    }

    fn shift(&self, operator: Operator, node: &Node) -> Expr {
        // A constant has a type where it is given one.
        let shifted = match (node.first().constant(), node.kind) {
            (None, _) => node.a(),
            (Some(_), Type::Word) => node.a().cast(WORD),
            (Some(_), Type::Half) => node.a().cast(HALF),
        };
        Expr::binary(operator, shifted, self.amount(node))
    }
}

impl Dialect for Go<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn join(&self, node: &Node) -> Expr {
        OPERATORS.joined(node.a().cast(WORD), node.b().cast(WORD))
    }

    fn widen(&self, node: &Node) -> Expr {
        let half = node.a();
        let short = half.cast_from(HALF).filter(|_| self.is_short(node.first().op));
        short.unwrap_or(&half).clone().cast(WORD)
    }

    fn shl(&self, node: &Node) -> Expr {
        self.shift(OPERATORS.shl, node)
    }

    fn shr(&self, node: &Node) -> Expr {
        self.shift(OPERATORS.shr, node)
    }

    fn count(&self, count: Count, node: &Node) -> Expr {
        let of = node.first();
        let name = match (count, of.kind) {
            (Count::LeadingZeros, Type::Word) => "bits.LeadingZeros64",
            (Count::LeadingZeros, Type::Half) => "bits.LeadingZeros32",
            (Count::TrailingZeros, Type::Word) => "bits.TrailingZeros64",
            (Count::TrailingZeros, Type::Half) => "bits.TrailingZeros32",
            (Count::PopulationCount, Type::Word) => "bits.OnesCount64",
            (Count::PopulationCount, Type::Half) => "bits.OnesCount32",
        };
        Expr::call(name, vec![node.a()]).cast(HALF)
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let (name, storage) = self.scope.tables[usize::from(table.index)];
        let (index, position) = (node.a(), node.first());
        // Any integer is an index.
        let is_any = match position.op {
            _ if position.is_called => false,
            Op::Low(_) => u32::try_from(position.first().most).is_ok(),
            op => self.is_short(op),
        };
        let bare = index.cast_from(HALF).filter(|_| is_any).unwrap_or(&index).clone();
        self.entry(name, bare, storage)
    }
}
