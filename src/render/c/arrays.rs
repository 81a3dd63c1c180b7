//! The arrays of fields, occupancies and tables: declarations and definitions, each in the file where it belongs.

use super::comment::comment;
use super::file::File;
use super::fold::{WIDTH, fold};
use super::options::Standard;
use crate::render::page::{self};
use crate::render::prelude::*;

/// An array of the generated C, declared or defined.
#[derive(Clone, Default)]
pub(super) struct Array {
    /// The comment before it.
    pub(super) doc: Vec<String>,
    pub(super) is_public: bool,
    /// True if functions of the header read it.
    pub(super) is_read: bool,
    /// True if it goes into the section that the user asked for.
    pub(super) in_section: bool,
    /// The type of an entry, `const` included, and the name.
    pub(super) head: String,
    pub(super) name: String,
    /// The first dimension. The definition omits it if the compiler checks it.
    pub(super) length: usize,
    /// Further dimensions, in brackets.
    pub(super) further: String,
    /// The initialiser's rows; empty for a table that is filled at start-up.
    pub(super) rows: String,
    /// The words of the name of its length check, if it has one.
    pub(super) check: Option<String>,
    /// The words before the array's in the file of attack sets, if the array is there.
    pub(super) loaded: Option<usize>,
}

/// True for an array in the place of a function that returns a set, which has the user's type as that function has.
fn holds_sets(table: &Table) -> bool {
    let named = table.title.as_ref().and_then(|caption| caption.named.as_ref());
    let role = named.and_then(|(key, _)| NameRole::of_key(key));
    let is_function = |role: NameRole| !role.is_array() && role != NameRole::Zobrist;
    role.is_some_and(|role| role == NameRole::PseudoAttacks || is_function(role))
}

impl File<'_> {
    /// The arrays as the header and the definitions print them.
    pub(super) fn tables(&self) -> [Vec<String>; 2] {
        let [mut header, mut definitions] = [Vec::new(), Vec::new()];
        for array in self.arrays() {
            if let Some(start) = array.loaded {
                let (doc, there) = (array.doc.join("\n"), self.loaded(start, &array.further));
                header.push(format!("{doc}\n#define {} {there}", array.name));
            } else if !self.is_apart {
                header.push(self.definition(array, "static "));
            } else if array.is_public || array.is_read {
                header.push(self.declaration(&array));
                definitions.push(self.definition(array, ""));
            } else {
                definitions.push(self.definition(array, "static "));
            }
        }
        [header, definitions]
    }

    fn declaration(&self, array: &Array) -> String {
        let Array { doc, head, length, further, .. } = array;
        let (doc, place) = (doc.join("\n"), self.place(array));
        format!("{doc}\nextern {head}[{length}]{further}{place};")
    }

    /// A definition. An array of the whole program has its doc comment at its declaration.
    fn definition(&self, array: Array, storage: &str) -> String {
        let place = self.place(&array);
        let Array { doc, head, name, length, further, rows, check, .. } = array;
        let check = check.filter(|_| self.settings.asserts() && !rows.is_empty());
        let counted = if check.is_some() { String::new() } else { length.to_string() };
        let shown = if storage.is_empty() { String::new() } else { doc.join("\n") + "\n" };
        let mut before = format!("{shown}{storage}{head}[{counted}]{further}{place}");
        // A table may have megabytes: its text is moved, not copied.
        let mut text = rows;
        if !text.is_empty() {
            before.push_str(" = {\n");
            text.push_str("\n}");
        }
        text.insert_str(0, &before);
        text.push(';');
        if let Some(words) = check {
            let entries = format!("sizeof {name} / sizeof {name}[0]");
            let message = format!("{name} has {length} entries");
            text.extend(["\n", &self.assert(&words, [&entries, &length.to_string()], &message)]);
        }
        text
    }

    /// The section attribute or `PROGMEM`, with a space before it.
    fn place(&self, array: &Array) -> String {
        if self.settings.has_progmem() {
            " PROGMEM".to_owned()
        } else if array.in_section && !self.section.is_empty() {
            format!(" {}", self.section)
        } else {
            String::new()
        }
    }

    /// A compile-time check that two numbers are equal. Before C11 it is an array type with an invalid length if they
    /// differ.
    fn assert(&self, words: &str, [left, right]: [&str; 2], message: &str) -> String {
        if self.settings.std < Standard::C11 {
            let start = format!("typedef char {}[", self.names.function(&["assert", words]));
            let mut end = Document::of(&format!("({left} == {right})"));
            end.line().text("? 1 : -1];");
            let is_short = start.len() + end.flat().len() <= WIDTH;
            let between = if is_short { "" } else { "\n    " };
            return format!("{start}{between}{}", fold(&end, WIDTH - 4).join("\n    "));
        }
        let mut line = Document::of(&format!("_Static_assert({left}"));
        line.gap(1).text(&format!("== {right},")).line().text(&format!("\"{message}\");"));
        let text = fold(&line, WIDTH).join("\n");
        let guarded = || format!("#ifndef __cplusplus\n{text}\n#endif");
        if self.settings.is_for_cplusplus() { guarded() } else { text }
    }

    /// A compile-time check of the 32-bit type, if the file picks the type itself.
    pub(super) fn type_assert(&self) -> Option<String> {
        let most = format!("({})-1", self.half);
        let has_checks = self.settings.is_c89() && self.settings.asserts();
        has_checks.then(|| self.assert("u32", [&most, "0xffffffffUL"], ""))
    }

    fn arrays(&self) -> Vec<Array> {
        let fields = self.page().arrays.iter().filter(|array| array.kind == ArrayKind::BySquare);
        let fields = fields.map(|array| self.field(array)).chain(self.record_arrays());
        let subsets = [NameRole::Occupancies, NameRole::AttackSets].into_iter().flat_map(|role| {
            let pieces = self.module.pieces.iter().filter(move |_| self.module.emits(role.part()));
            pieces.map(move |piece| self.subsets(piece, role))
        });
        let fields: Vec<Array> = fields.chain(subsets).collect();
        let tables = self.module.tables.iter().zip(&self.page().tables).enumerate();
        let tables = tables.map(|(at, (table, named))| (at, table, named));
        let tables = tables.filter(|(_, _, named)| named.presence != Presence::Absent);
        let tables: Vec<Array> =
            tables.flat_map(|(at, table, named)| self.table_arrays(at, table, named)).collect();
        // A pointer can only be set to what has been declared.
        // The texts of tables are moved: they have megabytes.
        let [first, second] = if self.has_pointers() { [tables, fields] } else { [fields, tables] };
        first.into_iter().chain(second).collect()
    }

    fn field(&self, array: &page::Array<'_>) -> Array {
        let ArrayText { doc, head, rows } = self.array(array);
        let (name, length) = (array.name.clone(), array.length());
        let (is_public, is_read) = (array.is_public, self.module.emits(Part::Lookup));
        Array { doc, is_public, is_read, head, name, length, rows, ..Array::default() }
    }

    /// The public array of a piece's occupancies or attack sets: one entry per subset of each mask.
    fn subsets(&self, piece: &PieceModule, role: NameRole) -> Array {
        let spoken = words(&piece.name);
        let (values, what) = if role == NameRole::AttackSets {
            (&piece.attack_sets, format!("The {spoken}'s attack set under every subset of"))
        } else {
            (&piece.occupancies, format!("Every subset of the {spoken}'s"))
        };
        let (length, size) = (values.len(), provenance::size(values.len() * 8));
        let doc = comment(
            true,
            &[format!(
                "{what} relevant occupancies, square after square: {length} words, {size}. A square's subsets \
                 are in carry-rippler order, the empty one first."
            )],
        );
        let name = self.names.table(&piece.name, role);
        let (head, rows) = (format!("const {} {name}", self.word), self.bitboards(values, "    "));
        let check = Some(format!("{} {}", piece.name, role.part().id()));
        Array { doc, is_public: true, head, name, length, rows, check, ..Array::default() }
    }

    /// The C type of a stored entry.
    pub(super) fn storage_type(&self, storage: Storage) -> &str {
        self.kind(self.words().entry(storage, false))
    }

    /// The type of a table's entries: `const` unless start-up code fills the table.
    pub(super) fn entry_type(&self, table: &Table) -> String {
        let constant = if self.module.is_filled(table) { "" } else { "const " };
        let is_own = table.storage == Storage::Word && holds_sets(table);
        let kind = if is_own { self.set_type() } else { self.storage_type(table.storage) };
        format!("{constant}{kind}")
    }

    /// A table's array. If its rows differ in length: an array of entries and an array of pointers to rows.
    fn table_arrays(&self, at: usize, table: &Table, named: &TableName) -> Vec<Array> {
        let rows = match table.rows {
            _ if self.module.is_filled(table) || self.module.is_loaded(table) => String::new(),
            Rows::No => self.entries(table, &table.entries, "    "),
            Rows::Equal(row) if !table.role.is_of_lookups() => self.rows_of(table, row),
            Rows::Equal(_) => self.rows_by_square(table, true),
            Rows::Ragged(_) => self.rows_by_square(table, false),
        };
        let (length, further) = match table.rows {
            Rows::Equal(length) => (named.length / length, format!("[{length}]")),
            Rows::No | Rows::Ragged(_) => (named.length, String::new()),
        };
        let is_public = named.presence == Presence::Public;
        let doc = comment(is_public, &[self.table_doc(table, named)]);
        let is_of_lookups = table.role.is_of_lookups();
        let is_read = !is_of_lookups || self.module.emits(Part::Lookup);
        let in_section = is_of_lookups && table.role != TableRole::Factors;
        let (name, head) =
            (named.name.clone(), format!("{} {}", self.entry_type(table), named.name));
        let is_scan = matches!(table.role, TableRole::Scan(_));
        let check = (!is_scan).then(|| self.check_name(table));
        let blob = self.module.blob.as_ref();
        let loaded = blob.and_then(|blob| blob.table(at)).map(|table| table.start);
        let array = Array {
            doc,
            is_public,
            is_read,
            in_section,
            head,
            name,
            length,
            further,
            rows,
            check,
            loaded,
        };
        match table.rows {
            Rows::No => self.in_parts(table, named, array),
            Rows::Equal(_) => vec![array],
            Rows::Ragged(_) => self.ragged_arrays(table, named, array),
        }
    }

    /// The table's doc comment: its content, its number of entries and bytes, and who fills it.
    pub(super) fn table_doc(&self, table: &Table, named: &TableName) -> String {
        let mut doc = table.sentence(&named.owners.join(" and "));
        if !matches!(table.role, TableRole::Scan(_)) {
            let count = named.length;
            let counted = match table.storage {
                Storage::Word if count == 1 => "1 word, ".to_owned(),
                Storage::Word => format!("{count} words, "),
                Storage::Set(words) => format!("{count} sets of {} words, ", words.count()),
                Storage::Half => format!("{count} numbers of 32 bits, "),
                Storage::Short => format!("{count} numbers of 16 bits, "),
                // For bytes the number of entries is the size.
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

    /// The name of the array that holds all rows of a table in sequence.
    pub(super) fn entries_name(&self, table: &Table) -> String {
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.as_str());
        let words: Vec<&str> = piece.into_iter().chain(["row", "entries"]).collect();
        self.names.constant(&words)
    }

    /// True if the table's rows differ in length and only records point to them.
    fn is_flat(&self, table: &Table) -> bool {
        let is_ragged = matches!(table.rows, Rows::Ragged(_));
        is_ragged && self.has_pointers() && self.module.table(table) != Presence::Public
    }

    /// The table's name in comments: the array that the file really has.
    pub(super) fn shown_name(&self, number: usize) -> String {
        let table = &self.module.tables[number];
        if self.is_flat(table) {
            self.entries_name(table)
        } else {
            self.page().tables[number].name.clone()
        }
    }

    /// The array of entries, private to the array of pointers to the squares' rows.
    fn ragged_arrays(&self, table: &Table, named: &TableName, array: Array) -> Vec<Array> {
        let (name, entries) = (&named.name, self.entries_name(table));
        let (is_flat, kind) = (self.is_flat(table), self.entry_type(table));
        let width = table.length().to_string().len();
        let row = |square| {
            let (start, name) = (table.rows.start(square), self.square_name(square));
            format!("    {entries} + {start:>width$}, /* {name} */")
        };
        let rows: Vec<String> = self.module.board.bit_indices().map(row).collect();
        let doc = format!("{} An array of rows, one a square.", self.table_doc(table, named));
        let pointers = Array {
            doc: comment(array.is_public, &[doc]),
            is_public: array.is_public,
            is_read: array.is_read,
            head: format!("{kind} *const {name}"),
            name: name.clone(),
            length: rows.len(),
            rows: rows.join("\n"),
            ..Array::default()
        };
        let doc = comment(false, &[format!("The rows of {name}, one after another.")]);
        let flat = Array {
            doc: if is_flat { array.doc } else { doc },
            is_public: false,
            is_read: false,
            in_section: true,
            head: format!("{kind} {entries}"),
            name: entries,
            check: array.check.map(|check| format!("{check} entries")),
            ..array
        };
        [flat].into_iter().chain((!is_flat).then_some(pointers)).collect()
    }

    /// The words of a table in the name of its length check. A name from the user may not consist of words.
    pub(super) fn check_name(&self, table: &Table) -> String {
        if let Some(title) = &table.title {
            return title.words.clone();
        }
        let piece = table.piece.map(|piece| format!("{} ", self.module.pieces[piece].name));
        piece.unwrap_or_default() + &table.role.words()
    }
}
