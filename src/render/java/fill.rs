//! What start-up code stores in; methods that walk rays out.
//!
//! They stand in the enclosing class: while a class is being initialised, its methods and fields are checked for
//! that at each use, and filling would take four times as long.

use super::doc::{Block, WIDTH, javadoc};
use super::private::reference;
use super::rows::{hex_rows, int_list, int_rows};
use super::tables::Nested;
use super::view::Array;
use crate::model::GridRay;
use crate::model::{Bitboard, Case, Fill as Loop, FillMode, Module, PieceModule, words};
use crate::render::literal::Digits;
use crate::render::taken::Taken;

/// Methods that walk rays.
#[derive(Debug)]
pub(super) struct Fill {
    /// The name of the set of squares, where some index below the highest is none.
    pub(super) squares: Option<String>,
    /// Squares plus gaps.
    pub(super) indices: u8,
    pub(super) walker: Walker,
    pub(super) loops: Vec<FillLoop>,
}

/// The method that walks rays.
#[derive(Debug)]
pub(super) struct Walker {
    pub(super) has_range: bool,
    pub(super) head: String,
    /// The names of the arrays that lead to the grid and back.
    pub(super) grid: Option<(String, String)>,
}

impl Walker {
    pub(super) fn new(name: &str, has_range: bool, grid: Option<(String, String)>) -> Self {
        let range = if has_range { "int range, " } else { "" };
        let parameters = format!("int[] steps, long[] from, {range}int square, long occupied)");
        let head = broken(2, &format!("private static long {name}("), "", &parameters, " {");
        Self { has_range, head, grid }
    }
}

/// What is particular to a piece, or to a line of it.
#[derive(Debug)]
pub(super) struct FillLoop {
    /// `fillRook`
    pub(super) method: String,
    /// What the method takes.
    pub(super) kind: String,
    /// The table that it is called with.
    pub(super) table: String,
    /// The statement that stores what a subset leaves.
    pub(super) store: String,
    /// A square's mask.
    pub(super) mask: String,
}

/// The methods, and in `arrays` what they read. `indices` are the pieces' index methods, one a fill.
pub(super) fn fill(
    module: &Module,
    taken: &mut Taken,
    nested: &Nested,
    indices: &[Vec<String>],
    arrays: &mut Vec<Array>,
) -> Fill {
    let board = &module.board;
    let longest = board.width.max(board.height).saturating_sub(1).max(1);
    let has_range = module.pieces.iter().any(|piece| piece.walk.range < longest);
    let has_gaps = board.squares.len() < usize::from(board.indices);
    let squares = has_gaps.then(|| {
        let name = taken.name("SQUARES");
        let squares = board.squares.iter().fold(0, |set: Bitboard, (_, bit)| set | 1 << bit);
        let value = Some(format!("0x{:016x}L", Digits(squares)));
        arrays.push(array("Bit indices that are squares.", &format!("long {name}"), "", value));
        name
    });
    let permutation = module.pieces.iter().find_map(|piece| piece.walk.permutation.as_ref());
    let grid = permutation.map(|permutation| {
        let (there, back) = (taken.name("GRID_OF_BIT"), taken.name("BIT_OF_GRID"));
        let rows = int_rows(&permutation.grid_of_bit, 4, &[]);
        let doc =
            "The place of each bit index in the grid, rank by rank, on which rays are walked.";
        arrays.push(array(doc, &format!("byte[] {there}"), &rows, None));
        let rows = int_rows(&permutation.bit_of_grid, 4, &[]);
        arrays.push(array("The bit index of each place.", &format!("byte[] {back}"), &rows, None));
        (there, back)
    });
    let walk = taken.name("walk");
    let mut loops = Vec::new();
    for (piece, indices) in module.pieces.iter().zip(indices) {
        let range = has_range.then_some(piece.walk.range);
        for (fill, index) in piece.fills.iter().zip(indices) {
            loops.push(one(module, taken, nested, (piece, fill, index), (&walk, range), arrays));
        }
    }
    let walker = Walker::new(&walk, has_range, grid);
    Fill { squares, indices: board.indices, walker, loops }
}

fn one(
    module: &Module,
    taken: &mut Taken,
    nested: &Nested,
    (piece, fill, index): (&PieceModule, &Loop, &str),
    (walk, range): (&str, Option<u8>),
    arrays: &mut Vec<Array>,
) -> FillLoop {
    let line = fill.line.map(crate::model::Line::word);
    let name = |before: &[&str], after: &[&str], case: Case| {
        let owner = [Some(piece.name.as_str()), line.as_deref()];
        let all = before.iter().copied().chain(owner.into_iter().flatten());
        case.join(&all.chain(after.iter().copied()).collect::<Vec<&str>>())
    };
    let mut owner = words(&piece.name);
    if let Some(line) = &line {
        owner = format!("{owner}'s {line}");
    }
    let rays: Vec<GridRay> = fill.rays.iter().map(|ray| piece.walk.rays[*ray]).collect();
    let from: Vec<u64> = rays.iter().map(|ray| ray.from).collect();
    let steps: Vec<i8> = rays.iter().map(|ray| ray.delta).collect();
    let row = if fill.is_row { "[square]" } else { "" };
    let steps_name = taken.name(name(&[], &["steps"], Case::Shouty));
    let from_name = taken.name(name(&[], &["from"], Case::Shouty));
    let place = if piece.walk.permutation.is_some() { "place" } else { "index" };
    arrays.push(array(
        &format!("What a step along each ray of the {owner} adds to the {place}."),
        &format!("int[] {steps_name}"),
        "",
        Some(int_list(&steps, 2)),
    ));
    arrays.push(array(
        &format!("Where a step along each ray of the {owner} may be taken."),
        &format!("long[] {from_name}"),
        &hex_rows(&from, 4, &[]),
        None,
    ));
    let range = range.map(|range| format!("{range}, ")).unwrap_or_default();
    let operator = match fill.mode {
        FillMode::Assign => "=",
        FillMode::Or => "|=",
    };
    let slot = format!("table{row}[{index}(square, subset)] {operator}");
    let walked = format!("{walk}({steps_name}, {from_name}, {range}square, subset);");
    let masks = module.names.field(&piece.name, fill.mask());
    let table = nested.tables.iter().find(|table| table.index == fill.table);
    FillLoop {
        method: taken.name(name(&["fill"], &[], Case::Camel)),
        kind: table.map(|table| table.kind.clone()).unwrap_or_default(),
        table: table.map(|table| table.name.clone()).unwrap_or_default(),
        store: broken(8, &slot, " ", &walked, ""),
        mask: format!("{}[square]", reference(&module.names.type_name, &masks)),
    }
}

pub(super) fn array(doc: &str, declaration: &str, rows: &str, value: Option<String>) -> Array {
    Array {
        doc: javadoc(2, &[Block::text(doc)]),
        head: format!("private static final {declaration}"),
        rows: rows.to_owned(),
        value,
    }
}

/// Two parts of a line, broken between them where it would be too long; `after` follows outside.
pub(super) fn broken(indent: usize, head: &str, between: &str, tail: &str, after: &str) -> String {
    let line = format!("{head}{between}{tail}");
    if indent + line.len() + after.len() <= WIDTH {
        return line;
    }
    format!("{head}\n{}{tail}", " ".repeat(indent + 4))
}
