//! Statics of fields, attack tables and subsets, each with its rows as one block of text.

use super::body::takes_halves;
use super::file::File;
use super::functions::docs;
use super::lines::WIDTH;
use super::syntax::decimal;
use crate::render::prelude::*;

/// A static whose rows rustfmt doesn't lay out.
#[derive(Debug, Default)]
pub(super) struct Static {
    /// Lines after `///`.
    pub(super) docs: Vec<String>,
    /// The attributes and other lines between the docs and the head.
    pub(super) attributes: Vec<String>,
    /// The head, up to the opening bracket.
    pub(super) head: String,
    /// The text between the brackets.
    pub(super) rows: String,
    /// True if the brackets are the last argument of a call.
    pub(super) is_argument: bool,
}

const LINES: Lines<'static> = Lines { indent: "    ", columns: 4, trailing_comma: true };

impl File<'_> {
    /// The layout of words in attack tables and occupancies.
    fn word_lines(&self) -> Lines<'static> {
        Lines { columns: self.module.style.columns.unwrap_or(LINES.columns), ..LINES }
    }

    /// The arrays of lookups, and the ones that the user asked for.
    pub(super) fn statics(&self) -> Vec<Static> {
        let mut statics = self.fields();
        statics.extend(self.subsets());
        let tables = self.module.tables.iter().enumerate();
        statics.extend(tables.filter_map(|(at, table)| self.table(at, table)));
        statics
    }

    /// The arrays of fields.
    fn fields(&self) -> Vec<Static> {
        let module = self.module;
        if self.has_records() {
            return self.records();
        }
        let mut statics = Vec::new();
        for piece in &module.pieces {
            for column in piece.fields.columns() {
                let presence = module.field(piece, column.field);
                let mut windows = self.windows_of(piece).iter();
                let row = windows.find(|row| row.field == column.field);
                // Lookups of one piece share fields, but each has rows of its own table.
                statics.extend(row.map(|row| self.row_static(piece, row, column)));
                let is_public = presence == Presence::Public;
                if presence == Presence::Absent || row.is_some() && !is_public {
                    continue;
                }
                let name = module.names.field(&piece.fields_of, column.field);
                let storage = column.field.storage();
                let values = self.shifted(column, row);
                let length = column.values.len() / storage.words();
                let kind = format!("[{}; {length}]", self.words().entry(storage, false));
                let rows = match storage {
                    Storage::Word => self.words_by_square(&values),
                    Storage::Set(_) => self.sets(&values, storage, LINES.indent),
                    _ => self.numbers_by_square(&values),
                };
                let docs = field_docs(piece, column);
                statics.push(self.item(is_public, &name, &kind, docs, rows));
            }
        }
        statics
    }

    /// The occupancies and attack sets: one entry per subset of each mask.
    fn subsets(&self) -> Vec<Static> {
        let mut statics = Vec::new();
        for role in [NameRole::Occupancies, NameRole::AttackSets] {
            for piece in self.module.pieces.iter().filter(|_| self.module.emits(role.part())) {
                let (what, values) = match role {
                    NameRole::AttackSets => {
                        ("The attack set under every subset", &piece.attack_sets)
                    }
                    _ => ("Every subset", &piece.occupancies),
                };
                let docs = docs(&format!(
                    "{what} of the relevant occupancy masks of the {}: square after square, from the \
                     empty set on, counted up through the bits of the mask.",
                    words(&piece.name)
                ));
                let name = self.module.names.table(&piece.name, role);
                let kind = format!("[u64; {}]", decimal(values.len() as u64));
                let rows = rows(values, &self.hex(), self.word_lines());
                statics.push(self.item(true, &name, &kind, docs, rows));
            }
        }
        statics
    }

    /// A printed table; for a filled or loaded one, the array of its rows' offsets.
    fn table(&self, at: usize, table: &Table) -> Option<Static> {
        let presence = self.module.table(table);
        if presence == Presence::Absent {
            return None;
        }
        let is_public = presence == Presence::Public;
        if self.module.is_filled(table) || self.module.is_loaded(table) {
            return self.starts(table, is_public);
        }
        let entry = self.words().entry(table.storage, false);
        let indices = self.module.board.indices;
        let (kind, rows) = match &table.rows {
            Rows::No => {
                let entries = self.entries(table, &table.entries, "    ");
                let (length, entries) = self.padded(at, table, entries);
                (format!("[{entry}; {}]", decimal(length as u64)), entries)
            }
            Rows::Equal(length) => {
                let count = table.length() / length;
                let kind = format!("[[{entry}; {}]; {count}]", decimal(*length as u64));
                (kind, self.rows_in(table, count, "["))
            }
            Rows::Ragged(_) => {
                (format!("[&[{entry}]; {indices}]"), self.rows_in(table, indices.into(), "&["))
            }
        };
        let name = self.module.table_name(table);
        Some(self.item(is_public, &name, &kind, self.table_docs(at, table), rows))
    }

    /// A table's doc comment.
    pub(super) fn table_docs(&self, at: usize, table: &Table) -> Vec<String> {
        let owners = self.module.owners(table);
        let owners: Vec<String> = owners.map(|at| owner(&self.module.pieces[at].name)).collect();
        let owners = format!("the {}", list(&owners));
        let size = crate::render::text::provenance::size(table.bytes());
        let padding = self.padding_doc(at);
        docs(&format!("{}, {size}.{padding}", table.sentence(&owners)))
    }

    /// The offsets of the squares' rows in a filled table with rows of different lengths.
    fn starts(&self, table: &Table, is_public: bool) -> Option<Static> {
        let Rows::Ragged(starts) = &table.rows else { return None };
        let starts: Vec<u64> = starts.iter().map(|start| *start as u64).collect();
        let name = self.starts_name(table);
        let table = self.module.table_name(table);
        let docs = vec![format!("Where each square's row begins in [`{table}`].")];
        let kind = format!("[u32; {}]", starts.len());
        Some(self.item(is_public, &name, &kind, docs, self.numbers_by_square(&starts)))
    }

    /// The words of a name that belongs to a table.
    pub(super) fn words_of<'w>(&'w self, table: &Table, what: &'w str) -> Vec<&'w str> {
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.as_str());
        piece.into_iter().chain([what]).collect()
    }

    /// The name of the array of the rows' offsets.
    pub(super) fn starts_name(&self, table: &Table) -> String {
        self.module.names.constant(&self.words_of(table, "row_starts"))
    }

    /// Entries of a table in lines: sets in hexadecimal, numbers in decimal.
    fn entries(&self, table: &Table, entries: &[u64], indent: &str) -> String {
        let columns = |columns| Lines { indent, columns, trailing_comma: true };
        let is_set = matches!(table.role, TableRole::Attacks | TableRole::LineAttacks);
        let digits = 2 * table.storage.bytes().min(8);
        let hex = Hex { digits, grouped: digits > 4, ..self.hex() };
        match table.storage {
            Storage::Word => rows(entries, &hex, Lines { indent, ..self.word_lines() }),
            Storage::Set(_) => self.sets(entries, table.storage, indent),
            _ if is_set => rows(entries, &hex, columns(8)),
            storage => {
                // All rows of a table have the same alignment.
                let decimal = Decimal::aligned(&table.entries, Some('_'));
                rows(entries, &decimal, columns(if storage == Storage::Byte { 16 } else { 8 }))
            }
        }
    }

    /// Sets of several words in lines.
    fn sets(&self, values: &[u64], storage: Storage, indent: &str) -> String {
        self.facts.set_look.rows(values, storage, indent, self.module)
    }

    /// The rows of a table, each with its square's name or its number in a comment.
    fn rows_in(&self, table: &Table, count: usize, open: &str) -> String {
        let is_by_square = count == usize::from(self.module.board.indices);
        let mut out = String::with_capacity(table.entries.len() * 25);
        for row in 0..count as u8 {
            if row > 0 {
                out.push('\n');
            }
            let name = if is_by_square {
                self.module.board.square_name(row).unwrap_or("no square").to_owned()
            } else {
                row.to_string()
            };
            out.extend(["    ", open, " // ", &name, "\n"]);
            out.push_str(&self.entries(table, table.row(row), "        "));
            out.push_str("\n    ],");
        }
        out
    }

    /// A static with its comment and attributes.
    pub(super) fn item(
        &self,
        is_public: bool,
        name: &str,
        kind: &str,
        docs: Vec<String>,
        rows: String,
    ) -> Static {
        let attributes = self.static_attributes(is_public, name);
        let head = format!("{}static {name}: {kind} = [", self.visibility(is_public));
        Static { docs, attributes, head, rows, is_argument: false }
    }

    /// The attributes of a static: a program may not use a public one.
    pub(super) fn static_attributes(&self, is_public: bool, name: &str) -> Vec<String> {
        let mut attributes = Vec::new();
        if is_public {
            attributes.extend(self.options.unused("not every program needs every table"));
        }
        attributes.extend(self.options.unusual_static(name));
        attributes
    }

    /// The number of indices of a rank or file, if indices are linear in both.
    fn line_length(&self) -> Option<usize> {
        match self.module.board.formula {
            SquareFormula::Linear { by_file, by_rank, .. } => {
                let length = usize::from(by_file.unsigned_abs().max(by_rank.unsigned_abs()));
                (2..=8).contains(&length).then_some(length)
            }
            SquareFormula::List(_) => None,
        }
    }

    /// The line that the squares share: `rank 1` or `file a`.
    fn line_name(&self, first: usize, length: usize) -> Option<String> {
        let names: Vec<(&str, &str)> = (first..first + length)
            .filter_map(|bit| self.module.board.square_name(bit as u8))
            .map(|name| name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(0)))
            .collect();
        let (file, rank) = names.first()?;
        if names.iter().all(|(_, other)| other == rank) {
            return Some(format!("rank {rank}"));
        }
        names.iter().all(|(other, _)| other == file).then(|| format!("file {file}"))
    }

    /// Words by square: four a line, or each rank in equal lines after its name.
    fn words_by_square(&self, values: &[Bitboard]) -> String {
        let Some(length) = self.line_length().filter(|length| *length <= 4 || length % 2 == 0)
        else {
            return rows(values, &self.hex(), LINES);
        };
        let lines = Lines { columns: if length <= 4 { length } else { length / 2 }, ..LINES };
        let block = |(index, chunk): (usize, &[Bitboard])| {
            let name = self.line_name(index * length, length);
            let name = name.map(|name| format!("    // {name}\n")).unwrap_or_default();
            format!("{name}{}", rows(chunk, &self.hex(), lines))
        };
        values.chunks(length).enumerate().map(block).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn numbers_by_square(&self, values: &[u64]) -> String {
        let length = self.line_length();
        let decimal = Decimal::aligned(values, Some('_'));
        let mut columns = length.unwrap_or(8);
        // Offsets that wrap have many digits.
        while 4 + columns * (decimal.width + 2) + " // rank 16".len() > WIDTH
            && columns.is_multiple_of(2)
        {
            columns /= 2;
        }
        let lines = Lines { columns, ..LINES };
        rows_with(values, &decimal, lines, &|first| {
            let name =
                self.line_name(first, length.filter(|length| first.is_multiple_of(*length))?)?;
            Some(format!(" // {name}"))
        })
    }

    /// The bit index of each place, in the order a1, b1, ..., if no formula computes it.
    pub(super) fn bits_of_places(&self) -> Option<Static> {
        let SquareFormula::List(bits) = &self.module.board.formula else { return None };
        if !self.module.emits(Part::Squares) && !self.module.fills() {
            return None;
        }
        let width = usize::from(self.module.board.width);
        Some(self.bytes("Bit index of each place, rank after rank.", "BIT_OF_PLACE", bits, width))
    }

    /// The place of each bit index, if rays are walked on places.
    pub(super) fn places_of_bits(&self) -> Option<Static> {
        let piece = self.module.pieces.first().filter(|_| self.module.fills())?;
        let permutation = piece.walk.permutation.as_ref()?;
        let doc = "Place of each bit index, counted rank after rank.";
        Some(self.bytes(doc, "PLACE_OF_BIT", &permutation.grid_of_bit, 8))
    }

    fn bytes(&self, doc: &str, name: &str, values: &[u8], columns: usize) -> Static {
        let values: Vec<u64> = values.iter().map(|value| u64::from(*value)).collect();
        let lines = Lines { columns: columns.clamp(1, 16), ..LINES };
        Static {
            docs: vec![doc.to_owned()],
            head: format!("const {}: [u8; {}] = [", self.name(name), values.len()),
            rows: rows(&values, &Decimal::aligned(&values, None), lines),
            ..Static::default()
        }
    }
}

fn field_docs(piece: &PieceModule, column: &Column) -> Vec<String> {
    let mut text = column.field.sentence(&words(&piece.fields_of));
    if column.field.role == Role::Factor && takes_halves(&piece.program, column.field) {
        text.push_str(
            " The low 32 bits are for the low half of the relevant occupancy, the high ones for the high half.",
        );
    }
    docs(&text)
}
