//! Lookups that read squares' rows of tables through pointers, and records of what is known of a square.

use super::Maker;
use crate::model::{
    Binary, Case, Field, FieldStyle, Fill, Line, Module, Op, PieceModule, Presence, Program, Role,
    Storage, TableRole, Value,
};

/// A pointer to a square's row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The table's number.
    pub table: usize,
    /// The field that says where the row begins, and that it stands in for; none where the table itself has rows.
    pub start: Option<Field>,
    /// What the table holds.
    role: TableRole,
    /// How wide an entry is.
    storage: Storage,
}

impl Pointer {
    fn line(&self) -> Option<Line> {
        self.start.and_then(|start| start.line)
    }

    /// The words of its name in a record: `rank attacks`.
    #[must_use]
    pub fn words(&self) -> String {
        let what = if self.role == TableRole::Indices { "indices" } else { "attacks" };
        self.line().map_or_else(|| what.to_owned(), |line| format!("{} {what}", line.word()))
    }

    /// What it is, for the comment of a record's member: a clause without a full stop.
    #[must_use]
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
    /// What the values of the piece's own program have become.
    moved: Vec<Value>,
}

impl Pointed {
    /// What a value of the piece's own program has become.
    #[must_use]
    pub fn find(&self, value: Value) -> Value {
        self.moved[usize::from(value.0)]
    }

    /// The load that reads what a fill stores, and its index.
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

    /// Reads squares' rows in place of whole tables, where these are read at the sum of an index and a field of one of these
    /// roles.
    #[must_use]
    pub fn with_rows(&self, module: &Module, starts: &[Role]) -> Self {
        let needed = self.program.needed(self.program.result);
        let mut loads = Vec::new();
        let pointed = self.rewritten(|out, op, value| {
            let (table, start, index) = match op {
                // What the result isn't made of points nowhere.
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
            let of = &module.tables[number];
            let pointer = Pointer { table: number, start, role: of.role, storage: of.storage };
            let load = out.push(Op::LoadRow(table, index));
            loads.push((load, pointer));
            Some(load)
        });
        Self { loads, ..pointed }
    }

    /// The lookup as it is.
    #[must_use]
    pub fn plain(program: &Program) -> Self {
        let moved = program.values().collect();
        Self { program: program.clone(), loads: Vec::new(), moved }
    }

    /// The lookup with some operations replaced; see [`Program::rewritten`].
    #[must_use]
    pub fn rewritten(&self, other: impl FnMut(&mut Program, Op, Value) -> Option<Value>) -> Self {
        let (program, moved) = self.program.rewritten(other);
        let moved = self.moved.iter().map(|at| moved[usize::from(at.0)]).collect();
        Self { program, loads: Vec::new(), moved }
    }

    /// The lookup with the halves of what it returns as its last values.
    fn halved(program: &Program) -> Self {
        let mut halved = Self::plain(program);
        let (out, word) = (&mut halved.program, program.result);
        if !matches!(out.op(word), Op::Join(..)) {
            let (low, high) = (out.push(Op::Low(word)), out.push(Op::High(word)));
            out.result = out.push(Op::Join(low, high));
        }
        halved
    }
}

/// The lookups of all pieces, which end in a pair of halves: for languages that return words so.
#[must_use]
pub fn halved(module: &Module) -> Vec<Pointed> {
    module.pieces.iter().map(|piece| Pointed::halved(&piece.program)).collect()
}

/// The lookups of all pieces, through pointers where they are asked for.
#[must_use]
pub fn pointed(module: &Module) -> Vec<Pointed> {
    let longest = module.tables.iter().map(|table| table.entries.len()).max();
    let most = longest.unwrap_or(0) as u64;
    // A packed range may begin before its table, where no pointer may point.
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
    /// Its name.
    #[must_use]
    pub fn name(&self, case: Case) -> String {
        match self {
            Self::Field(field) => case.join(&[&field.singular()]),
            Self::Pointer(pointer) => case.join(&[&pointer.words()]),
        }
    }

    /// What it is: a clause without a full stop.
    #[must_use]
    pub fn meaning(&self) -> String {
        match self {
            Self::Field(field) => field.meaning(),
            Self::Pointer(pointer) => pointer.meaning(),
        }
    }

    /// The same for members of one name, type and meaning.
    fn shape(&self) -> Result<Field, (String, Storage)> {
        match self {
            Self::Field(field) => Ok(*field),
            Self::Pointer(pointer) => Err((pointer.meaning(), pointer.storage)),
        }
    }
}

/// What a piece has a record of for each square.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    /// The piece.
    pub piece: &'a PieceModule,
    /// Members: words, then pointers, then what is shorter, so that nothing is padded inside.
    pub members: Vec<Member>,
    /// Whether a member was asked for by name.
    pub is_public: bool,
}

/// True where the records of all pieces have the same members, and so one type.
#[must_use]
pub fn has_one_type(records: &[Records<'_>]) -> bool {
    let shape = |one: &Records<'_>| one.members.iter().map(Member::shape).collect::<Vec<_>>();
    records.windows(2).all(|pair| shape(&pair[0]) == shape(&pair[1]))
}

impl<'a> Maker<'a> {
    /// The number of a piece.
    pub(super) fn number(&self, piece: &PieceModule) -> usize {
        let is_it = |other: &PieceModule| std::ptr::eq(piece, other);
        self.module.pieces.iter().position(is_it).unwrap_or(0)
    }

    /// Whether a field of a piece stands in the file; a pointer to the row stands in for an offset that only lookups need.
    pub(super) fn presence(&self, piece: &PieceModule, field: Field) -> Presence {
        let presence = self.module.field(piece, field);
        let is_replaced = self
            .pointed
            .get(self.number(piece))
            .is_some_and(|pointed| !pointed.loads.is_empty() && !pointed.program.uses(field));
        let is_needless = presence == Presence::Private && field.role == Role::Offset;
        if is_needless && is_replaced { Presence::Absent } else { presence }
    }

    /// Records of all pieces, where fields stand in records.
    pub(super) fn records(&self) -> Vec<Records<'a>> {
        let pieces = self.module.pieces.iter().enumerate();
        let pieces = pieces.filter(|_| self.module.fields != FieldStyle::Arrays);
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
