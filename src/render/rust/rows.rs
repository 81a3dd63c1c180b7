//! Lookup programs that add an offset or a base to an index in; the same, reading a row of the square's own, out.
//!
//! A row is a window of the one table, as long as an index can be: so the compiler knows, or is told by a mask, that
//! no index is outside, and there is neither an addition nor a check. The table goes on to the end of its last window.

use super::Printer;
use super::functions::docs;
use super::kinds::{Kind, Known, Surroundings, learn};
use super::prepare::Prepared;
use super::syntax::decimal;
use super::tables::Static;
use crate::model::interp::Memory;
use crate::model::{Column, Field, FieldStyle, Op, Part, PieceModule, Role, Table, Value, words};
use crate::render::text::literal::{Decimal, Lines, rows};

/// Rows of a table that a lookup reads in place of the table.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// What says where each begins.
    pub(super) field: Field,
    /// The table, by its place in the module.
    pub(super) table: usize,
    /// The load, a value of the prepared program.
    pub(super) load: Value,
    /// Entries of a row, a power of two.
    pub(super) length: u64,
    /// True where the compiler doesn't see that an index is less.
    pub(super) is_open: bool,
    /// The static's name.
    pub(super) name: String,
}

/// Zeros around a table's entries.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Padding {
    /// In front: a window may begin before the first entry that is used.
    pub(super) front: usize,
    /// Behind.
    pub(super) back: usize,
}

impl Printer<'_> {
    /// True where lookups read rows.
    pub(super) fn has_rows(&self) -> bool {
        let module = self.module;
        module.fields == FieldStyle::Pointers && module.emits(Part::Lookup) && !module.fills()
    }

    /// The piece's lookup and the rows that it reads; none where it adds nothing to an index.
    pub(super) fn by_rows(&self, piece: &PieceModule) -> (Prepared, Vec<Row>) {
        let program = Prepared::new(&piece.program).narrowed_late();
        if !self.has_rows() {
            return (program, Vec::new());
        }
        let (program, loads) = program.with_rows();
        let squares: Vec<u8> = self.module.board.squares.iter().map(|(_, bit)| *bit).collect();
        let around = Surroundings {
            memory: Memory { fields: &piece.fields, tables: &self.module.tables },
            squares: &squares,
            parameter: self.square_parameter(),
            calls: &[],
        };
        let known = learn(&program.program, program.program.result, false, around);
        let row = |(load, field): (Value, Field)| {
            let Op::LoadRow(table, index) = program.program.op(load) else { return None };
            let Known { kind, bits, seen } = known[usize::from(index.0)];
            let seen = match kind {
                Kind::U8 => seen.min(8),
                Kind::U16 => seen.min(16),
                _ => seen,
            };
            // A byte has 8 bits, whichever of its values are in use.
            let is_open = seen > bits.max(8);
            let table = usize::from(table.index);
            let length = 1 << if is_open { bits } else { seen };
            Some(Row { field, table, load, length, is_open, name: self.rows_name(piece, field) })
        };
        let rows = loads.into_iter().filter_map(row).collect();
        (program, rows)
    }

    fn rows_name(&self, piece: &PieceModule, field: Field) -> String {
        let line = field.line.map(crate::model::Line::word);
        let what = if field.role == Role::Base { "windows" } else { "rows" };
        let words: Vec<&str> =
            [piece.name.as_str()].into_iter().chain(line.as_deref()).chain([what]).collect();
        self.module.names.constant(&words)
    }

    /// What stands around a table's entries, so that every row is inside.
    pub(super) fn padding(&self, table: usize) -> Padding {
        let Some(entries) = self.module.tables.get(table).map(|table| table.entries.len()) else {
            return Padding::default();
        };
        let mut padding = Padding::default();
        for piece in &self.module.pieces {
            let (_, rows) = self.by_rows(piece);
            for row in rows.iter().filter(|row| row.table == table) {
                let length = row.length as i64;
                for offset in self.offsets(piece, row.field) {
                    // A row that has no entry of the table is read by no lookup that has been proved.
                    let start = offset.clamp(-length, entries as i64);
                    padding.front = padding.front.max((-start).max(0) as usize);
                    padding.back =
                        padding.back.max(((start + length) as usize).saturating_sub(entries));
                }
            }
        }
        padding
    }

    /// Offsets as numbers: what wraps is negative.
    fn offsets(&self, piece: &PieceModule, field: Field) -> Vec<i64> {
        let column = piece.fields.column(field).map_or(&[][..], |column| &column.values);
        let squares = self.module.board.squares.iter();
        let values = squares.filter_map(|(_, bit)| column.get(usize::from(*bit)));
        values.map(|value| i64::from(*value as u32 as i32)).collect()
    }

    /// A column as it is printed: counted from the beginning of the padding in front.
    pub(super) fn shifted(&self, piece: &PieceModule, column: &Column) -> Vec<u64> {
        let (_, rows) = self.by_rows(piece);
        let row = rows.iter().find(|row| row.field == column.field);
        let front = row.map_or(0, |row| self.padding(row.table).front);
        let moved = |value: &u64| u64::from((*value as u32).wrapping_add(front as u32));
        if front == 0 { column.values.clone() } else { column.values.iter().map(moved).collect() }
    }

    /// A table's entries between their zeros, and how many there are.
    pub(super) fn padded(&self, at: usize, table: &Table, entries: String) -> (usize, String) {
        let Padding { front, back } = self.padding(at);
        let zeros = |count: usize| {
            let lines = Lines { indent: "    ", columns: 32, trailing_comma: true };
            rows(&vec![0; count], &Decimal { width: 0, grouped: false }, lines)
        };
        let mut parts = vec![entries];
        if front > 0 {
            parts.insert(0, format!("    // Padding.\n{}", zeros(front)));
        }
        if back > 0 {
            parts.push(format!("    // Padding.\n{}", zeros(back)));
        }
        (front + table.entries.len() + back, parts.join("\n"))
    }

    /// What a table's comment says of its padding.
    pub(super) fn padding_doc(&self, at: usize) -> String {
        let Padding { front, back } = self.padding(at);
        let count = |count: usize| prose(count as u64);
        match (front, back) {
            (0, 0) => String::new(),
            (0, back) => format!(" The last {} entries are padding.", count(back)),
            (front, 0) => format!(" The first {} entries are padding.", count(front)),
            (front, back) => format!(
                " The first {} entries and the last {} are padding.",
                count(front),
                count(back)
            ),
        }
    }

    /// A static of rows.
    pub(super) fn row_static(&self, piece: &PieceModule, row: &Row, column: &Column) -> Static {
        let table = &self.module.tables[row.table];
        let entry = Kind::from(table.storage).name();
        let length = decimal(row.length);
        let line = row.field.line.map_or_else(String::new, |line| format!("{} ", line.word()));
        let what = if row.field.role == Role::Base { "window".to_owned() } else { line + "row" };
        let text = format!(
            "Where the {}'s {what} of [`{}`] is: {} entries from its first index on.",
            words(&piece.name),
            self.module.table_name(table),
            prose(row.length),
        );
        Static {
            docs: docs(&text),
            attributes: self.options.unusual_static(&row.name),
            head: format!(
                "static {}: [&[{entry}; {length}]; {}] = rows(&{}, [",
                row.name,
                self.module.board.indices,
                self.module.table_name(table)
            ),
            rows: self.numbers_by_square(&self.shifted(piece, column)),
            is_argument: true,
        }
    }

    /// True where the file has such statics.
    pub(super) fn needs_rows(&self) -> bool {
        self.module.pieces.iter().any(|piece| !self.by_rows(piece).1.is_empty())
    }
}

/// A number in a comment.
fn prose(number: u64) -> String {
    decimal(number).replace('_', ",")
}
