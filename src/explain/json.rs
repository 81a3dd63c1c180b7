//! Shows an [`Explanation`] as data. Words and sets are hexadecimal texts, since some readers have no 64-bit integers.

use serde::Serialize;

use super::{BoardGrid, Explanation, Form, Lookup, Slot, Step, hex};
use magicgen_board::SquareSet;

/// How the lookup of one square works under one occupancy.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Data {
    /// The piece's name.
    piece: String,
    /// The piece's square.
    square: ExplainedSquare,
    /// The variant's name, with what a config changes in it.
    variant: String,
    /// The order of squares, with the board's size where it isn't 8 x 8.
    orientation: String,
    /// The board's squares.
    board: ExplainedBoard,
    /// The occupied squares.
    occupied: Set,
    /// The relevant squares.
    mask: Set,
    /// The attacked squares.
    attacks: Set,
    /// The lookup, or those of the pieces whose union this piece is.
    lookups: Vec<Looked>,
}

/// A square.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(rename = "Named"))]
pub(crate) struct ExplainedSquare {
    /// Its name.
    name: String,
    /// Its bit index.
    bit: u8,
}

/// The places of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(rename = "Board"))]
pub(crate) struct ExplainedBoard {
    /// The number of files.
    width: u8,
    /// The number of ranks.
    height: u8,
    /// The bit index of each place, from the first rank on; null for a hole.
    bits: Vec<Option<u8>>,
}

/// Some squares.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Set {
    /// As a hexadecimal number; of several words, the highest comes first.
    word: String,
    /// By their names.
    squares: Vec<String>,
}

/// The lookup of a searched piece.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Looked {
    /// The piece's name.
    piece: String,
    /// The relevant squares.
    mask: Set,
    /// The attacked squares.
    attacks: Set,
    /// What is computed, in order.
    steps: Vec<Stepped>,
    /// The slots that the lookup reads.
    slots: Vec<ReadSlot>,
    /// The source of the piece's factors; null for a lookup without factors.
    credit: Option<String>,
    /// The source of this square's own factor, where it is a published one.
    source: Option<String>,
}

/// One value that a lookup computes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Stepped {
    /// What the value is for.
    stage: &'static str,
    /// The value's name.
    name: String,
    /// How it is computed.
    formula: String,
    /// The value.
    value: Shown,
}

/// A value: a word or a set as text, or a number.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Shown {
    Word(String),
    Number(u64),
}

/// A slot of a table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(rename = "Read"))]
pub(crate) struct ReadSlot {
    /// The table's name in words.
    table: String,
    /// The number of the table's entries.
    entries: usize,
    /// The position in the table.
    position: u64,
    /// The relevant squares that the position depends on.
    relevant: Set,
    /// The number of occupancies of these squares.
    occupancies: u64,
    /// The number of them that lead to this slot.
    sharing: usize,
    /// Some of them.
    examples: Vec<Set>,
    /// The number of slots to which occupancies of these squares lead.
    used_slots: usize,
    /// The other squares whose lookups read this slot.
    other_squares: Vec<SlotSharer>,
}

/// A square that shares a slot with the one that is asked for.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(rename = "Sharing"))]
pub(crate) struct SlotSharer {
    /// The piece.
    piece: String,
    /// The square's name.
    square: String,
    /// The number of its occupancies that lead to the slot.
    occupancies: usize,
}

/// The explanation as data.
pub(crate) fn data(explanation: &Explanation) -> Data {
    let Explanation { board, square, .. } = explanation;
    let places = (0..board.height).flat_map(|rank| (0..board.width).map(move |file| (file, rank)));
    let bits = places.map(|(file, rank)| board.bit(file, rank)).collect();
    Data {
        piece: explanation.piece.clone(),
        square: ExplainedSquare { name: square.name.clone(), bit: square.bit },
        variant: explanation.variant.clone(),
        orientation: explanation.orientation.clone(),
        board: ExplainedBoard { width: board.width, height: board.height, bits },
        occupied: set(board, explanation.occupied),
        mask: set(board, explanation.mask),
        attacks: set(board, explanation.attacks),
        lookups: explanation.lookups.iter().map(|lookup| of_lookup(board, lookup)).collect(),
    }
}

fn set(board: &BoardGrid, bits: SquareSet) -> Set {
    Set { word: hex(bits, board.words).concat(), squares: board.names(bits) }
}

fn of_lookup(board: &BoardGrid, lookup: &Lookup) -> Looked {
    Looked {
        piece: lookup.piece.clone(),
        mask: set(board, lookup.mask),
        attacks: set(board, lookup.attacks),
        steps: lookup.steps.iter().map(of_step).collect(),
        slots: lookup.slots.iter().map(|slot| of_slot(board, slot)).collect(),
        credit: lookup.credit.clone(),
        source: lookup.source.clone(),
    }
}

fn of_step(step: &Step) -> Stepped {
    let value = match step.form {
        Form::Set(words) => Shown::Word(hex(step.value, words.count()).concat()),
        Form::Word | Form::Half => Shown::Word(step.shown()),
        Form::Number => Shown::Number(step.value.low()),
    };
    let (stage, name, formula) = (step.stage.id(), step.name.clone(), step.formula.clone());
    Stepped { stage, name, formula, value }
}

fn of_slot(board: &BoardGrid, slot: &Slot) -> ReadSlot {
    let others = slot.others.iter().map(|other| SlotSharer {
        piece: other.piece.clone(),
        square: other.square.clone(),
        occupancies: other.occupancies,
    });
    ReadSlot {
        table: slot.table.clone(),
        entries: slot.entries,
        position: slot.position,
        relevant: set(board, slot.relevant),
        occupancies: slot.occupancies(),
        sharing: slot.sharing,
        examples: slot.examples.iter().map(|other| set(board, *other)).collect(),
        used_slots: slot.used,
        other_squares: others.collect(),
    }
}
