//! Fields by square in; records by square out, with pointers to rows of tables where they are asked for.

use super::File;
use super::arrays::{Array, prose};
use super::fold::WIDTH;
use super::rewrite::{Pointer, RowProgram, by_row};
use super::rows::RowText;
use super::rows::{Number, literal};
use crate::model::{
    Case, Field, FieldStyle, Part, PieceModule, Presence, Role, Rows, Storage, Type,
};

/// The type of a square's record.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) doc: String,
    pub(super) name: String,
    /// Type and name; meaning.
    pub(super) members: Vec<(String, String)>,
}

/// A member of a piece's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Field(Field),
    Pointer(Pointer),
}

/// What a field is called in a record, or where it is a variable.
pub(super) fn member_name(field: Field) -> String {
    Case::Snake.join(&[&field.singular()])
}

impl File<'_> {
    /// A piece's lookup as it is printed: through pointers to rows, where there are some.
    pub(super) fn program(&self, piece: &PieceModule) -> RowProgram {
        if self.module.fields == FieldStyle::Pointers && self.begins_inside(piece) {
            by_row(&piece.program, &self.module.tables)
        } else {
            RowProgram::as_is(&piece.program)
        }
    }

    /// True where all ranges of a piece begin inside of their table. A packed one may begin before it, where no
    /// pointer may point.
    fn begins_inside(&self, piece: &PieceModule) -> bool {
        let longest = self.module.tables.iter().map(|table| table.entries.len()).max();
        let most = longest.unwrap_or(0) as u64;
        let columns = piece.fields.columns().iter();
        let mut offsets = columns.filter(|column| column.field.role == Role::Offset);
        offsets.all(|column| column.values.iter().all(|offset| *offset <= most))
    }

    /// The pointers of a piece's record.
    pub(super) fn pointers(&self, piece: &PieceModule) -> Vec<Pointer> {
        if self.module.needs_programs() { self.program(piece).pointers } else { Vec::new() }
    }

    pub(super) fn has_pointers(&self) -> bool {
        self.module.pieces.iter().any(|piece| !self.pointers(piece).is_empty())
    }

    /// Whether a field is printed; a pointer to the row stands in for a private offset.
    pub(super) fn presence(&self, piece: &PieceModule, field: Field) -> Presence {
        match self.module.field(piece, field) {
            Presence::Private
                if field.role == Role::Offset && !self.program(piece).program.uses(field) =>
            {
                Presence::Absent
            }
            presence => presence,
        }
    }

    /// The members of a piece's record.
    fn members(&self, piece: &PieceModule) -> Vec<Member> {
        let columns = piece.fields.columns().iter().map(|column| column.field);
        let needed = columns.filter(|field| self.presence(piece, *field) != Presence::Absent);
        let (words, others): (Vec<Field>, Vec<Field>) =
            needed.partition(|field| field.storage() == Storage::Word);
        // Pointers come before what is shorter, so that nothing is padded inside.
        let pointers = self.pointers(piece);
        let words = words.into_iter().map(Member::Field);
        let others = others.into_iter().map(Member::Field);
        words.chain(pointers.into_iter().map(Member::Pointer)).chain(others).collect()
    }

    /// True where the records of all pieces have the same members, and so one type.
    fn is_one_record(&self) -> bool {
        let shape = |piece: &PieceModule| -> Vec<_> {
            let members = self.members(piece).into_iter();
            members.map(|member| self.declaration(member)).collect()
        };
        self.module.pieces.windows(2).all(|pair| shape(&pair[0]) == shape(&pair[1]))
    }

    /// The type of a piece's records.
    pub(super) fn record_type(&self, piece: &PieceModule) -> String {
        if self.is_one_record() {
            self.names.function(&["magic"])
        } else {
            self.names.function(&[&piece.name, "magic"])
        }
    }

    /// Type and name of a member.
    fn declaration(&self, member: Member) -> String {
        match member {
            Member::Field(field) => {
                format!("{} {};", self.storage_type(field.storage()), member_name(field))
            }
            Member::Pointer(pointer) => {
                let table = &self.module.tables[pointer.table];
                format!("{} *{};", self.entry_type(table), pointer.member())
            }
        }
    }

    /// The types of records, where there are any.
    pub(super) fn records(&self) -> Vec<Record> {
        if self.module.fields == FieldStyle::Arrays {
            return Vec::new();
        }
        let is_one = self.is_one_record();
        let pieces = self.module.pieces.iter().take(if is_one { 1 } else { usize::MAX });
        let record = |piece: &PieceModule| {
            let members = self.members(piece).into_iter().map(|member| {
                let meaning = match member {
                    Member::Field(field) => field.meaning(),
                    Member::Pointer(pointer) => pointer.meaning(),
                };
                (self.declaration(member), meaning)
            });
            let members: Vec<_> = members.collect();
            let of =
                if is_one { "a piece".to_owned() } else { format!("the {}", prose(&piece.name)) };
            let doc = format!("What is known of {of} on one square.");
            let name = self.record_type(piece);
            (!members.is_empty()).then(|| Record {
                doc: Self::doc(&[doc], Vec::new()),
                name,
                members,
            })
        };
        pieces.filter_map(record).collect()
    }

    pub(super) fn record_array(&self, piece: &PieceModule) -> Option<Array<'_>> {
        let members = self.members(piece);
        if members.is_empty() {
            return None;
        }
        let indices = usize::from(self.module.board.indices);
        let columns: Vec<Vec<String>> =
            members.iter().map(|member| self.cells(piece, *member)).collect();
        let is_word = |member: &Member| matches!(member, Member::Field(field) if field.type_of() == Type::Word);
        let words = members.iter().filter(|member| is_word(member)).count();
        let line = |square: usize, breaks: &[usize]| {
            let mut text = String::new();
            for (at, column) in columns.iter().enumerate() {
                text.push_str(match at {
                    0 => "",
                    _ if breaks.contains(&at) => ",\n        ",
                    _ => ", ",
                });
                text.push_str(&column[square]);
            }
            format!("    {{{text}}}, /* {} */", self.square_name(square).unwrap_or("-"))
        };
        // All or none are broken, so that they line up.
        let fits = (0..indices).all(|square| line(square, &[]).len() <= WIDTH);
        let breaks = if fits { Vec::new() } else { breaks(&columns, words) };
        let lines: Vec<String> = (0..indices).map(|square| line(square, &breaks)).collect();
        let is_public = members.iter().any(|member| match member {
            Member::Field(field) => self.presence(piece, *field) == Presence::Public,
            Member::Pointer(_) => false,
        });
        Some(Array {
            doc: vec![format!("The {}, by square.", prose(&piece.name))],
            is_public,
            is_read: self.module.emits(Part::Lookup),
            in_section: false,
            kind: format!("const {}", self.record_type(piece)),
            name: self.names.constant(&[&piece.name]),
            length: indices,
            further: String::new(),
            rows: Some(RowText::Made(lines.join("\n"))),
            check: None,
        })
    }

    /// A member's initialisers, by square.
    fn cells(&self, piece: &PieceModule, member: Member) -> Vec<String> {
        let indices = self.module.board.indices;
        let numbers = |values: &[u64], lead: &str, end: &str| -> Vec<String> {
            let number = Number::aligned(values);
            values.iter().map(|value| format!("{lead}{}{end}", literal(&number, *value))).collect()
        };
        let values = |field| -> Vec<u64> {
            (0..indices).map(|square| piece.fields.get(field, square)).collect()
        };
        match member {
            Member::Field(field) if field.type_of() == Type::Word => {
                values(field).iter().map(|word| self.word_literal(*word)).collect()
            }
            Member::Field(field) => numbers(&values(field), "", ""),
            Member::Pointer(Pointer { table, line, .. }) => {
                let table = &self.module.tables[table];
                let name = self.module.table_name(table);
                let squares: Vec<u64> = (0..u64::from(indices)).collect();
                match table.rows {
                    Rows::Equal(_) => numbers(&squares, &format!("{name}["), "]"),
                    Rows::Ragged(_) => {
                        let starts = (0..indices).map(|square| table.rows.start(square) as u64);
                        let starts: Vec<u64> = starts.collect();
                        numbers(&starts, &format!("{} + ", self.entries_name(table)), "")
                    }
                    Rows::No => {
                        let offset = Field { role: Role::Offset, line };
                        numbers(&values(offset), &format!("{name} + "), "")
                    }
                }
            }
        }
    }
}

/// Before which members lines are broken: after the words, and wherever a line would be too long.
fn breaks(columns: &[Vec<String>], words: usize) -> Vec<usize> {
    let mut breaks = Vec::new();
    let mut length = 0;
    for (at, column) in columns.iter().enumerate() {
        let cell = column.iter().map(String::len).max().unwrap_or(0) + 2;
        // The last one is followed by the square's name in a comment.
        let end = if at + 1 == columns.len() { 13 } else { 0 };
        if at > 0 && (at == words || 8 + length + cell + end > WIDTH) {
            breaks.push(at);
            length = 0;
        }
        length += cell;
    }
    breaks
}
