//! Lines side by side in a table, by fours: a row for each square, from which vectors are loaded.

use super::PieceOnBoard;
use super::bytes_of_lines::{LineOnBoard, Parts};
use magicgen_ir::{
    Binary, Lanes, Op, Program, Rows, Storage, Table, TableRef, TableRole, Type, Value,
};

/// The most lines of a vector.
pub(super) const MOST: usize = 4;

/// The squares that the slider reaches on a line, by bit index.
pub(super) fn column(on_board: PieceOnBoard<'_>, line: &LineOnBoard) -> Vec<u64> {
    let PieceOnBoard { walk, problem, .. } = on_board;
    let along = walk.along(&line.rays);
    let reach = |bit| problem.square(bit).map_or(0, |_| along.attacks(bit, 0));
    (0..problem.indices).map(reach).collect()
}

/// Lines by fours: each group is a vector, or as many vectors as a line has columns.
pub(super) struct Groups<const COLUMNS: usize> {
    /// The index of the table of these lines.
    pub(super) table: usize,
    /// The columns of each line, no two lines alike.
    pub(super) lines: Vec<[Vec<u64>; COLUMNS]>,
}

/// The place of a line in the table.
#[derive(Clone, Copy)]
pub(super) struct LinePlace {
    pub(super) table: TableRef,
    /// The number of the line's group.
    pub(super) group: usize,
    /// The position at which the group's entries begin.
    start: u64,
    /// The number of entries by square of the group.
    width: usize,
    /// The vector of the group; `None` for a line alone, which is a word.
    pub(super) lanes: Option<Lanes>,
    pub(super) lane: u8,
}

/// The vector of a group of `lines` lines.
const fn vector(lines: usize) -> Option<Lanes> {
    match lines {
        ..2 => None,
        2 => Some(Lanes::Two),
        _ => Some(Lanes::Four),
    }
}

/// The number of entries by square of a column of a group.
fn width(lanes: Option<Lanes>) -> usize {
    lanes.map_or(1, |lanes| usize::from(lanes.count()))
}

impl<const COLUMNS: usize> Groups<COLUMNS> {
    /// Adds a line unless it is there.
    pub(super) fn add(&mut self, line: [Vec<u64>; COLUMNS]) {
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    pub(super) fn place(&self, line: &[Vec<u64>; COLUMNS]) -> Option<LinePlace> {
        let at = self.lines.iter().position(|other| other == line)?;
        let group = at / MOST;
        let lanes = vector(self.lines.len() - group * MOST);
        let table = TableRef { index: self.table as u8, kind: Type::Word };
        let start = (group * MOST * COLUMNS * line[0].len()) as u64;
        let width = COLUMNS * width(lanes);
        Some(LinePlace { table, group, start, width, lanes, lane: (at % MOST) as u8 })
    }

    pub(super) fn table(&self) -> Table {
        let mut entries = Vec::new();
        for group in self.lines.chunks(MOST) {
            let width = width(vector(group.len()));
            for bit in 0..group[0][0].len() {
                for column in 0..COLUMNS {
                    let words = group.iter().map(|line| line[column][bit]);
                    entries.extend(words.chain(std::iter::repeat(0)).take(width));
                }
            }
        }
        let (role, storage) = (TableRole::Lines, Storage::Word);
        Table { role, piece: None, rows: Rows::No, storage, entries, title: None }
    }
}

impl LinePlace {
    /// The position of the square's row.
    pub(super) fn row(self, p: &mut Parts<'_>) -> Value {
        let square = p.program.push(Op::Square);
        let mut index = match self.width.trailing_zeros() {
            0 => square,
            places => {
                let places = p.half(places.into());
                p.shl(square, places)
            }
        };
        if self.start > 0 {
            let start = p.half(self.start);
            index = p.binary(Binary::Add, index, start);
        }
        p.program.hint(index, "row")
    }
}

/// Makes variables of a vector's operands that have a hint: expressions of vectors are long.
pub(super) fn name_vectors(program: &mut Program, of: Value) {
    for value in program.needed(of) {
        let is_vector = program.type_of(value).lanes() > 1;
        if let Some(word) = program.hint_of(value).filter(|_| is_vector) {
            program.name(value, word);
        }
    }
}
