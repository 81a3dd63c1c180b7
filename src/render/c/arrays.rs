//! The arrays of fields, occupancies and tables: declarations and definitions, each in the file where it belongs.

use std::fmt::Write as _;

use super::comment::{doc, note};
use super::file::File;
use super::fold::WIDTH;
use super::options::Standard;
use crate::model::{Part, PieceModule, Presence, Rows, Storage, Table, TableRole, words};
use crate::render::page::{self, ArrayKind, Manner as _, TableName};
use crate::render::text::provenance;

/// An array, wherever it will stand.
#[derive(Clone, Default)]
pub(super) struct Array {
    /// Sentences.
    pub(super) doc: Vec<String>,
    pub(super) is_public: bool,
    /// True where functions of the header read it.
    pub(super) is_read: bool,
    /// True where the section asked for is meant for it.
    pub(super) in_section: bool,
    /// The type of an entry, `const` included.
    pub(super) kind: String,
    pub(super) name: String,
    /// The first dimension. A definition leaves it to the number of its rows where the compiler checks that.
    pub(super) length: usize,
    /// Further dimensions, in brackets.
    pub(super) further: String,
    pub(super) rows: Option<String>,
    /// The words of a name for the check of its length, where there is one.
    pub(super) check: Option<String>,
}

impl File<'_> {
    /// The arrays of the header, and those of the definitions.
    pub(super) fn tables(&self) -> [Vec<String>; 2] {
        let [mut header, mut definitions] = [Vec::new(), Vec::new()];
        for array in self.arrays() {
            if !self.is_apart {
                header.push(self.definition(&array, "static "));
            } else if array.is_public || array.is_read {
                header.push(self.declaration(&array));
                definitions.push(self.definition(&array, ""));
            } else {
                definitions.push(self.definition(&array, "static "));
            }
        }
        [header, definitions]
    }

    fn declaration(&self, array: &Array) -> String {
        let Array { kind, name, length, further, .. } = array;
        let (doc, place) = (array.comment(), self.place(array));
        format!("{doc}\nextern {kind} {name}[{length}]{further}{place};")
    }

    /// A definition. What the whole program shares has its comment where it is declared.
    fn definition(&self, array: &Array, storage: &str) -> String {
        let Array { kind, name, length, further, .. } = array;
        let check = array.check.as_ref().filter(|_| self.settings.asserts && array.rows.is_some());
        let mut text =
            if storage.is_empty() { String::new() } else { format!("{}\n", array.comment()) };
        let counted = if check.is_some() { String::new() } else { length.to_string() };
        let place = self.place(array);
        let _ = write!(text, "{storage}{kind} {name}[{counted}]{further}{place}");
        if let Some(rows) = &array.rows {
            text.reserve(rows.len() + 256);
            text.extend([" = {\n", rows, "\n}"]);
        }
        text.push(';');
        if let Some(words) = check {
            let condition = format!("sizeof {name} / sizeof {name}[0] == {length}");
            let message = format!("{name} has {length} entries");
            text.extend(["\n", &self.assert(words, &condition, &message)]);
        }
        text
    }

    /// The section or the memory that an array is in.
    fn place(&self, array: &Array) -> String {
        if self.settings.has_progmem() {
            " PROGMEM".to_owned()
        } else if array.in_section && !self.section.is_empty() {
            format!(" {}", self.section)
        } else {
            String::new()
        }
    }

    /// A check by the compiler: in C89 and C99 an array type that has no length where it fails.
    fn assert(&self, words: &str, condition: &str, message: &str) -> String {
        let (start, end) = if self.settings.standard >= Standard::C11 {
            (format!("_Static_assert({condition},"), format!("\"{message}\");"))
        } else {
            let name = self.names.function(&["assert", words]);
            (format!("typedef char {name}["), format!("({condition}) ? 1 : -1];"))
        };
        let between = if self.settings.standard >= Standard::C11 { " " } else { "" };
        let mut text = format!("{start}{between}{end}");
        if text.len() > WIDTH {
            text = format!("{start}\n    {end}");
        }
        if self.settings.standard >= Standard::C11 && self.settings.cplusplus {
            text = format!("#ifndef __cplusplus\n{text}\n#endif");
        }
        text
    }

    /// A check of the type of 32 bits, where the file chooses it itself.
    pub(super) fn type_assert(&self) -> Option<String> {
        let condition = format!("({})-1 == 0xffffffffUL", self.half);
        let has_checks = self.settings.is_c89() && self.settings.asserts;
        has_checks.then(|| self.assert("u32", &condition, ""))
    }

    fn arrays(&self) -> Vec<Array> {
        let fields = self.page().arrays.iter().filter(|array| array.kind == ArrayKind::BySquare);
        let fields = fields.map(|array| self.field(array)).chain(self.record_arrays());
        let subsets = [Part::Occupancies, Part::AttackSets].into_iter().flat_map(|part| {
            let pieces = self.module.pieces.iter().filter(move |_| self.module.emits(part));
            pieces.map(move |piece| self.subsets(piece, part))
        });
        let fields: Vec<Array> = fields.chain(subsets).collect();
        let tables = self.module.tables.iter().zip(&self.page().tables);
        let tables = tables.filter(|(_, named)| named.presence != Presence::Absent);
        let tables: Vec<Array> =
            tables.flat_map(|(table, named)| self.table_arrays(table, named)).collect();
        // A pointer can only be set to what has been declared.
        // The texts of tables are moved: they have megabytes.
        let [first, second] = if self.has_pointers() { [tables, fields] } else { [fields, tables] };
        first.into_iter().chain(second).collect()
    }

    fn field(&self, array: &page::Array<'_>) -> Array {
        let rows = match array.storage {
            Storage::Word => self.bitboards(&array.values, "    "),
            _ => self.numbers(&array.values),
        };
        let (doc, is_public) = (vec![array.doc.clone()], array.is_public);
        let (name, length) = (array.name.clone(), array.values.len());
        let kind = format!("const {}", self.storage_type(array.storage));
        let (is_read, rows) = (self.module.emits(Part::Lookup), Some(rows));
        Array { doc, is_public, is_read, kind, name, length, rows, ..Array::default() }
    }

    /// What there is an entry of for each subset of each mask: the subset, or what is attacked under it.
    fn subsets(&self, piece: &PieceModule, part: Part) -> Array {
        let spoken = words(&piece.name);
        let (values, what) = if part == Part::AttackSets {
            (&piece.attack_sets, format!("The {spoken}'s attack set under every subset of"))
        } else {
            (&piece.occupancies, format!("Every subset of the {spoken}'s"))
        };
        let (length, size) = (values.len(), provenance::size(values.len() * 8));
        let doc = vec![format!(
            "{what} relevant occupancies, square after square: {length} words, {size}. A square's subsets \
             are in carry-rippler order, the empty one first."
        )];
        let (kind, name) =
            (format!("const {}", self.word), self.names.table(&piece.name, part.id()));
        let rows = Some(self.bitboards(values, "    "));
        let check = Some(format!("{} {}", piece.name, part.id()));
        Array { doc, is_public: true, kind, name, length, rows, check, ..Array::default() }
    }

    /// The type in which an entry is stored.
    pub(super) fn storage_type(&self, storage: Storage) -> &str {
        self.kind(self.words().entry(storage, false))
    }

    /// The type of a table's entries: of those that are printed, nothing is written to.
    pub(super) fn entry_type(&self, table: &Table) -> String {
        let constant = if self.module.is_filled(table) { "" } else { "const " };
        format!("{constant}{}", self.storage_type(table.storage))
    }

    /// The array of a table; where its rows differ in length, one of the entries and one of the rows.
    fn table_arrays(&self, table: &Table, named: &TableName) -> Vec<Array> {
        let is_filled = self.module.is_filled(table);
        let is_scan = matches!(table.role, TableRole::Scan(_));
        let is_of_lookups = table.role.is_of_lookups();
        let array = Array {
            doc: vec![self.table_doc(table, named)],
            is_public: named.presence == Presence::Public,
            is_read: !is_of_lookups || self.module.emits(Part::Lookup),
            in_section: is_of_lookups && table.role != TableRole::Factors,
            kind: self.entry_type(table),
            name: named.name.clone(),
            length: named.length,
            check: (!is_scan).then(|| self.check_name(table)),
            ..Array::default()
        };
        let printed = |rows: &dyn Fn() -> String| (!is_filled).then(rows);
        match &table.rows {
            Rows::No => {
                let rows = printed(&|| self.entries(table, &table.entries, "    "));
                self.in_parts(table, Array { rows, ..array })
            }
            Rows::Equal(length) => vec![Array {
                length: named.length / length,
                further: format!("[{length}]"),
                rows: printed(&|| self.rows_by_square(table, true)),
                ..array
            }],
            Rows::Ragged(_) => {
                let rows = printed(&|| self.rows_by_square(table, false));
                self.ragged_arrays(table, Array { rows, ..array })
            }
        }
    }

    /// What a table holds, how many entries and bytes it has, and who fills it.
    fn table_doc(&self, table: &Table, named: &TableName) -> String {
        let mut doc = table.sentence(&named.owners.join(" and "));
        if !matches!(table.role, TableRole::Scan(_)) {
            let count = named.length;
            let counted = match table.storage {
                Storage::Word if count == 1 => "1 word, ".to_owned(),
                Storage::Word => format!("{count} words, "),
                Storage::Half => format!("{count} numbers of 32 bits, "),
                Storage::Short => format!("{count} numbers of 16 bits, "),
                // Bytes are counted by their size.
                Storage::Byte => String::new(),
            };
            let _ = write!(doc, ": {counted}{}", provenance::size(table.bytes()));
        }
        doc.push('.');
        if self.module.is_filled(table) {
            let init = self.own_function("init");
            let _ = write!(doc, " Filled by {init}(); only to be read.");
        }
        doc
    }

    /// The name of the array that holds the rows of a table, one after another.
    pub(super) fn entries_name(&self, table: &Table) -> String {
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.as_str());
        let words: Vec<&str> = piece.into_iter().chain(["row", "entries"]).collect();
        self.names.constant(&words)
    }

    /// True where the rows of a table differ in length, and records alone point to them.
    fn is_flat(&self, table: &Table) -> bool {
        let is_ragged = matches!(table.rows, Rows::Ragged(_));
        is_ragged && self.has_pointers() && self.module.table(table) != Presence::Public
    }

    /// The name by which comments speak of a table: that of the array that stands in the file for it.
    pub(super) fn shown_name(&self, number: usize) -> String {
        let table = &self.module.tables[number];
        if self.is_flat(table) {
            self.entries_name(table)
        } else {
            self.page().tables[number].name.clone()
        }
    }

    /// Entries in one array, which nothing else reads, and pointers to the squares' rows.
    fn ragged_arrays(&self, table: &Table, array: Array) -> Vec<Array> {
        let (name, entries) = (&array.name, self.entries_name(table));
        let is_flat = self.is_flat(table);
        let doc = format!("The rows of {name}, one after another.");
        let flat = Array {
            doc: if is_flat { array.doc.clone() } else { vec![doc] },
            is_public: false,
            is_read: false,
            in_section: true,
            name: entries.clone(),
            check: array.check.as_ref().map(|check| format!("{check} entries")),
            ..array.clone()
        };
        if is_flat {
            return vec![flat];
        }
        let width = table.entries.len().to_string().len();
        let rows = (0..self.module.board.indices).map(|square| {
            let name = self.square_name(square);
            format!("    {entries} + {:>width$}, /* {name} */", table.rows.start(square))
        });
        let rows: Vec<String> = rows.collect();
        let pointers = Array {
            doc: vec![format!("{} An array of rows, one a square.", array.doc.join(" "))],
            in_section: false,
            kind: format!("{} *const", array.kind),
            length: rows.len(),
            rows: Some(rows.join("\n")),
            check: None,
            ..array
        };
        vec![flat, pointers]
    }

    /// The words of a table in the name of its check. A user may have named it in a way that isn't made of words.
    pub(super) fn check_name(&self, table: &Table) -> String {
        if let Some(title) = &table.title {
            return title.words.clone();
        }
        let piece = table.piece.map(|piece| format!("{} ", self.module.pieces[piece].name));
        piece.unwrap_or_default() + &table.role.words()
    }
}

impl Array {
    /// The doc comment of something public, or the comment of something that lookups need.
    fn comment(&self) -> String {
        let lines = if self.is_public { doc(&self.doc, Vec::new()) } else { note(&self.doc) };
        lines.join("\n")
    }
}
