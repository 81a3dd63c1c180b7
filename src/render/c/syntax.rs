//! C's expressions, on `uint64_t` or on pairs of halves.

use std::rc::Rc;

use super::file::File;
use super::functions::is_slot;
use super::records::variable_name;
use crate::render::prelude::*;
use crate::render::vectors;

/// Chains get parentheses, except sums.
pub(super) const OPERATORS: Operators = Operators {
    suffixes: ["U", "ULL"],
    counts: ["leading zeros", "trailing zeros", ""],
    ..Operators::BONDED
};

/// Operators on pairs of halves.
pub(super) const OF_PAIRS: Operators = Operators { suffixes: ["U"; 2], ..OPERATORS };

/// The names of parameters and types.
pub(super) const WORDS: Words = Words {
    index: "unsigned",
    truth: "int",
    widths: ["uint8_t", "uint16_t", "uint32_t", "uint64_t"],
    sets: ["set"; 3],
    ..Words::PLAIN
};

/// The names in C89, which has no types of fixed width; the types of halves and pairs get the file's prefix.
pub(super) const OLD_WORDS: Words =
    Words { widths: ["unsigned char", "unsigned short", "u32", "u64"], ..WORDS };

/// The type that is as wide as an address.
pub(super) const SIZE: &str = "size_t";

/// The style of expressions.
pub(super) const STYLE: ExprStyle =
    ExprStyle { is_clear: is_clear_in_sum, breaks: LineBreaks::Anywhere, ..ExprStyle::PLAIN };

/// Sums and products need no parentheses in a sum.
fn is_clear_in_sum(outer: Operator, operand: &Expr, _is_first: bool) -> bool {
    let Expr::Binary(inner, _) = operand else { return false };
    outer == OPERATORS.add && [OPERATORS.add, OPERATORS.mul].contains(inner)
}

/// A constant: small ones in decimal, words with 16 hexadecimal digits, other halves with as few as they need.
const fn number(value: u64, kind: Type) -> Number {
    match kind {
        _ if value < 256 => Number::decimal(value),
        Type::Word | Type::Lanes(_) | Type::Set(_) => Number::hex(value, 16),
        Type::Half => Number::hex(value, 1),
    }
}

/// A shift amount: its type doesn't matter, so a literal gets no suffix.
fn count(by: &Node, bare: impl Fn(&Node) -> Expr) -> Expr {
    match by.constant() {
        Some(places) if places < 256 => Expr::decimal(places),
        _ => bare(by),
    }
}

impl File<'_> {
    /// A read value without its widening cast, for places where its type doesn't matter. Other casts make a word
    /// narrower and stay.
    pub(super) fn bare(&self, op: Op, written: &Expr) -> Expr {
        let is_read = matches!(
            op,
            Op::Square | Op::Parameter(_) | Op::Field(_) | Op::Load(..) | Op::LoadRow(..)
        );
        match written {
            Expr::CastTo(_, to, inner) if is_read && *to == self.half => inner.as_ref().clone(),
            _ => written.clone(),
        }
    }

    fn bare_node(&self, node: &Node) -> Expr {
        if node.is_called { node.written.clone() } else { self.bare(node.op, &node.written) }
    }

    /// An index, whose type doesn't matter: a sum of two narrow entries gets no casts.
    fn index(&self, node: &Node) -> Expr {
        match &node.written {
            Expr::Binary(operator, _)
                if *operator == OPERATORS.add
                    && node.operands.iter().all(|of| self.is_narrow(of)) =>
            {
                let [a, b] = [node.first(), node.second()].map(|of| self.bare_node(of));
                Expr::binary(*operator, a, b)
            }
            _ => self.bare_node(node),
        }
    }

    /// True for an index that is as wide as an address. Program memory is read by addresses of its own.
    fn is_wide_index(&self, item: Item<'_>, index: Value) -> bool {
        let is_wide = |function: &Function<'_>| function.is_wide_index(index);
        self.has_wide_indices() && item.function().is_some_and(is_wide)
    }

    fn has_wide_indices(&self) -> bool {
        !self.settings.is_c89() && !self.settings.has_progmem()
    }

    /// True if the header has variables of type `size_t`.
    pub(super) fn has_sizes(&self) -> bool {
        let has_wide = |one: &Function<'_>| one.program.values().any(|at| one.is_wide_index(at));
        !self.page().batches.is_empty()
            || self.has_wide_indices() && self.page().lookups.iter().any(has_wide)
    }

    /// True for a plain read of a table or a field whose entries are narrower than a half.
    fn is_narrow(&self, node: &Node) -> bool {
        let is_entry = matches!(node.written, Expr::CastTo(..)) && !node.is_called;
        is_entry
            && match node.op {
                Op::Field(field) => field.storage() < Storage::Half,
                Op::Load(table, _) | Op::LoadRow(table, _) => {
                    self.table(table).storage < Storage::Half
                }
                _ => false,
            }
    }

    fn table(&self, table: TableRef) -> &Table {
        &self.module.tables[usize::from(table.index)]
    }

    /// A half of a pair, by `->` if `of` is a pointer.
    fn half_of(&self, of: Expr, half: &str) -> Expr {
        let sign = if self.is_pointer(&of) { "->" } else { "." };
        Expr::Member(Rc::new(of), sign, half.to_owned())
    }

    /// True for a variable or a parameter that points to a pair.
    pub(super) fn is_pointer(&self, of: &Expr) -> bool {
        self.by_pointer() && of.is_name()
    }

    /// An entry of a table or a field as a half or a word.
    fn entry(&self, entry: Expr, storage: Storage) -> Expr {
        if storage < Storage::Half { entry.cast_to(CastForm::PREFIX, &self.half) } else { entry }
    }

    /// The square's entry of a field: a variable, an array's element or a member of the square's record.
    fn field_of_square(&self, function: &Function<'_>, field: Field) -> Expr {
        let storage = field.storage();
        if !self.module.has_arrays() {
            self.entry(self.of_record(function, Member::Field(field)), storage)
        } else if self.held_fields(function).contains(&field) {
            variable_name(field).into()
        } else {
            self.entry(self.read(function.field(field), "square".into(), storage), storage)
        }
    }

    /// A member of the square's record, by the variable `entry`.
    fn of_record(&self, function: &Function<'_>, member: Member) -> Expr {
        let name = self.member_name(function.piece, &member);
        Expr::Member(Rc::new("entry".into()), "->", name)
    }

    /// A piece's record in code outside its lookup.
    pub(super) fn record(&self, piece: &PieceModule) -> Expr {
        let owner = self.page().owner_of_records(piece);
        Expr::index(self.own_constant(owner), Expr::name("square"))
    }

    /// The slot that a load reads, in code outside the lookup.
    pub(super) fn slot(&self, function: &Function<'_>, load: Value, index: Expr) -> Expr {
        let name = |table: TableRef| self.page().tables[usize::from(table.index)].name.as_str();
        let array = match (function.pointer(load), function.program.op(load)) {
            (Some(pointer), _) => {
                let row = self.member_name(function.piece, &Member::Pointer(*pointer));
                self.record(function.piece).member(row)
            }
            (None, Op::LoadRow(table, _)) => Expr::index(name(table), Expr::name("square")),
            (None, Op::Load(table, _)) => name(table).into(),
            _ => return index,
        };
        Expr::index(array, index)
    }

    /// A count of bits by the file's function for words.
    fn counted(&self, count: Count, of: &Node) -> Expr {
        let call = |word| Expr::call(self.count_name(count), vec![word]);
        let wide = |value| number(value, Type::Word).suffixed("ULL").into();
        match (of.kind, count) {
            (Type::Word | Type::Lanes(_) | Type::Set(_), _) => call(of.written.clone()),
            (Type::Half, Count::TrailingZeros) => {
                let stop = wide(1 << 32);
                call(Expr::binary(OPERATORS.or, of.written.clone(), stop))
            }
            (Type::Half, _) => Expr::binary(
                OPERATORS.sub,
                call(of.written.clone()),
                number(32, Type::Half).suffixed("U").into(),
            ),
        }
    }

    /// An operation's expression, if C differs from most languages.
    pub(super) fn expression(
        &self,
        item: Item<'_>,
        scope: &Scope<'_>,
        node: &Node,
    ) -> Option<Expr> {
        let is_c89 = self.settings.is_c89();
        let half = |of: Expr| of.cast_to(CastForm::PREFIX, &self.half);
        let bare = |of: &Node| self.bare_node(of);
        if let Some(call) = vectors::call(self, scope, node, |name| name.into()) {
            return Some(call);
        }
        Some(match node.op {
            Op::Square if matches!(item, Item::Scan(scan) if scan.width == 32) => return None,
            Op::Square => half(scope.place.clone()),
            Op::Parameter(parameter) if parameter.kind == Type::Half => {
                half(scope.parameter(parameter))
            }
            Op::Const(value, kind) => {
                let suffix = if kind == Type::Word { "ULL" } else { "U" };
                number(value, kind).suffixed(suffix).into()
            }
            Op::Field(field) => self.field_of_square(item.function()?, field),
            Op::Part(_, word) if self.has_int128() => {
                let shifted = || Expr::binary(OPERATORS.shr, node.a(), Expr::decimal(64));
                let part = if word == 0 { node.a() } else { shifted() };
                part.cast_to(CastForm::PREFIX, &self.word)
            }
            Op::Part(_, word) => Expr::index(node.a().member("w"), Expr::decimal(u64::from(word))),
            Op::Pack(_) => Expr::call(self.own_function("pack"), node.packed()),
            Op::Low(_) if is_c89 => self.half_of(node.a(), "lo"),
            Op::High(_) if is_c89 => self.half_of(node.a(), "hi"),
            Op::Join(..) if is_c89 => {
                Expr::call(self.own_function("join"), vec![node.a(), node.b()])
            }
            Op::Low(_) if self.is_wide_index(item, node.value) => {
                node.a().cast_to(CastForm::PREFIX, SIZE)
            }
            Op::Low(_) => half(node.a()),
            Op::High(_) => half(node.high_half(OPERATORS.shr)),
            Op::Join(..) => OPERATORS
                .joined(node.a(), bare(node.second()).cast_to(CastForm::PREFIX, &self.word)),
            Op::Widen(_) => bare(node.first()).cast_to(CastForm::PREFIX, &self.word),
            // A literal makes a narrow operand unsigned, and the result never needs the width of a half.
            Op::Binary(op @ (Binary::And | Binary::Sub), ..)
                if node.second().constant().is_some() =>
            {
                OPERATORS.binary(op, bare(node.first()), node.b())
            }
            Op::Shl(..) => {
                let shifted = match (node.first().constant(), node.kind) {
                    // An `int` literal may have only 16 bits.
                    (Some(value), Type::Half) => half(number(value, Type::Half).into()),
                    _ => node.a(),
                };
                Expr::binary(OPERATORS.shl, shifted, count(node.second(), bare))
            }
            Op::Shr(..) => Expr::binary(OPERATORS.shr, node.a(), count(node.second(), bare)),
            Op::Pick(_) => {
                let [occupied, mask, factor, shift] = &node.operands[..] else { return None };
                let words = [occupied, mask, factor].map(|of| of.written.clone());
                let operands = words.into_iter().chain([bare(shift)]).collect();
                Expr::call(scope.pick?, operands)
            }
            Op::Deposit(..) => {
                // The call widens its argument anyway.
                let word = match (node.first().op, node.a()) {
                    (Op::Widen(_), Expr::CastTo(_, _, narrow)) => Expr::clone(&narrow),
                    (_, word) => word,
                };
                Expr::call(scope.deposit?, vec![word, node.b()])
            }
            Op::Count(count, _) => self.counted(count, node.first()),
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let (of, (name, _)) = (self.table(table), scope.table(table));
                let function = item.function();
                let index = self.index(node.first());
                let variable = function.filter(|function| !is_slot(function));
                let row = variable
                    .and_then(|function| Some((function, *function.pointer(node.value)?)))
                    .map(|(function, row)| self.of_record(function, Member::Pointer(row)));
                let entry = match (row, function) {
                    _ if self.settings.has_progmem() => self.read_entry(of, name, node.a()),
                    (Some(row), _) => Expr::index(row, index),
                    (None, Some(function)) => self.slot(function, node.value, index),
                    (None, None) => Expr::index(name, index),
                };
                self.entry(entry, of.storage)
            }
            _ => return None,
        })
    }
}
