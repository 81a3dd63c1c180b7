//! Explains how the lookup of one square works, with every value that it computes.
//!
//! An [`Explanation`] has all values, but no text for people except names. [`text`], [`svg`] and [`json`] show it, and
//! compute nothing.

mod grid;
pub mod json;
mod occupancy;
mod prose;
mod slots;
mod stage;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;

pub use grid::BoardGrid;
pub use occupancy::{OccupancyError, occupancy};
pub use slots::{Cells, Other, Slot, cells};
pub use stage::Stage;

use crate::generate::{Inside, PieceInside};
use crate::render::code::steps::steps;
use magicgen_board::{Coordinate, Mapping, Purpose, SquareSet};
use magicgen_ir::interp::{self, Memory};
use magicgen_ir::{Op, Table, Type, Value, WordCount};
use magicgen_lookup::model::Disproof;

/// The steps of one square's lookup under one occupancy.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The piece's name.
    pub piece: String,
    /// The slider's square.
    pub square: Square,
    /// The variant's name, with the config's changes.
    pub variant: String,
    /// The order of squares, with the board's size if it isn't 8 x 8.
    pub orientation: String,
    /// The board's squares.
    pub board: BoardGrid,
    /// The occupied squares.
    pub occupied: SquareSet,
    /// The relevant squares.
    pub mask: SquareSet,
    /// The attacked squares.
    pub attacks: SquareSet,
    /// The lookup, or for a union the lookups of its pieces.
    pub lookups: Vec<Lookup>,
}

/// A square by name and bit index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// The name.
    pub name: String,
    /// The bit index.
    pub bit: u8,
}

/// The lookup of a searched piece.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The piece's name.
    pub piece: String,
    /// The relevant squares.
    pub mask: SquareSet,
    /// The attacked squares.
    pub attacks: SquareSet,
    /// The computed values in order.
    pub steps: Vec<Step>,
    /// The slots that the lookup reads.
    pub slots: Vec<Slot>,
    /// The sentence on the source of the piece's factors, as in headers; `None` for a lookup without factors.
    pub credit: Option<String>,
    /// The source of this square's factor, if it is a published one.
    pub source: Option<String>,
}

/// One value that a lookup computes.
#[derive(Clone, Debug)]
pub struct Step {
    /// The stage to which the value belongs.
    pub stage: Stage,
    /// The value's name, unique in the lookup.
    pub name: String,
    /// The formula of the value: `occ & mask`.
    pub formula: String,
    /// The value; a word or a number is the lowest word.
    pub value: SquareSet,
    /// The notation of the value.
    pub form: Form,
}

/// The notation of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A set of squares in several words.
    Set(WordCount),
    /// A set of squares, or another word of 64 bits.
    Word,
    /// Half a word.
    Half,
    /// A number, such as an index.
    Number,
}

impl Step {
    /// The value as text.
    #[must_use]
    pub fn shown(&self) -> String {
        match self.form {
            Form::Set(words) => hex(self.value, words.count()).join("_"),
            Form::Word => hex(self.value, 1).concat(),
            Form::Half => format!("{:#010x}", self.value.low()),
            Form::Number => self.value.low().to_string(),
        }
    }
}

/// The words of a set in hexadecimal, the highest first. The first one begins with `0x`.
#[must_use]
pub fn hex(set: SquareSet, words: u8) -> Vec<String> {
    let words = set.words().into_iter().take(usize::from(words)).enumerate().rev();
    let mut digits: Vec<String> = words.map(|(_, word)| format!("{word:016x}")).collect();
    if let Some(highest) = digits.first_mut() {
        highest.insert_str(0, "0x");
    }
    digits
}

/// The input of an explanation.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The name of the piece.
    pub piece: &'a str,
    /// The searched pieces that it consists of, as indices into [`Inside::pieces`].
    pub of: Vec<usize>,
    /// The board.
    pub mapping: &'a Mapping,
    /// The order of squares, as in headers.
    pub orientation: String,
    /// The slider's square.
    pub square: Coordinate,
    /// The occupied squares.
    pub occupied: SquareSet,
}

impl Question<'_> {
    /// The bit index of the slider's square.
    ///
    /// # Panics
    /// If the square isn't on the board.
    fn bit(&self) -> u8 {
        self.mapping.bit(self.square).expect("the square is on the board")
    }
}

/// Explains a lookup. It is proved under every occupancy of the square's relevant squares.
///
/// # Panics
/// If the square isn't on the board.
pub fn explain(inside: &Inside, asked: &Question<'_>) -> Result<Explanation, Disproof> {
    let bit = asked.bit();
    let mut lookups = Vec::with_capacity(asked.of.len());
    for at in &asked.of {
        lookups.push(lookup(inside, *at, bit, asked)?);
    }
    Ok(Explanation {
        piece: asked.piece.to_owned(),
        square: Square { name: asked.mapping.name(bit), bit },
        variant: inside.variant.clone(),
        orientation: asked.orientation.clone(),
        board: BoardGrid::new(asked.mapping),
        occupied: asked.occupied,
        mask: lookups.iter().fold(SquareSet::EMPTY, |mask, lookup| mask | lookup.mask),
        attacks: lookups.iter().fold(SquareSet::EMPTY, |all, lookup| all | lookup.attacks),
        lookups,
    })
}

fn lookup(inside: &Inside, at: usize, bit: u8, asked: &Question<'_>) -> Result<Lookup, Disproof> {
    let piece = &inside.pieces[at];
    prove(piece, &inside.tables, bit, asked.occupied)?;
    let memory = Memory { fields: &piece.fields, tables: &inside.tables };
    let program = &piece.program;
    let value = |value: Value| run(piece, value, memory, bit, &[asked.occupied]).map(|one| one[0]);
    let steps: Result<Vec<Step>, Disproof> = steps(program, &inside.tables)
        .into_iter()
        .map(|step| {
            let stage = Stage::of(program, step.value, &inside.tables);
            let form = form(piece, step.value, stage, &inside.tables);
            let value = value(step.value)?;
            Ok(Step { stage, name: step.name, formula: step.text, value, form })
        })
        .collect();
    let source = piece.sources.iter().find(|(of, _)| *of == bit);
    Ok(Lookup {
        piece: piece.name.clone(),
        mask: piece.walk.relevant(bit),
        attacks: value(program.result)?,
        steps: steps?,
        slots: slots::slots(inside, at, asked)?,
        credit: piece.credit.clone(),
        source: source.map(|(_, source)| source.clone()),
    })
}

/// Runs a lookup up to a value, for a column of occupancies.
fn run(
    piece: &PieceInside,
    wanted: Value,
    memory: Memory<'_>,
    bit: u8,
    occupied: &[SquareSet],
) -> Result<Vec<SquareSet>, Disproof> {
    let found = interp::run_on_sets(&piece.program, wanted, memory, bit, occupied);
    found.map_err(|fault| Disproof::Fault { piece: piece.name.clone(), bit, fault })
}

/// Proves the lookup of a square under every occupancy of its relevant squares.
pub fn prove_square(inside: &Inside, piece: usize, bit: u8) -> Result<(), Disproof> {
    prove(&inside.pieces[piece], &inside.tables, bit, SquareSet::EMPTY)
}

/// The most subsets of a mask under which a lookup is compared; only lookups by line have masks with more.
const MOST_COMPARED: usize = 1 << 16;

/// Compares the lookup of a square with its walked rays: under the given occupancy, and under every occupancy of the
/// relevant squares.
fn prove(
    piece: &PieceInside,
    tables: &[Table],
    bit: u8,
    occupied: SquareSet,
) -> Result<(), Disproof> {
    let memory = Memory { fields: &piece.fields, tables };
    let purpose = Purpose::of_lookup(&piece.name).1;
    let all = piece.walk.relevant(bit).subsets().take(MOST_COMPARED);
    let all: Vec<SquareSet> = std::iter::once(occupied).chain(all).collect();
    let found = run(piece, piece.program.result, memory, bit, &all)?;
    for (occupied, found) in all.into_iter().zip(found) {
        let right = purpose.of_set(piece.walk.attack_set(bit, occupied), occupied);
        if found != right {
            let piece = piece.name.clone();
            return Err(Disproof::WrongSet { piece, bit, occupied, found, right });
        }
    }
    Ok(())
}

fn form(piece: &PieceInside, value: Value, stage: Stage, tables: &[Table]) -> Form {
    let program = &piece.program;
    let is_index = || program.loads().any(|(_, _, index)| index == value);
    let is_number = || match program.op(value) {
        Op::Field(_) => true,
        Op::Load(table, _) | Op::LoadRow(table, _) => stage::is_position(tables, table),
        _ => matches!(stage, Stage::Index | Stage::Slot) || is_index(),
    };
    match program.type_of(value) {
        Type::Set(words) => Form::Set(words),
        Type::Word | Type::Lanes(_) => Form::Word,
        Type::Half if is_number() => Form::Number,
        Type::Half => Form::Half,
    }
}
