//! Fields in; a record a square out, where they are to stand together.

use super::Printer;
use super::functions::Function;
use super::kinds::Kind;
use super::lines::{WIDTH, signature};
use super::syntax::literal;
use super::tables::Static;
use crate::model::{Case, Field, FieldStyle, Names, PieceModule, Presence, Storage, words};
use crate::render::text::literal::Decimal;
use crate::render::text::provenance::wrap;

/// The type of a file's records.
pub(super) fn record_name(names: &Names) -> &str {
    names.given_type().unwrap_or("Magic")
}

/// A field of a record.
#[derive(Debug)]
pub(super) struct RecordField {
    /// `pub ` where it was asked for.
    pub(super) visibility: String,
    /// A line after `///`.
    pub(super) doc: String,
    /// Its name.
    pub(super) name: String,
    /// Its type.
    pub(super) kind: &'static str,
}

/// A type of records, with the function that makes one, so that a row is hardly longer than a line.
#[derive(Debug)]
pub(super) struct Record {
    /// Lines before it.
    pub(super) attributes: Vec<String>,
    /// As chosen, where it has a public field.
    pub(super) visibility: String,
    /// Its name.
    pub(super) name: String,
    /// Its fields.
    pub(super) fields: Vec<RecordField>,
    /// The function.
    pub(super) new: Function,
}

/// The pieces that have one type of records, and its fields.
struct Group<'a> {
    pieces: Vec<&'a PieceModule>,
    fields: Vec<(Field, Presence)>,
    type_name: String,
    constructor: String,
}

impl Printer<'_> {
    /// Types of records: one for all pieces, or one a piece where their lines have fields of their own.
    fn groups(&self) -> Vec<Group<'_>> {
        if self.module.fields != FieldStyle::Records {
            return Vec::new();
        }
        let all: Vec<&PieceModule> = self.module.pieces.iter().collect();
        let has_lines = all.iter().flat_map(|piece| piece.fields.columns());
        let groups = if has_lines.into_iter().any(|column| column.field.line.is_some()) {
            all.into_iter().map(|piece| vec![piece]).collect()
        } else {
            vec![all]
        };
        let is_single = groups.len() == 1;
        let groups = groups.into_iter().map(|pieces| self.group(pieces, is_single));
        groups.filter(|group| !group.fields.is_empty()).collect()
    }

    fn group<'a>(&self, pieces: Vec<&'a PieceModule>, is_single: bool) -> Group<'a> {
        let mut columns: Vec<Field> = Vec::new();
        for column in pieces.iter().flat_map(|piece| piece.fields.columns()) {
            if !columns.contains(&column.field) {
                columns.push(column.field);
            }
        }
        columns.sort_by_key(|field| std::cmp::Reverse(field.storage()));
        let presence = |field: Field| {
            let all: Vec<_> = pieces.iter().map(|piece| self.module.field(piece, field)).collect();
            let found =
                [Presence::Public, Presence::Private].into_iter().find(|one| all.contains(one));
            Some((field, found?))
        };
        let fields: Vec<_> = columns.into_iter().filter_map(presence).collect();
        let (type_name, constructor) = match pieces.first().filter(|_| !is_single) {
            None => (self.record_name().to_owned(), "magic".to_owned()),
            Some(piece) => (
                format!("{}{}", Case::Pascal.join(&[&piece.name]), self.record_name()),
                Case::Snake.join(&[&piece.name, "magic"]),
            ),
        };
        Group { pieces, fields, type_name, constructor }
    }

    /// The types of records.
    pub(super) fn record_types(&self) -> Vec<Record> {
        self.groups().iter().map(|group| self.record_type(group)).collect()
    }

    fn record_type(&self, group: &Group<'_>) -> Record {
        let is_public = group.is_public();
        let field = |(field, presence): &(Field, Presence)| {
            let (first, rest) = (field.meaning(), field.meaning().split_off(1));
            RecordField {
                visibility: self.visibility(*presence == Presence::Public),
                doc: format!(" {}{rest}.", first[..1].to_uppercase()),
                name: Case::Snake.join(&[&field.singular()]),
                kind: Kind::from(field.storage()).name(),
            }
        };
        let fields: Vec<RecordField> = group.fields.iter().map(field).collect();
        Record {
            attributes: if is_public {
                self.options.unused("not every program needs every field")
            } else {
                Vec::new()
            },
            visibility: self.visibility(is_public),
            name: group.type_name.clone(),
            new: self.record_constructor(group, &fields),
            fields,
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
        let groups = self.groups();
        let of = |group: &Group<'_>| {
            let records = |piece: &&PieceModule| {
                let docs = vec![format!(" The {} on every square.", words(&piece.name))];
                let kind = format!("[{}; {}]", group.type_name, self.module.board.indices);
                let (name, rows) = (self.records_name(&piece.name), self.record_rows(group, piece));
                self.item(group.is_public(), &name, &kind, docs, rows)
            };
            group.pieces.iter().map(records).collect::<Vec<_>>()
        };
        groups.iter().flat_map(of).collect()
    }

    fn record_rows(&self, group: &Group<'_>, piece: &PieceModule) -> String {
        let decimal = |field: Field| {
            let values = piece.fields.column(field).map_or(&[][..], |column| &column.values);
            Decimal::aligned(values, true)
        };
        let decimals: Vec<Decimal> =
            group.fields.iter().map(|(field, _)| decimal(*field)).collect();
        let constructor = &group.constructor;
        let row = |square: u8| {
            let value = |((field, _), decimal): (&(Field, Presence), &Decimal)| {
                let value = piece.fields.get(*field, square);
                match field.storage() {
                    Storage::Word => literal(&self.hex(), value),
                    _ => literal(decimal, value),
                }
            };
            let values: Vec<String> = group.fields.iter().zip(&decimals).map(value).collect();
            let name = self.square_name(square).unwrap_or("no square");
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

    fn record_constructor(&self, group: &Group<'_>, record: &[RecordField]) -> Function {
        let parameters: Vec<String> =
            record.iter().map(|field| format!("{}: {}", field.name, field.kind)).collect();
        let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
        let names: Vec<&str> = record.iter().map(|field| field.name.as_str()).collect();
        let name = &group.type_name;
        let line = names.join(", ");
        // rustfmt's `struct_lit_width`.
        let body = if line.len() <= 18 {
            vec![format!("    {name} {{ {line} }}")]
        } else {
            let fields = names.iter().map(|field| format!("        {field},"));
            let open = [format!("    {name} {{")].into_iter();
            open.chain(fields).chain(["    }".to_owned()]).collect()
        };
        let head = format!("const fn {}", group.constructor);
        let signature = signature("", &head, &parameters, &format!(" -> {name}"));
        let attributes = if record.len() > 7 {
            self.options.allow("clippy::too_many_arguments", "a row of a table")
        } else {
            Vec::new()
        };
        Function { docs: Vec::new(), attributes, signature, body }
    }
}

impl Group<'_> {
    /// True where the user asked for a field.
    fn is_public(&self) -> bool {
        self.fields.iter().any(|(_, presence)| *presence == Presence::Public)
    }
}
