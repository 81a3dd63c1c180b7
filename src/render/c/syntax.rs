//! A program in; the body of a function in C out, on `uint64_t` or on pairs of halves.

use super::File;
use super::records::member_name;
use super::rewrite::{Pointer, RowProgram};
use crate::model::{
    Binary, Field, FieldStyle, Fill, Op, PieceModule, Storage, TableRef, Type, Value,
};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::code::print::Style;

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer<'a> {
    pub(super) file: &'a File<'a>,
    /// The piece that is looked up, with the pointers of its record; none in a bit scan.
    pub(super) piece: Option<(&'a PieceModule, &'a [Pointer])>,
    /// Fields that are variables, because they are read more than once.
    pub(super) held: &'a [Field],
    /// Values that other functions compute, with their calls.
    pub(super) calls: &'a [(Value, Expr)],
    /// The type of a bit scan's parameter, where it isn't one of a program.
    pub(super) parameter: &'a str,
}

impl<'a> Writer<'a> {
    /// For a piece's lookup.
    pub(super) fn of_piece(
        file: &'a File<'a>,
        piece: &'a PieceModule,
        rows: &'a RowProgram,
        calls: &'a [(Value, Expr)],
    ) -> Self {
        let piece = Some((piece, rows.pointers.as_slice()));
        Self { file, piece, held: &[], calls, parameter: "unsigned" }
    }

    /// For a bit scan of a parameter called `word`.
    pub(super) fn of_scan(file: &'a File<'a>, parameter: &'a str) -> Self {
        Self { file, piece: None, held: &[], calls: &[], parameter }
    }

    pub(super) fn is_c89(&self) -> bool {
        self.file.settings.is_c89()
    }

    /// A value that is read, without the cast that widens it, for where its type is no matter. A cast of any other kind makes
    /// a word narrower, and has to stay.
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
                Op::Load(table, _) => is_short(self.table(table).storage),
                Op::LoadRow(row, _) => is_short(self.row_table(row).storage),
                _ => false,
            }
    }

    fn table(&self, table: TableRef) -> &'a crate::model::Table {
        &self.file.module.tables[usize::from(table.index)]
    }

    /// The pointer to a square's row, where there are pointers.
    fn pointer(&self, row: TableRef) -> Option<Pointer> {
        let pointers = self.piece.map_or(&[][..], |(_, pointers)| pointers);
        pointers.get(usize::from(row.index)).copied()
    }

    /// The table that a row is of.
    fn row_table(&self, row: TableRef) -> &'a crate::model::Table {
        let table = self.pointer(row).map_or(usize::from(row.index), |pointer| pointer.table);
        &self.file.module.tables[table]
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

    /// A part of a square's record.
    fn of_record(name: String) -> Expr {
        Expr::Member(Box::new(Expr::name("entry")), "->", name)
    }

    /// The slot that start-up code stores in, as seen from outside of the lookup.
    pub(super) fn slot(&self, fill: &Fill, load: Op, index: Expr) -> Expr {
        let table = self.file.module.table_name(&self.file.module.tables[fill.table]);
        let (Some((piece, _)), Op::LoadRow(row, _)) = (self.piece, load) else {
            return Expr::index(table, index);
        };
        let row = match self.pointer(row) {
            Some(pointer) => {
                let records = self.file.names.constant(&[&piece.name]);
                Expr::index(records, Expr::name("square")).member(pointer.member())
            }
            None => Expr::index(table, Expr::name("square")),
        };
        Expr::index(row, index)
    }
}

impl Dialect for Writer<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn square(&self) -> Expr {
        let (name, kind) =
            if self.piece.is_some() { ("square", "unsigned") } else { ("word", self.parameter) };
        let name = Expr::name(name);
        if kind == self.file.half { name } else { name.cast_to(&self.file.half) }
    }

    fn occupied(&self) -> Expr {
        Expr::name(if self.piece.is_some() { "occupied" } else { "word" })
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        let number = match kind {
            _ if value < 256 => Number::decimal(value),
            Type::Word => Number::hex(value, 16),
            Type::Half => Number::hex(value, 1),
        };
        number.suffixed(if kind == Type::Word { "ULL" } else { "U" }).into()
    }

    fn field(&self, field: Field) -> Expr {
        let Some((piece, _)) = self.piece else { return Expr::name("") };
        if self.held.contains(&field) {
            return Expr::name(member_name(field));
        }
        let entry = match self.file.module.fields {
            FieldStyle::Arrays => {
                self.by_square(&self.file.names.field(&piece.name, field), field.storage())
            }
            FieldStyle::Records | FieldStyle::Pointers => Self::of_record(member_name(field)),
        };
        self.entry(entry, field.storage())
    }

    fn low(&self, node: &Node) -> Expr {
        if self.is_c89() { self.half_of(node.a(), "lo") } else { node.a().cast_to(&self.file.half) }
    }

    fn high(&self, node: &Node) -> Expr {
        if self.is_c89() {
            self.half_of(node.a(), "hi")
        } else {
            let high = node.high_half(OPERATORS.shr);
            high.cast_to(&self.file.half)
        }
    }

    fn join(&self, node: &Node) -> Expr {
        if self.is_c89() {
            let join = self.file.names.function(&["join"]);
            Expr::call(join, vec![node.a(), node.b()])
        } else {
            let high = self.bare_node(node.second()).cast_to(&self.file.word);
            OPERATORS.joined(node.a(), high)
        }
    }

    fn widen(&self, node: &Node) -> Expr {
        self.bare_node(node.first()).cast_to(&self.file.word)
    }

    fn binary(&self, op: Binary, node: &Node) -> Expr {
        // A literal makes what is narrow unsigned, and neither makes a result that a half is needed for.
        let is_narrow =
            matches!(op, Binary::And | Binary::Sub) && node.second().constant().is_some();
        let first = if is_narrow { self.bare_node(node.first()) } else { node.a() };
        OPERATORS.binary(op, first, node.b())
    }

    fn shl(&self, node: &Node) -> Expr {
        let shifted = match (node.first().constant(), node.kind) {
            // A literal may have only 16 bits.
            (Some(value), Type::Half) => {
                let number =
                    if value < 256 { Number::decimal(value) } else { Number::hex(value, 1) };
                Expr::from(number).cast_to(&self.file.half)
            }
            _ => node.a(),
        };
        Expr::binary(OPERATORS.shl, shifted, self.count(node.second()))
    }

    fn shr(&self, node: &Node) -> Expr {
        Expr::binary(OPERATORS.shr, node.a(), self.count(node.second()))
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        self.reversed("bytes", node.a())
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        self.reversed("bits", node.a())
    }

    fn extract(&self, node: &Node) -> Expr {
        Expr::call("_pext_u64", vec![node.a(), node.b()])
    }

    fn deposit(&self, node: &Node) -> Expr {
        // What is passed is widened anyway.
        let word = match (node.first().op, node.a()) {
            (Op::Widen(_), Expr::CastTo(_, narrow)) => *narrow,
            (_, word) => word,
        };
        Expr::call("_pdep_u64", vec![word, node.b()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let table = self.table(table);
        let entry = if self.file.settings.has_progmem() {
            self.file.read_entry(table, node.a())
        } else {
            Expr::index(self.file.module.table_name(table), self.index(node.first()))
        };
        self.entry(entry, table.storage)
    }

    fn load_row(&self, row: TableRef, node: &Node) -> Expr {
        let table = self.row_table(row);
        let place = match self.pointer(row) {
            Some(pointer) => Self::of_record(pointer.member()),
            None => Expr::index(self.file.module.table_name(table), Expr::name("square")),
        };
        self.entry(Expr::index(place, self.index(node.first())), table.storage)
    }
}
