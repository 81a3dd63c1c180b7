//! Fields, occupancies and tables in; arrays with their rows out, not yet placed in a file.

use std::fmt::Write as _;

use super::rows::RowText;
use super::{File, provenance};
use crate::model::{
    FieldStyle, Part, PieceModule, Presence, Rows, Storage, Table, TableRole, Type,
};

/// An array, wherever it will stand.
pub(super) struct Array<'a> {
    pub(super) doc: Vec<String>,
    pub(super) is_public: bool,
    /// True where functions of the header read it.
    pub(super) is_read: bool,
    /// True where the section asked for is meant for it.
    pub(super) in_section: bool,
    /// The type of an entry, `const` included.
    pub(super) kind: String,
    pub(super) name: String,
    /// The first dimension, which a definition leaves to the rows where it is checked.
    pub(super) length: usize,
    /// Further dimensions, in brackets.
    pub(super) further: String,
    pub(super) rows: Option<RowText<'a>>,
    /// The name of the check of its length.
    pub(super) check: Option<Vec<String>>,
}

/// A piece's name in prose.
pub(super) fn prose(piece: &str) -> String {
    piece.replace(['-', '_'], " ")
}

impl File<'_> {
    pub(super) fn arrays(&self) -> Vec<Array<'_>> {
        let mut fields: Vec<Array<'_>> = Vec::new();
        for piece in &self.module.pieces {
            match self.module.fields {
                FieldStyle::Arrays => fields.extend(self.field_arrays(piece)),
                FieldStyle::Records | FieldStyle::Pointers => {
                    fields.extend(self.record_array(piece));
                }
            }
        }
        for part in [Part::Occupancies, Part::AttackSets] {
            let pieces = self.module.pieces.iter().filter(|_| self.module.emits(part));
            fields.extend(pieces.map(|piece| self.subsets(piece, part)));
        }
        let tables: Vec<Array<'_>> =
            self.module.tables.iter().flat_map(|table| self.table_arrays(table)).collect();
        // A pointer can only be set to what has been declared.
        if self.has_pointers() {
            tables.into_iter().chain(fields).collect()
        } else {
            fields.into_iter().chain(tables).collect()
        }
    }

    fn field_arrays(&self, piece: &PieceModule) -> Vec<Array<'_>> {
        let name = prose(&piece.name);
        let mut arrays = Vec::new();
        for column in piece.fields.columns() {
            let (field, values) = (column.field, &column.values);
            let presence = self.presence(piece, field);
            if presence == Presence::Absent {
                continue;
            }
            arrays.push(Array {
                doc: vec![field.sentence(&name)],
                is_public: presence == Presence::Public,
                is_read: self.module.emits(Part::Lookup),
                in_section: false,
                kind: format!("const {}", self.storage_type(field.storage())),
                name: self.names.field(&piece.name, field),
                length: values.len(),
                further: String::new(),
                rows: Some(RowText::Made(match field.type_of() {
                    Type::Word => self.words(values, "    "),
                    Type::Half => self.numbers(values),
                })),
                check: None,
            });
        }
        arrays
    }

    /// What there is an entry of for each subset of each mask: the subset, or what is attacked under it.
    fn subsets(&self, piece: &PieceModule, part: Part) -> Array<'_> {
        let name = prose(&piece.name);
        let (values, what) = if part == Part::AttackSets {
            (&piece.attack_sets, format!("The {name}'s attack set under every subset of"))
        } else {
            (&piece.occupancies, format!("Every subset of the {name}'s"))
        };
        let doc = format!(
            "{what} relevant occupancies, square after square: {} words, {}. A square's subsets are in \
             carry-rippler order, the empty one first.",
            values.len(),
            provenance::size(values.len() * 8)
        );
        Array {
            doc: vec![doc],
            is_public: true,
            is_read: false,
            in_section: false,
            kind: format!("const {}", self.word),
            name: self.names.table(&piece.name, part.id()),
            length: values.len(),
            further: String::new(),
            rows: Some(RowText::Made(self.words(values, "    "))),
            check: Some(vec![piece.name.clone(), part.id().replace('-', " ")]),
        }
    }

    /// How an entry is stored.
    pub(super) fn storage_type(&self, storage: Storage) -> &str {
        match storage {
            Storage::Byte => self.byte,
            Storage::Short => self.short,
            Storage::Half => &self.half,
            Storage::Word => &self.word,
        }
    }

    /// The type of a table's entries: of those that are printed, nothing is written to.
    pub(super) fn entry_type(&self, table: &Table) -> String {
        let constant = if self.module.is_filled(table) { "" } else { "const " };
        format!("{constant}{}", self.storage_type(table.storage))
    }

    /// The pieces whose table it is, in prose.
    fn owners(&self, table: &Table) -> String {
        let pieces = self.module.pieces.iter().enumerate();
        let owners = pieces.filter(|(at, _)| table.piece.is_none_or(|piece| piece == *at));
        let owners: Vec<String> =
            owners.map(|(_, piece)| format!("the {}", prose(&piece.name))).collect();
        owners.join(" and ")
    }

    /// The array of a table; where its rows differ in length, one of the entries and one of the rows.
    fn table_arrays<'a>(&'a self, table: &'a Table) -> Vec<Array<'a>> {
        let presence = self.module.table(table);
        if presence == Presence::Absent {
            return Vec::new();
        }
        let is_filled = self.module.is_filled(table);
        let is_scan = matches!(table.role, TableRole::Scan(_));
        let count = table.entries.len();
        let unit = match table.storage {
            Storage::Word if count == 1 => "word, ",
            Storage::Word => "words, ",
            Storage::Half => "numbers of 32 bits, ",
            Storage::Short => "numbers of 16 bits, ",
            // Bytes are counted by their size.
            Storage::Byte => "",
        };
        let counted = if unit.is_empty() { String::new() } else { format!("{count} {unit}") };
        let size = provenance::size(table.bytes());
        let mut doc = table.sentence(&self.owners(table));
        if !is_scan {
            let _ = write!(doc, ": {counted}{size}");
        }
        doc.push('.');
        if is_filled {
            let init = self.names.function(&["init"]);
            let _ = write!(doc, " Filled by {init}(); only to be read.");
        }
        let (length, further) = match &table.rows {
            Rows::No => (count, String::new()),
            Rows::Equal(length) => (count / length, format!("[{length}]")),
            Rows::Ragged(_) => return self.ragged_arrays(table, &doc),
        };
        let rows = || match &table.rows {
            Rows::Equal(length) => RowText::Nested { file: self, table, length: *length },
            _ => RowText::Made(self.entries(table, &table.entries, "    ")),
        };
        let array = Array {
            doc: vec![doc],
            is_public: presence == Presence::Public,
            is_read: is_scan || self.module.emits(Part::Lookup),
            in_section: !is_scan && table.role != TableRole::Factors,
            kind: self.entry_type(table),
            name: self.module.table_name(table),
            length,
            further,
            rows: (!is_filled).then(rows),
            check: (!is_scan).then(|| self.check_words(table)),
        };
        self.in_parts(table, array)
    }

    /// The name of the array that holds the rows of a table, one after another.
    pub(super) fn entries_name(&self, table: &Table) -> String {
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.as_str());
        let words: Vec<&str> = piece.into_iter().chain(["row", "entries"]).collect();
        self.names.constant(&words)
    }

    /// What comments call a table: what stands in the file for it.
    pub(super) fn shown_name(&self, table: &Table) -> String {
        let is_ragged = matches!(table.rows, Rows::Ragged(_));
        if is_ragged && self.has_pointers() && self.module.table(table) != Presence::Public {
            self.entries_name(table)
        } else {
            self.module.table_name(table)
        }
    }

    /// Entries in one array, which nothing else reads, and pointers to the squares' rows.
    fn ragged_arrays(&self, table: &Table, doc: &str) -> Vec<Array<'_>> {
        let (name, entries) = (self.module.table_name(table), self.entries_name(table));
        let is_filled = self.module.is_filled(table);
        let kind = self.entry_type(table);
        let mut check = self.check_words(table);
        check.push("entries".to_owned());
        let is_public = self.module.table(table) == Presence::Public;
        // Records point to the rows by themselves.
        let is_alone = self.has_pointers() && !is_public;
        let flat = Array {
            doc: vec![if is_alone {
                doc.to_owned()
            } else {
                format!("The rows of {name}, one after another.")
            }],
            is_public: false,
            is_read: false,
            in_section: true,
            kind: kind.clone(),
            name: entries.clone(),
            length: table.entries.len(),
            further: String::new(),
            rows: (!is_filled).then(|| RowText::Made(self.ragged(table))),
            check: Some(check),
        };
        if is_alone {
            return vec![flat];
        }
        let width = table.entries.len().to_string().len();
        let rows = (0..self.module.board.indices).map(|square| {
            let name = self.square_name(usize::from(square)).unwrap_or("-");
            format!("    {entries} + {:>width$}, /* {name} */", table.rows.start(square))
        });
        let rows: Vec<String> = rows.collect();
        let pointers = Array {
            doc: vec![format!("{doc} An array of rows, one a square.")],
            is_public,
            is_read: self.module.emits(Part::Lookup),
            in_section: false,
            kind: format!("{kind} *const"),
            name,
            length: rows.len(),
            further: String::new(),
            rows: Some(RowText::Made(rows.join("\n"))),
            check: None,
        };
        vec![flat, pointers]
    }

    /// The name of a table in the name of its check.
    pub(super) fn check_words(&self, table: &Table) -> Vec<String> {
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.clone());
        if table.role == TableRole::Attacks {
            // A user may have named it in a way that isn't made of words.
            return piece.into_iter().chain(["attacks".to_owned()]).collect();
        }
        let name = self.module.table_name(table).to_lowercase();
        let prefix = format!("{}_", self.names.prefix.to_lowercase());
        vec![name.strip_prefix(&prefix).unwrap_or(&name).to_owned()]
    }
}
