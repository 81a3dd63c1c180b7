//! Fields, attack tables and rays in; statics with their rows as one block out.

use super::Printer;
use super::body::takes_halves;
use super::kinds::Kind;
use super::lines::WIDTH;
use super::lookup::{docs, words};
use super::syntax::{decimal, literal};
use crate::model::Bitboard;
use crate::model::{
    Column, FieldStyle, Fill, Part, PieceModule, Presence, Role, Rows, SquareFormula, Storage,
    Table, TableRole,
};
use crate::render::text::literal::{Decimal, Hex, Lines, rows, rows_with};

/// A static whose rows are ours, not rustfmt's.
#[derive(Debug)]
pub(super) struct Static {
    /// Lines after `///`.
    pub(super) docs: Vec<String>,
    /// Lines between the docs and the head.
    pub(super) attributes: Vec<String>,
    /// To the opening bracket.
    pub(super) head: String,
    /// What stands between the brackets.
    pub(super) rows: String,
    /// From the closing bracket on, without the semicolon.
    pub(super) tail: &'static str,
}

const WORDS: Lines<'static> = Lines { indent: "    ", columns: 4, trailing_comma: true };

impl Printer<'_> {
    /// How the words of attack tables and occupancies stand.
    fn words(&self) -> Lines<'static> {
        Lines { columns: self.module.style.columns.unwrap_or(WORDS.columns), ..WORDS }
    }

    /// The tables of fields.
    pub(super) fn fields(&self) -> Vec<Static> {
        let module = self.module;
        if module.fields == FieldStyle::Records {
            return self.records();
        }
        let mut statics = Vec::new();
        for piece in &module.pieces {
            let (_, rows) = self.by_rows(piece);
            for column in piece.fields.columns() {
                let presence = module.field(piece, column.field);
                if presence == Presence::Absent {
                    continue;
                }
                let (name, storage) =
                    (module.names.field(&piece.name, column.field), column.field.storage());
                let is_public = presence == Presence::Public;
                if let Some(row) = rows.iter().find(|row| row.field == column.field) {
                    statics.push(self.row_static(piece, row, column));
                    if !is_public {
                        continue;
                    }
                }
                let values = self.shifted(piece, column);
                let kind = format!("[{}; {}]", Kind::from(storage).name(), column.values.len());
                statics.push(Static {
                    tail: "]",
                    docs: field_docs(piece, column),
                    attributes: self.static_attributes(is_public, &name),
                    head: self.head(is_public, &name, &kind),
                    rows: match storage {
                        Storage::Word => self.words_by_square(&values),
                        _ => self.numbers_by_square(&values),
                    },
                });
            }
        }
        statics
    }

    /// Every subset of every mask, and what is attacked under it.
    pub(super) fn subsets(&self) -> Vec<Static> {
        let mut statics = Vec::new();
        for part in [Part::Occupancies, Part::AttackSets] {
            for piece in self.module.pieces.iter().filter(|_| self.module.emits(part)) {
                let spoken = words(&piece.name);
                let (values, what) = if part == Part::AttackSets {
                    (&piece.attack_sets, "The attack set under every subset".to_owned())
                } else {
                    (&piece.occupancies, "Every subset".to_owned())
                };
                let name = self.module.names.table(&piece.name, part.id());
                let kind = format!("[u64; {}]", decimal(values.len() as u64));
                statics.push(Static {
                    tail: "]",
                    docs: docs(&format!(
                        "{what} of the relevant occupancy masks of the {spoken}: square after square, \
                         from the empty set on, counted up through the bits of the mask."
                    )),
                    attributes: self.static_attributes(true, &name),
                    head: self.head(true, &name, &kind),
                    rows: rows(values, &self.hex(), self.words()),
                });
            }
        }
        statics
    }

    /// Tables, where they are printed.
    pub(super) fn tables(&self) -> Vec<Static> {
        let mut statics = Vec::new();
        for (at, table) in self.module.tables.iter().enumerate() {
            let presence = self.module.table(table);
            if presence == Presence::Absent {
                continue;
            }
            let is_public = presence == Presence::Public;
            if self.module.is_filled(table) {
                statics.extend(self.starts(table, is_public));
                continue;
            }
            let kind = Kind::from(table.storage).name();
            let indices = self.module.board.indices;
            let (kind, rows) = match &table.rows {
                Rows::No => {
                    let entries = self.entries(table, &table.entries, "    ");
                    let (length, entries) = self.padded(at, table, entries);
                    (format!("[{kind}; {}]", decimal(length as u64)), entries)
                }
                Rows::Equal(length) => {
                    let kind = format!("[[{kind}; {}]; {indices}]", decimal(*length as u64));
                    (kind, self.rows_by_square(table, "["))
                }
                Rows::Ragged(_) => {
                    (format!("[&[{kind}]; {indices}]"), self.rows_by_square(table, "&["))
                }
            };
            let name = self.module.table_name(table);
            statics.push(Static {
                tail: "]",
                docs: self.table_docs(at, table),
                attributes: self.static_attributes(is_public, &name),
                head: self.head(is_public, &name, &kind),
                rows,
            });
        }
        statics
    }

    /// What a table holds.
    pub(super) fn table_docs(&self, at: usize, table: &Table) -> Vec<String> {
        let pieces: Vec<String> = match table.piece {
            Some(piece) => vec![words(&self.module.pieces[piece].name)],
            None => self.module.pieces.iter().map(|piece| words(&piece.name)).collect(),
        };
        let owners = format!("the {}", super::listed(&pieces));
        let size = crate::render::text::provenance::size(table.bytes());
        let padding = self.padding_doc(at);
        docs(&format!("{}, {size}.{padding}", table.sentence(&owners)))
    }

    /// Where each square's row begins, in a table of rows of different lengths that is filled.
    fn starts(&self, table: &Table, is_public: bool) -> Option<Static> {
        let Rows::Ragged(starts) = &table.rows else { return None };
        let starts: Vec<u64> = starts.iter().map(|start| *start as u64).collect();
        let name = self.starts_name(table);
        Some(Static {
            tail: "]",
            docs: vec![format!(
                " Where each square's row begins in [`{}`].",
                self.module.table_name(table)
            )],
            attributes: self.static_attributes(is_public, &name),
            head: self.head(is_public, &name, &format!("[u32; {}]", starts.len())),
            rows: self.numbers_by_square(&starts),
        })
    }

    /// The name of that.
    pub(super) fn starts_name(&self, table: &Table) -> String {
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.as_str());
        let words: Vec<&str> = piece.into_iter().chain(["row", "starts"]).collect();
        self.module.names.constant(&words)
    }

    /// Entries of a table in lines: sets of squares in hexadecimal, numbers in decimal.
    fn entries(&self, table: &Table, entries: &[u64], indent: &str) -> String {
        let columns = |columns| Lines { indent, columns, trailing_comma: true };
        let is_set = matches!(table.role, TableRole::Attacks | TableRole::LineAttacks);
        let digits = 2 * table.storage.bytes();
        let hex = Hex { digits, grouped: digits > 4, ..self.hex() };
        match table.storage {
            Storage::Word => rows(entries, &hex, Lines { indent, ..self.words() }),
            _ if is_set => rows(entries, &hex, columns(8)),
            storage => {
                // All rows of a table are aligned alike.
                let decimal = Decimal::aligned(&table.entries, true);
                rows(entries, &decimal, columns(if storage == Storage::Byte { 16 } else { 8 }))
            }
        }
    }

    fn rows_by_square(&self, table: &Table, open: &str) -> String {
        let mut out = String::with_capacity(table.entries.len() * 25);
        for square in 0..self.module.board.indices {
            let row = table.rows.start(square)..table.rows.end(square, table.entries.len());
            let row = table.entries.get(row).unwrap_or_default();
            if square > 0 {
                out.push('\n');
            }
            let name = self.square_name(square).unwrap_or("no square");
            out.extend(["    ", open, " // ", name, "\n"]);
            out.push_str(&self.entries(table, row, "        "));
            out.push_str("\n    ],");
        }
        out
    }

    /// The name of a square.
    pub(super) fn square_name(&self, bit: u8) -> Option<&str> {
        let mut squares = self.module.board.squares.iter();
        squares.find(|(_, other)| *other == bit).map(|(name, _)| name.as_str())
    }

    /// A static to its opening bracket.
    pub(super) fn head(&self, is_public: bool, name: &str, kind: &str) -> String {
        let visibility = if is_public { self.visibility() } else { String::new() };
        format!("{visibility}static {name}: {kind} = [")
    }

    /// What stands before a static: a program may leave a public one unused.
    pub(super) fn static_attributes(&self, is_public: bool, name: &str) -> Vec<String> {
        let mut attributes = Vec::new();
        if is_public {
            attributes.extend(self.options.unused("not every program needs every table"));
        }
        attributes.extend(self.options.unusual_static(name));
        attributes
    }

    /// How many indices a rank or file takes, where the order is a standard one.
    fn line_length(&self) -> Option<usize> {
        match self.module.board.formula {
            SquareFormula::Linear { by_file, by_rank, .. } => {
                let length = usize::from(by_file.unsigned_abs().max(by_rank.unsigned_abs()));
                (2..=8).contains(&length).then_some(length)
            }
            SquareFormula::List(_) => None,
        }
    }

    /// `rank 1` or `file a`: what the squares of a line have in common.
    fn line_name(&self, first: usize, length: usize) -> Option<String> {
        let names: Vec<(&str, &str)> = (first..first + length)
            .filter_map(|bit| self.square_name(bit as u8))
            .map(|name| name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(0)))
            .collect();
        let (file, rank) = names.first()?;
        if names.iter().all(|(_, other)| other == rank) {
            return Some(format!("rank {rank}"));
        }
        names.iter().all(|(other, _)| other == file).then(|| format!("file {file}"))
    }

    /// Words by square: four a line, or a rank in equal lines under its name.
    fn words_by_square(&self, values: &[Bitboard]) -> String {
        let Some(length) = self.line_length().filter(|length| *length <= 4 || length % 2 == 0)
        else {
            return rows(values, &self.hex(), WORDS);
        };
        let lines = Lines { columns: if length <= 4 { length } else { length / 2 }, ..WORDS };
        let block = |(index, chunk): (usize, &[Bitboard])| {
            let name = self.line_name(index * length, length);
            let name = name.map(|name| format!("    // {name}\n")).unwrap_or_default();
            format!("{name}{}", rows(chunk, &self.hex(), lines))
        };
        values.chunks(length).enumerate().map(block).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn numbers_by_square(&self, values: &[u64]) -> String {
        let length = self.line_length();
        let decimal = Decimal::aligned(values, true);
        let mut columns = length.unwrap_or(8);
        // Offsets that wrap are long.
        while 4 + columns * (decimal.width + 2) + " // rank 16".len() > WIDTH
            && columns.is_multiple_of(2)
        {
            columns /= 2;
        }
        let lines = Lines { columns, ..WORDS };
        rows_with(values, &decimal, lines, |first| {
            let name =
                self.line_name(first, length.filter(|length| first.is_multiple_of(*length))?)?;
            Some(format!(" // {name}"))
        })
    }

    /// The rays of a loop, as rows of `Ray`.
    pub(super) fn rays(&self, piece: &PieceModule, fill: &Fill) -> Static {
        let row = |ray: &crate::model::GridRay| {
            format!("    Ray {{ step: {}, from: {} }},", ray.delta, literal(&self.hex(), ray.from))
        };
        let rays = fill.rays.iter().filter_map(|ray| piece.walk.rays.get(*ray));
        let rows: Vec<String> = rays.map(row).collect();
        let along = fill.line.map_or(String::new(), |line| format!(" along the {}", line.word()));
        Static {
            tail: "]",
            docs: vec![format!(" Rays of the {}{along}.", words(&piece.name))],
            attributes: Vec::new(),
            head: self.head(false, &self.rays_name(piece, fill), &format!("[Ray; {}]", rows.len())),
            rows: rows.join("\n"),
        }
    }

    /// The name of a loop's rays.
    pub(super) fn rays_name(&self, piece: &PieceModule, fill: &Fill) -> String {
        let line = fill.line.map(crate::model::Line::word);
        let words: Vec<&str> =
            [piece.name.as_str()].into_iter().chain(line.as_deref()).chain(["rays"]).collect();
        self.module.names.constant(&words)
    }

    /// The bit of each place, in the order a1, b1, ..., where no formula gives it.
    pub(super) fn bits_of_places(&self) -> Option<Static> {
        let SquareFormula::List(bits) = &self.module.board.formula else { return None };
        if !self.module.emits(Part::Squares) && !self.module.fills() {
            return None;
        }
        let bits: Vec<u64> = bits.iter().map(|bit| u64::from(*bit)).collect();
        Some(self.small(
            " Bit index of each place, rank after rank.",
            "BIT_OF_PLACE",
            &bits,
            usize::from(self.module.board.width),
        ))
    }

    /// The place of each bit, where rays are walked on places.
    pub(super) fn places_of_bits(&self) -> Option<Static> {
        let piece = self.module.pieces.first().filter(|_| self.module.fills())?;
        let permutation = piece.walk.permutation.as_ref()?;
        let places: Vec<u64> = permutation.grid_of_bit.iter().map(|at| u64::from(*at)).collect();
        Some(self.small(
            " Place of each bit index, counted rank after rank.",
            "PLACE_OF_BIT",
            &places,
            8,
        ))
    }

    fn small(&self, doc: &str, name: &str, values: &[u64], columns: usize) -> Static {
        let lines = Lines { columns: columns.clamp(1, 16), ..WORDS };
        Static {
            tail: "]",
            docs: vec![doc.to_owned()],
            attributes: Vec::new(),
            head: format!(
                "const {}: [u8; {}] = [",
                self.module.names.constant(&[name]),
                values.len()
            ),
            rows: rows(values, &Decimal::aligned(values, false), lines),
        }
    }
}

fn field_docs(piece: &PieceModule, column: &Column) -> Vec<String> {
    let mut text = column.field.sentence(&words(&piece.name));
    if column.field.role == Role::Factor && takes_halves(&piece.program, column.field) {
        text.push_str(
            " The low 32 bits are for the low half of the relevant occupancy, the high ones for the high half.",
        );
    }
    docs(&text)
}
