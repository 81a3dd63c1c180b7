//! Problems, solutions and names in; a [`Module`] out, not yet proved.

use super::lower::to_halves;
use super::{
    AttackTable, BoardDoc, FieldStyle, Fields, Module, Names, Part, PieceModule, Provenance,
    SquareFormula, Style, Tables, UnionModule,
};
use crate::geometry::{Coordinate, Mapping, Order, Problem, Walk, subsets};
use crate::layout;
use crate::search::Solution;
use crate::variant::{Placement, compose};

/// One piece on its way into a module.
#[derive(Clone, Copy, Debug)]
pub struct InputPiece<'a> {
    /// As in `--piece`.
    pub name: &'a str,
    /// False where only a union needs it.
    pub is_public: bool,
    /// Its rays.
    pub walk: &'a Walk,
    /// What they make.
    pub problem: &'a Problem,
    /// What was found for it.
    pub solution: &'a Solution,
}

/// What a module is built from.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// Searched pieces.
    pub pieces: Vec<InputPiece<'a>>,
    /// Unions of them.
    pub unions: Vec<UnionModule>,
    /// Squares and their order.
    pub mapping: &'a Mapping,
    /// How ranges lie.
    pub placement: Placement,
    /// True where the shift is a constant of the piece.
    pub has_constant_shift: bool,
    /// True where the target computes in 32 bits.
    pub halves: bool,
    /// Printed or filled.
    pub when: Tables,
    /// Parts asked for.
    pub emit: Vec<Part>,
    /// How fields stand.
    pub fields: FieldStyle,
    /// How literals look.
    pub style: Style,
    /// Identifiers.
    pub names: Names,
    /// Facts for the header; sizes are filled in here.
    pub provenance: Provenance,
    /// The user's licence text.
    pub licence: Vec<String>,
}

/// Builds the module.
#[must_use]
pub fn build(input: Input<'_>) -> Module {
    let pairs: Vec<_> = input.pieces.iter().map(|piece| (piece.problem, piece.solution)).collect();
    let layout = layout::pack(&pairs, input.placement);
    let emits_occupancies = input.emit.contains(&Part::Occupancies);
    let mut pieces = Vec::with_capacity(input.pieces.len());
    for (index, (piece, offsets)) in input.pieces.iter().zip(layout.offsets).enumerate() {
        let fields = fields(piece.problem, piece.solution, offsets);
        let Solution { method, magics, .. } = piece.solution;
        let shift = input
            .has_constant_shift
            .then(|| magics.first().map_or(method.hash.shift(0), |(_, magic)| magic.shift));
        let mut program = compose(method.hash, shift, input.placement);
        if input.halves {
            program = to_halves(&program, &fields);
        }
        let occupancies = if emits_occupancies {
            piece.problem.squares().iter().flat_map(|square| subsets(square.mask)).collect()
        } else {
            Vec::new()
        };
        pieces.push(PieceModule {
            name: piece.name.to_owned(),
            is_public: piece.is_public,
            program,
            fields,
            table: index.min(layout.tables.len() - 1),
            walk: piece.walk.clone(),
            occupancies,
        });
    }
    let entries = layout.tables.iter().map(|table| table.words.len()).sum();
    let provenance = Provenance { entries, bytes: entries * 8, ..input.provenance };
    Module {
        provenance,
        names: input.names,
        board: board(input.mapping),
        pieces,
        unions: input.unions,
        tables: layout.tables,
        when: input.when,
        emit: input.emit,
        fields: input.fields,
        style: input.style,
        licence: input.licence,
    }
}

fn fields(problem: &Problem, solution: &Solution, offsets: Vec<u32>) -> Fields {
    let length = usize::from(problem.indices);
    let mut fields = Fields {
        masks: vec![0; length],
        factors: vec![0; length],
        shifts: vec![0; length],
        offsets,
    };
    for square in problem.squares() {
        fields.masks[usize::from(square.bit)] = square.mask;
    }
    for (bit, magic) in &solution.magics {
        fields.factors[usize::from(*bit)] = magic.factor;
        fields.shifts[usize::from(*bit)] = magic.shift;
    }
    fields
}

fn board(mapping: &Mapping) -> BoardDoc {
    let board = mapping.board();
    let (width, height) = (board.width, board.height);
    let mut squares: Vec<(String, u8)> =
        board.squares().filter_map(|at| Some((at.to_string(), mapping.bit(at)?))).collect();
    squares.sort_by_key(|(_, bit)| *bit);
    let formula = match mapping.order() {
        Order::Permutation(bits) => SquareFormula::List(bits.clone()),
        Order::Standard { .. } => {
            let bit = |file, rank| mapping.place(Coordinate { file, rank }) as i8;
            let start = bit(0, 0);
            let by_file = if width > 1 { bit(1, 0) - start } else { 0 };
            let by_rank = if height > 1 { bit(0, 1) - start } else { 0 };
            SquareFormula::Linear { start, by_file, by_rank }
        }
    };
    let cell = |file, rank| match mapping.bit(Coordinate { file, rank }) {
        Some(bit) => format!("{bit:>3}"),
        None => "  .".to_owned(),
    };
    let line = |rank: u8| {
        let cells: String = (0..width).map(|file| cell(file, rank)).collect();
        format!("{:>2}{cells}", u16::from(rank) + 1)
    };
    let mut diagram: Vec<String> = (0..height).rev().map(line).collect();
    let mut letters = "  ".to_owned();
    for file in 0..width {
        let name = Coordinate { file, rank: 0 }.to_string();
        let letter = format!("{:>3}", name.trim_end_matches('1'));
        letters.push_str(&letter);
    }
    diagram.push(letters);
    let places = board.places().map(|at| at.to_string()).collect();
    BoardDoc { indices: mapping.indices(), width, height, squares, places, formula, diagram }
}

impl Module {
    /// The attack table of a piece.
    #[must_use]
    pub fn table(&self, piece: &PieceModule) -> &AttackTable {
        &self.tables[piece.table]
    }
}
