//! Fields in; a record a square out, where they are to stand together.

use super::Printer;
use super::lines::signature;
use super::lookup::{Function, words};
use super::syntax::{FIELDS, HEX, literal, place};
use super::tables::{Static, kind};
use crate::model::{Field, FieldStyle, PieceModule, Presence};
use crate::render::literal::Decimal;

/// A field of the record.
#[derive(Debug)]
pub(super) struct RecordField {
    /// `pub ` where it was asked for.
    pub(super) visibility: String,
    /// A line after `///`.
    pub(super) doc: &'static str,
    /// Its name.
    pub(super) name: &'static str,
    /// Its type.
    pub(super) kind: &'static str,
}

/// The function that a row of records calls, so that a row is no longer than a line.
const CONSTRUCTOR: &str = "magic";

impl Printer<'_> {
    /// The record's fields: those that any piece has.
    pub(super) fn record(&self) -> Vec<RecordField> {
        if self.module.fields != FieldStyle::Records {
            return Vec::new();
        }
        self.record_fields()
            .into_iter()
            .map(|(field, presence)| RecordField {
                visibility: if presence == Presence::Public {
                    self.visibility()
                } else {
                    String::new()
                },
                doc: match field {
                    Field::Mask => " The squares whose occupation matters.",
                    Field::Factor => " What the relevant occupancy is multiplied by.",
                    Field::Shift => " How far the product is shifted to the right.",
                    Field::Offset => " Where the square's attack sets begin in the table.",
                },
                name: FIELDS[place(field)].1,
                kind: kind(field),
            })
            .collect()
    }

    fn record_fields(&self) -> Vec<(Field, Presence)> {
        let presence = |field| {
            let all: Vec<_> =
                self.module.pieces.iter().map(|piece| self.module.field(piece, field)).collect();
            [Presence::Public, Presence::Private].into_iter().find(|one| all.contains(one))
        };
        FIELDS.iter().filter_map(|(field, ..)| Some((*field, presence(*field)?))).collect()
    }

    /// True where the user asked for a field of the record.
    pub(super) fn record_is_public(&self) -> bool {
        self.record_fields().iter().any(|(_, presence)| *presence == Presence::Public)
    }

    /// The record's type.
    pub(super) fn record_name(&self) -> &str {
        self.module.names.given_type().unwrap_or("Magic")
    }

    /// A piece's records.
    pub(super) fn records_name(&self, piece: &str) -> String {
        self.module.names.constant(&[piece, "magics"])
    }

    /// A table of records a piece.
    pub(super) fn records(&self) -> Vec<Static> {
        let fields = self.record_fields();
        if fields.is_empty() {
            return Vec::new();
        }
        let record = |piece: &PieceModule| {
            let offsets = Decimal::aligned(&piece.fields.all(Field::Offset), true);
            (0..self.module.board.indices)
                .map(|square| {
                    let values: Vec<String> = fields
                        .iter()
                        .map(|(field, _)| match field {
                            Field::Mask | Field::Factor => {
                                literal(&HEX, piece.fields.get(*field, square))
                            }
                            Field::Shift => {
                                let width = if self.has_gaps() { 2 } else { 0 };
                                let one = Decimal { width, grouped: false };
                                literal(&one, piece.fields.get(*field, square))
                            }
                            Field::Offset => literal(&offsets, piece.fields.get(*field, square)),
                        })
                        .collect();
                    let name = self.square_name(square).unwrap_or("no square");
                    format!("    {CONSTRUCTOR}({}), // {name}", values.join(", "))
                })
                .collect::<Vec<_>>()
                .join("\n")
        };
        let is_public = self.record_is_public();
        self.module
            .pieces
            .iter()
            .map(|piece| Static {
                docs: vec![format!(" The {} on every square.", words(&piece.name))],
                attributes: self.static_attributes(is_public, ""),
                head: self.head(
                    is_public,
                    &self.records_name(&piece.name),
                    &format!("[{}; {}]", self.record_name(), self.module.board.indices),
                ),
                rows: record(piece),
            })
            .collect()
    }

    /// That function.
    pub(super) fn record_constructor(&self, record: &[RecordField]) -> Option<Function> {
        if record.is_empty() {
            return None;
        }
        let parameters: Vec<String> =
            record.iter().map(|field| format!("{}: {}", field.name, field.kind)).collect();
        let names: Vec<&str> = record.iter().map(|field| field.name).collect();
        let name = self.record_name();
        let line = names.join(", ");
        // rustfmt's `struct_lit_width`.
        let body = if line.len() <= 18 {
            vec![format!("    {name} {{ {line} }}")]
        } else {
            let fields = names.iter().map(|field| format!("        {field},"));
            let open = [format!("    {name} {{")].into_iter();
            open.chain(fields).chain(["    }".to_owned()]).collect()
        };
        let head = format!("const fn {CONSTRUCTOR}");
        let signature = signature(&head, &parameters, &format!(" -> {name}"));
        Some(Function { docs: Vec::new(), attributes: Vec::new(), signature, body })
    }
}
