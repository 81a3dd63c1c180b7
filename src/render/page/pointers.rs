//! Lookups that read a square's row of a table through a pointer.

use super::Maker;
use crate::render::prelude::*;
use magicgen_ir::Pack;

/// The field styles for printed tables, in languages with pointers and a switch.
pub const PRINTED_FIELDS: &[FieldStyle] = &[
    FieldStyle::Arrays,
    FieldStyle::Records,
    FieldStyle::Pointers,
    FieldStyle::SquareRecords,
    FieldStyle::SquarePointers,
    FieldStyle::Switch,
];

/// The field styles for tables that start-up code fills, in languages with pointers.
pub const FIELDS: &[FieldStyle] = &[
    FieldStyle::Arrays,
    FieldStyle::Records,
    FieldStyle::Pointers,
    FieldStyle::SquareRecords,
    FieldStyle::SquarePointers,
];

/// A pointer to a square's row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The table's number.
    pub table: usize,
    /// The field with the row's offset, which the pointer replaces; `None` if the table itself has rows.
    pub start: Option<Field>,
    role: TableRole,
    /// The width of an entry.
    pub(super) storage: Storage,
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
        let is_pointed = module.fields.is_pointers() && begins_inside(piece);
        if is_pointed { plain.with_rows(module, &[Role::Offset]) } else { plain }
    };
    module.pieces.iter().map(of_piece).collect()
}

impl Maker<'_> {
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
}
