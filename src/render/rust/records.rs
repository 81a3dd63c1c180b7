//! The page's records: their type, a constructor that keeps most rows on one line, and a static for each piece.

use super::file::File;
use super::functions::FunctionText;
use super::lines::{WIDTH, signature};
use super::rows::Row;
use super::tables::Static;
use crate::render::prelude::*;

/// The type of a file's records.
pub(super) fn record_name(names: &Names) -> &str {
    names.given_type().unwrap_or("Magic")
}

/// The records that share a type, and its members.
#[derive(Debug)]
pub(super) struct Group<'a> {
    records: &'a [Records<'a>],
    entries: Vec<RecordEntry<'a>>,
    pub(super) type_name: String,
    /// The function that makes a record.
    constructor: String,
}

/// A member of a type of records.
#[derive(Clone, Copy, Debug)]
struct RecordEntry<'a> {
    /// The piece, if records have the fields of all pieces.
    piece: Option<&'a PieceModule>,
    field: Field,
    /// The row that begins where the field says, if the member refers to that.
    row: Option<&'a Row>,
}

impl RecordEntry<'_> {
    /// The width of a field; a reference is as wide as a word.
    fn storage(&self) -> Storage {
        if self.row.is_some() { Storage::Word } else { self.field.storage() }
    }
}

impl<'a> File<'a> {
    /// The types of records: one for all pieces, or one per piece if its lines have separate fields.
    pub(super) fn groups(&self) -> Vec<Group<'a>> {
        let records = if self.has_records() { &self.page().records[..] } else { &[] };
        let columns = self.module.pieces.iter().flat_map(|piece| piece.fields.columns());
        let has_lines = columns.into_iter().any(|column| column.field.line.is_some());
        let is_single = !has_lines || records.len() == 1;
        let groups = records.chunks(if is_single { records.len().max(1) } else { 1 });
        let groups = groups.map(|records| self.group(records, is_single));
        groups.filter(|group| !group.entries.is_empty()).collect()
    }

    /// True where squares have records.
    pub(super) fn has_records(&self) -> bool {
        self.module.fields.is_records() || self.module.fields.is_by_square()
    }

    fn group(&self, records: &'a [Records<'a>], is_single: bool) -> Group<'a> {
        let members = records.iter().flat_map(|records| &records.members);
        let mut entries: Vec<RecordEntry<'a>> = Vec::new();
        if self.module.fields.is_by_square() {
            entries.extend(members.filter_map(|(piece, member)| self.entry(piece, member)));
        } else {
            for (_, member) in members {
                if let Member::Field(field) = *member
                    && !entries.iter().any(|entry| entry.field == field)
                {
                    entries.push(RecordEntry { piece: None, field, row: None });
                }
            }
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.storage()));
        }
        let record = self.record_name();
        let (type_name, constructor) = match records.first().filter(|_| !is_single) {
            None => (record.to_owned(), "magic".to_owned()),
            Some(Records { owner, .. }) => (
                format!("{}{record}", Case::Pascal.join(&[owner])),
                Case::Snake.join(&[owner, "magic"]),
            ),
        };
        Group { records, entries, type_name, constructor }
    }

    /// A member of all pieces' records. A private offset that only leads to a row is none.
    fn entry(&self, piece: &'a PieceModule, member: &Member) -> Option<RecordEntry<'a>> {
        let rows = self.windows_of(piece);
        let find = |field: Field| rows.iter().find(|row| row.field == field);
        let (field, row) = match member {
            Member::Field(field) => {
                let is_public = self.module.field(piece, *field) == Presence::Public;
                if find(*field).is_some() && !is_public {
                    return None;
                }
                (*field, None)
            }
            Member::Pointer(pointer) => (pointer.start?, Some(find(pointer.start?)?)),
        };
        Some(RecordEntry { piece: Some(piece), field, row })
    }

    /// The attributes of a type: a program may not use all public fields, and a record of all pieces is in one cache line.
    pub(super) fn group_attributes(&self, group: &Group<'_>) -> Vec<String> {
        let reason = "not every program needs every field";
        let unused = if group.is_public() { self.options.unused(reason) } else { Vec::new() };
        let bytes = group.entries.iter().map(|entry| entry.storage().bytes()).sum();
        let aligned = format!("#[repr(C, align({}))]", alignment(bytes));
        let is_aligned = self.module.fields.is_by_square();
        unused.into_iter().chain(is_aligned.then_some(aligned)).collect()
    }

    /// The fields of a type: the doc comment and the declaration of each.
    pub(super) fn record_members(&self, group: &Group<'_>) -> Vec<[String; 2]> {
        let member = |entry: &RecordEntry<'_>| {
            let presence = |piece: &PieceModule| self.module.field(piece, entry.field);
            let mut pieces = match entry.piece {
                Some(piece) => vec![piece],
                None => group.records.iter().filter_map(|one| self.owner_of(one)).collect(),
            }
            .into_iter();
            let is_public = pieces.any(|piece| presence(piece) == Presence::Public);
            let visible = self.visibility(is_public && entry.row.is_none());
            let meaning = match (entry.piece, entry.row) {
                (Some(piece), Some(row)) => self.row_meaning(piece, row),
                (Some(piece), None) => {
                    self.page().member_meaning(piece, &Member::Field(entry.field))
                }
                (None, _) => entry.field.meaning(),
            };
            let kind = match entry.row {
                Some(row) => format!("&'static {}", self.row_type(row)),
                None => self.words().entry(entry.field.storage(), false).to_owned(),
            };
            [sentence(&meaning), format!("{visible}{}: {kind}", self.entry_name(entry))]
        };
        group.entries.iter().map(member).collect()
    }

    /// The piece of records that aren't of all pieces.
    fn owner_of(&self, records: &Records<'_>) -> Option<&'a PieceModule> {
        self.module.pieces.iter().find(|piece| piece.name == records.owner)
    }

    /// The name of a field in the record that has it for a piece.
    pub(super) fn member_name(&self, piece: &PieceModule, field: Field) -> String {
        self.page().member_name(piece, &Member::Field(field), Case::Snake)
    }

    fn entry_name(&self, entry: &RecordEntry<'_>) -> String {
        match (entry.row.and_then(|row| row.member.clone()), entry.piece) {
            (Some(member), _) => member,
            (None, Some(piece)) => self.member_name(piece, entry.field),
            (None, None) => record_field(entry.field),
        }
    }

    /// The record's type.
    pub(super) fn record_name(&self) -> &str {
        record_name(&self.module.names)
    }

    /// The name of an owner's records.
    pub(super) fn records_name(&self, owner: &str) -> String {
        self.module.names.constant(&[owner, "magics"])
    }

    /// The tables of records, one per piece, or one for all.
    pub(super) fn records(&self) -> Vec<Static> {
        let mut statics = Vec::new();
        for group in self.groups() {
            for records in group.records {
                let docs = match self.owner_of(records) {
                    Some(piece) => vec![format!("The {} on every square.", words(&piece.name))],
                    None => vec!["All pieces on every square.".to_owned()],
                };
                let kind = format!("[{}; {}]", group.type_name, self.module.board.indices);
                let (name, rows) =
                    (self.records_name(records.owner), self.record_rows(&group, records));
                statics.push(self.item(group.is_public(), &name, &kind, docs, rows));
            }
        }
        statics
    }

    fn record_rows(&self, group: &Group<'_>, records: &Records<'_>) -> String {
        let owner = self.owner_of(records);
        let cells = |entry: &RecordEntry<'_>| {
            let piece = entry.piece.or(owner);
            piece.map(|piece| self.record_cells(piece, entry)).unwrap_or_default()
        };
        let columns: Vec<Vec<String>> = group.entries.iter().map(cells).collect();
        let constructor = &group.constructor;
        let row = |square: u8| {
            let tables = tables_of(group)
                .into_iter()
                .map(|table| format!("&{}", self.page().tables[table].name));
            let cell = |column: &Vec<String>| column[usize::from(square)].clone();
            let values: Vec<String> = tables.chain(columns.iter().map(cell)).collect();
            let name = self.module.board.square_name(square).unwrap_or("no square");
            let line = format!("    {constructor}({}), // {name}", values.join(", "));
            if line.len() <= WIDTH {
                return line;
            }
            let lines = wrap(&values.join(", "), WIDTH - 9);
            format!("    {constructor}( // {name}\n        {},\n    ),", lines.join("\n        "))
        };
        let rows: Vec<String> = self.module.board.bit_indices().map(row).collect();
        rows.join("\n")
    }

    /// A piece's entries of a member, by square.
    fn record_cells(&self, piece: &PieceModule, entry: &RecordEntry<'_>) -> Vec<String> {
        let squares = self.module.board.bit_indices();
        match entry.field.storage() {
            Storage::Word => squares
                .map(|square| self.hex().text(piece.fields.get(entry.field, square)))
                .collect(),
            storage @ Storage::Set(_) => {
                let has_upper = self.module.style.has_upper_hex;
                let text = |square| {
                    let set = piece.fields.set(entry.field, square).words();
                    self.facts.set_look.text(&set[..storage.words()], has_upper)
                };
                squares.map(text).collect()
            }
            _ => {
                let row = self.windows_of(piece).iter().find(|row| row.field == entry.field);
                let column = piece.fields.column(entry.field);
                let values = column.map(|column| self.shifted(column, row)).unwrap_or_default();
                let decimal = Decimal::aligned(&values, Some('_'));
                let value = |square| values.get(usize::from(square)).copied().unwrap_or_default();
                squares.map(|square| decimal.text(value(square))).collect()
            }
        }
    }

    /// The function that makes a record.
    pub(super) fn record_constructor(&self, group: &Group<'_>) -> FunctionText {
        let Group { entries, type_name, constructor, .. } = group;
        let tables = tables_of(group);
        let table_name = |table: usize| match tables.iter().position(|other| *other == table) {
            Some(number) if tables.len() > 1 => format!("table_{}", number + 1),
            _ => "table".to_owned(),
        };
        let table = |table: &usize| {
            let entry = self.words().entry(self.module.tables[*table].storage, false);
            format!("{}: &'static [{entry}]", table_name(*table))
        };
        let entry = |entry: &RecordEntry<'_>| {
            let storage = entry.field.storage();
            let storage = if entry.row.is_some() { Storage::Half } else { storage };
            let kind = self.words().entry(storage, false);
            format!("{}: {kind}", self.entry_name(entry))
        };
        let parameters = tables.iter().map(table).chain(entries.iter().map(entry));
        let parameters: Vec<String> = parameters.collect();
        let value = |entry: &RecordEntry<'_>| {
            let name = self.entry_name(entry);
            let row =
                entry.row.map(|row| format!("{name}: row({}, {name})", table_name(row.table)));
            row.unwrap_or(name)
        };
        let values: Vec<String> = entries.iter().map(value).collect();
        let head = format!("const fn {constructor}");
        let mut body = Document::all(4);
        body.text(type_name).text(" {").line().list(&values, ",").broken(",").last(" ").text("}");
        // rustfmt's `struct_lit_width`.
        let width = type_name.len() + " {  }".len() + 18;
        let many = (parameters.len() > 7)
            .then(|| self.options.allow("clippy::too_many_arguments", "a row of a table"));
        FunctionText {
            docs: Vec::new(),
            attributes: many.unwrap_or_default(),
            head: signature("", &head, &parameters, &format!(" -> {type_name}")),
            body: body.lines(width),
        }
    }
}

/// The tables to whose rows the records refer, each once.
fn tables_of(group: &Group<'_>) -> Vec<usize> {
    let rows = group.entries.iter().filter_map(|entry| entry.row);
    let mut tables: Vec<usize> = rows.map(|row| row.table).collect();
    tables.sort_unstable();
    tables.dedup();
    tables
}

impl Group<'_> {
    /// True if the user asked for a field.
    pub(super) fn is_public(&self) -> bool {
        self.records.iter().any(|records| records.is_public)
    }
}

/// The name of a field in a record.
pub(super) fn record_field(field: Field) -> String {
    Case::Snake.join(&[&field.singular()])
}
