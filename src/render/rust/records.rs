//! The page's records: their type, a constructor that keeps most rows on one line, and a static for each piece.

use super::file::File;
use super::functions::FunctionText;
use super::lines::{WIDTH, signature};
use super::tables::Static;
use crate::render::prelude::*;

/// The type of a file's records.
pub(super) fn record_name(names: &Names) -> &str {
    names.given_type().unwrap_or("Magic")
}

/// The pieces that share a type of records, and its fields.
#[derive(Debug)]
pub(super) struct Group<'a> {
    records: &'a [Records<'a>],
    fields: Vec<Field>,
    pub(super) type_name: String,
    /// The function that makes a record.
    constructor: String,
}

impl<'a> File<'a> {
    /// The types of records: one for all pieces, or one per piece if its lines have separate fields.
    pub(super) fn groups(&self) -> Vec<Group<'a>> {
        let records = match self.module.fields {
            FieldStyle::Records => &self.page().records[..],
            FieldStyle::Arrays | FieldStyle::Pointers | FieldStyle::Switch => &[],
        };
        let columns = self.module.pieces.iter().flat_map(|piece| piece.fields.columns());
        let has_lines = columns.into_iter().any(|column| column.field.line.is_some());
        let is_single = !has_lines || records.len() == 1;
        let groups = records.chunks(if is_single { records.len().max(1) } else { 1 });
        let groups = groups.map(|records| self.group(records, is_single));
        groups.filter(|group| !group.fields.is_empty()).collect()
    }

    fn group(&self, records: &'a [Records<'a>], is_single: bool) -> Group<'a> {
        let mut fields: Vec<Field> = Vec::new();
        for member in records.iter().flat_map(|records| &records.members) {
            if let Member::Field(field) = member
                && !fields.contains(field)
            {
                fields.push(*field);
            }
        }
        fields.sort_by_key(|field| std::cmp::Reverse(field.storage()));
        let record = self.record_name();
        let (type_name, constructor) = match records.first().filter(|_| !is_single) {
            None => (record.to_owned(), "magic".to_owned()),
            Some(Records { piece, .. }) => (
                format!("{}{record}", Case::Pascal.join(&[&piece.name])),
                Case::Snake.join(&[&piece.name, "magic"]),
            ),
        };
        Group { records, fields, type_name, constructor }
    }

    /// The attributes of a type: a program may not use all public fields.
    pub(super) fn group_attributes(&self, group: &Group<'_>) -> Vec<String> {
        let reason = "not every program needs every field";
        if group.is_public() { self.options.unused(reason) } else { Vec::new() }
    }

    /// The fields of a type: the doc comment and the declaration of each.
    pub(super) fn record_members(&self, group: &Group<'_>) -> Vec<[String; 2]> {
        let member = |field: &Field| {
            let presence = |records: &Records<'_>| self.module.field(records.piece, *field);
            let is_public =
                group.records.iter().any(|records| presence(records) == Presence::Public);
            let declaration = format!("{}{}", self.visibility(is_public), self.parameter(*field));
            [sentence(&field.meaning()), declaration]
        };
        group.fields.iter().map(member).collect()
    }

    /// A field with its type.
    fn parameter(&self, field: Field) -> String {
        format!("{}: {}", record_field(field), self.words().entry(field.storage(), false))
    }

    /// The record's type.
    pub(super) fn record_name(&self) -> &str {
        record_name(&self.module.names)
    }

    /// The name of a piece's records.
    pub(super) fn records_name(&self, piece: &str) -> String {
        self.module.names.constant(&[piece, "magics"])
    }

    /// The tables of records, one per piece.
    pub(super) fn records(&self) -> Vec<Static> {
        let mut statics = Vec::new();
        for group in self.groups() {
            for Records { piece, .. } in group.records {
                let docs = vec![format!("The {} on every square.", words(&piece.name))];
                let kind = format!("[{}; {}]", group.type_name, self.module.board.indices);
                let (name, rows) =
                    (self.records_name(&piece.name), self.record_rows(&group, piece));
                statics.push(self.item(group.is_public(), &name, &kind, docs, rows));
            }
        }
        statics
    }

    fn record_rows(&self, group: &Group<'_>, piece: &PieceModule) -> String {
        let decimal = |field: &Field| {
            let values = piece.fields.column(*field).map_or(&[][..], |column| &column.values);
            Decimal::aligned(values, Some('_'))
        };
        let decimals: Vec<Decimal> = group.fields.iter().map(decimal).collect();
        let constructor = &group.constructor;
        let row = |square: u8| {
            let value = |(field, decimal): (&Field, &Decimal)| {
                let value = piece.fields.get(*field, square);
                match field.storage() {
                    Storage::Word => self.hex().text(value),
                    storage @ Storage::Set(_) => {
                        let set = piece.fields.set(*field, square).words();
                        let has_upper = self.module.style.has_upper_hex;
                        self.facts.set_look.text(&set[..storage.words()], has_upper)
                    }
                    _ => decimal.text(value),
                }
            };
            let values: Vec<String> = group.fields.iter().zip(&decimals).map(value).collect();
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

    /// The function that makes a record.
    pub(super) fn record_constructor(&self, group: &Group<'_>) -> FunctionText {
        let Group { fields, type_name, constructor, .. } = group;
        let parameters: Vec<String> = fields.iter().map(|field| self.parameter(*field)).collect();
        let names: Vec<String> = fields.iter().map(|field| record_field(*field)).collect();
        let head = format!("const fn {constructor}");
        let mut body = Document::all(4);
        body.text(type_name).text(" {").line().list(&names, ",").broken(",").last(" ").text("}");
        // rustfmt's `struct_lit_width`.
        let width = type_name.len() + " {  }".len() + 18;
        let many = (names.len() > 7)
            .then(|| self.options.allow("clippy::too_many_arguments", "a row of a table"));
        FunctionText {
            docs: Vec::new(),
            attributes: many.unwrap_or_default(),
            head: signature("", &head, &parameters, &format!(" -> {type_name}")),
            body: body.lines(width),
        }
    }
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
