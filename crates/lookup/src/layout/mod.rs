//! Lays out tables: from problems, solutions and axes to filled tables and the fields of each square.
//!
//! A square's attack sets go to the indices that its factor gives them, counted from the square's offset. A slot that
//! no occupancy leads to stays 0.

#[cfg(test)]
mod boards;
mod cells;
mod dictionary;
mod fields;
mod found;
mod pairing;
mod slots;
#[cfg(test)]
mod tests;

pub use dictionary::{Dictionary, DictionaryError, Unserved};
pub(crate) use fields::TERM_BITS;
pub use pairing::{RowEffort, search_rows, share_rows};

use std::fmt;

use crate::axes::{Axes, Cell, Placement};
use magicgen_board::{Line, Problem, SquareProblem};
use magicgen_ir::{Fields, Rows, Storage, Table, TableRole};
use magicgen_search::Solution;
use slots::{each_slot, place};

/// All rays of a piece, or the rays of one of its lines, with their problem and its solution.
#[derive(Clone, Debug)]
pub struct Component {
    /// The line, if the component is one.
    pub line: Option<Line>,
    /// The rays, as indices into the piece's walk.
    pub rays: Vec<usize>,
    /// Masks and attack sets along these rays.
    pub problem: Problem,
    /// The factors and shifts.
    pub solution: Solution,
    /// Offsets by bit index, if they were found together with the factors. An offset is a number modulo 2^32: where the
    /// lowest index that is used isn't 0, the range may begin before the table.
    pub offsets: Option<Vec<u32>>,
    /// The number of bits by which an offset in a factor is shifted left.
    pub unit: u8,
}

/// Tables, and the fields of each piece's squares.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The tables: first the tables of slots (one for all pieces, or one for each), then the dictionary, then the
    /// factors.
    pub tables: Vec<Table>,
    /// The fields of each piece, in the order of the pieces.
    pub fields: Vec<Fields>,
}

impl Layout {
    /// The index of the table that holds a piece's slots.
    #[must_use]
    pub fn cells(&self, piece: usize) -> usize {
        let is_wanted = |table: &Table| table.piece == Some(piece) && is_cells(table);
        self.tables.iter().position(is_wanted).unwrap_or(0)
    }

    /// The index of the dictionary, where slots hold positions in one.
    #[must_use]
    pub fn dictionary(&self) -> Option<usize> {
        self.tables.iter().position(|table| table.role == TableRole::Dictionary)
    }

    /// The index of the table of a piece's factors, where squares share them.
    #[must_use]
    pub fn factors(&self, piece: usize) -> Option<usize> {
        let is_wanted =
            |table: &Table| table.piece == Some(piece) && table.role == TableRole::Factors;
        self.tables.iter().position(is_wanted)
    }
}

fn is_cells(table: &Table) -> bool {
    matches!(table.role, TableRole::Attacks | TableRole::Indices)
}

/// A reason why a lookup can't be laid out, with the number that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A square has more attack sets than a dictionary's window holds.
    Window {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
        /// The number of distinct attack sets of the square.
        sets: usize,
    },
    /// A dictionary has more words than 16 bits tell apart.
    Dictionary {
        /// The number of words.
        words: usize,
    },
    /// No range that was tried has room for all squares.
    Group {
        /// The index of the piece.
        piece: usize,
        /// The number of squares.
        squares: usize,
        /// The sum of the lengths of their index ranges.
        slots: usize,
        /// The number of index bits of the largest range that was tried.
        bits: u8,
    },
    /// The squares of a line aren't in the order of their bits.
    Order {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
    },
    /// A line lies neither in one byte, nor in one bit of several bytes, nor in different bits of different bytes.
    Line {
        /// The index of the piece.
        piece: usize,
        /// The line.
        line: Line,
    },
    /// A line's squares are in different bits of different bytes, and these bits aren't in the order of the line.
    Wrapped {
        /// The index of the piece.
        piece: usize,
        /// The line.
        line: Line,
    },
    /// A line's squares aren't at equal distances in the word.
    Distance {
        /// The index of the piece.
        piece: usize,
        /// The line.
        line: Line,
    },
    /// No factors were found for a square of a board with several words.
    Index {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
    },
    /// No product spreads the codes of a square's attack sets over a board with several words.
    Spread {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
    },
    /// The tables are too long to print.
    Entries {
        /// The index of the piece.
        piece: usize,
        /// The number of entries up to this piece.
        entries: usize,
    },
    /// A piece stops before it comes to the edge.
    Steps {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
    },
    /// An attack set is too large for a cell.
    Reach {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
        /// The number of squares that the piece attacks under some occupancy.
        squares: u32,
        /// The bits of a cell.
        bits: u32,
    },
}

impl From<DictionaryError> for Unfit {
    fn from(error: DictionaryError) -> Self {
        match error {
            DictionaryError::Sets { piece, bit, sets } => Self::Window { piece, bit, sets },
            DictionaryError::Words { words } => Self::Dictionary { words },
        }
    }
}

impl Unfit {
    /// The same error about another piece.
    #[must_use]
    pub const fn of_piece(mut self, number: usize) -> Self {
        match &mut self {
            Self::Window { piece, .. }
            | Self::Order { piece, .. }
            | Self::Steps { piece, .. }
            | Self::Index { piece, .. }
            | Self::Spread { piece, .. }
            | Self::Entries { piece, .. }
            | Self::Reach { piece, .. }
            | Self::Line { piece, .. }
            | Self::Wrapped { piece, .. }
            | Self::Distance { piece, .. }
            | Self::Group { piece, .. } => *piece = number,
            Self::Dictionary { .. } => {}
        }
        self
    }

    /// The same error about one of these pieces, whose indices are among more pieces.
    #[must_use]
    pub fn among(self, pieces: &[usize]) -> Self {
        let piece = self.place().0.and_then(|piece| pieces.get(piece).copied());
        match piece {
            Some(piece) => self.of_piece(piece),
            None => self,
        }
    }

    /// The index of the piece and the bit index that the error is about, where it names them.
    #[must_use]
    pub const fn place(&self) -> (Option<usize>, Option<u8>) {
        match self {
            Self::Window { piece, bit, .. }
            | Self::Order { piece, bit }
            | Self::Steps { piece, bit }
            | Self::Index { piece, bit }
            | Self::Spread { piece, bit }
            | Self::Reach { piece, bit, .. } => (Some(*piece), Some(*bit)),
            Self::Line { piece, .. }
            | Self::Wrapped { piece, .. }
            | Self::Distance { piece, .. }
            | Self::Entries { piece, .. }
            | Self::Group { piece, .. } => (Some(*piece), None),
            Self::Dictionary { .. } => (None, None),
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Window { sets, .. } => {
                write!(f, "a square has {sets} attack sets, and a byte tells 256 apart")
            }
            Self::Dictionary { words } => {
                write!(f, "there are {words} attack sets, and 16 bits tell 65536 apart")
            }
            Self::Group { squares, slots, bits, .. } => write!(
                f,
                "no factors were found that keep {squares} squares with {slots} indices apart in one range of \
                 {bits} index bits or fewer"
            ),
            Self::Order { bit, .. } => {
                write!(
                    f,
                    "the squares of a line through bit {bit} aren't in the order of their bits"
                )
            }
            Self::Line { line, .. } => write!(
                f,
                "two squares of a {} have different bits of one byte and a third is in another byte",
                line.word()
            ),
            Self::Wrapped { line, .. } => write!(
                f,
                "a {} leaves a byte at one edge and enters the next at the other, and one table of bytes has its \
                 squares in their order",
                line.word()
            ),
            Self::Distance { line, .. } => write!(
                f,
                "the squares of a {} don't have equal distances in the order of squares, which line shifts need",
                line.word()
            ),
            Self::Steps { .. } => {
                write!(
                    f,
                    "the piece stops before it comes to the edge, and rays are computed up to there"
                )
            }
            Self::Index { .. } => {
                write!(f, "no factors make one index of the square's relevant squares")
            }
            Self::Spread { .. } => {
                write!(f, "no product spreads the codes of the square's attack sets")
            }
            Self::Entries { entries, .. } => {
                write!(f, "the tables would have {entries} entries, more than 2^24")
            }
            Self::Reach { squares, bits, .. } => {
                write!(f, "a square reaches {squares} squares, and a cell has {bits} bits")
            }
        }
    }
}

impl std::error::Error for Unfit {}

/// The beginning of each square's index range, by piece, component and bit index.
type Starts = Vec<Vec<Vec<u32>>>;

/// Lays out the components of all pieces: an entry for each piece, with one component or one for each line.
pub fn lay_out(axes: Axes, pieces: &[Vec<Component>]) -> Result<Layout, Unfit> {
    let (starts, mut tables) =
        if axes.placement.facts().has_rows { rows(axes, pieces) } else { one_table(axes, pieces) };
    let mut fields: Vec<Fields> = Vec::with_capacity(pieces.len());
    for (components, starts) in pieces.iter().zip(&starts) {
        fields.push(fields::fields(axes, components, starts));
    }
    // Smaller cells are made from the attack sets themselves, in the same places.
    let has_words = matches!(axes.cell, Cell::Word | Cell::Spread);
    for (at, (components, starts)) in pieces.iter().zip(&starts).enumerate() {
        if !has_words {
            continue;
        }
        let table = tables.iter().position(|table| table.piece == Some(at)).unwrap_or(0);
        let Table { rows, entries, .. } = &mut tables[table];
        let row_starts = row_starts(axes, components);
        for ((component, starts), row_start) in components.iter().zip(starts).zip(row_starts) {
            each_slot(component, place(rows, starts, row_start), |_, _, position, attacks| {
                if let Some(slot) = entries.get_mut(position) {
                    *slot |= attacks;
                }
            });
        }
    }
    cells::encode(axes, pieces, &starts, &mut tables, &mut fields)?;
    fields::share_factors(axes, pieces, &mut tables, &mut fields);
    for (components, fields) in pieces.iter().zip(&mut fields) {
        let Some(component) = components.first() else { continue };
        for mirror in axes.fold.mirrors(component.problem.indices) {
            fields.unfold(mirror, axes.turned_roles());
        }
    }
    Ok(Layout { tables, fields })
}

fn attack_table(piece: Option<usize>, rows: Rows, entries: usize) -> Table {
    let entries = vec![0; entries];
    Table { role: TableRole::Attacks, piece, rows, storage: Storage::Word, entries, title: None }
}

/// The number of slots in a square's index range. It covers both indices if the lookup chooses one by processor.
fn slots_of(axes: Axes, component: &Component, square: &SquareProblem) -> Option<usize> {
    let slots = component.solution.slots(square)?;
    Some(if axes.is_dispatched { slots.max(square.subsets()) } else { slots })
}

/// The number of slots in the longest index range of a component.
fn longest(axes: Axes, component: &Component) -> usize {
    let slots = component.problem.squares().iter();
    slots.filter_map(|square| slots_of(axes, component, square)).max().unwrap_or(1)
}

/// The position in a square's row at which each component's slots begin; 0 where there are no rows.
#[must_use]
pub fn row_starts(axes: Axes, components: &[Component]) -> Vec<usize> {
    let mut next = 0;
    let start = |component: &Component| {
        let start = next;
        if axes.placement == Placement::Rows {
            next += longest(axes, component);
        }
        start
    };
    components.iter().map(start).collect()
}

fn rows(axes: Axes, pieces: &[Vec<Component>]) -> (Starts, Vec<Table>) {
    let mut tables = Vec::with_capacity(pieces.len());
    for (at, components) in pieces.iter().enumerate() {
        let Some(component) = components.first() else { continue };
        let problem = &component.problem;
        let indices = usize::from(problem.indices);
        if axes.placement == Placement::Rows {
            let length = components.iter().map(|component| longest(axes, component)).sum();
            tables.push(attack_table(Some(at), Rows::Equal(length), indices * length));
        } else {
            let slots = |bit: u8| {
                let square = problem.square(bit);
                square.and_then(|square| slots_of(axes, component, &square)).unwrap_or(1)
            };
            let mut starts = Vec::with_capacity(indices);
            let mut next = 0;
            for bit in 0..problem.indices {
                starts.push(next);
                next += slots(bit);
            }
            tables.push(attack_table(Some(at), Rows::Ragged(starts), next));
        }
    }
    let starts = pieces.iter().map(|components| vec![Vec::new(); components.len()]).collect();
    (starts, tables)
}

fn one_table(axes: Axes, pieces: &[Vec<Component>]) -> (Starts, Vec<Table>) {
    if axes.offset.facts().is_in_factor {
        return own_tables(pieces);
    }
    // All squares of a piece have one range. Pieces get a table each, since the slider's square in the key tells
    // squares apart, but not pieces.
    if axes.has_one_range() {
        let table = |(at, components): (usize, &Vec<Component>)| {
            let slots = components.iter().flat_map(|component| {
                let squares = component.problem.squares().iter();
                squares.filter_map(|square| component.solution.slots(square))
            });
            attack_table(Some(at), Rows::No, slots.max().unwrap_or(1))
        };
        let starts = |components: &Vec<Component>| {
            let zeros = |component: &Component| vec![0; usize::from(component.problem.indices)];
            components.iter().map(zeros).collect()
        };
        let tables = pieces.iter().enumerate().map(table).collect();
        return (pieces.iter().map(starts).collect(), tables);
    }
    let (starts, entries) = if pieces.iter().flatten().all(|component| component.offsets.is_some())
    {
        let given = |component: &Component| component.offsets.clone().unwrap_or_default();
        let starts: Starts =
            pieces.iter().map(|components| components.iter().map(given).collect()).collect();
        let entries = highest(pieces, &starts) + 1;
        (starts, entries)
    } else {
        consecutive(axes, pieces)
    };
    (starts, vec![attack_table(None, Rows::No, entries)])
}

/// A table for each piece, with the offsets that were found. Pieces differ in the unit of their offsets, so that they
/// can't share a table.
fn own_tables(pieces: &[Vec<Component>]) -> (Starts, Vec<Table>) {
    let mut starts = Vec::with_capacity(pieces.len());
    let mut tables = Vec::with_capacity(pieces.len());
    for (at, components) in pieces.iter().enumerate() {
        let given = |component: &Component| component.offsets.clone().unwrap_or_default();
        let own = vec![components.iter().map(given).collect::<Vec<_>>()];
        let entries = highest(&pieces[at..=at], &own) + 1;
        tables.push(attack_table(Some(at), Rows::No, entries));
        starts.extend(own);
    }
    (starts, tables)
}

/// The highest slot that is used.
fn highest(pieces: &[Vec<Component>], starts: &Starts) -> usize {
    let mut highest = 0;
    for (component, starts) in pieces.iter().flatten().zip(starts.iter().flatten()) {
        let start = |bit: u8| starts[usize::from(bit)] as usize;
        each_slot(component, start, |_, _, position, _| highest = highest.max(position));
    }
    highest
}

fn consecutive(axes: Axes, pieces: &[Vec<Component>]) -> (Starts, usize) {
    let components: Vec<&Component> = pieces.iter().flatten().collect();
    let slots =
        |at: usize, square: &SquareProblem| slots_of(axes, components[at], square).unwrap_or(0);
    // A small cell holds the position of one square's attack set, so that squares can't share it.
    let shares = axes.is_post_masked && axes.can_be_filled();
    let groups: Vec<Vec<(usize, u8)>> = if shares {
        let problems: Vec<&Problem> =
            components.iter().map(|component| &component.problem).collect();
        share_rows(&problems, slots)
    } else {
        let squares = components.iter().enumerate().flat_map(|(at, component)| {
            component.problem.squares().iter().map(move |square| vec![(at, square.bit)])
        });
        squares.collect()
    };
    let mut flat: Vec<Vec<u32>> = components
        .iter()
        .map(|component| vec![0; usize::from(component.problem.indices)])
        .collect();
    let mut next = 0;
    for group in groups {
        let mut length = 0;
        for (at, bit) in group {
            flat[at][usize::from(bit)] = next as u32;
            let square = components[at].problem.square(bit);
            length = length.max(square.map_or(0, |square| slots(at, &square)));
        }
        next += length;
    }
    let mut flat = flat.into_iter();
    let starts = pieces.iter().map(|components| flat.by_ref().take(components.len()).collect());
    (starts.collect(), next)
}
