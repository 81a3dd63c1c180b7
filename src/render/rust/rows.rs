//! Lookups that read a row of the square instead of adding an offset or a base to an index.
//!
//! A row is a window of the one table, as long as an index can be. The compiler knows, or is told by a mask, that no
//! index is out of bounds, so there is neither an addition nor a check. The table extends to the end of its last
//! window.

use super::file::File;
use super::functions::docs;
use super::kinds::{Asked, Kind, Known};
use super::prepare::prepared;
use super::syntax::decimal;
use super::tables::Static;
use crate::render::prelude::*;

/// The rows of a table, one for each square, that a lookup reads instead of the table.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The field with each row's offset.
    pub(super) field: Field,
    /// The offset of each square's row in the table; negative if the field's value wraps.
    starts: Vec<i64>,
    /// The table's number in the module.
    pub(super) table: usize,
    /// The load, as a value of the prepared program.
    pub(super) load: Value,
    /// The entries of a row, a power of two.
    pub(super) length: u64,
    /// True if the compiler doesn't see that an index is below the length.
    pub(super) is_open: bool,
    /// The static's name.
    pub(super) name: String,
    /// The member of the square's record, if that refers to the row.
    pub(super) member: Option<String>,
}

/// The numbers of zeros around a table's entries.
#[derive(Clone, Copy, Debug, Default)]
struct Padding {
    /// Zeros before: a window may begin before the first entry in use.
    front: usize,
    /// Zeros after: a window may end after the last entry.
    back: usize,
}

/// The lookups of all pieces as they are printed.
pub(super) fn lookups(module: &Module) -> Vec<Pointed> {
    let is_asked_for = module.fields.is_pointers() && module.emits(Part::Lookup);
    let lookup = |piece: &PieceModule| {
        let lookup = prepared(&piece.program);
        let has_rows = is_asked_for && !module.fills();
        if has_rows { lookup.with_rows(module, &[Role::Offset, Role::Base]) } else { lookup }
    };
    module.pieces.iter().map(lookup).collect()
}

/// The rows that a piece's lookup reads.
pub(super) fn windows(module: &Module, piece: &PieceModule, lookup: &Pointed) -> Vec<Row> {
    let program = &lookup.program;
    let asked = Asked {
        program,
        wanted: program.result,
        is_position: false,
        fields: &piece.fields,
        tables: &module.tables,
        indices: module.board.indices,
        calls: &[],
    };
    let known = asked.learn();
    let row = |(load, pointer): &(Value, Pointer)| {
        let (field, Op::LoadRow(_, index)) = (pointer.start?, program.op(*load)) else {
            return None;
        };
        let Known { kind, bits, seen } = known[usize::from(index.0)];
        let seen = match kind {
            Kind::U8 => seen.min(8),
            Kind::U16 => seen.min(16),
            _ => seen,
        };
        // A byte has 8 bits, whatever its values.
        let is_open = seen > bits.max(8);
        let start = |square: u8| i64::from(piece.fields.get(field, square) as u32 as i32);
        let line = field.line.map(Line::word);
        let named = |what| {
            let words = [Some(piece.name.as_str()), line.as_deref(), Some(what)];
            words.into_iter().flatten().collect::<Vec<&str>>()
        };
        let [one, all] =
            if field.role == Role::Base { ["window", "windows"] } else { ["row", "rows"] };
        Some(Row {
            field,
            starts: piece.fields.squares().map(start).collect(),
            table: pointer.table,
            load: *load,
            length: 1 << if is_open { bits } else { seen },
            is_open,
            name: module.names.constant(&named(all)),
            member: module.fields.is_by_square().then(|| Case::Snake.join(&named(one))),
        })
    };
    lookup.loads.iter().filter_map(row).collect()
}

impl<'a> File<'a> {
    /// True if the file has rows: references to them in records, or statics of their own.
    pub(super) fn has_rows(&self) -> bool {
        self.windows.iter().any(|rows| !rows.is_empty())
    }

    /// The text behind a row in its doc comment: the piece, if needed, and the size.
    pub(super) fn row_meaning(&self, piece: &PieceModule, row: &Row) -> String {
        let table_name = &self.page().tables[row.table].name;
        let line = row.field.line.map_or_else(String::new, |line| format!("{} ", line.word()));
        let what = if row.field.role == Role::Base { "window".to_owned() } else { line + "row" };
        format!("the {}'s {what} of [`{table_name}`]", words(&piece.name))
    }

    /// The type of a reference to a row.
    pub(super) fn row_type(&self, row: &Row) -> String {
        let entry = self.words().entry(self.module.tables[row.table].storage, false);
        format!("[{entry}; {}]", decimal(row.length))
    }

    /// The rows that a piece's lookup reads.
    pub(super) fn windows_of(&self, piece: &PieceModule) -> &'a [Row] {
        let mut pieces = self.module.pieces.iter().zip(self.windows);
        pieces.find(|(other, _)| std::ptr::eq(*other, piece)).map_or(&[], |(_, rows)| rows)
    }

    /// The padding around a table's entries: enough that every row is inside the static.
    fn padding(&self, table: usize) -> Padding {
        let mut padding = Padding::default();
        let entries = self.module.tables[table].length();
        for row in self.windows.iter().flatten().filter(|row| row.table == table) {
            // No proved lookup has longer rows: its index has at most two bits more than the widest mask.
            let length = row.length.min(1 << MOST_BITS) as i64;
            for start in &row.starts {
                // No proved lookup reads a row without entries of the table.
                let start = (*start).clamp(-length, entries as i64);
                padding.front = padding.front.max((-start).max(0) as usize);
                padding.back =
                    padding.back.max(((start + length) as usize).saturating_sub(entries));
            }
        }
        padding
    }

    /// A column's printed values: offsets count from the start of the front padding.
    pub(super) fn shifted(&self, column: &Column, row: Option<&Row>) -> Vec<u64> {
        let front = row.map_or(0, |row| self.padding(row.table).front as u32);
        let moved = |value: &u64| u64::from((*value as u32).wrapping_add(front));
        if front == 0 { column.values.clone() } else { column.values.iter().map(moved).collect() }
    }

    /// The length and the text of a table with its padding.
    pub(super) fn padded(&self, at: usize, table: &Table, entries: String) -> (usize, String) {
        let Padding { front, back } = self.padding(at);
        let lines = Lines { indent: "    ", columns: 32, trailing_comma: true };
        let zeros = |count: usize| {
            let zero = match table.storage.words() {
                words if usize::from(self.options.words_of_numbers()) < words => {
                    format!("[0; {words}]")
                }
                _ => "0".to_owned(),
            };
            let zeros = rows(&vec![0; count], &Decimal::plain(None), lines).replace('0', &zero);
            (count > 0).then(|| format!("    // Padding.\n{zeros}"))
        };
        let parts: Vec<String> =
            [zeros(front), Some(entries), zeros(back)].into_iter().flatten().collect();
        (front + table.length() + back, parts.join("\n"))
    }

    /// The padding sentence of a table's doc comment.
    pub(super) fn padding_doc(&self, at: usize) -> String {
        let Padding { front, back } = self.padding(at);
        let [first, last] = [front, back].map(|count| prose(count as u64));
        match (front, back) {
            (0, 0) => String::new(),
            (0, _) => format!(" The last {last} entries are padding."),
            (_, 0) => format!(" The first {first} entries are padding."),
            _ => format!(" The first {first} entries and the last {last} are padding."),
        }
    }

    pub(super) fn row_static(&self, piece: &PieceModule, row: &Row, column: &Column) -> Static {
        let (name, table_name) = (&row.name, &self.page().tables[row.table].name);
        let (row_type, meaning) = (self.row_type(row), self.row_meaning(piece, row));
        let length = prose(row.length);
        let text = format!("Where {meaning} is: {length} entries from its first index on.");
        let indices = self.module.board.indices;
        Static {
            docs: docs(&text),
            attributes: self.options.unusual_static(name),
            head: format!("static {name}: [&{row_type}; {indices}] = rows(&{table_name}, ["),
            rows: self.numbers_by_square(&self.shifted(column, Some(row))),
            is_argument: true,
        }
    }
}

/// A number in a comment.
fn prose(number: u64) -> String {
    Decimal::plain(Some(',')).text(number)
}
