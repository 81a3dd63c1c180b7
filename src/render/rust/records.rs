//! The page's records: a type of them, with the function that makes one so that a row is hardly longer than a line, and a static
//! for each piece.

use super::Printer;
use super::functions::Function;
use super::kinds::Kind;
use super::lines::{WIDTH, signature};
use super::tables::Static;
use crate::model::{Case, Field, FieldStyle, Names, PieceModule, Presence, Storage, words};
use crate::render::page::{Member, Records};
use crate::render::text::literal::{Decimal, Literal as _};
use crate::render::text::provenance::wrap;

/// The type of a file's records.
pub(super) fn record_name(names: &Names) -> &str {
    names.given_type().unwrap_or("Magic")
}

/// A type of records.
#[derive(Debug)]
pub(super) struct Record {
    /// Lines before it.
    pub(super) attributes: Vec<String>,
    /// Its head, to the opening brace.
    pub(super) head: String,
    /// Its fields: what each is, and its declaration.
    pub(super) fields: Vec<[String; 2]>,
    /// The function that makes one.
    pub(super) new: Function,
}

/// The pieces that have one type of records, and its fields.
struct Group<'a> {
    records: &'a [Records<'a>],
    fields: Vec<Field>,
    type_name: String,
    constructor: String,
}

impl<'a> Printer<'a> {
    /// Types of records: one for all pieces, or one a piece where their lines have fields of their own.
    fn groups(&self) -> Vec<Group<'a>> {
        let records = match self.module.fields {
            FieldStyle::Records => &self.page.records[..],
            FieldStyle::Arrays | FieldStyle::Pointers => &[],
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

    /// The types of records.
    pub(super) fn record_types(&self) -> Vec<Record> {
        self.groups().iter().map(|group| self.record_type(group)).collect()
    }

    fn record_type(&self, group: &Group<'_>) -> Record {
        let is_public = group.is_public();
        let field = |field: &Field| {
            let (first, rest) = (field.meaning(), field.meaning().split_off(1));
            let presences =
                group.records.iter().map(|records| self.module.field(records.piece, *field));
            let is_public = presences.into_iter().any(|presence| presence == Presence::Public);
            let doc = format!(" {}{rest}.", first[..1].to_uppercase());
            [doc, format!("{}{}", self.visibility(is_public), parameter(*field))]
        };
        let unused = is_public.then(|| self.options.unused("not every program needs every field"));
        Record {
            attributes: unused.unwrap_or_default(),
            head: format!("{}struct {} {{", self.visibility(is_public), group.type_name),
            fields: group.fields.iter().map(field).collect(),
            new: self.record_constructor(group),
        }
    }

    /// The record's type.
    pub(super) fn record_name(&self) -> &str {
        record_name(&self.module.names)
    }

    /// A piece's records.
    pub(super) fn records_name(&self, piece: &str) -> String {
        self.module.names.constant(&[piece, "magics"])
    }

    /// A table of records a piece.
    pub(super) fn records(&self) -> Vec<Static> {
        let mut statics = Vec::new();
        for group in self.groups() {
            for Records { piece, .. } in group.records {
                let docs = vec![format!(" The {} on every square.", words(&piece.name))];
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
        let rows: Vec<String> = (0..self.module.board.indices).map(row).collect();
        rows.join("\n")
    }

    fn record_constructor(&self, group: &Group<'_>) -> Function {
        let Group { fields, type_name, .. } = group;
        let parameters: Vec<String> = fields.iter().map(|field| parameter(*field)).collect();
        let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
        let names: Vec<String> = fields.iter().map(|field| record_field(*field)).collect();
        let line = names.join(", ");
        // rustfmt's `struct_lit_width`.
        let body = if line.len() <= 18 {
            vec![format!("    {type_name} {{ {line} }}")]
        } else {
            let fields = names.iter().map(|field| format!("        {field},"));
            let open = [format!("    {type_name} {{")].into_iter();
            open.chain(fields).chain(["    }".to_owned()]).collect()
        };
        let head = format!("const fn {}", group.constructor);
        let many = (names.len() > 7)
            .then(|| self.options.allow("clippy::too_many_arguments", "a row of a table"));
        Function {
            docs: Vec::new(),
            attributes: many.unwrap_or_default(),
            signature: signature("", &head, &parameters, &format!(" -> {type_name}")),
            body,
        }
    }
}

impl Group<'_> {
    /// True where the user asked for a field.
    fn is_public(&self) -> bool {
        self.records.iter().any(|records| records.is_public)
    }
}

/// The name of a field in a record.
pub(super) fn record_field(field: Field) -> String {
    Case::Snake.join(&[&field.singular()])
}

/// A field with its type.
fn parameter(field: Field) -> String {
    format!("{}: {}", record_field(field), Kind::from(field.storage()).name())
}
