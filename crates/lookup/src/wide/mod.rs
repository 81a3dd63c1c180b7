//! Lookups on boards whose sets of squares have several words.
//!
//! The words of the relevant occupancy are folded into one by constant shifts, or each is multiplied by its own factor.
//! [`find_wide_indices`] finds the factors by construction, so nothing is searched and no lock keeps them. Each square
//! has its own range of the table, one after another.

mod codes;
mod rays;
#[cfg(test)]
mod tests;
mod writer;

use std::collections::BTreeMap;

use crate::axes::{Axes, Cell, KeyForm};
use crate::layout::Unfit;
use crate::model::Lookups;
use codes::{MOST_CODE_BYTES, WideCodes, code_bytes, code_tables, landings, numbered_codes, table};
use magicgen_board::{Line, Purpose, SquareSet, Walk};
use magicgen_ir::{Storage, Table, TableRef, TableRole, WordCount};
use magicgen_search::wide::{WideIndices, find_wide_indices};
pub(crate) use rays::ray_lookups;
pub use rays::{Downward, moves_in_order};
use writer::lookup;

/// All moves of a piece, or those of one of its lines.
#[derive(Clone, Debug)]
pub struct WidePart {
    /// The line, if the part is one.
    pub line: Option<Line>,
    /// The rays and courses, by their numbers.
    pub rays: Vec<usize>,
    /// The moves.
    pub walk: Walk,
    /// The moves for each purpose of the piece: their lookups share masks and factors.
    pub for_all: Vec<Walk>,
}

/// A piece with its parts.
#[derive(Clone, Debug)]
pub struct WidePiece {
    /// The parts, whose attack sets are united.
    pub parts: Vec<WidePart>,
    /// True for a piece with several purposes. It has its own table, so that its lookups have the same offsets.
    pub has_own_table: bool,
    /// What the lookup is for.
    pub purpose: Purpose,
}

/// The squares of a wide board.
#[derive(Clone, Copy, Debug)]
pub struct WideSquares {
    /// The bits of all squares.
    pub squares: SquareSet,
    /// The number of words of a set.
    pub words: WordCount,
    /// The length of a table by square: the highest bit index plus one.
    pub indices: u16,
}

/// The most entries of all tables of an output.
const MOST_ENTRIES: usize = 1 << 24;

impl Axes {
    /// True where lookups of this form serve boards of several words.
    #[must_use]
    pub fn serves_wide_boards(self) -> bool {
        let Self { by_line, cell, key, .. } = self;
        let is_served = matches!(cell, Cell::Word | Cell::Half | Cell::Pdep | Cell::Spread)
            && matches!(key, KeyForm::White | KeyForm::Pext);
        is_served && self == Self { key, cell, by_line, ..Self::FANCY }
    }

    /// The lookups of all pieces on a board of several words.
    pub fn wide_lookups(self, pieces: &[WidePiece], board: WideSquares) -> Result<Lookups, Unfit> {
        let Filled { mut cells, mut found } = self.filled(pieces, board, Captured::All)?;
        let mut numbers = None;
        if self.has_codes() && code_bytes(&cells) > MOST_CODE_BYTES {
            let fewer = self.filled(pieces, board, Captured::Occupied)?;
            numbers = numbered_codes(&fewer.cells);
            if numbers.is_some() {
                Filled { cells, found } = fewer;
            }
        }
        let (tables, dictionary) = if self.has_codes() {
            let tables = code_tables(&cells, numbers.as_ref());
            let last = tables.len() - 1;
            let dictionary = numbers.map(|_| tables[last].at(last));
            (tables, dictionary)
        } else {
            self.wide_tables(cells, board.words)?
        };
        let lookups = found.into_iter().map(|(place, parts)| {
            let reads = WideReads { cells: tables[place].at(place), dictionary };
            lookup(&parts, reads, board)
        });
        Ok(Lookups { pieces: lookups.collect(), tables })
    }

    const fn has_codes(self) -> bool {
        matches!(self.cell, Cell::Pdep | Cell::Spread)
    }

    /// The slots of all pieces, and where each part's rows begin.
    fn filled(
        self,
        pieces: &[WidePiece],
        board: WideSquares,
        captured: Captured,
    ) -> Result<Filled<'_>, Unfit> {
        let mut cells: Vec<WideSlots> = Vec::new();
        let mut found = Vec::with_capacity(pieces.len());
        for (at, piece) in pieces.iter().enumerate() {
            let owner = piece.has_own_table.then_some(at);
            let place = cells.iter().position(|cells| cells.owner == owner);
            let place = place.unwrap_or_else(|| {
                cells.push(WideSlots::new(owner));
                cells.len() - 1
            });
            let purpose = match captured {
                Captured::All => Purpose::Attack,
                Captured::Occupied => piece.purpose,
            };
            let parts = piece.parts.iter().map(|part| {
                let key = part.key(self, board).map_err(|bit| Unfit::Index { piece: at, bit })?;
                let codes = WideCodes::new(self.cell, part, &key);
                let codes = codes.map_err(|unfit| unfit.of_piece(at))?;
                let offsets = cells[place].fill(part, purpose, &key, &codes);
                Ok(PlacedPart { part, key, codes, offsets })
            });
            found.push((place, parts.collect::<Result<Vec<_>, Unfit>>()?));
            let entries: usize = cells.iter().map(|cells| cells.sets.len()).sum();
            if entries > MOST_ENTRIES {
                return Err(Unfit::Entries { piece: at, entries });
            }
        }
        Ok(Filled { cells, found })
    }

    /// The tables of slots and, where slots hold positions, the dictionary.
    fn wide_tables(
        self,
        cells: Vec<WideSlots>,
        words: WordCount,
    ) -> Result<(Vec<Table>, Option<TableRef>), Unfit> {
        let storage = Storage::Set(words);
        let flat = |sets: &[SquareSet]| {
            let words = usize::from(words.count());
            sets.iter().flat_map(|set| set.words().into_iter().take(words)).collect::<Vec<u64>>()
        };
        if self.cell == Cell::Word {
            let of = |cells: WideSlots| {
                table(TableRole::Attacks, cells.owner, storage, flat(&cells.sets))
            };
            return Ok((cells.into_iter().map(of).collect(), None));
        }
        let mut numbers: BTreeMap<SquareSet, u64> = BTreeMap::new();
        for set in cells.iter().flat_map(|cells| &cells.sets) {
            let next = numbers.len() as u64;
            numbers.entry(*set).or_insert(next);
        }
        if numbers.len() > 1 << 16 {
            return Err(Unfit::Dictionary { words: numbers.len() });
        }
        let of = |cells: WideSlots| {
            let entries = cells.sets.iter().map(|set| numbers[set]).collect();
            table(TableRole::Indices, cells.owner, Storage::Short, entries)
        };
        let mut tables: Vec<Table> = cells.into_iter().map(of).collect();
        let mut sets: Vec<(u64, SquareSet)> =
            numbers.iter().map(|(set, number)| (*number, *set)).collect();
        sets.sort_unstable();
        let sets: Vec<SquareSet> = sets.into_iter().map(|(_, set)| set).collect();
        tables.push(table(TableRole::Dictionary, None, storage, flat(&sets)));
        let at = tables.len() - 1;
        let dictionary = tables[at].at(at);
        Ok((tables, Some(dictionary)))
    }
}

/// The slots of all tables, and for each piece its table and its parts.
struct Filled<'a> {
    cells: Vec<WideSlots>,
    found: Vec<(usize, Vec<PlacedPart<'a>>)>,
}

/// The squares that slots of lookups for captures hold.
#[derive(Clone, Copy)]
enum Captured {
    /// All on which a capture lands.
    All,
    /// Those without the relevant squares that are empty: the lookup takes these away.
    Occupied,
}

/// The slots of one table.
struct WideSlots {
    /// The piece that owns the table; `None` for the one of all others.
    owner: Option<usize>,
    /// The attack set or, where slots hold codes, the code of each slot.
    sets: Vec<SquareSet>,
    /// Where each row of codes begins, so that equal rows are stored once.
    rows: BTreeMap<Vec<SquareSet>, u64>,
}

impl WideSlots {
    const fn new(owner: Option<usize>) -> Self {
        Self { owner, sets: Vec::new(), rows: BTreeMap::new() }
    }

    /// Adds a row for each square. The result is where each row begins, by bit index.
    fn fill(
        &mut self,
        part: &WidePart,
        purpose: Purpose,
        key: &WideKey,
        codes: &WideCodes,
    ) -> Vec<(u8, u64)> {
        let mut offsets = Vec::new();
        for (at, (bit, mask)) in key.masks().into_iter().enumerate() {
            let mut row = vec![SquareSet::EMPTY; 1 << key.bits(at)];
            let sets = landings(purpose, mask, part.walk.attack_sets(bit, mask));
            for (number, (subset, set)) in mask.subsets().zip(sets).enumerate() {
                let code = codes.code(at, set).map(SquareSet::from);
                row[key.slot(at, number, subset)] = code.unwrap_or(set);
            }
            let known = self.rows.get(&row).copied();
            let start = known.unwrap_or(self.sets.len() as u64);
            if known.is_none() {
                self.sets.extend_from_slice(&row);
            }
            if !matches!(codes, WideCodes::Sets) {
                self.rows.insert(row, start);
            }
            offsets.push((bit, start));
        }
        offsets
    }
}

/// How the relevant occupancy of each square becomes an index.
enum WideKey {
    /// By factors.
    Product(WideIndices),
    /// By PEXT, from masks.
    Packed(Vec<(u8, SquareSet)>),
}

impl WideKey {
    /// The mask of each square.
    fn masks(&self) -> Vec<(u8, SquareSet)> {
        match self {
            Self::Product(indices) => {
                indices.squares.iter().map(|(bit, index)| (*bit, index.mask)).collect()
            }
            Self::Packed(masks) => masks.clone(),
        }
    }

    /// The number of index bits of the square with number `at`.
    fn bits(&self, at: usize) -> u32 {
        match self {
            Self::Product(indices) => indices.squares[at].1.bits(),
            Self::Packed(masks) => masks[at].1.len(),
        }
    }

    /// The slot of a subset, which has this number, in the row of the square with number `at`.
    fn slot(&self, at: usize, number: usize, subset: SquareSet) -> usize {
        match self {
            Self::Product(indices) => indices.squares[at].1.of(subset) as usize,
            Self::Packed(_) => number,
        }
    }
}

/// A part with its key, and where each square's range begins.
struct PlacedPart<'a> {
    part: &'a WidePart,
    key: WideKey,
    codes: WideCodes,
    offsets: Vec<(u8, u64)>,
}

/// The tables that a lookup reads.
#[derive(Clone, Copy)]
struct WideReads {
    cells: TableRef,
    dictionary: Option<TableRef>,
}

impl WidePart {
    /// The key of each square, or the bit index of a square that no factors serve.
    fn key(&self, axes: Axes, board: WideSquares) -> Result<WideKey, u8> {
        let mask = |bit: u8| {
            let masks = self.for_all.iter().map(|walk| walk.relevant(bit));
            (bit, masks.fold(SquareSet::EMPTY, |all, mask| all | mask))
        };
        let masks: Vec<(u8, SquareSet)> = board.squares.bits().map(mask).collect();
        if axes.key == KeyForm::Pext {
            return Ok(WideKey::Packed(masks));
        }
        find_wide_indices(&masks, usize::from(board.words.count()))
            .map(WideKey::Product)
            .map_err(|none| none.squares.first().copied().unwrap_or_default())
    }
}
