//! Tables in; arrays out, and nested classes for those that are filled or unpacked.
//!
//! Java initialises a nested class when it is first used, once for all threads. A class file holds at most 65,535
//! bytes of code a method, so that only short tables stand as numbers.

use super::doc::{Block, javadoc};
use super::packed;
use super::rows::{int_rows, stored_rows};
use super::syntax::{Cells, element, is_masked, reference};
use super::view::{Array, Builder};
use crate::model::{Case, Presence, Rows, Storage, Table, TableRole, words};
use crate::render::page::list;
use crate::render::text::taken::Taken;

/// The most entries of a table that stands as numbers.
const MOST_LITERALS: usize = 512;

/// A nested class that holds tables.
#[derive(Debug)]
pub(super) struct Nested {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) tables: Vec<Held>,
    /// Methods that fill tables: the method, the table.
    pub(super) fills: Vec<(String, String)>,
}

/// A table of a nested class.
#[derive(Debug)]
pub(super) struct Held {
    /// Its place among the module's tables, or its piece's among pieces.
    pub(super) index: usize,
    pub(super) name: String,
    pub(super) storage: Storage,
    /// `long[]`
    pub(super) kind: String,
    /// `long[102400]`
    pub(super) allocation: String,
    /// What its rows are allocated by, where they differ in length.
    pub(super) rows: Option<RowLengths>,
    /// Constants that it is unpacked from, where it is.
    pub(super) packed: Option<Packed>,
}

/// The lengths of a table's rows.
#[derive(Debug)]
pub(super) struct RowLengths {
    /// The array that holds them.
    pub(super) array: String,
    /// How many rows there are.
    pub(super) count: usize,
    /// The type of an element.
    pub(super) element: &'static str,
}

/// String constants.
#[derive(Debug)]
pub(super) struct Packed {
    /// The method that unpacks them.
    pub(super) method: String,
    pub(super) name: String,
    pub(super) elements: String,
}

/// A table's entries on their way into a nested class.
pub(super) struct Entries<'a> {
    pub(super) index: usize,
    pub(super) name: String,
    pub(super) storage: Storage,
    pub(super) rows: &'a Rows,
    pub(super) values: &'a [u64],
    /// The array of the rows' lengths, where they differ.
    pub(super) lengths: Option<String>,
    pub(super) is_filled: bool,
}

impl Nested {
    /// A class without tables.
    pub(super) fn new(name: String) -> Self {
        Self { doc: String::new(), name, tables: Vec::new(), fills: Vec::new() }
    }

    /// Adds a table; `unpack` is the method that unpacks.
    pub(super) fn hold(&mut self, taken: &mut Taken, unpack: &str, table: Entries<'_>) {
        let Entries { index, name, storage, rows, values, lengths, is_filled } = table;
        let element = element(storage);
        let (kind, allocation) = match rows {
            Rows::No => (format!("{element}[]"), format!("{element}[{}]", values.len())),
            Rows::Equal(length) => {
                let rows = values.len() / (*length).max(1);
                (format!("{element}[][]"), format!("{element}[{rows}][{length}]"))
            }
            Rows::Ragged(starts) => {
                (format!("{element}[][]"), format!("{element}[{}][]", starts.len()))
            }
        };
        let rows = match (rows, lengths) {
            (Rows::Ragged(starts), Some(array)) => {
                Some(RowLengths { array, count: starts.len(), element })
            }
            _ => None,
        };
        let packed = (!is_filled).then(|| Packed {
            method: unpack.to_owned(),
            name: taken.name(format!("{name}_PACKED")),
            elements: packed::elements(values, storage, 6),
        });
        self.tables.push(Held { index, name, storage, kind, allocation, rows, packed });
    }

    /// A table as the enclosing class writes it.
    pub(super) fn reference(&self, index: usize) -> Option<String> {
        let held = self.tables.iter().find(|table| table.index == index)?;
        Some(format!("{}.{}", self.name, held.name))
    }
}

impl Builder<'_> {
    /// True where a table stands as numbers in the class itself.
    fn is_literal(&self, table: &Table) -> bool {
        table.role != TableRole::Attacks
            && table.rows == Rows::No
            && table.entries.len() <= MOST_LITERALS
            && !self.module.is_filled(table)
    }

    /// The nested class of tables that are too long for numbers; in `arrays` the lengths of their rows.
    pub(super) fn held(&mut self, arrays: &mut Vec<Array>) -> Nested {
        let module = self.module;
        let is_held =
            |table: &&Table| module.table(table) != Presence::Absent && !self.is_literal(table);
        let held: Vec<usize> = module
            .tables
            .iter()
            .enumerate()
            .filter_map(|(index, table)| is_held(&table).then_some(index))
            .collect();
        if held.is_empty() {
            return Nested::new(String::new());
        }
        let mut nested = Nested::new(self.taken.name("Attacks"));
        for index in held {
            let table = &module.tables[index];
            let piece = table.piece.map(|piece| module.pieces[piece].name.as_str());
            let role = match (table.role, piece) {
                (TableRole::Attacks, Some(_)) => "",
                (TableRole::Attacks, None) => "table",
                (TableRole::Indices, _) => "indices",
                (TableRole::Dictionary, _) => "sets",
                (TableRole::Factors, _) => "factors",
                (TableRole::LineAttacks | TableRole::Scan(_), _) => "numbers",
            };
            let name = Case::Shouty.join(&[piece.unwrap_or(""), role]);
            let name = self.taken.name(name);
            let lengths = self.lengths(table, piece.unwrap_or(""), arrays);
            let entries = Entries {
                index,
                name,
                storage: table.storage,
                rows: &table.rows,
                values: &table.entries,
                lengths,
                is_filled: module.is_filled(table),
            };
            nested.hold(&mut self.taken, &self.unpack, entries);
        }
        nested
    }

    /// The name of the array of a table's lengths of rows, where they differ.
    fn lengths(&mut self, table: &Table, piece: &str, arrays: &mut Vec<Array>) -> Option<String> {
        let Rows::Ragged(starts) = &table.rows else { return None };
        let end = |next: usize| starts.get(next).copied().unwrap_or(table.entries.len());
        let lengths = starts.iter().enumerate().map(|(row, start)| end(row + 1) - start).collect();
        Some(self.row_lengths(piece, lengths, arrays))
    }

    /// The array of the lengths of a piece's rows, by square.
    pub(super) fn row_lengths(
        &mut self,
        piece: &str,
        lengths: Vec<usize>,
        arrays: &mut Vec<Array>,
    ) -> String {
        let same = |known: &&(String, Vec<usize>, String)| known.0 == piece && known.1 == lengths;
        if let Some((_, _, name)) = self.lengths.iter().find(same) {
            return name.clone();
        }
        // On a board with gaps, rows of attack sets aren't as long as those of occupancies.
        let is_second = self.lengths.iter().any(|known| known.0 == piece);
        let (name, of): (&[&str], _) = if is_second {
            (&[piece, "attack", "row", "lengths"], " of attack sets")
        } else {
            (&[piece, "row", "lengths"], "")
        };
        let name = self.taken.name(Case::Shouty.join(name));
        let text = format!("Lengths of the {}'s rows{of}, by square.", words(piece));
        arrays.push(Array {
            doc: javadoc(2, &[Block::Text(text)]),
            head: format!("private static final int[] {name}"),
            rows: int_rows(&lengths, 4, &self.row_names(8)),
            value: None,
        });
        self.lengths.push((piece.to_owned(), lengths, name.clone()));
        name
    }

    /// Short tables as numbers, then public names of those in `nested`; and how each table is read.
    pub(super) fn tables(&self, nested: &Nested, arrays: &mut Vec<Array>) -> Vec<Cells> {
        let module = self.module;
        let mut cells = Vec::with_capacity(module.tables.len());
        let mut references = Vec::new();
        for (index, table) in module.tables.iter().enumerate() {
            let presence = module.table(table);
            let name = module.table_name(table);
            let visibility = self.visibility(presence == Presence::Public);
            let kind = element(table.storage);
            let holder = nested.reference(index);
            let written = match (&holder, presence) {
                (Some(holder), Presence::Private) => holder.clone(),
                _ => reference(&module.names.type_name, &name),
            };
            cells.push(Cells::of_table(written, table));
            let doc = || javadoc(2, &self.doc_of(table, presence == Presence::Public));
            match holder {
                _ if presence == Presence::Absent => {}
                Some(_) if presence == Presence::Private => {}
                Some(holder) => {
                    let rows = if table.rows == Rows::No { "" } else { "[]" };
                    references.push(Array {
                        doc: doc(),
                        head: format!("{visibility}static final {kind}[]{rows} {name}"),
                        rows: String::new(),
                        value: Some(holder),
                    });
                }
                None => arrays.push(Array {
                    doc: doc(),
                    head: format!("{visibility}static final {kind}[] {name}"),
                    rows: stored_rows(table.storage, &table.entries, &|_| Vec::new(), module),
                    value: None,
                }),
            }
        }
        arrays.extend(references);
        cells
    }

    fn doc_of(&self, table: &Table, is_public: bool) -> Vec<Block> {
        let module = self.module;
        let spoken = |piece: usize| format!("the {}", words(&module.pieces[piece].name));
        let text = match (table.role, table.piece) {
            (TableRole::Attacks, Some(piece)) if table.rows == Rows::No => {
                format!("Attack sets of {} by index.", spoken(piece))
            }
            (TableRole::Attacks, Some(piece)) => {
                format!("Attack sets of {} by square and index.", spoken(piece))
            }
            (TableRole::Attacks, None) => {
                "Attack sets of all pieces: those of a square begin at its offset.".to_owned()
            }
            (_, piece) => {
                let all: Vec<String> = match piece {
                    Some(piece) => vec![spoken(piece)],
                    None => (0..module.pieces.len()).map(spoken).collect(),
                };
                let owners = list(&all);
                format!("{}.", table.sentence(&owners))
            }
        };
        let mut blocks = vec![Block::Text(text)];
        if is_public && is_masked(table.storage, &table.entries) {
            blocks.push(Block::text("Entries are unsigned: read them by {@code & 0xff}."));
        }
        blocks
    }
}
