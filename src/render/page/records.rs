//! Records that hold the fields of a square.

use std::cmp::Reverse;

use super::Maker;
use crate::render::prelude::*;

/// A member of a square's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// The square's entry of a field.
    Field(Field),
    /// The square's row of a table.
    Pointer(Pointer),
}

impl Member {
    /// The words of the member's name.
    fn words(&self) -> String {
        match self {
            Self::Field(field) => field.singular(),
            Self::Pointer(pointer) => pointer.words(),
        }
    }

    /// A clause on the member's meaning, without a full stop.
    fn meaning(&self) -> String {
        match self {
            Self::Field(field) => field.meaning(),
            Self::Pointer(pointer) => pointer.meaning(),
        }
    }

    /// The bytes, where addresses have 64 bits.
    const fn bytes(&self) -> usize {
        match self {
            Self::Field(field) => field.storage().bytes(),
            Self::Pointer(_) => 8,
        }
    }

    /// A value that is equal for members with the same name, type and meaning.
    fn shape(&self) -> Result<Field, (String, Storage)> {
        match self {
            Self::Field(field) => Ok(*field),
            Self::Pointer(pointer) => Err((pointer.meaning(), pointer.storage)),
        }
    }
}

/// The records of a piece, or of all pieces, one for each square.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    /// The piece's name, or `all`.
    pub owner: &'a str,
    /// The members with their pieces: words, then pointers, then shorter fields, so that there is no padding between
    /// them.
    pub members: Vec<(&'a PieceModule, Member)>,
    /// True if the config asks for one of the members by name.
    pub is_public: bool,
}

/// The owner of records that hold the fields of all pieces.
const ALL: &str = "all";

/// The bytes of a cache line.
const CACHE_LINE: usize = 64;

impl<'a> Records<'a> {
    /// A sentence on the array of records.
    pub fn doc(&self) -> String {
        match self.owner {
            ALL => "All pieces, by square.".to_owned(),
            piece => format!("The {}, by square.", words(piece)),
        }
    }

    /// The members that are fields, each with its piece.
    pub fn fields(&self) -> impl Iterator<Item = (&'a PieceModule, Field)> {
        self.members.iter().filter_map(|(piece, member)| match member {
            Member::Field(field) => Some((*piece, *field)),
            Member::Pointer(_) => None,
        })
    }

    /// The alignment of the records.
    pub fn alignment(&self) -> usize {
        alignment(self.members.iter().map(|(_, member)| member.bytes()).sum())
    }
}

/// The alignment at which no record straddles a cache line, if it fits into one: the least power of two that isn't
/// below its size.
pub fn alignment(bytes: usize) -> usize {
    bytes.next_power_of_two().min(CACHE_LINE)
}

impl Function<'_> {
    /// The number of values that the function reads from a square's record, if fields are in records.
    pub fn reads_of_record(&self) -> usize {
        let is_field = |value: &Value| matches!(self.program.op(*value), Op::Field(_));
        let is_read = |value: &Value| is_field(value) || self.pointer(*value).is_some();
        self.computed().iter().filter(|value| is_read(value)).count()
    }
}

/// A type of records, for a language that declares types.
#[derive(Clone, Debug)]
pub struct RecordType<'p, 'a> {
    /// The records of a piece that have the type.
    pub records: &'p Records<'a>,
    /// `What is known of the rook on one square.`
    pub doc: String,
}

impl<'a> Page<'a> {
    /// True if the records of all pieces have the same members, and so one type.
    pub fn has_one_record_type(&self) -> bool {
        let shapes = |of: &Records<'_>| {
            of.members.iter().map(|(_, member)| member.shape()).collect::<Vec<_>>()
        };
        self.records.windows(2).all(|pair| shapes(&pair[0]) == shapes(&pair[1]))
    }

    /// The name of the piece's records, in words: its own, or that of all pieces' records.
    pub fn owner_of_records<'p>(&self, piece: &'p PieceModule) -> &'p str {
        if self.module.fields.is_by_square() { ALL } else { &piece.name }
    }

    /// The alignment of records, if squares have one record for all pieces.
    pub fn alignment_of_records(&self) -> Option<usize> {
        let is_aligned = |_: &&Records<'_>| self.module.fields.is_by_square();
        self.shown_records().next().filter(is_aligned).map(Records::alignment)
    }

    /// The name of a piece's member.
    pub fn member_name(&self, piece: &PieceModule, member: &Member, case: Case) -> String {
        let own = member.words();
        let is_shared = self.module.fields.is_by_square();
        if is_shared { case.join(&[&piece.name, &own]) } else { case.join(&[&own]) }
    }

    /// A clause on the meaning of a piece's member, without a full stop.
    pub fn member_meaning(&self, piece: &PieceModule, member: &Member) -> String {
        let own = member.meaning();
        let is_shared = self.module.fields.is_by_square();
        if is_shared { format!("{}: {own}", words(&piece.name)) } else { own }
    }

    /// The records that have members.
    pub fn shown_records(&self) -> impl Iterator<Item = &Records<'a>> {
        self.records.iter().filter(|records| !records.members.is_empty())
    }

    /// The types of these records.
    pub fn record_types(&self) -> Vec<RecordType<'_, 'a>> {
        let is_one = self.has_one_record_type();
        let kind = |records| {
            let of: &Records<'_> = records;
            let spoken = format!("the {}", words(of.owner));
            let of = match of.owner {
                ALL => "all pieces",
                _ if is_one => "a piece",
                _ => &spoken,
            };
            RecordType { records, doc: format!("What is known of {of} on one square.") }
        };
        self.shown_records().take(if is_one { 1 } else { usize::MAX }).map(kind).collect()
    }
}

impl<'a> Maker<'a> {
    /// The records of all pieces; empty if fields are in arrays.
    pub(super) fn records(&self) -> Vec<Records<'a>> {
        let pieces = self.module.pieces.iter().enumerate();
        let pieces = pieces.filter(|_| !self.module.has_arrays());
        let records =
            pieces.map(|(number, piece)| self.record(piece, self.pointed.get(number))).collect();
        if self.module.fields.is_by_square() { vec![Self::joined(records)] } else { records }
    }

    /// One record for a square, with the members of all pieces.
    fn joined(records: Vec<Records<'a>>) -> Records<'a> {
        let is_public = records.iter().any(|records| records.is_public);
        let mut members: Vec<_> = records.into_iter().flat_map(|records| records.members).collect();
        let is_pointer = |member: &Member| matches!(member, Member::Pointer(_));
        // The sort is stable: a record begins with the first piece's words.
        members.sort_by_key(|(_, member)| (Reverse(member.bytes()), is_pointer(member)));
        Records { owner: ALL, members, is_public }
    }

    fn record(&self, piece: &'a PieceModule, pointed: Option<&Pointed>) -> Records<'a> {
        let columns = piece.fields.columns().iter().map(|column| column.field);
        let has = |presence, field: &Field| self.presence(piece, *field) == presence;
        let present: Vec<Field> = columns.filter(|field| !has(Presence::Absent, field)).collect();
        let (words, others): (Vec<Field>, Vec<Field>) =
            present.iter().partition(|field| field.storage() == Storage::Word);
        let mut members: Vec<Member> = words.into_iter().map(Member::Field).collect();
        let loads = pointed.filter(|_| self.module.needs_programs());
        for (_, pointer) in loads.iter().flat_map(|pointed| &pointed.loads) {
            if !members.contains(&Member::Pointer(*pointer)) {
                members.push(Member::Pointer(*pointer));
            }
        }
        members.extend(others.into_iter().map(Member::Field));
        let is_public = present.iter().any(|field| has(Presence::Public, field));
        let members = members.into_iter().map(|member| (piece, member)).collect();
        Records { owner: &piece.name, members, is_public }
    }
}
