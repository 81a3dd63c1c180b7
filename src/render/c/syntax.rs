//! C's expressions, on `uint64_t` or on pairs of halves.

use super::file::File;
use super::records::member_name;
use crate::model::{
    Binary, Case, Field, FieldStyle, Op, PieceModule, Program, Storage, Table, TableRef, Type,
    Value,
};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::code::print::Style;
use crate::render::code::scope::Scope;
use crate::render::page::{Function, Pointer, Scan};

/// Chains have parentheses, but for sums.
pub(super) const OPERATORS: Operators = Operators::BONDED;

/// How expressions look.
pub(super) const STYLE: Style = Style { is_clear: is_clear_in_sum, ..Style::PLAIN };

/// Sums and products need no parentheses in a sum.
fn is_clear_in_sum(outer: Operator, operand: &Expr, _is_first: bool) -> bool {
    let Expr::Binary(inner, _) = operand else { return false };
    outer == OPERATORS.add && [OPERATORS.add, OPERATORS.mul].contains(inner)
}

/// Everything that the text of a function depends on.
#[derive(Clone, Debug)]
pub(super) struct Writer<'a> {
    pub(super) file: &'a File<'a>,
    /// The function of square and occupancy; none in a bit scan.
    pub(super) lookup: Option<&'a Function<'a>>,
    pub(super) program: &'a Program,
    /// Fields that are variables, because they are read more than once.
    pub(super) held: Vec<Field>,
    /// Values that other functions compute, with their calls.
    pub(super) calls: &'a [(Value, Expr)],
    /// The parameters.
    scope: Scope<'a>,
}

impl<'a> Writer<'a> {
    /// For a function of square and occupancy.
    pub(super) fn of_lookup(
        file: &'a File<'a>,
        lookup: &'a Function<'a>,
        calls: &'a [(Value, Expr)],
    ) -> Self {
        let square = Expr::name("square").cast_to(&file.half);
        let (program, scope) = (lookup.program, Scope::new(square, "occupied".into()));
        Self { file, lookup: Some(lookup), program, held: Vec::new(), calls, scope }
    }

    /// For a bit scan.
    pub(super) fn of_scan(file: &'a File<'a>, scan: &'a Scan<'a>) -> Self {
        let word = Expr::name("word");
        let half = if scan.width == 32 { word.clone() } else { word.clone().cast_to(&file.half) };
        let (program, scope) = (scan.program, Scope::new(half, word));
        Self { file, lookup: None, program, held: Vec::new(), calls: &[], scope }
    }

    pub(super) fn is_c89(&self) -> bool {
        self.file.settings.is_c89()
    }

    /// A value that is read, without the cast that widens it, for where its type is no matter. A cast of any other kind
    /// makes a word narrower, and has to stay.
    pub(super) fn bare(&self, op: Op, written: &Expr) -> Expr {
        let is_read = matches!(op, Op::Square | Op::Field(_) | Op::Load(..) | Op::LoadRow(..));
        match written {
            Expr::CastTo(to, inner) if is_read && *to == self.file.half => inner.as_ref().clone(),
            _ => written.clone(),
        }
    }

    fn bare_node(&self, node: &Node) -> Expr {
        if node.is_called { node.written.clone() } else { self.bare(node.op, &node.written) }
    }

    /// An index, whose type is no matter: no casts in a sum of two entries that are shorter than it.
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

    /// True for the entry, and nothing else, of a table or of a field whose entries are shorter than a half.
    fn is_narrow(&self, node: &Node) -> bool {
        let is_short = |storage| matches!(storage, Storage::Byte | Storage::Short);
        let is_entry = matches!(node.written, Expr::CastTo(..)) && !node.is_called;
        is_entry
            && match node.op {
                Op::Field(field) => is_short(field.storage()),
                Op::Load(table, _) | Op::LoadRow(table, _) => is_short(self.table(table).storage),
                _ => false,
            }
    }

    fn table(&self, table: TableRef) -> &'a Table {
        &self.file.module.tables[usize::from(table.index)]
    }

    fn table_name(&self, table: TableRef) -> &'a str {
        &self.file.page.tables[usize::from(table.index)].name
    }

    /// A function of ours that turns a word round.
    fn reversed(&self, what: &str, word: Expr) -> Expr {
        Expr::call(self.file.names.function(&["reverse", what]), vec![word])
    }

    /// A number of places: its type is no matter, so that a literal needs no suffix.
    fn count(&self, by: &Node) -> Expr {
        match by.constant() {
            Some(places) if places < 256 => Expr::decimal(places),
            _ => self.bare_node(by),
        }
    }

    /// The entry of an array for squares.
    pub(super) fn by_square(&self, array: &str, storage: Storage) -> Expr {
        if self.file.settings.has_progmem() {
            self.file.read(array, Expr::name("square"), storage)
        } else {
            Expr::index(array, Expr::name("square"))
        }
    }

    /// A half of a pair: of what a pointer points to, where pairs are passed so.
    fn half_of(&self, of: Expr, half: &str) -> Expr {
        let sign = if self.is_pointer(&of) { "->" } else { "." };
        Expr::Member(Box::new(of), sign, half.to_owned())
    }

    /// True for a variable or a parameter that points to a pair.
    pub(super) fn is_pointer(&self, of: &Expr) -> bool {
        self.file.by_pointer() && of.is_name()
    }

    /// An entry of a table or a field as a half or a word.
    fn entry(&self, entry: Expr, storage: Storage) -> Expr {
        match storage {
            Storage::Byte | Storage::Short => entry.cast_to(&self.file.half),
            Storage::Half | Storage::Word => entry,
        }
    }

    /// The square's entry of a field: in a variable, in an array or in the square's record.
    fn field(&self, field: Field) -> Expr {
        let Some(lookup) = self.lookup else { return Expr::name("") };
        if self.held.contains(&field) {
            return Expr::name(member_name(field));
        }
        let entry = match self.file.module.fields {
            FieldStyle::Arrays => self.by_square(lookup.field(field), field.storage()),
            FieldStyle::Records | FieldStyle::Pointers => Self::of_record(member_name(field)),
        };
        self.entry(entry, field.storage())
    }

    /// A part of a square's record.
    fn of_record(name: String) -> Expr {
        Expr::Member(Box::new(Expr::name("entry")), "->", name)
    }
}

/// A constant: small ones in decimal digits, words in 16 hexadecimal ones, other halves in as few as they need.
const fn number(value: u64, kind: Type) -> Number {
    match kind {
        _ if value < 256 => Number::decimal(value),
        Type::Word => Number::hex(value, 16),
        Type::Half => Number::hex(value, 1),
    }
}

/// The pointer that a load of a lookup goes through.
pub(super) fn pointer<'a>(lookup: &Function<'a>, load: Value) -> Option<&'a Pointer> {
    lookup.loads.iter().find(|(value, _)| *value == load).map(|(_, pointer)| pointer)
}

impl File<'_> {
    /// A record of a piece as seen from outside of its lookup.
    pub(super) fn record(&self, piece: &PieceModule) -> Expr {
        Expr::index(self.own_constant(&piece.name), Expr::name("square"))
    }

    /// The slot that a load reads, as seen from outside of the lookup.
    pub(super) fn slot(&self, lookup: &Function<'_>, load: Value, index: Expr) -> Expr {
        let (Op::Load(table, _) | Op::LoadRow(table, _)) = lookup.program.op(load) else {
            return index;
        };
        let name = Expr::name(&self.page.tables[usize::from(table.index)].name);
        let row = match (pointer(lookup, load), lookup.program.op(load)) {
            (Some(pointer), _) => {
                self.record(lookup.piece).member(Case::Snake.join(&[&pointer.words()]))
            }
            (None, Op::LoadRow(..)) => Expr::index(name, Expr::name("square")),
            (None, _) => name,
        };
        Expr::index(row, index)
    }
}

impl Dialect for Writer<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn special(&self, node: &Node) -> Option<Expr> {
        let is_c89 = self.is_c89();
        let half = |of: Expr| of.cast_to(&self.file.half);
        Some(match node.op {
            Op::Const(value, kind) => {
                let suffix = if kind == Type::Word { "ULL" } else { "U" };
                number(value, kind).suffixed(suffix).into()
            }
            Op::Field(field) => self.field(field),
            Op::Low(_) if is_c89 => self.half_of(node.a(), "lo"),
            Op::High(_) if is_c89 => self.half_of(node.a(), "hi"),
            Op::Join(..) if is_c89 => {
                Expr::call(self.file.own_function("join"), vec![node.a(), node.b()])
            }
            Op::Low(_) => half(node.a()),
            Op::High(_) => half(node.high_half(OPERATORS.shr)),
            Op::Join(..) => {
                let high = self.bare_node(node.second()).cast_to(&self.file.word);
                OPERATORS.joined(node.a(), high)
            }
            Op::Widen(_) => self.bare_node(node.first()).cast_to(&self.file.word),
            // A literal makes what is narrow unsigned, and neither makes a result that a half is needed for.
            Op::Binary(op @ (Binary::And | Binary::Sub), ..)
                if node.second().constant().is_some() =>
            {
                OPERATORS.binary(op, self.bare_node(node.first()), node.b())
            }
            Op::Shl(..) => {
                let shifted = match (node.first().constant(), node.kind) {
                    // A literal may have only 16 bits.
                    (Some(value), Type::Half) => half(number(value, Type::Half).into()),
                    _ => node.a(),
                };
                Expr::binary(OPERATORS.shl, shifted, self.count(node.second()))
            }
            Op::Shr(..) => Expr::binary(OPERATORS.shr, node.a(), self.count(node.second())),
            Op::ReverseBytes(_) => self.reversed("bytes", node.a()),
            Op::ReverseBits(_) => self.reversed("bits", node.a()),
            Op::Extract(..) => Expr::call("_pext_u64", vec![node.a(), node.b()]),
            Op::Deposit(..) => {
                // What is passed is widened anyway.
                let word = match (node.first().op, node.a()) {
                    (Op::Widen(_), Expr::CastTo(_, narrow)) => *narrow,
                    (_, word) => word,
                };
                Expr::call("_pdep_u64", vec![word, node.b()])
            }
            Op::Load(table, _) => {
                let (of, name) = (self.table(table), self.table_name(table));
                let entry = if self.file.settings.has_progmem() {
                    self.file.read_entry(of, name, node.a())
                } else {
                    Expr::index(name, self.index(node.first()))
                };
                self.entry(entry, of.storage)
            }
            Op::LoadRow(table, _) => {
                let row = match self.lookup.and_then(|lookup| pointer(lookup, node.value)) {
                    Some(pointer) => Self::of_record(Case::Snake.join(&[&pointer.words()])),
                    None => Expr::index(self.table_name(table), Expr::name("square")),
                };
                let entry = Expr::index(row, self.index(node.first()));
                self.entry(entry, self.table(table).storage)
            }
            Op::Square
            | Op::Occupied
            | Op::Parameter(_)
            | Op::Call(..)
            | Op::Binary(..)
            | Op::Count(..) => return None,
        })
    }
}
