//! Types and arrays of records.

use super::arrays::Array;
use super::comment::comment;
use super::file::File;
use super::fold::WIDTH;
use super::rows::number;
use crate::render::prelude::*;

/// The name of a variable that holds a field.
pub(super) fn variable_name(field: Field) -> String {
    Case::Snake.join(&[&field.singular()])
}

impl File<'_> {
    pub(super) fn has_pointers(&self) -> bool {
        let mut members = self.page().records.iter().flat_map(|records| &records.members);
        members.any(|(_, member)| matches!(member, Member::Pointer(_)))
    }

    /// The name of a piece's member.
    pub(super) fn member_name(&self, piece: &PieceModule, member: &Member) -> String {
        self.page().member_name(piece, member, Case::Snake)
    }

    /// The type of an owner's records.
    pub(super) fn record_type(&self, owner: &str) -> String {
        if self.page().has_one_record_type() {
            self.own_function("magic")
        } else {
            self.names.function(&[owner, "magic"])
        }
    }

    /// The specifier that aligns records, with a space behind it.
    fn alignment(&self) -> String {
        let aligned = |bytes| format!("{}({bytes}) ", self.own_constant("aligned"));
        self.page().alignment_of_records().map(aligned).unwrap_or_default()
    }

    /// A member with its comment, which stands above it if the line would be too long. The first one aligns the record.
    pub(super) fn member_lines(
        &self,
        is_first: bool,
        piece: &PieceModule,
        member: &Member,
    ) -> String {
        let alignment = if is_first { self.alignment() } else { String::new() };
        let (kind, name) = (self.member_type(member), self.member_name(piece, member));
        let comment = format!("/* {} */", self.page().member_meaning(piece, member));
        let line = format!("    {alignment}{kind}{name}; {comment}");
        if line.len() <= WIDTH {
            line
        } else {
            format!("    {comment}\n    {alignment}{kind}{name};")
        }
    }

    /// The type of a member, up to its name.
    fn member_type(&self, member: &Member) -> String {
        match member {
            Member::Field(field) => format!("{} ", self.storage_type(field.storage())),
            Member::Pointer(pointer) => {
                format!("{} *", self.entry_type(&self.module.tables[pointer.table]))
            }
        }
    }

    pub(super) fn record_arrays(&self) -> Vec<Array> {
        self.page().shown_records().map(|records| self.record_array(records)).collect()
    }

    fn record_array(&self, records: &Records<'_>) -> Array {
        let Records { owner, members, is_public } = records;
        let squares = || self.module.board.bit_indices();
        let columns: Vec<Vec<String>> =
            members.iter().map(|(piece, member)| self.cells(piece, *member)).collect();
        let is_word = |(_, member): &&(_, Member)| matches!(member, Member::Field(field) if field.storage() >= Storage::Word);
        let words_of = members.iter().filter(is_word).count();
        let line = |square: u8, breaks: &[usize]| {
            let mut text = String::new();
            for (at, column) in columns.iter().enumerate() {
                text.push_str(match at {
                    0 => "",
                    _ if breaks.contains(&at) => ",\n        ",
                    _ => ", ",
                });
                text.push_str(&column[usize::from(square)]);
            }
            format!("    {{{text}}}, /* {} */", self.square_name(square))
        };
        // Either all rows are broken or none, so that columns line up.
        let fits = squares().all(|square| line(square, &[]).len() <= WIDTH);
        let breaks = if fits { Vec::new() } else { breaks(&columns, words_of) };
        let lines: Vec<String> = squares().map(|square| line(square, &breaks)).collect();
        let (is_public, is_read) = (*is_public, self.module.emits(Part::Lookup));
        let doc = comment(is_public, &[records.doc()]);
        let (name, rows) = (self.own_constant(owner), lines.join("\n"));
        let head = format!("const {} {name}", self.record_type(owner));
        let length = usize::from(self.module.board.indices);
        Array { doc, is_public, is_read, head, name, length, rows, ..Array::default() }
    }

    /// A member's initialisers, by square.
    fn cells(&self, piece: &PieceModule, member: Member) -> Vec<String> {
        let squares = self.module.board.bit_indices();
        let values =
            |field| squares.clone().map(|square| piece.fields.get(field, square)).collect();
        let numbers = |values: Vec<u64>, lead: &str, end: &str| -> Vec<String> {
            let number = number(&values);
            values.iter().map(|value| format!("{lead}{}{end}", number.text(*value))).collect()
        };
        match member {
            Member::Field(field) if field.type_of() == Type::Word => {
                squares.map(|square| self.word_literal(piece.fields.get(field, square))).collect()
            }
            Member::Field(field) if field.storage() > Storage::Word => squares
                .map(|square| {
                    let set = piece.fields.set(field, square).words();
                    self.set_literal(&set[..field.storage().words()])
                })
                .collect(),
            Member::Field(field) => numbers(values(field), "", ""),
            Member::Pointer(Pointer { table, start, .. }) => {
                let (rows, name) =
                    (&self.module.tables[table].rows, &self.page().tables[table].name);
                match rows {
                    Rows::Equal(_) => {
                        numbers(squares.map(u64::from).collect(), &format!("{name}["), "]")
                    }
                    Rows::Ragged(_) => {
                        let starts = squares.map(|square| rows.start(square) as u64).collect();
                        let entries = self.entries_name(&self.module.tables[table]);
                        numbers(starts, &format!("{entries} + "), "")
                    }
                    Rows::No => {
                        let offsets = start.map(values).unwrap_or_default();
                        numbers(offsets, &format!("{name} + "), "")
                    }
                }
            }
        }
    }
}

/// The members before which rows are broken: after the words, and at the width of the line. All rows of an array are
/// broken alike, which isn't up to each of them as in a document.
fn breaks(columns: &[Vec<String>], words: usize) -> Vec<usize> {
    let mut breaks = Vec::new();
    let mut length = 0;
    for (at, column) in columns.iter().enumerate() {
        let cell = column.iter().map(String::len).max().unwrap_or(0) + 2;
        // The last cell is followed by the square's name in a comment.
        let end = if at + 1 == columns.len() { 13 } else { 0 };
        if at > 0 && (at == words || 8 + length + cell + end > WIDTH) {
            breaks.push(at);
            length = 0;
        }
        length += cell;
    }
    breaks
}
