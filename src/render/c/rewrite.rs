//! A lookup program in; the same lookup out, through pointers to rows or through functions that find indices.

use crate::model::{
    Binary, Case, Fill, Line, Op, Program, Role, Table, TableRef, TableRole, Value,
};

/// A pointer to a square's row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    /// Index into the module's tables.
    pub(super) table: usize,
    /// The line whose offset it stands in for.
    pub(super) line: Option<Line>,
    /// What the row holds.
    role: TableRole,
}

impl Pointer {
    /// Its name in a record.
    pub(super) fn member(&self) -> String {
        let what = if self.role == TableRole::Indices { "indices" } else { "attacks" };
        let line = self.line.map(Line::word).unwrap_or_default();
        Case::Snake.join(&[&line, what])
    }

    /// What it is, for the comment of a record's member.
    pub(super) fn meaning(&self) -> String {
        let what = match self.role {
            TableRole::Indices => "the square's row of places in the dictionary",
            _ => "the square's row of attack sets",
        };
        match self.line {
            None => what.to_owned(),
            Some(line) => format!("{what}, {}", line.word()),
        }
    }
}

/// A program in which the table of a `LoadRow` is one of the pointers, where there are any.
#[derive(Clone, Debug)]
pub(super) struct RowProgram {
    pub(super) program: Program,
    pub(super) pointers: Vec<Pointer>,
    /// What the values of the piece's program have become.
    moved: Vec<Value>,
}

impl RowProgram {
    /// The program itself.
    pub(super) fn as_is(program: &Program) -> Self {
        Self { program: program.clone(), pointers: Vec::new(), moved: program.values().collect() }
    }

    /// The load that reads what a fill of the piece stores, and its index.
    pub(super) fn load(&self, original: &Program, fill: &Fill) -> Option<(Op, Value)> {
        let is_it = |(_, table, index): &(Value, TableRef, Value)| {
            *index == fill.index && usize::from(table.index) == fill.table
        };
        let (load, ..) = original.loads().find(is_it)?;
        let op = self.program.op(self.moved[usize::from(load.0)]);
        match op {
            Op::Load(_, index) | Op::LoadRow(_, index) => Some((op, index)),
            _ => None,
        }
    }
}

/// The same program, reading squares' rows instead of whole tables. Where a whole table is read at anything else
/// than an offset and an index, nothing is changed: then there is no row to point to.
pub(super) fn by_row(program: &Program, tables: &[Table]) -> RowProgram {
    let mut out = Program::new();
    let mut pointers: Vec<Pointer> = Vec::new();
    let mut moved: Vec<Value> = Vec::new();
    let needed = program.needed(program.result);
    for value in program.values() {
        let op = program.op(value).map(|of| moved[usize::from(of.0)]);
        let row = match op {
            // What the result isn't made of points nowhere.
            _ if !needed.contains(&value) => None,
            Op::LoadRow(table, index) => Some((table, None, index)),
            Op::Load(table, position) => match out.op(position) {
                Op::Binary(Binary::Add, a, b) => match out.op(a) {
                    Op::Field(field) if field.role == Role::Offset => Some((table, field.line, b)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let op = row.map_or(op, |(table, line, index)| {
            let at = usize::from(table.index);
            let pointer = Pointer { table: at, line, role: tables[at].role };
            let place = pointers.iter().position(|other| *other == pointer).unwrap_or_else(|| {
                pointers.push(pointer);
                pointers.len() - 1
            });
            Op::LoadRow(TableRef { index: place as u8, kind: table.kind }, index)
        });
        let new = out.push(op);
        if let Some(name) = program.name_of(value) {
            out.name(new, name);
        }
        moved.push(new);
    }
    out.result = moved[usize::from(program.result.0)];
    RowProgram { program: out, pointers, moved }
}
