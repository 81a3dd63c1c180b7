//! Fields, occupancies and attack sets in; arrays with their rows out, not yet placed in a file.

use std::fmt::Write as _;

use super::syntax::WIDTH;
use super::tables::FIELDS;
use super::{File, provenance};
use crate::model::{AttackTable, Field, FieldStyle, Part, PieceModule, Presence, Rows, Tables};
use crate::render::literal::{Decimal, Halves, Hex, Lines, Literal, rows, rows_with};

/// An array, wherever it will stand.
pub(super) struct Array {
    pub(super) doc: Vec<String>,
    pub(super) is_public: bool,
    pub(super) is_const: bool,
    /// True where the section asked for is meant for it.
    pub(super) in_section: bool,
    pub(super) kind: String,
    pub(super) name: String,
    /// The first dimension, which a definition leaves to the rows where it is checked.
    pub(super) length: usize,
    /// Further dimensions, in brackets.
    pub(super) further: String,
    pub(super) rows: Option<String>,
    /// The name of the check of its length.
    pub(super) check: Option<Vec<String>>,
}

impl File<'_> {
    pub(super) fn arrays(&self) -> Vec<Array> {
        let mut fields: Vec<Array> = Vec::new();
        for piece in &self.module.pieces {
            match self.module.fields {
                FieldStyle::Arrays => fields.extend(self.field_arrays(piece)),
                FieldStyle::Records | FieldStyle::Pointers => {
                    fields.extend(self.record_array(piece));
                }
            }
        }
        let occupancies =
            self.module.pieces.iter().filter(|_| self.module.emits(Part::Occupancies));
        fields.extend(occupancies.map(|piece| self.occupancies(piece)));
        let attacks: Vec<Array> = if self.module.needs_attacks() {
            self.module.tables.iter().map(|table| self.attack_array(table)).collect()
        } else {
            Vec::new()
        };
        // A pointer can only be set to what has been declared.
        if self.has_pointers() {
            attacks.into_iter().chain(fields).collect()
        } else {
            fields.into_iter().chain(attacks).collect()
        }
    }

    fn field_arrays(&self, piece: &PieceModule) -> Vec<Array> {
        let name = piece.name.replace(['-', '_'], " ");
        let mut arrays = Vec::new();
        for (field, role, _, _) in FIELDS {
            let presence = self.presence(piece, field);
            if presence == Presence::Absent {
                continue;
            }
            let doc = match field {
                Field::Mask => format!("Relevant occupancy of the {name}, by square."),
                Field::Factor => format!("Magic factors of the {name}, by square."),
                Field::Shift => format!("Right shifts that leave the {name}'s index, by square."),
                Field::Offset => format!("Where the {name}'s attack sets begin, by square."),
            };
            let values = piece.fields.all(field);
            arrays.push(Array {
                doc: vec![doc],
                is_public: presence == Presence::Public,
                is_const: true,
                in_section: false,
                kind: self.field_type(field).to_owned(),
                name: self.names.table(&piece.name, role),
                length: values.len(),
                further: String::new(),
                rows: Some(match field {
                    Field::Mask | Field::Factor => self.words(&values, "    "),
                    Field::Shift | Field::Offset => self.numbers(&values),
                }),
                check: None,
            });
        }
        arrays
    }

    fn record_array(&self, piece: &PieceModule) -> Option<Array> {
        let members = self.members();
        if members.is_empty() && !self.has_pointers() {
            return None;
        }
        let indices = usize::from(self.module.board.indices);
        let mut columns: Vec<Vec<String>> = Vec::new();
        for (field, ..) in &members {
            let values = match piece.fields.all(*field) {
                values if values.len() == indices => values,
                _ => vec![0; indices],
            };
            let column = match field {
                Field::Mask | Field::Factor => {
                    values.iter().map(|word| self.word_literal(*word)).collect()
                }
                Field::Shift | Field::Offset => {
                    let decimal = Decimal::aligned(&values, false);
                    values.iter().map(|value| literal(&decimal, *value)).collect()
                }
            };
            columns.push(column);
        }
        let is_word = |(field, ..): &&(Field, _, _)| matches!(field, Field::Mask | Field::Factor);
        let words = members.iter().filter(is_word).count();
        if self.has_pointers() {
            let table = self.module.table(piece);
            let attacks = self.attacks_name(table);
            let numbers: Vec<u64> = match table.rows {
                Rows::Equal(_) => (0..indices as u64).collect(),
                Rows::No => piece.fields.all(Field::Offset),
            };
            let decimal = Decimal::aligned(&numbers, false);
            let column = numbers.into_iter().map(|number| match table.rows {
                Rows::Equal(_) => format!("{attacks}[{}]", literal(&decimal, number)),
                Rows::No => format!("{attacks} + {}", literal(&decimal, number)),
            });
            columns.insert(words, column.collect());
        }
        let line = |square: usize, between: &str| {
            let cells: Vec<&str> = columns.iter().map(|column| column[square].as_str()).collect();
            let (bitboards, others) = cells.split_at(words.min(cells.len()));
            let cells: Vec<String> = [bitboards, others]
                .into_iter()
                .filter(|part| !part.is_empty())
                .map(|part| part.join(", "))
                .collect();
            let name = self.square_name(square).unwrap_or("-");
            format!("    {{{}}}, /* {name} */", cells.join(between))
        };
        // All or none are broken, so that they line up.
        let fits = (0..indices).all(|square| line(square, ", ").len() <= WIDTH);
        let between = if fits { ", " } else { ",\n        " };
        let lines: Vec<String> = (0..indices).map(|square| line(square, between)).collect();
        let is_public =
            members.iter().any(|(field, ..)| self.presence(piece, *field) == Presence::Public);
        let name = piece.name.replace(['-', '_'], " ");
        Some(Array {
            doc: vec![format!("The {name}, by square.")],
            is_public,
            is_const: true,
            in_section: false,
            kind: self.record.clone(),
            name: self.names.constant(&[&piece.name]),
            length: indices,
            further: String::new(),
            rows: Some(lines.join("\n")),
            check: None,
        })
    }

    fn occupancies(&self, piece: &PieceModule) -> Array {
        let name = piece.name.replace(['-', '_'], " ");
        let doc = format!(
            "Every subset of the {name}'s relevant occupancies, square after square: {} words, {}. A square's \
             subsets are in carry-rippler order, the empty one first.",
            piece.occupancies.len(),
            provenance::size(piece.occupancies.len() * 8)
        );
        Array {
            doc: vec![doc],
            is_public: true,
            is_const: true,
            in_section: false,
            kind: self.word.clone(),
            name: self.names.table(&piece.name, "occupancies"),
            length: piece.occupancies.len(),
            further: String::new(),
            rows: Some(self.words(&piece.occupancies, "    ")),
            check: Some(vec![piece.name.clone(), "occupancies".to_owned()]),
        }
    }

    /// The name of an attack table.
    pub(super) fn attacks_name(&self, table: &AttackTable) -> String {
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.as_str());
        self.names.attacks(piece)
    }

    fn attack_array(&self, table: &AttackTable) -> Array {
        let owners = match table.piece {
            Some(piece) => vec![&self.module.pieces[piece].name],
            None => self.module.pieces.iter().map(|piece| &piece.name).collect(),
        };
        let owners: Vec<String> =
            owners.iter().map(|name| format!("the {}", name.replace(['-', '_'], " "))).collect();
        let mut doc = format!(
            "Attack sets of {}: {} words, {}.",
            owners.join(" and "),
            table.words.len(),
            provenance::size(table.words.len() * 8)
        );
        let is_full = self.module.when == Tables::Full;
        if !is_full {
            let init = self.names.function(&["init"]);
            let _ = write!(doc, " Filled by {init}(); only to be read.");
        }
        let mut check: Vec<String> =
            table.piece.into_iter().map(|piece| self.module.pieces[piece].name.clone()).collect();
        check.push("attacks".to_owned());
        let (length, further, rows) = match table.rows {
            Rows::No => (table.words.len(), String::new(), self.words(&table.words, "    ")),
            Rows::Equal(length) => (
                table.words.len() / length,
                format!("[{length}]"),
                self.nested(&table.words, length),
            ),
        };
        Array {
            doc: vec![doc],
            is_public: self.module.emits(Part::Attacks),
            is_const: is_full,
            in_section: true,
            kind: self.word.clone(),
            name: self.attacks_name(table),
            length,
            further,
            rows: is_full.then_some(rows),
            check: Some(check),
        }
    }

    /// Rows of a table of two dimensions.
    fn nested(&self, words: &[u64], length: usize) -> String {
        let mut text = String::with_capacity(words.len() * 31);
        for (square, row) in words.chunks(length).enumerate() {
            let name = self.square_name(square).unwrap_or("-");
            if square > 0 {
                text.push('\n');
            }
            text.push_str("    { /* ");
            text.push_str(name);
            text.push_str(" */\n");
            text.push_str(&self.words(row, "        "));
            text.push_str("\n    },");
        }
        text
    }

    /// Rows of bitboards.
    fn words(&self, values: &[u64], indent: &str) -> String {
        let own = if self.settings.is_c89() { 2 } else { 4 };
        let columns = self.module.style.columns.unwrap_or(own);
        let lines = Lines { indent, columns, trailing_comma: true };
        if self.settings.is_c89() { rows(values, &PAIR, lines) } else { rows(values, &WORD, lines) }
    }

    /// A bitboard as it stands in an initialiser.
    pub(super) fn word_literal(&self, value: u64) -> String {
        if self.settings.is_c89() { literal(&PAIR, value) } else { literal(&WORD, value) }
    }

    /// Rows of numbers, eight a line, with the names of the first and last square.
    fn numbers(&self, values: &[u64]) -> String {
        let comment = |first: usize| {
            let last = (first + 7).min(values.len() - 1);
            let first = (first..=last).find_map(|square| self.square_name(square))?;
            let last = (0..=last).rev().find_map(|square| self.square_name(square))?;
            Some(format!(" /* {first} to {last} */"))
        };
        let lines = Lines { indent: "    ", columns: 8, trailing_comma: true };
        rows_with(values, &Decimal::aligned(values, false), lines, comment)
    }

    fn square_name(&self, index: usize) -> Option<&str> {
        let squares = &self.module.board.squares;
        let at = squares.binary_search_by_key(&index, |(_, bit)| usize::from(*bit)).ok()?;
        Some(&squares[at].0)
    }
}

const HALF: Hex = Hex { prefix: "0x", suffix: "UL", digits: 8, grouped: false };
const PAIR: Halves = Halves { open: "{", between: ", ", close: "}", half: HALF };
const WORD: Hex = Hex { prefix: "0x", suffix: "ULL", digits: 16, grouped: false };

/// One literal.
fn literal(form: &impl Literal, value: u64) -> String {
    rows(&[value], form, Lines { indent: "", columns: 1, trailing_comma: false })
}
