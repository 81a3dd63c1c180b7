//! Fields, attack tables and rays in; statics with their rows as one block out.

use super::Printer;
use super::lookup::{docs, words};
use super::syntax::{FIELDS, HEX, decimal, literal};
use crate::model::Bitboard;
use crate::model::{
    AttackTable, Field, FieldStyle, Op, Part, PieceModule, Presence, Program, Rows, SquareFormula,
};
use crate::render::literal::{Decimal, Lines, rows, rows_with};

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
            for (field, _, role) in FIELDS {
                let presence = module.field(piece, field);
                if presence == Presence::Absent {
                    continue;
                }
                let values = piece.fields.all(field);
                let rows = match field {
                    Field::Mask | Field::Factor => self.words_by_square(&values),
                    Field::Shift | Field::Offset => self.numbers_by_square(&values),
                };
                statics.push(Static {
                    docs: field_docs(piece, field),
                    attributes: self.static_attributes(
                        presence == Presence::Public,
                        &module.names.table(&piece.name, role),
                    ),
                    head: self.head(
                        presence == Presence::Public,
                        &module.names.table(&piece.name, role),
                        &format!("[{}; {}]", kind(field), values.len()),
                    ),
                    rows,
                });
            }
        }
        statics
    }

    /// Every subset of every mask.
    pub(super) fn occupancies(&self) -> Vec<Static> {
        let pieces = self.module.pieces.iter().filter(|_| self.module.emits(Part::Occupancies));
        pieces
            .map(|piece| Static {
                docs: docs(&format!(
                    "Every subset of the relevant occupancy masks of the {}: square after square, from the \
                     empty set on, counted up through the bits of the mask.",
                    words(&piece.name)
                )),
                attributes: self
                    .static_attributes(true, &self.module.names.table(&piece.name, "occupancies")),
                head: self.head(
                    true,
                    &self.module.names.table(&piece.name, "occupancies"),
                    &format!("[u64; {}]", decimal(piece.occupancies.len() as u64)),
                ),
                rows: rows(&piece.occupancies, &HEX, self.words()),
            })
            .collect()
    }

    /// Attack tables, where they are printed.
    pub(super) fn attack_tables(&self) -> Vec<Static> {
        let module = self.module;
        let is_printed = module.needs_attacks() && !module.fills();
        let tables = module.tables.iter().filter(|_| is_printed);
        let is_public = module.emits(Part::Attacks);
        tables
            .map(|table| {
                let (kind, rows) = match table.rows {
                    Rows::No => (
                        format!("[u64; {}]", decimal(table.words.len() as u64)),
                        rows(&table.words, &HEX, self.words()),
                    ),
                    Rows::Equal(length) => (
                        format!("[[u64; {}]; {}]", decimal(length as u64), module.board.indices),
                        self.nested(table, length),
                    ),
                };
                Static {
                    docs: self.attack_docs(table),
                    attributes: self.static_attributes(is_public, &self.attacks_name(table)),
                    head: self.head(is_public, &self.attacks_name(table), &kind),
                    rows,
                }
            })
            .collect()
    }

    /// What an attack table holds.
    pub(super) fn attack_docs(&self, table: &AttackTable) -> Vec<String> {
        let pieces: Vec<String> = match table.piece {
            Some(piece) => vec![words(&self.module.pieces[piece].name)],
            None => self.module.pieces.iter().map(|piece| words(&piece.name)).collect(),
        };
        let size = crate::render::provenance::size(table.words.len() * 8);
        vec![format!(" Attack sets of the {}, {size}.", super::listed(&pieces))]
    }

    /// The name of an attack table.
    pub(super) fn attacks_name(&self, table: &AttackTable) -> String {
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.as_str());
        self.module.names.attacks(piece)
    }

    fn nested(&self, table: &AttackTable, length: usize) -> String {
        let lines = Lines { indent: "        ", ..self.words() };
        let mut out = String::with_capacity(table.words.len() * 25);
        for (square, row) in table.words.chunks(length).enumerate() {
            if square > 0 {
                out.push('\n');
            }
            let name = self.square_name(square as u8).unwrap_or("no square");
            out.push_str("    [ // ");
            out.push_str(name);
            out.push('\n');
            out.push_str(&rows(row, &HEX, lines));
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
            return rows(values, &HEX, WORDS);
        };
        let lines = Lines { columns: if length <= 4 { length } else { length / 2 }, ..WORDS };
        let block = |(index, chunk): (usize, &[Bitboard])| {
            let name = self.line_name(index * length, length);
            let name = name.map(|name| format!("    // {name}\n")).unwrap_or_default();
            format!("{name}{}", rows(chunk, &HEX, lines))
        };
        values.chunks(length).enumerate().map(block).collect::<Vec<_>>().join("\n")
    }

    fn numbers_by_square(&self, values: &[u64]) -> String {
        let length = self.line_length();
        let lines = Lines { columns: length.unwrap_or(8), ..WORDS };
        rows_with(values, &Decimal::aligned(values, true), lines, |first| {
            let name = self.line_name(first, length?)?;
            Some(format!(" // {name}"))
        })
    }

    /// The rays of a piece, as rows of `Ray`.
    pub(super) fn rays(&self, piece: &PieceModule) -> Static {
        let row = |ray: &crate::model::GridRay| {
            format!("    Ray {{ step: {}, from: {} }},", ray.delta, literal(&HEX, ray.from))
        };
        let rows: Vec<String> = piece.walk.rays.iter().map(row).collect();
        Static {
            docs: vec![format!(" Rays of the {}.", words(&piece.name))],
            attributes: Vec::new(),
            head: self.head(false, &self.rays_name(piece), &format!("[Ray; {}]", rows.len())),
            rows: rows.join("\n"),
        }
    }

    /// The name of a piece's rays.
    pub(super) fn rays_name(&self, piece: &PieceModule) -> String {
        self.module.names.constant(&[&piece.name, "rays"])
    }

    /// The bit of each place, in the order a1, b1, ..., where no formula gives it.
    pub(super) fn bits_of_places(&self) -> Option<Static> {
        let SquareFormula::List(bits) = &self.module.board.formula else { return None };
        if !self.module.emits(Part::Squares) && !self.module.walks() {
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
        let piece = self.module.pieces.first().filter(|_| self.module.walks())?;
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

/// The type of a field's entries.
pub(super) fn kind(field: Field) -> &'static str {
    match field {
        Field::Mask | Field::Factor => "u64",
        Field::Shift => "u8",
        Field::Offset => "u32",
    }
}

fn field_docs(piece: &PieceModule, field: Field) -> Vec<String> {
    let name = words(&piece.name);
    let text = match field {
        Field::Mask => format!(
            "Relevant occupancy masks of the {name}, by square: the squares where a piece may hide others."
        ),
        Field::Factor if takes_halves(&piece.program) => format!(
            "Magic factors of the {name}, by square: the low 32 bits are for the low half of the relevant \
             occupancy, the high ones for the high half."
        ),
        Field::Factor => format!(
            "Magic factors of the {name}, by square: the relevant occupancy is multiplied by them, modulo 2^64."
        ),
        Field::Shift => format!("Right shifts of the {name}'s products, by square."),
        Field::Offset => {
            format!("Where the attack sets of the {name} begin in the attack table, by square.")
        }
    };
    docs(&text)
}

/// True where the low and the high half of factors are factors of their own.
pub(super) fn takes_halves(program: &Program) -> bool {
    program.values().any(|value| match program.op(value) {
        Op::Low(of) | Op::High(of) => program.op(of) == Op::Field(Field::Factor),
        _ => false,
    })
}
