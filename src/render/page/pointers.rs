//! Lookups that read a square's row of a table through a pointer, and records that hold the fields of a square.

use super::Maker;
use crate::render::prelude::*;
use magicgen_ir::Pack;

/// The field styles for printed tables, in languages with pointers and a switch.
pub const PRINTED_FIELDS: &[FieldStyle] =
    &[FieldStyle::Arrays, FieldStyle::Records, FieldStyle::Pointers, FieldStyle::Switch];

/// The field styles for tables that start-up code fills, in languages with pointers.
pub const FIELDS: &[FieldStyle] = &[FieldStyle::Arrays, FieldStyle::Records, FieldStyle::Pointers];

/// A pointer to a square's row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The table's number.
    pub table: usize,
    /// The field with the row's offset, which the pointer replaces; `None` if the table itself has rows.
    pub start: Option<Field>,
    role: TableRole,
    /// The width of an entry.
    storage: Storage,
}

impl Pointer {
    fn line(&self) -> Option<Line> {
        self.start.and_then(|start| start.line)
    }

    /// The words of the pointer's name in a record: `rank attacks`.
    pub fn words(&self) -> String {
        let what = if self.role == TableRole::Indices { "indices" } else { "attacks" };
        self.line().map_or_else(|| what.to_owned(), |line| format!("{} {what}", line.word()))
    }

    /// A clause without a full stop, for the comment on a record's member.
    pub fn meaning(&self) -> String {
        let what = match self.role {
            TableRole::Indices => "the square's row of places in the dictionary",
            _ => "the square's row of attack sets",
        };
        self.line().map_or_else(|| what.to_owned(), |line| format!("{what}, {}", line.word()))
    }
}

/// A piece's lookup, in which loads may go through pointers.
#[derive(Clone, Debug)]
pub struct Pointed {
    /// The lookup. A load that goes through a pointer is an [`Op::LoadRow`].
    pub program: Program,
    /// The loads that go through pointers.
    pub loads: Vec<(Value, Pointer)>,
    /// For each value of the piece's own program, the value of `program` that replaces it.
    moved: Vec<Value>,
}

impl Pointed {
    /// The value of `program` that replaces a value of the piece's own program.
    pub fn find(&self, value: Value) -> Value {
        self.moved[usize::from(value.0)]
    }

    /// The load that reads the entries of a fill, and the load's index; `own` is the piece's own program.
    pub(super) fn load(&self, own: &Program, fill: &Fill) -> Option<(Value, Value)> {
        let mut loads = own.loads();
        let (load, ..) = loads.find(|(_, table, index)| {
            *index == fill.index && usize::from(table.index) == fill.table
        })?;
        let load = self.find(load);
        match self.program.op(load) {
            Op::Load(_, index) | Op::LoadRow(_, index) => Some((load, index)),
            _ => None,
        }
    }

    /// The lookup with loads from squares' rows, instead of loads from whole tables at the sum of an index and a field
    /// of one of the roles `starts`.
    pub fn with_rows(&self, module: &Module, starts: &[Role]) -> Self {
        let needed = self.program.needed(self.program.result);
        let mut loads = Vec::new();
        let pointed = self.rewritten(|out, op, value| {
            let (table, start, index) = match op {
                // A value that the result doesn't need gets no pointer.
                _ if !needed.contains(&value) => return None,
                Op::LoadRow(table, index) => (table, None, index),
                Op::Load(table, position) => {
                    let Op::Binary(Binary::Add, a, b) = out.op(position) else { return None };
                    let Op::Field(start) = out.op(a) else { return None };
                    (table, Some(start), b)
                }
                _ => return None,
            };
            if start.is_some_and(|start| !starts.contains(&start.role)) {
                return None;
            }
            let number = usize::from(table.index);
            let whole = &module.tables[number];
            let pointer =
                Pointer { table: number, start, role: whole.role, storage: whole.storage };
            let load = out.push(Op::LoadRow(table, index));
            loads.push((load, pointer));
            Some(load)
        });
        Self { loads, ..pointed }
    }

    /// The lookup of a program, unchanged.
    pub fn plain(program: &Program) -> Self {
        let moved = program.values().collect();
        Self { program: program.clone(), loads: Vec::new(), moved }
    }

    /// The lookup with some operations replaced; see [`Program::rewritten`].
    pub fn rewritten(&self, other: impl FnMut(&mut Program, Op, Value) -> Option<Value>) -> Self {
        let (program, moved) = self.program.rewritten(other);
        let moved = self.moved.iter().map(|at| moved[usize::from(at.0)]).collect();
        Self { program, loads: Vec::new(), moved }
    }

    /// The lookup of a program whose result is a pair of halves, or a set of several such pairs.
    pub(super) fn halved(program: &Program) -> Self {
        let mut halved = Self::plain(program);
        let (out, result) = (&mut halved.program, program.result);
        let joined = |out: &mut Program, word: Value| {
            if let Op::Join(..) = out.op(word) {
                return word;
            }
            let (low, high) = (out.push(Op::Low(word)), out.push(Op::High(word)));
            out.push(Op::Join(low, high))
        };
        let Type::Set(count) = out.type_of(result) else {
            out.result = joined(out, result);
            return halved;
        };
        let words: Vec<Value> = match out.op(result) {
            Op::Pack(pack) => pack.words().to_vec(),
            _ => (0..count.count()).map(|word| out.push(Op::Part(result, word))).collect(),
        };
        let words: Vec<Value> = words.into_iter().map(|word| joined(out, word)).collect();
        if let Some(pack) = Pack::new(&words, count) {
            out.result = out.push(Op::Pack(pack));
        }
        halved
    }
}

/// The lookups of all pieces with a pair of halves as the result, for languages whose words are pairs.
pub fn halved(module: &Module) -> Vec<Pointed> {
    module.pieces.iter().map(|piece| Pointed::halved(&piece.program)).collect()
}

/// The lookups of all pieces; they read tables through pointers if the module's fields do.
pub fn pointed(module: &Module) -> Vec<Pointed> {
    let longest = module.tables.iter().map(Table::length).max();
    let most = longest.unwrap_or(0) as u64;
    // A packed range may begin before its table, but a pointer must not point there.
    let begins_inside = |piece: &PieceModule| {
        let columns = piece.fields.columns().iter();
        let mut offsets = columns.filter(|column| column.field.role == Role::Offset);
        offsets.all(|column| column.values.iter().all(|offset| *offset <= most))
    };
    let of_piece = |piece: &PieceModule| {
        let plain = Pointed::plain(&piece.program);
        let is_pointed = module.fields == FieldStyle::Pointers && begins_inside(piece);
        if is_pointed { plain.with_rows(module, &[Role::Offset]) } else { plain }
    };
    module.pieces.iter().map(of_piece).collect()
}

/// A member of a square's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// The square's entry of a field.
    Field(Field),
    /// The square's row of a table.
    Pointer(Pointer),
}

impl Member {
    /// The member's name.
    pub fn name(&self, case: Case) -> String {
        match self {
            Self::Field(field) => case.join(&[&field.singular()]),
            Self::Pointer(pointer) => case.join(&[&pointer.words()]),
        }
    }

    /// A clause on the member's meaning, without a full stop.
    pub fn meaning(&self) -> String {
        match self {
            Self::Field(field) => field.meaning(),
            Self::Pointer(pointer) => pointer.meaning(),
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

/// The records of a piece, one for each square.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    /// The piece.
    pub piece: &'a PieceModule,
    /// The members: words, then pointers, then shorter fields, so that there is no padding between them.
    pub members: Vec<Member>,
    /// True if the config asks for one of the members by name.
    pub is_public: bool,
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
        let shapes = |of: &Records<'_>| of.members.iter().map(Member::shape).collect::<Vec<_>>();
        self.records.windows(2).all(|pair| shapes(&pair[0]) == shapes(&pair[1]))
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
            let spoken = format!("the {}", words(&of.piece.name));
            let of = if is_one { "a piece" } else { &spoken };
            RecordType { records, doc: format!("What is known of {of} on one square.") }
        };
        self.shown_records().take(if is_one { 1 } else { usize::MAX }).map(kind).collect()
    }
}

impl<'a> Maker<'a> {
    pub(super) fn number(&self, piece: &PieceModule) -> usize {
        let is_same = |other: &PieceModule| std::ptr::eq(piece, other);
        self.module.pieces.iter().position(is_same).unwrap_or(0)
    }

    /// The presence of a piece's field in the file. A private offset is absent if pointers to rows replace it.
    pub(super) fn presence(&self, piece: &PieceModule, field: Field) -> Presence {
        let presence = self.module.field(piece, field);
        let is_replaced = self
            .pointed
            .get(self.number(piece))
            .is_some_and(|pointed| !pointed.loads.is_empty() && !pointed.program.uses(field));
        let is_needless = presence == Presence::Private && field.role == Role::Offset;
        if is_needless && is_replaced { Presence::Absent } else { presence }
    }

    /// The records of all pieces; empty if fields are in arrays.
    pub(super) fn records(&self) -> Vec<Records<'a>> {
        let pieces = self.module.pieces.iter().enumerate();
        let pieces = pieces.filter(|_| !self.module.has_arrays());
        pieces.map(|(number, piece)| self.record(piece, self.pointed.get(number))).collect()
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
        Records { piece, members, is_public }
    }
}
